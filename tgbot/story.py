"""What a storyteller works on: the facts of one answer in order, and the lines told so far.

A line may hold an open list, between two invisible marks: "Ann discards |Beer 6♥|." If the next line, maybe of a later
answer, is the same but for what stands between the marks, both become one: "Ann discards |Beer 6♥, Jail 4♥|."
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine import Event
from tgbot.texts import joined

E = TypeVar("E", bound=Event)


MARK = "\u2063"
"""Invisible separator; names cannot hold it (tgbot/names.py)."""


def open_list(items: Sequence[str]) -> str:
    """Items of a list that the next line may go on with."""
    return f"{MARK}{', '.join(items)}{MARK}"


def extended(lines: Sequence[str], more: Sequence[str]) -> list[str]:
    """The lines and those that come after them; what goes on with an open list is put into it."""
    told = list(lines)
    for line in more:
        whole = _merged(told[-1], line) if told else None
        if whole is None:
            told.append(line)
        else:
            told[-1] = whole
    return told


def _merged(line: str, more: str) -> str | None:
    before, _mark, rest = line.partition(MARK)
    items, mark, after = rest.partition(MARK)
    if not mark or not more.startswith(before + MARK) or not more.endswith(MARK + after):
        return None
    added = more[len(before) + 1 : len(more) - len(after) - 1]
    return None if MARK in added else f"{before}{MARK}{items}, {added}{MARK}{after}"


class Story:
    """Facts are taken from the front; a sentence begins a line or goes on in the last one."""

    def __init__(self, facts: Sequence[Event], names: Sequence[str], mentions: Sequence[str]) -> None:
        self.names = names
        self.mentions = mentions or names
        self.lines: list[str] = []
        self.topic = ""
        """The card or ability of which the last line tells: later sentences need not name it again."""
        self.told: set[int] = set()
        """Cards that need not be told of when they are discarded: they were named as a price."""
        self._rest = list(facts)
        self._closed = False

    def name(self, seat: int) -> str:
        """Of a seat; the empty text for nobody."""
        return self.names[seat] if seat >= 0 else ""

    def all(self, seats: Sequence[int]) -> str:
        """Names as a list in a sentence."""
        return joined([self.names[seat] for seat in seats])

    def line(self, text: str) -> None:
        """Begin a line."""
        self.lines.append(text)
        self._closed = False

    def headline(self, text: str) -> None:
        """A line for itself; whatever comes next is no longer about what came before."""
        self.lines.append(text)
        self._closed = True
        self.topic = ""

    def add(self, text: str) -> None:
        """Go on in the last line."""
        if self.lines and not self._closed:
            self.lines[-1] += " " + text
        else:
            self.line(text)

    def take(self) -> Event | None:
        """The next fact."""
        return self._rest.pop(0) if self._rest else None

    def sees(self, kind: type[E], fits: Callable[[E], Any]) -> bool:
        """Is the next fact of this kind, and fits?"""
        return bool(self._rest) and isinstance(self._rest[0], kind) and bool(fits(self._rest[0]))

    def next(self, kind: type[E], fits: Callable[[E], Any] = lambda _fact: True) -> E | None:
        """Take the next fact if it is of this kind and fits."""
        if self._rest and isinstance(self._rest[0], kind) and fits(self._rest[0]):
            fact = self._rest.pop(0)
            assert isinstance(fact, kind)
            return fact
        return None

    def run(self, kind: type[E], fits: Callable[[E], Any] = lambda _fact: True) -> list[E]:
        """Take all facts of this kind that follow each other."""
        found: list[E] = []
        while (fact := self.next(kind, fits)) is not None:
            found.append(fact)
        return found

    def ahead(self, kind: type[E]) -> bool:
        """Is there such a fact still to come?"""
        return any(isinstance(fact, kind) for fact in self._rest)
