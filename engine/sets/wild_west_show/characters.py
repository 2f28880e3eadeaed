"""The eight characters. (That Big Spencer starts with five cards stands in his row.)"""

from engine.cards import CARDS, CHARACTERS, KINDS
from engine.decisions import NO, YES, Decision, Option, Refusal
from engine.events import CharactersLent, DiscardTaken, FlipSettled, LifeGained
from engine.flipping import Flip, Verdict, is_suit
from engine.game import Act, Game
from engine.hooks import Rule, character
from engine.legal import is_bang, is_missed_card, picks_of, targets_of, throwable
from engine.piles import discard_from_hand, draw, hand_matters, provoke, random_hand_card, steal
from engine.stack import Frame, frame
from engine.turn import apply


@character("Big Spencer")
class BigSpencer(Rule):
    """Can never play a Missed! card, whatever as; Barrels and other cards with the symbol he can."""

    def forbids(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        if seat != me or not is_missed_card(CARDS[card].kind):
            return None
        return Refusal("Big Spencer can never play a {card} card", {"card": CARDS[card].name})


@character("Flint Westwood")
class FlintWestwood(Rule):
    """Once in his phase 2 gives a hand card for two random cards of another hand, or the one that is there (house rule
    flint_once_per_turn). What he gives only the other sees."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        if seat != me or game.used.get(self.name):
            return []
        others = [other for other in game.clockwise(me) if game.seats[other].hand]
        hand = game.seats[me].hand
        return [Option("use", name=self.name, target=other, cost=(card,)) for card in hand for other in others]

    def shows_price(self, game: Game, me: int, option: Option) -> bool:
        return False

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        game.count_use(self.name)
        game.blame(me, option.target)
        game.do(Trade(me, option.target, option.cost[0]))
        provoke(game, option.target, me)


@frame
class Trade(Frame):
    """Two random cards are taken, then the gift arrives (unless the other has struck before and it is gone)."""

    seat: int
    other: int
    gift: int

    def work(self, game: Game) -> None:
        mine, theirs = game.seats[self.seat], game.seats[self.other]
        if not mine.alive or not theirs.alive:
            return
        for _ in range(min(2, len(theirs.hand))):
            steal(game, self.seat, self.other, random_hand_card(game, self.other), "Flint Westwood")
        if self.gift in mine.hand:
            steal(game, self.other, self.seat, self.gift, "Flint Westwood")


@character("Gary Looter")
class GaryLooter(Rule):
    """Takes into his hand every excess card that another player discards in phase 3."""

    def discarded_excess(self, game: Game, me: int, seat: int, card: int) -> None:
        if seat != me:
            take_discarded(game, me, card, self.name)


def take_discarded(game: Game, seat: int, card: int, why: str) -> None:
    """A card that has just been discarded goes into a hand, if it still lies there."""
    if card in game.discard:
        game.discard.remove(card)
        game.seats[seat].hand.append(card)
        game.tell(DiscardTaken(seat, card, why))


@character("Greygory Deck")
class GreygoryDeck(Rule):
    """At the start of his turn he may draw two of the base game's unused characters: he has their abilities, never
    their life points, until he draws others; the old ones may come again (house rules greygory_pool,
    greygory_starts_with_two). Who only imitates him is too late for it."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        if seat == me and game.seats[me].character == self.name:
            game.do(Borrowing(me))


def _of_base(names: list[str]) -> list[str]:
    return [name for name in names if CHARACTERS[name].set == "base"]


@frame
class Borrowing(Frame):
    """Greygory Deck may draw two characters."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        if not _of_base(game.unused + game.seats[self.seat].copied):
            return None
        return Decision(self.seat, "borrow", [YES, NO], card="Greygory Deck")

    def work(self, game: Game) -> None:
        """No character is left."""

    def take(self, game: Game, option: Option) -> None:
        if option == NO:
            return
        place = game.seats[self.seat]
        game.unused.extend(place.copied)
        pool = _of_base(game.unused)
        game.rng.shuffle(pool)
        place.copied = pool[:2]
        game.unused = [name for name in game.unused if name not in place.copied]
        game.changed()
        game.tell(CharactersLent(self.seat, list(place.copied)))
        hand_matters(game, self.seat)


@character("John Pain")
class JohnPain(Rule):
    """Whenever anybody "draws!", takes the card that counted when its effect is settled, if he holds fewer than six."""

    def flip_settled(self, game: Game, me: int, seat: int, cards: list[int]) -> None:
        for card in cards:
            if len(game.seats[me].hand) < 6:
                take_discarded(game, me, card, self.name)


@character("Lee Van Kliff")
class LeeVanKliff(Rule):
    """In his phase 2 discards a BANG! to repeat the effect of the brown card that he has played last (house rule
    lvk_last_card_only), on new targets if he likes. That plays no card: it is free of the limit, turns up no event, and
    has no price of its own."""

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        last = game.played[-1] if game.played else None
        if seat != me or last is None or last.seat != me or KINDS[last.kind].border != "brown":
            return []
        kind = KINDS[last.kind]
        return [
            Option("use", name=self.name, target=target, pick=pick, cost=(bullet,))
            for bullet in (throwable(game, me, is_bang) if kind.does else [])
            for target in targets_of(game, me, kind)
            for pick in picks_of(game, me, target, kind)
        ]

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        last = game.played[-1]
        discard_from_hand(game, me, option.cost[0], "play", self.name)
        if option.target >= 0 and "friendly" not in KINDS[last.kind].tags:
            game.blame(me, option.target)
        apply(game, Act(me, last.kind, last.card, option.target, option.pick, list(option.cost)))


@character("Teren Kill")
class TerenKill(Rule):
    """Each time he would be eliminated "draw!": unless Spades he stays at one life point and draws a card. Beer comes
    before (house rule teren_beer_first)."""

    def would_die(self, game: Game, me: int, seat: int, act: Act) -> None:
        if seat == me:
            game.do(Flip(me, self.name), Reprieve(me))


@frame
class Reprieve(Verdict):
    """What the flip means for Teren Kill."""

    def work(self, game: Game) -> None:
        place = game.seats[self.seat]
        lives = is_suit(game, self.flipped, "HDC")
        game.tell(FlipSettled(self.seat, self.flipped, "Teren Kill", lives))
        if lives:
            gained, place.life = 1 - place.life, 1
            game.tell(LifeGained(self.seat, gained, "Teren Kill", 1))
            draw(game, self.seat, 1, "Teren Kill")


@character("Youl Grinner")
class YoulGrinner(Rule):
    """Before his phase 1 everybody who then holds more cards than he does gives him one, of the giver's choice."""

    def before_draw(self, game: Game, me: int, seat: int) -> None:
        if seat == me:
            held = len(game.seats[me].hand)
            game.do(Tribute(me, [other for other in game.clockwise(me) if len(game.seats[other].hand) > held]))


@frame
class Tribute(Frame):
    """Each in the queue gives a card of his hand to the seat."""

    seat: int
    queue: list[int]

    def ask(self, game: Game) -> Decision | None:
        return self.question(game, self.queue[0]) if self.queue else None

    def question(self, game: Game, giver: int) -> Decision | None:
        options = [Option("pick", card) for card in game.seats[giver].hand]
        facts = {"player": self.seat}
        return Decision(giver, "give", options, self.seat, "Youl Grinner", facts) if options else None

    def work(self, game: Game) -> None:
        """The next in the queue has nothing to give any more."""
        if self.queue:
            self.queue.pop(0)
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        giver = self.queue.pop(0)
        game.do(self)
        steal(game, self.seat, giver, option.card, "Youl Grinner")

    def ahead(self, game: Game) -> list[Decision]:
        asked = [self.question(game, giver) for giver in self.queue[1:]]
        return [decision for decision in asked if decision is not None]
