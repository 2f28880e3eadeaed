"""Event cards: their piles, and turning up the next one (docs/rules/high_noon.md, Setup and rhythm).

``Game.coming[pile]`` are the cards to come, the next one first; ``Game.events[pile]`` is the one in force. The High
Noon and the Fistful of Cards pile are turned up as the sheriff's turn starts; for other piles a set calls ``turn_up``.
"""

from engine.cards import EVENTS
from engine.events import EventCame
from engine.game import Game
from engine.hooks import EVENT_RULES
from engine.stack import Frame, frame

ROUND_PILES = ("high_noon", "fistful_of_cards")
"""Piles whose next card comes as the sheriff's turn starts, in this order."""

MIXED = 12
"""Cards above the last one where the two piles are mixed."""


def mixed(game: Game) -> bool:
    """Do both sets lie in one pile, under the name of the first (house rule both_event_sets)?"""
    both = all(pile in game.sets for pile in ROUND_PILES)
    return both and game.option("both_event_sets", "separate") == "mixed"


def pile_of(game: Game, set_name: str) -> str:
    """The pile in which the events of a set lie: The Bullet's two belong to High Noon."""
    home = "high_noon" if set_name == "bullet" else set_name
    return ROUND_PILES[0] if mixed(game) and home in ROUND_PILES else home


def lay(game: Game, *sets: str) -> None:
    """Lays the pile of the first set, shuffled, with the cards of the others among them; the last card lies last."""
    present = [event for event in EVENTS.values() if event.set in sets and event.set in game.sets]
    cards = [event.name for event in present if not event.last]
    game.rng.shuffle(cards)
    game.coming[sets[0]] = cards + [event.name for event in present if event.last]


def lay_mixed(game: Game) -> None:
    """One pile from both sets: some of all their events, and one of the two last cards."""
    present = [event for event in EVENTS.values() if event.set in (*ROUND_PILES, "bullet") and event.set in game.sets]
    cards = [event.name for event in present if not event.last]
    game.rng.shuffle(cards)
    game.coming[ROUND_PILES[0]] = [*cards[:MIXED], game.rng.pick([event.name for event in present if event.last])]


def turn_starts(game: Game, seat: int) -> None:
    """As a turn starts that is no extra one: new events, if it is this seat that turns them up."""
    if seat == _turner(game) and game.turn_number > _first_round(game):
        game.do(*(TurnUp(pile) for pile in ROUND_PILES if game.coming.get(pile)))


def _turner(game: Game) -> int:
    """The sheriff; with three players the deputy, and after his death whoever follows him."""
    first = "deputy" if len(game.seats) == 3 else "sheriff"
    seat = next(i for i, place in enumerate(game.seats) if place.role == first)
    order = game.clockwise(seat, itself=True)
    return next((other for other in order if not game.seats[other].visit), seat)


def _first_round(game: Game) -> int:
    """The last turn that must pass before the first event: the first player's own, for his follower the first round."""
    follows = len(game.seats) == 3 and game.seats[game.turn].role != "deputy"
    return len(game.seats) if follows else 1


@frame
class TurnUp(Frame):
    """The next event of a pile comes, when all that the one before started is over."""

    pile: str

    def work(self, game: Game) -> None:
        turn_up(game, self.pile)


def turn_up(game: Game, pile: str) -> None:
    """Moves the top event of a pile to the middle: it is in force at once and replaces the one there. With no card left
    that one stays."""
    if not game.coming.get(pile):
        return
    old = EVENT_RULES.get(game.events.get(pile, ""))
    name = game.coming[pile].pop(0)
    game.events[pile] = name
    game.changed()
    game.tell(EventCame(pile, name))
    if name in EVENT_RULES:
        EVENT_RULES[name].comes(game, -1)
    if old is not None:
        old.goes(game, -1)
