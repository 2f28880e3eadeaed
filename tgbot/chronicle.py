"""The latest lines of the public story, and who has seen how much of it: so that nobody comes back to a riddle.

``notes["chronicle"]`` holds the lines, ``notes["told"]`` how many there ever were; ``Holder.seen_event`` up to which of
them a person has looked, ``notes["looked"]`` when; ``notes["back"]`` who has come back and was not told yet.
"""

from collections.abc import Sequence

from tgbot.draft import Draft
from tgbot.recap import recap

LINES = 80
"""So many lines are kept."""
GONE = 3 * 3600.0
"""Seconds without a sign of life after which somebody has been gone."""


def add(draft: Draft, lines: Sequence[str]) -> None:
    """Lines that everybody at the table may read (HTML) have been told."""
    notes = draft.table.notes
    notes["told"] = notes.get("told", 0) + len(lines)
    notes["chronicle"] = [*notes.get("chronicle", []), *lines][-LINES:]


def looked(draft: Draft, seat: int) -> None:
    """A person has looked at the game: what was told until now is known to them, unless they had been gone."""
    notes = draft.table.notes
    if _gone(draft, seat):
        notes.setdefault("back", {}).setdefault(str(seat), notes.get("told", 0))
    elif str(seat) not in notes.get("back", {}):
        draft.table.seats[seat].seen_event = notes.get("told", 0)
    notes.setdefault("looked", {})[str(seat)] = draft.now


def missed(draft: Draft, seat: int) -> str | None:
    """What somebody who has been gone has missed (HTML), told once; None if they have not, or nothing happened."""
    notes, holder = draft.table.notes, draft.table.seats[seat]
    told = notes.get("told", 0)
    until = notes.get("back", {}).pop(str(seat), told if _gone(draft, seat) else None)
    if until is None:
        return None
    lines = notes.get("chronicle", [])
    first = told - len(lines)
    fresh = lines[max(0, holder.seen_event - first) : max(0, until - first)]
    holder.seen_event = told
    return recap(fresh, 0) if fresh else None


def _gone(draft: Draft, seat: int) -> bool:
    begun = draft.table.notes.setdefault("begun", draft.now)
    return bool(draft.now - draft.table.notes.get("looked", {}).get(str(seat), begun) >= GONE)
