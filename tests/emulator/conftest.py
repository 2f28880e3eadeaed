"""A small world for the emulator's own tests: Ann and Bob in a supergroup with the bot, and a clock that tests turn."""

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tgbot.emulator import ApiError, Emulator, World
from tgbot.emulator.methods import call


@dataclasses.dataclass
class Clock:
    """Stands still until a test moves it."""

    time: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@dataclasses.dataclass
class Saloon:
    """The world with its people at hand; ``api`` calls a method as the bot, ``error`` one that must be refused."""

    world: World
    clock: Clock
    ann: int
    bob: int
    group: int

    def api(self, method: str, **fields: Any) -> Any:
        return call(self.world, method, fields)

    def error(self, method: str, **fields: Any) -> tuple[int, str]:
        with pytest.raises(ApiError) as caught:
            call(self.world, method, fields)
        return caught.value.code, caught.value.description

    def say(self, chat: int, text: str = "hello", **fields: Any) -> int:
        """Send a text as the bot; the id of the message."""
        return int(self.api("sendMessage", chat_id=chat, text=text, **fields)["message_id"])

    def updates(self, kind: str) -> list[Any]:
        """What waits for the bot, of one kind."""
        return [update.body for update in self.world.state.updates if update.kind == kind]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def saloon(clock: Clock) -> Saloon:
    world = World(clock=clock, limits=False)
    ann = world.add_user("Ann", last_name="Oakley", username="ann", started=True).id
    bob = world.add_user("Bob", language_code="de").id
    group = world.add_group("Saloon", [ann, bob], bot="administrator").id
    return Saloon(world, clock, ann, bob, group)


@pytest.fixture
def world(saloon: Saloon) -> World:
    return saloon.world


@pytest.fixture
async def emulator(world: World) -> AsyncIterator[Emulator]:
    async with Emulator(world) as emulator:
        yield emulator


@pytest.fixture
async def http(emulator: Emulator) -> AsyncIterator[httpx.AsyncClient]:
    """A client whose addresses are the bot's methods."""
    base = f"{emulator.url}/bot{emulator.world.state.token}/"
    async with httpx.AsyncClient(base_url=base, timeout=5) as client:
        yield client
