"""Gold nuggets and equipment: the only code that moves either (docs/rules/gold_rush.md)."""

from engine.cards import EQUIPMENT
from engine.events import EquipmentGone, EquipmentPlaced, EquipmentShuffled, GoldChanged, ShopFilled
from engine.game import Game


def earn(game: Game, seat: int, nuggets: int, why: str) -> None:
    """Takes nuggets from the common heap, which never runs out."""
    _change(game, seat, nuggets, why)


def pay(game: Game, seat: int, nuggets: int, why: str) -> None:
    """Puts nuggets back on the heap; the seat must have them."""
    _change(game, seat, -nuggets, why)


def _change(game: Game, seat: int, nuggets: int, why: str) -> None:
    if nuggets:
        game.seats[seat].gold += nuggets
        game.tell(GoldChanged(seat, nuggets, why, game.seats[seat].gold))


def owned(game: Game, seat: int, name: str) -> int:
    """The equipment of this name in front of a seat, or -1."""
    return next((number for number in game.seats[seat].equipment if EQUIPMENT[number].name == name), -1)


def in_shop(game: Game, name: str) -> int:
    """The first equipment of this name in the shop, or -1."""
    return next((number for number in game.shop if EQUIPMENT[number].name == name), -1)


def top_equipment(game: Game) -> int:
    """Takes the top of the equipment deck: it is nowhere for a moment."""
    number = game.supply.pop()
    _turn_over(game)
    return number


def _turn_over(game: Game) -> None:
    """As soon as a card that lies face up is on top, the whole deck is shuffled and lies face down."""
    if not game.supply and game.spent:
        game.supply, game.spent = game.spent, []
        game.rng.shuffle(game.supply)
        game.tell(EquipmentShuffled(len(game.supply)))


def lay_under(game: Game, number: int) -> None:
    """An equipment that is nowhere goes face up under the deck."""
    game.spent.append(number)
    _turn_over(game)


def lay_shop(game: Game) -> None:
    """Sets up: the deck is shuffled, three cards are turned up."""
    game.supply = list(range(len(EQUIPMENT)))
    game.rng.shuffle(game.supply)
    game.shop = [game.supply.pop() for _ in range(3)]


def refill(game: Game, place: int) -> None:
    """Another card comes at once to the shop's empty place (house rule shop_place)."""
    number = top_equipment(game)
    game.shop.insert(place, number)
    game.tell(ShopFilled(EQUIPMENT[number].name))


def equip(game: Game, seat: int, number: int, by: int) -> None:
    """An equipment that is nowhere lies face up in front of a seat."""
    game.seats[seat].equipment.append(number)
    game.changed()
    game.tell(EquipmentPlaced(seat, EQUIPMENT[number].name, by))


def unequip(game: Game, seat: int, number: int, why: str, by: int = -1) -> None:
    """An equipment leaves its owner and goes face up under the deck."""
    game.seats[seat].equipment.remove(number)
    game.changed()
    game.tell(EquipmentGone(seat, EQUIPMENT[number].name, why, by))
    lay_under(game, number)
