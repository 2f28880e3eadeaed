"""The sender against a bot object that remembers what each chat shows, and a real Redis."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot, InlineKeyboardMarkup
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TimedOut

from storage.bindings import Bindings
from storage.clock import ManualClock
from storage.keys import SHARDS, ShardKeys, TableKeys
from storage.limits import Limits
from storage.outbox import Lease, Outbox
from storage.scripts import connect
from storage.shapes import Button, Outgoing, Table
from storage.tables import Commit, Tables
from tgbot.delivery import Api
from tgbot.sender import Sender

GROUP = -100
ANN, BOB = 1, 2
TABLE = "K7Q2"


@dataclass
class Sent:
    """A message as its chat shows it."""

    message_id: int
    text: str
    keyboard: bool
    options: dict[str, Any] = field(default_factory=dict)


class FakeBot:
    """What the sender needs of a bot; every message it was asked for is kept, and failures can be arranged."""

    def __init__(self) -> None:
        self.chats: dict[int, dict[int, Sent]] = {}
        self.calls: list[tuple[str, int]] = []
        self.pinned: list[int] = []
        self.failures: dict[tuple[str, int], list[Exception | tuple[str, Exception]]] = {}
        self._numbers = 0

    def fail(self, method: str, chat_id: int, *errors: Exception | tuple[str, Exception]) -> None:
        """The next calls end in these errors; ("after", error) does what was asked for first."""
        self.failures.setdefault((method, chat_id), []).extend(errors)

    def texts(self, chat_id: int) -> list[str]:
        return [message.text for message in self.chats.get(chat_id, {}).values()]

    def buttons(self, chat_id: int) -> list[str]:
        return [message.text for message in self.chats.get(chat_id, {}).values() if message.keyboard]

    def methods(self, chat_id: int) -> list[str]:
        return [method for method, chat in self.calls if chat == chat_id]

    def _called(self, method: str, chat_id: int) -> Exception | None:
        self.calls.append((method, chat_id))
        waiting = self.failures.get((method, chat_id))
        error = waiting.pop(0) if waiting else None
        if isinstance(error, tuple):
            return error[1]
        if error is not None:
            raise error
        return None

    def _message(self, chat_id: int, message_id: int) -> Sent:
        if message_id not in self.chats.get(chat_id, {}):
            raise BadRequest("message to edit not found")
        return self.chats[chat_id][message_id]

    def _change(self, method: str, chat_id: int, message_id: int, text: str | None, markup: object) -> None:
        late = self._called(method, chat_id)
        message = self._message(chat_id, message_id)
        new = message.text if text is None else text
        if (new, markup is not None) == (message.text, message.keyboard):
            raise BadRequest("message is not modified")
        message.text, message.keyboard = new, markup is not None
        if late:
            raise late

    async def send_message(
        self, chat_id: int, text: str, *, reply_markup: InlineKeyboardMarkup | None, **options: Any
    ) -> Sent:
        late = self._called("send_message", chat_id)
        self._numbers += 1
        message = Sent(self._numbers, text, reply_markup is not None, options)
        self.chats.setdefault(chat_id, {})[message.message_id] = message
        if late:
            raise late
        return message

    async def send_photo(self, chat_id: int, photo: str, *, caption: str, **options: Any) -> Sent:
        return await self.send_message(chat_id, f"[{photo}] {caption}", **options)

    async def edit_message_text(
        self, text: str, chat_id: int, message_id: int, *, reply_markup: InlineKeyboardMarkup | None, **_: Any
    ) -> None:
        self._change("edit_message_text", chat_id, message_id, text, reply_markup)

    async def edit_message_caption(self, chat_id: int, message_id: int, *, caption: str, **_: Any) -> None:
        self._change("edit_message_caption", chat_id, message_id, caption, None)

    async def edit_message_media(self, media: Any, chat_id: int, message_id: int, **_: Any) -> None:
        self._change("edit_message_media", chat_id, message_id, f"[{media.media}] {media.caption}", None)

    async def edit_message_reply_markup(self, chat_id: int, message_id: int, *, reply_markup: object) -> None:
        self._change("edit_message_reply_markup", chat_id, message_id, None, reply_markup)

    async def delete_message(self, chat_id: int, message_id: int) -> None:
        self._called("delete_message", chat_id)
        self._message(chat_id, message_id)
        del self.chats[chat_id][message_id]

    async def pin_chat_message(self, chat_id: int, message_id: int, *, disable_notification: bool) -> None:
        self._called("pin_chat_message", chat_id)
        self.pinned.append(message_id)

    async def get_me(self) -> None:
        self._called("get_me", 0)


class Heard:
    """What the sender told the bot."""

    def __init__(self) -> None:
        self.unreachable: list[tuple[str, int]] = []
        self.migrated: list[tuple[int, int]] = []
        self.outages: list[float] = []

    async def on_unreachable(self, table_id: str, chat_id: int) -> None:
        self.unreachable.append((table_id, chat_id))

    async def on_migrated(self, old: int, new: int) -> None:
        self.migrated.append((old, new))

    async def on_outage(self, began: float, ended: float) -> None:
        self.outages.append(ended - began)


class World:
    """A table, a bot and a worker that sends; the test drives the clock."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.clock = ManualClock()
        self.bot = FakeBot()
        self.heard = Heard()
        self.tables = Tables(redis, self.clock)
        self.bindings = Bindings(redis, self.tables)
        self.version = 0
        self.sender = self.worker()

    def worker(self, gather: float = 1.5) -> Sender:
        outbox = Outbox(self.redis, self.clock)
        return Sender(
            self.bot, outbox, Limits(self.redis, self.clock), self.bindings, self.clock, self.heard, gather=gather
        )

    async def say(self, *messages: Outgoing) -> None:
        table = Table(id=TABLE, chat_id=GROUP, creator=ANN)
        self.version = await self.tables.commit(Commit(table, self.version, out=messages))

    async def deliver(self, within: float = 600.0) -> None:
        """Let time pass until nothing is left to send."""
        end = self.clock.now() + within
        while (wait := await self.sender.flush()) is not None:
            assert self.clock.now() + wait <= end, "not delivered in time"
            self.clock.advance(wait)

    async def die(self) -> None:
        """The worker is killed: its leases run out, and another one starts."""
        await self.redis.delete(*[ShardKeys(shard).lease for shard in range(SHARDS)])
        self.sender = self.worker()


@pytest.fixture
async def world(redis_url: str) -> AsyncIterator[World]:
    async with connect(redis_url) as redis:
        yield World(redis)


def new(chat_id: int, slot: str, text: str, *, asks: bool = False, **fields: Any) -> Outgoing:
    return edit(chat_id, slot, text, asks=asks, mode="new", **fields)


def edit(chat_id: int, slot: str, text: str, *, asks: bool = False, **fields: Any) -> Outgoing:
    keyboard = [[Button(text="Missed!", data="1")]] if asks else []
    return Outgoing(chat_id=chat_id, slot=slot, text=text, keyboard=keyboard, **fields)


def test_the_real_bot_has_what_the_sender_uses() -> None:
    bot: Api = Bot("1:x")
    assert bot is not None


async def test_a_slot_is_sent_once_and_edited_afterwards(world: World) -> None:
    await world.say(edit(GROUP, "table", "one", topic_id=7, pin=True))
    await world.deliver()
    await world.say(edit(GROUP, "table", "two"))
    await world.deliver()
    assert world.bot.methods(GROUP) == ["send_message", "pin_chat_message", "edit_message_text"]
    assert world.bot.texts(GROUP) == ["two"]
    assert world.bot.pinned == [1]
    assert world.bot.chats[GROUP][1].options["message_thread_id"] == 7
    assert world.bot.chats[GROUP][1].options["parse_mode"] == "HTML"


async def test_what_the_chat_shows_already_is_not_sent_again(world: World) -> None:
    for _ in range(3):
        await world.say(edit(GROUP, "table", "same", asks=True))
        await world.deliver()
    assert world.bot.methods(GROUP) == ["send_message"]


async def test_a_new_prompt_takes_the_keyboard_of_the_former_one(world: World) -> None:
    await world.say(new(ANN, "ask", "first", asks=True))
    await world.deliver()
    await world.say(new(ANN, "ask", "second", asks=True))
    await world.deliver()
    assert world.bot.texts(ANN) == ["first", "second"]
    assert world.bot.buttons(ANN) == ["second"]
    await world.say(new(ANN, "ask", "third", asks=True, retire="delete"))
    await world.deliver()
    assert world.bot.texts(ANN) == ["first", "third"]


async def test_a_burst_in_a_group_is_one_edit(world: World) -> None:
    await world.say(edit(GROUP, "table", "start"))
    await world.deliver()
    async with world.sender:
        for number in range(5):
            await world.say(edit(GROUP, "table", f"change {number}"))
        for _ in range(100):
            await asyncio.sleep(0.005)
            if world.clock.next_waking():
                break
        await asyncio.sleep(0.02)
        assert world.bot.methods(GROUP) == ["send_message"]
        world.clock.advance(1.5)
        for _ in range(200):
            await asyncio.sleep(0.005)
            if len(world.bot.calls) > 1:
                break
    assert world.bot.methods(GROUP) == ["send_message", "edit_message_text"]
    assert world.bot.texts(GROUP) == ["change 4"]


async def test_an_answered_prompt_that_was_never_sent_does_not_ring(world: World) -> None:
    await world.say(new(ANN, "ask", "old", asks=True))
    await world.deliver()
    await world.say(new(ANN, "ask", "answer me", asks=True))
    await world.say(Outgoing(chat_id=ANN, slot="ask", mode="delete"))
    await world.deliver()
    assert world.bot.texts(ANN) == ["old"]
    assert world.bot.buttons(ANN) == []


async def test_the_end_of_a_turns_story_is_not_lost_to_the_next_turn(world: World) -> None:
    await world.say(new(GROUP, "turn", "Ann's turn"))
    await world.deliver()
    await world.say(
        edit(GROUP, "turn", "Ann shot Bob"), new(GROUP, "turn", "Bob's turn"), edit(GROUP, "turn", "Bob drew")
    )
    await world.deliver()
    assert world.bot.texts(GROUP) == ["Ann shot Bob", "Bob drew"]


async def test_429_blocks_that_chat_alone(world: World) -> None:
    world.bot.fail("send_message", ANN, RetryAfter(30))
    await world.say(new(ANN, "ask", "one"), new(BOB, "ask", "two"), new(ANN, "hand", "three"))
    assert await world.sender.flush() == pytest.approx(30)
    assert (world.bot.texts(ANN), world.bot.texts(BOB)) == ([], ["two"])
    await world.deliver(within=31)
    assert world.bot.texts(ANN) == ["one", "three"]


async def test_a_429_holds_for_all_tables_of_that_chat(world: World) -> None:
    world.bot.fail("send_message", ANN, RetryAfter(30))
    await world.say(new(ANN, "ask", "one"))
    await world.sender.flush()
    other = Table(id="OTHER", chat_id=-200, creator=ANN)
    assert TableKeys("OTHER").shard != TableKeys(TABLE).shard
    await world.tables.commit(Commit(other, 0, out=[new(ANN, "ask", "other")]))
    assert await world.sender.flush() == pytest.approx(30)
    assert world.bot.texts(ANN) == []
    await world.deliver(within=35)
    assert sorted(world.bot.texts(ANN)) == ["one", "other"]


async def test_a_store_that_fails_after_the_send_makes_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, failures = Lease.done, [RedisError("gone")] * 3

    async def flaky(self: Lease, *args: Any) -> None:
        if failures:
            raise failures.pop()
        await done(self, *args)

    monkeypatch.setattr(Lease, "done", flaky)
    await world.say(new(ANN, "ask", "Bang!", asks=True))
    await world.deliver()
    assert world.bot.texts(ANN) == ["Bang!"]
    await world.die()
    assert await world.sender.flush() is None


async def test_a_handler_that_fails_is_asked_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, failures = world.heard.on_unreachable, [ZeroDivisionError()]

    async def flaky(table_id: str, chat_id: int) -> None:
        if failures:
            raise failures.pop()
        await heard(table_id, chat_id)

    monkeypatch.setattr(world.heard, "on_unreachable", flaky)
    world.bot.fail("send_message", ANN, *[Forbidden("bot was blocked by the user")] * 2)
    await world.say(new(ANN, "ask", "one"))
    await world.deliver()
    assert world.heard.unreachable == [(TABLE, ANN)]


async def test_a_worker_that_stops_ends_its_request_and_gives_its_leases_back(world: World) -> None:
    under_way, answer = asyncio.Event(), asyncio.Event()
    send = world.bot.send_message

    async def slow(chat_id: int, text: str, **options: Any) -> Sent:
        under_way.set()
        await answer.wait()
        return await send(chat_id, text, **options)

    world.bot.send_message = slow  # type: ignore[method-assign]
    async with world.sender:
        await world.say(new(ANN, "ask", "one", asks=True), new(ANN, "hand", "two"))
        await asyncio.wait_for(under_way.wait(), 5)
        asyncio.get_running_loop().call_later(0.05, answer.set)
    assert world.bot.texts(ANN) == ["one"]
    assert not await world.redis.keys("*:lease")
    world.sender = world.worker()
    await world.deliver()
    assert world.bot.texts(ANN) == ["one", "two"]


async def test_a_worker_whose_lease_is_gone_sends_nothing_more(world: World) -> None:
    await world.say(new(ANN, "ask", "one"), new(ANN, "hand", "two"))
    await world.deliver()
    first, second = world.sender, world.worker()
    await world.die()
    await world.say(new(ANN, "ask", "three"))
    assert await second.flush() is None
    await world.say(new(ANN, "ask", "four"))
    await first.flush()
    assert world.bot.texts(ANN) == ["one", "two", "three"]
    world.sender = second
    await world.deliver()
    assert world.bot.texts(ANN) == ["one", "two", "three", "four"]


async def test_one_who_blocked_the_bot_is_reported_and_holds_up_nobody(world: World) -> None:
    world.bot.fail("send_message", ANN, Forbidden("bot was blocked by the user"), BadRequest("Chat not found"))
    await world.say(new(ANN, "ask", "one"), new(ANN, "hand", "two"), new(BOB, "ask", "three"))
    await world.deliver()
    assert world.heard.unreachable == [(TABLE, ANN)] * 2
    assert world.bot.texts(BOB) == ["three"]


async def test_a_group_that_became_a_supergroup_gets_everything_anew(world: World) -> None:
    supergroup = -1000100
    await world.bindings.claim_chat(GROUP, None, TABLE)
    await world.say(new(GROUP, "table", "one", asks=True))
    await world.deliver()
    world.bot.fail("edit_message_text", GROUP, ChatMigrated(supergroup))
    await world.say(edit(GROUP, "table", "two"), new(GROUP, "turn", "go"))
    await world.deliver()
    assert world.heard.migrated == [(GROUP, supergroup)]
    assert world.bot.texts(supergroup) == ["two", "go"]
    assert world.bot.methods(supergroup) == ["send_message", "send_message"]
    assert await world.bindings.table_of_chat(supergroup, None) == TABLE
    await world.say(edit(GROUP, "table", "three"))
    await world.die()
    await world.deliver()
    assert world.bot.texts(supergroup) == ["three", "go"]
    assert len(world.bot.methods(GROUP)) == 2


async def test_what_was_to_happen_to_a_message_of_the_old_group_happens_to_none_of_the_new(world: World) -> None:
    supergroup = -1000100
    await world.say(new(GROUP, "turn", "one"), edit(GROUP, "table", "table"))
    await world.deliver()
    world.bot.fail("edit_message_text", GROUP, ChatMigrated(supergroup))
    await world.say(new(GROUP, "turn", "two", retire="delete"), edit(GROUP, "table", "changed"))
    await world.deliver()
    assert world.bot.methods(supergroup) == ["send_message"]


async def test_not_modified_is_fine(world: World) -> None:
    await world.say(edit(GROUP, "table", "one"))
    await world.deliver()
    world.bot.fail("edit_message_text", GROUP, ("after", NetworkError("Bad Gateway")))
    await world.say(edit(GROUP, "table", "two"))
    await world.deliver()
    assert world.bot.methods(GROUP) == ["send_message", "edit_message_text", "edit_message_text"]
    assert world.bot.texts(GROUP) == ["two"]


@pytest.mark.parametrize("reason", ["message to edit not found", "message can't be edited"])
async def test_a_message_that_is_gone_is_sent_anew(world: World, reason: str) -> None:
    await world.say(edit(GROUP, "table", "one"))
    await world.deliver()
    world.bot.chats.clear()
    world.bot.fail("edit_message_text", GROUP, BadRequest(reason))
    await world.say(edit(GROUP, "table", "two"))
    await world.deliver()
    assert world.bot.texts(GROUP) == ["two"]


@pytest.mark.parametrize("reason", ["message thread not found", "TOPIC_CLOSED"])
async def test_a_lost_topic_is_left(world: World, reason: str) -> None:
    world.bot.fail("send_message", GROUP, BadRequest(reason))
    await world.say(edit(GROUP, "table", "one", topic_id=7), new(GROUP, "turn", "two", topic_id=7))
    await world.deliver()
    assert [m.options["message_thread_id"] for m in world.bot.chats[GROUP].values()] == [None, None]


async def test_without_the_right_to_pin_the_game_goes_on(world: World) -> None:
    world.bot.fail("pin_chat_message", GROUP, BadRequest("not enough rights to manage pinned messages in the chat"))
    await world.say(edit(GROUP, "table", "one", pin=True), new(GROUP, "turn", "two"))
    await world.deliver()
    assert world.bot.texts(GROUP) == ["one", "two"]
    assert world.heard.unreachable == []


async def test_what_is_too_old_to_delete_loses_its_keyboard(world: World) -> None:
    await world.say(new(ANN, "ask", "old", asks=True))
    await world.deliver()
    world.bot.fail("delete_message", ANN, BadRequest("message can't be deleted for everyone"))
    await world.say(Outgoing(chat_id=ANN, slot="ask", mode="delete"))
    await world.deliver()
    assert (world.bot.texts(ANN), world.bot.buttons(ANN)) == (["old"], [])


async def test_markup_that_telegram_refuses_goes_out_plain(world: World) -> None:
    world.bot.fail("send_message", GROUP, BadRequest("can't parse entities: unclosed tag"))
    await world.say(new(GROUP, "turn", "<b>Ann &amp; Bob"), new(GROUP, "other", "two"))
    await world.deliver()
    assert world.bot.texts(GROUP) == ["Ann & Bob", "two"]
    assert world.bot.chats[GROUP][1].options["parse_mode"] is None


async def test_a_row_that_is_refused_twice_is_dropped(world: World) -> None:
    world.bot.fail("send_message", ANN, BadRequest("BUTTON_DATA_INVALID"), BadRequest("BUTTON_DATA_INVALID"))
    await world.say(new(ANN, "ask", "one", asks=True), new(ANN, "hand", "two"))
    await world.deliver()
    assert world.bot.texts(ANN) == ["two"]


def lost_answer() -> TimedOut:
    error = TimedOut()
    error.__cause__ = httpx.ReadTimeout("")
    return error


def no_connection() -> NetworkError:
    error = NetworkError("httpx.ConnectError")
    error.__cause__ = httpx.ConnectError("")
    return error


async def test_a_prompt_whose_answer_got_lost_is_sent_once_more_and_no_more(world: World) -> None:
    world.bot.fail("send_message", ANN, *[("after", lost_answer())] * 5)
    await world.say(new(ANN, "ask", "Bang!", asks=True), new(ANN, "hand", "cards"))
    world.bot.fail("send_message", ANN)
    await world.deliver()
    assert world.bot.texts(ANN).count("Bang!") == 2


async def test_a_quiet_message_whose_answer_got_lost_is_not_repeated(world: World) -> None:
    world.bot.fail("send_message", GROUP, ("after", lost_answer()))
    await world.say(new(GROUP, "turn", "Ann's turn"))
    await world.deliver()
    assert world.bot.texts(GROUP) == ["Ann's turn"]
    await world.say(edit(GROUP, "turn", "Ann shot Bob"))
    await world.deliver()
    assert world.bot.texts(GROUP) == ["Ann's turn", "Ann shot Bob"]


async def test_while_telegram_is_out_of_reach_everything_is_kept(world: World) -> None:
    for chat in (ANN, BOB):
        world.bot.fail("send_message", chat, *[no_connection()] * 8)
    await world.say(new(ANN, "ask", "one"), new(BOB, "ask", "two"))
    await world.deliver()
    assert (world.bot.texts(ANN), world.bot.texts(BOB)) == (["one"], ["two"])
    assert [round(seconds) for seconds in world.heard.outages] == [1 + 2 + 4 + 8 + 16 + 32 + 60 + 60]


async def test_a_wrong_token_loses_nothing(world: World) -> None:
    world.bot.fail("send_message", ANN, *[InvalidToken()] * 12)
    await world.say(new(ANN, "ask", "one"))
    await world.deliver(within=3600)
    assert world.bot.texts(ANN) == ["one"]


async def test_a_bug_over_one_row_stops_no_other(world: World) -> None:
    world.bot.fail("send_message", ANN, *[ZeroDivisionError("secret hand")] * 5)
    await world.say(new(ANN, "ask", "one"), new(BOB, "ask", "two"), new(ANN, "hand", "three"))
    await world.deliver()
    assert (world.bot.texts(ANN), world.bot.texts(BOB)) == (["three"], ["two"])


async def test_after_a_crash_a_prompt_is_repeated_and_the_rest_goes_on(world: World) -> None:
    class Killed(BaseException):
        """The process ends here."""

    world.bot.fail("send_message", ANN, ("after", Killed()))  # type: ignore[arg-type]
    await world.say(new(ANN, "ask", "Bang!", asks=True), new(ANN, "hand", "cards"))
    with pytest.raises(Killed):
        await world.sender.flush()
    await world.die()
    await world.deliver()
    assert world.bot.texts(ANN) == ["Bang!", "Bang!", "cards"]


async def test_a_late_reminder_is_dropped_and_a_due_one_waits_for_its_time(world: World) -> None:
    now = world.clock.now()
    await world.say(new(ANN, "late", "too late", expires=now - 1), new(ANN, "later", "remember", due=now + 60))
    assert await world.sender.flush() == pytest.approx(60)
    assert world.bot.texts(ANN) == []
    await world.deliver(within=61)
    assert world.bot.texts(ANN) == ["remember"]


async def test_a_due_row_is_dropped_when_its_slot_has_moved_on(world: World) -> None:
    await world.say(new(ANN, "ask", "remember", due=world.clock.now() + 60))
    await world.say(edit(ANN, "ask", "done"))
    await world.deliver()
    assert world.bot.texts(ANN) == ["done"]


async def test_a_group_stays_under_20_a_minute_at_any_pace_and_shows_the_newest(world: World) -> None:
    times: list[float] = []
    for number in range(120):
        before = len(world.bot.calls)
        await world.say(edit(GROUP, "table", f"table {number}"), edit(GROUP, "turn", f"story {number}"))
        await world.sender.flush()
        times += [world.clock.now()] * (len(world.bot.calls) - before)
        world.clock.advance(1.0)
    await world.deliver()
    assert max(sum(1 for at in times if start <= at < start + 60) for start in times) < 20
    assert world.bot.texts(GROUP) == ["table 119", "story 119"]


async def test_a_picture_replaces_a_text_and_changes_in_place(world: World) -> None:
    await world.say(edit(GROUP, "table", "text"))
    await world.deliver()
    for photo, text in (("a", "one"), ("a", "two"), ("b", "two")):
        await world.say(edit(GROUP, "table", text, photo=photo))
        await world.deliver()
    assert world.bot.texts(GROUP) == ["[b] two"]
    expected = ["send_message", "send_message", "delete_message", "edit_message_caption", "edit_message_media"]
    assert world.bot.methods(GROUP) == expected


async def test_two_running_workers_send_each_row_once(world: World) -> None:
    async with world.worker(gather=0), world.worker(gather=0):
        for number in range(20):
            await world.say(new(1000 + number, "ask", str(number), asks=True))
        for _ in range(400):
            await asyncio.sleep(0.005)
            if len(world.bot.calls) >= 20:
                break
            world.clock.advance(0.1)
    assert sorted(int(text) for chat in world.bot.chats for text in world.bot.texts(chat)) == list(range(20))
    left = await world.redis.xlen(ShardKeys(TableKeys(TABLE).shard).outbox)
    assert left == 0
