"""Shadow Gunslingers: eliminated players have their turns as shadows (``comeback``); what they earn they keep."""

from engine import comeback
from engine.comeback import SHADOW
from engine.events import RoleShown
from engine.game import Game
from engine.hooks import Rule, variant
from engine.victory import SIDES, in_play, three_handed


@variant("shadow_gunslingers")
class ShadowGunslingers(Rule):
    """A shadow has his turn, then loses everything he has and goes; he neither loses nor gains life points. A shadow
    that was the Renegade chooses no side: it is chosen for him."""

    def takes_turn(self, game: Game, me: int, seat: int) -> int:
        return 0 if final_duel(game) else SHADOW

    def enters(self, game: Game, me: int, seat: int) -> None:
        comeback.visit(game, seat, SHADOW, "Shadow Gunslingers")

    def hand_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        """It does not matter (rule 7): a shadow that leaves lays off no excess cards, it loses all it has."""
        return value + len(game.seats[seat].hand) if game.seats[seat].visit == SHADOW else value

    def turn_comes(self, game: Game, me: int, seat: int) -> None:
        if seat in game.deaths and game.seats[seat].shown and not three_handed(game):
            take_side(game, seat)


def final_duel(game: Game) -> bool:
    """Are only Sheriff and Renegade left? Then no shadow returns (house rule shadow_final_duel)."""
    return sorted(game.seats[seat].role for seat in in_play(game)) == ["renegade", "sheriff"]


def take_side(game: Game, seat: int) -> None:
    """An eliminated Renegade plays, until his next turn, for the side with more roles revealed: the law if that is more
    than the Outlaws, else the Outlaws."""
    place = game.seats[seat]
    if place.role != "renegade" and place.role not in SIDES:
        return
    shown = [other.role for other in game.seats if other.shown]
    law = shown.count("sheriff") + shown.count("deputy")
    role = "shadow_deputy" if law > shown.count("outlaw") else "shadow_outlaw"
    if role != place.role:
        place.role = role
        game.tell(RoleShown(seat, role))
