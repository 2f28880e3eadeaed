"""What is said and what happens in a group. A step that has nothing to do raises Refused without words."""

from collections.abc import Awaitable, Callable

import engine
from storage.shapes import Button
from tgbot import clockcommands, help_, lobby, lobbytext, opening, play, rulebook, seats, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import BotMoved, Command, Left, Migrated, Renamed, TopicOpen
from tgbot.saloon import Saloon
from tgbot.texts import _


async def command(saloon: Saloon, said: Command) -> None:
    """A command in a group; one that is not ours is none of our business."""
    handler = COMMANDS.get(said.name)
    if handler is None:
        return
    try:
        await handler(saloon, said)
    except Refused as refused:
        await saloon.say(said.where, refused.text)


async def _newgame(saloon: Saloon, said: Command) -> None:
    where = said.where
    await opening.open_lobby(saloon, where.chat_id, where.topic_id, where.title, said.who)


async def _table(saloon: Saloon, said: Command) -> None:
    await saloon.change(await saloon.table_here(said.where), opening.show_again, update_id=said.update_id)


async def _hand(saloon: Saloon, said: Command) -> None:
    """The hand goes out in private; in the group nothing is said about it."""

    def step(draft: Draft) -> None:
        seat, holder = draft.holder(said.who.id)
        play.running(draft)
        if not holder.reachable:
            raise Refused(_("I can't write to you: open a chat with me and press Start."))
        tell.show_again(draft, engine.load(draft.table.game), seat)

    await saloon.change(await saloon.table_here(said.where), step, update_id=said.update_id)


async def _rules(saloon: Saloon, said: Command) -> None:
    await saloon.say(said.where, rulebook.rules_text(said.args))


async def _help(saloon: Saloon, said: Command) -> None:
    await saloon.say(said.where, help_.group())


async def _leave(saloon: Saloon, said: Command) -> None:
    """Leave the lobby at once; ask before a seat in a running game is given up for good."""
    table_id = await saloon.table_here(said.where)

    def step(draft: Draft) -> None:
        if draft.table.phase == "lobby":
            lobby.leave(draft, said.who)
        else:
            seats.ask_whether_to_leave(draft, said.who)

    draft = await saloon.change(table_id, step, update_id=said.update_id)
    if draft is not None and draft.table.phase == "lobby":
        await saloon.people.leave(said.who.id, table_id)


async def after_departure(saloon: Saloon, user_id: int, draft: Draft | None) -> None:
    """Note that somebody sits at a table no more."""
    if draft is not None:
        await saloon.people.leave(user_id, draft.table.id)
        await play.settle(saloon, draft)


async def _cancel(saloon: Saloon, said: Command) -> None:
    """Close the lobby at once; ask before a running game is called off. For the creator and administrators."""
    table_id = await saloon.table_here(said.where)
    found = await saloon.look(table_id)
    table, stale = found.table, lobby.is_stale(found)
    if not stale and said.who.id != table.creator and not await saloon.is_admin(table.chat_id, said.who.id):
        raise Refused(_("Only whoever opened the table and the group's administrators can do that."))

    def step(draft: Draft) -> None:
        if draft.table.phase == "lobby":
            lobby.cancel(draft)
            return
        play.running(draft)
        draft.group(
            "sure",
            _("Call the game off? Nobody wins then."),
            [
                [
                    Button(text=_("Call it off"), data=lobbytext.data(table_id, "end")),
                    Button(text=_("Play on"), data=lobbytext.data(table_id, "keep")),
                ]
            ],
            mode="new",
            retire="delete",
        )

    draft = await saloon.change(table_id, step, update_id=said.update_id)
    if draft is not None:
        await play.settle(saloon, draft)


async def _quiet(_saloon: Saloon, _said: Command) -> None:
    raise Refused(_("Quiet hours are your own: say /quiet to me in private."))


async def _in_private(_saloon: Saloon, said: Command) -> None:
    raise Refused(_("That is nobody else's business: say /{command} to me in private.").format(command=said.name))


COMMANDS: dict[str, Callable[[Saloon, Command], Awaitable[None]]] = {
    "newgame": _newgame,
    "table": _table,
    "hand": _hand,
    "rules": _rules,
    "leave": _leave,
    "cancel": _cancel,
    "help": _help,
    "start": _help,
    "quiet": _quiet,
    "orders": _in_private,
    "plan": _in_private,
    **dict.fromkeys(clockcommands.GROUP, clockcommands.in_group),
}
"""By name."""


# What happens to a group


async def left(saloon: Saloon, gone: Left) -> None:
    """Whoever leaves the group leaves its games."""
    cause = f"{gone.update_id}-left"
    for draft in await saloon.change_each(gone.who.id, lambda draft: _leaves(draft, gone), update_id=cause):
        await after_departure(saloon, gone.who.id, draft)


def _leaves(draft: Draft, gone: Left) -> None:
    if draft.table.chat_id != gone.where.chat_id:
        raise Refused
    seats.depart(draft, gone.who)


async def migrates(saloon: Saloon, intent: Migrated) -> None:
    """The same as Telegram tells it: a service message in the old group, and one in the new."""
    await saloon.bindings.move_chat(intent.old, intent.new)
    await migrated(saloon, intent.new)


async def migrated(saloon: Saloon, new: int) -> None:
    """A group has become a supergroup, in which its messages are out of reach: show the table there anew."""

    def step(draft: Draft) -> None:
        if draft.table.chat_id == new:
            raise Refused
        draft.table.chat_id = new
        seats.moved(draft)

    for table_id in await saloon.bindings.tables_of_chat(new):
        await _quietly(saloon, table_id, step)


async def renamed(saloon: Saloon, intent: Renamed) -> None:
    """Prompts name the group by its newest title."""

    def step(draft: Draft) -> None:
        draft.table.chat_title = intent.where.title

    for table_id in await saloon.bindings.tables_of_chat(intent.where.chat_id):
        await _quietly(saloon, table_id, step)


async def bot_moved(saloon: Saloon, intent: BotMoved) -> None:
    """The bot was removed from the group, or is back."""
    for table_id in await saloon.bindings.tables_of_chat(intent.where.chat_id):
        await _quietly(saloon, table_id, seats.group_found if intent.inside else seats.group_lost)


async def topic_open(saloon: Saloon, intent: TopicOpen) -> None:
    """While the game's topic is closed nothing is sent there; when it opens again the table is shown."""
    table_id = await saloon.bindings.table_of_chat(intent.where.chat_id, intent.where.topic_id)
    if table_id is not None:
        await _quietly(saloon, table_id, seats.group_found if intent.is_open else seats.group_lost)


async def _quietly(saloon: Saloon, table_id: str, step: Callable[[Draft], None]) -> None:
    try:
        await saloon.change(table_id, step)
    except Refused:  # it is so already, or the table is gone
        return
