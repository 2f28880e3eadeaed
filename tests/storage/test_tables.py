"""A commit changes everything or nothing, once."""

import asyncio

import pytest
from redis.asyncio import Redis

from storage.clock import ManualClock
from storage.errors import Duplicate, Stale, Unreadable
from storage.keys import OVER_TTL, ShardKeys, TableKeys
from storage.outbox import Outbox
from storage.shapes import Holder, LogEntry
from storage.tables import Commit, Tables
from tests.storage.helpers import a_message, a_table


async def test_what_was_committed_is_loaded(tables: Tables, clock: ManualClock) -> None:
    table = a_table(seats=[Holder(user_id=1, name="Ann <b>&")], game={"seed": "ff", "life": [4, 4]})
    entry = LogEntry(at=clock.now(), seat=0, answer="play BANG! on Bob")
    version = await tables.commit(Commit(table, 0, log=[entry], deadlines={"answer:4": clock.now() + 0.123456}))
    stored = await tables.load("K7Q2")
    assert stored is not None
    assert stored.table == table
    assert stored.version == version == 1
    assert stored.deadlines == {"answer:4": clock.now() + 0.123456}
    assert await tables.log("K7Q2") == [entry]
    assert await tables.phase("K7Q2") == "lobby"
    assert [table_id async for table_id in tables.ids()] == ["K7Q2"]


async def test_a_table_nobody_made_is_none(tables: Tables) -> None:
    assert await tables.load("nobody") is None
    assert await tables.phase("nobody") is None


async def test_creating_twice_is_stale(tables: Tables) -> None:
    await tables.create(a_table())
    with pytest.raises(Stale):
        await tables.create(a_table(creator=2))


async def test_of_two_writers_on_one_version_one_wins_and_the_other_changes_nothing(
    tables: Tables, redis: Redis, outbox: Outbox, clock: ManualClock
) -> None:
    await tables.create(a_table())

    async def write(name: str) -> str | None:
        commit = Commit(
            a_table(chat_title=name),
            1,
            update_id=name,
            log=[LogEntry(at=0, seat=0, answer=name)],
            out=[a_message(name)],
            deadlines={name: clock.now()},
        )
        try:
            await Tables(redis, clock).commit(commit)
        except Stale:
            return None
        return name

    winners = [name for name in await asyncio.gather(*map(write, "abcdefgh")) if name]
    assert len(winners) == 1
    stored = await tables.load("K7Q2")
    assert stored is not None
    assert (stored.version, stored.table.chat_title, list(stored.deadlines)) == (2, winners[0], winners)
    assert [entry.answer for entry in await tables.log("K7Q2")] == winners
    lease = await outbox.lease(TableKeys("K7Q2").shard)
    assert lease is not None
    assert [row.message.slot for row in await lease.read()] == winners


async def test_an_update_acts_once_even_on_a_newer_version(tables: Tables, redis: Redis) -> None:
    await tables.create(a_table())
    await tables.commit(Commit(a_table(chat_title="once"), 1, update_id=77))
    with pytest.raises(Duplicate):
        await tables.commit(Commit(a_table(chat_title="twice"), 2, update_id=77))
    with pytest.raises(Duplicate):
        await tables.commit(Commit(a_table(chat_title="late"), 1, update_id=77))
    ttl = await redis.ttl(TableKeys("K7Q2").seen(77))
    assert 47 * 3600 < ttl <= 48 * 3600
    await tables.create(a_table("OTHER"))
    await tables.commit(Commit(a_table("OTHER"), 1, update_id=77))


async def test_a_commit_whose_answer_got_lost_is_not_applied_again(
    tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.tables.secrets.token_hex", lambda _: "same")
    assert await tables.commit(Commit(a_table(), 0, update_id=1, out=[a_message()])) == 1
    assert await tables.commit(Commit(a_table(), 0, update_id=1, out=[a_message()])) == 1
    assert await redis.xlen(ShardKeys(TableKeys("K7Q2").shard).outbox) == 1


async def test_an_unreadable_document_is_set_aside_whole_and_comes_back_with_a_release_that_reads_it(
    tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables.commit(Commit(a_table(game={"role": "Outlaw"}), 0, deadlines={"answer": 5.0}))
    monkeypatch.setattr("storage.upgrades.TABLE_SCHEMA", 0)
    for _ in range(2):
        with pytest.raises(Unreadable, match="table K7Q2") as caught:
            await tables.load("K7Q2")
        assert "Outlaw" not in str(caught.value)
    with pytest.raises(Stale):
        await tables.create(a_table())
    monkeypatch.undo()
    stored = await tables.load("K7Q2")
    assert stored is not None
    assert stored.table.game == {"role": "Outlaw"}
    assert stored.deadlines == {"answer": 5.0}
    await tables.commit(Commit(a_table(), stored.version))


async def test_old_documents_are_lifted_step_by_step(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    await tables.create(a_table())
    monkeypatch.setattr("storage.upgrades.TABLE_SCHEMA", 3)
    steps = {
        1: lambda old: old | {"chat_title": "one"},
        2: lambda old: old | {"chat_title": old["chat_title"] + " two"},
    }
    monkeypatch.setattr("storage.upgrades.TABLE_STEPS", steps)
    stored = await tables.load("K7Q2")
    assert stored is not None
    assert (stored.table.schema_, stored.table.chat_title) == (3, "one two")


async def test_a_table_that_is_over_fades_and_a_rematch_keeps_it(tables: Tables, redis: Redis) -> None:
    own = TableKeys("K7Q2")
    names = (own.table, own.log, own.newest)
    log = [LogEntry(at=0, seat=0, answer="x")]
    await tables.commit(Commit(a_table(phase="over"), 0, log=log, out=[a_message()]))
    assert all([OVER_TTL - 5 < await redis.ttl(key) <= OVER_TTL for key in names])
    await tables.commit(Commit(a_table(phase="running"), 1))
    assert [await redis.ttl(key) for key in names] == [-1] * 3


async def test_a_forgotten_table_leaves_nothing_but_its_messages(tables: Tables, redis: Redis) -> None:
    log = [LogEntry(at=0, seat=0, answer="x")]
    await tables.commit(Commit(a_table(), 0, log=log, out=[a_message()], deadlines={"a": 1.0, "b": 2.0}))
    await tables.forget("K7Q2")
    assert [key async for key in redis.scan_iter("*")] == [ShardKeys(TableKeys("K7Q2").shard).outbox]
    assert await tables.load("K7Q2") is None
