"""/world over HTTP: the same actions and screens as :class:`World`, for tests in other processes and for the page."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from pydantic import TypeAdapter, ValidationError, validate_call
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tgbot.emulator.errors import ActionError
from tgbot.emulator.world import World

ACTIONS = (
    "add_user",
    "add_group",
    "jump_update_ids",
    "say",
    "start",
    "tap",
    "press",
    "edit",
    "delete",
    "react",
    "vote",
    "open_link",
    "join",
    "leave",
    "kick",
    "add_bot",
    "promote",
    "demote",
    "mute",
    "block",
    "unblock",
    "rename",
    "migrate",
    "delete_group",
    "create_topic",
    "close_topic",
    "reopen_topic",
    "delete_topic",
    "screen",
    "alerts",
    "seen",
    "unanswered",
    "calls",
    "menu",
    "users",
    "chats_of",
    "summary",
)
KEEP_ALIVE = 15.0
ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)


class Control:
    """POST /world/<action> with a JSON object of the arguments; the result comes as JSON, a refusal as 400."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.closing = False

    def routes(self) -> list[Route]:
        """All routes under /world."""
        return [
            Route("/world/changes", self._changes),
            Route("/world/dump", self._dump),
            Route("/world/faults", self._add_fault, methods=["POST"]),
            Route("/world/faults", self._clear_faults, methods=["DELETE"]),
            Route("/world/limits", self._limits, methods=["POST"]),
            Route("/world/files/{file_id}", self._file),
            Route("/world/{action}", self._act, methods=["POST"]),
        ]

    async def _act(self, request: Request) -> Response:
        action = request.path_params["action"]
        if action not in ACTIONS:
            return _error(404, f"there is no action {action!r}; there are {', '.join(ACTIONS)}")
        return await self._run(request, getattr(self.world, action))

    async def _run(self, request: Request, function: Any) -> Response:
        # A browser sends this content type across origins only after asking, and nobody here says yes.
        if not request.headers.get("content-type", "").startswith("application/json"):
            return _error(415, "send the arguments as application/json")
        try:
            arguments = TypeAdapter(dict[str, Any]).validate_json(await request.body() or b"{}")
            result = validate_call(function)(**arguments)
        except ActionError as error:
            return _error(400, str(error))
        except ValidationError as error:
            return _error(400, "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()))
        return JSONResponse(ANYTHING.dump_python(result, mode="json"))

    async def _add_fault(self, request: Request) -> Response:
        return await self._run(request, self.world.faults.add)

    async def _clear_faults(self, _: Request) -> Response:
        self.world.faults.clear()
        return JSONResponse(None)

    async def _limits(self, request: Request) -> Response:
        return await self._run(request, self._set_limits)

    def _set_limits(self, enabled: bool) -> None:
        self.world.limits.enabled = enabled

    async def _dump(self, _: Request) -> Response:
        return Response(self.world.dump(), media_type="application/json")

    async def _file(self, request: Request) -> Response:
        file = self.world.state.files.get(request.path_params["file_id"])
        return _error(404, "there is no such file") if file is None else Response(file.content)

    async def _changes(self, request: Request) -> Response:
        since = request.headers.get("last-event-id") or request.query_params.get("since", "0")
        if not since.isdigit():
            return _error(400, "since: the number of a change")
        return StreamingResponse(self._feed(int(since)), media_type="text/event-stream")

    async def _feed(self, since: int) -> AsyncIterator[str]:
        yield ": connected\n\n"
        while not self.closing:
            await self.world.signal.wait_for(lambda: self.closing or self.world.state.seq > since, KEEP_ALIVE)  # noqa: B023
            changes = self.world.changes(since)
            for change in changes:
                yield f"id: {change.seq}\ndata: {change.model_dump_json(exclude_none=True)}\n\n"
            since = changes[-1].seq if changes else since
            if not changes:
                yield ": still here\n\n"
            await asyncio.sleep(0)


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status_code=status)
