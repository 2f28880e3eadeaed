"""What a table can be set to in its lobby, as rows: one row is one button of the Settings menu."""

from collections.abc import Callable, Sequence
from typing import Any

from tgbot import expansions, pace
from tgbot.row import Row, Settings
from tgbot.texts import _

QUICK = 900.0
"""Seconds for an answer up to which a game is quick."""


def _choice(titles: Callable[[], dict[Any, str]]) -> Callable[[Any], str]:
    return lambda value: titles()[value]


ROWS: list[Row] = [
    Row(
        "pace",
        ("pace",),
        (*pace.PACES, "custom"),
        pace.label,
    ),
    Row(
        "turn",
        ("clock", "turn"),
        pace.TURNS,
        lambda value: _("Time for a turn: {time}").format(time=pace.in_words(value)),
        shown=lambda settings: settings.get("pace") == "custom",
    ),
    Row(
        "answer",
        ("clock", "answer"),
        pace.ANSWERS,
        lambda value: _("Time for an answer: {time}").format(time=pace.in_words(value)),
        shown=lambda settings: settings.get("pace") == "custom",
    ),
    Row(
        "late",
        ("late",),
        ("end", "play"),
        _choice(
            lambda: {"end": _("A turn not played in time: ends"), "play": _("A turn not played in time: is played out")}
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
    Row(
        "face",
        ("poker_face",),
        ("pace", "on", "off"),
        _choice(
            lambda: {
                "pace": _("Poker face: in quick games"),
                "on": _("Poker face: on"),
                "off": _("Poker face: off"),
            }
        ),
        lambda: _("Whoever has nothing to answer with is waited for all the same, so that silence tells nothing."),
    ),
]
"""All settings, in the order of the menu. Expansions and clocks add their own rows."""


def every_row() -> Sequence[Row]:
    """The rows of the Settings menu and those of its page of expansions."""
    return [*ROWS, *expansions.ROWS]


def row_of(key: str) -> Row | None:
    """The row with this key."""
    return next((row for row in every_row() if row.key == key), None)


def sets_of(settings: Settings) -> list[str]:
    """The expansions that are switched on."""
    return [name for name, on in settings.get("sets", {}).items() if on]


def options_of(settings: Settings) -> dict[str, Any]:
    """The engine's options: what the rows say, defaults included."""
    chosen = {row.path[1]: row.value(settings) for row in every_row() if row.path[0] == "options"}
    return chosen | {"poker_face": has_poker_face(settings)}


def has_poker_face(settings: Settings) -> bool:
    """Whether players with nothing to answer are waited for: as the table says, else where answers come in minutes."""
    chosen = settings.get("poker_face", "pace")
    return pace.of_settings(settings).answer <= QUICK if chosen == "pace" else chosen == "on"


def most_players(settings: Settings) -> int:
    """Eight with Dodge City, else seven."""
    return 8 if "dodge_city" in sets_of(settings) else 7


def summary(settings: Settings) -> Sequence[str]:
    """What differs from the defaults, for the lobby message."""
    rows = [row for row in every_row() if row.shown(settings)]
    return [row.label(row.value(settings)) for row in rows if row.value(settings) != row.values[0]]
