"""What a table can be set to in its lobby, as rows: one row is one button of the Settings menu."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tgbot.texts import _

Settings = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One setting. ``key`` is at most 8 characters: it goes into callback data."""

    key: str
    path: tuple[str, ...]
    """Where the value lies in the table's settings."""
    values: tuple[Any, ...]
    """The default first; a tap goes on to the next."""
    label: Callable[[Any], str]
    """The button's text for a value."""
    about: Callable[[], str] = lambda: ""
    """One line on what it changes, for the Settings message; "" where the label says it all."""

    def value(self, settings: Settings) -> Any:
        """What the table is set to."""
        for name in self.path[:-1]:
            settings = settings.get(name, {})
        return settings.get(self.path[-1], self.values[0])

    def turn(self, settings: Settings) -> None:
        """Go on to the next value."""
        following = self.values[(self.values.index(self.value(settings)) + 1) % len(self.values)]
        for name in self.path[:-1]:
            settings = settings.setdefault(name, {})
        settings[self.path[-1]] = following


def _choice(titles: Callable[[], dict[Any, str]]) -> Callable[[Any], str]:
    return lambda value: titles()[value]


ROWS: list[Row] = [
    Row(
        "pace",
        ("pace",),
        ("days", "slow", "live", "evening"),
        _choice(
            lambda: {
                "live": _("Pace: live"),
                "evening": _("Pace: one evening"),
                "days": _("Pace: days"),
                "slow": _("Pace: slow"),
            }
        ),
    ),
    Row(
        "char",
        ("options", "character_choice"),
        ("one", "two"),
        _choice(lambda: {"one": _("Characters: dealt"), "two": _("Characters: choose one of two")}),
    ),
    Row(
        "end",
        ("options", "end_check"),
        ("after_card", "each_death"),
        _choice(
            lambda: {
                "after_card": _("The end is checked: after the whole card"),
                "each_death": _("The end is checked: at each elimination"),
            }
        ),
    ),
    Row(
        "suzy",
        ("options", "suzy_duel_draw"),
        ("end_of_duel", "immediate"),
        _choice(
            lambda: {
                "end_of_duel": _("Suzy Lafayette in a Duel draws: at its end"),
                "immediate": _("Suzy Lafayette in a Duel draws: at once"),
            }
        ),
    ),
    Row(
        "sid",
        ("options", "sid_any_time"),
        ("turn_and_dying", "always"),
        _choice(
            lambda: {
                "turn_and_dying": _("Sid Ketchum heals: in his turn or dying"),
                "always": _("Sid Ketchum heals: whenever he is asked"),
            }
        ),
    ),
    Row(
        "parallel",
        ("options", "parallel"),
        (True, False),
        _choice(lambda: {True: _("Cards that ask several: all at once"), False: _("Cards that ask several: in turn")}),
    ),
]
"""All settings, in the order of the menu. Expansions and clocks add their own rows."""


def row_of(key: str) -> Row | None:
    """The row with this key."""
    return next((row for row in ROWS if row.key == key), None)


def sets_of(settings: Settings) -> list[str]:
    """The expansions that are switched on."""
    return [name for name, on in settings.get("sets", {}).items() if on]


def options_of(settings: Settings) -> dict[str, Any]:
    """The engine's options: what the rows say, defaults included."""
    return {row.path[1]: row.value(settings) for row in ROWS if row.path[0] == "options"}


def most_players(settings: Settings) -> int:
    """Eight with Dodge City, else seven."""
    return 8 if "dodge_city" in sets_of(settings) else 7


def summary(settings: Settings) -> Sequence[str]:
    """What differs from the defaults, for the lobby message."""
    return [row.label(row.value(settings)) for row in ROWS if row.value(settings) != row.values[0]]
