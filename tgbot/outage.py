"""Telegram out of reach, and what is to be shown after time was credited to everybody."""

import structlog
from telegram import Bot
from telegram.error import BadRequest, NetworkError

import engine
from storage.clock import Clock
from storage.errors import StorageError
from tgbot import pace, tell
from tgbot.draft import Draft, Refused
from tgbot.saloon import Saloon

log = structlog.get_logger(__name__)

ASK_EVERY = 15.0
"""Seconds for which an answer of Telegram is good."""
SHOWN_FROM = 60.0
"""Seconds of credit from which on the times that are shown are brought up to date."""


class Contact:
    """Whether Telegram answers. While it does not, deadlines wait, and the time counts as an outage."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._last = float("-inf")

    async def is_up(self) -> bool:
        """Ask, unless it has answered lately."""
        if 0 <= self._clock.now() - self._last < ASK_EVERY:
            return True
        try:
            await self._bot.get_me()
        except BadRequest:
            pass  # an answer too
        except NetworkError as error:
            log.warning("Telegram is out of reach: deadlines wait", error=type(error).__name__)
            return False
        self._last = self._clock.now()
        return True


async def show_clocks(saloon: Saloon) -> None:
    """Show the deadlines of all games as they are after a credit. What cannot be shown is with the next move."""

    def step(draft: Draft) -> None:
        if draft.table.phase != "running" or not pace.running(draft):
            raise Refused
        tell.clocks_changed(draft, engine.load(draft.table.game))

    async for table_id in saloon.tables.ids():
        if await saloon.tables.phase(table_id) != "running":
            continue
        try:
            await saloon.change(table_id, step)
        except Refused:
            continue
        except StorageError as error:
            log.warning("clocks not shown", table=table_id, error=type(error).__name__)
