"""The clocks of a table: how long people have, and a deadline for each question that a person is asked.

A deadline and its reminders are rows of the store, set in the commit that asks: ``turn:SEAT`` when the time is up,
``half:SEAT`` and ``late:SEAT`` before it, ``wake:SEAT`` when quiet hours end. A turn has one allowance for all its
questions, and it runs only while its player is asked. ``notes["clocks"]`` holds for each seat whose clock runs:

- ``id``: the question, ``turn``: the number of the turn whose allowance runs (None: an answer out of turn),
- ``total``: the seconds that it began with, ``left``: those that a pause has kept.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from engine import NOBODY, Decision, Game
from storage.shapes import Button, Table
from tgbot import quiet
from tgbot.draft import Draft
from tgbot.texts import _, ngettext

HOUR = 3600.0
TURN = "turn"
HALF = "half"
LATE = "late"
WAKE = "wake"
SHAM = "sham"
"""Whoever has answered ahead of time stays on the table's list, under the time there was."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for a turn of one's own, and for an answer out of turn."""

    turn: float
    answer: float

    @property
    def grant(self) -> float:
        """Seconds that others may give somebody on top."""
        return min(12 * HOUR, 5 * self.turn)

    @property
    def lull(self) -> float:
        """Seconds for which somebody who has just acted needs no ringing."""
        return min(120.0, self.answer / 4)


PACES = {
    "days": Pace(24 * HOUR, 12 * HOUR),
    "slow": Pace(72 * HOUR, 36 * HOUR),
    "live": Pace(120.0, 45.0),
    "evening": Pace(1800.0, 600.0),
}
"""By the name of the preset, the default first."""
TURNS = (24 * HOUR, 48 * HOUR, 96 * HOUR, 300.0, 900.0, HOUR, 3 * HOUR, 8 * HOUR)
"""Seconds that a table may choose for a turn."""
ANSWERS = (12 * HOUR, 24 * HOUR, 48 * HOUR, 60.0, 300.0, 900.0, HOUR, 4 * HOUR)
"""Seconds that a table may choose for an answer."""


def pace_of(table: Table) -> Pace:
    """What the table has chosen in its lobby."""
    return of_settings(table.settings)


def of_settings(settings: Mapping[str, Any]) -> Pace:
    """What these settings say."""
    chosen = settings.get("pace", "days")
    if chosen == "custom":
        clock = settings.get("clock", {})
        return Pace(clock.get("turn", TURNS[0]), clock.get("answer", ANSWERS[0]))
    return PACES.get(chosen, PACES["days"])


def label(name: str) -> str:
    """A pace in words, for the Settings menu."""
    titles = {
        "live": _("Pace: live"),
        "evening": _("Pace: one evening"),
        "days": _("Pace: days"),
        "slow": _("Pace: slow"),
        "custom": _("Pace: as you like"),
    }
    if name not in PACES:
        return titles[name]
    pace = PACES[name]
    return _("{pace} ({turn} for a turn, {answer} for an answer)").format(
        pace=titles[name], turn=in_words(pace.turn), answer=in_words(pace.answer)
    )


def in_words(seconds: float) -> str:
    """A span of time: "45 s", "30 min", "12 h", "3 days"."""
    if seconds < 90:
        return _("{count} s").format(count=round(seconds))
    if seconds < 2 * HOUR and seconds % HOUR:
        return _("{count} min").format(count=round(seconds / 60))
    if seconds <= 96 * HOUR:
        return _("{count} h").format(count=round(seconds / HOUR))
    days = round(seconds / (24 * HOUR))
    return ngettext("{count} day", "{count} days", days).format(count=days)


# Who answers


def in_charge(table: Table, seat: int) -> bool:
    """Whether a person answers for the seat now: neither a computer player nor somebody whose turn is played out."""
    holder = table.seats[seat]
    return holder.user_id is not None and not holder.bot and table.notes.get("finish", {}).get("seat") != seat


def finish(draft: Draft, seat: int, public: engine.View) -> None:
    """What is left of the seat's turn goes on without its player."""
    draft.table.notes["finish"] = {"seat": seat, "turn": public.turn_number}


def is_own_turn(decision: Decision, public: engine.View) -> bool:
    """Whether the question belongs to a turn of the asked player's own, rather than answering somebody or something."""
    own = decision.seat == public.turn and decision.by in (NOBODY, decision.seat)
    return own and decision.kind not in ("shot", "bang", "dying", "character")


# Starting and stopping


def follow(draft: Draft, game: Game, public: engine.View) -> None:
    """Start a clock for each question that is new, and stop those of questions that are settled."""
    notes = draft.table.notes
    if notes.get("finish", {}).get("turn", public.turn_number) != public.turn_number:
        del notes["finish"]
    asked = {d.seat: d for d in engine.waiting(game) if in_charge(draft.table, d.seat)}
    clocks = _clocks(draft)
    for seat in [int(name) for name in clocks]:
        if seat not in asked or clocks[str(seat)]["id"] != _id(asked[seat]):
            until = due(draft, seat)
            stop(draft, seat)
            draft.deadlines[f"{SHAM}:{seat}"] = until
    if draft.table.phase != "paused":
        for seat in asked.keys() - {int(name) for name in clocks}:
            _start(draft, asked[seat], public)
    _keep_up_appearances(draft, set(public.waiting) - set(asked))


def _keep_up_appearances(draft: Draft, ahead: set[int]) -> None:
    """Those who have answered ahead of time, or an order for them, seem to be waited for like the others."""
    for seat, until in _shams(draft).items():
        if seat not in ahead or until is None:
            draft.deadlines[f"{SHAM}:{seat}"] = None
    for seat in ahead if draft.table.phase != "paused" else ():
        if in_charge(draft.table, seat) and due(draft, seat, SHAM) is None:
            until = quiet.deadline_from(draft.now, pace_of(draft.table).answer, draft.table.seats[seat])
            draft.deadlines[f"{SHAM}:{seat}"] = until


def _clocks(draft: Draft) -> dict[str, dict[str, Any]]:
    clocks: dict[str, dict[str, Any]] = draft.table.notes.setdefault("clocks", {})
    return clocks


def _id(decision: Decision) -> str:
    """The same for as long as the question stands, though what may be answered changes."""
    return f"{decision.no} {decision.question()}"


def _start(draft: Draft, decision: Decision, public: engine.View) -> None:
    pace, seat = pace_of(draft.table), decision.seat
    turn, seconds = None, pace.answer
    if is_own_turn(decision, public):
        turn = public.turn_number
        spent = draft.table.notes.get("turn_left", {})
        left = spent["left"] if (spent.get("seat"), spent.get("turn")) == (seat, turn) else pace.turn
        seconds = max(left, min(pace.answer, pace.turn))
    _clocks(draft)[str(seat)] = {"id": _id(decision), "turn": turn, "total": seconds}
    _run(draft, seat, seconds)


def _run(draft: Draft, seat: int, left: float) -> None:
    """Set the rows of a clock that has so many seconds left."""
    holder, total = draft.table.seats[seat], _clocks(draft)[str(seat)]["total"]
    for name, after in ((TURN, left), (HALF, left - total / 2), (LATE, left - total / 10)):
        due = quiet.deadline_from(draft.now, after, holder) if after > 0 or name == TURN else None
        draft.deadlines[f"{name}:{seat}"] = due
    draft.deadlines[f"{WAKE}:{seat}"] = quiet.asleep_until(draft.now, holder)


def stop(draft: Draft, seat: int) -> None:
    """The question is settled, or nobody's any more: its clock is gone."""
    clock = _clocks(draft)[str(seat)]
    if clock["turn"] is not None:
        draft.table.notes["turn_left"] = {"seat": seat, "turn": clock["turn"], "left": left(draft, seat)}
    _clear(draft, seat)
    unmention(draft, seat)
    del _clocks(draft)[str(seat)]


def _clear(draft: Draft, seat: int) -> None:
    for name in (TURN, HALF, LATE, WAKE):
        draft.deadlines[f"{name}:{seat}"] = None


def _shams(draft: Draft) -> dict[int, float | None]:
    names = [name for name in {**draft.in_force, **draft.deadlines} if name.startswith(f"{SHAM}:")]
    return {seat: due(draft, seat, SHAM) for seat in (int(name.partition(":")[2]) for name in names)}


def stop_all(draft: Draft) -> None:
    """Nobody is waited for any more."""
    for seat in running(draft):
        stop(draft, seat)


def freeze(draft: Draft) -> None:
    """Stop all clocks and keep what is left on each."""
    for seat in running(draft):
        _clocks(draft)[str(seat)]["left"] = left(draft, seat)
        _clear(draft, seat)
    for seat in _shams(draft):
        draft.deadlines[f"{SHAM}:{seat}"] = None


def thaw(draft: Draft) -> list[int]:
    """Let the clocks that were frozen go on, and return whose they are."""
    frozen = [int(name) for name, clock in _clocks(draft).items() if "left" in clock]
    for seat in frozen:
        _run(draft, seat, _clocks(draft)[str(seat)].pop("left"))
    return frozen


def extend(draft: Draft, seat: int, seconds: float) -> None:
    """Give somebody whose clock runs so many seconds more."""
    clock, rest = _clocks(draft)[str(seat)], left(draft, seat)
    clock["total"] += seconds
    _run(draft, seat, rest + seconds)


def reckon_anew(draft: Draft, seat: int, quiet_hours: tuple[int, int] | None, time_zone: str | None) -> None:
    """The person has set other quiet hours: what is left on the clock runs by these."""
    rest = left(draft, seat) if seat in running(draft) else None
    holder = draft.table.seats[seat]
    holder.quiet, holder.time_zone = quiet_hours, time_zone
    if rest is not None:
        _run(draft, seat, rest)


# Reading


def running(draft: Draft) -> list[int]:
    """The seats whose clock runs."""
    return [int(name) for name in _clocks(draft) if due(draft, int(name)) is not None]


def due(draft: Draft, seat: int, name: str = TURN) -> float | None:
    """When a row of a seat's clock comes due, in Unix seconds; None if it is not set."""
    row = f"{name}:{seat}"
    return draft.deadlines[row] if row in draft.deadlines else draft.in_force.get(row)


def left(draft: Draft, seat: int) -> float:
    """Seconds left on a seat's clock, whether it runs or is kept."""
    clock, until = _clocks(draft).get(str(seat), {}), due(draft, seat)
    if until is None:
        return float(clock.get("left", 0.0))
    return quiet.running_seconds(draft.now, until, draft.table.seats[seat])


def is_silent(draft: Draft, seat: int) -> bool:
    """Whether somebody has let half of their time go by."""
    return seat in running(draft) and left(draft, seat) <= _clocks(draft)[str(seat)]["total"] / 2 + 1.0


def is_out_of_turn(draft: Draft, seat: int) -> bool:
    """Whether the seat's clock is for an answer out of turn."""
    clock = _clocks(draft).get(str(seat))
    return clock is not None and clock["turn"] is None


def mention(draft: Draft, seat: int, text: str, buttons: Sequence[Button]) -> None:
    """Tell the group loudly to look for somebody; the message goes when the question is settled."""
    _clocks(draft)[str(seat)]["mentioned"] = True
    draft.group(f"late:{seat}", text, [buttons], mode="new", retire="delete", silent=False, priority=3)


def unmention(draft: Draft, seat: int) -> None:
    """Nobody need look for somebody any more."""
    if _clocks(draft)[str(seat)].pop("mentioned", False):
        draft.group(f"late:{seat}", mode="delete")


def may_grant(draft: Draft, seat: int, giver: int) -> bool:
    """Note that somebody gives the seat more time; False if they have for this question."""
    givers: list[int] = _clocks(draft)[str(seat)].setdefault("givers", [])
    if giver in givers:
        return False
    givers.append(giver)
    return True


# Showing


def moment(at: float, time_zone: str | None = None, *, near: bool = False) -> str:
    """A moment (HTML) that each client shows in its reader's own time and language; clients that cannot see it in the
    given zone. ``near`` tells the seconds too."""
    local = datetime.fromtimestamp(int(at), quiet.zone(time_zone))
    plain = f"{local:%H:%M:%S %Z}" if near else f"{local:%Y-%m-%d %H:%M %Z}"
    return f'<tg-time unix="{int(at)}" format="{"T" if near else "wdt"}">{plain}</tg-time>'


def shown_due(draft: Draft, seat: int, time_zone: str | None = None) -> str:
    """When the time of a seat whose clock runs, or seems to, is up (HTML)."""
    until = due(draft, seat) or due(draft, seat, SHAM)
    assert until is not None
    return moment(until, time_zone, near=pace_of(draft.table).turn < 600)


CLOCK = "c"
"""First letter of the callback data of everything around clocks and absences."""


def button(table: Table, label: str, verb: str, arg: object = "") -> Button:
    """A button with data ``c|table|verb|arg``."""
    return Button(text=label, data="|".join((CLOCK, table.id, verb, str(arg))).rstrip("|"))


def grant_button(table: Table, seat: int, label: str) -> Button:
    """Gives the seat more time."""
    return button(table, label.format(time=in_words(pace_of(table).grant)), "grant", seat)


def grant_rows(draft: Draft, public: engine.View, names: Sequence[str]) -> list[list[Button]]:
    """A button by which others give more time to somebody who has let half of theirs go by. Where several are asked
    it would tell who has answered ahead of time, so there is none."""
    label = _("+{time} for {player}")
    silent = [seat for seat in running(draft) if public.waiting == [seat] and is_silent(draft, seat)]
    return [[grant_button(draft.table, s, label.replace("{player}", html.unescape(names[s])))] for s in silent]


def table_lines(draft: Draft, names: Sequence[str]) -> list[str]:
    """Until when the table waits for whom, for the group (HTML)."""
    if draft.table.phase == "paused":
        return [_("⏸ The game is paused.")]
    seats = {*running(draft), *(seat for seat, until in _shams(draft).items() if until is not None)}
    times = {seat: shown_due(draft, seat) for seat in sorted(seats)}
    if len(set(times.values())) == 1:
        return [_("⏰ Until {time}").format(time=times.popitem()[1])]
    return [_("⏰ {player}: until {time}").format(player=names[seat], time=time) for seat, time in times.items()]


def prompt_line(draft: Draft, seat: int) -> str:
    """Until when somebody has to answer, for themselves (HTML); empty if no clock runs."""
    if seat not in running(draft):
        return ""
    return _("⏰ Until {time}").format(time=shown_due(draft, seat, draft.table.seats[seat].time_zone))
