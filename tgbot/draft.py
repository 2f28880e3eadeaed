"""A change to one table while it is being made: the table and everything that is to be committed with it.

Steps are plain functions of a draft. They may be run again on a newer table, so they touch nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from storage.shapes import Button, Holder, LogEntry, Outgoing, Retire, Table
from storage.tables import Commit, Stored
from tgbot.quiet import asleep_until

Keyboard = Sequence[Sequence[Button]]

GROUP_PRIORITY = 5
PRIVATE_PRIORITY = 2


class Refused(Exception):
    """What was asked for cannot be done; nothing has changed. The message is shown to whoever asked.

    ``alert`` shows it in a box to be closed; ``url`` opens a link of the bot instead of showing anything.
    """

    def __init__(self, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.alert = alert
        self.url = url


Step = Callable[["Draft"], None]
"""Changes a draft, or raises Refused. May be run several times."""


@dataclass
class Draft:
    """The table as it shall be, and what follows from it."""

    table: Table
    version: int
    now: float
    in_force: Mapping[str, float] = field(default_factory=dict)
    """Deadlines before the change."""
    toast: str = ""
    """What the one who tapped is told."""
    out: list[Outgoing] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    deadlines: dict[str, float | None] = field(default_factory=dict)

    @classmethod
    def of(cls, stored: Stored, now: float) -> "Draft":
        """A draft that changes nothing yet."""
        return cls(stored.table, stored.version, now, stored.deadlines)

    def commit(self, update_id: int | str | None, fired: tuple[str, float] | None) -> Commit:
        """The change as the store takes it."""
        return Commit(
            self.table,
            self.version,
            update_id=update_id,
            fired=fired,
            log=self.log,
            out=self.out,
            deadlines=self.deadlines,
        )

    def touch(self) -> None:
        """Somebody has done something at this table."""
        self.table.touched_at = self.now

    def holder(self, user_id: int) -> tuple[int, Holder]:
        """The seat of a person. Raises Refused for a stranger."""
        found = self.seat_of(user_id)
        if found is None:
            from tgbot.texts import _

            raise Refused(_("You are not in this game."))
        return found, self.table.seats[found]

    def seat_of(self, user_id: int) -> int | None:
        """The number of a person's seat; None for a stranger."""
        return next((i for i, seat in enumerate(self.table.seats) if seat.user_id == user_id), None)

    @property
    def language(self) -> str:
        """In which the group is written to."""
        return str(self.table.settings.get("language", "en"))

    def group(self, slot: str, text: str = "", keyboard: Keyboard = (), **more: Any) -> None:
        """Show something in the table's group; an edit of the slot's message unless ``mode`` says otherwise."""
        if self.table.notes.get("banned"):
            return
        self.out.append(
            Outgoing(
                chat_id=self.table.chat_id,
                topic_id=self.table.topic_id,
                slot=slot,
                text=text,
                keyboard=_rows(keyboard),
                **({"priority": GROUP_PRIORITY} | more | self._hushed(*self.table.seats)),
            )
        )

    def private(
        self, seat: int, slot: str, text: str, keyboard: Keyboard = (), *, retire: Retire = "strip", **more: Any
    ) -> None:
        """Show something to whoever holds the seat, in private; nothing to a bot or to one who blocked us."""
        holder = self.table.seats[seat]
        if holder.user_id is None or not holder.reachable:
            return
        self.out.append(
            Outgoing(
                chat_id=holder.user_id,
                slot=f"{slot}:{holder.user_id}",
                text=text,
                keyboard=_rows(keyboard),
                retire=retire,
                **({"priority": PRIVATE_PRIORITY, "protect": False} | more | self._hushed(holder)),
            )
        )

    def _hushed(self, *readers: Holder) -> dict[str, bool]:
        """Nothing rings in anybody's quiet hours."""
        people = [holder for holder in readers if holder.user_id is not None]
        return {"silent": True} if any(asleep_until(self.now, holder) is not None for holder in people) else {}


def _rows(keyboard: Keyboard) -> list[list[Button]]:
    return [list(row) for row in keyboard if row]
