"""Who plays a seat and who can be reached: people leave, block the bot and come back; groups move and close."""

from collections.abc import Callable

import engine
from storage.shapes import Button
from tgbot import face, lobby, lobbytext, pause, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.texts import _, speaking

_LEAVING = "leave:{seat}"
"""Slot of the question whether somebody leaves."""


def hand_over(draft: Draft, seat: int, why: Callable[[], str]) -> None:
    """From now on the seat is played by the computer player; the game goes on. ``why`` is told to the group."""
    table = draft.table
    table.seats[seat].bot = True
    game = engine.load(table.game)
    if str(seat) in table.notes["asked"]:
        with speaking(table.seats[seat].language):
            tell.closed(draft, seat, face.taken_over(table))
    tell.announce(draft, why)
    if all(holder.bot and not holder.away for holder in table.seats):
        tell.stop(draft, face.nobody_left)
        return
    pause.regroup(draft, game)


def ask_whether_to_leave(draft: Draft, who: Who) -> None:
    """Ask whoever wants to leave a running game whether they are sure: nobody gets the seat back. Raises Refused."""
    seat = _seat_to_leave(draft, who)
    with speaking(draft.language):
        text = _("{player}, do you leave this game for good? If you only need a rest, say /away.")
        text = text.format(player=face.mention(draft.table, seat))
        keyboard = [
            [Button(text=_("Leave for good"), data=lobbytext.data(draft.table.id, "depart", str(seat)))],
            [Button(text=_("Stay"), data=lobbytext.data(draft.table.id, "stay", str(seat)))],
        ]
    draft.group(_LEAVING.format(seat=seat), text, keyboard, mode="new", retire="delete")


def stay(draft: Draft, who: Who) -> None:
    """Whoever was asked does not leave after all. Raises Refused."""
    seat, _holder = draft.holder(who.id)
    draft.group(_LEAVING.format(seat=seat), mode="delete")


def depart(draft: Draft, who: Who) -> None:
    """Somebody leaves: gives up a seat in the lobby, or hands it to the computer player. Raises Refused."""
    if draft.table.phase == "lobby":
        lobby.leave(draft, who)
        return
    seat = _seat_to_leave(draft, who)
    holder = draft.table.seats[seat]
    holder.away, holder.away_until = "", None
    draft.deadlines[f"back:{seat}"] = None
    draft.group(_LEAVING.format(seat=seat), mode="delete")
    hand_over(draft, seat, lambda: face.departed(draft.table, seat))
    draft.table.notes["hands"].pop(str(seat), None)
    with speaking(holder.language):
        draft.private(seat, "hand", face.left(draft.table))


def _seat_to_leave(draft: Draft, who: Who) -> int:
    seat, holder = draft.holder(who.id)
    if draft.table.phase not in {"running", "paused"}:
        raise Refused(_("This game is over."))
    if holder.bot and not holder.away:
        raise Refused(_("You have left already."))
    return seat


def call_off(draft: Draft) -> None:
    """Somebody in charge ends the game: nobody wins."""
    if draft.table.phase not in {"running", "paused"}:
        raise Refused(_("This game is over."))
    tell.stop(draft, face.called_off)


def keep_on(draft: Draft) -> None:
    """The game is not called off after all."""
    draft.group("sure", mode="delete")


def moved(draft: Draft) -> None:
    """The chat is another one, or the bot is back in it: show there how things stand."""
    if draft.table.phase == "lobby":
        lobby.show(draft, mode="new")
    elif draft.table.game is not None:
        tell.show_table(draft)
        draft.table.notes["story"] = []


def person_lost(draft: Draft, seat: int, bot_name: str) -> None:
    """Somebody cannot be written to. The group hears it once; the game waits for them to come back."""
    holder = draft.table.seats[seat]
    if not holder.reachable or draft.table.phase not in {"lobby", "running", "paused"}:
        raise Refused
    holder.reachable = False
    link = f"https://t.me/{bot_name}?start=back_{draft.table.id}"
    with speaking(draft.language):
        keyboard = [[Button(text=face.come_back(), url=link)]]
        draft.group("lost", face.lost(draft.table, seat), keyboard, mode="new", retire="delete", silent=False)


def group_lost(draft: Draft) -> None:
    """The bot may not write to the group. The game goes on in private, and in the group once the bot is back."""
    if draft.table.notes.get("banned"):
        raise Refused
    draft.table.notes["banned"] = True


def group_found(draft: Draft) -> None:
    """The bot may write to the group again."""
    if not draft.table.notes.pop("banned", False):
        raise Refused
    moved(draft)
