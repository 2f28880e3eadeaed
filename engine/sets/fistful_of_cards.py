"""A Fistful of Cards: fifteen events (docs/rules/fistful_of_cards.md)."""

from collections.abc import Iterator
from dataclasses import field
from itertools import permutations

from engine import comeback, eventpile
from engine.cards import CARDS, KINDS, TWIN
from engine.comeback import FOR_GOOD
from engine.damage import Hit, heal, life_fixed
from engine.decisions import NO, PASS, YES, Decision, Option, Refusal
from engine.drawing import Draw
from engine.effects import Robbery
from engine.events import AbilityUsed, CardsDrawn, CardShown, FlipSettled
from engine.flipping import Flip, Verdict, is_suit
from engine.game import Act, Game
from engine.hooks import Family, Rule, event_rule
from engine.legal import aims, is_bang, throwable
from engine.piles import discard_from_hand, draw, to_discard, top_card
from engine.setup import prepares
from engine.shooting import Shot
from engine.stack import Frame, frame, hand_over
from engine.turn import turn_of

COLOURS = {"red": "HD", "black": "CS"}


@prepares("fistful_of_cards")
def lay_pile(game: Game) -> None:
    """Fifteen events, A Fistful of Cards last; or one pile together with High Noon (house rule both_event_sets)."""
    if eventpile.mixed(game):
        eventpile.lay_mixed(game)
    else:
        eventpile.lay(game, "fistful_of_cards")


# --- in force without a question -------------------------------------------------------------------------------------


@event_rule("fistful_of_cards", "Abandoned Mine")
class AbandonedMine(Rule):
    """Phase 1 draws from the discard pile while it lasts; excess cards of phase 3 go face down on the draw pile."""

    def draws_from_discard(self, game: Game, me: int, seat: int) -> bool:
        return True

    def drops_on_deck(self, game: Game, me: int, seat: int) -> bool:
        return True


@event_rule("fistful_of_cards", "Ambush")
class Ambush(Rule):
    """Everybody is one step from everybody; cards in front and abilities change that (house rule ambush_abilities)."""

    def steps(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        return 1


@event_rule("fistful_of_cards", "The Judge")
class Judge(Rule):
    """Nobody can put a card in front of himself or others. Those that lie there work on."""

    def forbids(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        if KINDS[kind].border == "brown":
            return None
        return Refusal("The Judge forbids putting cards in front of anybody")


@event_rule("fistful_of_cards", "Lasso")
class Lasso(Rule):
    """Cards in front of players have no effect; Jail and Dynamite wait (house rule lasso_jail)."""

    def silences(self, game: Game, me: int, family: Family, owner: int) -> bool:
        return family == "card"


# --- who is in the game ----------------------------------------------------------------------------------------------


@event_rule("fistful_of_cards", "Dead Man")
class DeadMan(Rule):
    """The player eliminated first, if he is out, comes back at his turn for good, with two life points and two cards.
    Once (house rule dead_man_nobody_dead: he may have died while it is in force)."""

    def comes(self, game: Game, me: int) -> None:
        game.marks.pop(self.name, None)

    def takes_turn(self, game: Game, me: int, seat: int) -> int:
        first = bool(game.deaths) and game.deaths[0] == seat
        return FOR_GOOD if first and not game.marks.get(self.name) else 0

    def enters(self, game: Game, me: int, seat: int) -> None:
        game.marks[self.name] = 1
        comeback.stay(game, seat, 2, self.name)
        draw(game, seat, 2, self.name)


@event_rule("fistful_of_cards", "Vendetta")
class Vendetta(Rule):
    """At the end of each turn the player "draws!": on Hearts he has one more turn, at whose end he does not."""

    def turn_end(self, game: Game, me: int, seat: int) -> None:
        if not game.extra:
            game.do(Flip(seat, self.name), OneMoreTurn(seat))


@frame
class OneMoreTurn(Verdict):
    """What the flip means for Vendetta."""

    def work(self, game: Game) -> None:
        success = is_suit(game, self.flipped, "H")
        game.tell(FlipSettled(self.seat, self.flipped, "Vendetta", success))
        turn_of(game).again += success


# --- life and death --------------------------------------------------------------------------------------------------


@event_rule("fistful_of_cards", "Blood Brothers")
class BloodBrothers(Rule):
    """At the start of each turn the player may lose a life point, not his last, so that another regains one."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        game.do(BloodOffer(seat))


@frame
class BloodOffer(Frame):
    """The player may choose whom to give a life point."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        if game.seats[self.seat].life <= 1 or life_fixed(game, self.seat):
            return None
        wounded = [s for s in game.clockwise(self.seat) if game.seats[s].life < game.seats[s].max_life]
        options = [Option("pick", target=other) for other in wounded if not life_fixed(game, other)]
        return Decision(self.seat, "blood", [*options, PASS], card="Blood Brothers") if options else None

    def work(self, game: Game) -> None:
        """He has nothing to give, or nobody needs it."""

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pick":
            game.tell(AbilityUsed(self.seat, "Blood Brothers", option.target))
            game.do(Hit(self.seat, Act(-1, "Blood Brothers")), BloodGift(option.target))


@frame
class BloodGift(Frame):
    """The life point arrives."""

    seat: int

    def work(self, game: Game) -> None:
        if game.seats[self.seat].alive:
            heal(game, self.seat, 1, "Blood Brothers")


@event_rule("fistful_of_cards", "A Fistful of Cards")
class FistfulOfCards(Rule):
    """At the start of each turn the player is shot once for each card he holds then; nobody is the shooter (house rule
    fistful_recount)."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        game.do(Fusillade(seat, len(game.seats[seat].hand)))


@frame
class Fusillade(Frame):
    """So many shots at one player, one after the other."""

    seat: int
    left: int

    def work(self, game: Game) -> None:
        if self.left > 0 and game.seats[self.seat].alive:
            self.left -= 1
            game.do(Shot(self.seat, Act(-1, "A Fistful of Cards")), self)


@event_rule("fistful_of_cards", "Russian Roulette")
class RussianRoulette(Rule):
    """Once, when it comes: from the sheriff, clockwise and round and round, each gives up a Missed!; the first who does
    not loses two life points, and it is over."""

    def comes(self, game: Game, me: int) -> None:
        game.do(Revolver(game.turn, Act(-1, self.name), 1, 2))


@frame
class Revolver(Shot):
    """The revolver points at one player, and if he answers at the next."""

    def avoided(self, game: Game) -> None:
        Shot.avoided(self, game)
        game.do(Revolver(game.left_of(self.target), self.act, 1, self.damage))


# --- phase 1 ---------------------------------------------------------------------------------------------------------


@event_rule("fistful_of_cards", "Hard Liquor")
class HardLiquor(Rule):
    """The player may give up phase 1 to regain a life point; no offer to those who have them all (house rule
    hard_liquor_full_life)."""

    def draw_offer(self, game: Game, me: int, seat: int) -> None:
        place = game.seats[seat]
        if place.life < place.max_life and not life_fixed(game, seat):
            game.do(LiquorOffer(seat))


@frame
class LiquorOffer(Frame):
    """A drink, or cards."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        return Decision(self.seat, "liquor", [YES, NO], card="Hard Liquor")

    def take(self, game: Game, option: Option) -> None:
        if option == YES:
            heal(game, self.seat, 1, "Hard Liquor")
            hand_over(game, 1)


@event_rule("fistful_of_cards", "Law of the West")
class LawOfTheWest(Rule):
    """The second card of phase 1 is shown; as soon and as long as he can, the player must play it as printed in phase 2
    (house rules law_kit_janet, law_duel). What must be played is remembered in ``used``: the card's number and one; of
    two equal cards the first in hand, which is the one that options offer (``merge_twins``)."""

    def card_drawn(self, game: Game, me: int, draw: Draw, card: int) -> None:
        if len(draw.drawn) == 2:
            hand, print_ = game.seats[draw.seat].hand, TWIN.get(card, card)
            game.used[self.name] = 1 + next(held for held in hand if TWIN.get(held, held) == print_)
            game.tell(CardShown(draw.seat, card, self.name))

    def ends_turn(self, game: Game, me: int, seat: int, options: list[Option]) -> Refusal | None:
        card = game.used.get(self.name, 0) - 1
        if any(option.verb == "play" and option.card == card and not option.as_ for option in options):
            return Refusal("Law of the West: {card} must be played first", {"card": CARDS[card].name})
        return None


@event_rule("fistful_of_cards", "Peyote")
class Peyote(Rule):
    """Instead of drawing the player guesses the printed colour of the top card: right, he keeps it and guesses again,
    wrong, it is discarded (house rule peyote_stop)."""

    def draw_instead(self, game: Game, me: int, draw: Draw) -> bool:
        game.do(Guess(draw.seat))
        return True


@frame
class Guess(Frame):
    """Red or black?"""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        if not game.deck and not game.discard:
            return None
        return Decision(self.seat, "colour", [Option("pick", name=name) for name in COLOURS], card="Peyote")

    def work(self, game: Game) -> None:
        """No card is left to guess."""

    def take(self, game: Game, option: Option) -> None:
        card = top_card(game)
        right = CARDS[card].suit in COLOURS[option.name]
        game.tell(CardShown(self.seat, card, "Peyote"))
        game.tell(FlipSettled(self.seat, card, "Peyote", right))
        if right:
            game.seats[self.seat].hand.append(card)
            game.tell(CardsDrawn(self.seat, [card], "Peyote"))
            game.do(self)
        else:
            to_discard(game, card)


@event_rule("fistful_of_cards", "Ranch")
class Ranch(Rule):
    """At the end of phase 1 the player may once discard any number of hand cards and draw as many."""

    def after_draw(self, game: Game, me: int, seat: int) -> None:
        game.do(Exchange(seat))


@frame
class Exchange(Frame):
    """The player names the cards he gives; they go together, then come the new ones."""

    seat: int
    given: list[int] = field(default_factory=list)

    def ask(self, game: Game) -> Decision | None:
        hand = game.seats[self.seat].hand
        options = [Option("pick", card) for card in hand if card not in self.given]
        return Decision(self.seat, "exchange", [*options, PASS], card="Ranch", facts={"cards": list(self.given)})

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pick":
            self.given.append(option.card)
            game.do(self)
            return
        given = [card for card in self.given if card in game.seats[self.seat].hand]  # Sid may throw some meanwhile
        for card in given:
            discard_from_hand(game, self.seat, card, "discard", "Ranch")
        draw(game, self.seat, len(given), "Ranch")


# --- phase 2 ---------------------------------------------------------------------------------------------------------


@event_rule("fistful_of_cards", "Ricochet")
class Ricochet(Rule):
    """The player may discard BANG! cards, each aimed at a card in front of another player, at any distance: it is
    discarded unless its owner cancels the shot (house rule ricochet_barrel). They are no BANG! of the turn."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        return list(self._shots(game, seat))

    def _shots(self, game: Game, seat: int) -> Iterator[Option]:
        for bullet in throwable(game, seat, is_bang):
            for owner in game.clockwise(seat):
                for card in game.seats[owner].play:
                    yield Option("use", name=self.name, target=owner, pick=card, cost=(bullet,))

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        act = Act(seat, self.name, target=option.target, pick=option.pick, cost=list(option.cost))
        game.do(Ricocheting(option.target, act, 1, 0))
        discard_from_hand(game, seat, option.cost[0], "play", self.name)


@frame
class Ricocheting(Shot):
    """A shot at a card in front of its target."""

    def hits(self, game: Game) -> None:
        game.do(Robbery(self.act, keep=False))


@event_rule("fistful_of_cards", "Sniper")
class Sniper(Rule):
    """The player may discard two BANG! cards together for one shot at a player in reach, which takes two Missed! to
    cancel and costs one life point (house rule sniper_counts_as_bang: it is no BANG! card)."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        pairs = list(permutations(throwable(game, seat, is_bang), 2))
        targets = aims(game, seat, "in_reach", self.name) if pairs else []
        return [Option("use", name=self.name, target=target, cost=pair) for pair in pairs for target in targets]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        act = Act(seat, self.name, target=option.target, cost=list(option.cost))
        game.do(Shot(option.target, act, 2))
        for card in option.cost:
            discard_from_hand(game, seat, card, "play", self.name)
