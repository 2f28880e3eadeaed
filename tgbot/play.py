"""The one path by which an answer reaches a game, whoever gives it: a person's tap, a computer player, a deadline."""

from typing import Literal

import structlog

import engine
from engine import Decision, Game, IllegalAnswer, Option
from engine.notation import text_of
from storage.deadlines import Due
from storage.shapes import LogEntry
from tgbot import automatic, chronicle, face, pace, pause, ranking, standin, tell, votes
from tgbot.callback import Pressed
from tgbot.draft import Draft, Refused
from tgbot.intents import Tap, Who
from tgbot.keyboards import Explanation, Menu
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _, speaking

log = structlog.get_logger(__name__)

BOT_MOVE = tell.BOT_MOVE

_PAUSED = 60.0
"""Seconds after which a paused table is looked at again."""

By = Literal["person", "bot", "order", "deadline", "vote", "system"]


async def tapped(saloon: Saloon, tap: Tap, pressed: Pressed, answer: Answer) -> None:
    """A button under a question was pressed."""

    async def reply(draft: Draft) -> None:
        await answer.give(draft.toast)

    draft = await saloon.change(
        pressed.table_id, lambda draft: press(draft, tap.who, pressed), update_id=tap.update_id, before=reply
    )
    if draft is not None:
        await settle(saloon, draft)


async def wished(saloon: Saloon, tap: Tap, wish: tuple[str, str, str], answer: Answer) -> None:
    """A wish for a General Store was tapped. Raises Refused."""
    table_id, store, card = wish

    async def reply(draft: Draft) -> None:
        await answer.give(draft.toast)

    await saloon.change(
        table_id, lambda draft: ranking.press(draft, tap.who, store, card), update_id=tap.update_id, before=reply
    )


def press(draft: Draft, who: Who, pressed: Pressed) -> None:
    """Follow the choices made so far: show the next ones, or answer. Raises Refused for what does not fit any more."""
    seat, holder = draft.holder(who.id)
    running(draft)
    if not pace.in_charge(draft.table, seat):
        raise Refused(_("A computer player plays for you."))
    chronicle.looked(draft, seat)
    game = engine.load(draft.table.game)
    decision = open_question(game, seat)
    if decision is None or not pressed.fits(decision):
        raise Refused(_("This is settled already."))
    view = engine.view(game, seat)
    try:
        led = face.follow(draft.table, view, pressed.path)
    except IndexError:
        raise Refused(_("This is settled already.")) from None
    match led:
        case Explanation(reason):
            raise Refused(reason, alert=True)
        case Menu() as menu:
            tell.show_menu(draft, view, menu)
        case option:
            draft.touch()
            holder.missed = 0
            votes.answered(draft, seat)
            give(draft, game, seat, option, "person")


def running(draft: Draft) -> None:
    """Raises Refused unless the game is being played."""
    if draft.table.phase == "paused":
        raise Refused(_("The game is paused."))
    if draft.table.phase != "running":
        raise Refused(_("This game is over."))


def open_question(game: Game, seat: int) -> Decision | None:
    """What the game waits to hear from this seat."""
    return next((decision for decision in engine.waiting(game) if decision.seat == seat), None)


def give(draft: Draft, game: Game, seat: int, option: Option, by: By) -> None:
    """Give an answer for a seat, and show what it leads to. Raises Refused if the rules do not allow it."""
    entry = LogEntry(at=draft.now, seat=seat, answer=text_of(option, game.seats), by=by)
    with speaking(draft.table.seats[seat].language):
        confirmation = face.answered(draft.table, engine.view(game, seat), option)
        if seat != engine.waiting(game)[0].seat:
            confirmation += "\n" + _("Noted; it counts when it is your turn to answer. Until then nobody knows.")
    try:
        facts = list(engine.answer(game, seat, option))
    except IllegalAnswer as error:
        raise Refused(str(error), alert=True) from None
    draft.log.append(entry)
    facts += automatic.go_on(draft, game)
    draft.table.game = engine.dump(game)
    if by == "person":
        tell.answered(draft, seat, confirmation)
    elif by == "deadline" and str(seat) in draft.table.notes["asked"]:
        with speaking(draft.table.seats[seat].language):
            tell.closed(draft, seat, _("⏰ Your time was up. {answer}").format(answer=confirmation))
    tell.happened(draft, game, facts, actor=seat if by == "person" else None)
    pause.halt_if_deserted(draft, game)


async def bot_moves(saloon: Saloon, due: Due) -> None:
    """The time has come at which a computer player moves."""
    seat = int(due.name.partition(":")[2])

    def step(draft: Draft) -> None:
        running(draft)
        game = engine.load(draft.table.game)
        if pace.in_charge(draft.table, seat) or open_question(game, seat) is None:
            raise Refused
        by: By = "bot" if draft.table.seats[seat].bot else "deadline"
        give(draft, game, seat, standin.answer_for(draft.table, engine.view(game, seat)), by)

    draft = await saloon.change(due.table_id, step, fired=due.fired)
    if draft is not None:
        await settle(saloon, draft)


def go_on(draft: Draft, game: Game) -> None:
    """Give the answers that need no tap, after something else than an answer has made them due."""
    facts = automatic.go_on(draft, game)
    draft.table.game = engine.dump(game)
    tell.happened(draft, game, facts, actor=None)


async def face_ends(saloon: Saloon, due: Due) -> None:
    """A player who had nothing to ponder has seemed to ponder for long enough."""
    seat = int(due.name.partition(":")[2])

    def step(draft: Draft) -> None:
        if draft.table.phase == "paused":
            draft.deadlines[due.name] = draft.now + _PAUSED
            return
        running(draft)
        automatic.uncover(draft, seat)
        go_on(draft, engine.load(draft.table.game))

    draft = await saloon.change(due.table_id, step, fired=due.fired)
    if draft is not None:
        await settle(saloon, draft)


async def settle(saloon: Saloon, draft: Draft) -> None:
    """After a commit that ended the game: make room for the next one. Harmless to forget, as it is all looked up."""
    table = draft.table
    if table.phase not in {"over", "cancelled"}:
        return
    await saloon.bindings.free_chat(table.chat_id, table.topic_id, table.id)
    for seat in table.seats:
        if seat.user_id is not None:
            await saloon.people.leave(seat.user_id, table.id)
