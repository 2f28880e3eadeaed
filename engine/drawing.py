"""Phase 1: drawing cards (base rules, section 2)."""

from dataclasses import field

from engine.decisions import NO_CARD, Decision, Option
from engine.events import DiscardTaken
from engine.game import Game
from engine.hooks import in_force
from engine.piles import draw, random_hand_card, steal
from engine.stack import Frame, frame

FROM_DECK = Option("draw", name="deck")


@frame
class Draw(Frame):
    """The seat draws ``count`` cards one by one; where a rule offers another source, it chooses."""

    seat: int
    count: int
    drawn: list[int] = field(default_factory=list)
    offered: bool = True
    """Other sources may still be offered (only for the first card)."""

    def ask(self, game: Game) -> Decision | None:
        if not self.offered or self.count <= len(self.drawn):
            return None
        others = [option for rule, me in in_force(game, "draw_options") for option in rule.draw_options(game, me, self)]
        if not others:
            return None
        return Decision(self.seat, "draw", [FROM_DECK, *others], facts={"count": self.count})

    def work(self, game: Game) -> None:
        while len(self.drawn) < self.count and self._from_pile(game):
            """Draws until all are drawn or no card is left."""

    def take(self, game: Game, option: Option) -> None:
        self.offered = False
        if option.verb == "use":
            self._use(game, option)
            return
        game.do(self)
        if option.name == "deck":
            self._from_pile(game)
        elif option.name == "discard":
            self._from_discard(game)
        elif option.pick == NO_CARD:
            card = random_hand_card(game, option.target)
            steal(game, self.seat, option.target, card, "draw")
            self._drew(game, card)
        else:  # one card in front of somebody instead of all (Pat Brennan)
            steal(game, self.seat, option.target, option.pick, "draw")
            self.count = 0

    def _use(self, game: Game, option: Option) -> None:
        for rule, me in in_force(game, "draw_options"):
            if rule.name == option.name:
                game.do(self)
                rule.use(game, me, self.seat, option)
                return

    def _from_pile(self, game: Game) -> bool:
        instead = any(rule.draws_from_discard(game, me, self.seat) for rule, me in in_force(game, "draws_from_discard"))
        if instead and game.discard:
            self._from_discard(game)
            return True
        cards = draw(game, self.seat, 1)
        for card in cards:
            self._drew(game, card)
        return bool(cards)

    def _from_discard(self, game: Game) -> None:
        card = game.discard.pop()
        game.seats[self.seat].hand.append(card)
        game.tell(DiscardTaken(self.seat, card))
        self._drew(game, card)

    def _drew(self, game: Game, card: int) -> None:
        self.drawn.append(card)
        for rule, me in in_force(game, "card_drawn"):
            rule.card_drawn(game, me, self, card)


def draw_phase(game: Game, seat: int) -> None:
    """Puts phase 1 of the seat on the stack."""
    count = 2
    for rule, me in in_force(game, "draw_count"):
        count = rule.draw_count(game, me, count, seat)
    phase = Draw(seat, count)
    for rule, me in in_force(game, "draw_instead"):
        if rule.draw_instead(game, me, phase):
            return
    game.do(phase)


def hand_source(seat: int) -> Option:
    """The option of taking the first card from a hand."""
    return Option("draw", target=seat)
