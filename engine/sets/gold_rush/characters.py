"""The eight characters. (Raddie Snake is a Gold Pan: see ``equipment``.)"""

from engine.cards import EQUIPMENT, KINDS
from engine.decisions import Decision, Option
from engine.drawing import Draw
from engine.events import EquipmentDrawn, FlipSettled
from engine.flipping import Flip, Verdict, is_suit
from engine.game import Act, Game
from engine.hooks import Rule, character
from engine.legal import aims, is_beer
from engine.piles import discard_from_hand, draw
from engine.sets.gold_rush.shop import choices, have
from engine.shooting import shoot
from engine.stack import Frame, frame
from engine.treasury import earn, lay_under, pay, top_equipment
from engine.turn import turn_of


@character("Don Bell")
class DonBell(Rule):
    """When his turn is over, phase 3 included, "draw!": on red he has one more turn, at whose end he does not."""

    def turn_end(self, game: Game, me: int, seat: int) -> None:
        if seat == me and not game.extra:
            game.do(Flip(me, self.name), Encore(me))


@frame
class Encore(Verdict):
    """What the flip means for Don Bell."""

    def work(self, game: Game) -> None:
        red = is_suit(game, self.flipped, "HD")
        game.tell(FlipSettled(self.seat, self.flipped, "Don Bell", red))
        turn_of(game).again += red


@character("Dutch Will")
class DutchWill(Rule):
    """Phase 1: discards one of the cards he has drawn and takes a nugget, whether he likes it or not. A single card he
    may keep."""

    def draw_instead(self, game: Game, me: int, draw: Draw) -> bool:
        if draw.seat != me:
            return False
        game.do(ThriftyDraw(me, draw.count))
        return True


@frame
class ThriftyDraw(Draw):
    """Phase 1 of Dutch Will."""

    def work(self, game: Game) -> None:
        Draw.work(self, game)
        if len(self.drawn) > 1 and game.seats[self.seat].alive:
            game.do(Thrift(self.seat, self.drawn))


@frame
class Thrift(Frame):
    """Dutch Will discards one of the cards he has just drawn for a nugget."""

    seat: int
    drawn: list[int]

    def ask(self, game: Game) -> Decision | None:
        options = [Option("discard", card) for card in self.drawn if card in game.seats[self.seat].hand]
        return Decision(self.seat, "forced", options, card="Dutch Will") if options else None

    def work(self, game: Game) -> None:
        """The cards are gone already."""

    def take(self, game: Game, option: Option) -> None:
        discard_from_hand(game, self.seat, option.card, "discard", "Dutch Will")
        earn(game, self.seat, 1, "Dutch Will")


@character("Jacky Murieta")
class JackyMurieta(Rule):
    """In his turn, as often as he can pay two nuggets: a shot at a player in reach. It is no BANG! card."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if seat != me or game.seats[me].gold < 2:
            return []
        return [Option("use", name=self.name, target=target) for target in aims(game, me, "in_reach", self.name)]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        pay(game, me, 2, self.name)
        game.blame(me, option.target)
        shoot(game, Act(me, self.name, target=option.target), option.target)


@character("Josh McCloud")
class JoshMcCloud(Rule):
    """In his turn, as often as he can pay two nuggets: has the top card of the equipment deck."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        able = seat == me and game.seats[me].gold >= 2 and game.supply
        return [Option("use", name=self.name)] if able else []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        pay(game, me, 2, self.name)
        game.tell(EquipmentDrawn(me, EQUIPMENT[game.supply[-1]].name))
        game.do(Find(me))


@frame
class Find(Frame):
    """The top of the equipment deck lies open until the seat has said what it does with it. What it cannot have is
    discarded."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        item = EQUIPMENT[game.supply[-1]]
        options = choices(game, self.seat, item, "use")
        return Decision(self.seat, "equipment", options, card=item.name) if options else None

    def work(self, game: Game) -> None:
        lay_under(game, top_equipment(game))

    def take(self, game: Game, option: Option) -> None:
        have(game, self.seat, top_equipment(game), option)


@character("Madam Yto")
class MadamYto(Rule):
    """Draws a card whenever anybody plays a Beer, for a life point or a nugget, herself included."""

    def card_played(self, game: Game, me: int, act: Act) -> None:
        if act.card >= 0 and is_beer(KINDS[act.kind]):
            draw(game, me, 1, self.name)


@character("Pretty Luzena")
class PrettyLuzena(Rule):
    """Her first purchase of a turn costs one nugget less (house rule luzena_auto)."""

    def price(self, game: Game, me: int, value: int, seat: int) -> int:
        return value - 1 if seat == me and not game.used.get(self.name) else value

    def bought(self, game: Game, me: int, seat: int) -> None:
        if seat == me:
            game.count_use(self.name)


@character("Simeon Picos")
class SimeonPicos(Rule):
    """Takes a nugget for each life point he loses."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        if seat == me:
            earn(game, me, points, self.name)
