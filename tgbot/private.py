"""What is said and what happens in a person's own chat with the bot."""

from collections.abc import Awaitable, Callable

import engine
from storage.shapes import Person
from tgbot import clockcommands, face, help_, opening, ordermenu, plantaps, quietmenu, rulebook, seats, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Command, Reach, Said, Who
from tgbot.saloon import Saloon
from tgbot.texts import _


async def command(saloon: Saloon, said: Command) -> None:
    """A command in private. Whoever writes to the bot can be written to."""
    await met(saloon, said.who)
    handler = COMMANDS.get(said.name, _help)
    try:
        await handler(saloon, said)
    except Refused as refused:
        await saloon.say(said.where, refused.text)


async def said(saloon: Saloon, said: Said) -> None:
    """Text that is no command: say what can be done."""
    await met(saloon, said.who)
    await saloon.say(said.where, help_.private())


async def met(saloon: Saloon, who: Who) -> None:
    """Note that the bot may write to this person; games that had lost sight of them show them where they stand."""
    lost = not (await saloon.people.load(who.id)).started

    def note(person: Person) -> None:
        person.started, person.name, person.language = True, who.name, who.language
        person.seen_at = saloon.clock.now()

    await saloon.people.change(who.id, note)
    if lost:
        await found_again(saloon, who.id)


async def found_again(saloon: Saloon, user_id: int) -> None:
    """Somebody can be written to again: show hand and question in each of their games."""

    def step(draft: Draft) -> None:
        seat, holder = draft.holder(user_id)
        if holder.reachable:
            raise Refused
        holder.reachable = True
        if draft.table.phase == "running":
            tell.show_again(draft, engine.load(draft.table.game), seat)

    await saloon.change_each(user_id, step)


async def reach(saloon: Saloon, intent: Reach) -> None:
    """The bot was blocked or unblocked. A blocked bot finds out in each game when it next writes."""
    if intent.reachable:
        await met(saloon, intent.who)
        return

    def note(person: Person) -> None:
        person.started = False

    await saloon.people.change(intent.who.id, note)
    await saloon.change_each(intent.who.id, lambda draft: _lost(draft, intent.who.id, saloon.bot.username))


def _lost(draft: Draft, user_id: int, bot_name: str) -> None:
    seat, _holder = draft.holder(user_id)
    seats.person_lost(draft, seat, bot_name)


# Commands


async def _start(saloon: Saloon, said: Command) -> None:
    """``/start``, with what a deep link adds: ``join_TABLE`` takes a seat."""
    what, _sep, table_id = said.args.partition("_")
    if what != "join" or not table_id:
        await saloon.say(said.where, help_.private())
        return

    def change(step: Callable[[Draft], None]) -> Awaitable[Draft | None]:
        return saloon.change(table_id, step, update_id=said.update_id)

    await opening.join(saloon, table_id, said.who, change)
    title = (await saloon.look(table_id)).table.chat_title
    await saloon.say(said.where, face.joined(title))


async def _games(saloon: Saloon, said: Command) -> None:
    """All games of this person, and what waits for them."""
    who = said.who.id
    lines = [face.game_line(draft.table, _is_awaited(draft, who)) for draft in await saloon.games_of(who)]
    await saloon.say(said.where, "\n".join(lines) or _("You are in no game. Add me to a group and say /newgame there."))


def _is_awaited(draft: Draft, user_id: int) -> bool:
    """Whether the game waits for this person."""
    seat, holder = draft.holder(user_id)
    if draft.table.phase != "running" or holder.bot:
        return False
    return any(decision.seat == seat for decision in engine.waiting(engine.load(draft.table.game)))


async def _hand(saloon: Saloon, said: Command) -> None:
    """Hand and open question of each game, at the bottom of the chat."""

    def step(draft: Draft) -> None:
        seat, holder = draft.holder(said.who.id)
        if draft.table.phase != "running" or holder.bot:
            raise Refused
        holder.reachable = True
        tell.show_again(draft, engine.load(draft.table.game), seat)

    shown = 0
    for draft in await saloon.games_of(said.who.id):
        try:
            await saloon.change(draft.table.id, step, update_id=said.update_id)
            shown += 1
        except Refused:
            continue
    if not shown:
        raise Refused(_("No cards have been dealt to you."))


async def _rules(saloon: Saloon, said: Command) -> None:
    await saloon.say(said.where, rulebook.rules_text(said.args))


async def _help(saloon: Saloon, said: Command) -> None:
    await saloon.say(said.where, help_.private())


COMMANDS: dict[str, Callable[[Saloon, Command], Awaitable[None]]] = {
    "start": _start,
    "games": _games,
    "hand": _hand,
    "rules": _rules,
    "help": _help,
    "orders": ordermenu.command,
    "plan": plantaps.command,
    "quiet": quietmenu.command,
    **clockcommands.PRIVATE,
}
"""By name; anything else gets the help."""
