"""The things in the box: playing cards, characters, events, equipment, roles. Read once from ``data/*.yaml``.

A playing card is a number (its place in the card list over all sets), so that piles are lists of small integers that
store and compare quickly; ``CARDS[number]`` says what is printed on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

SUITS = "HDCS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of playing card: what the printed symbols say. One row of ``cards.yaml``."""

    name: str
    border: str
    """brown (discarded when played), blue (lies in front), green (lies in front, used in a later turn)."""
    range: int
    """How far a weapon shoots; 0: not a weapon."""
    target: str
    """Whom it is played on: a name in ``legal.TARGETS``; "" where nobody is chosen."""
    picks: bool
    """The player also names a card of the target: one in front of it, or a random one of its hand."""
    cost: int
    """How many other hand cards must be discarded to play it ("+1")."""
    does: tuple[tuple[str, int], ...]
    """What it does when played (green: when used): names in ``effects.EFFECTS`` with their number."""
    answers: tuple[tuple[str, int], ...]
    """What happens after it has cancelled a shot; only meaningful where ``missed``."""
    missed: bool
    """Has the Missed! symbol: cancels a shot."""
    tags: frozenset[str]


class Card(NamedTuple):
    """One physical card."""

    id: int
    name: str
    suit: str
    rank: str

    @property
    def kind(self) -> Kind:
        return KINDS[self.name]

    @property
    def code(self) -> str:
        """Rank and suit as the notation writes them: ``QH``."""
        return self.rank + self.suit


@dataclass(frozen=True, slots=True)
class Character:
    """A character: its printed life points and its set; what it can do stands in ``sets/``."""

    name: str
    set: str
    life: int
    ability: str
    starts_with: int
    """Cards dealt at the start; 0: as many as life points."""
    missing_with: str
    """The option with which the character is out of the box."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event card. ``last``: always lies at the bottom of its pile."""

    name: str
    set: str
    last: bool
    effect: str


@dataclass(frozen=True, slots=True)
class Equipment:
    """A Gold Rush card: brown (at once) or black (stays), its cost in nuggets."""

    name: str
    border: str
    cost: int
    effect: str
    target: str
    """Whom it is bought for: a name in ``legal.TARGETS``; "" where nobody is chosen."""
    does: tuple[tuple[str, int], ...]
    """What a brown one does: names in ``effects.EFFECTS`` with their number."""
    acts_as: Mapping[str, tuple[tuple[str, int], ...]]
    """Kinds of playing cards as one of which it acts (with their targets), and what it does then."""


def _rows(name: str) -> Any:
    return yaml.load((files("engine") / "data" / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)


def _effects(texts: list[str]) -> tuple[tuple[str, int], ...]:
    """``["draw 2"]`` becomes ``(("draw", 2),)``; the number is 1 where none is written."""
    parts = (text.split() for text in texts)
    return tuple((words[0], int(words[1]) if len(words) > 1 else 1) for words in parts)


def _kind(row: dict[str, Any]) -> Kind:
    return Kind(
        name=row["name"],
        border=row["border"],
        range=row.get("range", 0),
        target=row.get("target", ""),
        picks=row.get("picks", False),
        cost=row.get("cost", 0),
        does=_effects(row.get("does", [])),
        answers=_effects(row.get("answers", [])),
        missed=row.get("missed", False),
        tags=frozenset(row.get("tags", [])),
    )


def _equipment(row: dict[str, Any]) -> Equipment:
    acts_as = {kind: _effects(does) for kind, does in row.get("acts_as", {}).items()}
    does = _effects(row.get("does", []))
    return Equipment(
        row["name"], row["border"], row["cost"], row["effect"], row.get("target", ""), does, MappingProxyType(acts_as)
    )


_card_rows = _rows("cards")

KINDS: dict[str, Kind] = {}
"""Kinds by name; a name that several sets print is described by its first row."""
for _row in _card_rows:
    KINDS.setdefault(_row["name"], _kind(_row))

CARDS: tuple[Card, ...] = tuple(
    Card(number, name, code[-1], code[:-1])
    for number, (name, code) in enumerate((row["name"], code) for row in _card_rows for code in row["copies"])
)

_first_copy: dict[tuple[str, str], int] = {}
TWIN: dict[int, int] = {c.id: first for c in CARDS if (first := _first_copy.setdefault((c.name, c.code), c.id)) != c.id}
"""Cards that another one equals in name, suit and rank (the two Stagecoaches): number -> number of the first such."""

_set_of_card: tuple[str, ...] = tuple(row["set"] for row in _card_rows for _ in row["copies"])
_missing_with: tuple[str, ...] = tuple(row.get("missing_with", "") for row in _card_rows for _ in row["copies"])
"""By card: the table option with which it is out of the box."""
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

CHARACTERS: dict[str, Character] = {
    row["name"]: Character(
        row["name"], row["set"], row["life"], row["ability"], row.get("starts_with", 0), row.get("missing_with", "")
    )
    for row in _rows("characters")
}
EVENTS: dict[tuple[str, str], Event] = {
    (row["set"], row["name"]): Event(row["name"], row["set"], row.get("last", False), row["effect"])
    for row in _rows("events")
}
"""Events by set and name."""
EQUIPMENT: tuple[Equipment, ...] = tuple(_equipment(row) for row in _rows("equipment") for _ in range(row["copies"]))
"""The 24 equipment cards; a game names them by their place here."""
ROLES: dict[int, dict[str, int]] = _rows("roles")
"""Roles by number of players."""
NAMES: dict[str, dict[str, dict[str, Any]]] = _rows("names")
"""Printed titles in other languages."""

SETS = (
    "base",
    "dodge_city",
    "high_noon",
    "fistful_of_cards",
    "bullet",
    "wild_west_show",
    "gold_rush",
    "valley_of_shadows",
)


def cards_of(sets: list[str], options: Mapping[str, Any] = NO_OPTIONS) -> list[int]:
    """The numbers of all playing cards of the base game and the given sets, in the order of the card list; without
    those that a table option takes out of the box."""
    return list(_box(tuple(sets), frozenset(name for name, value in options.items() if value is True)))


@cache
def _box(sets: tuple[str, ...], on: frozenset[str]) -> tuple[int, ...]:
    return tuple(c.id for c in CARDS if _set_of_card[c.id] in ("base", *sets) and _missing_with[c.id] not in on)


def characters_of(sets: list[str], options: Mapping[str, Any] = NO_OPTIONS) -> list[str]:
    """The names of all characters of the base game and the given sets; some options leave some out."""
    return [c.name for c in CHARACTERS.values() if c.set in ("base", *sets) and options.get(c.missing_with) is not True]
