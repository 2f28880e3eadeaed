"""What is still to be said in one chat, in order, with what a later row makes needless folded into one request.

Pure: the rows are those of a leased outbox; nothing here talks to Redis or Telegram.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from storage.outbox import Row

Doing = Literal["new", "edit", "strip", "delete", "pin", "nothing"]


@dataclass(frozen=True, slots=True)
class Plan:
    """The next request of a lane."""

    head: Row
    """The lane's first row, with the newest content its slot is to show."""
    doing: Doing
    covers: tuple[Row, ...]
    """All rows that are settled by it, the head among them."""


class Lane:
    """The rows of one chat, first in, first out."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, rows: Sequence[Row]) -> None:
        """Append rows, oldest first."""
        self._rows += rows

    def take(self, *, keep_head: bool) -> list[Row]:
        """Remove and return the rows, all or all but the head."""
        first = 1 if keep_head else 0
        taken, self._rows = self._rows[first:], self._rows[:first]
        return taken

    def settle(self, rows: Sequence[Row]) -> None:
        """Remove rows that are sent or dropped."""
        gone = {row.id for row in rows}
        self._rows = [row for row in self._rows if row.id not in gone]

    def amend(self, row: Row, *, not_before: float | None = None, maybe_sent: bool | None = None) -> None:
        """Note what became of a row that stays."""
        for place, old in enumerate(self._rows):
            if old.id == row.id:
                self._rows[place] = replace(
                    old,
                    not_before=old.not_before if not_before is None else not_before,
                    maybe_sent=old.maybe_sent if maybe_sent is None else maybe_sent,
                )

    def urgency(self) -> int:
        """Return the best priority of all waiting rows: the first one must go for that one to go."""
        return min((row.message.priority for row in self._rows), default=9)

    def plan(self, now: float) -> Plan | None:
        """Return what to do next; None if nothing is left."""
        if not self._rows:
            return None
        head = self._rows[0]
        if _expired(head, now):
            return Plan(head, "nothing", (head,))
        if head.message_id is not None or head.action == "delete":
            return Plan(head, head.action, (head,))
        followers, successor = _same_slot(head, self._rows[1:])
        return _fold(head, followers, successor, now)


def _expired(row: Row, now: float) -> bool:
    return row.message.expires is not None and row.message.expires < now


def _same_slot(head: Row, rows: Sequence[Row]) -> tuple[list[Row], Row | None]:
    """Return the later rows about the head's own message, and the row that begins the slot's next message."""
    slot = (head.table_id, head.message.slot)
    followers: list[Row] = []
    for row in rows:
        if row.message_id is not None or (row.table_id, row.message.slot) != slot:
            continue
        if row.action == "new":
            return followers, row
        followers.append(row)
    return followers, None


def _fold(head: Row, followers: Sequence[Row], successor: Row | None, now: float) -> Plan:
    """Merge the later rows about a message into the first request about it.

    An edit never crosses into the slot's next message: the end of a turn's story must not be lost to the next turn.
    """
    doing: Doing = head.action
    message, covers = head.message, [head]
    for row in followers:
        if _expired(row, now):
            covers.append(row)
        elif row.action == "delete":
            covers.append(row)
            return Plan(head, _instead_of_showing(head) if doing == "new" else "delete", tuple(covers))
        elif row.action == "strip":
            covers.append(row)
            message = message.model_copy(update={"keyboard": []})
        elif (row.message.photo is None) != (message.photo is None) and doing != "strip":
            break
        else:
            covers.append(row)
            shown = {"text": row.message.text, "keyboard": row.message.keyboard, "photo": row.message.photo}
            message = message.model_copy(update=shown)
            doing = "edit" if doing == "strip" else doing
    if successor is not None and _ends_unseen(doing, successor):
        doing = "nothing"
    return Plan(replace(head, message=message), doing, tuple(covers))


def _instead_of_showing(head: Row) -> Doing:
    """A message deleted before it was ever sent: only what it does to its forerunner remains."""
    return "nothing" if head.message.retire == "keep" else head.message.retire


def _ends_unseen(doing: Doing, successor: Row) -> bool:
    retire = successor.message.retire
    return (doing == "edit" and retire == "delete") or (doing == "strip" and retire in {"strip", "delete"})
