"""People who do not play for a while: a computer player takes their seat and gives it back at once."""

import re

import engine
from storage.deadlines import Due
from tgbot import chronicle, face, pace, pause, seats, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.names import safe
from tgbot.saloon import Saloon
from tgbot.texts import _, speaking

BACK = "back"
"""Name of the deadlines at which people come back by themselves: ``back:seat``."""
LONGEST = 90
"""Days that somebody may be away for."""
_SPAN = re.compile(r"(\d{1,4})\s*([dh])", re.IGNORECASE)


def span(text: str) -> float | None:
    """The seconds of "3d" or "12h"; None for no text. Raises Refused for anything else."""
    if not text.strip():
        return None
    match = _SPAN.fullmatch(text.strip())
    hours = int(match[1]) * (24 if match[2].lower() == "d" else 1) if match else 0
    if not 0 < hours <= 24 * LONGEST:
        raise Refused(_("Say /away, or for how long: /away 3d, /away 12h."))
    return hours * 3600.0


def leave_for(draft: Draft, who: Who, seconds: float | None) -> None:
    """By choice, until they come back; at the latest after so many seconds. Raises Refused."""
    seat, holder = draft.holder(who.id)
    if draft.table.phase not in {"running", "paused"}:
        raise Refused(_("No game is being played."))
    if holder.bot and not holder.away:
        raise Refused(_("You have left the game."))
    until = None if seconds is None else draft.now + seconds
    chronicle.looked(draft, seat)
    if holder.bot:
        _note(draft, seat, "choice", until)
        _offer_return(draft, seat)
    else:
        hand_over(draft, seat, "choice", until)


def hand_over(draft: Draft, seat: int, reason: str, until: float | None = None) -> None:
    """The computer player takes a person's seat until they come back."""
    _note(draft, seat, reason, until)
    seats.hand_over(draft, seat, lambda: _told(draft, seat))
    if draft.table.phase in {"running", "paused"}:
        _offer_return(draft, seat)


def _note(draft: Draft, seat: int, reason: str, until: float | None) -> None:
    holder = draft.table.seats[seat]
    holder.away, holder.away_until = reason, until  # type: ignore[assignment]
    draft.deadlines[f"{BACK}:{seat}"] = until


def _told(draft: Draft, seat: int) -> str:
    holder, name = draft.table.seats[seat], face.names(draft.table)[seat]
    if holder.away_until is not None:
        text = _("🏖 {player} is away until {time}; a computer player takes over.")
        return text.format(player=name, time=pace.moment(holder.away_until))
    if holder.away == "missed":
        return _("🤖 {player} has not answered twice in a row; a computer player takes over.").format(player=name)
    if holder.away == "vote":
        return _("🤖 The others have voted: a computer player takes over for {player}.").format(player=name)
    return _("🏖 {player} is away; a computer player takes over.").format(player=name)


def _offer_return(draft: Draft, seat: int) -> None:
    holder = draft.table.seats[seat]
    with speaking(holder.language):
        text = _("{group}: a computer player plays for you now. Take your seat back whenever you like.")
        if holder.away_until is not None:
            text = _("{group}: a computer player plays for you until {time}. You may take your seat back before.")
        time = "" if holder.away_until is None else pace.moment(holder.away_until, holder.time_zone)
        text = text.format(group=safe(draft.table.chat_title), time=time)
        draft.private(seat, "ask", text, [[pause.back_button(draft.table)]], mode="new", silent=holder.away == "choice")


def return_of(draft: Draft, who: Who) -> None:
    """Somebody takes their own seat back. Raises Refused."""
    seat, holder = draft.holder(who.id)
    if draft.table.phase not in {"running", "paused"}:
        raise Refused(_("This game is over."))
    if not holder.bot:
        raise Refused(_("You are playing already."))
    if not holder.away:
        raise Refused(_("You have left the game."))
    chronicle.looked(draft, seat)
    come_back(draft, seat)


def come_back(draft: Draft, seat: int) -> None:
    """A person plays again from this moment on."""
    table, holder = draft.table, draft.table.seats[seat]
    holder.bot, holder.away, holder.away_until, holder.missed = False, "", None, 0
    draft.deadlines[f"{BACK}:{seat}"] = None
    draft.touch()
    if table.notes.get("finish", {}).get("seat") == seat:
        del table.notes["finish"]  # what is left of the turn is theirs again
    with speaking(holder.language):
        tell.closed(draft, seat, _("Welcome back."))
    tell.announce(draft, lambda: _("🤠 {player} is back.").format(player=face.names(table)[seat]))
    pause.go_on(draft)
    game = engine.load(table.game)
    pause.regroup(draft, game)
    tell.show_again(draft, game, seat)


async def time_over(saloon: Saloon, due: Due) -> None:
    """The time is over that somebody wanted to be away for."""
    seat = int(due.name.partition(":")[2])

    def step(draft: Draft) -> None:
        if draft.table.phase not in {"running", "paused"} or not draft.table.seats[seat].away:
            raise Refused
        come_back(draft, seat)

    await saloon.change(due.table_id, step, fired=due.fired)
