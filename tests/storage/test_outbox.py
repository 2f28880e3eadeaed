"""Rows leave the outbox once they are done, in order, whoever holds the lease."""

import asyncio
import sys

import pytest
from redis.asyncio import Redis

from storage.clock import ManualClock
from storage.errors import LeaseLost
from storage.keys import ShardKeys, TableKeys, shard_of
from storage.outbox import FollowUp, Lease, Outbox, Shown
from storage.tables import Commit, Tables
from storage.wake import woken
from tests.storage.helpers import a_message, a_table, leased

SHOWN = Shown(chat_id=-100, message_id=9, text="t")


async def test_rows_come_in_order_and_only_once(tables: Tables, outbox: Outbox) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message("a"), a_message("b")]))
    lease = await leased(outbox)
    rows = await lease.read()
    assert [(row.message.slot, row.seq, row.maybe_sent) for row in rows] == [("a", 1, False), ("b", 2, False)]
    assert await lease.read() == []
    await tables.commit(Commit(a_table(), 1, out=[a_message("c")]))
    assert [row.seq for row in await lease.read()] == [3]


async def test_a_long_outbox_is_read_to_its_end(tables: Tables, outbox: Outbox) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message(str(number)) for number in range(450)]))
    assert [row.message.slot for row in await (await leased(outbox)).read()] == [str(number) for number in range(450)]


async def test_a_shard_is_one_workers_until_it_lets_go(redis: Redis, clock: ManualClock, outbox: Outbox) -> None:
    other = Outbox(redis, clock)
    lease = await leased(outbox)
    assert await other.lease(lease.shard) is None
    await lease.renew()
    await lease.release()
    second = await other.lease(lease.shard)
    assert second is not None
    await lease.release()
    await second.renew()


async def test_one_whose_lease_ran_out_changes_nothing(
    tables: Tables, redis: Redis, clock: ManualClock, outbox: Outbox
) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message()]))
    lease = await leased(outbox)
    row = (await lease.read())[0]
    await redis.delete(ShardKeys(lease.shard).lease)
    newer = await leased(outbox)
    for attempt in (lease.renew(), lease.mark(row), lease.done([row], {"table": SHOWN}), lease.requeue(row, 1.0)):
        with pytest.raises(LeaseLost):
            await attempt
    assert await outbox.slots("K7Q2") == {}
    assert await newer.read() == [row]


async def test_done_removes_rows_and_remembers_what_the_slot_shows(tables: Tables, outbox: Outbox) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message("a"), a_message("b")]))
    lease = await leased(outbox)
    first, second = await lease.read()
    await lease.mark(first)
    await lease.done([first], {"a": SHOWN}, [FollowUp("pin", -100, "a", 9)])
    assert await outbox.slots("K7Q2") == await lease.slots("K7Q2") == {"a": SHOWN}
    (pin,) = await lease.read()
    assert (pin.action, pin.message_id, pin.message.chat_id) == ("pin", 9, -100)
    await lease.done([second, pin], {"a": None})
    assert await outbox.slots("K7Q2") == await lease.slots("K7Q2") == {}
    await lease.release()
    assert await (await leased(outbox)).read() == []


async def test_a_requeued_row_keeps_its_time_over_a_handover_and_was_not_sent(tables: Tables, outbox: Outbox) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message()]))
    lease = await leased(outbox)
    (row,) = await lease.read()
    await lease.mark(row)
    await lease.requeue(row, 1234.5)
    await lease.release()
    (again,) = await (await leased(outbox)).read()
    assert (again.id, again.not_before, again.maybe_sent) == (row.id, 1234.5, False)


WORKER = """
import asyncio, sys
from storage.clock import SystemClock
from storage.outbox import Outbox
from storage.scripts import connect

async def main():
    outbox = Outbox(connect(sys.argv[1]), SystemClock(), lease_ms=300)
    lease = await outbox.lease(int(sys.argv[2]))
    row = (await lease.read())[0]
    await lease.mark(row)
    print("marked", flush=True)
    while True:
        await lease.renew()
        await asyncio.sleep(0.05)

asyncio.run(main())
"""


async def test_a_worker_killed_between_mark_and_done_leaves_its_row_as_maybe_sent(
    tables: Tables, redis_url: str, outbox: Outbox
) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message("a"), a_message("b")]))
    shard = shard_of("K7Q2")
    command = [sys.executable, "-c", WORKER, redis_url, str(shard)]
    worker = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert worker.stdout is not None
    assert await worker.stdout.readline() == b"marked\n"
    assert await outbox.lease(shard) is None
    worker.kill()
    await worker.wait()
    lease = await _lease_once_free(outbox, shard)
    assert [(row.message.slot, row.maybe_sent) for row in await lease.read()] == [("a", True), ("b", False)]


async def _lease_once_free(outbox: Outbox, shard: int) -> Lease:
    """The dead worker's lease ends by Redis's own clock."""
    for _ in range(250):
        if lease := await outbox.lease(shard):
            return lease
        await asyncio.sleep(0.02)
    raise AssertionError("the dead worker's lease never ended")


async def test_a_row_due_later_comes_at_its_time(tables: Tables, outbox: Outbox, clock: ManualClock) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message("later", due=clock.now() + 60)]))
    lease = await leased(outbox)
    assert await lease.read() == []
    assert lease.next_due == clock.now() + 60
    clock.advance(60)
    (row,) = await lease.read()
    assert (row.message.slot, row.at) == ("later", clock.now())
    assert [lease.next_due] == [None]


async def test_a_row_due_later_is_dropped_when_its_slot_got_another(
    tables: Tables, outbox: Outbox, clock: ManualClock, redis: Redis
) -> None:
    await tables.commit(Commit(a_table(), 0, out=[a_message("ask", due=clock.now() + 60)]))
    await tables.commit(Commit(a_table(), 1, out=[a_message("ask", mode="strip")]))
    clock.advance(60)
    lease = await leased(outbox)
    assert [row.action for row in await lease.read()] == ["strip"]
    assert await redis.zcard(ShardKeys(lease.shard).later) == 0


async def test_an_unreadable_row_is_set_aside_and_stops_no_other(tables: Tables, outbox: Outbox, redis: Redis) -> None:
    shard = ShardKeys(shard_of("K7Q2"))
    await redis.xadd(shard.outbox, {"table": "K7Q2", "seq": "0", "at": "0", "body": '{"from": "the future"}'})
    await tables.commit(Commit(a_table(), 0, out=[a_message()]))
    assert [row.seq for row in await (await leased(outbox)).read()] == [1]
    assert await redis.hlen(shard.unreadable) == 1
    assert await redis.xlen(shard.outbox) == 1


async def test_a_commit_with_messages_wakes_and_one_without_does_not(tables: Tables, redis: Redis) -> None:
    wakes = woken(redis)
    assert await anext(wakes) == -1
    await tables.commit(Commit(a_table("QUIET"), 0))
    await tables.commit(Commit(a_table(), 0, out=[a_message()]))
    assert await anext(wakes) == shard_of("K7Q2")
    await wakes.aclose()


async def test_what_a_finished_table_shows_fades_with_it(tables: Tables, outbox: Outbox, redis: Redis) -> None:
    await tables.commit(Commit(a_table(phase="over"), 0, out=[a_message()]))
    lease = await leased(outbox)
    await lease.done(await lease.read(), {"table": SHOWN})
    assert await redis.ttl(TableKeys("K7Q2").slots) > 0
