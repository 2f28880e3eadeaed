"""What black equipment does for its owner. (Wanted pays when its owner is eliminated: see ``shop``.)"""

from engine.damage import heal, life_fixed
from engine.decisions import NOBODY, Option
from engine.effects import is_of
from engine.events import AbilityUsed
from engine.game import Act, Game
from engine.hooks import Rule, character, equipment
from engine.piles import draw
from engine.treasury import earn, pay


def points_but_the_last(points: int, left: int) -> int:
    """Of the life points lost those before the last one (house rule boots_when_saved: that one never counts)."""
    return points + min(0, left - 1)


@equipment("Horseshoe")
class Horseshoe(Rule):
    """At each "draw!" turns up one card more and chooses the one that counts."""

    def flips(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1 if seat == me else value


@equipment("Gun Belt")
class GunBelt(Rule):
    """Phase 3: keeps up to eight cards."""

    def hand_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        return max(8, value) if seat == me else value


@equipment("Calumet")
class Calumet(Rule):
    """Diamonds played by others have no effect on its owner; inside a Duel the suits do not matter (house rule
    calumet_blocks_diamond_duel)."""

    def immune(self, game: Game, me: int, act: Act, target: int) -> bool:
        return target == me and act.seat not in (NOBODY, me) and is_of(game, act, "D")


@equipment("Gold Pan")
@character("Raddie Snake")
class GoldPan(Rule):
    """Twice a turn: pays a nugget and draws a card."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        able = seat == me and game.seats[me].gold >= 1 and game.used.get(self.name, 0) < 2
        return [Option("use", name=self.name)] if able else []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        pay(game, me, 1, self.name)
        draw(game, me, 1, self.name)


@equipment("Boots")
class Boots(Rule):
    """Draws a card for each life point lost but the last."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        if seat == me:
            draw(game, me, points_but_the_last(points, left), self.name)


@equipment("Lucky Charm")
class LuckyCharm(Rule):
    """Takes a nugget for each life point lost but the last."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        if seat == me:
            earn(game, me, points_but_the_last(points, left), self.name)


@equipment("Rucksack")
class Rucksack(Rule):
    """In phase 2, and when the last life point is lost: pays two nuggets and regains a life point."""

    def _drinks(self, game: Game, me: int) -> list[Option]:
        place = game.seats[me]
        able = place.gold >= 2 and place.life < place.max_life and not life_fixed(game, me)
        return [Option("use", name=self.name)] if able else []

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        return self._drinks(game, me) if seat == me else []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        pay(game, me, 2, self.name)
        heal(game, me, 1, self.name)

    def rescues(self, game: Game, me: int, seat: int) -> list[Option]:
        return self._drinks(game, me) if seat == me else []

    def rescue(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.tell(AbilityUsed(me, self.name))
        self.use(game, me, seat, option)


@equipment("Pickaxe")
class Pickaxe(Rule):
    """Phase 1: draws one card more."""

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1 if seat == me else value
