"""The stage on which chat tests play."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from storage.scripts import connect
from tests.chat.harness import Stage, stage
from tests.chat.pacing import Room
from tgbot.log import configure_logging


@pytest.fixture
async def saloon(redis_url: str) -> AsyncIterator[Stage]:
    """A world, its Bot API server and an empty Redis; no bot yet."""
    configure_logging("WARNING")
    async with stage(redis_url) as made:
        yield made


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of an empty Redis."""
    async with connect(redis_url) as client:
        yield client


@pytest.fixture
def room(redis: Redis) -> Room:
    """A table without Telegram, whose days pass by hand."""
    return Room(redis)
