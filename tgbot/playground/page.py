"""The web page: static files, and the emulator's control interface beside them under /world."""

import asyncio
import contextlib
import errno
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tgbot.emulator import World
from tgbot.emulator.control import Control
from tgbot.emulator.server import serve

STATIC = Path(__file__).parent / "static"
HOST = "127.0.0.1"
USUAL_PORT = 8000
PORTS_TRIED = 20
HEADERS = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",  # so that a reload after an upgrade shows the new page
}


def page_app(control: Control) -> Starlette:
    """The application behind the page. It answers only to this machine's own names, whatever a DNS server claims."""
    return Starlette(
        routes=[*control.routes(), Mount("/", StaticFiles(directory=STATIC, html=True))],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"]),
            Middleware(_Headers),
        ],
    )


@contextlib.asynccontextmanager
async def serve_page(world: World, port: int | None = None) -> AsyncIterator[str]:
    """Serve the page of a world; its address.

    ``port`` None takes 8000 or the next free one, 0 any free one. Raises OSError if the given port is taken.
    """
    control = Control(world)
    async with contextlib.AsyncExitStack() as stack:
        taken = await _serve_on_free_port(stack, page_app(control), port)
        try:
            yield f"http://{HOST}:{taken}/"
        finally:
            control.closing = True
            world.signal.fire()  # pages that wait for changes are let go
            await asyncio.sleep(0)


async def _serve_on_free_port(stack: contextlib.AsyncExitStack, app: Starlette, port: int | None) -> int:
    for candidate in [*range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)] if port is None else []:
        try:
            return await stack.enter_async_context(serve(app, HOST, candidate))
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    return await stack.enter_async_context(serve(app, HOST, port or 0))


class _Headers:
    """Adds the same headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)
