"""What card rows can say: effects by name. Effects with a question of their own stand beside their frames and enter
themselves here with ``@effect`` (``shooting.py``, ``sets/``)."""

from collections.abc import Callable

from engine.damage import drink, heal
from engine.decisions import HAND, Decision, Option
from engine.events import CardsOffered, NoEffect, OfferedTaken
from engine.game import Act, Game
from engine.hooks import in_force
from engine.piles import discard_any, draw, random_hand_card, steal, to_discard, top_card
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


def untouched(game: Game, act: Act, target: int) -> bool:
    """The same, and if so the story says it."""
    if is_immune(game, act, target):
        game.tell(NoEffect(target, act.kind, "immune"))
        return True
    return False


def picked_card(game: Game, act: Act) -> int:
    """The card of the target that was named, or a random one of its hand; -1 if it is there no more."""
    place = game.seats[act.target]
    if act.pick == HAND:
        return random_hand_card(game, act.target) if place.hand else -1
    return act.pick if act.pick in place.play else -1


@frame
class Robbery(Frame):
    """A card of the target is taken or discarded (Panic!, Cat Balou). A frame of its own, so that whoever may prevent
    it can come first."""

    act: Act
    keep: bool

    def work(self, game: Game) -> None:
        card = picked_card(game, self.act)
        if card < 0 or untouched(game, self.act, self.act.target):
            return
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
