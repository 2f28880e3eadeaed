"""Phase 1: drawing cards (base rules, section 2)."""

from dataclasses import field

from engine.decisions import NO_CARD, Decision, Option
from engine.events import DiscardTaken
from engine.game import Game
from engine.hooks import in_force
from engine.piles import draw, provoke, random_hand_card, steal, top_card
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
        if not self.offered or self.count <= len(self.drawn) or not game.seats[self.seat].alive:
            return None
        others = [option for rule, me in in_force(game, "draw_options") for option in rule.draw_options(game, me, self)]
        if not others:
            return None
        return Decision(self.seat, "draw", [FROM_DECK, *others], facts={"count": self.count})

    def work(self, game: Game) -> None:
        alive = game.seats[self.seat].alive
        while alive and len(self.drawn) < self.count and self._from_pile(game):
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
        else:
            game.do(Taking(self.seat, option.target, option.pick))
            provoke(game, option.target, self.seat)

    def _use(self, game: Game, option: Option) -> None:
        for rule, me in in_force(game, "draw_options"):
            if rule.name == option.name:
                game.do(self)
                rule.use(game, me, self.seat, option)
                return

    def _from_pile(self, game: Game) -> bool:
        if game.discard and from_discards(game, self.seat):
            self._from_discard(game)
            return True
        cards = draw(game, self.seat, 1)
        for card in cards:
            self.drew(game, card)
        return bool(cards)

    def _from_discard(self, game: Game) -> None:
        card = game.discard.pop()
        game.seats[self.seat].hand.append(card)
        game.tell(DiscardTaken(self.seat, card))
        self.drew(game, card)

    def drew(self, game: Game, card: int) -> None:
        """A card of phase 1 is in the hand."""
        self.drawn.append(card)
        for rule, me in in_force(game, "card_drawn"):
            rule.card_drawn(game, me, self, card)


@frame
class Taking(Frame):
    """The first card of phase 1 comes at random out of another hand, or one in front of somebody comes instead of all
    (Pat Brennan). The owner may have struck before."""

    seat: int
    source: int
    pick: int

    def work(self, game: Game) -> None:
        if not game.seats[self.seat].alive:
            return
        phase = game.stack[-1]
        if self.pick != NO_CARD:
            phase.count = 0
            if self.pick in game.seats[self.source].play:
                steal(game, self.seat, self.source, self.pick, "draw")
        elif game.seats[self.source].hand:
            card = random_hand_card(game, self.source)
            steal(game, self.seat, self.source, card, "draw")
            phase.drew(game, card)


@frame
class Phase1(Frame):
    """Phase 1, unless it is given up."""

    seat: int
    given_up: bool = False

    def got(self, game: Game, value: int) -> None:
        self.given_up = self.given_up or value > 0

    def work(self, game: Game) -> None:
        if not self.given_up and game.seats[self.seat].alive:
            _draw_phase(game, self.seat)


def draw_phase(game: Game, seat: int) -> None:
    """Puts phase 1 of the seat on the stack."""
    game.do(Phase1(seat))
    for rule, me in in_force(game, "draw_offer"):
        rule.draw_offer(game, me, seat)


def _draw_phase(game: Game, seat: int) -> None:
    count = 2
    for rule, me in in_force(game, "draw_count"):
        count = rule.draw_count(game, me, count, seat)
    for rule, me in in_force(game, "draws_at_least"):
        count = max(count, rule.draws_at_least(game, me, count, seat))
    phase = Draw(seat, count)
    for rule, me in in_force(game, "draw_instead"):
        if rule.draw_instead(game, me, phase):
            return
    game.do(phase)


def from_discards(game: Game, seat: int) -> bool:
    """Do the seat's phase 1 cards come from the discard pile while it lasts (Abandoned Mine)?"""
    return any(rule.draws_from_discard(game, me, seat) for rule, me in in_force(game, "draws_from_discard"))


def next_card(game: Game, seat: int) -> int:
    """Takes the next phase 1 card off its pile: the card is nowhere for a moment. -1 if there is none."""
    if game.discard and from_discards(game, seat):
        return game.discard.pop()
    return top_card(game)


def chosen(game: Game, seat: int, cards: list[int]) -> None:
    """Cards that an ability let the seat choose are its phase 1 cards, in this order (Law of the West)."""
    phase = Draw(seat, len(cards))
    for card in cards:
        phase.drew(game, card)


def hand_source(seat: int) -> Option:
    """The option of taking the first card from a hand."""
    return Option("draw", target=seat)
