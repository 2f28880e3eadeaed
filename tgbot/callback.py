"""What lies in a button under a question: which table, which question, which choices so far.

At most 64 bytes, no secret, no trust: who pressed it is looked at every time.
"""

import re
from dataclasses import dataclass

from engine import Decision

VERSION = "g"
LIMIT = 64
"""Bytes that Telegram allows."""

_DATA = re.compile(
    r"g\|(?P<table>[A-Za-z0-9]{1,10})\|(?P<no>\d{1,6})\|(?P<digest>[0-9a-f]{4})\|"
    r"(?P<path>(?:-?\d{1,3}(?:\.-?\d{1,3}){0,6})?)"
)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button's data, read."""

    table_id: str
    no: int
    digest: str
    path: tuple[int, ...]

    def fits(self, decision: Decision) -> bool:
        """Was the button made for this very question?"""
        return (self.no, self.digest) == (decision.no, decision.digest())


def prefix(table_id: str, decision: Decision) -> str:
    """What the data of each button under a question begins with."""
    return f"{VERSION}|{table_id}|{decision.no}|{decision.digest()}|"


def read(data: str) -> Pressed | None:
    """The button's data; None if it is no button of a question."""
    match = _DATA.fullmatch(data)
    if match is None:
        return None
    path = tuple(map(int, match["path"].split("."))) if match["path"] else ()
    return Pressed(match["table"], int(match["no"]), match["digest"], path)
