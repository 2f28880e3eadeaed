"""A saloon for tests: the emulator with its people, a real Redis, and as many bot processes as a test wants.

Time runs fast and for everybody alike, so that delays and Telegram's limits stay in force without anybody waiting.
"""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import engine
from storage.shapes import Table
from tgbot.app import App
from tgbot.emulator import Emulator, World
from tgbot.emulator.model import Button, Shown

ROOT = Path(__file__).parents[2]
SPEED = 50.0
"""Seconds of the test's clock in one second of the machine's."""
TOKEN = "123456:TEST-TOKEN-TEST-TOKEN-TEST-TOKEN-00"
HICCUP = 600.0
"""Seconds of the fast clock for which a busy machine may stand still: no outage that is credited to anybody."""
PATIENCE = 60.0
"""Real seconds after which something that should happen counts as not happening."""


@dataclass
class FastClock:
    """The machine's clock, fast: the same in every process that is given the same ``since``."""

    since: float = field(default_factory=time.time)
    speed: float = SPEED

    def now(self) -> float:
        """Seconds since 1970 on this clock."""
        return 1_800_000_000.0 + (time.time() - self.since) * self.speed

    async def sleep(self, seconds: float) -> None:
        """Return once so many of its seconds have passed."""
        await asyncio.sleep(max(0.0, seconds) / self.speed)


@dataclass
class Stage:
    """Everything a test plays on."""

    world: World
    emulator: Emulator
    redis_url: str
    clock: FastClock
    luck: random.Random
    seeds: list[str] = field(default_factory=list)
    """The chance of each game that was started."""

    def new_seed(self) -> str:
        """Chance that a test can repeat."""
        self.seeds.append(f"stage {self.luck.random()}")
        return self.seeds[-1]

    @asynccontextmanager
    async def bot(self, *, polls: bool = True) -> AsyncIterator[App]:
        """A running bot process (in this one), stopped in good order at the end."""
        app = App(
            TOKEN,
            self.redis_url,
            self.emulator.url,
            clock=self.clock,
            gather=0.5,
            lease_ms=3000,
            short_outage=HICCUP,
            polls=polls,
            seed=self.new_seed,
        )
        async with app:
            yield app

    @asynccontextmanager
    async def process(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """A bot in a process of its own, killed at the end if it still runs."""
        arguments = [self.redis_url, self.emulator.url, repr(self.clock.since), repr(self.clock.speed)]
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.chat.node", *arguments, cwd=ROOT)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    # people

    def people(self, count: int, *, started: bool = True) -> list[int]:
        """So many new people."""
        names = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal")
        users = [self.world.add_user(name).id for name in names[:count]]
        if started:
            for user in users:
                self.world.start(user)
        return users

    def group(self, people: Iterable[int], **more: object) -> int:
        """A group of these people and the bot."""
        return self.world.add_group("Saloon", list(people), **more).id  # type: ignore[arg-type]

    def press(self, user: int, chat: int, label: str) -> None:
        """Tap the newest button whose label begins so."""
        for message in reversed(self.world.screen(user, chat)):
            for button in buttons(message):
                if button.text.startswith(label):
                    self.world.tap(user, chat, message.message_id, button.data or button.text)
                    return
        raise AssertionError(f"no button {label!r} in {self.labels(user, chat)}")

    def labels(self, user: int, chat: int) -> list[str]:
        """All buttons on a person's screen of a chat."""
        return [button.text for message in self.world.screen(user, chat) for button in buttons(message)]

    def texts(self, user: int, chat: int) -> str:
        """All that stands on a person's screen of a chat."""
        return "\n".join(message.text for message in self.world.screen(user, chat))

    def questions(self, user: int) -> list[Shown]:
        """Messages with buttons in a person's private chat: what waits for an answer."""
        return [message for message in self.world.screen(user, user) if question_buttons(message)]

    # waiting

    async def until(self, condition: Callable[[], object], within: float = PATIENCE) -> None:
        """Wait until it holds."""
        await self.world.wait_for(condition, within)

    async def sees(self, user: int, chat: int, text: str) -> None:
        """Wait until a text stands on a screen."""
        await self.until(lambda: text in self.texts(user, chat) or text in " ".join(self.labels(user, chat)))

    async def count(self, user: int, chat: int, text: str, times: int) -> None:
        """Wait until a text stands so many times on a screen."""
        await self.until(lambda: self.texts(user, chat).count(text) >= times)

    async def toast(self, user: int, *, since: int) -> str:
        """Wait for the answer to a tap; its text, "" if there was none."""
        await self.until(lambda: not [query for query in self.world.unanswered() if query.user_id == user])
        alerts = self.world.alerts(user, since=since)
        return alerts[-1].text or alerts[-1].url if alerts else ""

    # the game

    async def open_lobby(self, people: list[int], chat: int, *, topic: int | None = None) -> None:
        """The first opens a lobby, the others join."""
        self.world.say(people[0], chat, "/newgame", topic=topic)
        await self.sees(people[0], chat, "Join")
        for user in people[1:]:
            self.press(user, chat, "Join")
            await self.sees(user, chat, self.world.user(user).first_name)

    async def start_game(self, people: list[int], *, bots: int = 0) -> int:
        """A group in which a game of these people (and so many computer players) has begun."""
        chat = self.group(people)
        await self.open_lobby(people, chat)
        for number in range(bots):
            self.press(people[0], chat, "Add bot")
            await self.count(people[0], chat, "🤖", number + 1)
        self.press(people[0], chat, "Start")
        await self.sees(people[0], chat, "My hand")
        return chat

    def is_over(self, user: int, chat: int) -> bool:
        """Whether the group has been told the end."""
        return "Rematch" in self.labels(user, chat)

    async def tap_something(self, people: list[int], chat: int) -> bool:
        """One random tap by somebody who is asked; False once the game is over."""
        await self.until(lambda: self.is_over(people[0], chat) or any(map(self.questions, people)))
        if self.is_over(people[0], chat):
            return False
        user = self.luck.choice([user for user in people if self.questions(user)])
        message = self.questions(user)[-1]
        button = self.luck.choice(_liked(question_buttons(message)))
        since = self.world.state.seq
        assert button.data is not None
        self.world.tap(user, user, message.message_id, button.data)
        await self.toast(user, since=since)
        return True

    async def play_out(self, people: list[int], chat: int, most: int = 4000) -> int:
        """Random taps until the game is over; how many it took."""
        for taps in range(most):
            if not await self.tap_something(people, chat):
                return taps
        raise AssertionError("the game does not end")

    async def play_on(self, people: list[int], chat: int, taps: int = 8) -> None:
        """Some random taps, to see that the game goes on."""
        for _tap in range(taps):
            if not await self.tap_something(people, chat):
                return

    async def table(self, app: App, chat: int) -> Table:
        """The table of a chat as it is stored."""
        table_id = await app.saloon.bindings.table_of_chat(chat, None)
        assert table_id is not None
        stored = await app.saloon.tables.load(table_id)
        assert stored is not None
        return stored.table

    async def game(self, app: App, chat: int) -> engine.Game:
        """The game of a chat as it is stored."""
        return engine.load((await self.table(app, chat)).game)


def buttons(message: Shown) -> list[Button]:
    """All buttons of a message."""
    return [button for row in message.buttons for button in row]


def question_buttons(message: Shown) -> list[Button]:
    """The buttons under a question of the game."""
    return [button for button in buttons(message) if (button.data or "").startswith("g|")]


DEADLY = ("BANG!", "Duel", "Gatling", "Indians!", "Take the hit", "Lose a life point", "Give up", "Yes")


def _liked(found: list[Button]) -> list[Button]:
    """What moves the game on, and to its end; Back and unplayable cards only now and then."""
    onward = [button for button in found if not button.text.startswith(("«", "✖"))]
    deadly = [button for button in onward if button.text.startswith(DEADLY)]
    return onward * 9 + deadly * 20 + found if onward else found


@asynccontextmanager
async def stage(redis_url: str, *, seed: int = 1, limits: bool = True, speed: float = SPEED) -> AsyncIterator[Stage]:
    """A world with its Bot API server."""
    clock = FastClock(speed=speed)
    world = World(token=TOKEN, clock=clock.now, limits=limits)
    async with AsyncExitStack() as stack:
        emulator = await stack.enter_async_context(Emulator(world))
        yield Stage(world, emulator, redis_url, clock, random.Random(seed))
