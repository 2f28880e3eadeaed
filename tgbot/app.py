"""Puts the bot together and runs it: everything in one process (`poll`), or receiver and worker apart."""

import argparse
import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from redis.asyncio import Redis
from telegram.error import BadRequest, InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, ExtBot, TypeHandler
from telegram.request import HTTPXRequest

from storage import keys
from storage.bindings import Bindings
from storage.clock import Clock, SystemClock
from storage.deadlines import SHORT_OUTAGE, Deadlines
from storage.embedded import EmbeddedError, EmbeddedRedis, default_data_dir
from storage.inbox import Inbox
from storage.limits import Limits
from storage.outbox import Outbox
from storage.people import People
from storage.scripts import connect
from storage.tables import Tables
from tgbot import clock as deadline_clock
from tgbot import menus
from tgbot.config import Settings, load_settings
from tgbot.intake import Feeder, InOrder, Received, Receiver, fetch
from tgbot.log import configure_logging
from tgbot.mishaps import Mishaps
from tgbot.router import handle
from tgbot.saloon import Saloon, new_seed
from tgbot.sender import GATHER, Sender
from tgbot.tasks import end

log = structlog.get_logger(__name__)

AnyApplication = Application[Any, Any, Any, Any, Any, Any]
_CONNECTIONS = 64
_CONNECT_RETRY = 5.0


class AppError(Exception):
    """The bot cannot run; the message says what to do."""


@dataclass
class App:
    """One process of the bot. ``async with`` runs it."""

    token: str
    redis_url: str
    api_url: str = "https://api.telegram.org"
    clock: Clock | None = None
    gather: float = GATHER
    lease_ms: int = keys.LEASE_MS
    short_outage: float = SHORT_OUTAGE
    polls: bool = True
    """Whether it fetches updates itself; else `bang web` stores them."""
    seed: Callable[[], str] = new_seed
    """Where the chance of each new game comes from."""

    async def __aenter__(self) -> "App":
        """Connect and start all tasks."""
        self._stack = contextlib.AsyncExitStack()
        try:
            await self._start(self._stack)
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop fetching, finish what is under way, stop sending."""
        await self._stack.aclose()

    async def _start(self, stack: contextlib.AsyncExitStack) -> None:
        clock = self.clock or SystemClock()
        redis = await stack.enter_async_context(connect(self.redis_url))
        application = application_for(self.token, self.api_url)
        bot = application.bot
        await when_reachable(application.initialize)
        stack.push_async_callback(application.shutdown)

        self.saloon = saloon_for(bot, redis, clock, self.seed)
        self.inbox = Inbox(redis, self.lease_ms)
        outbox = Outbox(redis, clock, self.lease_ms)
        deadlines = Deadlines(redis, clock, self.short_outage)
        mishaps = Mishaps(self.saloon, deadlines)
        sender = Sender(bot, outbox, self.saloon.limits, self.saloon.bindings, clock, mishaps, self.gather)
        await stack.enter_async_context(sender)

        feeder = Feeder(bot, self.inbox, application.update_queue.put)
        _handle_with(application, self.saloon, feeder)
        await application.start()
        stack.push_async_callback(self.inbox.leave)
        stack.push_async_callback(application.stop)
        await stack.enter_async_context(background(feeder.run()))
        await stack.enter_async_context(background(deadline_clock.run(self.saloon, deadlines)))
        await stack.enter_async_context(background(menus.register(bot)))
        if self.polls:
            await when_reachable(lambda: bot.delete_webhook(drop_pending_updates=False))
            await stack.enter_async_context(background(fetch(bot, self.inbox)))


def application_for(token: str, api_url: str) -> AnyApplication:
    """The library's application as we use it: no job queue, no persistence, no limiter of its own."""
    request = HTTPXRequest(connection_pool_size=_CONNECTIONS, pool_timeout=10.0)
    bot = Receiver(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=request,
        get_updates_request=HTTPXRequest(connection_pool_size=2),
    )
    return ApplicationBuilder().bot(bot).updater(None).job_queue(None).concurrent_updates(InOrder()).build()


def saloon_for(bot: "ExtBot[None]", redis: Redis, clock: Clock, seed: Callable[[], str]) -> Saloon:
    """What handlers work with."""
    tables = Tables(redis, clock)
    return Saloon(bot, tables, People(redis), Bindings(redis, tables), clock, Limits(redis, clock), new_seed=seed)


def _handle_with(application: AnyApplication, saloon: Saloon, feeder: Feeder) -> None:
    async def on_received(received: Received, _context: ContextTypes.DEFAULT_TYPE) -> None:
        handled = False
        try:
            handled = await handle(saloon, received.intent, received.answer)
        finally:
            await feeder.done(received, handled=handled)

    application.add_handler(TypeHandler(Received, on_received))


async def when_reachable(call: Callable[[], Awaitable[object]]) -> None:
    """Call until Telegram answers. Raises AppError for a token that it does not know, or if it refuses."""
    while True:
        try:
            await call()
        except InvalidToken:
            raise AppError("Telegram does not know BOT_TOKEN: copy it anew from @BotFather.") from None
        except BadRequest as error:
            raise AppError(f"Telegram refuses: {error.message}") from None
        except TelegramError as error:
            log.warning("Telegram does not answer", error=type(error).__name__)
            await asyncio.sleep(_CONNECT_RETRY)
        else:
            return


@contextlib.asynccontextmanager
async def background(work: Awaitable[None]) -> AsyncIterator[None]:
    """Run beside the block; cancelled at its end."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_complain)
    try:
        yield
    finally:
        await end([task])


def _complain(task: "asyncio.Future[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("background task ended", exc_info=error)
        signal.raise_signal(signal.SIGTERM)  # half a bot helps nobody: let the supervisor start a whole one


# The commands


def poll(_args: argparse.Namespace) -> int:
    """``bang poll``: fetch, handle and send, all in one process."""
    settings = load_settings(["bot_token"])
    return _run(settings, polls=True)


def worker(_args: argparse.Namespace) -> int:
    """``bang worker``: all but receiving, beside ``bang web``."""
    settings = load_settings(["bot_token", "redis_url"])
    return _run(settings, polls=False)


def web(_args: argparse.Namespace) -> int:
    """``bang web``: receive updates by webhook."""
    from tgbot.webhook import serve

    settings = load_settings(["bot_token", "redis_url", "webhook_url", "webhook_secret"])
    configure_logging(settings.log_level)
    return _until_error(serve(settings))


def _run(settings: Settings, *, polls: bool) -> int:
    configure_logging(settings.log_level)
    assert settings.bot_token is not None
    token = settings.bot_token.get_secret_value()
    try:
        with _store(settings) as redis_url:
            return _until_error(_until_stopped(App(token, redis_url, settings.telegram_api_url, polls=polls)))
    except EmbeddedError as error:
        log.critical("no store", reason=str(error))
        return 1


@contextlib.contextmanager
def _store(settings: Settings) -> Iterator[str]:
    if settings.redis_url is not None:
        yield settings.redis_url
        return
    with EmbeddedRedis(default_data_dir() / "poll") as server:
        yield server.url


def _until_error(running: Awaitable[None]) -> int:
    async def run() -> None:
        await running

    try:
        asyncio.run(run())
    except AppError as error:
        log.critical("cannot run", reason=str(error))
        return 1
    return 0


async def _until_stopped(app: App) -> None:
    with stop_signals() as stopped:
        if await unless(stopped, app.__aenter__()):
            log.info("running", polls=app.polls)
            await stopped.wait()
            log.info("stopping")
            await app.__aexit__()


async def unless(stopped: asyncio.Event, work: Awaitable[object]) -> bool:
    """Do the work unless it is to stop before it is done; whether it was done."""
    doing, stopping = asyncio.ensure_future(work), asyncio.ensure_future(stopped.wait())
    await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if doing.done():
        doing.result()
        return True
    await end([doing])
    return False


@contextlib.contextmanager
def stop_signals(numbers: Sequence[int] = (signal.SIGINT, signal.SIGTERM)) -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set, in place of what they do otherwise."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in numbers:
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
