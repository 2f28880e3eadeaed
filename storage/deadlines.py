"""Deadlines of all tables, acted on once, and never while the bot was away.

They are set and removed by a table's commit. Whoever acts on one passes it as ``fired`` to the commit that does: the
commit is refused if the deadline is no longer in force, so any number of workers may look at the same ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

from storage import keys
from storage.clock import Clock
from storage.keys import ShardKeys, TableKeys
from storage.scripts import Script

ALL_SHARDS = range(keys.SHARDS)

SHORT_OUTAGE = 5.0
"""Seconds without a sign of life that are no outage yet: workers say every second that they run."""

# KEYS: 1 due; ARGV: 1 member, 2 the time it was due, 3 the new time
_POSTPONE = """
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) ~= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
"""

# KEYS: 1 due, 2 table; ARGV: 1 member, 2 the time it was due, 3 name
_DROP = """
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) ~= tonumber(ARGV[2]) then return 0 end
redis.call('HDEL', KEYS[2], 'd:' .. ARGV[3])
return redis.call('ZREM', KEYS[1], ARGV[1])
"""

# A shard remembers up to when it has been credited, so that a second worker, or the same one after a crash, adds
# nothing twice and goes on with the shards that are left.
# KEYS: 1 due, 2 credited; ARGV: 1 began, 2 ended
_CREDIT = """
local credited = tonumber(redis.call('GET', KEYS[2]) or '0')
local began, ended = math.max(tonumber(ARGV[1]), credited), tonumber(ARGV[2])
if ended <= began then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
local members = redis.call('ZRANGE', KEYS[1], 0, -1)
for _, member in ipairs(members) do
  redis.call('ZINCRBY', KEYS[1], string.format('%.6f', ended - began), member)
end
return #members
"""


@dataclass(frozen=True, slots=True)
class Due:
    """A deadline that has come."""

    table_id: str
    name: str
    due: float

    @property
    def fired(self) -> tuple[str, float]:
        """What the commit that acts on it passes as ``fired``."""
        return self.name, self.due

    @property
    def member(self) -> str:
        """Its name in the shard's sorted set."""
        return f"{self.table_id}|{self.name}"


class Deadlines:
    """The deadlines that have come, and the credit for time in which nobody could keep one.

    ``short_outage``: seconds without a sign of life that are no outage yet.
    """

    def __init__(self, redis: Redis, clock: Clock, short_outage: float = SHORT_OUTAGE) -> None:
        self._redis = redis
        self._clock = clock
        self._short_outage = short_outage
        self._postpone = Script(redis, _POSTPONE)
        self._drop = Script(redis, _DROP)
        self._credit = Script(redis, _CREDIT)

    async def due(self, now: float, limit: int = 100, shards: Iterable[int] = ALL_SHARDS) -> list[Due]:
        """Return the deadlines that have come, the longest overdue first.

        Args:
            now: Unix seconds.
            limit: how many at most.
            shards: where to look; workers that share the work look at different ones.
        """
        async with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.zrangebyscore(ShardKeys(shard).due, "-inf", repr(now), start=0, num=limit, withscores=True)
            found: list[Any] = await pipe.execute()
        come = [_due(str(member), due) for shard_found in found for member, due in shard_found]
        return sorted(come, key=lambda item: item.due)[:limit]

    async def next(self, shards: Iterable[int] = ALL_SHARDS) -> float | None:
        """Return when the next deadline comes, in Unix seconds; None if there is none."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.zrange(ShardKeys(shard).due, 0, 0, withscores=True)
            found: list[Any] = await pipe.execute()
        return min((float(first[0][1]) for first in found if first), default=None)

    async def postpone(self, item: Due, until: float) -> None:
        """Look at it again later, for a table that can't be acted on now. Nothing happens if it has changed."""
        shard = ShardKeys(keys.shard_of(item.table_id))
        await self._postpone([shard.due], item.member, repr(item.due), repr(until))

    async def drop(self, item: Due) -> None:
        """Remove a deadline whose table is gone. Nothing happens if it has changed."""
        own = TableKeys(item.table_id)
        await self._drop([ShardKeys(own.shard).due, own.table], item.member, repr(item.due), item.name)

    async def shift_all(self, began: float, ended: float) -> int:
        """Move all deadlines of all tables by an outage (Unix seconds), however many workers report it.

        Returns:
            how many were moved by this call.
        """
        moved = 0
        for shard in ALL_SHARDS:
            names = ShardKeys(shard)
            moved += int(await self._credit([names.due, names.credited], repr(began), repr(ended)))
        return moved

    async def beat(self) -> float:
        """Say that the bot runs, and if nobody has said so for a while, first credit everybody with that time.

        Each worker calls it about once a second, always before it asks what is due: after a restart, a suspended
        machine or a leap of the clock nobody is called overdue for time in which the bot was not there.

        Returns:
            the seconds of the outage; 0.0 if there was none.
        """
        now = self._clock.now()
        last = float(await self._redis.get(keys.ALIVE) or now)
        outage = now - last if now - last >= self._short_outage else 0.0
        if outage:
            await self.shift_all(last, now)
        await self._redis.set(keys.ALIVE, repr(now))
        return outage


def _due(member: str, due: float) -> Due:
    table_id, name = member.split("|", 1)
    return Due(table_id, name, float(due))
