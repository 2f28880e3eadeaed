"""Waking a worker when a commit puts something into an outbox, so that nobody polls for it."""

from collections.abc import AsyncGenerator

from redis.asyncio import Redis

from storage import keys


async def woken(redis: Redis) -> AsyncGenerator[int, None]:
    """Yield the number of a shard each time its outbox gets a row or its lease gets free.

    The first value is -1, once the subscription stands: what came before must be looked for.

    Raises:
        redis.exceptions.ConnectionError: the connection was lost; subscribe anew.
    """
    async with redis.pubsub() as subscription:
        await subscription.subscribe(keys.WAKE)
        async for message in subscription.listen():
            yield int(message["data"]) if message["type"] == "message" else -1
