"""Reminders before a deadline, and the nudge: never in quiet hours, never to somebody who is just playing."""

import engine
from engine import Game
from storage.deadlines import Due
from tgbot import face, pace, pause, play, quiet, tell, votes
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.saloon import Saloon
from tgbot.texts import N_, _, joined, ngettext, speaking

NUDGE_EVERY = 3600.0
"""Seconds between two nudges in a game."""

HEADS = {
    pace.HALF: N_("⏰ Half of your time is over."),
    pace.LATE: N_("⏰ Your time is nearly over."),
    pace.WAKE: N_("☀️ This came in your quiet hours."),
}
"""What stands above the question, by the name of the deadline."""


async def remind(saloon: Saloon, due: Due) -> None:
    """A reminder has come due. It goes with the question, or is put off to the end of quiet hours."""
    kind, _sep, number = due.name.partition(":")
    await saloon.change(due.table_id, lambda draft: step(draft, kind, int(number)), fired=due.fired)


def step(draft: Draft, kind: str, seat: int) -> None:
    """Remind one person. Raises Refused if there is nothing to remind of."""
    play.running(draft)
    game = engine.load(draft.table.game)
    if play.open_question(game, seat) is None or not pace.in_charge(draft.table, seat):
        raise Refused
    woken = quiet.asleep_until(draft.now, draft.table.seats[seat])
    if woken is not None:
        draft.deadlines[f"{kind}:{seat}"] = woken
        return
    if kind == pace.LATE:
        _mention(draft, game, seat)
    if not _acted(draft, seat):
        tell.remind(draft, game, seat, lambda: _(HEADS[kind]))
    if kind == pace.HALF:
        tell.clocks_changed(draft, game, prompts=False)


def _acted(draft: Draft, seat: int) -> bool:
    """Whether somebody has only just tapped something."""
    looked = draft.table.notes.get("looked", {}).get(str(seat), 0.0)
    return bool(draft.now - looked < pace.pace_of(draft.table).lull)


def _mention(draft: Draft, game: Game, seat: int) -> None:
    """The group hears of it, and what it can do."""
    with speaking(draft.language):
        until = pace.shown_due(draft, seat)
        text = _("⏰ {player}, your time is nearly over: until {time}.").format(
            player=face.mention(draft.table, seat), time=until
        )
        buttons = [pace.grant_button(draft.table, seat, "+{time}"), votes.seat_button(draft, game, seat)]
    pace.mention(draft, seat, text, buttons)


def nudge(draft: Draft, who: Who) -> None:
    """Somebody asks those for whom the game waits to hurry, at most once an hour. Raises Refused."""
    nudger = pause.player(draft, who)
    play.running(draft)
    wait = draft.table.notes.get("nudged", -NUDGE_EVERY) + NUDGE_EVERY - draft.now
    if wait > 0:
        minutes = max(1, round(wait / 60))
        text = ngettext(
            "Somebody has nudged already. The next nudge is possible in {count} minute.",
            "Somebody has nudged already. The next nudge is possible in {count} minutes.",
            minutes,
        )
        raise Refused(text.format(count=minutes))
    asked = [seat for seat in pace.running(draft) if seat != nudger and _can_be_nudged(draft, seat)]
    if not asked:
        raise Refused(_("There is nobody to nudge: they have just acted, sleep, or it is up to you."))
    draft.table.notes["nudged"] = draft.now
    game, names = engine.load(draft.table.game), face.names(draft.table)
    for seat in asked:
        tell.remind(draft, game, seat, lambda: _("🔔 {player} nudges you.").format(player=names[nudger]))
    waiting = [s for s in engine.view(game, None).waiting if pace.in_charge(draft.table, s) and s != nudger]
    with speaking(draft.language):
        players = joined([names[seat] for seat in waiting])  # also those who have answered ahead, unseen
        text = _("🔔 {player} nudges {players}.").format(player=names[nudger], players=players)
    draft.group("nudge", text, mode="new", retire="delete")


def _can_be_nudged(draft: Draft, seat: int) -> bool:
    return quiet.asleep_until(draft.now, draft.table.seats[seat]) is None and not _acted(draft, seat)
