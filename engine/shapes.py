"""The shapes of a written position and of what a scenario expects: which key holds text, a number, a list.

Whether the words in them mean anything is for ``builder`` and ``scenario`` to say.
"""

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

Texts = list[str] | None
Events = str | list[str] | dict[str, str | list[str]] | None
Cards = int | list[str]
Answers = dict[str, list[str | bool]]
"""By player; YAML reads an unquoted yes as true."""


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class PlayerShape(_Shape):
    """One entry of ``players``."""

    name: str = ""
    role: str = ""
    character: str = ""
    max_life: int = 0
    life: int = 0
    hand: Texts = None
    play: Texts = None
    dead: bool = False
    gold: int = 0
    equipment: Texts = None


class PositionShape(_Shape):
    """A position: docs/rules/NOTATION.md."""

    players: list[PlayerShape]
    sets: Texts = None
    options: dict[str, Any] | None = None
    turn: str | None = None
    phase: str = ""
    deck: Texts = None
    discard: Texts = None
    event: Events = None
    events: Events = None
    shop: Texts = None
    equipment_deck: Texts = None
    seed: int | str = 0


class SeatExpectationShape(_Shape):
    """What is expected of one player."""

    life: int = 0
    max_life: int = 0
    hand: Cards = 0
    play: Cards = 0
    alive: bool = True
    role: str = ""
    gold: int = 0
    equipment: Cards = 0
    distance: dict[str, int] = {}
    reach: list[str] = []


class ExpectationShape(_Shape):
    """What is expected of the table; all further keys are players."""

    turn: str = ""
    phase: str = ""
    waiting: list[str] = []
    discard_top: str = ""
    deck_top: str = ""
    deck_size: int = 0
    event: str | dict[str, str] = ""
    shop: list[str] = []
    winners: str | list[str] = ""
    can: Answers = {}
    can_include: Answers = {}
    cannot: Answers = {}


S = TypeVar("S", bound=BaseModel)


class BadShape(ValueError):
    """Something written is not what belongs there; the message names the place."""


def check_shape(shape: type[S], written: Any) -> S:
    """The written value, read as the shape. Raises BadShape."""
    try:
        return shape.model_validate(written)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "all of it"
        if first["type"] == "missing":
            raise BadShape(f"{place}: is missing") from None
        raise BadShape(f"{place}: {first['msg'].lower()}, not {str(first['input'])[:40]!r}") from None
