"""The HTTP side of the emulator: the Bot API for the bot, /world for tests and the page."""

import asyncio
import contextlib
import json
import logging
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tgbot.emulator.control import Control
from tgbot.emulator.delivery import Polling, Pushing
from tgbot.emulator.errors import ApiError, too_many_requests
from tgbot.emulator.faults import Fault
from tgbot.emulator.methods import call
from tgbot.emulator.methods.base import Upload
from tgbot.emulator.world import World

REASONS = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 500: "Internal Server Error", 502: "Bad Gateway"}
log = logging.getLogger(__name__)


class Emulator:
    """A Bot API server for one world.

    Within a running loop ``await start()`` and ``await stop()`` (or ``async with``); from a thread without one ``with
    emulator.in_thread():``. ``url`` is the root for the bot; ``port`` 0 takes a free port, which ``port`` then tells.
    ``webhook_retry`` is the pause in seconds before a failed delivery is tried again.
    """

    def __init__(self, world: World, port: int = 0, *, host: str = "127.0.0.1", webhook_retry: float = 0.05) -> None:
        self.world = world
        self.host = host
        self.port = port
        self._polling = Polling(world)
        self._pushing = Pushing(world, webhook_retry)
        self._control = Control(world)
        self._running = contextlib.AsyncExitStack()

    @property
    def url(self) -> str:
        """The Bot API's root, without a slash at its end."""
        return f"http://{self.host}:{self.port}"

    def app(self) -> Starlette:
        """The ASGI application."""
        routes = [
            Route("/bot{token}/{method}", self._api, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", self._file),
            *self._control.routes(),
        ]
        return Starlette(routes=routes)

    async def start(self) -> None:
        """Listen; on return the port is open."""
        self._polling.closing = self._control.closing = False
        self.port = await self._running.enter_async_context(serve(self.app(), self.host, self.port))
        pushing = asyncio.create_task(self._pushing.run())
        self._running.push_async_callback(_end, pushing)

    async def stop(self) -> None:
        """Stop listening; polls that wait end with nothing."""
        self._polling.closing = self._control.closing = True
        self.world.signal.fire()
        await self._running.aclose()

    async def __aenter__(self) -> "Emulator":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @contextlib.contextmanager
    def in_thread(self) -> Iterator["Emulator"]:
        """Serve from a thread of its own, for tests and programs without a loop."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self.start(), loop).result()
            yield self
        finally:
            asyncio.run_coroutine_threadsafe(self.stop(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    # -- the Bot API ---------------------------------------------------------------------------------------------

    async def _api(self, request: Request) -> Response:
        name = request.path_params["method"]
        if request.path_params["token"] != self.world.state.token:
            return _refused(ApiError(401, "Unauthorized"))
        chat_id = None
        try:
            fields = await _fields(request)
            chat_id = _chat_number(fields)
            response = await self._answer(request, name, fields, self.world.faults.next(name, chat_id))
        except ApiError as error:
            response = _refused(error)
        except Exception:
            log.exception("emulator_failed in %s", name)
            response = _refused(ApiError(500, "Internal Server Error"))
        self.world.record_call(name, chat_id, response.status_code)
        return response

    async def _answer(self, request: Request, name: str, fields: dict[str, Any], fault: Fault | None) -> Response:
        if fault is not None:
            return await self._with_fault(request, name, fields, fault)
        return _ok(await self._perform(name, fields))

    async def _perform(self, name: str, fields: dict[str, Any]) -> Any:
        if name.lower() == "getupdates":
            return await self._polling.get_updates(fields)
        return call(self.world, name, fields)

    async def _with_fault(self, request: Request, name: str, fields: dict[str, Any], fault: Fault) -> Response:
        await asyncio.sleep(fault.delay)
        fails = fault.drop or fault.hang or fault.error is not None
        result = await self._perform(name, fields) if fault.stored or not fails else None
        if fault.hang:
            await _until_gone(request)
        if fault.drop or fault.hang:
            return _Cut()
        if fault.error == 429:
            raise too_many_requests(fault.retry_after or 1)
        if fault.error is not None:
            raise ApiError(fault.error, fault.description or REASONS.get(fault.error, "Internal Server Error"))
        return _ok(result)

    async def _file(self, request: Request) -> Response:
        file = self.world.state.files.get(request.path_params["path"].rpartition("/")[2])
        if request.path_params["token"] != self.world.state.token or file is None:
            return _refused(ApiError(404, "Not Found"))
        return Response(file.content, media_type="application/octet-stream")


@contextlib.asynccontextmanager
async def serve(app: Starlette, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[int]:
    """Serve an application inside the running loop; the port, which is open at once.

    Only uvicorn's start is used: its main loop would take the signals of the process that embeds it, and its way of
    stopping waits for tenths of a second that a thousand tests would pay.
    """
    listener = _listen(host, port)
    config = uvicorn.Config(app, log_level="critical", access_log=False, lifespan="off")
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=[listener])
    try:
        yield listener.getsockname()[1]
    finally:
        await _shut(server)


def _listen(host: str, port: int) -> socket.socket:
    # asyncio sends small packets at once only on sockets that name their protocol; else each answer takes 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


async def _shut(server: uvicorn.Server) -> None:
    """Take no more connections, let requests under way finish within a second, and close."""
    for listening in server.servers:
        listening.close()
    tasks = set(server.server_state.tasks)
    for connection in list(server.server_state.connections):
        connection.shutdown()
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=1)
        for task in late:
            task.cancel()
    await asyncio.sleep(0)  # transports close in the loop's next round


class _Cut(Response):
    """Begins an answer and breaks off, so that the client sees the connection drop; recorded as 499."""

    def __init__(self) -> None:
        super().__init__(status_code=499)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _fields(request: Request) -> dict[str, Any]:
    """Parameters from the address, a form, JSON or multipart, the way the real server takes all of them."""
    fields: dict[str, Any] = dict(request.query_params)
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind == "application/json":
        try:
            body = json.loads(await request.body() or b"{}")
        except ValueError:
            raise ApiError(400, "Bad Request: can't parse JSON object") from None
        return fields | (body if isinstance(body, dict) else {})
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        async with request.form(max_part_size=50 * 1024 * 1024) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    fields[name] = Upload(value.filename or name, await value.read())
                else:
                    fields[name] = value
    return fields


def _chat_number(fields: dict[str, Any]) -> int | None:
    try:
        return int(fields["chat_id"])
    except (KeyError, TypeError, ValueError):
        return None


def _ok(result: Any) -> Response:
    return JSONResponse({"ok": True, "result": result})


def _refused(error: ApiError) -> Response:
    body: dict[str, Any] = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return JSONResponse(body, status_code=error.code)
