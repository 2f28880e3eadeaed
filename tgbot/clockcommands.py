"""What can be said about clocks and absences: in a group about its game, in private about all games of a person."""

from collections.abc import Awaitable, Callable

from storage.errors import Unreadable
from tgbot import away, pause, play, reminders, votes
from tgbot.draft import Draft, Refused
from tgbot.intents import Command, Who
from tgbot.saloon import Saloon
from tgbot.texts import _

Step = Callable[[Draft, Who, str], None]


def _away(draft: Draft, who: Who, args: str) -> None:
    away.leave_for(draft, who, away.span(args))


GROUP: dict[str, Step] = {
    "away": _away,
    "back": lambda draft, who, _args: away.return_of(draft, who),
    "nudge": lambda draft, who, _args: reminders.nudge(draft, who),
    "pause": lambda draft, who, _args: pause.ask(draft, who),
    "resume": lambda draft, who, _args: pause.resume(draft, who),
    "vote": lambda draft, who, _args: votes.offer(draft, who),
}
"""By the command's name."""


async def in_group(saloon: Saloon, said: Command) -> None:
    """A command about the game that is played here. Raises Refused."""
    table_id = await saloon.bindings.table_of_chat(said.where.chat_id, said.where.topic_id)
    if table_id is None:
        raise Refused(_("There is no game here. /newgame opens one."))
    step = GROUP[said.name]
    draft = await saloon.change(table_id, lambda draft: step(draft, said.who, said.args), update_id=said.update_id)
    if draft is not None:
        await play.settle(saloon, draft)


async def in_all_games(saloon: Saloon, said: Command) -> None:
    """``/away`` or ``/back`` in private. Raises Refused if it changes nothing."""
    step, changed, refused = GROUP[said.name], 0, Refused(_("You are in no game."))
    for table_id in sorted(await saloon.people.tables_of(said.who.id)):
        try:
            await saloon.change(table_id, lambda draft: step(draft, said.who, said.args), update_id=said.update_id)
            changed += 1
        except Refused as error:
            refused = error
        except Unreadable:
            continue
    if not changed:
        raise refused


PRIVATE: dict[str, Callable[[Saloon, Command], Awaitable[None]]] = {"away": in_all_games, "back": in_all_games}
"""By the command's name."""
