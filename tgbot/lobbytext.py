"""The lobby message: who sits at the table, what it is set to, and its buttons."""

from collections.abc import Sequence

from storage.shapes import Button, Table
from tgbot import expansions, settings
from tgbot.names import safe
from tgbot.texts import _, ngettext

LOBBY = "l"
"""First letter of the callback data of everything around a game; the game's own begins otherwise."""


def data(table_id: str, verb: str, arg: str = "") -> str:
    """Callback data of a lobby button: ``l|table|verb|arg``."""
    return "|".join((LOBBY, table_id, verb, arg)).rstrip("|")


def text(table: Table) -> str:
    """The lobby as everybody in the group sees it (HTML)."""
    lines = [_("<b>🤠 A game of BANG! is gathering</b>"), ""]
    lines += [_("{number}. {player}").format(number=i + 1, player=_seat(table, i)) for i in range(len(table.seats))]
    if not table.seats:
        lines.append(_("Nobody has joined yet."))
    lines += ["", _wanted(table), *(f"· {line}" for line in settings.summary(table.settings))]
    if table.notes.get("menu") == "sets":
        lines += ["", *expansions.descriptions()]
    return "\n".join(lines)


def _seat(table: Table, number: int) -> str:
    seat = table.seats[number]
    name = safe(seat.name)
    return _("🤖 {player}").format(player=name) if seat.user_id is None else name


def _wanted(table: Table) -> str:
    most, missing = settings.most_players(table.settings), 3 - len(table.seats)
    if missing > 0:
        return ngettext(
            "{missing} more player is needed; up to {most} can play.",
            "{missing} more players are needed; up to {most} can play.",
            missing,
        ).format(missing=missing, most=most)
    if len(table.seats) >= most:
        return _("The table is full.")
    return _("Ready to start; up to {most} can play.").format(most=most)


def keyboard(table: Table) -> Sequence[Sequence[Button]]:
    """The buttons under the lobby, or the Settings menu while it is open."""
    if table.notes.get("menu") == "settings":
        return _settings_menu(table)
    if table.notes.get("menu") == "sets":
        return _expansions_menu(table)

    return [
        _seats_row(table),
        [_button(table, _("Add bot"), "bot"), _button(table, _("Settings"), "settings")],
        [_button(table, _("Start"), "start"), _button(table, _("Cancel"), "cancel")],
    ]


def _button(table: Table, label: str, verb: str) -> Button:
    return Button(text=label, data=data(table.id, verb))


def _seats_row(table: Table) -> Sequence[Button]:
    """For everybody, on every page: whoever opened Settings may be gone for hours."""
    return [_button(table, _("Join"), "join"), _button(table, _("Leave"), "leave")]


def _settings_menu(table: Table) -> Sequence[Sequence[Button]]:
    rows = [
        [Button(text=row.label(row.value(table.settings)), data=data(table.id, "set", row.key))]
        for row in settings.ROWS
        if row.shown(table.settings)
    ]
    more = _button(table, _("Expansions »"), "sets")
    return [*rows, [more], [_button(table, _("« Back"), "back")], _seats_row(table)]


def _expansions_menu(table: Table) -> Sequence[Sequence[Button]]:
    buttons = [
        Button(text=row.label(row.value(table.settings)), data=data(table.id, "set", row.key))
        for row in expansions.ROWS
        if row.shown(table.settings)
    ]
    box = _button(table, _("The Bullet: all sets of its box"), "box")
    back = _button(table, _("« Back"), "settings")
    return [*([button] for button in buttons), [box], [back], _seats_row(table)]


def closed(table: Table, why: str) -> str:
    """What is left of the lobby message when it is over."""
    names = ", ".join(_seat(table, i) for i in range(len(table.seats)))
    return _("{why}\nAt the table: {players}").format(why=why, players=names) if names else why
