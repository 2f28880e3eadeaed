"""The only code that moves a card: draw pile, discard pile, hands, cards in front."""

from engine.cards import CARDS
from engine.events import AbilityUsed, CardDiscarded, CardMoved, CardsDrawn, CardTaken, HandCardTaken, Reshuffled
from engine.game import Game
from engine.hooks import Why, in_force


def reshuffle(game: Game) -> None:
    """The discard pile becomes the draw pile (base rules, Draw pile)."""
    game.deck = game.discard
    game.discard = []
    game.rng.shuffle(game.deck)
    game.tell(Reshuffled(len(game.deck)))


def top_card(game: Game) -> int:
    """Takes the top of the draw pile; -1 if there is no card anywhere. An emptied pile is renewed at once."""
    if not game.deck:
        if not game.discard:
            return -1
        reshuffle(game)
    card = game.deck.pop()
    if not game.deck and game.discard:
        reshuffle(game)
    return card


def draw(game: Game, seat: int, count: int, why: str = "") -> list[int]:
    """Draws up to ``count`` cards into a hand: fewer only when both piles run out."""
    cards = []
    for _ in range(count):
        card = top_card(game)
        if card < 0:
            break
        cards.append(card)
    if cards:
        game.seats[seat].hand.extend(cards)
        game.tell(CardsDrawn(seat, cards, why))
    return cards


def to_discard(game: Game, card: int) -> None:
    """Lays a card that is nowhere on the discard pile."""
    game.discard.append(card)


def _left_hand(game: Game, seat: int, why: Why) -> None:
    if not game.seats[seat].hand:
        for rule, me in in_force(game, "hand_emptied"):
            if me == seat:
                rule.hand_emptied(game, me, why)


def hand_matters(game: Game, seat: int) -> None:
    """An ability has come into force for the seat: if its hand is empty, that counts as just emptied."""
    _left_hand(game, seat, "discard")


def leave_hand(game: Game, seat: int, card: int, why: Why) -> None:
    """The card is nowhere for a moment: the caller lays it somewhere."""
    game.seats[seat].hand.remove(card)
    _left_hand(game, seat, why)


def discard_from_hand(game: Game, seat: int, card: int, why: Why, reason: str, by: int = -1) -> None:
    """A hand card goes to the discard pile. ``reason`` is for the story; ``by``: who made it happen, if another."""
    game.seats[seat].hand.remove(card)
    game.discard.append(card)
    game.tell(CardDiscarded(seat, card, reason, by))
    _left_hand(game, seat, why)


def put_in_front(game: Game, seat: int, card: int) -> None:
    """Lays a card that is nowhere in front of a seat."""
    game.seats[seat].play.append(card)
    game.seats[seat].fresh.append(card)
    game.changed()


def leave_front(game: Game, seat: int, card: int) -> None:
    """The card is nowhere for a moment: the caller lays it somewhere."""
    place = game.seats[seat]
    place.play.remove(card)
    if card in place.fresh:
        place.fresh.remove(card)
    game.changed()
    for rule, me in in_force(game, "left_front"):
        rule.left_front(game, me, seat, card)


def discard_from_front(game: Game, seat: int, card: int, reason: str, by: int = -1) -> None:
    """A card in front goes to the discard pile."""
    leave_front(game, seat, card)
    game.discard.append(card)
    game.tell(CardDiscarded(seat, card, reason, by))


def use_up(game: Game, seat: int, card: int, target: int = -1) -> None:
    """A green card in front is used: it goes to the discard pile."""
    leave_front(game, seat, card)
    game.discard.append(card)
    game.tell(AbilityUsed(seat, CARDS[card].name, target, card=card))


def discard_any(game: Game, seat: int, card: int, reason: str, by: int = -1) -> None:
    """Discards a card of the seat, wherever it has it."""
    if card in game.seats[seat].hand:
        discard_from_hand(game, seat, card, "robbed" if by not in (-1, seat) else "discard", reason, by)
    else:
        discard_from_front(game, seat, card, reason, by)


def random_hand_card(game: Game, seat: int) -> int:
    """A card of the hand, each equally likely."""
    return game.rng.pick(game.seats[seat].hand)


def steal(game: Game, seat: int, source: int, card: int, why: str) -> None:
    """A card of ``source`` (hand or front) goes into the hand of ``seat``."""
    if card in game.seats[source].hand:
        game.seats[source].hand.remove(card)
        game.seats[seat].hand.append(card)
        game.tell(HandCardTaken(seat, source, card, why))
        _left_hand(game, source, "robbed")
    else:
        leave_front(game, source, card)
        game.seats[seat].hand.append(card)
        game.tell(CardTaken(seat, source, card, why))


def provoke(game: Game, seat: int, by: int) -> None:
    """Another player is about to take or discard a card of the seat, with a card or an ability of his choice."""
    if by not in (-1, seat):
        for rule, me in in_force(game, "provoked"):
            if me == seat:
                rule.provoked(game, me, by)


def pass_on(game: Game, seat: int, target: int, card: int) -> None:
    """A card in front of one player moves in front of another (Dynamite)."""
    leave_front(game, seat, card)
    game.seats[target].play.append(card)
    game.changed()
    game.tell(CardMoved(seat, target, card))


def suit_of(game: Game, card: int) -> str:
    """The suit as rules see it now (Blessing, Curse)."""
    suit = CARDS[card].suit
    for rule, me in in_force(game, "suit"):
        suit = rule.suit(game, me, suit, card)
    return suit
