"""Who plays a seat and who can be reached: people leave, block the bot and come back; groups move and close."""

from collections.abc import Callable

import engine
from storage.shapes import Button
from tgbot import face, lobby, pause, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.texts import _, speaking


def hand_over(draft: Draft, seat: int, why: Callable[[], str]) -> None:
    """From now on the seat is played by the computer player; the game goes on. ``why`` is told to the group."""
    table = draft.table
    table.seats[seat].bot = True
    game = engine.load(table.game)
    if str(seat) in table.notes["asked"]:
        with speaking(table.seats[seat].language):
            tell.closed(draft, seat, face.taken_over(table))
    tell.say(draft, why)
    if all(holder.bot and not holder.away for holder in table.seats):
        tell.stop(draft, face.nobody_left)
        return
    pause.regroup(draft, game)


def depart(draft: Draft, who: Who) -> None:
    """Somebody leaves: gives up a seat in the lobby, or hands it to the computer player. Raises Refused."""
    if draft.table.phase == "lobby":
        lobby.leave(draft, who)
        return
    seat, holder = draft.holder(who.id)
    if draft.table.phase not in {"running", "paused"} or (holder.bot and not holder.away):
        raise Refused(_("You have left already."))
    holder.away, holder.away_until = "", None
    draft.deadlines[f"back:{seat}"] = None
    hand_over(draft, seat, lambda: face.departed(draft.table, seat))


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
