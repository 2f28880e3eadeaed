"""Who has won (base rules, sections 9 and 10)."""

from engine.events import GameOver, RoleShown
from engine.game import SHADOW, Game
from engine.hooks import in_force

PREY = {"deputy": "renegade", "renegade": "outlaw", "outlaw": "deputy"}
"""Three players: whom each hunts (base rules, section 10)."""


SIDES = {"shadow_deputy": "deputy", "shadow_outlaw": "outlaw"}
"""The side for which a Shadow Renegade plays (docs/rules/gold_rush.md, Shadow Renegade)."""


def side_of(role: str) -> str:
    """The role that counts for who has won, and for rewards."""
    return SIDES.get(role, role)


def three_handed(game: Game) -> bool:
    """Is it the game for three, with rules of its own (base rules, section 10)?"""
    return len(game.seats) == 3


def check(game: Game) -> None:
    """Ends the game if it is decided. Asked when somebody has been eliminated and what caused it is settled."""
    game.check = False
    if game.winners is not None:
        return
    for rule, me in in_force(game, "outcome"):
        verdict = rule.outcome(game, me)
        if verdict is not None:
            if verdict[0] is not None:
                finish(game, verdict[0], verdict[1])
            return
    winners, side = three_survivors(game) if three_handed(game) else outcome(game)
    if winners is not None:
        finish(game, winners, side)


def in_play(game: Game) -> list[int]:
    """Seats that count as alive for the end of the game: ghosts while their turn lasts, shadows never."""
    return [seat for seat in game.living() if game.seats[seat].visit != SHADOW]


def outcome(game: Game) -> tuple[list[int] | None, str]:
    """The usual test with a sheriff; (None, "") while the game goes on."""
    living = in_play(game)
    sheriff = next(i for i, seat in enumerate(game.seats) if seat.role == "sheriff")
    if sheriff not in living:
        if len(living) == 1 and game.seats[living[0]].role == "renegade":
            return living, "renegade"
        return _with_roles(game, "outlaw"), "outlaws"
    if any(side_of(game.seats[seat].role) in ("outlaw", "renegade") for seat in living):
        return None, ""
    return _with_roles(game, "sheriff", "deputy"), "law"


def three_survivors(game: Game) -> tuple[list[int] | None, str]:
    """Three players: if no prey was taken, the last one alive wins."""
    living = in_play(game)
    return (living, "last") if len(living) <= 1 else (None, "")


def prey_taken(game: Game, killer: int, victim: int) -> None:
    """Three players: whoever personally eliminates the prey wins at once, unless a rule sets another goal."""
    if any(rule.outcome(game, me) is not None for rule, me in in_force(game, "outcome")):
        return
    if PREY[game.seats[killer].role] == game.seats[victim].role:
        finish(game, [killer], game.seats[killer].role)


def _with_roles(game: Game, *roles: str) -> list[int]:
    return [i for i, seat in enumerate(game.seats) if side_of(seat.role) in roles]


def finish(game: Game, winners: list[int], side: str) -> None:
    """The game is over: all roles are shown."""
    game.winners, game.side = sorted(winners), side
    for i, seat in enumerate(game.seats):
        if not seat.shown:
            seat.shown = True
            game.tell(RoleShown(i, seat.role))
    game.tell(GameOver(game.winners, side))
