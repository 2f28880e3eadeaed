"""The sender with the real library over real HTTP: Telegram's limits and errors as the emulator gives them."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from redis.asyncio import Redis
from telegram import Bot
from telegram.request import HTTPXRequest

from storage.bindings import Bindings
from storage.clock import Clock, ManualClock, SystemClock
from storage.limits import Limits
from storage.outbox import Outbox
from storage.scripts import connect
from storage.shapes import Button, Outgoing, Table
from storage.tables import Commit, Tables
from tgbot.emulator import Emulator, World
from tgbot.sender import Sender


class Deaf:
    """Nobody who wants to know what the sender met."""

    async def on_unreachable(self, table_id: str, chat_id: int) -> None:
        pass

    async def on_migrated(self, old: int, new: int) -> None:
        pass

    async def on_outage(self, began: float, ended: float) -> None:
        pass


@dataclass
class Saloon:
    """A group with Ann in it, the emulator they live in, and one table's commits."""

    world: World
    redis: Redis
    clock: Clock
    url: str
    ann: int
    group: int
    version: int = 0

    async def say(self, *messages: Outgoing) -> None:
        table = Table(id="K7Q2", chat_id=self.group, creator=self.ann)
        self.version = await Tables(self.redis, self.clock).commit(Commit(table, self.version, out=messages))

    def shown(self, chat_id: int) -> list[str]:
        return [message.text for message in self.world.screen(self.ann, chat_id) if not message.service]

    def refused(self, code: int) -> int:
        return sum(1 for call in self.world.calls() if call.code == code)


def sender(bot: Bot, redis: Redis, clock: Clock, lease_ms: int = 10_000) -> Sender:
    bindings = Bindings(redis, Tables(redis, clock))
    return Sender(bot, Outbox(redis, clock, lease_ms), Limits(redis, clock), bindings, clock, Deaf(), gather=0.1)


@asynccontextmanager
async def a_saloon(redis_url: str, clock: Clock, **group: Any) -> AsyncIterator[Saloon]:
    world = World(clock=clock.now)
    ann = world.add_user("Ann <b>&", started=True).id
    place = world.add_group("Saloon", [ann], bot="administrator", **group)
    async with Emulator(world) as emulator, connect(redis_url) as redis:
        yield Saloon(world, redis, clock, emulator.url, ann, place.id)


@asynccontextmanager
async def a_bot(saloon: Saloon) -> AsyncIterator[Bot]:
    async with Bot(saloon.world.state.token, f"{saloon.url}/bot", request=HTTPXRequest(read_timeout=0.5)) as bot:
        yield bot


async def deliver(working: Sender, clock: ManualClock) -> None:
    while (wait := await working.flush()) is not None:
        clock.advance(wait)


def edit(chat_id: int, slot: str, text: str, **fields: Any) -> Outgoing:
    return Outgoing(chat_id=chat_id, slot=slot, text=text, **fields)


def ask(chat_id: int, text: str) -> Outgoing:
    keyboard = [[Button(text="Missed!", data="1")]]
    return Outgoing(chat_id=chat_id, slot="ask", text=text, keyboard=keyboard, mode="new", silent=False)


async def test_a_minute_of_bots_playing_meets_no_429_and_ends_on_the_newest(redis_url: str) -> None:
    clock = ManualClock()
    async with a_saloon(redis_url, clock) as saloon, a_bot(saloon) as bot:
        working = sender(bot, saloon.redis, clock)
        for second in range(60):
            await saloon.say(
                edit(saloon.group, "table", f"table <b>{second}</b>", pin=True),
                edit(saloon.group, "turn", f"turn {second}", mode="new" if second % 10 == 0 else "edit"),
                edit(saloon.ann, "hand", f"hand {second}"),
            )
            await working.flush()
            clock.advance(1)
        await deliver(working, clock)
        assert saloon.refused(429) == 0
        assert saloon.shown(saloon.group) == ["table 59", *[f"turn {second}" for second in range(9, 60, 10)]]
        assert saloon.shown(saloon.ann) == ["hand 59"]
        screen = saloon.world.screen(saloon.ann, saloon.group)
        assert [message.text for message in screen if message.pinned] == ["table 59"]


async def test_a_group_that_is_upgraded_meanwhile_sees_everything(redis_url: str) -> None:
    clock = ManualClock()
    async with a_saloon(redis_url, clock, kind="group") as saloon, a_bot(saloon) as bot:
        working = sender(bot, saloon.redis, clock)
        await saloon.say(edit(saloon.group, "table", "one"))
        await deliver(working, clock)
        new = saloon.world.migrate(saloon.group).id
        await saloon.say(edit(saloon.group, "table", "two"), edit(saloon.group, "turn", "go", mode="new"))
        await deliver(working, clock)
        await saloon.say(edit(new, "table", "three"))
        await deliver(working, clock)
        assert saloon.shown(new) == ["three", "go"]


async def test_messages_deleted_and_topics_closed_under_the_bot_are_replaced(redis_url: str) -> None:
    clock = ManualClock()
    async with a_saloon(redis_url, clock, forum=True) as saloon, a_bot(saloon) as bot:
        working, world = sender(bot, saloon.redis, clock), saloon.world
        world.promote(saloon.ann, saloon.group, saloon.ann)
        topic = world.create_topic(saloon.ann, saloon.group, "Bang").id
        world.promote(saloon.ann, saloon.group, world.state.bot.id, ["can_pin_messages"])
        await saloon.say(edit(saloon.group, "table", "one", topic_id=topic))
        await deliver(working, clock)
        (message,) = [m for m in world.screen(saloon.ann, saloon.group) if m.text == "one"]
        world.delete(saloon.ann, saloon.group, message.message_id)
        world.delete_topic(saloon.ann, saloon.group, topic)
        await saloon.say(edit(saloon.group, "table", "two", topic_id=topic))
        await deliver(working, clock)
        assert saloon.shown(saloon.group) == ["two"]


WORKER = """
import asyncio, sys
from redis.asyncio import Redis
from telegram import Bot
from telegram.request import HTTPXRequest
from storage.clock import SystemClock
from storage.scripts import connect
from tests.chat.test_sender_http import sender

async def main(redis_url, token, url):
    async with Bot(token, url + "/bot", request=HTTPXRequest(read_timeout=30)) as bot, connect(redis_url) as redis:
        async with sender(bot, redis, SystemClock(), lease_ms=1000):
            await asyncio.sleep(60)

asyncio.run(main(*sys.argv[1:]))
"""


async def until(holds: Callable[[], bool], meanwhile: Callable[[], Awaitable[object]]) -> None:
    for _ in range(1000):
        if holds():
            return
        await meanwhile()
        await asyncio.sleep(0.02)
    raise AssertionError("it never came to that")


async def test_kill_9_between_telegrams_doing_and_our_noting_it(redis_url: str) -> None:
    async with a_saloon(redis_url, SystemClock()) as saloon, a_bot(saloon) as bot:
        saloon.world.faults.add("sendMessage", hang=True, stored=True)
        await saloon.say(ask(saloon.ann, "Bang!"), edit(saloon.ann, "hand", "cards"))
        arguments = [redis_url, saloon.world.state.token, saloon.url]
        worker = await asyncio.create_subprocess_exec(sys.executable, "-c", WORKER, *arguments)
        await saloon.world.wait_for(lambda: saloon.shown(saloon.ann) == ["Bang!"], within=20)
        worker.kill()
        await worker.wait()
        working = sender(bot, saloon.redis, saloon.clock)
        await until(lambda: len(saloon.shown(saloon.ann)) == 3, working.flush)
        assert saloon.shown(saloon.ann) == ["Bang!", "Bang!", "cards"]
        assert await working.flush() is None


@pytest.mark.parametrize("fault", [{"error": 502}, {"drop": True}, {"error": 429, "retry_after": 1}])
async def test_what_telegram_did_not_do_is_done_later(redis_url: str, fault: dict[str, Any]) -> None:
    clock = ManualClock()
    async with a_saloon(redis_url, clock) as saloon, a_bot(saloon) as bot:
        working = sender(bot, saloon.redis, clock)
        saloon.world.faults.add("sendMessage", times=1, **fault)
        await saloon.say(ask(saloon.ann, "Bang!"), edit(saloon.group, "turn", "Ann's turn"))
        await deliver(working, clock)
        assert saloon.shown(saloon.ann) == ["Bang!"]
        assert saloon.shown(saloon.group) == ["Ann's turn"]
