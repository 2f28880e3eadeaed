"""The base game: sixteen characters, and the cards in front that do more than their row says (docs/rules/base.md)."""

from dataclasses import field
from itertools import permutations

from engine.cards import CARDS
from engine.damage import Hit, heal, life_fixed
from engine.decisions import Decision, Option, Refusal
from engine.drawing import Draw, chosen, from_discards, hand_source, next_card
from engine.events import AbilityUsed, CardsDrawn, CardShown, FlipSettled, TurnSkipped
from engine.flipping import Flip, Verdict, explodes, is_suit
from engine.game import Act, Game
from engine.hooks import Rule, Why, card_rule, character, in_force
from engine.legal import is_bang, is_missed_card
from engine.piles import discard_from_front, discard_from_hand, draw, pass_on, random_hand_card, steal
from engine.shooting import Shot
from engine.stack import Frame, frame
from engine.turn import turn_of

NO_LIMIT = 1000
"""BANG! cards a turn where there is no limit."""


# --- cards in front -------------------------------------------------------------------------------------------------


@card_rule("Barrel")
class Barrel(Rule):
    """When shot, may "draw!": any heart is one Missed! (base rules, Barrel)."""

    def shot_answers(self, game: Game, me: int, shot: Shot) -> list[Option]:
        return [Option("use", name=self.name)] if me == shot.target and self.name not in shot.tried else []

    def answer_shot(self, game: Game, me: int, shot: Shot, option: Option) -> None:
        game.tell(AbilityUsed(me, self.name))
        game.do(Flip(me, self.name), shot)


@card_rule("Mustang")
class Mustang(Rule):
    """Others see its owner one farther."""

    def distance(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        return value + 1 if seen == me else value


@card_rule("Scope")
class Scope(Rule):
    """Its owner sees others one nearer."""

    def distance(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        return value - 1 if seer == me else value


@card_rule("Volcanic")
class Volcanic(Rule):
    """Any number of BANG! cards in the own turn."""

    def bang_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        return NO_LIMIT if seat == me else value


@card_rule("Dynamite")
class Dynamite(Rule):
    """At the start of its owner's turn "draw!": spades 2-9 cost three life points, else it moves on."""

    def turn_check(self, game: Game, me: int) -> None:
        game.do(Flip(me, self.name), Fuse(me))


@frame
class Fuse(Verdict):
    """What the flip means for the Dynamite: it explodes, or goes to the next living player on the left who has none."""

    def work(self, game: Game) -> None:
        card = game.front(self.seat, "Dynamite")
        boom = explodes(game, self.flipped)
        game.tell(FlipSettled(self.seat, self.flipped, "Dynamite", not boom))
        if boom:
            discard_from_front(game, self.seat, card, "Dynamite")
            game.do(Hit(self.seat, Act(-1, "Dynamite", card), 3))
            return
        for other in game.clockwise(self.seat):
            if game.front(other, "Dynamite") < 0:
                pass_on(game, self.seat, other, card)
                return


@card_rule("Jail")
class Jail(Rule):
    """At the start of the turn "draw!": a heart and he plays, else the turn is skipped; Jail is discarded."""

    def turn_check(self, game: Game, me: int) -> None:
        game.do(Flip(me, self.name), Locked(me))


@frame
class Locked(Verdict):
    """What the flip means for the prisoner."""

    def work(self, game: Game) -> None:
        free = is_suit(game, self.flipped, "H")
        game.tell(FlipSettled(self.seat, self.flipped, "Jail", free))
        discard_from_front(game, self.seat, game.front(self.seat, "Jail"), "Jail")
        if not free:
            game.tell(TurnSkipped(self.seat, "Jail"))
            turn_of(game).skip()


# --- characters -----------------------------------------------------------------------------------------------------


@character("Bart Cassidy")
class BartCassidy(Rule):
    """For each life point lost, from any cause, draws a card."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        if seat == me:
            draw(game, me, points, self.name)


@character("Black Jack")
class BlackJack(Rule):
    """Shows his second card; if it is a heart or diamond he draws one more."""

    def card_drawn(self, game: Game, me: int, draw: Draw, card: int) -> None:
        if draw.seat == me and len(draw.drawn) == 2:
            game.tell(CardShown(me, card, self.name))
            draw.count += is_suit(game, card, "HD")


@character("Calamity Janet")
class CalamityJanet(Rule):
    """BANG! cards are Missed! cards and the other way round, everywhere."""

    def counts_as(self, game: Game, me: int, seat: int, card: int) -> list[str]:
        if seat != me:
            return []
        if is_missed_card(CARDS[card].kind):
            return ["Bang!"]
        return ["Missed!"] if is_bang(CARDS[card].kind) else []


@character("El Gringo")
class ElGringo(Rule):
    """For each life point lost to a card played by another player, takes a random card of that player's hand."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        if seat != me or act.seat in (-1, me):
            return
        for _ in range(min(points, len(game.seats[act.seat].hand))):
            steal(game, me, act.seat, random_hand_card(game, act.seat), self.name)


@character("Jesse Jones")
class JesseJones(Rule):
    """May take the first card of phase 1 at random from another player's hand."""

    def draw_options(self, game: Game, me: int, draw: Draw) -> list[Option]:
        if draw.seat != me:
            return []
        return [hand_source(other) for other in game.clockwise(me) if game.seats[other].hand]


@character("Jourdonnais")
class Jourdonnais(Barrel):
    """Counts as having a Barrel; a real one is a second try."""


@character("Kit Carlson")
class KitCarlson(Rule):
    """Looks at the top three cards, takes two, puts the third back on top."""

    def draw_instead(self, game: Game, me: int, draw: Draw) -> bool:
        if draw.seat != me:
            return False
        open_cards = game.discard[:-4:-1] if from_discards(game, me) else []
        seen = [card for card in (next_card(game, me) for _ in range(3)) if card >= 0]
        game.do(Selection(me, seen, min(draw.count, len(seen)), found=open_cards))
        return True


@frame
class Selection(Frame):
    """The seat takes some of the cards it looks at, the rest goes back on its pile in its order. Where it takes all,
    nothing is asked."""

    seat: int
    cards: list[int]
    count: int
    taken: list[int] = field(default_factory=list)
    found: list[int] = field(default_factory=list)
    """Those that come from the discard pile."""

    def ask(self, game: Game) -> Decision | None:
        left = self.count - len(self.taken)
        if left <= 0 or left >= len(self.cards):
            return None
        options = [Option("pick", card) for card in self.cards]
        facts = {"count": left}
        return Decision(self.seat, "select", options, card="Kit Carlson", facts=facts)

    def take(self, game: Game, option: Option) -> None:
        self.cards.remove(option.card)
        self.taken.append(option.card)
        game.do(self)

    def work(self, game: Game) -> None:
        if len(self.taken) < self.count:
            self.taken += self.cards
            self.cards = []
        game.deck.extend(card for card in reversed(self.cards) if card not in self.found)
        game.discard.extend(card for card in reversed(self.cards) if card in self.found)
        game.seats[self.seat].hand.extend(self.taken)
        game.tell(CardsDrawn(self.seat, list(self.taken)))
        chosen(game, self.seat, self.taken)

    def held(self) -> list[int]:
        return self.cards + self.taken


@character("Lucky Duke")
class LuckyDuke(Rule):
    """At each "draw!" flips two cards and chooses the one that counts."""

    def flips(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1 if seat == me else value


@character("Paul Regret")
class PaulRegret(Mustang):
    """Others see him one farther."""


@character("Pedro Ramirez")
class PedroRamirez(Rule):
    """May take the first card of phase 1 from the top of the discard pile."""

    def draw_options(self, game: Game, me: int, draw: Draw) -> list[Option]:
        if draw.seat != me or not game.discard or from_discards(game, me):
            return []
        return [Option("draw", name="discard")]


@character("Rose Doolan")
class RoseDoolan(Scope):
    """Sees others one nearer."""


@character("Sid Ketchum")
class SidKetchum(Rule):
    """May discard two hand cards to regain one life point: in his phase 2 and when dying (house rule sid_any_time)."""

    def _trades(self, game: Game, me: int) -> list[Option]:
        if game.seats[me].life >= game.seats[me].max_life or life_fixed(game, me):
            return []
        return [Option("use", name=self.name, cost=pair) for pair in permutations(game.seats[me].hand, 2)]

    def _trade(self, game: Game, me: int, option: Option) -> None:
        for card in option.cost:
            discard_from_hand(game, me, card, "play", self.name)
        heal(game, me, 1, self.name)

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        return self._trades(game, me) if seat == me else []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        self._trade(game, me, option)

    def why_no_use(self, game: Game, me: int, option: Option, decision: Decision) -> Refusal | None:
        if not self._trades(game, me):
            return Refusal("there is no life point to regain, or no two cards to discard for it")
        if decision.kind in ("play", "dying"):
            return Refusal("{name} discards two cards from your hand: choose both", {"name": self.name})
        return Refusal("{name} works in your phase 2 and when you lose your last life point", {"name": self.name})

    def meanwhile(self, game: Game, me: int, decision: Decision) -> list[Option]:
        """``sid_any_time: always``: beside whatever else he is asked; the two usual moments offer it themselves."""
        always = game.option("sid_any_time", "turn_and_dying") == "always"
        if decision.seat != me or not always or decision.kind in ("play", "dying"):
            return []
        return self._trades(game, me)

    def rescues(self, game: Game, me: int, seat: int) -> list[Option]:
        return self._trades(game, me) if seat == me else []

    def rescue(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.tell(AbilityUsed(me, self.name, cost=list(option.cost)))
        self._trade(game, me, option)


@character("Slab the Killer")
class SlabTheKiller(Rule):
    """His BANG! cards need two Missed! effects to cancel."""

    def missed_needed(self, game: Game, me: int, value: int, act: Act, target: int) -> int:
        return value + 1 if act.seat == me and act.is_bang_card else value


@character("Suzy Lafayette")
class SuzyLafayette(Rule):
    """As soon as her hand is empty, draws a card.

    Her own card first does all it does (house rule suzy_after_effect), a Duel is first fought to its end
    (suzy_duel_draw).
    """

    def hand_emptied(self, game: Game, me: int, why: Why) -> None:
        waits = why == "play" or (why == "duel" and game.option("suzy_duel_draw", "end_of_duel") == "end_of_duel")
        if waits:
            game.settled(Refill(me))
        else:
            game.now(Refill(me))


@frame
class Refill(Frame):
    """Draws one card if the hand is still empty and the ability in force."""

    seat: int

    def work(self, game: Game) -> None:
        able = any(me == self.seat for _, me in in_force(game, "hand_emptied"))
        if able and game.seats[self.seat].alive and not game.seats[self.seat].hand:
            draw(game, self.seat, 1, "Suzy Lafayette")


@character("Vulture Sam")
class VultureSam(Rule):
    """When another player is eliminated, takes all cards of that player into his hand."""

    def inherits(self, game: Game, me: int, dead: int) -> bool:
        return True


@character("Willy the Kid")
class WillyTheKid(Volcanic):
    """Any number of BANG! cards in his turn."""
