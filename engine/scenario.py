"""Plays scenarios: a position, a few answers, and what must be true afterwards (docs/rules/NOTATION.md).

Everything goes through the public interface; there is no back door into the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.builder import BadPosition, build
from engine.cards import CARDS, EQUIPMENT
from engine.decisions import IllegalAnswer, Option
from engine.distance import distances, in_reach
from engine.game import Game
from engine.notation import BadNotation, card_text, find, text_of
from engine.play import answer_text, waiting
from engine.save import dump
from engine.shapes import BadShape, ExpectationShape, S, SeatExpectationShape, check_shape
from engine.stack import trace

_ABOUT = {"id", "title", "source", "steps", "expect"}
_TOP = {"turn", "phase", "waiting", "discard_top", "deck_top", "deck_size", "event", "shop", "winners"}
_SEAT = {"life", "max_life", "hand", "play", "alive", "role", "gold", "equipment", "distance", "reach"}


class BadScenario(ValueError):
    """The scenario cannot be read or its position is impossible."""


class Failure(Exception):
    """The scenario does not hold; the message is a readable account."""


@dataclass
class Result:
    """What became of one scenario; ``account`` is empty if it holds."""

    id: str
    title: str
    passed: bool
    account: str = ""


def play_scenario(scenario: Any) -> Result:
    """Plays one scenario. Raises BadScenario if it cannot be read."""
    if not isinstance(scenario, dict) or not isinstance(scenario.get("steps", []), list):
        raise BadScenario("a scenario is a mapping with id, title, players and a list of steps")
    if unnamed := [key for key in scenario if not isinstance(key, str)]:
        raise BadScenario(f"keys are words, not {unnamed[0]!r}")
    try:
        game = build({key: value for key, value in scenario.items() if key not in _ABOUT})
    except BadPosition as error:
        raise BadScenario(str(error)) from None
    done: list[str] = []
    try:
        for step in scenario.get("steps", []):
            _step(game, step, done)
        _expect(game, scenario.get("expect"))
    except Failure as failure:
        return Result(str(scenario.get("id")), str(scenario.get("title", "")), False, _account(game, done, failure))
    return Result(str(scenario.get("id")), str(scenario.get("title", "")), True)


def _step(game: Game, step: Any, done: list[str]) -> None:
    if not isinstance(step, dict) or len(step) != 1:
        raise BadScenario(f"a step is one 'NAME: action', not {step!r}")
    ((who, what),) = step.items()
    if who == "expect":
        _expect(game, what)
        return
    if who == "refuse":
        for name, action in _mapping(what, "refuse").items():
            _refuse(game, _seat(game, name), _action(action))
        return
    seat, action = _seat(game, who), _action(what)
    done.append(f"{who}: {action}")
    try:
        answer_text(game, seat, action)
    except (IllegalAnswer, BadNotation) as error:
        raise Failure(f"{who}: {action} - refused: {error}") from None


def _action(action: Any) -> str:
    """YAML reads an unquoted yes or no as true or false."""
    if isinstance(action, bool):
        return "yes" if action else "no"
    if not isinstance(action, str):
        raise BadScenario(f"an action is text, not {action!r}")
    return action


def _mapping(value: Any, what: str) -> dict[Any, Any]:
    if not isinstance(value, dict) or not value:
        raise BadScenario(f"{what}: must be a mapping, not {value!r}")
    return value


def _seat(game: Game, name: Any) -> int:
    for i, seat in enumerate(game.seats):
        if seat.name == name:
            return i
    raise BadScenario(f"there is no player {name!r}")


def _refuse(game: Game, seat: int, action: str) -> None:
    before = dump(game)
    try:
        answer_text(game, seat, action)
    except (IllegalAnswer, BadNotation):
        if dump(game) != before:
            raise Failure(f"{game.seats[seat].name}: {action} - refused, but something has changed") from None
        return
    raise Failure(f"{game.seats[seat].name}: {action} - should have been refused")


# --- expectations -------------------------------------------------------------------------------------------------


def _expect(game: Game, wanted: Any) -> None:
    if wanted is None:
        return
    for key, value in _checked(ExpectationShape, wanted, "expect"):
        if key in ("can", "can_include", "cannot"):
            for name, texts in value.items():
                _check_options(game, key, _seat(game, name), texts)
        elif key in ("discard_top", "deck_top"):
            _compare_top(game, key, value)
        elif key in ("winners", "waiting"):
            _compare_names(key, _top(game, key), value)
        elif key in _TOP:
            _compare(key, _top(game, key), value)
        else:
            _expect_seat(game, _seat(game, key), value)


def _checked(shape: type[S], wanted: Any, what: str) -> Iterator[tuple[str, Any]]:
    """The keys that were written, each with its value. Raises BadScenario where it is not what belongs there."""
    if unnamed := [key for key in wanted if not isinstance(key, str)] if isinstance(wanted, dict) else []:
        raise BadScenario(f"{what}: keys are words, not {unnamed[0]!r}")
    try:
        check_shape(shape, wanted)
    except BadShape as error:
        raise BadScenario(f"{what}: {error}") from None
    yield from wanted.items()


def _compare(what: str, is_: Any, wanted: Any) -> None:
    if is_ != wanted:
        raise Failure(f"{what} is {is_!r}, expected {wanted!r}")


def _top(game: Game, key: str) -> Any:
    names = [seat.name for seat in game.seats]
    if key == "winners":
        return "none" if game.winners is None else [names[seat] for seat in game.winners]
    if key == "event":
        events = list(game.events.values())
        return events[0] if len(events) == 1 else dict(game.events) or "none"
    if key == "turn":
        return names[game.turn]
    if key == "waiting":
        return [names[decision.seat] for decision in waiting(game)]
    if key == "shop":
        return [EQUIPMENT[number].name for number in game.shop]
    return len(game.deck) if key == "deck_size" else game.phase


def _compare_top(game: Game, key: str, wanted: str) -> None:
    """The top of a pile, by name or with rank and suit."""
    pile = game.deck if key == "deck_top" else game.discard
    if wanted not in ((CARDS[pile[-1]].name, card_text(pile[-1])) if pile else ("none",)):
        raise Failure(f"{key} is {card_text(pile[-1]) if pile else 'none'!r}, expected {wanted!r}")


def _compare_names(what: str, are: str | list[str], wanted: str | list[str]) -> None:
    """Players, in whatever order."""
    if isinstance(are, str) or isinstance(wanted, str):
        _compare(what, are, wanted)
    elif sorted(are) != sorted(wanted):
        raise Failure(f"{what} is {are!r}, expected {wanted!r}")


def _expect_seat(game: Game, seat: int, wanted: Any) -> None:
    place = game.seats[seat]
    for key, value in _checked(SeatExpectationShape, wanted, f"expect {place.name}"):
        what = f"{place.name}: {key}"
        if key not in _SEAT:
            raise BadScenario(f"expect {place.name}: unknown key {key!r}")
        if key in ("hand", "play", "equipment"):
            _compare_cards(what, _names(game, seat, key), value)
        elif key == "distance":
            for other, steps in value.items():
                _compare(f"{what} to {other}", distances(game, seat)[_seat(game, other)], steps)
        elif key == "reach":
            _compare(what, sorted(game.seats[s].name for s in in_reach(game, seat)), sorted(value))
        elif key == "role":
            _compare(what, place.role if place.shown else "hidden", value)
        else:
            _compare(what, getattr(place, key), value)


def _names(game: Game, seat: int, key: str) -> list[str]:
    place = game.seats[seat]
    if key == "equipment":
        return [EQUIPMENT[number].name for number in place.equipment]
    return [card_text(card) for card in getattr(place, key)]


def _compare_cards(what: str, are: list[str], wanted: int | list[str]) -> None:
    if isinstance(wanted, int):
        _compare(f"{what} (number)", len(are), wanted)
        return
    left = list(are)
    for text in sorted(wanted, key=lambda text: text not in are):  # those with rank and suit first
        hit = next((card for card in left if card == text), None) or next(
            (card for card in left if card.rsplit(" ", 1)[0] == text), None
        )
        if hit is None:
            raise Failure(f"{what} is {are}, expected {wanted}")
        left.remove(hit)
    if left:
        raise Failure(f"{what} is {are}, expected {wanted}")


def _check_options(game: Game, how: str, seat: int, texts: list[Any]) -> None:
    decision = next((d for d in waiting(game) if d.seat == seat), None)
    options: list[Option] = decision.options if decision else []
    name, shown = game.seats[seat].name, [text_of(option, game.seats) for option in options]
    left = list(options)
    for text in map(_action, texts):
        try:
            fitting = [option for option in options if find(text, [option], game.seats)]
        except BadNotation as error:
            raise BadScenario(f"{how}: {error}") from None
        if how == "cannot" and fitting:
            raise Failure(f"{name} can {text!r}, which should not be open; options: {shown}")
        if how != "cannot" and not fitting:
            raise Failure(f"{name} cannot {text!r}; options: {shown}")
        left = [option for option in left if not any(_alike(option, other) for other in fitting)]
    if how == "can" and left:
        raise Failure(f"{name} can more than {texts}: {[text_of(option, game.seats) for option in left]}")


def _alike(one: Option, other: Option) -> bool:
    """The same, whatever the order in which the price is laid down."""
    return one._replace(cost=()) == other._replace(cost=()) and sorted(one.cost) == sorted(other.cost)


def _account(game: Game, done: list[str], failure: Failure) -> str:
    """What was played, where it broke, and how the table looks then."""
    lines = [f"  {step}" for step in done]
    lines.append(f"  => {failure}")
    for i, seat in enumerate(game.seats):
        hand, front = ", ".join(_names(game, i, "hand")), ", ".join(_names(game, i, "play"))
        life = f"{seat.life}/{seat.max_life}" if seat.alive else "out"
        lines.append(
            f"     {seat.name} ({seat.role}, {seat.character}) {life}; hand: {hand or '-'}; front: {front or '-'}"
        )
    lines.append(f"     stack: {trace(game)}")
    return "\n".join(lines)
