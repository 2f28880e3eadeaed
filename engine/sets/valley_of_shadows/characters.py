"""The eight characters."""

from engine.cards import CARDS, KINDS
from engine.damage import Dying, card_used, heal, life_fixed
from engine.decisions import PASS, Decision, Option
from engine.drawing import Draw
from engine.effects import EFFECTS
from engine.events import AbilityUsed, FlipSettled
from engine.flipping import Flip, Verdict, is_suit
from engine.game import Act, Game
from engine.hooks import Rule, character
from engine.legal import aims, bang_cards, is_beer, is_missed_card, targets_of, usable_as, why_not_use
from engine.piles import discard_from_hand, leave_hand, suit_of, to_discard
from engine.sets.valley_of_shadows.rescue import czech, escapable
from engine.shooting import Shot, shoot
from engine.stack import Frame, frame
from engine.turn import Settle


@character("Black Flower")
class BlackFlower(Rule):
    """Once in her turn any hand card of Clubs is an extra BANG! card, outside the limit; the range is the usual one."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if seat != me or game.used.get(self.name):
            return []
        clubs = [card for card in game.seats[me].hand if suit_of(game, card) == "C"]
        usable = [card for card in clubs if not why_not_use(game, me, card, "Bang!")]
        targets = targets_of(game, me, KINDS["Bang!"]) if usable else []
        return [Option("use", name=self.name, target=target, cost=(card,)) for card in usable for target in targets]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        discard_from_hand(game, me, option.cost[0], "play", self.name)
        shoot(game, Act(me, "Bang!", option.cost[0], option.target), option.target)


@character("Colorado Bill")
class ColoradoBill(Rule):
    """Each time he plays a BANG! card "draw!": on Spades it cannot be avoided. Czech edition: "draw!" only when a
    Missed! is played against it; on Spades that fails and the player is hit."""

    def shot_fired(self, game: Game, me: int, shot: Shot) -> None:
        if not czech(game):
            self._draws(game, me, shot)

    def missed_played(self, game: Game, me: int, shot: Shot, option: Option) -> None:
        if czech(game):
            self._draws(game, me, shot)

    def _draws(self, game: Game, me: int, shot: Shot) -> None:
        if shot.act.seat == me and shot.act.is_bang_card:
            game.do(Flip(me, self.name), SureShot(me))


@frame
class SureShot(Verdict):
    """What the flip means for Colorado Bill's shot, which lies below."""

    def work(self, game: Game) -> None:
        sure = is_suit(game, self.flipped, "S")
        game.tell(FlipSettled(self.seat, self.flipped, "Colorado Bill", sure))
        if sure:
            next(below for below in reversed(game.stack) if isinstance(below, Shot)).sure = True


@character("Der Spot-Burst Ringer")
class DerSpot(Rule):
    """Once in his turn a BANG! card serves as a Gatling, outside the limit."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if seat != me or game.used.get(self.name):
            return []
        return [Option("use", name=self.name, cost=(card,)) for card in bang_cards(game, me)]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        discard_from_hand(game, me, option.cost[0], "play", self.name)
        EFFECTS["shoot_others"](game, Act(me, "Gatling", option.cost[0]), 1)


@character("Evelyn Shebang")
class EvelynShebang(Rule):
    """Phase 1: for each card she gives up before drawing she shoots at another player in reach, at nobody twice. Czech
    edition: one card for one shot at distance 1."""

    def draw_options(self, game: Game, me: int, draw: Draw) -> list[Option]:
        if draw.seat != me or draw.drawn or (czech(game) and game.used.get(self.name)):
            return []
        targets = aims(game, me, "near" if czech(game) else "in_reach", self.name)
        return [Option("use", name=self.name, target=t) for t in targets if not game.used.get(f"{self.name} {t}")]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        phase: Draw = game.stack[-1]
        phase.count -= 1
        phase.offered = True
        game.count_use(self.name)
        game.count_use(f"{self.name} {option.target}")
        game.tell(AbilityUsed(me, self.name, option.target))
        game.blame(me, option.target)
        game.do(Settle(me))  # her shot may decide the game before she has drawn
        shoot(game, Act(me, self.name, target=option.target), option.target)


@character("Henry Block")
class HenryBlock(Rule):
    """Whoever draws or discards a card of his is shot at before the card leaves. His own discards (house rule
    henry_own_discards) and abilities that act by themselves (El Gringo, Vulture Sam) provoke nothing."""

    def provoked(self, game: Game, me: int, by: int) -> None:
        game.tell(AbilityUsed(me, self.name, by))
        shoot(game, Act(me, self.name, target=by), by)


@character("Lemonade Jim")
class LemonadeJim(Rule):
    """Each time another player plays a Beer he may discard a hand card to regain a life point."""

    def card_played(self, game: Game, me: int, act: Act) -> None:
        if act.seat == me or act.kind not in KINDS or not is_beer(KINDS[act.kind]):
            return
        if game.stack and isinstance(game.stack[-1], Dying):
            game.do(Lemonade(me))  # at once: the shots that others still wait for come later
        else:
            game.settled(Lemonade(me))


@frame
class Lemonade(Frame):
    """Lemonade Jim drinks along, if he lacks a life point and has a card."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        place = game.seats[self.seat]
        if not place.alive or place.life >= place.max_life or life_fixed(game, self.seat) or not place.hand:
            return None
        options = [Option("use", name="Lemonade Jim", cost=(card,)) for card in place.hand]
        return Decision(self.seat, "lemonade", [*options, PASS], card="Lemonade Jim")

    def work(self, game: Game) -> None:
        """Nothing to gain, or nothing to give."""

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "use":
            game.tell(AbilityUsed(self.seat, option.name, cost=list(option.cost)))
            discard_from_hand(game, self.seat, option.cost[0], "discard", option.name)
            heal(game, self.seat, 1, option.name)


@character("Mick Defender")
class MickDefender(Rule):
    """Target of a brown card other than BANG!, he may lay down a Missed! card to avoid its effect on him. Against shots
    a Missed! is simply a Missed! (house rule mick_against_gatling). Czech edition: only as the sole target."""

    def escapes(self, game: Game, me: int, act: Act, seat: int, shot: bool) -> list[Option]:
        if seat != me or shot or not escapable(game, act, seat):
            return []
        hand = game.seats[me].hand
        missed = [card for card in hand if any(map(is_missed_card, usable_as(game, me, card)))]
        return [Option("use", name=self.name, cost=(card,)) for card in missed]

    def escape(self, game: Game, me: int, act: Act, seat: int, option: Option) -> None:
        game.tell(AbilityUsed(me, self.name, cost=list(option.cost)))
        leave_hand(game, me, option.cost[0], "answer")
        to_discard(game, option.cost[0])
        card_used(game, me, option.cost[0])


@character("Tuco Franziskaner")
class TucoFranziskaner(Rule):
    """Phase 1: draws two more if no blue card lies in front of him."""

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        if seat != me or any(CARDS[card].kind.border == "blue" for card in game.seats[me].play):
            return value
        return value + 2
