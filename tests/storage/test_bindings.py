"""One table in play a chat or topic; persons and their tables."""

import asyncio

import pytest
from redis.asyncio import Redis

from storage import keys
from storage.bindings import Bindings
from storage.errors import Unreadable
from storage.people import People
from storage.shapes import Holder, Person
from storage.tables import Commit, Tables
from tests.storage.helpers import a_table

GROUP, SUPERGROUP = -5, -1005


@pytest.fixture
def bindings(redis: Redis, tables: Tables) -> Bindings:
    return Bindings(redis, tables)


@pytest.fixture
def people(redis: Redis) -> People:
    return People(redis)


async def test_of_many_claims_one_holds(tables: Tables, bindings: Bindings) -> None:
    for name in "ABCDEF":
        await tables.create(a_table(name))
    holders = await asyncio.gather(*[bindings.claim_chat(GROUP, None, name) for name in "ABCDEF"])
    assert len(set(holders)) == 1
    assert await bindings.table_of_chat(GROUP, None) == holders[0]
    assert await bindings.claim_chat(GROUP, None, holders[0]) == holders[0]


async def test_topics_are_apart(tables: Tables, bindings: Bindings) -> None:
    await tables.create(a_table("A"))
    await bindings.claim_chat(GROUP, None, "A")
    assert await bindings.claim_chat(GROUP, 7, "B") == "B"
    assert await bindings.table_of_chat(GROUP, None) == "A"
    assert await bindings.table_of_chat(GROUP, 8) is None


@pytest.mark.parametrize("phase", ["over", "cancelled", None])
async def test_a_chat_whose_table_is_over_or_gone_is_free(
    tables: Tables, bindings: Bindings, phase: str | None
) -> None:
    if phase:
        await tables.create(a_table("A", phase=phase))
    await bindings.claim_chat(GROUP, None, "A")
    assert await bindings.claim_chat(GROUP, None, "B") == "B"


async def test_a_table_set_aside_keeps_its_chat(
    tables: Tables, bindings: Bindings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables.create(a_table("A"))
    await bindings.claim_chat(GROUP, None, "A")
    monkeypatch.setattr("storage.upgrades.TABLE_SCHEMA", 0)
    with pytest.raises(Unreadable):
        await tables.load("A")
    assert await bindings.claim_chat(GROUP, None, "B") == "A"


async def test_only_the_bound_table_frees_its_chat(tables: Tables, bindings: Bindings) -> None:
    await bindings.claim_chat(GROUP, None, "A")
    await bindings.free_chat(GROUP, None, "B")
    assert await bindings.table_of_chat(GROUP, None) == "A"
    await bindings.free_chat(GROUP, None, "A")
    assert await bindings.table_of_chat(GROUP, None) is None


async def test_a_supergroup_takes_over_all_topics_once(tables: Tables, bindings: Bindings) -> None:
    await bindings.claim_chat(GROUP, None, "A")
    await bindings.claim_chat(GROUP, 7, "B")
    for _ in range(2):
        await bindings.move_chat(GROUP, SUPERGROUP)
    assert [await bindings.table_of_chat(SUPERGROUP, topic) for topic in (None, 7)] == ["A", "B"]
    assert await bindings.table_of_chat(GROUP, None) is None
    assert (await bindings.moved_to(GROUP), await bindings.moved_to(-6)) == (SUPERGROUP, -6)


async def test_a_person_nobody_met_is_blank_and_a_saved_one_is_kept(people: People) -> None:
    assert await people.load(1) == Person(user_id=1)
    ann = Person(user_id=1, name="Ann", quiet=(1380, 420), orders={"beer": "always"})
    await people.save(ann)
    assert await people.load(1) == ann
    await people.forget(1)
    assert await people.load(1) == Person(user_id=1)


async def test_changes_of_one_person_at_once_are_all_kept(people: People) -> None:
    async def change(name: str) -> None:
        await people.change(1, lambda person: person.orders.update({name: True}))

    await asyncio.gather(*map(change, "abcdefgh"))
    assert sorted((await people.load(1)).orders) == list("abcdefgh")


async def test_an_unreadable_person_is_named_by_id_alone_and_stays(people: People, redis: Redis) -> None:
    await redis.set(keys.person(1), '{"schema": 99, "name": "secret"}')
    with pytest.raises(Unreadable, match="person 1 ") as caught:
        await people.load(1)
    assert "secret" not in str(caught.value)
    assert await redis.exists(keys.person(1))


async def test_the_index_of_seats_is_restored_from_the_tables(
    tables: Tables, people: People, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bot = Holder(user_id=1, name="Ann"), Holder(name="Tex", bot=True)
    await tables.create(a_table("A", seats=[ann, bot]))
    await tables.create(a_table("B", seats=[ann]))
    await tables.create(a_table("OVER", seats=[ann], phase="over"))
    await tables.create(a_table("BAD", seats=[ann]))
    await tables.create(a_table("FADED", seats=[ann]))
    await redis.delete(keys.TableKeys("FADED").table)
    await redis.hset(keys.TableKeys("BAD").table, "doc", "{}")
    assert await people.rebuild_index(tables) == ["BAD"]
    assert await people.tables_of(1) == {"A", "B"}
    assert "FADED" not in [table_id async for table_id in tables.ids()]
    await people.join(1, "C")
    await people.leave(1, "A")
    assert await people.tables_of(1) == {"B", "C"}
    await tables.commit(Commit(a_table("B", seats=[ann]), 1))
