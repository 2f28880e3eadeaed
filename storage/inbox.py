"""Updates that have been received and are still to be handled: a Redis stream that outlives every process.

Whoever receives an update (long polling or the webhook) puts it here before telling Telegram that it has it. Workers
take updates, handle them and call them done; what a worker had taken when it died goes to the others.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from storage import keys
from storage.scripts import Script

_GROUP = "workers"

# Stores each update whose id was not seen before. Ids are compared for equality only: Telegram lets them jump.
# KEYS: 1 stream; ARGV: 1 seconds to remember, 2 prefix of the marks, then id and body of each
_PUT = """
local fresh = 0
for i = 3, #ARGV, 2 do
  if redis.call('SET', ARGV[2] .. ARGV[i], 1, 'NX', 'EX', ARGV[1]) then
    redis.call('XADD', KEYS[1], '*', 'update', ARGV[i + 1])
    fresh = fresh + 1
  end
end
return fresh
"""


class Inbox:
    """The stream of updates, as one worker sees it. ``lease_ms``: how long a silent worker counts as alive."""

    def __init__(self, redis: Redis, lease_ms: int = keys.LEASE_MS) -> None:
        self._redis = redis
        self.lease_ms = lease_ms
        self._put = Script(redis, _PUT)
        self.worker = secrets.token_hex(8)

    async def put(self, updates: Sequence[tuple[int, str]]) -> int:
        """Store updates (id and JSON) in order; return how many were new. On return Telegram may be told."""
        if not updates:
            return 0
        flat: list[str | int] = [part for update in updates for part in update]
        return int(await self._put([keys.UPDATES], keys.SEEN_TTL, keys.UPDATES_SEEN, *flat))

    async def join(self) -> None:
        """Make the group of workers if it is not there; call once before taking."""
        try:
            await self._redis.xgroup_create(keys.UPDATES, _GROUP, id="0", mkstream=True)
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise

    async def alive(self) -> None:
        """Tell the others that this worker lives, and keep its right to fetch; call a few times per lease."""
        await self._redis.set(keys.worker(self.worker), 1, px=self.lease_ms)
        if await self._redis.get(keys.POLLER) == self.worker:
            await self._redis.pexpire(keys.POLLER, self.lease_ms)

    async def take(self, count: int, block_ms: int) -> list[tuple[str, str]]:
        """Take up to ``count`` new updates (entry and JSON), waiting for the first at most ``block_ms``."""
        return _entries(
            await self._redis.xreadgroup(_GROUP, self.worker, {keys.UPDATES: ">"}, count=count, block=block_ms)
        )

    async def mine(self) -> list[tuple[str, str]]:
        """What this worker has taken and not called done, oldest first."""
        return _entries(await self._redis.xreadgroup(_GROUP, self.worker, {keys.UPDATES: "0"}))

    async def inherit(self) -> list[tuple[str, str]]:
        """Take over what workers that have died left undone, oldest first."""
        inherited: list[tuple[str, str]] = []
        for row in await self._redis.xinfo_consumers(keys.UPDATES, _GROUP):
            name = str(row["name"])
            if name == self.worker or await self._redis.exists(keys.worker(name)):
                continue
            inherited += await self._claim(name)
            await self._forget(name)
        return sorted(inherited, key=lambda entry: tuple(map(int, entry[0].split("-"))))

    async def _claim(self, name: str) -> list[tuple[str, str]]:
        claimed: list[tuple[str, str]] = []
        while pending := await self._redis.xpending_range(keys.UPDATES, _GROUP, "-", "+", 100, consumername=name):
            ids: list[Any] = [row["message_id"] for row in pending]
            taken: Any = await self._redis.xclaim(keys.UPDATES, _GROUP, self.worker, 0, ids)
            claimed += [(str(entry), fields["update"]) for entry, fields in taken if fields]
        return claimed

    async def _forget(self, name: str) -> None:
        """Remove a worker that has nothing left; one with updates stays, so that none is lost."""
        if not await self._redis.xpending_range(keys.UPDATES, _GROUP, "-", "+", 1, consumername=name):
            await self._redis.xgroup_delconsumer(keys.UPDATES, _GROUP, name)

    async def done(self, entry: str) -> None:
        """The update is handled; forget it."""
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.xack(keys.UPDATES, _GROUP, entry)
            pipe.xdel(keys.UPDATES, entry)
            await pipe.execute()

    async def waiting(self) -> int:
        """How many updates are not done yet."""
        return int(await self._redis.xlen(keys.UPDATES))

    async def may_poll(self) -> bool:
        """Whether this process is the one that fetches updates; Telegram allows one. Keeps the right for a lease."""
        if await self._redis.set(keys.POLLER, self.worker, nx=True, px=self.lease_ms):
            return True
        if await self._redis.get(keys.POLLER) != self.worker:
            return False
        return bool(await self._redis.pexpire(keys.POLLER, self.lease_ms))

    async def leave(self) -> None:
        """Give up the right to fetch and this worker's sign of life: others may take over at once."""
        if await self._redis.get(keys.POLLER) == self.worker:
            await self._redis.delete(keys.POLLER)
        await self._redis.delete(keys.worker(self.worker))


def _entries(found: Any) -> list[tuple[str, str]]:
    """The entries of one stream, in the form of either protocol version; entries that were removed are left out."""
    batches = found.values() if isinstance(found, dict) else [entries for _, entries in found or []]
    return [(str(entry), fields["update"]) for entries in batches for entry, fields in _flat(entries) if fields]


def _flat(entries: Any) -> list[Any]:
    """Under RESP3 a stream's entries come wrapped in one more list."""
    wrapped = bool(entries) and bool(entries[0]) and isinstance(entries[0][0], list | tuple)
    return list(entries[0]) if wrapped else list(entries)
