"""From an intent to the function that does it. An error here concerns one update and never stops another."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from redis.exceptions import RedisError

from engine import BadSave
from storage.errors import Unreadable
from tgbot import callback, clocktaps, group, lobbytaps, ordermenu, plantaps, play, private, quietmenu, ranking
from tgbot.draft import Refused
from tgbot.intents import BotMoved, Command, Intent, Left, Migrated, Reach, Renamed, Said, Tap, TopicOpen
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _, language

log = structlog.get_logger(__name__)

_PATIENCE = (0.2, 1.0, 3.0)
"""Seconds to wait for a store that does not answer."""


async def handle(saloon: Saloon, intent: Intent, answer: Answer | None) -> bool:
    """Do what is wanted; return whether the update is dealt with. False leaves it to be handled later.

    ``answer`` is given to a tap, in any case.
    """
    if isinstance(intent, Tap | Command | Said):
        language.set(intent.who.language)
    for pause in (*_PATIENCE, None):
        try:
            await _dispatch(saloon, intent, answer)
        except RedisError as error:
            log.warning("store out of reach", error=type(error).__name__)
            if pause is None:
                return False
            await asyncio.sleep(pause)
        except (Unreadable, BadSave):
            log.exception("table cannot be read", table=_table_of(intent))
            await _sorry(saloon, intent, answer)
            break
        except Exception:
            log.exception("update failed", kind=type(intent).__name__, table=_table_of(intent))
            break
        else:
            break
    if answer is not None:
        await answer.give()
    return True


async def _sorry(saloon: Saloon, intent: Intent, answer: Answer | None) -> None:
    """Tell whoever asked that this release does not know what to do with their game, which is kept."""
    text = _("This version of the bot cannot read that game. It is kept for one that can; tell whoever runs the bot.")
    if answer is not None:
        await answer.give(text, alert=True)
    elif isinstance(intent, Command):
        await saloon.say(intent.where, text)


async def _dispatch(saloon: Saloon, intent: Intent, answer: Answer | None) -> None:
    if isinstance(intent, Tap):
        assert answer is not None
        await _tap(saloon, intent, answer)
    elif isinstance(intent, Command):
        await (private if intent.where.is_private else group).command(saloon, intent)
    else:
        await HAPPENED[type(intent)](saloon, intent)


HAPPENED: dict[type[Intent], Callable[[Saloon, Any], Awaitable[None]]] = {
    Said: private.said,
    Reach: private.reach,
    Left: group.left,
    Migrated: group.migrates,
    Renamed: group.renamed,
    BotMoved: group.bot_moved,
    TopicOpen: group.topic_open,
}
"""What is neither a command nor a tap."""


async def _tap(saloon: Saloon, tap: Tap, answer: Answer) -> None:
    try:
        if (question := callback.read(tap.data)) is not None:
            await play.tapped(saloon, tap, question, answer)
        elif (around := lobbytaps.read(tap.data)) is not None:
            await lobbytaps.tapped(saloon, tap, around, answer)
        elif (around := clocktaps.read(tap.data)) is not None:
            await clocktaps.tapped(saloon, tap, around, answer)
        elif quietmenu.is_ours(tap.data):
            await quietmenu.tapped(saloon, tap, answer)
        elif (planning := plantaps.read(tap.data)) is not None:
            await plantaps.tapped(saloon, tap, planning, answer)
        elif (order := ordermenu.read(tap.data)) is not None:
            await ordermenu.tapped(saloon, tap, order, answer)
        elif (wish := ranking.read(tap.data)) is not None:
            await play.wished(saloon, tap, wish, answer)
        else:
            raise Refused(_("This button is of an older version of the bot."))
    except Refused as refused:
        await answer.refuse(refused)


def _table_of(intent: Intent) -> str:
    """The table a tap is about, for the log."""
    parts = intent.data.split("|") if isinstance(intent, Tap) else []
    return parts[1] if len(parts) > 1 else ""
