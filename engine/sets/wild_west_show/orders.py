"""Dorothy Rage: making another player play a card that he may or may not hold."""

from collections.abc import Iterator

from engine.cards import CARDS, KINDS, Kind, cards_of
from engine.decisions import Decision, Option
from engine.events import HandShown, Ordered
from engine.game import Game
from engine.hooks import Rule, event_rule
from engine.legal import costs_of, landings, picks_of, why_not_kind, why_not_play
from engine.stack import Frame, frame
from engine.turn import play_card

DOROTHY = "Dorothy Rage"


@event_rule("wild_west_show", DOROTHY)
class DorothyRage(Rule):
    """Once in his turn a player may order another to play a hand card: which, on whom, and what it takes there is said
    before anybody knows whether he has it (house rule dorothy_once_per_turn). Who plays it is its player for all
    purposes (dorothy_counts_as) and chooses what he pays for it.

    What can be ordered follows from what everybody knows: any card of the box that he could play if he held it.
    """

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if game.used.get(self.name):
            return []
        hands = [min(len(place.hand), 1) if i == seat else len(place.hand) for i, place in enumerate(game.seats)]
        key = ("orders", seat, game.used.get("bang"), *hands)
        if key not in game.memo:
            game.memo[key] = self._all_orders(game, seat)
        return list(game.memo[key])

    def _all_orders(self, game: Game, seat: int) -> list[Option]:
        others = [other for other in game.clockwise(seat) if game.seats[other].hand]
        samples = list({CARDS[card].name: card for card in reversed(cards_of(game.sets, game.options))}.values())[::-1]
        return [option for other in others for sample in samples for option in _orders(game, other, sample)]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        game.tell(Ordered(seat, option.target, option.order, option.onto, option.pick))
        game.do(Obedience(option.target, seat, option.order, option.onto, option.pick))


def _orders(game: Game, seat: int, sample: int) -> Iterator[Option]:
    """All ways in which the seat could play such a card."""
    kind = CARDS[sample].kind
    if not _conceivable(game, seat, kind) or why_not_play(game, seat, sample, kind.name):
        return
    for onto in landings(game, seat, kind):
        for pick in picks_of(game, seat, onto, kind):
            yield Option("use", name=DOROTHY, target=seat, pick=pick, order=kind.name, onto=onto)


def _conceivable(game: Game, seat: int, kind: Kind) -> bool:
    """Could the seat play it, for all that others know? Whether he holds the BANG! that goes with it they do not."""
    if "with_bang" in kind.tags:
        return len(game.seats[seat].hand) > kind.cost
    return why_not_kind(game, seat, kind) is None


@frame
class Obedience(Frame):
    """The seat plays the card as ordered, the first such in its hand, if it has it and can; else it shows its hand."""

    seat: int
    by: int
    kind: str
    onto: int
    pick: int

    def ask(self, game: Game) -> Decision | None:
        hand = [card for card in game.seats[self.seat].hand if CARDS[card].name == self.kind]
        playable = [card for card in hand if not why_not_play(game, self.seat, card, self.kind)]
        options = [
            Option("play", card, target=self.onto, pick=self.pick, cost=cost)
            for card in playable[:1]
            for cost in costs_of(game, self.seat, card, KINDS[self.kind])
        ]
        return Decision(self.seat, "obey", options, self.by, self.kind) if options else None

    def work(self, game: Game) -> None:
        game.tell(HandShown(self.seat, list(game.seats[self.seat].hand), DOROTHY))

    def take(self, game: Game, option: Option) -> None:
        play_card(game, self.seat, option, willing=False)
