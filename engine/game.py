"""The state of a game: plain data, and nothing that decides. Everything that is still to happen lies in ``stack``."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.cards import CARDS, KINDS
from engine.events import Event
from engine.rng import Rng, key_of

if TYPE_CHECKING:
    from engine.decisions import Decision
    from engine.hooks import Rule
    from engine.stack import Frame


SHADOW, GHOST, FOR_GOOD = 1, 2, 3
"""How an eliminated player is in play again (``comeback``)."""


@dataclass(slots=True)
class Act:
    """What somebody does to others: the cause that shots, hits and deaths refer to."""

    seat: int
    """Who does it; -1: nobody (Dynamite, an event)."""
    kind: str
    """The kind of card it counts as, or the ability, event or equipment."""
    card: int = -1
    """The physical card, -1 where none is used."""
    target: int = -1
    pick: int = -1
    cost: list[int] = field(default_factory=list)

    @property
    def is_bang_card(self) -> bool:
        """A BANG! card or what counts as one: the limit, Slab the Killer, Bounty look at this."""
        return self.card >= 0 and self.kind in KINDS and "bang" in KINDS[self.kind].tags


@dataclass(slots=True)
class Seat:
    """One player's place at the table. Seats lie clockwise; a card is a number (``cards.CARDS``)."""

    name: str
    role: str
    character: str = ""
    life: int = 0
    max_life: int = 0
    hand: list[int] = field(default_factory=list)
    play: list[int] = field(default_factory=list)
    """Cards in front, in the order they came."""
    alive: bool = True
    """In the game at this moment; ghosts and shadows are alive while their turn lasts."""
    shown: bool = False
    """The role lies face up."""
    copied: list[str] = field(default_factory=list)
    """Characters whose abilities this seat has besides or instead of its own."""
    fresh: list[int] = field(default_factory=list)
    """Cards put in front since the seat's turn began: green ones of them can't be used yet."""
    gold: int = 0
    equipment: list[int] = field(default_factory=list)
    answers: int = 0
    """Answers given so far."""
    marks: dict[str, int] = field(default_factory=dict)
    """Numbers that a rule of a set must remember for this seat (skipped turns …)."""
    visit: int = 0
    """Not 0: out of the game, but in play while its turn lasts, and how (``comeback``)."""
    second: str = ""
    """The character the player did not take, or was offered later (New Identity)."""
    sealed: bool = False
    """Out of the game with a role that lies face down and that nobody may look at (Bone Orchard)."""


@dataclass(slots=True)
class Early:
    """An answer given ahead of time: to which question, and in the notation what."""

    question: str
    answer: str


class Scratch:
    """What a game needs only while it is being played on: never stored."""

    facts: "list[Event]"
    """Events since the last answer."""
    memo: "dict[Any, Any]"
    """Looked-up distances; emptied by ``changed``."""
    rules: "dict[str, Sequence[tuple[Rule, int]]] | None"
    """Rules in force by hook; forgotten by ``changed``."""
    pending: "Decision | None"
    """The decision of the top frame."""
    urgent: "list[Frame]"
    """Frames that run before whatever lies on the stack."""


@dataclass(slots=True)
class Game(Scratch):
    """One game. Procedures take it as their first argument; only ``piles`` moves cards."""

    seats: list[Seat]
    rng: Rng
    sets: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    deck: list[int] = field(default_factory=list)
    """Draw pile; the top is the last."""
    discard: list[int] = field(default_factory=list)
    """Discard pile; the top is the last."""
    stack: "list[Any]" = field(default_factory=list)
    """Frames; the last runs next. (Any: frames are stored by their own names, see ``save``.)"""
    turn: int = 0
    turn_number: int = 0
    phase: str = "start"
    """start, draw, play, discard."""
    extra: bool = False
    """The running turn is one more of the same player (Vendetta, Don Bell): what lasts until the next turn goes on."""
    used: dict[str, int] = field(default_factory=dict)
    """How often something was used in this turn: "bang", abilities once a turn …"""
    no: int = 0
    """Answers taken so far."""
    early: dict[int, Early] = field(default_factory=dict)
    """Answers given before it was the seat's turn to answer."""
    deaths: list[int] = field(default_factory=list)
    """Seats in the order they were first eliminated."""
    check: bool = False
    """Somebody was eliminated since the end of the game was last tested."""
    winners: list[int] | None = None
    """None while the game runs."""
    side: str = ""
    events: dict[str, str] = field(default_factory=dict)
    """Event in force by event set."""
    coming: dict[str, list[str]] = field(default_factory=dict)
    """Events to come by event set, the next one first."""
    shop: list[int] = field(default_factory=list)
    supply: list[int] = field(default_factory=list)
    """Equipment deck; the top is the last."""
    spent: list[int] = field(default_factory=list)
    """Equipment that lies face up under the deck, the lowest last."""
    unused: list[str] = field(default_factory=list)
    """Characters that nobody has."""
    marks: dict[str, int] = field(default_factory=dict)
    """Numbers that a rule of a set must remember for the whole table."""
    harm: dict[str, int] = field(default_factory=dict)
    """Hostile acts everybody saw, by "attacker>victim": what players judge each other by."""
    order: list[int] = field(default_factory=list)
    """Who sits where: the seats clockwise. A seat's number stays the person's, also when they change places."""
    played: list[Act] = field(default_factory=list)
    """Cards that the player whose turn it is has played from the hand in this turn (kept by sets that ask for it)."""

    def __post_init__(self) -> None:
        self.order = self.order or list(range(len(self.seats)))
        self.facts = []
        self.memo = {}
        self.rules = None
        self.pending = None
        self.urgent = []

    def tell(self, fact: Event) -> None:
        self.facts.append(fact)

    def changed(self) -> None:
        """Something that rules in force or distances depend on has changed."""
        self.rules = None
        if self.memo:
            self.memo = {}

    def do(self, *frames: "Frame") -> None:
        """Puts procedures on the stack; the first named runs first."""
        self.stack.extend(reversed(frames))

    def now(self, frame: "Frame") -> None:
        """A reaction that runs before anything else that is waiting on the stack."""
        self.urgent.append(frame)

    def settled(self, frame: "Frame") -> None:
        """A reaction that waits until the card or ability being played has done all it does; at once if none is."""
        for place in range(len(self.stack) - 1, -1, -1):
            if self.stack[place].settles:
                self.stack.insert(place + 1, frame)
                return
        self.urgent.append(frame)

    def living(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.alive]

    def around(self, start: int) -> list[int]:
        """All other seats clockwise from the left of ``start``, whether in the game or not."""
        place = self.order.index(start)
        return self.order[place + 1 :] + self.order[:place]

    def clockwise(self, start: int, *, itself: bool = False) -> list[int]:
        """Living seats from the left of ``start``; with ``itself`` beginning with it."""
        order = [start, *self.around(start)] if itself else self.around(start)
        return [seat for seat in order if self.seats[seat].alive]

    def front(self, seat: int, name: str) -> int:
        """The card of this name in front of a seat, or NO_CARD."""
        for card in self.seats[seat].play:
            if CARDS[card].name == name:
                return card
        return -1

    def blame(self, attacker: int, victim: int, weight: int = 1) -> None:
        """Remembers a hostile act that everybody saw."""
        if attacker not in (-1, victim):
            key = f"{attacker}>{victim}"
            self.harm[key] = self.harm.get(key, 0) + weight

    def left_of(self, seat: int) -> int:
        """The next living seat clockwise; a player who is alone sits to the left of himself."""
        return next(iter(self.clockwise(seat)), seat)

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)

    def aside(self, purpose: str) -> Rng:
        """Chance for something beside the rules, as secret as the game's own, of which it takes nothing."""
        return Rng(key_of(f"{self.rng.key} {purpose}"))

    def count_use(self, name: str) -> None:
        self.used[name] = self.used.get(name, 0) + 1
