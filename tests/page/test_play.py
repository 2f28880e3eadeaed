"""`bang play` as people use it: the real bot, Redis and page; a game begun by tapping goes on after a restart."""

import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.browser import HANDSET, overflow
from tests.page.conftest import Open

pytestmark = [pytest.mark.page, pytest.mark.timeout(180)]

BANG = (sys.executable, "-m", "tgbot.cli")
START_SECONDS = 60
QUIET = """new Promise((resolve) => {
  const settle = () => { watcher.disconnect(); resolve(); };
  let timer = setTimeout(settle, 2000);
  const watcher = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(settle, 2000); });
  watcher.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
})"""
PLAYERS = ("Ann", "Bob", "Carla", "Dan")


@contextmanager
def playing(data_dir: Path, port: int = 0) -> Iterator[str]:
    """A playground that runs; its address. Ctrl-C must end it in good order."""
    options = ("--data-dir", str(data_dir), "--port", str(port), "--users", str(len(PLAYERS)), "--no-limits")
    with subprocess.Popen([*BANG, "play", *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert select.select([process.stdout], [], [], START_SECONDS)[0], "bang play says nothing"
            address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
            assert address is not None
            yield address[0]
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
        finally:
            process.kill()


class Table:
    """The page with a game on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.group = page.get_by_role("region", name="Group Saloon")

    def phone(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=f"{name}’s phone")

    def join(self, name: str) -> None:
        """Join in the group; who has not opened the bot is led to it, and has joined then."""
        self.group.get_by_role("group", name="You act as").get_by_role("button", name=name).click()
        self.group.get_by_role("button", name="Join").click()
        expect(self.group.locator(".message", has=self.page.get_by_role("button", name="Join"))).to_contain_text(name)

    def start(self) -> None:
        """Everybody joins, and the first one starts."""
        self.group.get_by_role("button", name="/newgame").click()
        for name in PLAYERS:
            self.join(name)
        self.group.get_by_role("button", name=PLAYERS[0], exact=True).click()
        self.group.get_by_role("button", name="Start").click()
        expect(self.page.locator(".hint")).to_contain_text("Waiting for")

    def answer(self) -> None:
        """Tap the first button that is offered to whoever must answer; something must change."""
        phone = self.page.locator(".phone.waits").first
        expect(phone).to_be_visible()
        before = self.page.locator(".phones").inner_text()
        phone.locator(".key").last.click()
        expect(self.page.locator(".phones")).not_to_have_text(before, use_inner_text=True)

    def words(self) -> list[str]:
        """What the private chats say and how the group's began, once nothing has changed any more for some time.

        The latest in the group may still be to come: it is told there at Telegram's pace.
        """
        expect(self.group.locator(".pinbar")).to_be_visible(timeout=30_000)
        self.page.evaluate(QUIET)
        private = self.page.locator(".phone.private .words").all_inner_texts()
        return self.group.locator(".words").all_inner_texts()[:3] + private


def test_a_game_is_begun_by_tapping_and_outlives_a_restart(tmp_path: Path, open_page: Open) -> None:
    with playing(tmp_path) as address:
        page = open_page(address)
        table = Table(page)
        table.start()
        for _ in range(4):
            table.answer()
        before = table.words()
    expect(page.locator(".status")).to_contain_text("Reconnecting")
    port = int(address.rstrip("/").rpartition(":")[2])
    with playing(tmp_path, port):
        expect(page.locator(".status")).to_contain_text("Live", timeout=15_000)
        assert table.words() == before
        assert Table(open_page(address)).words() == before
        for _ in range(2):
            table.answer()
        assert overflow(open_page(address, HANDSET)) <= 0
