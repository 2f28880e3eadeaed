"""Telegram's limits are never exceeded, prompts go before cosmetics, and a block stops one chat."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from storage.clock import ManualClock
from storage.limits import Limits
from storage.scripts import connect

GROUP, ANN = -100, 7


@pytest.fixture
def limits(redis: Redis, clock: ManualClock) -> Limits:
    return Limits(redis, clock)


async def sent_within(limits: Limits, clock: ManualClock, chat_id: int, seconds: float) -> list[float]:
    """Send as fast as the limits allow; return when."""
    times, end = [], clock.now() + seconds
    while clock.now() < end:
        wait = await limits.take(chat_id)
        if wait:
            clock.advance(wait)
        else:
            times.append(clock.now())
    return times


def most_within(times: list[float], window: float) -> int:
    return max(sum(1 for at in times if start <= at < start + window) for start in times)


async def test_a_group_gets_less_than_20_in_any_minute_and_not_much_less(limits: Limits, clock: ManualClock) -> None:
    times = await sent_within(limits, clock, GROUP, 600)
    assert most_within(times, 60) <= 19
    assert len(times) >= 130


async def test_a_private_chat_gets_a_short_burst_and_then_one_a_second(limits: Limits, clock: ManualClock) -> None:
    times = await sent_within(limits, clock, ANN, 60)
    assert 60 <= len(times) <= 64
    assert most_within(times, 1) <= 4


async def test_all_chats_together_get_less_than_30_in_any_second(limits: Limits, clock: ManualClock) -> None:
    times = []
    for chat_id in range(1, 400):
        while wait := await limits.take(chat_id):
            clock.advance(wait)
        times.append(clock.now())
    assert most_within(times, 1) <= 30
    assert times[-1] - times[0] < 21


async def test_a_bucket_that_refuses_takes_nothing_from_the_others(limits: Limits, redis: Redis) -> None:
    while not await limits.take(GROUP):
        pass
    before = await redis.hgetall("{limits}:global")
    await limits.take(GROUP)
    assert await redis.hgetall("{limits}:global") == before


async def test_cosmetics_leave_room_for_prompts(limits: Limits) -> None:
    while not await limits.take(GROUP, priority=5):
        pass
    assert await limits.take(-200, priority=0) == 0.0
    assert await limits.take(GROUP, priority=2) <= 1.0


async def test_a_block_stops_that_chat_alone_for_its_time(limits: Limits, clock: ManualClock) -> None:
    await limits.block(GROUP, 30)
    assert await limits.take(GROUP) == pytest.approx(30)
    assert await limits.take(ANN) == 0.0
    clock.advance(30)
    assert await limits.take(GROUP) == 0.0


async def test_a_clock_that_leaps_back_gives_no_tokens_and_does_not_stop(limits: Limits, clock: ManualClock) -> None:
    while not await limits.take(ANN):
        pass
    clock.advance(-3600)
    assert 0 < await limits.take(ANN) <= 1.0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example empties the store itself
@given(pace=st.lists(st.tuples(st.floats(0, 5), st.sampled_from([0, 2, 5, 8])), min_size=40, max_size=80))
async def test_no_pace_breaks_the_groups_limit(redis_url: str, pace: list[tuple[float, int]]) -> None:
    clock, times = ManualClock(), []
    async with connect(redis_url) as redis:
        await redis.flushall()
        limits = Limits(redis, clock)
        for pause, priority in pace:
            clock.advance(pause)
            while wait := await limits.take(GROUP, priority):
                clock.advance(wait)
            times.append(clock.now())
    assert most_within(times, 60) <= 19
