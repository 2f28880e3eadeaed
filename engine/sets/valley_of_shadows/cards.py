"""Cards in front, and cards that shoot."""

from dataclasses import replace

from engine.cards import CARDS
from engine.damage import Hit
from engine.decisions import NOBODY, Decision, Option, Refusal
from engine.distance import distance
from engine.effects import effect
from engine.events import FlipSettled
from engine.flipping import Flip, Verdict, is_suit
from engine.game import Act, Game
from engine.hooks import Rule, card_rule
from engine.legal import NOT_YOURSELF, is_bang, is_missed_card, target_rule, within
from engine.piles import draw
from engine.sets.valley_of_shadows.everybody import Loss
from engine.sets.valley_of_shadows.rescue import czech
from engine.shooting import Volley, shoot
from engine.stack import Frame, frame

# --- cards in front -------------------------------------------------------------------------------------------------


@card_rule("Lemat")
class Lemat(Rule):
    """In its owner's turn any hand card counts as a BANG! card; in the Czech edition not a Missed! card."""

    def counts_as(self, game: Game, me: int, seat: int, card: int) -> list[str]:
        kind = CARDS[card].kind
        if seat != me or game.turn != me or is_bang(kind) or (czech(game) and is_missed_card(kind)):
            return []
        return ["Bang!"]


@card_rule("Shotgun")
class Shotgun(Rule):
    """Whoever is hit by a BANG! card of its owner discards a hand card of his choice (house rule
    shotgun_only_bang_cards)."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        if act.seat == me != seat and act.is_bang_card:
            game.do(Loss(seat, me, self.name))


@card_rule("Bounty")
class Bounty(Rule):
    """Whoever hits its owner with a BANG! card draws a card (house rule bounty_only_bang_cards)."""

    def life_lost(self, game: Game, me: int, seat: int, points: int, act: Act) -> None:
        if seat == me and act.seat not in (NOBODY, me) and act.is_bang_card and game.seats[act.seat].alive:
            draw(game, act.seat, 1, self.name)


@card_rule("Rattlesnake")
class Rattlesnake(Rule):
    """At the start of each of its owner's turns "draw!": on Spades he loses a life point. It stays."""

    def turn_check(self, game: Game, me: int) -> None:
        game.do(Flip(me, self.name), Bite(me))


@frame
class Bite(Verdict):
    """What the flip means for the owner of the Rattlesnake. Nobody has caused the wound."""

    def work(self, game: Game) -> None:
        bites = is_suit(game, self.flipped, "S")
        game.tell(FlipSettled(self.seat, self.flipped, "Rattlesnake", not bites))
        if bites:
            game.do(Hit(self.seat, Act(NOBODY, "Rattlesnake", game.front(self.seat, "Rattlesnake"))))


# --- cards that shoot -----------------------------------------------------------------------------------------------


@target_rule("within_two")
def within_two(game: Game, seat: int, target: int) -> Refusal | None:
    """Another player at distance 2 or less, whatever the weapon (Tomahawk)."""
    return NOT_YOURSELF if target == seat else within(game, seat, target, 2)


@effect("aim")
def _aim(game: Game, act: Act, number: int) -> None:
    """The BANG! card that pays for the Aim is shot; a hit costs two life points."""
    shoot(game, Act(act.seat, "Bang!", act.cost[0], act.target), act.target, damage=2)


@effect("backfire")
def _backfire(game: Game, act: Act, number: int) -> None:
    """The player who shot is now shot at."""
    if act.target not in (NOBODY, act.seat):
        shoot(game, act, act.target)


@effect("fanning")
def _fanning(game: Game, act: Act, number: int) -> None:
    """A shot at the target, and a second one at somebody else at distance 1 from him, if there is anybody."""
    near = [s for s in game.clockwise(act.seat) if s != act.target and distance(game, act.target, s) == 1]
    if near:
        game.do(SecondTarget(act, near))
    else:
        shoot(game, act, act.target)


@frame
class SecondTarget(Frame):
    """Fanning: the player says whom the second shot is meant for before the first is fired; it need not be in his
    reach (house rule fanning_second_needs_range)."""

    act: Act
    near: list[int]

    def ask(self, game: Game) -> Decision | None:
        options = [Option("pick", target=seat) for seat in self.near]
        return Decision(self.act.seat, "second", options, card=self.act.kind)

    def take(self, game: Game, option: Option) -> None:
        game.blame(self.act.seat, option.target)
        game.do(Volley(replace(self.act, target=NOBODY), [self.act.target, option.target]))
