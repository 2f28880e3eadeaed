"""The expansions that a table can play with, and the options they bring: the second page of the Settings menu."""

from collections.abc import Callable
from typing import Any

from tgbot.row import Row, Settings
from tgbot.texts import N_, _

TITLES = {
    "dodge_city": N_("Dodge City"),
    "high_noon": N_("High Noon"),
    "fistful_of_cards": N_("A Fistful of Cards"),
    "bullet": N_("The Bullet's own cards"),
    "wild_west_show": N_("Wild West Show"),
    "gold_rush": N_("Gold Rush"),
    "valley_of_shadows": N_("The Valley of Shadows"),
}
ABOUT = {
    "dodge_city": N_("15 characters, 40 cards, green cards that wait a turn, up to 8 players"),
    "high_noon": N_("an event each round, turned up by the sheriff: 13 of them"),
    "fistful_of_cards": N_("15 more events, a round each"),
    "bullet": N_("three characters, and two events for High Noon"),
    "wild_west_show": N_("8 characters, and 10 wild events turned up by Stagecoach and Wells Fargo"),
    "gold_rush": N_("8 characters, gold nuggets for every wound, and a shop with 24 pieces of equipment"),
    "valley_of_shadows": N_("8 characters, 16 cards: ghosts, rattlesnakes, tornados"),
}
KEYS = {
    "dodge_city": "dodge",
    "high_noon": "noon",
    "fistful_of_cards": "fistful",
    "bullet": "bullet",
    "wild_west_show": "show",
    "gold_rush": "gold",
    "valley_of_shadows": "valley",
}
THE_BULLET = ("dodge_city", "high_noon", "fistful_of_cards", "bullet")
"""What the box of The Bullet holds besides the base game."""


def _title(name: str) -> Callable[[Any], str]:
    return lambda on: (_("✅ {set}") if on else _("☐ {set}")).format(set=_(TITLES[name]))


def _on(name: str) -> Callable[[Settings], bool]:
    return lambda settings: bool(settings.get("sets", {}).get(name))


def _both_event_sets(settings: Settings) -> bool:
    return _on("high_noon")(settings) and _on("fistful_of_cards")(settings)


def _set_row(name: str) -> Row:
    return Row(KEYS[name], ("sets", name), (False, True), _title(name), about=lambda: _(ABOUT[name]))


ROWS: list[Row] = [
    *map(_set_row, TITLES),
    Row(
        "events",
        ("options", "both_event_sets"),
        ("separate", "mixed"),
        lambda value: _("Both event sets: one pile") if value == "mixed" else _("Both event sets: two piles"),
        shown=_both_event_sets,
    ),
    Row(
        "udoli",
        ("options", "udoli_stinu"),
        (False, True),
        lambda on: _("Valley of Shadows: Czech texts") if on else _("Valley of Shadows: international texts"),
        shown=_on("valley_of_shadows"),
    ),
    Row(
        "shadows",
        ("options", "shadow_gunslingers"),
        (False, True),
        lambda on: (_("✅ {set}") if on else _("☐ {set}")).format(set=_("Shadow Gunslingers")),
        about=lambda: _("whoever is out comes back for a shadow turn each round; with or without Gold Rush"),
    ),
]


def the_bullet(settings: Settings) -> None:
    """All sets of The Bullet's box with one tap; off again if they were on."""
    sets = settings.setdefault("sets", {})
    on = not all(sets.get(name) for name in THE_BULLET)
    sets |= dict.fromkeys(THE_BULLET, on)


def descriptions() -> list[str]:
    """What each set adds, in one line each."""
    lines = [(_(TITLES[name]), _(ABOUT[name])) for name in TITLES]
    lines.append((_("Shadow Gunslingers"), ROWS[-1].about()))
    return [_("<b>{set}</b>: {about}").format(set=title, about=about) for title, about in lines]
