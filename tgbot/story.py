"""What a storyteller works on: the facts of one answer in order, and the lines told so far."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine import Event
from tgbot.texts import joined

E = TypeVar("E", bound=Event)


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

    def name(self, seat: int) -> str:
        """Of a seat; the empty text for nobody."""
        return self.names[seat] if seat >= 0 else ""

    def all(self, seats: Sequence[int]) -> str:
        """Names as a list in a sentence."""
        return joined([self.names[seat] for seat in seats])

    def line(self, text: str) -> None:
        """Begin a line."""
        self.lines.append(text)

    def add(self, text: str) -> None:
        """Go on in the last line."""
        if self.lines:
            self.lines[-1] += " " + text
        else:
            self.lines.append(text)

    def take(self) -> Event | None:
        """The next fact."""
        return self._rest.pop(0) if self._rest else None

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
