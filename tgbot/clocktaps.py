"""The buttons around clocks and absences: I'm back, more time, votes, a pause. The presser's seat is looked up."""

from collections.abc import Callable

from tgbot import away, lobbytaps, pace, pause, play, votes
from tgbot.draft import Draft, Refused
from tgbot.intents import Tap, Who
from tgbot.lobbytaps import Around
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _

Handler = Callable[[Draft, Who, str], None]
"""Does what a button says for whoever pressed it; raises Refused."""


def read(data: str) -> Around | None:
    """The inverse of ``pace.button``; None if it is something else."""
    letter, *parts = data.split("|")
    return Around(*parts) if letter == pace.CLOCK and 2 <= len(parts) <= 3 else None


async def tapped(saloon: Saloon, tap: Tap, around: Around, answer: Answer) -> None:
    """Such a button was pressed. Raises Refused."""
    handler = HANDLERS.get(around.verb)
    if handler is None:
        raise Refused(_("This button is of an older version of the bot."))
    press = lobbytaps.Press(saloon, tap.who, around, answer, tap.update_id)
    draft = await press.change(lambda draft: handler(draft, tap.who, around.arg))
    if draft is not None:
        await play.settle(saloon, draft)


def _grant(draft: Draft, who: Who, arg: str) -> None:
    pause.grant(draft, who, _seat(draft, arg))


def _vote(draft: Draft, who: Who, arg: str) -> None:
    votes.vote(draft, who, arg if arg == votes.END else str(_seat(draft, arg)))


def _seat(draft: Draft, arg: str) -> int:
    if not arg.isdecimal() or int(arg) >= len(draft.table.seats):
        raise Refused(_("This button is of an older version of the bot."))
    return int(arg)


HANDLERS: dict[str, Handler] = {
    "back": lambda draft, who, _arg: away.return_of(draft, who),
    "grant": _grant,
    "vote": _vote,
    "agree": lambda draft, who, _arg: pause.agree(draft, who),
    "object": lambda draft, who, _arg: pause.object_to(draft, who),
    "resume": lambda draft, who, _arg: pause.resume(draft, who),
    "finish": lambda draft, who, _arg: pause.play_out(draft, who),
    "draw": lambda draft, who, _arg: pause.end_as_draw(draft, who),
}
"""By the verb in the button's data."""
