"""A player out of the game who has a turn all the same (docs/rules/high_noon.md, Ghost Town; gold_rush.md, shadows).

There are three ways, by rising rank. SHADOW and GHOST are *visits*: the player is in play while the turn lasts, with 0
life points that can neither fall nor rise, and leaves at its end without dying (``Away`` runs last in every turn).
FOR_GOOD is a real return. A ghost counts for the end of the game and leaves like an eliminated player (heirs and
bystanders act again, nobody is rewarded), a shadow does neither.

A rule (event, variant) answers ``takes_turn`` with one of the three; when the turn starts the rule of the highest rank
is asked to let the player in: ``enters`` calls ``visit`` or ``stay`` here and adds what is its own.
"""

from engine.damage import Estate, eliminate
from engine.events import CameBack, WentAgain
from engine.game import FOR_GOOD, GHOST, SHADOW, Act, Game
from engine.hooks import Rule, in_force
from engine.stack import Frame, frame

__all__ = ["FOR_GOOD", "GHOST", "SHADOW", "Away", "enter", "may_play", "stay", "visit"]


def _host(game: Game, seat: int) -> tuple[int, Rule | None, int]:
    """The best way for an eliminated player to have a turn, and the rule that gives it."""
    best: tuple[int, Rule | None, int] = (0, None, -1)
    for rule, me in in_force(game, "takes_turn"):
        way = rule.takes_turn(game, me, seat)
        if way > best[0]:
            best = (way, rule, me)
    return best


def may_play(game: Game, seat: int) -> bool:
    """Does a turn that comes to this seat take place?"""
    return game.seats[seat].alive or _host(game, seat)[0] > 0


def enter(game: Game, seat: int) -> None:
    """Lets an eliminated player in whose turn starts."""
    if not game.seats[seat].alive:
        _, rule, me = _host(game, seat)
        if rule is not None:
            rule.enters(game, me, seat)


def visit(game: Game, seat: int, way: int, why: str) -> None:
    """In play until the end of the turn, as GHOST or SHADOW. ``why``: the event or variant, for the story."""
    _bring_back(game, seat, 0, way, why)


def stay(game: Game, seat: int, life: int, why: str) -> None:
    """Back in the game with so many life points; the role stays as it is, face up."""
    _bring_back(game, seat, life, 0, why)


def _bring_back(game: Game, seat: int, life: int, visit: int, why: str) -> None:
    place = game.seats[seat]
    place.alive = True
    place.life = life
    place.visit = visit
    place.sealed = False
    game.changed()
    game.tell(CameBack(seat, why, life))


@frame
class Away(Frame):
    """A visit ends with the turn: everything in hand and in front goes, and the end of the game is tested again."""

    seat: int

    def work(self, game: Game) -> None:
        place = game.seats[self.seat]
        visit, place.visit = place.visit, 0
        if not visit or not place.alive:
            return
        game.tell(WentAgain(self.seat))
        if visit == GHOST:
            eliminate(game, self.seat, Act(-1, "ghost"))
            return
        for rule, me in in_force(game, "stripped"):
            rule.stripped(game, me, self.seat, "death")
        place.alive = False
        game.changed()
        game.check = True
        game.do(Estate(self.seat, [], 0))
