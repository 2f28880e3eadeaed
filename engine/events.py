"""What happened: facts, in order. Whoever tells the story gets them through ``redact`` only.

A field that not everybody may know is listed in ``private`` with the seats that may: the names of the event's own
fields that hold those seats. For everybody else a hidden card becomes ``HIDDEN``, so that the number still shows.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar, dataclass_transform

HIDDEN = -9
"""Stands for a card that the viewer may not know."""

EVENTS_BY_NAME: dict[str, "type[Event]"] = {}
"""Every kind of event, for those that store and load them."""


class Event:
    """Base of all facts."""

    __slots__ = ()
    private: ClassVar[dict[str, tuple[str, ...]]] = {}


E = TypeVar("E", bound=type[Event])


@dataclass_transform()
def event(cls: E) -> E:
    """Makes a slots dataclass of the class and lists it in ``EVENTS_BY_NAME``."""
    made: Any = dataclass(slots=True)(cls)
    EVENTS_BY_NAME[cls.__name__] = made
    return made  # type: ignore[no-any-return]


def redact(fact: Event, viewer: int | None) -> Event:
    """The fact as ``viewer`` (a seat, or None for the public) may know it."""
    if not fact.private:
        return fact
    hidden: dict[str, Any] = {}
    for name, audience in fact.private.items():
        if viewer is None or all(getattr(fact, seat) != viewer for seat in audience):
            value = getattr(fact, name)
            hidden[name] = [HIDDEN] * len(value) if isinstance(value, list) else HIDDEN
    return replace(fact, **hidden) if hidden else fact  # type: ignore[type-var]


@event
class GameStarted(Event):
    """All is dealt."""


@event
class RoleShown(Event):
    """A role lies face up from now on."""

    seat: int
    role: str


@event
class CharacterTaken(Event):
    """A seat has its character (characters are always public)."""

    seat: int
    character: str


@event
class TurnStarted(Event):
    """The turn has come to a seat; turns are numbered from 1."""

    seat: int
    number: int


@event
class TurnSkipped(Event):
    """No phase at all: Jail and the like. ``card`` is the reason."""

    seat: int
    card: str


@event
class CardsDrawn(Event):
    """From the draw pile into a hand. ``why``: "" for phase 1, else a card, ability or reward."""

    seat: int
    cards: list[int]
    why: str = ""
    private: ClassVar[dict[str, tuple[str, ...]]] = {"cards": ("seat",)}


@event
class CardShown(Event):
    """A card is shown to everybody while it is drawn (Black Jack)."""

    seat: int
    card: int
    why: str


@event
class DiscardTaken(Event):
    """From the top of the discard pile into a hand: everybody sees it."""

    seat: int
    card: int
    why: str = ""


@event
class HandCardTaken(Event):
    """A card goes from one hand to another unseen by the rest."""

    seat: int
    source: int
    card: int
    why: str
    private: ClassVar[dict[str, tuple[str, ...]]] = {"card": ("seat", "source")}


@event
class CardTaken(Event):
    """A card that lay face up in front of ``source`` goes into a hand."""

    seat: int
    source: int
    card: int
    why: str


@event
class CardPlayed(Event):
    """From the hand, in turn or as an answer. ``as_``: what it counts as, if not itself."""

    seat: int
    card: int
    as_: str = ""
    target: int = -1
    cost: list[int] | None = None
    answer: bool = False


@event
class AbilityUsed(Event):
    """A character's ability, a card in front, equipment or the event in force is used."""

    seat: int
    name: str
    target: int = -1
    cost: list[int] | None = None
    card: int = -1
    """The green card in front that is used up."""


@event
class CardDiscarded(Event):
    """A card is laid on the discard pile, face up. ``why``: limit, a card, an ability, death …"""

    seat: int
    card: int
    why: str
    by: int = -1


@event
class CardMoved(Event):
    """A card in front of one player moves to another (Dynamite)."""

    seat: int
    target: int
    card: int


@event
class Flipped(Event):
    """ "Draw!": the cards turned up for ``why``."""

    seat: int
    cards: list[int]
    why: str


@event
class FlipSettled(Event):
    """The card that counts and what it meant."""

    seat: int
    card: int
    why: str
    success: bool


@event
class Declined(Event):
    """The player does not answer: takes the hit, gives up."""

    seat: int
    to: str


@event
class Avoided(Event):
    """A shot or another effect has been cancelled."""

    seat: int
    card: str
    by: int


@event
class NoEffect(Event):
    """A card did nothing to this player (Beer with two left, immunity)."""

    seat: int
    card: str
    why: str = ""


@event
class LifeLost(Event):
    """Life points are gone; ``left`` may be below 0 until the seat is rescued or out."""

    seat: int
    points: int
    card: str
    by: int
    left: int


@event
class LifeGained(Event):
    """Life points come back."""

    seat: int
    points: int
    card: str
    left: int


@event
class Eliminated(Event):
    """A player is out; the role is shown."""

    seat: int
    role: str
    by: int
    card: str


@event
class CardsOffered(Event):
    """Cards lie open for choosing (General Store)."""

    seat: int
    cards: list[int]
    card: str


@event
class OfferedTaken(Event):
    """One of the open cards is taken."""

    seat: int
    card: int
    why: str


@event
class Rewarded(Event):
    """Draws the reward for eliminating somebody."""

    seat: int
    cards: int
    victim: int


@event
class Punished(Event):
    """The sheriff has eliminated a deputy and loses all cards."""

    seat: int
    victim: int


@event
class Reshuffled(Event):
    """The discard pile has become the draw pile."""

    cards: int


@event
class GameOver(Event):
    """``side``: law, outlaws, renegade, last (the last in play), nobody."""

    winners: list[int]
    side: str


@event
class EventCame(Event):
    """A new event card is in force; it replaces the one of the same pile. Its effect is told by further facts."""

    pile: str
    name: str


@event
class CameBack(Event):
    """An eliminated player has a turn: with 0 life points for this turn only (ghost, shadow), else for good. ``why``:
    the event or variant."""

    seat: int
    why: str
    life: int


@event
class WentAgain(Event):
    """A ghost or shadow leaves at the end of its turn; its cards are told separately."""

    seat: int


@event
class CharacterChanged(Event):
    """A player has become somebody else, with so many life points (New Identity)."""

    seat: int
    character: str
    left: int


@event
class SuitNamed(Event):
    """The suit, hearts, diamonds, clubs or spades, that a player keeps to for this turn (Handcuffs)."""

    seat: int
    suit: str


@event
class GoldChanged(Event):
    """A player takes nuggets from the heap (``change`` above 0) or pays them. ``why``: a card, ability or equipment."""

    seat: int
    change: int
    why: str
    left: int


@event
class Bought(Event):
    """Equipment is bought from the shop. ``as_``: the playing card as which it acts."""

    seat: int
    name: str
    price: int
    as_: str = ""
    target: int = -1


@event
class EquipmentDrawn(Event):
    """The top of the equipment deck is turned up for a player (Josh McCloud)."""

    seat: int
    name: str


@event
class EquipmentPlaced(Event):
    """Equipment lies in front of a player from now on; ``by``: who put it there."""

    seat: int
    name: str
    by: int


@event
class EquipmentGone(Event):
    """Equipment in front of a player goes face up under its deck. ``why``: paid (by ``by``), death, penalty."""

    seat: int
    name: str
    why: str
    by: int = -1


@event
class ShopFilled(Event):
    """Another equipment lies in the shop."""

    name: str


@event
class EquipmentShuffled(Event):
    """The equipment that was laid face up under the deck has become the deck."""

    cards: int


@event
class RoleDealt(Event):
    """A player has a new role, face down: only he may look at it."""

    seat: int


@event
class CharactersLent(Event):
    """A player has the abilities of these characters, which he has drawn (Greygory Deck)."""

    seat: int
    characters: list[str]


@event
class SeatsSwapped(Event):
    """Two players have changed places; ``other`` misses his next turn (Lady Rose of Texas)."""

    seat: int
    other: int


@event
class Ordered(Event):
    """``target`` must play a card of this kind, if he has it (Dorothy Rage). ``onto``: on whom; ``pick``: on which card
    that lies there, or on a random one of that hand. -1 where nothing is named."""

    seat: int
    target: int
    kind: str
    onto: int = -1
    pick: int = -1


@event
class HandShown(Event):
    """A player shows his hand to everybody."""

    seat: int
    cards: list[int]
    why: str
