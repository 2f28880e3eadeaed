"""What is remembered of a game for the account at its end: a small dict of JSON values, kept with the table."""

from collections.abc import Sequence
from typing import Any

from engine import Event
from engine.events import Eliminated, LifeLost, TurnStarted

Tally = dict[str, Any]
"""``turns``; ``out``: [seat, by, card, turn] in order; ``hits``: life points taken from others, by seat."""


def count(tally: Tally, facts: Sequence[Event]) -> None:
    """Add what has happened (redacted for the public) to the tally; an empty dict is a new one."""
    tally.setdefault("turns", 0)
    out = tally.setdefault("out", [])
    hits = tally.setdefault("hits", {})
    for fact in facts:
        match fact:
            case TurnStarted():
                tally["turns"] = fact.number
            case Eliminated():
                out.append([fact.seat, fact.by, fact.card, tally["turns"]])
            case LifeLost() if fact.by not in (-1, fact.seat):
                hits[str(fact.by)] = hits.get(str(fact.by), 0) + fact.points
            case _:
                pass
