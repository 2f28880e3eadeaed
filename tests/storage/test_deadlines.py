"""A deadline is acted on once, by whichever worker is first, and never for time in which the bot was away."""

import asyncio

import pytest
from redis.asyncio import Redis

from storage.clock import ManualClock
from storage.deadlines import Deadlines, Due
from storage.errors import Duplicate, Stale
from storage.tables import Commit, Tables
from tests.storage.helpers import a_table


@pytest.fixture
def deadlines(redis: Redis, clock: ManualClock) -> Deadlines:
    return Deadlines(redis, clock)


async def test_what_has_come_is_returned_longest_overdue_first(
    tables: Tables, deadlines: Deadlines, clock: ManualClock
) -> None:
    now = clock.now()
    for number in range(8):
        await tables.commit(Commit(a_table(f"T{number}"), 0, deadlines={"answer:1": now - number, "later": now + 60}))
    assert [item.table_id for item in await deadlines.due(now, limit=3)] == ["T7", "T6", "T5"]
    assert len(await deadlines.due(now)) == 8
    assert await deadlines.next() == now - 7
    assert await deadlines.due(now - 100) == []


async def test_a_commit_replaces_and_removes_by_name(tables: Tables, deadlines: Deadlines, clock: ManualClock) -> None:
    now = clock.now()
    await tables.commit(Commit(a_table(), 0, deadlines={"a": now, "b": now, "c": now}))
    await tables.commit(Commit(a_table(), 1, deadlines={"a": now + 5, "b": None}))
    assert await deadlines.due(now) == [Due("K7Q2", "c", now)]
    stored = await tables.load("K7Q2")
    assert stored is not None
    assert stored.deadlines == {"a": now + 5, "c": now}


async def act(tables: Tables, item: Due) -> bool:
    """What a worker does with a deadline: load, act, commit; again if somebody else changed the table."""
    while True:
        stored = await tables.load(item.table_id)
        assert stored is not None
        table = stored.table.model_copy(update={"notes": {"acted": stored.table.notes.get("acted", 0) + 1}})
        try:
            await tables.commit(Commit(table, stored.version, fired=item.fired))
        except Duplicate:
            return False
        except Stale:
            continue
        return True


async def test_of_many_workers_one_acts(tables: Tables, redis: Redis, deadlines: Deadlines, clock: ManualClock) -> None:
    await tables.commit(Commit(a_table(), 0, deadlines={"answer:1": clock.now()}))
    found = [item for _ in range(6) for item in await deadlines.due(clock.now())]
    acted = await asyncio.gather(*[act(Tables(redis, clock), item) for item in found])
    assert sum(acted) == 1
    stored = await tables.load("K7Q2")
    assert stored is not None
    assert (stored.table.notes, stored.deadlines) == ({"acted": 1}, {})


async def test_a_deadline_that_was_moved_meanwhile_does_not_fire(
    tables: Tables, deadlines: Deadlines, clock: ManualClock
) -> None:
    await tables.commit(Commit(a_table(), 0, deadlines={"answer:1": clock.now()}))
    (item,) = await deadlines.due(clock.now())
    await tables.commit(Commit(a_table(), 1, deadlines={"answer:1": clock.now() + 12 * 3600}))
    assert not await act(tables, item)


async def test_one_that_cannot_be_acted_on_is_looked_at_later(
    tables: Tables, deadlines: Deadlines, clock: ManualClock
) -> None:
    await tables.commit(Commit(a_table(), 0, deadlines={"a": clock.now()}))
    (item,) = await deadlines.due(clock.now())
    await deadlines.postpone(item, clock.now() + 600)
    await deadlines.postpone(item, clock.now() + 900)
    assert await deadlines.due(clock.now() + 599) == []
    (later,) = await deadlines.due(clock.now() + 600)
    await deadlines.drop(item)
    assert await deadlines.next() is not None
    await deadlines.drop(later)
    assert await deadlines.next() is None


async def test_10_000_deadlines_at_once_are_acted_on_once_each_by_several_workers(
    redis: Redis, tables: Tables, deadlines: Deadlines, clock: ManualClock
) -> None:
    now = clock.now()
    for start in range(0, 1000, 50):
        names = [f"T{number}" for number in range(start, start + 50)]
        due = {f"n{number}": now for number in range(10)}
        await asyncio.gather(*[tables.commit(Commit(a_table(name), 0, deadlines=due)) for name in names])

    async def worker(shards: range) -> int:
        own, acted = Tables(redis, clock), 0
        while found := await deadlines.due(now, limit=500, shards=shards):
            for table_id in {item.table_id for item in found}:
                acted += sum([await act(own, item) for item in found if item.table_id == table_id])
        return acted

    shares = await asyncio.gather(worker(range(32)), worker(range(32, 64)), worker(range(16, 48)))
    assert sum(shares) == 10_000
    assert await deadlines.next() is None


async def test_an_outage_is_credited_once_however_many_workers_start(
    tables: Tables, redis: Redis, clock: ManualClock
) -> None:
    now = clock.now()
    for number in range(20):
        await tables.commit(Commit(a_table(f"T{number}"), 0, deadlines={"a": now + 60}))
    assert await Deadlines(redis, clock).beat() == 0.0
    clock.advance(4)
    assert await Deadlines(redis, clock).beat() == 0.0
    clock.advance(3600)
    workers = [Deadlines(redis, clock) for _ in range(4)]
    assert max(await asyncio.gather(*[worker.beat() for worker in workers])) == 3600
    assert await workers[0].due(clock.now()) == []
    assert await workers[0].next() == now + 60 + 3600
    stored = await tables.load("T7")
    assert stored is not None
    assert stored.deadlines == {"a": now + 60 + 3600}


async def test_a_worker_that_dies_while_crediting_is_continued(
    tables: Tables, redis: Redis, deadlines: Deadlines, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    for number in range(40):
        await tables.commit(Commit(a_table(f"T{number}"), 0, deadlines={"a": now + 60}))
    await deadlines.beat()
    clock.advance(100)
    monkeypatch.setattr("storage.deadlines.ALL_SHARDS", range(30))
    await deadlines.shift_all(now, clock.now())
    monkeypatch.undo()
    clock.advance(10)
    assert await deadlines.beat() == 110
    dues = [item.due for item in await deadlines.due(now + 10_000)]
    assert dues == [now + 60 + 110] * 40


async def test_two_overlapping_outages_count_once(tables: Tables, deadlines: Deadlines, clock: ManualClock) -> None:
    now = clock.now()
    await tables.commit(Commit(a_table(), 0, deadlines={"a": now + 500}))
    await deadlines.shift_all(now, now + 100)
    await deadlines.shift_all(now + 50, now + 120)
    assert await deadlines.next() == now + 620


async def test_a_clock_that_leaps_back_takes_nothing_away(
    tables: Tables, deadlines: Deadlines, clock: ManualClock
) -> None:
    now = clock.now()
    await tables.commit(Commit(a_table(), 0, deadlines={"a": now + 500}))
    await deadlines.beat()
    clock.advance(-3600)
    assert await deadlines.beat() == 0.0
    clock.advance(600)
    assert await deadlines.beat() == 600
    assert await deadlines.next() == now + 500 + 600
