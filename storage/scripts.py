"""The client of Redis as this package uses it, and the Lua scripts that run there."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis


def connect(url: str) -> Redis:
    """Return a client for the server at ``url``; nothing is sent yet."""
    return Redis.from_url(url, decode_responses=True, health_check_interval=30)


class Script:
    """A Lua script, loaded from this package or given as text, bound to a client."""

    def __init__(self, redis: Redis, text: str) -> None:
        if text.endswith(".lua"):
            text = (files("storage") / text).read_text("utf-8")
        self._call = redis.register_script(text)

    async def __call__(self, keys: Sequence[str], *args: str | int | float) -> Any:
        """Run the script. All keys must carry one hash tag."""
        return await self._call(keys=keys, args=args)
