"""Somebody's time is up: a careful answer is given for them, and whoever misses two in a row is played for."""

import engine
from storage.deadlines import Due
from tgbot import away, face, pace, play, quiet, standin, tell
from tgbot.draft import Draft, Refused
from tgbot.saloon import Saloon
from tgbot.texts import _

MOST_MISSED = 2
"""Deadlines in a row after which a computer player takes the seat."""
AFTER_WAKING = 900.0
"""Seconds that somebody has at least after their quiet hours."""


async def time_is_up(saloon: Saloon, due: Due) -> None:
    """The deadline of a seat's question has come."""
    seat = int(due.name.partition(":")[2])
    draft = await saloon.change(due.table_id, lambda draft: expire(draft, seat), fired=due.fired)
    if draft is not None:
        await play.settle(saloon, draft)


def expire(draft: Draft, seat: int) -> None:
    """Answer for somebody who did not. Raises Refused if nobody is waited for."""
    play.running(draft)
    game = engine.load(draft.table.game)
    decision = play.open_question(game, seat)
    if decision is None or not pace.in_charge(draft.table, seat):
        raise Refused
    holder = draft.table.seats[seat]
    woken = quiet.asleep_until(draft.now, holder)
    if woken is not None:  # the clocks were moved on after it was reckoned
        draft.deadlines[f"{pace.TURN}:{seat}"] = woken + AFTER_WAKING
        tell.clocks_changed(draft, game)
        return
    public = engine.view(game, None)
    own_turn = pace.is_own_turn(decision, public)
    tell.say(draft, lambda: _line(draft, own_turn).format(player=face.names(draft.table)[seat]))
    if own_turn:
        pace.finish(draft, seat, public)
    holder.missed += 1
    play.give(draft, game, seat, standin.answer_for(draft.table, engine.view(game, seat)), "deadline")
    _take_over(draft, seat)


def _line(draft: Draft, own_turn: bool) -> str:
    if not own_turn:
        return _("⏰ {player} did not answer in time: a careful answer is given.")
    if standin.plays_turns_out(draft.table):
        return _("⏰ {player} did not play in time: a computer player plays the turn out.")
    return _("⏰ {player} did not play in time: the turn ends.")


def _take_over(draft: Draft, seat: int) -> None:
    if draft.table.phase != "running" or draft.table.seats[seat].missed < MOST_MISSED:
        return
    if engine.view(engine.load(draft.table.game), None).seats[seat].alive:
        away.hand_over(draft, seat, "missed")
