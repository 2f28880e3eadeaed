"""A real browser for the page tests, and what a page must not do in it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
HANDSET: ViewportSize = {"width": 390, "height": 844}
LOST_CONNECTION = "net::ERR_"
"""What Chromium prints when the playground is stopped under the page, as it must be allowed to."""


def find_browser() -> str | None:
    """The path of a Chromium or Chrome on this machine."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


@contextmanager
def launched(program: str) -> Iterator[Browser]:
    """The browser, until the block ends."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


class Complaints(list[str]):
    """What a page has complained about in its console: errors, warnings, exceptions."""

    def watch(self, page: Page) -> None:
        """Take down the complaints of this page from now on."""
        page.on("console", self._take)
        page.on("pageerror", lambda error: self.append(str(error)))

    def _take(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and LOST_CONNECTION not in message.text:
            self.append(message.text)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
