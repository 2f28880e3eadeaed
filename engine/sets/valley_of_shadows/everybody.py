"""Cards that cost many players cards of their hand: Bandidos, Poker, Tornado; and the single forced discard."""

from dataclasses import field

from engine.cards import CARDS, KINDS
from engine.damage import Hit
from engine.decisions import PASS, Decision, Option
from engine.effects import effect, escaped, escapes
from engine.events import CardDiscarded, Declined, HandCardTaken, NoEffect, OfferedTaken
from engine.game import Act, Game
from engine.legal import is_bang, ways
from engine.piles import discard_from_hand, draw, leave_hand, to_discard
from engine.sets.valley_of_shadows.rescue import czech
from engine.shooting import touched
from engine.stack import Frame, frame


def _discards(game: Game, seat: int) -> list[Option]:
    return [Option("discard", card) for card in game.seats[seat].hand]


def _next(game: Game, queue: list[int]) -> int:
    """The seat at the head of the queue, if it is still in the game; else -1."""
    return queue[0] if queue and game.seats[queue[0]].alive else -1


@frame
class Loss(Frame):
    """A player discards one hand card of his choice, if he has one (Shotgun)."""

    seat: int
    by: int
    why: str

    def ask(self, game: Game) -> Decision | None:
        options = _discards(game, self.seat)
        if not options or not game.seats[self.seat].alive:
            return None
        return Decision(self.seat, "forced", options, self.by, self.why)

    def work(self, game: Game) -> None:
        """Nothing to discard."""

    def take(self, game: Game, option: Option) -> None:
        discard_from_hand(game, self.seat, option.card, "discard", self.why)


# --- Bandidos -------------------------------------------------------------------------------------------------------


@effect("bandidos")
def _bandidos(game: Game, act: Act, number: int) -> None:
    """Each player, the one who played it first (house rule bandidos_hits_self); Czech edition: only the others."""
    game.do(Bandidos(act, touched(game, act, itself=not czech(game))))


@frame
class Bandidos(Frame):
    """Everybody in the queue discards two hand cards, one if he holds no more, or loses a life point. The first card
    discarded commits to the second. Czech edition: a BANG! card or two cards, no life points."""

    act: Act
    queue: list[int]
    owing: bool = False
    """The first in the queue has still to discard his second card."""

    def ask(self, game: Game) -> Decision | None:
        seat = _next(game, self.queue)
        return self.question(game, seat, self.owing) if seat >= 0 else None

    def question(self, game: Game, seat: int, owing: bool) -> Decision | None:
        options = _discards(game, seat)
        if not owing:
            options += escapes(game, self.act, seat)
            options += [] if czech(game) else [PASS]
        facts = {"cards": 1 if owing else min(2, len(game.seats[seat].hand))}
        return Decision(seat, "forced", options, self.act.seat, self.act.kind, facts) if options else None

    def work(self, game: Game) -> None:
        """The first in the queue is out, or has nothing to discard."""
        self.owing = False
        if self.queue:
            self.queue.pop(0)
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue[0]
        game.do(self)
        if option.verb == "discard":
            self.owing = not self.owing and not self._enough(game, seat, option.card)
            discard_from_hand(game, seat, option.card, "discard", self.act.kind)
        if not self.owing:
            self.queue.pop(0)
        if option.verb == "pass":
            game.tell(Declined(seat, self.act.kind))
            game.do(Hit(seat, self.act))
        elif option.verb != "discard":
            escaped(game, self.act, seat, option)

    def _enough(self, game: Game, seat: int, card: int) -> bool:
        """Is this card, the first, all that is asked for?"""
        counts = czech(game) and any(is_bang(KINDS[name]) for name in ways(game, seat, card))
        return counts or len(game.seats[seat].hand) < 2

    def ahead(self, game: Game) -> list[Decision]:
        asked = [self.question(game, seat, False) for seat in self.queue[1:] if game.seats[seat].alive]
        return [decision for decision in asked if decision is not None]


# --- Poker ----------------------------------------------------------------------------------------------------------


@effect("poker")
def _poker(game: Game, act: Act, number: int) -> None:
    game.do(Poker(act, touched(game, act)))


@frame
class Poker(Frame):
    """Everybody in the queue chooses a hand card, all at the same time: nothing leaves a hand before all have chosen.
    An Ace among them spoils it, else the player takes two (all, if there are no more: house rule
    poker_two_or_less_auto)."""

    act: Act
    queue: list[int]
    chosen: dict[int, int] = field(default_factory=dict)

    def ask(self, game: Game) -> Decision | None:
        seat = _next(game, self.queue)
        return self.question(game, seat) if seat >= 0 and game.seats[seat].hand else None

    def question(self, game: Game, seat: int) -> Decision:
        options = [*_discards(game, seat), *escapes(game, self.act, seat)]
        return Decision(seat, "forced", options, self.act.seat, self.act.kind)

    def work(self, game: Game) -> None:
        if self.queue:
            self.queue.pop(0)
            game.do(self)
        else:
            self._reveal(game)

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue.pop(0)
        game.do(self)
        if option.verb == "discard":
            self.chosen[seat] = option.card
        else:
            escaped(game, self.act, seat, option)

    def _reveal(self, game: Game) -> None:
        for seat, card in self.chosen.items():
            leave_hand(game, seat, card, "discard")
            game.tell(CardDiscarded(seat, card, self.act.kind))
        cards = list(self.chosen.values())
        if any(CARDS[card].rank == "A" for card in cards):
            game.tell(NoEffect(self.act.seat, self.act.kind, "ace"))
            game.do(Pot(self.act, cards, 2))  # none may be taken any more
        else:
            game.do(Pot(self.act, cards))

    def ahead(self, game: Game) -> list[Decision]:
        queue = [seat for seat in self.queue[1:] if game.seats[seat].alive and game.seats[seat].hand]
        return [self.question(game, seat) for seat in queue]


@frame
class Pot(Frame):
    """The player takes up to two of the cards discarded for his Poker; the rest stays on the discard pile."""

    act: Act
    cards: list[int]
    taken: int = 0

    def ask(self, game: Game) -> Decision | None:
        if len(self.cards) <= 2 - self.taken or self.taken >= 2:
            return None
        options = [Option("pick", card) for card in self.cards]
        facts = {"count": 2 - self.taken}
        return Decision(self.act.seat, "pot", [*options, PASS], card=self.act.kind, facts=facts)

    def work(self, game: Game) -> None:
        while self.cards and self.taken < 2:
            self._take(game, self.cards[0])
        self._close(game)

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pass":
            self._close(game)
        else:
            self._take(game, option.card)
            game.do(self)

    def _take(self, game: Game, card: int) -> None:
        self.cards.remove(card)
        self.taken += 1
        game.seats[self.act.seat].hand.append(card)
        game.tell(OfferedTaken(self.act.seat, card, self.act.kind))

    def _close(self, game: Game) -> None:
        for card in self.cards:
            to_discard(game, card)
        self.cards = []

    def held(self) -> list[int]:
        return self.cards


# --- Tornado --------------------------------------------------------------------------------------------------------


@effect("tornado")
def _tornado(game: Game, act: Act, number: int) -> None:
    queue = touched(game, act, itself=True)
    game.do(Drift(act, queue) if czech(game) else Tornado(act, queue))


@frame
class Tornado(Frame):
    """Everybody in the queue discards a hand card, if he has one, then draws two."""

    act: Act
    queue: list[int]

    def ask(self, game: Game) -> Decision | None:
        seat = _next(game, self.queue)
        return self.question(game, seat) if seat >= 0 and game.seats[seat].hand else None

    def question(self, game: Game, seat: int) -> Decision:
        options = [*_discards(game, seat), *escapes(game, self.act, seat)]
        return Decision(seat, "forced", options, self.act.seat, self.act.kind)

    def work(self, game: Game) -> None:
        """The first in the queue has nothing to discard, or is out."""
        if not self.queue:
            return
        seat = self.queue.pop(0)
        game.do(self)
        if game.seats[seat].alive:
            draw(game, seat, 2, self.act.kind)

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue.pop(0)
        game.do(self)
        if option.verb == "discard":
            discard_from_hand(game, seat, option.card, "discard", self.act.kind)
            draw(game, seat, 2, self.act.kind)
        else:
            escaped(game, self.act, seat, option)

    def ahead(self, game: Game) -> list[Decision]:
        queue = [seat for seat in self.queue[1:] if game.seats[seat].alive and game.seats[seat].hand]
        return [self.question(game, seat) for seat in queue]


@frame
class Drift(Frame):
    """The Czech Tornado: everybody chooses two hand cards, then all pass them to the left at once."""

    act: Act
    queue: list[int]
    chosen: dict[int, list[int]] = field(default_factory=dict)

    def ask(self, game: Game) -> Decision | None:
        return self.question(game, self.queue[0]) if self.queue else None

    def question(self, game: Game, seat: int) -> Decision | None:
        hand = game.seats[seat].hand
        picked = [card for card in self.chosen.get(seat, []) if card in hand]  # Sid may throw some meanwhile
        if len(picked) == 2 or len(hand) <= 2:
            return None
        options = [Option("pick", card) for card in hand if card not in picked]
        return Decision(seat, "drift", options, self.act.seat, self.act.kind, {"count": 2 - len(picked)})

    def work(self, game: Game) -> None:
        if not self.queue:
            self._pass_on(game)
            return
        seat = self.queue.pop(0)
        hand = game.seats[seat].hand
        picked = [card for card in self.chosen.get(seat, []) if card in hand]
        self.chosen[seat] = picked if len(picked) == 2 else list(hand)
        game.do(self)

    def take(self, game: Game, option: Option) -> None:
        self.chosen.setdefault(self.queue[0], []).append(option.card)
        game.do(self)

    def _pass_on(self, game: Game) -> None:
        for seat, cards in self.chosen.items():
            for card in cards:
                leave_hand(game, seat, card, "discard")
        for seat, cards in self.chosen.items():
            left = game.left_of(seat)
            for card in cards:
                game.seats[left].hand.append(card)
                game.tell(HandCardTaken(left, seat, card, self.act.kind))

    def ahead(self, game: Game) -> list[Decision]:
        asked = [self.question(game, seat) for seat in self.queue[1:]]
        return [decision for decision in asked if decision is not None]
