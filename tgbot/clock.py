"""Acts on deadlines that have come, each once, whichever worker is first. What they do is in ``ACTIONS``."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from redis.exceptions import RedisError

from storage.deadlines import Deadlines, Due
from tgbot import automatic, away, lobby, overdue, pace, pause, play, reminders, votes
from tgbot.draft import Refused
from tgbot.outage import SHOWN_FROM, Contact, show_clocks
from tgbot.saloon import Saloon

log = structlog.get_logger(__name__)

TICK = 1.0
"""Seconds between two looks at most; also how often this worker says that it runs."""
SHORTEST = 0.05
LATER = 60.0
"""Seconds after which a deadline that could not be acted on is looked at again."""

Action = Callable[[Saloon, Due], Awaitable[None]]


async def _close_lobby(saloon: Saloon, due: Due) -> None:
    draft = await saloon.change(due.table_id, lobby.expire, fired=due.fired)
    if draft is not None:
        await saloon.bindings.free_chat(draft.table.chat_id, draft.table.topic_id, draft.table.id)


async def _pause(saloon: Saloon, due: Due) -> None:
    await saloon.change(due.table_id, pause.begin, fired=due.fired)


async def _draw(saloon: Saloon, due: Due) -> None:
    draft = await saloon.change(due.table_id, pause.end_as_draw, fired=due.fired)
    if draft is not None:
        await play.settle(saloon, draft)


async def _nothing(_saloon: Saloon, _due: Due) -> None:
    raise Refused


ACTIONS: dict[str, Action] = {
    lobby.DEADLINE: _close_lobby,
    play.BOT_MOVE: play.bot_moves,
    automatic.FACE: play.face_ends,
    pace.TURN: overdue.time_is_up,
    pace.HALF: reminders.remind,
    pace.LATE: reminders.remind,
    pace.WAKE: reminders.remind,
    pace.SHAM: _nothing,
    pause.ASKED: _pause,
    pause.DRAW: _draw,
    away.BACK: away.time_over,
    votes.OPEN: votes.expired,
}
"""By the deadline's name up to the first colon."""


async def run(saloon: Saloon, deadlines: Deadlines) -> None:
    """Watch the deadlines until cancelled."""
    contact = Contact(saloon.bot, saloon.clock)
    async with asyncio.TaskGroup() as beside:
        while True:
            try:
                pause = TICK
                if await contact.is_up():
                    pause = await tick(saloon, deadlines, lambda: beside.create_task(_show_clocks(saloon)))
            except RedisError as error:
                log.warning("store out of reach", error=type(error).__name__)
            await saloon.clock.sleep(pause)


async def _show_clocks(saloon: Saloon) -> None:
    try:
        await show_clocks(saloon)
    except RedisError as error:
        log.warning("store out of reach", error=type(error).__name__)


async def tick(saloon: Saloon, deadlines: Deadlines, on_outage: Callable[[], object] = lambda: None) -> float:
    """Act on all that has come; return the seconds after which to look again. ``on_outage`` is called when so much
    time was credited that what is shown does not hold any more."""
    if await deadlines.beat() >= SHOWN_FROM:
        on_outage()
    following = await deadlines.next()
    if following is None:
        return TICK
    if following <= saloon.clock.now():
        for due in await deadlines.due(saloon.clock.now()):
            await act(saloon, deadlines, due)
    return min(TICK, max(SHORTEST, following - saloon.clock.now()))


async def act(saloon: Saloon, deadlines: Deadlines, due: Due) -> None:
    """Act on one deadline; an error concerns its table alone and is tried again later."""
    action = ACTIONS.get(due.name.partition(":")[0])
    try:
        if action is None:
            log.error("deadline of an unknown kind", table=due.table_id, name=due.name)
            await deadlines.postpone(due, saloon.clock.now() + LATER)
            return
        await action(saloon, due)
    except Refused:  # the table is gone, or there is nothing to do any more
        await deadlines.drop(due)
    except RedisError:
        raise
    except Exception:
        log.exception("deadline failed", table=due.table_id, name=due.name)
        await deadlines.postpone(due, saloon.clock.now() + LATER)
