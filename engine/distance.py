"""Distance and range (base rules, section 3)."""

from engine.cards import CARDS
from engine.game import Game
from engine.hooks import cards_silent, in_force


def distances(game: Game, seer: int) -> list[int]:
    """Distance of every seat as ``seer`` sees it: 0 for itself and for seats out of the game. Remembered until
    something changes that distances depend on."""
    key = ("distances", seer)
    found: list[int] | None = game.memo.get(key)
    if found is None:
        found = game.memo[key] = _distances(game, seer)
    return found


def _distances(game: Game, seer: int) -> list[int]:
    result = [0] * len(game.seats)
    others = game.clockwise(seer)
    around = len(others) + 1
    for place, seen in enumerate(others, 1):
        value = min(place, around - place)
        for rule, me in in_force(game, "steps"):
            value = rule.steps(game, me, value, seer, seen)
        for rule, me in in_force(game, "distance"):
            value = rule.distance(game, me, value, seer, seen)
        result[seen] = max(1, value)
    return result


def distance(game: Game, seer: int, seen: int) -> int:
    """Distance of one seat as another sees it."""
    return distances(game, seer)[seen]


def range_of(game: Game, seat: int) -> int:
    """How far the seat shoots: its weapon, or 1 for the Colt .45 (base rules, section 3)."""
    value = 1
    if not cards_silent(game, seat):
        for card in game.seats[seat].play:
            value = CARDS[card].kind.range or value
    for rule, me in in_force(game, "reach"):
        value = rule.reach(game, me, value, seat)
    return value


def in_reach(game: Game, seat: int) -> list[int]:
    """The living players whom the seat's BANG! reaches."""
    key = ("reach", seat)
    found: list[int] | None = game.memo.get(key)
    if found is None:
        limit = range_of(game, seat)
        found = game.memo[key] = [s for s, d in enumerate(distances(game, seer=seat)) if 0 < d <= limit]
    return found
