"""The outbox: what is still to be sent, worked off by whichever worker holds a shard's lease.

Sends are not idempotent at Telegram, so a row is marked before it is sent and removed after. A row that was marked when
its worker died comes back with ``maybe_sent`` set: at least once, and the sender knows when it may be twice.
"""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import structlog
from pydantic import BaseModel, ValidationError
from redis.asyncio import Redis

from storage import keys
from storage.clock import Clock
from storage.errors import LeaseLost
from storage.keys import ShardKeys, TableKeys
from storage.scripts import Script
from storage.shapes import Outgoing

log = structlog.get_logger(__name__)

_BATCH = 200

_RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""

_RELEASE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
"""

# Renews the lease too: the request that follows must end before the lease does.
_MARK = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
return 1
"""

# KEYS: 1 lease, 2 outbox, 3 sending, 4 held, 5 slots, 6 table
# ARGV: 1 token, 2 {rows, shown = {slot: JSON or false}, follow = {fields...}}
_DONE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local plan = cjson.decode(ARGV[2])
for _, id in ipairs(plan.rows) do
  redis.call('XDEL', KEYS[2], id)
  redis.call('HDEL', KEYS[3], id)
  redis.call('HDEL', KEYS[4], id)
end
for slot, shown in pairs(plan.shown) do
  if shown then redis.call('HSET', KEYS[5], slot, shown) else redis.call('HDEL', KEYS[5], slot) end
end
local ttl = redis.call('TTL', KEYS[6])
if ttl > 0 then redis.call('EXPIRE', KEYS[5], ttl) end
for _, fields in ipairs(plan.follow) do redis.call('XADD', KEYS[2], '*', unpack(fields)) end
return 1
"""

_REQUEUE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[2])
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
return 1
"""

# A row that was due later joins the outbox, unless its slot has had another row since or somebody else moved it.
# KEYS: 1 later, 2 outbox, 3 newest; ARGV: 1 member, 2 table, 3 seq, 4 slot, 5 body, 6 at
_PROMOTE = """
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
local newest = redis.call('HGET', KEYS[3], ARGV[4])
if newest and tonumber(newest) > tonumber(ARGV[3]) then return 0 end
redis.call('XADD', KEYS[2], '*', 'table', ARGV[2], 'seq', ARGV[3], 'at', ARGV[6], 'body', ARGV[5])
return 1
"""


class Shown(BaseModel):
    """The Telegram message that shows a slot at the moment."""

    chat_id: int
    message_id: int
    text: str = ""
    """Digest of the text shown."""
    keyboard: str = ""
    """Digest of the keyboard shown; empty if there is none."""
    photo: str | None = None


Action = Literal["new", "edit", "strip", "delete", "pin"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of an outbox."""

    id: str
    table_id: str
    seq: int
    at: float
    """When it was committed, in Unix seconds."""
    message: Outgoing
    action: Action
    message_id: int | None = None
    """The message that a follow-up (the end of a former message, a pin) is about; else the slot says which."""
    maybe_sent: bool = False
    """A worker died, or an answer got lost, while this was on its way."""
    not_before: float = 0.0


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Something to be done to a message after the row that led to it: strip or delete the former one, pin the new."""

    action: Action
    chat_id: int
    slot: str
    message_id: int
    priority: int = 8


class Lease:
    """The right to send one shard's outbox, until it is lost. Not for use by two tasks at once on one row."""

    def __init__(self, outbox: "Outbox", shard: int, token: str) -> None:
        self._outbox = outbox
        self._token = token
        self.shard = shard
        self._cursor = "-"
        self._marked: dict[str, str] | None = None
        self._held: dict[str, str] = {}
        self._slots: dict[str, dict[str, Shown]] = {}
        self.next_due: float | None = None
        """When the next row that is due later must be read."""
        self.has_more = False
        """Follow-ups were added since the last read."""

    @property
    def seconds(self) -> float:
        """How long it lasts from its last renewal or mark."""
        return self._outbox.lease_ms / 1000

    async def renew(self) -> None:
        """Keep the lease for another period.

        Raises:
            LeaseLost: it ran out and somebody else may hold it.
        """
        self._check(await self._outbox.scripts.renew([self._keys.lease], self._token, self._outbox.lease_ms))

    async def release(self) -> None:
        """Give the shard up to whoever wants it; wakes the others."""
        await self._outbox.scripts.release([self._keys.lease], self._token, keys.WAKE, self.shard)

    async def read(self) -> list[Row]:
        """Return the rows that came since the last call, oldest first; the first call returns all that are there."""
        self.has_more = False
        await self._promote()
        if self._marked is None:
            self._marked = await self._hash(self._keys.sending)
            self._held = await self._hash(self._keys.held)
        rows: list[Row] = []
        while True:
            batch: Any = await self._outbox.redis.xrange(self._keys.outbox, min=self._cursor, count=_BATCH)
            for row_id, fields in batch:
                try:
                    rows.append(self._row(row_id, fields))
                except (ValidationError, KeyError, ValueError):
                    await self._set_aside(row_id, fields)
            if batch:
                self._cursor = f"({batch[-1][0]}"
            if len(batch) < _BATCH:
                return rows

    async def mark(self, row: Row) -> None:
        """Note that this row is about to be sent.

        Raises:
            LeaseLost: do not send it.
        """
        outbox = self._outbox
        names = [self._keys.lease, self._keys.sending]
        self._check(await outbox.scripts.mark(names, self._token, outbox.lease_ms, row.id, repr(outbox.clock.now())))

    async def done(
        self,
        rows: Sequence[Row],
        shown: Mapping[str, Shown | None] | None = None,
        follow: Iterable[FollowUp] = (),
    ) -> None:
        """Remove rows of one table that are sent or dropped; note what slots show now and what is to follow.

        Raises:
            LeaseLost: nothing was noted; the new holder gets the rows, marked ones as ``maybe_sent``.
        """
        table_id, shown = rows[0].table_id, shown or {}
        plan = {
            "rows": [row.id for row in rows],
            "shown": {slot: message.model_dump_json() if message else False for slot, message in shown.items()},
            "follow": [self._follow_up(table_id, item) for item in follow],
        }
        own = TableKeys(table_id)
        names = [self._keys.lease, self._keys.outbox, self._keys.sending, self._keys.held, own.slots, own.table]
        self._check(await self._outbox.scripts.done(names, self._token, json.dumps(plan)))
        self.has_more = self.has_more or bool(plan["follow"])
        known = await self.slots(table_id)
        for slot, message in shown.items():
            if message is None:
                known.pop(slot, None)
            else:
                known[slot] = message

    async def requeue(self, row: Row, not_before: float) -> None:
        """Keep a row that was certainly not sent for a later try.

        Raises:
            LeaseLost: nothing was noted.
        """
        names = [self._keys.lease, self._keys.sending, self._keys.held]
        self._check(await self._outbox.scripts.requeue(names, self._token, row.id, repr(not_before)))

    async def slots(self, table_id: str) -> dict[str, Shown]:
        """Return what the table's slots show. Only the holder of the lease changes it, so it is read once."""
        if table_id not in self._slots:
            self._slots[table_id] = await self._outbox.slots(table_id)
        return self._slots[table_id]

    def lost_sight(self, table_id: str, slot: str) -> None:
        """Forget the message of a slot that Telegram says is gone; the next edit is sent as a new one."""
        self._slots.get(table_id, {}).pop(slot, None)

    @property
    def _keys(self) -> ShardKeys:
        return ShardKeys(self.shard)

    def _check(self, held: int) -> None:
        if not held:
            raise LeaseLost(f"shard {self.shard} is another worker's")

    async def _set_aside(self, row_id: str, fields: dict[str, str]) -> None:
        """Keep a row that this release can't read where a person can look at it, out of the others' way."""
        async with self._outbox.redis.pipeline(transaction=True) as pipe:
            pipe.hset(self._keys.unreadable, row_id, json.dumps(fields))
            pipe.xdel(self._keys.outbox, row_id)
            await pipe.execute()
        log.error("outbox row set aside", shard=self.shard, row=row_id, table=fields.get("table"))

    async def _hash(self, name: str) -> dict[str, str]:
        return {str(key): str(value) for key, value in (await self._outbox.redis.hgetall(name)).items()}

    async def _promote(self) -> None:
        """Move the rows whose time has come to the outbox, and note when the next one's comes."""
        outbox, now = self._outbox, self._outbox.clock.now()
        later: Any = await outbox.redis.zrange(self._keys.later, 0, _BATCH, withscores=True)
        for member, due in later:
            self.next_due = due
            if due > now:
                return
            row = json.loads(member)
            names = [self._keys.later, self._keys.outbox, TableKeys(row["table"]).newest]
            await outbox.scripts.promote(names, member, row["table"], row["seq"], row["slot"], row["body"], repr(now))
        if len(later) <= _BATCH:
            self.next_due = None

    def _row(self, row_id: str, fields: dict[str, str]) -> Row:
        message = Outgoing.model_validate_json(fields["body"])
        return Row(
            id=row_id,
            table_id=fields["table"],
            seq=int(fields["seq"]),
            at=float(fields["at"]),
            message=message,
            action=cast("Action", fields.get("action", message.mode)),
            message_id=int(fields["message"]) if "message" in fields else None,
            maybe_sent=row_id in (self._marked or {}),
            not_before=float(self._held.get(row_id, 0.0)),
        )

    def _follow_up(self, table_id: str, item: FollowUp) -> list[str]:
        message = Outgoing(chat_id=item.chat_id, slot=item.slot, priority=item.priority)
        fields = {
            "table": table_id,
            "seq": "0",
            "at": repr(self._outbox.clock.now()),
            "body": message.model_dump_json(),
            "action": item.action,
            "message": str(item.message_id),
        }
        return [part for pair in fields.items() for part in pair]


class _Scripts:
    def __init__(self, redis: Redis) -> None:
        self.renew = Script(redis, _RENEW)
        self.release = Script(redis, _RELEASE)
        self.mark = Script(redis, _MARK)
        self.done = Script(redis, _DONE)
        self.requeue = Script(redis, _REQUEUE)
        self.promote = Script(redis, _PROMOTE)


class Outbox:
    """All shards' outboxes, as one worker sees them."""

    def __init__(self, redis: Redis, clock: Clock, lease_ms: int = keys.LEASE_MS) -> None:
        self.redis = redis
        self.clock = clock
        self.lease_ms = lease_ms
        self.scripts = _Scripts(redis)

    async def lease(self, shard: int) -> Lease | None:
        """Take a shard that nobody holds; None if somebody does."""
        token = secrets.token_hex(8)
        taken = await self.redis.set(ShardKeys(shard).lease, token, nx=True, px=self.lease_ms)
        return Lease(self, shard, token) if taken else None

    async def slots(self, table_id: str) -> dict[str, Shown]:
        """Return which Telegram message shows each slot of a table."""
        stored = await self.redis.hgetall(TableKeys(table_id).slots)
        return {str(slot): Shown.model_validate_json(message) for slot, message in stored.items()}
