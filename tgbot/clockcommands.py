"""What can be said about clocks and absences: in a group about its game, in private about all games of a person."""

from collections.abc import Awaitable, Callable

from tgbot import away, pause, play, reminders, votes
from tgbot.draft import Draft
from tgbot.intents import Command, Who
from tgbot.saloon import Saloon

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
    table_id = await saloon.table_here(said.where)
    step = GROUP[said.name]
    draft = await saloon.change(table_id, lambda draft: step(draft, said.who, said.args), update_id=said.update_id)
    if draft is not None:
        await play.settle(saloon, draft)


async def in_all_games(saloon: Saloon, said: Command) -> None:
    """``/away`` or ``/back`` in private. Raises Refused if it changes nothing."""
    step = GROUP[said.name]
    await saloon.change_each(
        said.who.id, lambda draft: step(draft, said.who, said.args), update_id=said.update_id, strict=True
    )


PRIVATE: dict[str, Callable[[Saloon, Command], Awaitable[None]]] = {"away": in_all_games, "back": in_all_games}
"""By the command's name."""
