"""Opening a lobby and getting people into it: what needs more than one table's commit."""

from collections.abc import Awaitable, Callable, Sequence

from storage.shapes import Holder, Person, Table
from tgbot import lobby, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.saloon import Saloon
from tgbot.texts import _

Change = Callable[[Callable[[Draft], None]], Awaitable[Draft | None]]


async def open_lobby(
    saloon: Saloon,
    chat_id: int,
    topic_id: int | None,
    title: str,
    who: Who,
    seats: Sequence[Holder] = (),
    like: Table | None = None,
) -> None:
    """Open a lobby, or show again what is open there already. ``like`` is a table whose settings are taken over."""
    now = saloon.clock.now()
    table = Table(id=saloon.new_id(), chat_id=chat_id, topic_id=topic_id, chat_title=title, creator=who.id)
    table.seats, table.created_at, table.touched_at = list(seats), now, now
    table.settings = like.settings if like is not None else {}
    if not seats and (await saloon.people.load(who.id)).started:
        table.seats = [Holder(user_id=who.id, name=who.name, language=who.language)]
    await _expect(saloon, table)
    await saloon.tables.create(table)
    bound = await saloon.bindings.claim_chat(chat_id, topic_id, table.id)
    if bound != table.id:
        await saloon.tables.forget(table.id)
        for seat in table.seats:
            if seat.user_id is not None:
                await saloon.people.leave(seat.user_id, table.id)
        await _again(saloon, bound, table)
        return
    await saloon.change(table.id, lambda draft: lobby.show(draft, mode="new"))


async def _again(saloon: Saloon, bound: str, wanted: Table) -> None:
    """A table is open here. A stale lobby gives way; everything else is shown at the bottom of the chat."""
    draft = await saloon.look(bound)
    if lobby.is_stale(draft):
        await saloon.change(bound, lobby.expire)
        await saloon.bindings.free_chat(wanted.chat_id, wanted.topic_id, bound)
        who = Who(wanted.creator, next((s.name for s in wanted.seats if s.user_id == wanted.creator), ""))
        await open_lobby(saloon, wanted.chat_id, wanted.topic_id, wanted.chat_title, who, wanted.seats, like=wanted)
        return
    await saloon.change(bound, show_again)


def show_again(draft: Draft) -> None:
    """The lobby or the table anew, at the bottom of the chat."""
    if draft.table.phase == "lobby":
        lobby.show(draft, mode="new")
    else:
        tell.show_table(draft)


async def join(saloon: Saloon, table_id: str, who: Who, change: Change) -> None:
    """Take a seat in a lobby. The bot may write to this person. Raises Refused."""
    draft = await saloon.look(table_id)
    if await saloon.is_outside(draft.table.chat_id, who.id):
        raise Refused(_("Join the group first: the game is played there."))
    await saloon.people.join(who.id, table_id)
    person = await saloon.people.load(who.id)

    def step(draft: Draft) -> None:
        lobby.join(draft, who)
        _as_always(draft.holder(who.id)[1], person)

    await change(step)


async def _expect(saloon: Saloon, table: Table) -> None:
    """Note where people sit before the table is stored: should the process die in between, a note too many does no
    harm, but whoever lacks one does not find their game."""
    for seat in table.seats:
        if seat.user_id is not None:
            await saloon.people.join(seat.user_id, table.id)
            _as_always(seat, await saloon.people.load(seat.user_id))


def _as_always(seat: Holder, person: Person) -> None:
    """Copy to the seat what its person wants in all their games."""
    seat.time_zone, seat.quiet, seat.orders = person.time_zone, person.quiet, dict(person.orders)
