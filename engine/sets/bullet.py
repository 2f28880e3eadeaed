"""The Bullet: three promo characters (docs/rules/dodge_city.md). Its two events lie in the High Noon pile."""

from dataclasses import field

from engine.cards import CARDS
from engine.decisions import Decision, Option
from engine.drawing import Draw, chosen, next_card
from engine.events import CardsDrawn, HandCardTaken
from engine.game import Act, Game
from engine.hooks import Rule, character
from engine.piles import discard_from_front
from engine.stack import Frame, frame


@character("Uncle Will")
class UncleWill(Rule):
    """Once in his phase 2 plays any hand card as a General Store, beside the real ones."""

    def counts_as(self, game: Game, me: int, seat: int, card: int) -> list[str]:
        return ["General Store"] if seat == me == game.turn and not game.used.get(self.name) else []

    def card_played(self, game: Game, me: int, act: Act) -> None:
        if act.seat == me and act.kind == "General Store" != CARDS[act.card].name:
            game.count_use(self.name)


@character("Johnny Kisch")
class JohnnyKisch(Rule):
    """Each time he plays a card in front of somebody, all others of that name in play are discarded (house rule
    kisch_moves: not for a Dynamite that he passes on)."""

    def put_in_front(self, game: Game, me: int, act: Act) -> None:
        if act.seat != me:
            return
        for owner in game.clockwise(me, itself=True):
            for card in list(game.seats[owner].play):
                if card != act.card and CARDS[card].name == CARDS[act.card].name:
                    discard_from_front(game, owner, card, self.name, me)


@character('Claus "The Saint"')
class ClausTheSaint(Rule):
    """Phase 1: draws one card more than there are living players, keeps two, gives one to each other player (house rule
    claus_extra: what changes the number drawn changes what he keeps)."""

    def draw_instead(self, game: Game, me: int, draw: Draw) -> bool:
        if draw.seat != me:
            return False
        others = game.clockwise(me)
        cards = [card for card in (next_card(game, me) for _ in range(draw.count + len(others))) if card >= 0]
        game.do(Presents(me, cards, min(draw.count, len(cards)), others))
        return True


@frame
class Presents(Frame):
    """The seat looks at its cards, first takes some, then gives one to each in the queue; the last goes by itself.
    Nobody else sees them."""

    seat: int
    cards: list[int]
    keep: int
    queue: list[int]
    kept: list[int] = field(default_factory=list)

    def ask(self, game: Game) -> Decision | None:
        if not self.cards or not (self.keep or self.queue):
            return None
        options = [Option("pick", card) for card in self.cards]
        if self.keep:
            return Decision(self.seat, "select", options, card='Claus "The Saint"', facts={"count": self.keep})
        return Decision(self.seat, "give", options, card='Claus "The Saint"', facts={"player": self.queue[0]})

    def take(self, game: Game, option: Option) -> None:
        self.cards.remove(option.card)
        game.do(self)
        if not self.keep:
            receiver = self.queue.pop(0)
            game.seats[receiver].hand.append(option.card)
            game.tell(HandCardTaken(receiver, self.seat, option.card, 'Claus "The Saint"'))
            return
        self.keep -= 1
        self.kept.append(option.card)
        if not self.keep:
            self._keep(game)

    def _keep(self, game: Game) -> None:
        """What the seat keeps is what it has drawn."""
        kept, self.kept = self.kept, []
        game.seats[self.seat].hand.extend(kept)
        game.tell(CardsDrawn(self.seat, kept))
        chosen(game, self.seat, kept)

    def work(self, game: Game) -> None:
        """All are given away."""

    def held(self) -> list[int]:
        return self.cards + self.kept
