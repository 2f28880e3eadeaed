"""The buttons around a game: those of the lobby, My hand under the table, Rematch at the end."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import engine
from storage.shapes import Holder
from tgbot import face, lobby, lobbytext, opening, play, seats
from tgbot.draft import Draft, Refused
from tgbot.intents import Tap, Who
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _


@dataclass(frozen=True, slots=True)
class Around:
    """A button's data, read: the table, what to do, and its argument."""

    table_id: str
    verb: str
    arg: str = ""


def read(data: str) -> Around | None:
    """The inverse of ``lobbytext.data``; None if it is something else."""
    letter, *parts = data.split("|")
    return Around(*parts) if letter == lobbytext.LOBBY and 2 <= len(parts) <= 3 else None


@dataclass(frozen=True, slots=True)
class Press:
    """One press of such a button, with all that its handler needs."""

    saloon: Saloon
    who: Who
    around: Around
    answer: Answer
    update_id: int

    async def change(self, step: Callable[[Draft], None]) -> Draft | None:
        """Change the table, telling the presser before the commit."""

        async def reply(draft: Draft) -> None:
            await self.answer.give(draft.toast)

        return await self.saloon.change(self.around.table_id, step, update_id=self.update_id, before=reply)


async def tapped(saloon: Saloon, tap: Tap, around: Around, answer: Answer) -> None:
    """A button around a game was pressed. Raises Refused."""
    handler = HANDLERS.get(around.verb)
    if handler is None:
        raise Refused(_("This button is of an older version of the bot."))
    await handler(Press(saloon, tap.who, around, answer, tap.update_id))


# For everybody


async def _join(press: Press) -> None:
    person = await press.saloon.people.load(press.who.id)
    if not person.started:
        raise Refused(url=f"https://t.me/{press.saloon.bot.username}?start=join_{press.around.table_id}")
    await opening.join(press.saloon, press.around.table_id, press.who, press.change)


async def _leave(press: Press) -> None:
    if await press.change(lambda draft: lobby.leave(draft, press.who)) is not None:
        await press.saloon.people.leave(press.who.id, press.around.table_id)


async def _depart(press: Press) -> None:
    """Leave a running game, after the question whether one is sure."""
    await _only_who_was_asked(press)
    draft = await press.change(lambda draft: seats.depart(draft, press.who))
    if draft is not None:
        await press.saloon.people.leave(press.who.id, press.around.table_id)
        await play.settle(press.saloon, draft)


async def _stay(press: Press) -> None:
    await _only_who_was_asked(press)
    await press.change(lambda draft: seats.stay(draft, press.who))


async def _only_who_was_asked(press: Press) -> None:
    seat, _holder = (await press.saloon.look(press.around.table_id)).holder(press.who.id)
    if str(seat) != press.around.arg:
        raise Refused(_("Somebody else was asked this."))


async def _hand(press: Press) -> None:
    """The presser's own hand as an alert: nobody else sees it."""
    draft = await press.saloon.look(press.around.table_id)
    seat, _holder = draft.holder(press.who.id)
    if draft.table.game is None:
        raise Refused(_("No cards have been dealt yet."))
    view = engine.view(engine.load(draft.table.game), seat)
    await press.answer.give(face.hand_alert(view), alert=True)


async def _again(press: Press) -> None:
    """A new lobby with the same people; whoever played may open it."""
    draft = await press.saloon.look(press.around.table_id)
    draft.holder(press.who.id)
    seats = [
        Holder(user_id=h.user_id, name=h.name, language=h.language, bot=h.user_id is None)
        for h in draft.table.seats
        if _plays_on(h)
    ]
    await press.answer.give()
    where = draft.table
    await opening.open_lobby(press.saloon, where.chat_id, where.topic_id, where.chat_title, press.who, seats, where)


def _plays_on(holder: Holder) -> bool:
    """Somebody who is still there, or a computer player from the start."""
    return holder.user_id is None or (holder.reachable and not holder.bot)


# For the creator and the group's administrators


def _for_host(step: Callable[[Press], Awaitable[None]]) -> Callable[[Press], Awaitable[None]]:
    """Check the right at every press: who was an administrator yesterday may be none today."""

    async def checked(press: Press) -> None:
        table = (await press.saloon.look(press.around.table_id)).table
        if press.who.id != table.creator and not await press.saloon.is_admin(table.chat_id, press.who.id):
            raise Refused(_("Only whoever opened the table and the group's administrators can do that."))
        await step(press)

    return checked


async def _bot(press: Press) -> None:
    await press.change(lobby.add_bot)


async def _settings(press: Press) -> None:
    await press.change(lambda draft: lobby.menu(draft, "settings"))


async def _sets(press: Press) -> None:
    await press.change(lambda draft: lobby.menu(draft, "sets"))


async def _box(press: Press) -> None:
    await press.change(lobby.take_the_bullet)


async def _back(press: Press) -> None:
    await press.change(lambda draft: lobby.menu(draft, ""))


async def _set(press: Press) -> None:
    await press.change(lambda draft: lobby.turn_setting(draft, press.around.arg))


async def _start(press: Press) -> None:
    await press.change(lobby.start(press.saloon.new_seed()))


async def _cancel(press: Press) -> None:
    draft = await press.change(lobby.cancel)
    if draft is not None:
        await play.settle(press.saloon, draft)


async def _end(press: Press) -> None:
    """Call a running game off, after the question whether one is sure."""
    draft = await press.change(seats.call_off)
    if draft is not None:
        await play.settle(press.saloon, draft)


async def _keep(press: Press) -> None:
    await press.change(seats.keep_on)


HANDLERS: dict[str, Callable[[Press], Awaitable[None]]] = {
    "join": _join,
    "leave": _leave,
    "depart": _depart,
    "stay": _stay,
    "hand": _hand,
    "again": _again,
    "bot": _for_host(_bot),
    "settings": _for_host(_settings),
    "sets": _for_host(_sets),
    "box": _for_host(_box),
    "back": _for_host(_back),
    "set": _for_host(_set),
    "start": _for_host(_start),
    "cancel": _for_host(_cancel),
    "end": _for_host(_end),
    "keep": _for_host(_keep),
}
"""By the verb in the button's data."""
