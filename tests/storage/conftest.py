"""A client for the test's Redis and a clock that the test drives."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from storage.clock import ManualClock
from storage.outbox import Outbox
from storage.scripts import connect
from storage.tables import Tables


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with connect(redis_url) as client:
        yield client


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def tables(redis: Redis, clock: ManualClock) -> Tables:
    return Tables(redis, clock)


@pytest.fixture
def outbox(redis: Redis, clock: ManualClock) -> Outbox:
    return Outbox(redis, clock)
