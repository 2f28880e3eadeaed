"""A table without Telegram, for tests in which days pass: real Redis, a clock driven by hand, the clock's own loop."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from redis.asyncio import Redis

import engine
from storage import keys
from storage.bindings import Bindings
from storage.clock import ManualClock
from storage.deadlines import Deadlines
from storage.keys import ShardKeys
from storage.limits import Limits
from storage.people import People
from storage.shapes import Holder, Outgoing, Table
from storage.tables import Stored, Tables
from tgbot import callback, clock, clocktaps, face, lobby, play
from tgbot.draft import Draft, Refused
from tgbot.intents import Tap, Who
from tgbot.outage import show_clocks
from tgbot.saloon import Answer, Saloon

HOUR = 3600.0
GROUP = -100
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus")


class FakeBot:
    """Telegram, as far as taps go."""

    username = "bang_bot"

    def __init__(self) -> None:
        self.toasts: list[str] = []

    async def answer_callback_query(self, _query: str, **more: Any) -> None:
        self.toasts.append(more.get("text") or "")


@dataclass
class Room:
    """One saloon and the table ``id`` in it."""

    redis: Redis
    clock: ManualClock = field(default_factory=ManualClock)
    id: str = "K7Q2AB"
    bot: FakeBot = field(default_factory=FakeBot)

    def __post_init__(self) -> None:
        self.saloon = self.another()
        self.deadlines = Deadlines(self.redis, self.clock)
        self._taps = 0
        self._seen: dict[int, int] = {}

    def another(self) -> Saloon:
        """What a second worker works with."""
        tables = Tables(self.redis, self.clock)
        bindings, limits = Bindings(self.redis, tables), Limits(self.redis, self.clock)
        return Saloon(cast("Any", self.bot), tables, People(self.redis), bindings, self.clock, limits)

    async def open(self, count: int = 4, seed: int = 1, bots: int = 0, **settings: Any) -> None:
        """Deal a game to so many people (user ids from 1) and computer players."""
        await self.redis.set(keys.ALIVE, repr(self.clock.now()))
        people = [Holder(user_id=i + 1, name=NAMES[i]) for i in range(count)]
        computers = [Holder(name=f"Robot {i}", bot=True) for i in range(bots)]
        table = Table(id=self.id, chat_id=GROUP, creator=1, chat_title="Saloon", seats=[*people, *computers])
        table.settings = settings
        await self.saloon.tables.create(table)
        await self.saloon.change(self.id, lobby.start(f"{seed:064x}"))
        for person in people:
            assert person.user_id is not None
            await self.saloon.people.join(person.user_id, self.id)

    async def stored(self) -> Stored:
        """The table with its deadlines."""
        found = await self.saloon.tables.load(self.id)
        assert found is not None
        return found

    async def table(self) -> Table:
        """The table."""
        return (await self.stored()).table

    async def game(self) -> engine.Game:
        """Its game."""
        return engine.load((await self.table()).game)

    async def asked(self) -> list[int]:
        """The seats whose people are asked, by their clocks."""
        return sorted(int(name[5:]) for name in (await self.stored()).deadlines if name.startswith("turn:"))

    async def due(self, name: str) -> float:
        """When a deadline comes."""
        return (await self.stored()).deadlines[name]

    async def log(self) -> list[tuple[int, str]]:
        """Who gave the answers so far, and how."""
        return [(entry.seat, entry.by) for entry in await self.saloon.tables.log(self.id)]

    # people

    async def answer(self, seat: int, verb: str = "") -> None:
        """A person taps their way to an answer, one of this kind if there is any."""
        game = await self.game()
        table, view = await self.table(), engine.view(game, seat)
        assert view.decision is not None
        path = _path(table, view, verb)
        pressed = callback.Pressed(self.id, view.decision.no, view.decision.digest(), path)
        await self.change(lambda draft: play.press(draft, self.who(seat), pressed))

    async def change(self, step: Any) -> Draft | None:
        """One change, as an update of its own."""
        self._taps += 1
        return await self.saloon.change(self.id, step, update_id=self._taps)

    def who(self, seat: int) -> Who:
        """The person in a seat; one of a seat that is not there is a stranger."""
        return Who(seat + 1, NAMES[seat] if seat < len(NAMES) else "Stranger")

    async def press(self, seat: int, verb: str, arg: object = "") -> str:
        """A person presses a button around the clocks; what they are told."""
        self._taps += 1
        data = f"c|{self.id}|{verb}|{arg}".rstrip("|")
        around = clocktaps.read(data)
        assert around is not None
        tap = Tap(10_000 + self._taps, self.who(seat), None, "query", data)
        answer = Answer(cast("Any", self.bot), tap)
        try:
            await clocktaps.tapped(self.saloon, tap, around, answer)
        except Refused as refused:
            await answer.refuse(refused)
            return refused.text
        return self.bot.toasts[-1]

    # time

    async def wait(self, seconds: float) -> None:
        """So much time passes in which the bot runs: what comes due is acted on in its order."""
        end = self.clock.now() + seconds
        while True:
            following = await self.deadlines.next()
            if following is None or following > end:
                break
            await self._jump(max(0.0, following - self.clock.now()))
        await self._jump(end - self.clock.now())

    async def _jump(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.redis.set(keys.ALIVE, repr(self.clock.now()))
        await self.tick()

    async def tick(self) -> None:
        """A worker looks at the deadlines."""
        found: list[float] = []
        await clock.tick(self.saloon, self.deadlines, lambda: found.append(self.clock.now()))
        if found:
            await show_clocks(self.saloon)

    async def outage(self, seconds: float) -> None:
        """The bot is down for so long, and comes back."""
        self.clock.advance(seconds)
        await self.tick()

    # messages

    async def sent(self) -> list[Outgoing]:
        """What was put into the outbox since the last call."""
        shard = ShardKeys(keys.shard_of(self.id))
        rows: Any = await self.redis.xrange(shard.outbox)
        later: Any = await self.redis.zrange(shard.later, 0, -1)
        fresh = [Outgoing.model_validate_json(fields["body"]) for _id, fields in rows]
        fresh += [Outgoing.model_validate_json(json.loads(row)["body"]) for row in later]
        await self.redis.delete(shard.outbox, shard.later)
        return fresh


def _path(table: Table, view: engine.View, verb: str) -> tuple[int, ...]:
    """The choices that lead to an answer, by depth first."""
    assert view.decision is not None
    options = [option for option in view.decision.options if option.verb == verb] or view.decision.options

    def search(path: tuple[int, ...]) -> tuple[int, ...] | None:
        led = face.follow(table, view, path)
        if isinstance(led, engine.Option):
            return path if led in options else None
        for row in getattr(led, "rows", ()):
            for button in row:
                onward = callback.read(button.data or "")
                if onward is not None and len(onward.path) > len(path) and (found := search(onward.path)) is not None:
                    return found
        return None

    found = search(())
    assert found is not None, (view.decision, verb)
    return found


def to(rows: Sequence[Outgoing], chat: int, slot: str = "") -> list[Outgoing]:
    """The rows for one chat, of slots that begin so."""
    return [row for row in rows if row.chat_id == chat and row.slot.startswith(slot)]
