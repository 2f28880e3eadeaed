"""Answers that nobody has to tap: plans, wishes for the General Store, standing orders, and what has but one answer.

They are given in the commit that raises the question. Behind a *poker face* (table option) an answer to a shot, a
Duel, Indians! or a last life point waits as long as a person might: a deadline ``face:SEAT`` ends it. In the table's
notes ``faces`` holds for each such seat the question, with "!" in front once its time has come.
"""

from collections.abc import Sequence

import structlog

import engine
from engine import Decision, Event, Game, Option, View
from engine.notation import text_of
from engine.players.orders import ordered
from storage.shapes import LogEntry, Table
from tgbot import face, orders, pace, plans, quiet, ranking
from tgbot.draft import Draft
from tgbot.texts import _, speaking

log = structlog.get_logger(__name__)

FACE = "face"
MOST = 200
"""Answers in one commit, after which people are asked again whatever their orders say."""
_DONE = "!"
_FINE = 1 << 20


def go_on(draft: Draft, game: Game) -> list[Event]:
    """Give all answers that need no tap, until somebody has to be asked; return what happened."""
    facts: list[Event] = []
    said: dict[int, list[str]] = {}
    for _step in range(MOST):
        found = _next(draft, game, said)
        if found is None:
            break
        facts += _give(draft, game, *found, said)
    else:
        log.error("orders without an end", table=draft.table.id)
    _forget_faces(draft, game)
    for seat, lines in said.items():
        draft.private(seat, "order", "\n".join(lines), mode="new", retire="delete", silent=True, protect=True)
    return facts


def _next(draft: Draft, game: Game, said: dict[int, list[str]]) -> tuple[View, Option, str] | None:
    """The first answer to be given now: the view it is given from, and a line for whoever wants it so."""
    if draft.table.phase != "running" or game.winners is not None:
        return None
    for decision in engine.waiting(game):
        if not pace.in_charge(draft.table, decision.seat):
            continue
        view = engine.view(game, decision.seat)
        with speaking(draft.table.seats[decision.seat].language):
            found = _answer(draft, view, decision, said.setdefault(decision.seat, []))
        if not said[decision.seat]:
            del said[decision.seat]
        if found is not None and not _waits(draft, game, decision):
            return view, *found
    return None


def _answer(draft: Draft, view: View, decision: Decision, said: list[str]) -> tuple[Option, str] | None:
    if len(decision.options) == 1:
        return decision.options[0], ""
    if option := plans.step(draft.table, view, said):
        return option, _("🗓 As you planned: {answer}")
    if option := ranking.pick(draft.table, view):
        return option, _("🏪 As you wished: {answer}")
    if option := ordered(view, orders.of(draft.table.seats[decision.seat])):
        return option, _("📜 By your order: {answer}")
    return None


def _give(
    draft: Draft, game: Game, view: View, option: Option, line: str, said: dict[int, list[str]]
) -> Sequence[Event]:
    seat = view.viewer
    assert seat is not None
    entry = LogEntry(at=draft.now, seat=seat, answer=text_of(option, game.seats), by="order" if line else "system")
    if line:
        with speaking(draft.table.seats[seat].language):
            said.setdefault(seat, []).append(line.format(answer=face.deed(draft.table, view, option)))
    facts = engine.answer(game, seat, option)
    draft.log.append(entry)
    return facts


# The poker face


def _waits(draft: Draft, game: Game, decision: Decision) -> bool:
    """Whether the answer is held back for now; the first time it is asked this sets for how long."""
    if not engine.guarded(game, decision):
        return False
    faces, seat, question = _faces(draft.table), decision.seat, f"{decision.no} {decision.question()}"
    if faces.get(str(seat)) == _DONE + question:
        return False
    if faces.get(str(seat)) != question:
        faces[str(seat)] = question
        chance = game.aside(f"{FACE} {seat} {game.no}").below(_FINE) / _FINE
        after = delay(pace.pace_of(draft.table).answer, chance)
        draft.deadlines[f"{FACE}:{seat}"] = quiet.deadline_from(draft.now, after, draft.table.seats[seat])
    return True


def delay(allowed: float, chance: float) -> float:
    """Seconds for which a question is left open that nobody ponders.

    Args:
        allowed: seconds that people have for an answer.
        chance: from 0 to 1.
    """
    least, most = max(9.0, allowed / 30), max(min(90.0, allowed * 0.8), allowed / 10)
    return float(least * (most / least) ** chance)


def uncover(draft: Draft, seat: int) -> None:
    """The time of a seat's poker face is over: ``go_on`` may answer."""
    faces = _faces(draft.table)
    if not faces.get(str(seat), _DONE).startswith(_DONE):
        faces[str(seat)] = _DONE + faces[str(seat)]


def is_held_back(table: Table, seat: int) -> bool:
    """Whether the seat's question needs no tap, but is left open a while."""
    return str(seat) in table.notes.get("faces", {})


def _faces(table: Table) -> dict[str, str]:
    faces: dict[str, str] = table.notes.setdefault("faces", {})
    return faces


def _forget_faces(draft: Draft, game: Game) -> None:
    faces = _faces(draft.table)
    waiting = {d.seat: d for d in engine.waiting(game)}
    for seat in [int(name) for name in faces]:
        decision = waiting.get(seat)
        if decision is None or faces[str(seat)].removeprefix(_DONE) != f"{decision.no} {decision.question()}":
            del faces[str(seat)]
            draft.deadlines[f"{FACE}:{seat}"] = None
