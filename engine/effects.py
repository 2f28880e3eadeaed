"""What card rows can say: effects by name. Effects with a question of their own stand beside their frames and enter
themselves here with ``@effect`` (``shooting.py``, ``sets/``)."""

from collections.abc import Callable

from engine.damage import drink, heal
from engine.decisions import HAND, PASS, Decision, Option
from engine.events import Avoided, CardsOffered, NoEffect, OfferedTaken
from engine.game import Act, Game
from engine.hooks import in_force
from engine.piles import discard_any, draw, provoke, random_hand_card, steal, suit_of, to_discard, top_card
from engine.stack import Frame, frame

Effect = Callable[[Game, Act, int], None]

EFFECTS: dict[str, Effect] = {}


def effect(name: str) -> Callable[[Effect], Effect]:
    """Decorator: makes an effect known to card rows."""

    def enter(function: Effect) -> Effect:
        assert name not in EFFECTS, name
        EFFECTS[name] = function
        return function

    return enter


@effect("draw")
def _draw(game: Game, act: Act, number: int) -> None:
    if game.seats[act.seat].alive:
        draw(game, act.seat, number, act.kind)


@effect("beer")
def _beer(game: Game, act: Act, number: int) -> None:
    drink(game, act.seat, act.kind)


@effect("heal")
def _heal(game: Game, act: Act, number: int) -> None:
    """The target, or where none was named the player."""
    heal(game, act.target if act.target >= 0 else act.seat, number, act.kind)


@effect("heal_everybody")
def _heal_everybody(game: Game, act: Act, number: int) -> None:
    for seat in game.clockwise(act.seat, itself=True):
        heal(game, seat, number, act.kind)


def is_immune(game: Game, act: Act, target: int) -> bool:
    """Does the act not touch the target at all?"""
    return any(rule.immune(game, me, act, target) for rule, me in in_force(game, "immune"))


def is_of(game: Game, act: Act, suit: str) -> bool:
    """Was the act played, or paid for, with cards of this suit only?"""
    cards = [act.card] if act.card >= 0 else act.cost
    return bool(cards) and all(suit_of(game, card) == suit for card in cards)


def untouched(game: Game, act: Act, target: int) -> bool:
    """The same, and if so the story says it."""
    if is_immune(game, act, target):
        game.tell(NoEffect(target, act.kind, "immune"))
        return True
    return False


def escapes(game: Game, act: Act, seat: int, *, shot: bool = False) -> list[Option]:
    """How the seat can keep the act off itself alone (Escape); asked together with its other answers."""
    return [option for rule, me in in_force(game, "escapes") for option in rule.escapes(game, me, act, seat, shot)]


def escaped(game: Game, act: Act, seat: int, option: Option) -> bool:
    """Is the answer such an escape? Then it is carried out and the act does not touch the seat."""
    for rule, me in in_force(game, "escapes"):
        if option in rule.escapes(game, me, act, seat, False):
            rule.escape(game, me, act, seat, option)
            game.tell(Avoided(seat, act.kind, act.seat))
            return True
    return False


def picked_card(game: Game, act: Act) -> int:
    """The card of the target that was named, or a random one of its hand; -1 if it is there no more."""
    place = game.seats[act.target]
    if act.pick == HAND:
        return random_hand_card(game, act.target) if place.hand else -1
    return act.pick if act.pick in place.play else -1


def _still_there(game: Game, act: Act) -> bool:
    place = game.seats[act.target]
    return bool(place.hand) if act.pick == HAND else act.pick in place.play


@frame
class Robbery(Frame):
    """A card of the target is taken or discarded (Panic!, Cat Balou), unless it escapes; what the target does against
    the robber comes before."""

    act: Act
    keep: bool
    certain: bool = False
    """Nobody prevents it any more."""

    def ask(self, game: Game) -> Decision | None:
        act = self.act
        if self.certain or not _still_there(game, act) or is_immune(game, act, act.target):
            return None
        options = escapes(game, act, act.target)
        return Decision(act.target, "escape", [*options, PASS], act.seat, act.kind) if options else None

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pass" or not escaped(game, self.act, self.act.target, option):
            self._goes_on(game)

    def work(self, game: Game) -> None:
        if not _still_there(game, self.act):
            return
        if self.certain:
            self._rob(game)
        elif not untouched(game, self.act, self.act.target):
            self._goes_on(game)

    def _goes_on(self, game: Game) -> None:
        self.certain = True
        game.do(self)
        provoke(game, self.act.target, self.act.seat)

    def _rob(self, game: Game) -> None:
        if self.act.seat >= 0 and not game.seats[self.act.seat].alive:
            return
        card = picked_card(game, self.act)
        if self.keep:
            steal(game, self.act.seat, self.act.target, card, self.act.kind)
        else:
            discard_any(game, self.act.target, card, self.act.kind, self.act.seat)


@effect("take_pick")
def _take_pick(game: Game, act: Act, number: int) -> None:
    game.do(Robbery(act, keep=True))


@effect("discard_pick")
def _discard_pick(game: Game, act: Act, number: int) -> None:
    game.do(Robbery(act, keep=False))


@frame
class Store(Frame):
    """Cards lie open; each in the queue takes one, the last goes by itself (General Store)."""

    act: Act
    queue: list[int]
    cards: list[int]

    def ask(self, game: Game) -> Decision | None:
        if not self.queue or not self.cards or not game.seats[self.queue[0]].alive:
            return None
        options = [Option("pick", card) for card in self.cards]
        return Decision(self.queue[0], "store", options, self.act.seat, self.act.kind)

    def work(self, game: Game) -> None:
        """The one whose turn it is has no choice to make any more."""
        if self.queue and self.cards:
            self.queue.pop(0)
            game.do(self)
            return
        for card in self.cards:
            to_discard(game, card)
        self.cards = []

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue.pop(0)
        self.cards.remove(option.card)
        game.seats[seat].hand.append(option.card)
        game.tell(OfferedTaken(seat, option.card, self.act.kind))
        game.do(self)

    def held(self) -> list[int]:
        return self.cards


@effect("store")
def _store(game: Game, act: Act, number: int) -> None:
    queue = game.clockwise(act.seat, itself=True)
    cards = [card for card in (top_card(game) for _ in queue) if card >= 0]
    game.tell(CardsOffered(act.seat, list(cards), act.kind))
    game.do(Store(act, queue, cards))
