"""The event pile and its ten cards (Dorothy Rage's orders: see ``orders``)."""

from engine import comeback, eventpile
from engine.cards import CARDS, KINDS
from engine.comeback import FOR_GOOD
from engine.damage import Hit, life_fixed
from engine.decisions import Option, Refusal
from engine.eventpile import TurnUp
from engine.events import FlipSettled, RoleDealt, RoleShown, SeatsSwapped
from engine.flipping import Flip, Verdict, is_suit
from engine.game import Act, Game
from engine.hooks import Rule, event_rule, variant
from engine.legal import is_bang
from engine.piles import discard_from_hand, draw
from engine.setup import prepares
from engine.stack import frame
from engine.turn import direction
from engine.victory import SIDES, in_play, three_handed

PILE = "wild_west_show"
TURNERS = ("Stagecoach", "Wells Fargo")
"""Cards that turn up the next event when they are played (house rule union_pacific_turns_event)."""
ROSE = "Lady Rose of Texas"


@prepares("wild_west_show")
def lay_pile(game: Game) -> None:
    """Nine events, shuffled, and Wild West Show under them. None is in force at first."""
    eventpile.lay(game, PILE)


@variant("wild_west_show")
class Showmanship(Rule):
    """Whoever plays a Stagecoach or a Wells Fargo turns up the next event once it has done all it does. Besides, the
    cards of a turn are remembered, and who was made to change places misses a turn even if the event has gone."""

    def card_played(self, game: Game, me: int, act: Act) -> None:
        if act.seat == game.turn:
            game.played.append(act)
        if act.kind in TURNERS:
            game.settled(TurnUp(PILE))

    def turn_comes(self, game: Game, me: int, seat: int) -> None:
        game.played = []

    def skips_turn(self, game: Game, me: int, seat: int) -> str:
        return ROSE if game.seats[seat].marks.pop(ROSE, 0) else ""

    def eliminated(self, game: Game, me: int, seat: int, act: Act) -> None:
        """Who comes back later has missed enough."""
        game.seats[seat].marks.pop(ROSE, None)


# --- in force without a question -------------------------------------------------------------------------------------


@event_rule("wild_west_show", "Gag")
class Gag(Rule):
    """Nobody may talk: a matter for the players, not for an engine."""


@event_rule("wild_west_show", "Sacagaway")
class Sacagaway(Rule):
    """All hands are open, roles stay hidden. A card taken from a hand is still a random one (house rule
    sacagaway_panic_random)."""

    def hands_open(self, game: Game, me: int) -> bool:
        return True


@event_rule("wild_west_show", "Showdown")
class Showdown(Rule):
    """Any card may be played as a BANG!; a BANG! card can be played only as a Missed!, and given up wherever a BANG! is
    asked for (house rule showdown_bang_only_missed)."""

    def counts_as(self, game: Game, me: int, seat: int, card: int) -> list[str]:
        return ["Missed!"] if is_bang(CARDS[card].kind) else ["Bang!"]

    def forbids_playing(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        if is_bang(KINDS[kind]) and is_bang(CARDS[card].kind):
            return Refusal("Showdown: a {card} card can be played only as a Missed!", {"card": CARDS[card].name})
        return None


@event_rule("wild_west_show", "Wild West Show")
class WildWestShow(Rule):
    """Everybody's goal is to be the last one in play; roles, rewards and penalties stay (house rule wws_roles_kept)."""

    def outcome(self, game: Game, me: int) -> tuple[list[int] | None, str] | None:
        living = in_play(game)
        if len(living) > 1:
            return None, ""
        return living, "last" if living else "nobody"


# --- turns -----------------------------------------------------------------------------------------------------------


@event_rule("wild_west_show", "Darling Valentine")
class DarlingValentine(Rule):
    """At the start of his turn a player discards his hand and draws as many cards from the deck (house rule
    darling_when)."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        hand = list(game.seats[seat].hand)
        for card in hand:
            discard_from_hand(game, seat, card, "discard", self.name)
        draw(game, seat, len(hand), self.name)


@event_rule("wild_west_show", "Miss Susanna")
class MissSusanna(Rule):
    """Whoever has played fewer than three cards in his turn loses a life point at its end, after phase 3 (house rule
    susanna_before_discard). Cards given up as a price are not played."""

    def turn_end(self, game: Game, me: int, seat: int) -> None:
        if len(game.played) < 3:
            game.do(Hit(seat, Act(-1, self.name)))


@event_rule("wild_west_show", "Lady Rose of Texas")
class LadyRose(Rule):
    """Once in his turn a player may change places with the one on his right, who plays before him and misses his next
    turn. Not with two players left (house rule lady_rose_once_per_turn)."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        able = len(game.living()) > 2 and not game.used.get(self.name)
        return [Option("use", name=self.name)] if able else []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        right = game.clockwise(seat)[:: direction(game)][-1]
        here, there = game.order.index(seat), game.order.index(right)
        game.order[here], game.order[there] = right, seat
        game.seats[right].marks[ROSE] = 1
        game.blame(seat, right)
        game.changed()
        game.tell(SeatsSwapped(seat, right))


# --- roles -----------------------------------------------------------------------------------------------------------


def deal_roles(game: Game, seats: list[int]) -> None:
    """Shuffles the roles of these seats and deals them again. With three players roles lie face up, always."""
    printed = ["renegade" if game.seats[seat].role in SIDES else game.seats[seat].role for seat in seats]
    game.rng.shuffle(printed)
    for seat, role in zip(seats, printed, strict=True):
        game.seats[seat].role = role
        if three_handed(game):
            game.tell(RoleShown(seat, role))


def turn_down(game: Game, seat: int) -> None:
    """The role lies face down, for its owner's eyes only."""
    if not three_handed(game):
        game.seats[seat].shown = False
        game.tell(RoleDealt(seat))


@event_rule("wild_west_show", "Bone Orchard")
class BoneOrchard(Rule):
    """At the start of his turn every eliminated player comes back for good, with one life point and a role dealt from
    those of all who are out. Theirs lie face down from then on and not even they may look, unless all are alike: else
    everybody would know what he got."""

    def takes_turn(self, game: Game, me: int, seat: int) -> int:
        return FOR_GOOD

    def enters(self, game: Game, me: int, seat: int) -> None:
        out = [other for other, place in enumerate(game.seats) if not place.alive]
        deal_roles(game, out)
        if len({game.seats[other].role for other in out}) > 1:
            for other in out:
                game.seats[other].shown, game.seats[other].sealed = False, True
        comeback.stay(game, seat, 1, self.name)
        turn_down(game, seat)


@event_rule("wild_west_show", "Helena Zontero")
class HelenaZontero(Rule):
    """When she comes, "draw!": on Hearts or Diamonds the roles of the living players but the sheriff are shuffled and
    dealt again, face down. Ghosts and shadows keep theirs."""

    def comes(self, game: Game, me: int) -> None:
        game.do(Flip(game.turn, self.name), NewRoles(game.turn))


@frame
class NewRoles(Verdict):
    """What the flip means for Helena Zontero."""

    def work(self, game: Game) -> None:
        red = is_suit(game, self.flipped, "HD")
        game.tell(FlipSettled(self.seat, self.flipped, "Helena Zontero", red))
        if not red:
            return
        active = [seat for seat in game.clockwise(self.seat, itself=True) if not life_fixed(game, seat)]
        active = [seat for seat in active if game.seats[seat].role != "sheriff"]
        deal_roles(game, active)
        for seat in active:
            turn_down(game, seat)
