"""Positions set up by hand, for scenarios and tests: the box is checked, nothing can be there twice."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from engine import comeback, eventpile
from engine.cards import CARDS, CHARACTERS, EQUIPMENT, EVENTS, KINDS, RANKS, SETS, Card, cards_of, characters_of
from engine.game import Game, Seat
from engine.hooks import in_force
from engine.rng import Rng, key_of
from engine.setup import BadSetup, check_setup
from engine.shapes import BadShape, PlayerShape, PositionShape, check_shape
from engine.stack import run
from engine.turn import Turn

STEP_OF_PHASE = {"start": "start", "draw": "awake", "play": "playing", "discard": "discard"}
LATER = 100
"""Turn number of a position: it stands later than the first round."""

_TOP = PositionShape.model_fields.keys()
_SEAT = PlayerShape.model_fields.keys()
_ROLES = ("sheriff", "deputy", "outlaw", "renegade")
_EXACT = re.compile(r"^(.+) ((?:10|[2-9JQKA])[HDCS])$")
_FLIP = re.compile(r"^any (not )?(hearts|diamonds|clubs|spades|red|black)(?: (\w+)-(\w+)| (\w+))?$")
_SUITS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S", "red": "HD", "black": "CS"}
Fits = Callable[[Card], bool]
"""Whether a card is one that a text means."""


class BadPosition(ValueError):
    """The position is impossible; the message says what is wrong with it."""


class _Box:
    """The cards that are still free."""

    def __init__(self, game: Game) -> None:
        self.free = cards_of(game.sets, game.options)

    def take(self, wanted: str, fits: Fits) -> int:
        for card in self.free:
            if fits(CARDS[card]):
                self.free.remove(card)
                return card
        raise BadPosition(f"there is no free copy of '{wanted}' in the box")


def _matcher(text: str) -> tuple[int, Fits]:
    """How exactly a text names a card (0 exact, 1 by name, 2 by suit only), and the test for it."""
    if flip := _FLIP.match(text):
        return 2, _flip_matcher(flip)
    exact = _EXACT.match(text)
    if exact and exact[1] in KINDS:
        return 0, lambda card: (card.name, card.code) == (exact[1], exact[2])
    if text not in KINDS:
        raise BadPosition(f"there is no card '{text}'")
    return 1, lambda card: card.name == text


def _flip_matcher(flip: re.Match[str]) -> Fits:
    suits = _SUITS[flip[2]]
    low = flip[3] or flip[5] or "2"
    high = flip[4] or flip[5] or "A"
    if low not in RANKS or high not in RANKS:
        raise BadPosition(f"'{flip[0]}' names no ranks")
    ranks = RANKS[RANKS.index(low) : RANKS.index(high) + 1]
    if flip[1]:
        return lambda card: not (card.suit in suits and card.rank in ranks)
    return lambda card: card.suit in suits and card.rank in ranks


def build(position: dict[str, Any]) -> Game:
    """The game of a position (docs/rules/NOTATION.md), played on to its first decision. Raises BadPosition."""
    if extra := set(position) - _TOP:
        raise BadPosition(f"unknown keys: {', '.join(sorted(extra))}")
    try:
        check_shape(PositionShape, position)
    except BadShape as error:
        raise BadPosition(str(error)) from None
    players = position["players"]
    sets = list(position.get("sets") or [])
    options = dict(position.get("options") or {})
    names = [str(player.get("name")) for player in players]
    try:
        check_setup(names, sets, options)
    except BadSetup as error:
        raise BadPosition(str(error)) from None
    game = Game(
        [_seat(player, sets, options) for player in players], Rng(key_of(position.get("seed", 1))), sets, options
    )
    _check_people(game)
    _place_cards(game, position)
    game.deaths = [i for i, seat in enumerate(game.seats) if not seat.alive]
    for rule, me in in_force(game, "placed"):
        rule.placed(game, me)
    _place_turn(game, position, names)
    _place_events(game, position)
    _place_equipment(game, position)
    _let_in(game)
    taken = {seat.character for seat in game.seats}
    game.unused = [name for name in characters_of(sets, options) if name not in taken]
    game.rng.shuffle(game.unused)
    run(game)
    return game


def _seat(player: dict[str, Any], sets: list[str], options: dict[str, Any]) -> Seat:
    name = player.get("name")
    if extra := set(player) - _SEAT:
        raise BadPosition(f"{name}: unknown keys: {', '.join(sorted(extra))}")
    role, character = player.get("role"), player.get("character")
    if role not in _ROLES:
        raise BadPosition(f"{name}: role must be one of {', '.join(_ROLES)}, not {role!r}")
    if character not in CHARACTERS:
        raise BadPosition(f"{name}: there is no character {character!r}")
    if character not in characters_of(sets, options):
        if (missing := CHARACTERS[character].missing_with) in options:
            raise BadPosition(f"{name}: {character} is out of the box with the option {missing}")
        raise BadPosition(f"{name}: {character} belongs to {CHARACTERS[character].set}, which is not among the sets")
    most = player.get("max_life", CHARACTERS[character].life + (role == "sheriff"))
    alive = not (player.get("dead", False) or _haunts(player))
    life = player.get("life", most if alive else 0)
    if life > most:
        raise BadPosition(f"{name}: {life} life points are above the maximum of {most}")
    if alive and life < 1:
        raise BadPosition(f"{name}: a living player has at least 1 life point")
    shown = role == "sheriff" or not alive
    return Seat(str(name), role, character, life, most, alive=alive, shown=shown, gold=player.get("gold", 0))


def _haunts(player: dict[str, Any]) -> bool:
    """A Ghost lies only in front of an eliminated player, who need not be called dead besides."""
    return any(str(text).split(" ")[0] == "Ghost" for text in player.get("play") or [])


def _check_people(game: Game) -> None:
    roles = [seat.role for seat in game.seats]
    if len(roles) == 3:
        if sorted(roles) != ["deputy", "outlaw", "renegade"]:
            raise BadPosition("three players are a deputy, an outlaw and a renegade")
        for seat in game.seats:
            seat.shown = True
    elif roles.count("sheriff") != 1:
        raise BadPosition(f"there must be one sheriff, not {roles.count('sheriff')}")
    characters = [seat.character for seat in game.seats]
    if twice := {name for name in characters if characters.count(name) > 1}:
        raise BadPosition(f"character twice: {', '.join(sorted(twice))}")


def _wanted(position: dict[str, Any]) -> Iterator[tuple[int | None, str, str]]:
    """Every card the position names: where it goes (seat number or pile), which list, its text."""
    for i, player in enumerate(position["players"]):
        for key in ("hand", "play"):
            for text in player.get(key) or []:
                yield i, key, str(text)
    for pile in ("deck", "discard"):
        for text in position.get(pile) or []:
            yield None, pile, str(text)


def _place_cards(game: Game, position: dict[str, Any]) -> None:
    """Exactly named cards first, then those by name, then those by suit only; everything else is the pile."""
    box = _Box(game)
    wanted = [(place, key, text, *_matcher(text)) for place, key, text in _wanted(position)]
    numbers: dict[int, int] = {}
    for exactness in (0, 1, 2):
        for place, (_, _, text, how, fits) in enumerate(wanted):
            if how == exactness:
                numbers[place] = box.take(text, fits)
    piles: dict[str, list[int]] = {"deck": [], "discard": []}
    for place, (seat, key, _, _, _) in enumerate(wanted):
        if seat is None:
            piles[key].append(numbers[place])
        else:
            getattr(game.seats[seat], key).append(numbers[place])
    for player in game.seats:
        _check_front(player)
    game.rng.shuffle(box.free)
    game.deck = box.free + piles["deck"][::-1]
    game.discard = piles["discard"][::-1]


def _check_front(seat: Seat) -> None:
    names = [CARDS[card].name for card in seat.play]
    if twice := {name for name in names if names.count(name) > 1}:
        raise BadPosition(f"{seat.name}: two cards of one name in front: {', '.join(sorted(twice))}")
    if brown := [name for name in names if KINDS[name].border == "brown"]:
        raise BadPosition(f"{seat.name}: {', '.join(brown)} cannot lie in front of a player")
    if sum("weapon" in KINDS[name].tags for name in names) > 1:
        raise BadPosition(f"{seat.name}: more than one weapon in front")


def _place_turn(game: Game, position: dict[str, Any], names: list[str]) -> None:
    phase = position.get("phase", "play")
    if phase not in STEP_OF_PHASE:
        raise BadPosition(f"phase must be one of {', '.join(STEP_OF_PHASE)}, not {phase!r}")
    first = "deputy" if len(names) == 3 else "sheriff"
    whose = position.get("turn") or next(seat.name for seat in game.seats if seat.role == first)
    if whose not in names:
        raise BadPosition(f"turn: there is no player {whose!r}")
    game.turn, game.turn_number, game.phase = names.index(whose), LATER, phase
    game.do(Turn(game.turn, STEP_OF_PHASE[phase]))


def _let_in(game: Game) -> None:
    """The turn may be that of a ghost or shadow; a real return comes only as a turn starts."""
    place = game.seats[game.turn]
    if not place.alive:
        comeback.enter(game, game.turn)
        if not place.visit and game.phase != "start":
            raise BadPosition(f"it cannot be the turn of {place.name}, who is out of the game")
        for rule, me in in_force(game, "turn_comes"):
            rule.turn_comes(game, me, game.turn)


def _pile_of(game: Game, name: str) -> str:
    """The event pile a card belongs to: The Bullet's two lie in the High Noon pile."""
    for set_name, event in EVENTS:
        if event == name and (set_name in game.sets or set_name == "bullet"):
            return eventpile.pile_of(game, set_name)
    raise BadPosition(f"there is no event {name!r} in these sets")


def _place_events(game: Game, position: dict[str, Any]) -> None:
    """Events in force and to come, each in its pile: one or a list, or by set where several event sets are in play."""
    force = {_pile_of(game, name): name for name in _event_names(position.get("event"))}
    game.events = {pile: force[pile] for pile in SETS if pile in force}
    for name in _event_names(position.get("events")):
        game.coming.setdefault(_pile_of(game, name), []).append(name)
    game.changed()


def _event_names(written: Any) -> list[str]:
    if isinstance(written, dict):
        return [name for value in written.values() for name in _event_names(value)]
    return [written] if isinstance(written, str) else list(written or [])


def _place_equipment(game: Game, position: dict[str, Any]) -> None:
    if "gold_rush" not in game.sets:
        return
    free = list(range(len(EQUIPMENT)))

    def take(name: str) -> int:
        for number in free:
            if EQUIPMENT[number].name == name:
                free.remove(number)
                return number
        raise BadPosition(f"there is no free equipment '{name}'")

    for seat, player in zip(game.seats, position["players"], strict=True):
        seat.equipment = [take(name) for name in player.get("equipment") or []]
        _check_equipment(seat)
    shop = [take(name) for name in position.get("shop") or []]
    top = [take(name) for name in position.get("equipment_deck") or []]
    if len(shop) > 3:
        raise BadPosition(f"shop: three cards lie there, not {len(shop)}")
    game.rng.shuffle(free)
    while len(shop) < 3:
        shop.append(free.pop())
    game.shop = shop
    game.supply = free + top[::-1]
    game.changed()


def _check_equipment(seat: Seat) -> None:
    items = [EQUIPMENT[number] for number in seat.equipment]
    names = [item.name for item in items]
    if brown := [item.name for item in items if item.border == "brown"]:
        raise BadPosition(f"{seat.name}: {', '.join(brown)} cannot lie in front of a player")
    if twice := {name for name in names if names.count(name) > 1}:
        raise BadPosition(f"{seat.name}: two pieces of equipment of one name: {', '.join(sorted(twice))}")
