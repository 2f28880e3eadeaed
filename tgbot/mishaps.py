"""What the sender runs into: people who blocked the bot, groups that moved or closed, Telegram out of reach."""

from storage.deadlines import Deadlines
from storage.shapes import Person
from tgbot import group, seats
from tgbot.draft import Draft, Refused, Step
from tgbot.outage import SHOWN_FROM, show_clocks
from tgbot.saloon import Saloon


class Mishaps:
    """Writes each mishap into the tables that it concerns. Each may be reported more than once."""

    def __init__(self, saloon: Saloon, deadlines: Deadlines) -> None:
        self._saloon = saloon
        self._deadlines = deadlines

    async def on_unreachable(self, table_id: str, chat_id: int) -> None:
        """A person blocked the bot or never started it, or the bot may not write to the group any more."""

        def step(draft: Draft) -> None:
            if chat_id < 0:
                seats.group_lost(draft)
            elif (seat := draft.seat_of(chat_id)) is not None:
                seats.person_lost(draft, seat, self._saloon.bot.username)

        if chat_id > 0:
            await self._saloon.people.change(chat_id, _not_reached)
        await self._note(table_id, step)

    async def on_migrated(self, old: int, new: int) -> None:
        """A group has become a supergroup."""
        await group.migrated(self._saloon, new)

    async def on_outage(self, began: float, ended: float) -> None:
        """Telegram could not be reached between these times (Unix seconds): nobody could answer."""
        if await self._deadlines.shift_all(began, ended) and ended - began >= SHOWN_FROM:
            await show_clocks(self._saloon)

    async def _note(self, table_id: str, step: Step) -> None:
        try:
            await self._saloon.change(table_id, step)
        except Refused:  # it is known already, or the table is gone
            return


def _not_reached(person: Person) -> None:
    """Until they write to the bot again."""
    person.started = False
