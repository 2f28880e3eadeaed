"""A world with a few people, its page served from a thread, and a browser that looks at it."""

import asyncio
import contextlib
import dataclasses
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.page.browser import DESKTOP, Complaints, find_browser, launched
from tgbot.emulator import World
from tgbot.emulator.methods import call
from tgbot.playground.page import serve_page
from tgbot.playground.people import furnish, new_world

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for each module; the test is skipped where there is none."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium or Chrome on PATH: install the package chromium to run the page tests")
    with launched(program) as browser:
        yield browser


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def open_page(browser: Browser, complaints: Complaints) -> Iterator[Open]:
    """Opens an address in a fresh context and waits until the page is ready; at the end it must not have complained."""
    with contextlib.ExitStack() as contexts:

        def open_page(url: str, size: ViewportSize = DESKTOP, **options: Any) -> Page:
            context = browser.new_context(viewport=size, **options)
            contexts.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(10_000)
            complaints.watch(page)
            page.goto(url)
            page.wait_for_selector("body[data-ready=true]")
            return page

        yield open_page
    assert complaints == []


@dataclasses.dataclass
class Saloon:
    """The world behind the page; ``api`` calls a Bot API method as the bot would."""

    world: World
    url: str
    ann: int
    bob: int
    group: int

    def api(self, method: str, **fields: Any) -> Any:
        return call(self.world, method, fields)

    def say(self, chat: int, text: str, **fields: Any) -> int:
        """Send a text as the bot; the id of the message."""
        return int(self.api("sendMessage", chat_id=chat, text=text, parse_mode="HTML", **fields)["message_id"])

    def updates(self, kind: str) -> list[Any]:
        """What waits for the bot, of one kind."""
        return [update.body for update in self.world.state.updates if update.kind == kind]


def keyboard(*rows: list[dict[str, str]]) -> dict[str, object]:
    """An inline keyboard."""
    return {"inline_keyboard": list(rows)}


@pytest.fixture
def saloon() -> Iterator[Saloon]:
    world = new_world(limits=False)
    furnish(world, 3)
    ann, bob = [user.id for user in world.users()][:2]
    group = next(chat.id for chat in world.state.chats.values() if chat.type != "private")
    with served(world) as url:
        yield Saloon(world, url, ann, bob, group)


@contextlib.contextmanager
def served(world: World) -> Iterator[str]:
    """The page of a world, served from a thread of its own; its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = serve_page(world, 0)
    try:
        yield asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(10)
        asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
