"""What the bot knows of each person, and at which tables they sit: an index that the tables can restore."""

import json
from collections.abc import Callable

from pydantic import ValidationError
from redis.asyncio import Redis

from storage import keys, upgrades
from storage.errors import Unreadable
from storage.scripts import Script
from storage.shapes import Person
from storage.tables import Tables

_REPLACE = """
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
"""


class People:
    """Documents of persons under their Telegram ids."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._replace = Script(redis, _REPLACE)

    async def load(self, user_id: int) -> Person:
        """Return what is known of a person; a blank document for one nobody has met.

        Raises:
            Unreadable: this release cannot read the document; it stays as it is.
        """
        return _read(user_id, await self._text(user_id))

    async def save(self, person: Person) -> None:
        """Store a document over whatever is there; ``change`` is safe beside other writers."""
        await self._redis.set(keys.person(person.user_id), person.model_dump_json(by_alias=True))

    async def change(self, user_id: int, change: Callable[[Person], None]) -> Person:
        """Load a person, let ``change`` alter the document, store it, and start over if somebody else was faster."""
        while True:
            stored = await self._text(user_id)
            person = _read(user_id, stored)
            change(person)
            if await self._replace([keys.person(user_id)], stored, person.model_dump_json(by_alias=True)):
                return person

    async def forget(self, user_id: int) -> None:
        """Remove all that is known of a person but their seats at tables."""
        await self._redis.delete(keys.person(user_id))

    async def _text(self, user_id: int) -> str:
        return str(await self._redis.get(keys.person(user_id)) or "")

    async def tables_of(self, user_id: int) -> set[str]:
        """Return the ids of the person's tables; a table may be over or gone by now."""
        return {str(table_id) for table_id in await self._redis.smembers(keys.person_tables(user_id))}

    async def join(self, user_id: int, table_id: str) -> None:
        """Note that a person sits at a table; call it after the table's own commit."""
        await self._redis.sadd(keys.person_tables(user_id), table_id)

    async def leave(self, user_id: int, table_id: str) -> None:
        """Note that a person sits at a table no more."""
        await self._redis.srem(keys.person_tables(user_id), table_id)

    async def rebuild_index(self, tables: Tables) -> list[str]:
        """Restore from the tables who sits where, after a crash between a commit and its note here.

        Returns:
            the ids of tables that could not be read and so were left out.
        """
        unreadable = []
        async for table_id in tables.ids():
            try:
                stored = await tables.load(table_id)
            except Unreadable:
                unreadable.append(table_id)
                continue
            if stored is None:
                await tables.forget(table_id)  # it has faded, but not from its shard's list
                continue
            for seat in stored.table.seats:
                if seat.user_id is not None and stored.table.phase not in {"over", "cancelled"}:
                    await self.join(seat.user_id, table_id)
        return unreadable


def _read(user_id: int, text: str) -> Person:
    if not text:
        return Person(user_id=user_id)
    try:
        document = upgrades.upgrade(json.loads(text), upgrades.PERSON_STEPS, upgrades.PERSON_SCHEMA)
        return Person.model_validate(document)
    except (ValueError, ValidationError, KeyError, TypeError):
        raise Unreadable("person", user_id) from None
