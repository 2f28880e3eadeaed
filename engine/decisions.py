"""What the game asks and what may be answered.

A game waits for decisions; each lists every legal option, so that the same list makes keyboards, checks answers and
feeds computer players. Refusals say why something is not among them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple

NOBODY = -1
"""No seat: nobody did it, nobody is aimed at."""
NO_CARD = -1
HAND = -2
"""As a picked card: a random card of the target's hand."""
GOLD = "gold"
"""As a kind: no card, but a nugget (``play Beer for gold``)."""


class Option(NamedTuple):
    """One legal answer. ``notation.py`` writes and reads it as text (``play Bang! QH on Bob``)."""

    verb: str
    """play, use, draw, pick, yes, no, discard, buy, pass, end turn."""
    card: int = NO_CARD
    """The playing card that is played, picked or discarded."""
    name: str = ""
    """use and buy: the ability, card in front, event or equipment. pick and draw: a word (red, deck, discard)."""
    as_: str = ""
    """The card counts as this kind; GOLD: it is played for a nugget."""
    target: int = NOBODY
    pick: int = NO_CARD
    """A card in front of the target, or HAND."""
    cost: tuple[int, ...] = ()
    """Cards discarded as the price."""
    order: str = ""
    """The kind of card that the target is made to play; ``pick`` then is of ``onto`` (Dorothy Rage)."""
    onto: int = NOBODY
    """On whom the target is made to play it."""


PASS = Option("pass")
END_TURN = Option("end turn")
YES = Option("yes")
NO = Option("no")


class Refusal(NamedTuple):
    """Why something may not be done: an English template that is also the key for translations, and its facts."""

    reason: str
    facts: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        return self.reason.format(**self.facts)


class IllegalAnswer(ValueError):
    """The answer is not open to this player now; nothing has changed. ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@dataclass(slots=True)
class Decision:
    """A question to one seat, with every legal option in a fixed order."""

    seat: int
    kind: str
    """play, discard, draw, shot, bang (Indians!, Duel), dying, store, flip, … : what the question is about."""
    options: list[Option]
    by: int = NOBODY
    """The seat whose card or ability asks."""
    card: str = ""
    """The card, ability or event that asks."""
    facts: dict[str, Any] = field(default_factory=dict)
    """More to say in the question: ``missed`` still needed, ``excess`` cards, ``cards`` on offer, ``life`` …"""
    no: int = 0
    """How many answers the seat has given before: with the digest it tells an old button from a new one. Answers of
    others leave it as it is."""

    def question(self) -> str:
        """What is asked, whatever the options: an answer given ahead of time belongs to this question only."""
        return f"{self.kind} {self.by} {self.card}"

    def digest(self) -> str:
        """Four characters over the question and its options: a button made for other options does not fit any more."""
        text = repr((self.seat, self.kind, self.by, self.card, self.options)).encode()
        return blake2b(text, digest_size=2).hexdigest()
