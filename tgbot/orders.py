"""A person's standing orders: read from what is stored, put into words, changed field by field.

``Person.orders`` holds what a person wants everywhere; each seat has a copy (``Holder.orders``), so that a commit can
act on it, and what is different in this game (``Holder.orders_here``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import CARDS
from engine.players.orders import Orders
from storage.shapes import Holder
from tgbot import cardtext
from tgbot.texts import _, joined

NAMES = frozenset(card.name for card in CARDS)
MOST_KEPT = 3


@dataclass(frozen=True)
class Field:
    """One order that is chosen from a few values; the first is the default."""

    key: str
    values: tuple[Any, ...]
    label: Callable[[Any], str]

    def following(self, orders: Orders) -> Any:
        """The value after the present one."""
        place = self.values.index(getattr(orders, self.key))
        return self.values[(place + 1) % len(self.values)]


FIELDS: list[Field] = [
    Field(
        "shot",
        ("ask", "barrel", "missed", "never"),
        lambda value: {
            "ask": _("When I am shot at: ask me"),
            "barrel": _("When I am shot at: Barrel first, then ask"),
            "missed": _("When I am shot at: Barrel, then Missed!"),
            "never": _("When I am shot at: take it while I live"),
        }[value],
    ),
    Field(
        "keep",
        (*range(1, MOST_KEPT + 1), 0),
        lambda value: _("Missed! cards to keep back: {count}").format(count=value),
    ),
    Field(
        "bang",
        ("ask", "always", "never", "last_life"),
        lambda value: {
            "ask": _("Indians! and Duel: ask me"),
            "always": _("Indians! and Duel: throw a BANG!"),
            "never": _("Indians! and Duel: never throw one"),
            "last_life": _("Indians! and Duel: at my last life point only"),
        }[value],
    ),
    Field(
        "beer",
        ("ask", "always"),
        lambda value: {
            "ask": _("Beer at my last life point: ask me"),
            "always": _("Beer at my last life point: drink it"),
        }[value],
    ),
    Field(
        "discard",
        ("ask", "least"),
        lambda value: {
            "ask": _("Too many cards: ask me"),
            "least": _("Too many cards: the least useful go"),
        }[value],
    ),
]
"""In the order of the menu. The wish list for the General Store is apart."""


def field_of(key: str) -> Field | None:
    """The field with this name."""
    return next((field for field in FIELDS if field.key == key), None)


def read(stored: Mapping[str, Any]) -> Orders:
    """The orders in a stored document; what this release does not know is asked."""
    orders = Orders()
    for field in FIELDS:
        value = stored.get(field.key)
        if value in field.values and not isinstance(value, bool):
            setattr(orders, field.key, value)
    wishes = stored.get("store")
    if isinstance(wishes, list):
        orders.store = list(dict.fromkeys(name for name in wishes if isinstance(name, str) and name in NAMES))
    return orders


def of(holder: Holder) -> Orders:
    """What holds for whoever sits here, in this game."""
    return read({**holder.orders, **holder.orders_here})


def wishes(orders: Orders) -> str:
    """What the orders say about the General Store."""
    if not orders.store:
        return _("General Store: ask me")
    return _("General Store: {cards}").format(cards=joined([cardtext.title(name) for name in orders.store]))
