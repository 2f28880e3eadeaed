"""`bang web`: takes updates from Telegram, stores them, and says thanks. It does nothing else, so it is quick."""

import asyncio
import contextlib
import hmac
import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import structlog
import uvicorn
from redis.exceptions import RedisError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot

from storage.inbox import Inbox
from storage.scripts import connect
from tgbot.app import stop_signals, unless, when_reachable
from tgbot.config import Settings
from tgbot.intake import ALLOWED_UPDATES

log = structlog.get_logger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header
_LARGEST = 1_000_000
"""Bytes; Telegram's updates are far smaller."""


def receiver(inbox: Inbox, secret: str, path: str) -> Starlette:
    """The application: ``path`` takes updates, ``/health`` says whether they can be stored."""

    async def update(request: Request) -> Response:
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), secret.encode()):
            return Response(status_code=403)
        body = await request.body()
        number = _update_id(body)
        if number is None:
            return Response(status_code=400)
        try:
            await inbox.put([(number, body.decode())])
        except RedisError as error:
            log.warning("update not stored; Telegram will send it again", error=type(error).__name__)
            return Response(status_code=503)
        return Response()

    async def health(_request: Request) -> Response:
        try:
            await inbox.waiting()
        except RedisError:
            return Response(status_code=503)
        return Response("ok")

    return Starlette(routes=[Route(path, update, methods=["POST"]), Route("/health", health)])


def _update_id(body: bytes) -> int | None:
    if len(body) > _LARGEST:
        return None
    try:
        number = json.loads(body)["update_id"]
    except (ValueError, KeyError, TypeError):
        return None
    return number if type(number) is int else None


async def serve(settings: Settings) -> None:
    """Register the webhook and receive until told to stop."""
    assert settings.redis_url is not None
    assert settings.webhook_url is not None
    assert settings.webhook_secret is not None
    secret = settings.webhook_secret.get_secret_value()
    async with connect(settings.redis_url) as redis:
        app = receiver(Inbox(redis), secret, urlsplit(settings.webhook_url).path or "/")
        config = uvicorn.Config(
            app,
            host="0.0.0.0",  # noqa: S104 - Telegram comes from outside
            port=settings.port,
            log_config=None,
            access_log=False,
            lifespan="off",
        )
        server = _Server(config)
        with stop_signals() as stopped:
            serving = asyncio.create_task(server.serve())
            try:
                if await unless(stopped, _register(settings, secret)):
                    log.info("receiving", port=settings.port)
                    await stopped.wait()
            finally:
                server.should_exit = True
                await serving


async def _register(settings: Settings, secret: str) -> None:
    """Tell Telegram where to send updates, as soon as it listens."""
    assert settings.bot_token is not None
    bot = Bot(settings.bot_token.get_secret_value(), base_url=f"{settings.telegram_api_url}/bot")
    await when_reachable(bot.initialize)
    await when_reachable(
        lambda: bot.set_webhook(
            settings.webhook_url or "",
            secret_token=secret,
            allowed_updates=ALLOWED_UPDATES,
            drop_pending_updates=False,
        )
    )
    await bot.shutdown()


class _Server(uvicorn.Server):
    """Leaves the process's signals to us."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
