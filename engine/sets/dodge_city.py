"""Dodge City: fifteen characters, and the few of its cards that do more than their row says (docs/rules/dodge_city.md).

Its green cards need nothing here: any row with a green border lies in front and is used in a later turn
(``legal.front_options``, ``legal.front_answers``).
"""

from itertools import permutations

from engine.cards import CARDS
from engine.damage import Hit, heal
from engine.decisions import NO_CARD, Decision, Option
from engine.drawing import Draw
from engine.effects import Robbery, effect, is_of
from engine.events import AbilityUsed
from engine.game import Act, Game
from engine.hooks import Family, Rule, card_rule, character, in_force, variant
from engine.legal import aims, pick_options
from engine.piles import discard_from_hand, draw, hand_matters
from engine.shooting import shoot
from engine.stack import Frame, frame
from engine.turn import Effect

# --- cards ----------------------------------------------------------------------------------------------------------


@card_rule("Binocular")
class Binocular(Rule):
    """Its owner sees others one nearer, beside a Scope."""

    def distance(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        return value - 1 if seer == me else value


@card_rule("Hideout")
class Hideout(Rule):
    """Others see its owner one farther, beside a Mustang."""

    def distance(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        return value + 1 if seen == me else value


@effect("brawl")
def _brawl(game: Game, act: Act, number: int) -> None:
    game.do(Brawl(act, game.clockwise(act.seat)))


@frame
class Brawl(Frame):
    """Everybody in the queue who has a card loses one to the discard pile; the player chooses: a random one of the
    hand or one in front (rulebook, example 3)."""

    act: Act
    queue: list[int]

    def ask(self, game: Game) -> Decision | None:
        options = pick_options(game, self.act.seat, self.queue[0]) if self.queue else []
        if not options or not game.seats[self.queue[0]].alive:
            return None
        return Decision(self.act.seat, "victim", options, card=self.act.kind, facts={"player": self.queue[0]})

    def work(self, game: Game) -> None:
        """The next in the queue has nothing to lose."""
        if self.queue:
            self.queue.pop(0)
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        pick = option.pick if option.card == NO_CARD else option.card
        act = Act(self.act.seat, self.act.kind, self.act.card, self.queue.pop(0), pick)
        game.do(Robbery(act, keep=False), self)


# --- characters -----------------------------------------------------------------------------------------------------


@character("Apache Kid")
class ApacheKid(Rule):
    """Cards of Diamonds played by others in their turns do not affect him; in a Duel the suits of the BANG! cards do
    not matter. A shot paid with two cards passes him by if both are Diamonds (Doc Holyday)."""

    def immune(self, game: Game, me: int, act: Act, target: int) -> bool:
        return target == me and act.seat not in (-1, me) and act.seat == game.turn and is_of(game, act, "D")


@character("Belle Star")
class BelleStar(Rule):
    """During her turn cards in front of other players have no effect."""

    def silences(self, game: Game, me: int, family: Family, owner: int) -> bool:
        return family == "card" and game.turn == me and owner != me


@character("Bill Noface")
class BillNoface(Rule):
    """Phase 1: one card, and one for each life point below his maximum."""

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        place = game.seats[me]
        return value - 1 + place.max_life - place.life if seat == me else value


@character("Chuck Wengam")
class ChuckWengam(Rule):
    """In his phase 2, any number of times: loses a life point, never the last, and draws two cards."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        return [Option("use", name=self.name)] if seat == me and game.seats[me].life > 1 else []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        act = Act(me, self.name)
        game.do(Hit(me, act), Effect(act, "draw", 2))


@character("Doc Holyday")
class DocHolyday(Rule):
    """Once in his phase 2: discards two hand cards for a shot at a player in reach. It is no BANG! card."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if seat != me or game.used.get(self.name):
            return []
        targets = aims(game, me, "in_reach", self.name)
        pairs = permutations(game.seats[me].hand, 2)
        return [Option("use", name=self.name, target=target, cost=pair) for pair in pairs for target in targets]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        for card in option.cost:
            discard_from_hand(game, me, card, "play", self.name)
        shoot(game, Act(me, self.name, target=option.target, cost=list(option.cost)), option.target)


@character("Elena Fuente")
class ElenaFuente(Rule):
    """Any card of her hand may be used as a Missed!."""

    def counts_as(self, game: Game, me: int, seat: int, card: int) -> list[str]:
        return ["Missed!"] if seat == me else []


@character("Greg Digger")
class GregDigger(Rule):
    """Whenever another player is eliminated, regains two life points."""

    def eliminated(self, game: Game, me: int, seat: int, act: Act) -> None:
        if me != seat and game.seats[me].life < game.seats[me].max_life:
            heal(game, me, 2, self.name)


@character("Herb Hunter")
class HerbHunter(Rule):
    """Whenever another player is eliminated, draws two cards, on top of any reward."""

    def eliminated(self, game: Game, me: int, seat: int, act: Act) -> None:
        if me != seat:
            draw(game, me, 2, self.name)


@character("José Delgado")
class JoseDelgado(Rule):
    """At most twice in his phase 2: discards a blue card from his hand and draws two."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if seat != me or game.used.get(self.name, 0) >= 2:
            return []
        blue = [card for card in game.seats[me].hand if CARDS[card].kind.border == "blue"]
        return [Option("use", name=self.name, cost=(card,)) for card in blue]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        discard_from_hand(game, me, option.cost[0], "play", self.name)
        draw(game, me, 2, self.name)


@character("Molly Stark")
class MollyStark(Rule):
    """Each hand card she uses of her own will outside her turn: draws one, once the shot or Duel is settled (house
    rule molly_draw)."""

    def card_used(self, game: Game, me: int, seat: int, card: int) -> None:
        if seat == me and game.turn != me:
            game.settled(Effect(Act(me, self.name), "draw", 1))


@character("Pat Brennan")
class PatBrennan(Rule):
    """Phase 1: instead of drawing may take one card in front of any player, himself too (house rule pat_own_card)."""

    def draw_options(self, game: Game, me: int, draw: Draw) -> list[Option]:
        if draw.seat != me:
            return []
        owners = [*game.clockwise(me), me]
        return [Option("draw", target=owner, pick=card) for owner in owners for card in game.seats[owner].play]


@character("Pixie Pete")
class PixiePete(Rule):
    """Phase 1: draws three cards."""

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1 if seat == me else value


@character("Sean Mallory")
class SeanMallory(Rule):
    """Phase 3: keeps up to ten cards."""

    def hand_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        return max(10, value) if seat == me else value


@character("Tequila Joe")
class TequilaJoe(Rule):
    """A Beer gives him two life points, also as a rescue. Tequila, Whisky and Canteen are no Beers."""

    def beer_heals(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1 if seat == me else value


@character("Vera Custer")
class VeraCuster(Rule):
    """In her turn, before drawing, chooses another living character and has its printed ability, never its life
    points, until her next turn (house rule vera_first_turn: none before)."""

    def before_draw(self, game: Game, me: int, seat: int) -> None:
        if seat == me and not game.extra:
            game.do(Imitation(me))

    def silenced(self, game: Game, me: int) -> None:
        """The copy is lost for good (house rule hangover_vera)."""
        game.seats[me].copied = []
        game.changed()


@variant("dodge_city")
class EndOfImitation(Rule):
    """What Vera Custer has copied ends as her turn comes, also one that she loses in Jail (FAQ D13) or in which her
    ability is out of force. One more turn of hers is not a new one."""

    def turn_comes(self, game: Game, me: int, seat: int) -> None:
        place = game.seats[seat]
        if place.character == "Vera Custer" and not game.extra:
            place.copied = []
            game.changed()


@frame
class Imitation(Frame):
    """Vera Custer chooses whose ability she has."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        options = [Option("pick", target=other) for other in game.clockwise(self.seat)]
        return Decision(self.seat, "imitate", options, card="Vera Custer")

    def take(self, game: Game, option: Option) -> None:
        name = game.seats[option.target].character
        game.seats[self.seat].copied = [name]
        game.changed()
        game.tell(AbilityUsed(self.seat, "Vera Custer", option.target))
        hand_matters(game, self.seat)
        for rule, me in in_force(game, "before_draw"):
            if me == self.seat and rule.name == name:
                rule.before_draw(game, me, self.seat)
