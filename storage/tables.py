"""Tables: loading one, and the one commit by which an answer changes everything or nothing."""

import json
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError
from redis.asyncio import Redis

from storage import keys, upgrades
from storage.clock import Clock
from storage.errors import Duplicate, Stale, Unreadable
from storage.keys import ShardKeys, TableKeys
from storage.scripts import Script
from storage.shapes import LogEntry, Outgoing, Table

_LOAD = """
local fields = redis.call('HGETALL', KEYS[1])
local found = {}
for i = 1, #fields, 2 do
  local name = string.match(fields[i], '^d:(.*)$')
  if name then
    local due = redis.call('ZSCORE', KEYS[2], ARGV[1] .. '|' .. name)
    if due then found[#found + 1] = name; found[#found + 1] = due end
  end
end
return {redis.call('HMGET', KEYS[1], 'version', 'doc'), found}
"""

_MOVE = """
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
return 1
"""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it was loaded."""

    table: Table
    version: int
    deadlines: dict[str, float]
    """The deadlines in force, by name, in Unix seconds; outages already credited."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One change to one table with everything that follows from it."""

    table: Table
    version: int
    """The version that was loaded; 0 creates the table."""
    update_id: int | str | None = None
    """Telegram's update, or any other name of the cause; the same one never changes this table twice."""
    fired: tuple[str, float] | None = None
    """The deadline that this commit acts on (name, due): refused unless it is still in force, then removed."""
    log: Sequence[LogEntry] = ()
    out: Sequence[Outgoing] = ()
    deadlines: Mapping[str, float | None] = field(default_factory=dict)
    """Deadlines to set (Unix seconds) or, with None, to remove; others stay."""


class Tables:
    """All tables, each under its id (letters and digits)."""

    def __init__(self, redis: Redis, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock
        self._commit = Script(redis, "commit.lua")
        self._load = Script(redis, _LOAD)
        self._move = Script(redis, _MOVE)

    async def load(self, table_id: str) -> Stored | None:
        """Return the table, lifted to the present schema; None if there is none.

        Raises:
            Unreadable: this release cannot read it. It is set aside and read again by a release that can.
        """
        own = TableKeys(table_id)
        stored = await self._read(own, own.table)
        if stored is not None:
            return stored
        stored = await self._read(own, own.aside)
        if stored is not None:
            await self._move([own.aside, own.table])
        return stored

    async def _read(self, own: TableKeys, key: str) -> Stored | None:
        (version, document), flat = await self._load([key, ShardKeys(own.shard).due], own.id)
        if document is None:
            return None
        try:
            table = Table.model_validate(
                upgrades.upgrade(json.loads(document), upgrades.TABLE_STEPS, upgrades.TABLE_SCHEMA)
            )
        except (ValueError, ValidationError, KeyError, TypeError):
            await self._move([own.table, own.aside])
            # The cause would carry the document, and with it hands and roles, into the log.
            raise Unreadable("table", own.id) from None
        deadlines = {name: float(due) for name, due in zip(flat[::2], flat[1::2], strict=True)}
        return Stored(table, int(version), deadlines)

    async def create(self, table: Table) -> int:
        """Store a new table that nothing else follows from; return its version.

        Raises:
            Stale: the id is taken.
        """
        return await self.commit(Commit(table, version=0))

    async def commit(self, commit: Commit) -> int:
        """Write the change, all or nothing, and return the new version.

        Raises:
            Stale: somebody else was faster.
            Duplicate: the update or the deadline has been acted on already.
        """
        own = TableKeys(commit.table.id)
        shard = ShardKeys(own.shard)
        names = [own.table, own.log, shard.outbox, own.newest, shard.due, shard.tables, shard.later, own.slots]
        names.append(own.aside)
        if commit.update_id is not None:
            names.append(own.seen(commit.update_id))
        outcome = await self._commit(names, json.dumps(self._plan(commit)), commit.table.model_dump_json(by_alias=True))
        if outcome[0] == "duplicate":
            raise Duplicate(f"table {own.id}: update or deadline already acted on")
        if outcome[0] == "stale":
            raise Stale(f"table {own.id}: version {commit.version} is not the newest")
        return int(outcome[1])

    def _plan(self, commit: Commit) -> dict[str, Any]:
        deadlines = dict(commit.deadlines)
        plan: dict[str, Any] = {}
        if commit.fired is not None:
            name, due = commit.fired
            plan["fired"] = [name, repr(due)]
            deadlines.setdefault(name, None)
        return plan | {
            "id": commit.table.id,
            "version": str(commit.version),
            "token": secrets.token_hex(8),
            "phase": commit.table.phase,
            "seen_ttl": keys.SEEN_TTL,
            "ttl": keys.OVER_TTL if commit.table.phase in {"over", "cancelled"} else 0,
            "at": repr(self._clock.now()),
            "wake": keys.WAKE,
            "shard": keys.shard_of(commit.table.id),
            "log": [entry.model_dump_json() for entry in commit.log],
            "out": [_row(message) for message in commit.out],
            "deadlines": [_deadline(name, due) for name, due in deadlines.items()],
        }

    async def log(self, table_id: str) -> list[LogEntry]:
        """Return the answers given at a table, in order."""
        rows: Any = await self._redis.xrange(TableKeys(table_id).log)
        return [LogEntry.model_validate_json(fields["entry"]) for _, fields in rows]

    async def phase(self, table_id: str) -> str | None:
        """Return the table's phase without reading its document, set aside or not; None if there is no table."""
        own = TableKeys(table_id)
        phase = await self._redis.hget(own.table, "phase") or await self._redis.hget(own.aside, "phase")
        return str(phase) if phase is not None else None

    async def ids(self) -> AsyncIterator[str]:
        """Yield the id of every table, over and unreadable ones included, each once, in no order."""
        for shard in range(keys.SHARDS):
            for table_id in sorted(str(name) for name in await self._redis.smembers(ShardKeys(shard).tables)):
                yield table_id

    async def forget(self, table_id: str) -> None:
        """Remove a table with its log and its deadlines. Rows of the outbox still go out."""
        own, shard = TableKeys(table_id), ShardKeys(keys.shard_of(table_id))
        async with self._redis.pipeline(transaction=True) as pipe:
            fields = await self._redis.hkeys(own.table)
            names = [str(name).removeprefix("d:") for name in fields if str(name).startswith("d:")]
            if names:
                pipe.zrem(shard.due, *[f"{table_id}|{name}" for name in names])
            pipe.delete(own.table, own.aside, own.log, own.newest, own.slots)
            pipe.srem(shard.tables, table_id)
            await pipe.execute()


def _row(message: Outgoing) -> dict[str, str]:
    row = {"slot": message.slot, "body": message.model_dump_json()}
    return row if message.due is None else row | {"due": repr(message.due)}


def _deadline(name: str, due: float | None) -> dict[str, str]:
    return {"name": name} if due is None else {"name": name, "due": repr(due)}
