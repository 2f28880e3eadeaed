"""Whatever the order of commits, sends, handovers and crashes: no row is lost, none overtakes another in its chat."""

from collections import defaultdict
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from storage.clock import ManualClock
from storage.keys import ShardKeys, shard_of
from storage.lanes import Lane, Plan
from storage.outbox import Lease, Outbox, Shown
from storage.scripts import connect
from storage.shapes import Outgoing
from storage.tables import Commit, Tables
from tests.storage.helpers import a_table, leased

CHATS = (-1, 2)
SLOTS = ("table", "ask")
SHARD = ShardKeys(shard_of("K7Q2"))


@dataclass
class Message:
    """A message as a chat shows it; its text is the number of the row whose content it shows."""

    slot: str
    number: int


@dataclass
class Telegram:
    """What was done to the chats, each step checked as it is done."""

    messages: dict[int, list[Message]] = field(default_factory=lambda: defaultdict(list))
    heads: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def do(self, plan: Plan, shown: Shown | None) -> Shown | None:
        message = plan.head.message
        chat = self.messages[message.chat_id]
        assert plan.head.seq >= self.heads[message.chat_id], "overtaken in its chat"
        self.heads[message.chat_id] = plan.head.seq
        if plan.doing == "strip" or plan.doing == "nothing":
            return shown
        if plan.doing == "edit" and shown is not None:
            assert int(message.text) >= chat[shown.message_id].number, "an older edit came last"
            chat[shown.message_id].number = int(message.text)
            return shown
        chat.append(Message(message.slot, int(message.text)))
        return Shown(chat_id=message.chat_id, message_id=len(chat) - 1)


class Worker:
    """A sender in miniature that may be killed at each point."""

    def __init__(self, lease: Lease, telegram: Telegram) -> None:
        self.lease = lease
        self._telegram = telegram
        self._lanes = {chat: Lane() for chat in CHATS}

    async def step(self, chat: int, *, die: str = "") -> bool:
        """Work off one plan of a chat; False if there was none. ``die``: "unsent" or "sent", before it is done."""
        for row in await self.lease.read():
            self._lanes[row.message.chat_id].add([row])
        plan = self._lanes[chat].plan(0.0)
        if plan is None:
            return False
        await self.lease.mark(plan.head)
        if die == "unsent":
            return True
        slot = plan.head.message.slot
        shown = self._telegram.do(plan, (await self.lease.slots("K7Q2")).get(slot))
        if die == "sent":
            return True
        await self.lease.done(plan.covers, {slot: shown})
        self._lanes[chat].settle(plan.covers)
        return True


class World:
    """One table's outbox and whoever sends it at the moment."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.clock = ManualClock()
        self.tables = Tables(redis, self.clock)
        self.telegram = Telegram()
        self.version = 0
        self.number = 0
        self.wanted: dict[tuple[int, str], list[int]] = defaultdict(list)
        """For each slot, what each of its messages is to show in the end."""
        self.worker: Worker | None = None

    async def start(self) -> Worker:
        if self.worker is None:
            self.worker = Worker(await leased(Outbox(self.redis, self.clock)), self.telegram)
        return self.worker

    async def commit(self, rows: list[tuple[int, str, str]]) -> None:
        out = []
        for chat, name, mode in rows:
            slot = f"{name}:{chat}"
            self.number += 1
            wanted = self.wanted[chat, slot]
            if mode == "new" or (mode == "edit" and not wanted):
                wanted.append(self.number)
            elif mode == "edit":
                wanted[-1] = self.number
            fields = {"chat_id": chat, "slot": slot, "mode": mode, "text": str(self.number)}
            out.append(Outgoing.model_validate(fields))
        self.version = await self.tables.commit(Commit(a_table(), self.version, out=out))

    async def crash(self, chat: int, when: str) -> None:
        await (await self.start()).step(chat, die=when)
        await self.redis.delete(SHARD.lease)
        self.worker = None

    async def hand_over(self) -> None:
        await (await self.start()).lease.release()
        self.worker = None

    async def finish(self) -> None:
        worker = await self.start()
        for chat in CHATS:
            while await worker.step(chat):
                pass

    async def check(self) -> None:
        for (chat, slot), wanted in self.wanted.items():
            shown = [message.number for message in self.telegram.messages[chat] if message.slot == slot]
            assert is_subsequence(wanted, shown), (wanted, shown)
            assert shown[-1:] == wanted[-1:]
        for key in (SHARD.outbox, SHARD.sending, SHARD.held):
            assert not await self.redis.exists(key) or await self.redis.xlen(key) == 0


def is_subsequence(wanted: list[int], found: list[int]) -> bool:
    rest = iter(found)
    return all(number in rest for number in wanted)


chats, slots = st.sampled_from(CHATS), st.sampled_from(SLOTS)
modes = st.sampled_from(["new", "edit", "edit", "strip"])
steps = st.one_of(
    st.tuples(st.just("commit"), st.lists(st.tuples(chats, slots, modes), min_size=1, max_size=4)),
    st.tuples(st.just("send"), chats),
    st.tuples(st.just("crash"), st.tuples(chats, st.sampled_from(["unsent", "sent"]))),
    st.tuples(st.just("hand over"), st.none()),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example empties the store itself
@given(story=st.lists(steps, max_size=30))
async def test_nothing_is_lost_or_overtaken(redis_url: str, story: list[tuple[str, object]]) -> None:
    async with connect(redis_url) as redis:
        await redis.flushall()
        world = World(redis)
        for act, what in story:
            match act, what:
                case "commit", list(rows):
                    await world.commit(rows)
                case "send", int(chat):
                    await (await world.start()).step(chat)
                case "crash", (int(chat), str(when)):
                    await world.crash(chat, when)
                case _:
                    await world.hand_over()
        await world.finish()
        await world.check()
