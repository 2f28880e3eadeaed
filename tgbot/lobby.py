"""The lobby: people gather at a table, set it up, and start. The steps are plain functions of a draft,
and raise Refused where they are not allowed."""

from collections.abc import Callable

import engine
from engine import BadSetup
from storage.shapes import Holder
from tgbot import expansions, lobbytext, settings, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.names import seat_labels
from tgbot.texts import N_, _, speaking

EXPIRES = 24 * 3600.0
"""Seconds after the last touch at which a lobby closes."""
DEADLINE = "lobby"
FEWEST = 3
BOT_NAMES = ("Dusty", "Buckshot", "Cactus Jo", "Lefty", "Old Pete", "Rosie", "Whiskers")


def show(draft: Draft, mode: str = "edit") -> None:
    """Bring the lobby message up to date and put off its end."""
    draft.touch()
    draft.deadlines[DEADLINE] = draft.now + EXPIRES
    with speaking(draft.language):
        text, keyboard = lobbytext.text(draft.table), lobbytext.keyboard(draft.table)
    draft.group("lobby", text, keyboard, mode=mode, retire="delete")


def _open(draft: Draft) -> None:
    if draft.table.phase != "lobby":
        raise Refused(_("This lobby is closed."))


def is_stale(draft: Draft) -> bool:
    """Whether nobody has touched the lobby for so long that anybody may clear it."""
    return draft.table.phase == "lobby" and draft.now - draft.table.touched_at >= EXPIRES


def join(draft: Draft, who: Who) -> None:
    """Take a seat."""
    _open(draft)
    if draft.seat_of(who.id) is not None:
        raise Refused(_("You are in already."))
    if len(draft.table.seats) >= settings.most_players(draft.table.settings):
        raise Refused(_("The table is full."))
    draft.table.seats.append(Holder(user_id=who.id, name=who.name, language=who.language))
    draft.toast = _("You are in. Your hand comes in private when the game starts.")
    show(draft)


def leave(draft: Draft, who: Who) -> None:
    """Give a seat up."""
    _open(draft)
    seat = draft.seat_of(who.id)
    if seat is None:
        raise Refused(_("You have not joined."))
    del draft.table.seats[seat]
    draft.toast = _("You have left the table.")
    show(draft)


def add_bot(draft: Draft) -> None:
    """Seat a computer player."""
    _open(draft)
    table = draft.table
    taken = {seat.name for seat in table.seats}
    name = next((name for name in BOT_NAMES if name not in taken), None)
    if name is None or len(table.seats) >= settings.most_players(table.settings):
        raise Refused(_("The table is full."))
    table.seats.append(Holder(name=name, bot=True))
    show(draft)


def menu(draft: Draft, which: str) -> None:
    """Open a menu under the lobby message; "" closes it."""
    _open(draft)
    draft.table.notes["menu"] = which
    show(draft)


def turn_setting(draft: Draft, key: str) -> None:
    """Go on to a setting's next value."""
    _open(draft)
    row = settings.row_of(key)
    if row is None:
        raise Refused(_("There is no such setting any more."))
    row.turn(draft.table.settings)
    show(draft)


def take_the_bullet(draft: Draft) -> None:
    """All sets of The Bullet's box, or none of them."""
    _open(draft)
    expansions.the_bullet(draft.table.settings)
    show(draft)


def cancel(draft: Draft) -> None:
    """Close the lobby without a game."""
    _close(draft, N_("The game was called off."))


def expire(draft: Draft) -> None:
    """Nobody has touched the lobby for a day."""
    _close(draft, N_("Nobody came for a day: the lobby is closed. /newgame opens a new one."))


def _close(draft: Draft, why: str) -> None:
    _open(draft)
    draft.table.phase = "cancelled"
    draft.deadlines[DEADLINE] = None
    with speaking(draft.language):
        draft.group("lobby", lobbytext.closed(draft.table, _(why)))


def start(seed: str) -> Callable[[Draft], None]:
    """The step that deals the cards."""

    def step(draft: Draft) -> None:
        _open(draft)
        table = draft.table
        if len(table.seats) < FEWEST:
            raise Refused(_("At least three players are needed: wait for more, or add bots."), alert=True)
        names = seat_labels([seat.name for seat in table.seats])
        chosen = engine.Setup(names, settings.sets_of(table.settings), settings.options_of(table.settings))
        try:
            game = engine.new_game(chosen, seed)
        except BadSetup as error:
            raise Refused(str(error), alert=True) from None
        table.phase = "running"
        table.notes = {}
        draft.touch()
        draft.deadlines[DEADLINE] = None
        with speaking(draft.language):
            draft.group("lobby", lobbytext.closed(table, _("The game has begun.")))
        tell.begin(draft, game)

    return step
