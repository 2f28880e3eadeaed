"""A game as JSON and back. The only place where pydantic meets the engine's dataclasses.

A stored game may be older than this release: ``UPGRADES`` are steps from one schema number to the next, on raw JSON.
Names of frames and of their fields are never reused for something else.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.game import Game
from engine.stack import FRAMES, Frame, run

SCHEMA = 1

UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""By the schema number they start from."""


class BadSave(ValueError):
    """What was stored is no game that this release can load; the message says where it goes wrong, without contents."""


@cache
def _game() -> TypeAdapter[Game]:
    return TypeAdapter(Game)


@cache
def _frame(name: str) -> TypeAdapter[Frame]:
    return TypeAdapter(FRAMES[name])


def dump(game: Game) -> dict[str, Any]:
    """The game as a JSON value."""
    data: dict[str, Any] = _game().dump_python(game, mode="json", exclude={"stack"})
    data["stack"] = [[(name := type(f).__name__), _frame(name).dump_python(f, mode="json")] for f in game.stack]
    data["schema"] = SCHEMA
    return data


def load(data: dict[str, Any]) -> Game:
    """The game that ``dump`` wrote, ready for its next decision. Raises BadSave."""
    data = dict(data)
    schema = data.pop("schema", None)
    while schema != SCHEMA:
        if not isinstance(schema, int) or schema not in UPGRADES:
            raise BadSave(f"stored game has schema {schema!r}, this release reads up to {SCHEMA}")
        data, schema = UPGRADES[schema](data), schema + 1
    stack = data.pop("stack", [])
    try:
        game = _game().validate_python(data)
        game.stack = [_frame(name).validate_python(fields) for name, fields in stack]
    except ValidationError as error:
        places = [".".join(map(str, e["loc"])) for e in error.errors()]
        raise BadSave(f"stored game cannot be read: {', '.join(places)}") from None
    except KeyError as error:
        raise BadSave(f"stored game cannot be read: this release has no procedure {error}") from None
    except (TypeError, ValueError):
        raise BadSave("stored game cannot be read: stack") from None
    try:
        run(game)
    except (LookupError, TypeError, ValueError) as error:  # a seat or card that there is not
        raise BadSave(f"stored game cannot go on: {type(error).__name__}") from error
    return game
