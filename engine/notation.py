"""Answers as text and back: ``play Bang! QH on Bob, hand`` (the grammar is described in docs/rules/NOTATION.md).

``text_of`` writes an option so that ``find`` reads it back; what people write may leave out rank and suit, then the
first copy in hand order is meant.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.cards import CARDS
from engine.decisions import GOLD, HAND, NO_CARD, NOBODY, Option

_CODE = re.compile(r"^(?P<name>.+?)(?: (?P<code>(?:10|[2-9JQKA])[HDCS]))?$")
_PLAY = re.compile(
    r"^(?P<card>.+?)(?: as (?P<as>.+?))?(?: with (?P<cost>.+?))?(?P<gold> for gold)?"
    r"(?: on (?P<target>[^\s,]+))?(?:, (?P<pick>(?:(?! on ).)+))?$"
)
_ORDER = re.compile(r"^(?P<name>.+?) on (?P<target>[^\s,]+), (?P<order>.+?) on (?P<onto>[^\s,]+)(?:, (?P<pick>.+))?$")


NO_NAMES = frozenset({"deck", "discard", "hand"})
"""Words of the notation that stand where a player's name may stand: nobody can be called so."""


class Named(Protocol):
    """A seat as far as the notation is concerned."""

    @property
    def name(self) -> str:
        """The player's name: one word."""


class BadNotation(ValueError):
    """The text is no answer in the notation; the message quotes it."""


def card_text(card: int) -> str:
    """Name, rank and suit."""
    return f"{CARDS[card].name} {CARDS[card].code}"


def text_of(option: Option, seats: Sequence[Named]) -> str:
    """The option in full notation."""
    text = option.verb
    if option.name and option.verb == "draw":
        text += f" from {option.name}"
    elif option.verb == "draw" and option.target != NOBODY:
        text += f" from {seats[option.target].name}"
    elif option.name:
        text += f" {option.name}"
    elif option.verb == "pick" and option.pick == HAND:
        text += " hand"
    elif option.verb == "pick" and option.target != NOBODY:
        text += f" {seats[option.target].name}"
    if option.card != NO_CARD:
        text += f" {card_text(option.card)}"
    return text + _tail(option, seats)


def _tail(option: Option, seats: Sequence[Named]) -> str:
    text = ""
    if option.as_ == GOLD:
        text += " for gold"
    elif option.as_:
        text += f" as {option.as_}"
    if option.cost:
        text += " with " + ", ".join(card_text(card) for card in option.cost)
    if option.target != NOBODY and option.verb == "discard":
        text += f" of {seats[option.target].name}"
    elif option.target != NOBODY and option.verb not in ("draw", "pick"):
        text += f" on {seats[option.target].name}"
    if option.order:
        text += f", {option.order}"
    if option.onto != NOBODY:
        text += f" on {seats[option.onto].name}"
    if option.pick == HAND and option.verb != "pick":
        text += ", hand"
    elif option.pick >= 0:
        text += f", {card_text(option.pick)}"
    return text


@dataclass
class Pattern:
    """What a text asks for; ``fits`` compares it with an option."""

    verb: str
    thing: str = ""
    """Card, ability or word after the verb, with or without rank and suit."""
    as_: str = ""
    target: str = ""
    pick: str = ""
    cost: list[str] = field(default_factory=list)
    order: str = ""
    onto: str = ""

    def fits(self, option: Option, seats: Sequence[Named]) -> bool:
        if option.verb != self.verb or option.as_ != self.as_:
            return False
        target = seats[option.target].name if option.target != NOBODY else ""
        if self.verb == "draw":
            return self._draw_fits(option, target)
        if self.verb == "pick" and option.pick == HAND:
            return self.thing == "hand"
        if self.verb == "pick" and target:
            return self.thing == target
        if option.order or self.order:
            return self._order_fits(option, seats) and (self.thing, self.target) == (option.name, target)
        thing = _fits_card(self.thing, option.card) if option.card != NO_CARD else self.thing == option.name
        return thing and target == self.target and _fits_pick(self.pick, option.pick) and self._cost_fits(option.cost)

    def _draw_fits(self, option: Option, target: str) -> bool:
        if option.name:
            return self.thing == option.name and not self.pick
        return self.thing == target and _fits_pick(self.pick, option.pick)

    def _order_fits(self, option: Option, seats: Sequence[Named]) -> bool:
        """An order without a target looks as if a card were picked: ``use Dorothy Rage on Bob, Saloon``."""
        if not self.order:
            return self.pick == option.order and option.onto == NOBODY
        onto = seats[option.onto].name if option.onto != NOBODY else ""
        return (self.order, self.onto) == (option.order, onto) and _fits_pick(self.pick, option.pick)

    def _cost_fits(self, cost: tuple[int, ...]) -> bool:
        """The written cards are the price, in the order in which they are laid down."""
        return len(cost) == len(self.cost) and all(map(_fits_card, self.cost, cost))


def _fits_card(text: str, card: int) -> bool:
    return text in (CARDS[card].name, card_text(card))


def _fits_pick(text: str, pick: int) -> bool:
    if pick == HAND:
        return text == "hand"
    return _fits_card(text, pick) if pick >= 0 else text == ""


def parse(text: str) -> Pattern:
    """Reads an answer. Raises BadNotation."""
    if text in ("pass", "yes", "no", "end turn", "draw"):
        return Pattern(text) if text != "draw" else Pattern("draw", "deck")
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if not rest or verb not in ("play", "use", "draw", "pick", "discard", "buy"):
        raise BadNotation(f"not an answer: '{text}' (play, use, draw, pick, yes, no, discard, buy, pass, end turn)")
    if verb == "draw":
        return _parse_draw(text, rest)
    if verb == "pick":
        return Pattern("pick", rest)
    if verb == "discard":
        thing, _, owner = rest.partition(" of ")
        return Pattern("discard", thing, target=owner)
    return _parse_play(verb, text, rest)


def _parse_draw(text: str, rest: str) -> Pattern:
    if not rest.startswith("from "):
        raise BadNotation(f"not an answer: '{text}' (draw from deck, discard, or a player)")
    source, _, pick = rest.removeprefix("from ").partition(", ")
    return Pattern("draw", source, pick=pick)


def _parse_play(verb: str, text: str, rest: str) -> Pattern:
    if verb == "use" and (order := _ORDER.match(rest)):
        pick = order["pick"] or ""
        return Pattern(verb, order["name"], "", order["target"], pick, order=order["order"], onto=order["onto"])
    match = _PLAY.match(rest)
    if match is None:
        raise BadNotation(f"not an answer: '{text}'")
    cost = (match["cost"] or "").split(", ") if match["cost"] else []
    pick = match["pick"] or ""
    if cost and pick and not match["target"]:  # "with A, B": the comma belongs to the price
        cost, pick = [*cost, *pick.split(", ")], ""
    return Pattern(verb, match["card"], GOLD if match["gold"] else match["as"] or "", match["target"] or "", pick, cost)


def find(text: str, options: Sequence[Option], seats: Sequence[Named]) -> Option | None:
    """The first of the options that the text means, None if it means none of them. Raises BadNotation."""
    pattern = parse(text)
    return next((option for option in options if pattern.fits(option, seats)), None)
