"""Updates outlive whoever took them, and come once."""

import pytest
from redis.asyncio import Redis

from storage.inbox import Inbox


@pytest.fixture
async def inbox(redis: Redis) -> Inbox:
    inbox = Inbox(redis)
    await inbox.join()
    await inbox.alive()
    return inbox


async def test_an_update_that_comes_again_is_not_stored_again(inbox: Inbox) -> None:
    assert await inbox.put([(7, "a"), (3, "b")]) == 2
    assert await inbox.put([(3, "b"), (8, "c"), (7, "a")]) == 1
    assert [body for _, body in await inbox.take(10, 1)] == ["a", "b", "c"]


async def test_done_updates_leave_nothing_behind(inbox: Inbox) -> None:
    await inbox.put([(1, "a")])
    [(entry, _)] = await inbox.take(10, 1)
    assert await inbox.waiting() == 1
    await inbox.done(entry)
    assert (await inbox.waiting(), await inbox.mine()) == (0, [])


async def test_what_a_dead_worker_had_taken_goes_to_another(inbox: Inbox, redis: Redis) -> None:
    dead = Inbox(redis)
    await inbox.put([(1, "a"), (2, "b")])
    assert len(await dead.take(10, 1)) == 2
    assert [body for _, body in await inbox.inherit()] == ["a", "b"]
    assert [body for _, body in await inbox.mine()] == ["a", "b"]
    assert await inbox.inherit() == []


async def test_a_living_worker_keeps_what_it_has(inbox: Inbox, redis: Redis) -> None:
    other = Inbox(redis)
    await other.alive()
    await inbox.put([(1, "a")])
    await other.take(10, 1)
    assert await inbox.inherit() == []


async def test_only_one_process_fetches_until_it_leaves(inbox: Inbox, redis: Redis) -> None:
    other = Inbox(redis)
    assert await inbox.may_poll()
    assert await inbox.may_poll()
    assert not await other.may_poll()
    await inbox.leave()
    assert await other.may_poll()
