"""Everything works on a Redis Cluster: a server in cluster mode refuses whatever would span two slots."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from storage.bindings import Bindings
from storage.clock import ManualClock
from storage.deadlines import Deadlines
from storage.embedded import find_server
from storage.keys import ShardKeys, shard_of
from storage.limits import Limits
from storage.outbox import FollowUp, Outbox, Shown
from storage.people import People
from storage.scripts import connect
from storage.shapes import Holder, LogEntry
from storage.tables import Commit, Tables
from tests.storage.helpers import a_message, a_table, leased


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [listener.getsockname()[1] for listener in sockets]


async def until_it_works(call: Callable[[], Awaitable[object]]) -> None:
    for _ in range(500):
        with contextlib.suppress(RedisError):
            await call()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the cluster never came up")


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Redis]:
    """A cluster of one node, which holds all slots and yet checks that each command stays within one."""
    port, bus = free_ports(2)
    options = {"port": port, "cluster-port": bus, "bind": "127.0.0.1", "cluster-enabled": "yes", "dir": tmp_path}
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    server = await asyncio.create_subprocess_exec(str(find_server()), *words, stdout=asyncio.subprocess.DEVNULL)
    try:
        async with connect(f"redis://127.0.0.1:{port}") as redis:
            await until_it_works(redis.ping)
            await redis.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)  # type: ignore[no-untyped-call]
            await until_it_works(lambda: redis.delete("probe"))
            yield redis
    finally:
        server.kill()
        await server.wait()


async def test_no_operation_spans_two_slots(cluster: Redis) -> None:
    with pytest.raises(ResponseError, match="slot"):
        await cluster.mset({"{s01}:a": 1, "{s02}:a": 1})
    clock = ManualClock()
    tables, outbox, people = Tables(cluster, clock), Outbox(cluster, clock), People(cluster)
    deadlines, bindings, limits = Deadlines(cluster, clock), Bindings(cluster, tables), Limits(cluster, clock)

    now = clock.now()
    out = [a_message("a"), a_message("b", due=now + 5)]
    log = [LogEntry(at=now, seat=0, answer="x")]
    table = a_table(seats=[Holder(user_id=1, name="Ann")])
    await tables.commit(Commit(table, 0, update_id=5, log=log, out=out, deadlines={"a": now, "b": now, "c": now}))
    lease = await leased(outbox)
    (row,) = await lease.read()
    await lease.mark(row)
    await lease.requeue(row, now)
    await lease.done([row], {"a": Shown(chat_id=1, message_id=2)}, [FollowUp("pin", 1, "a", 2)])
    clock.advance(5)
    assert len(await lease.read()) == 2
    await lease.renew()
    await lease.release()

    (first, second, _) = await deadlines.due(now)
    await tables.commit(Commit(table, 1, fired=first.fired))
    await deadlines.postpone(second, now + 1)
    await deadlines.beat()
    clock.advance(60)
    assert await deadlines.beat() == 60
    await deadlines.drop((await deadlines.due(now + 100))[0])
    assert await deadlines.next() is not None

    await bindings.claim_chat(-1, None, "K7Q2")
    await bindings.move_chat(-1, -2)
    await bindings.free_chat(-2, None, "K7Q2")
    await people.change(1, lambda person: None)
    assert await people.rebuild_index(tables) == []
    assert await people.tables_of(1) == {"K7Q2"}
    assert await limits.take(-1) == 0.0
    await limits.block(-1, 5)

    await cluster.hset(f"{{s{shard_of('K7Q2'):02d}}}:table:K7Q2", "doc", '{"schema": 1}')
    assert await people.rebuild_index(tables) == ["K7Q2"]
    await tables.forget("K7Q2")
    assert await tables.load("K7Q2") is None
    assert await cluster.xlen(ShardKeys(shard_of("K7Q2")).outbox) == 2
