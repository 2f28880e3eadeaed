"""Which table is played in which chat and topic."""

from redis.asyncio import Redis

from storage import keys
from storage.scripts import Script
from storage.tables import Tables

# KEYS: 1 the chat's tables; ARGV: 1 topic, 2 table that is thought to be there ('' for none), 3 table to put there
_REPLACE = """
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

_UNBIND = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
"""


class Bindings:
    """The table of each group and forum topic: at most one that is not over."""

    def __init__(self, redis: Redis, tables: Tables) -> None:
        self._redis = redis
        self._tables = tables
        self._replace = Script(redis, _REPLACE)
        self._unbind = Script(redis, _UNBIND)

    async def claim_chat(self, chat_id: int, topic_id: int | None, table_id: str) -> str:
        """Bind the chat (or topic) to a table unless another one that is not over is bound to it.

        Returns:
            the table that is bound now: ``table_id`` if the claim held.
        """
        while True:
            bound = await self.table_of_chat(chat_id, topic_id)
            if bound is not None and (bound == table_id or await self._goes_on(bound)):
                return bound
            if await self._replace([keys.chat_tables(chat_id)], _topic(topic_id), bound or "", table_id):
                return table_id

    async def _goes_on(self, table_id: str) -> bool:
        phase = await self._tables.phase(table_id)
        return phase not in {"over", "cancelled", None}

    async def table_of_chat(self, chat_id: int, topic_id: int | None) -> str | None:
        """Return the table last bound to the chat (or topic), even if it is over by now."""
        bound = await self._redis.hget(keys.chat_tables(chat_id), _topic(topic_id))
        return str(bound) if bound is not None else None

    async def tables_of_chat(self, chat_id: int) -> list[str]:
        """Return the tables last bound to the chat and its topics; they may be over by now."""
        return [str(table_id) for table_id in await self._redis.hvals(keys.chat_tables(chat_id))]

    async def free_chat(self, chat_id: int, topic_id: int | None, table_id: str) -> None:
        """Unbind the chat (or topic) if it is bound to this table."""
        await self._unbind([keys.chat_tables(chat_id)], _topic(topic_id), table_id)

    async def move_chat(self, old: int, new: int) -> None:
        """Carry all bindings of a group to the supergroup it has become. Doing it twice does no harm."""
        await self._redis.set(keys.chat_moved(old), new)
        bound = await self._redis.hgetall(keys.chat_tables(old))
        for topic, table_id in bound.items():
            await self._redis.hsetnx(keys.chat_tables(new), str(topic), str(table_id))
        await self._redis.delete(keys.chat_tables(old))

    async def moved_to(self, chat_id: int) -> int:
        """Return the supergroup that a group has become; the chat itself if it has not."""
        moved = await self._redis.get(keys.chat_moved(chat_id))
        return chat_id if moved is None else int(moved)


def _topic(topic_id: int | None) -> str:
    return str(topic_id or 0)
