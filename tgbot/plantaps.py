"""Making a plan by taps over one's own hand: in the slot ``plan`` of the private chat."""

import re
from dataclasses import dataclass

import engine
from engine import Game, Option, View
from engine.notation import text_of
from storage.shapes import Button
from tgbot import face, keyboards, pace, plans, play, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Command, Tap, Who
from tgbot.keyboards import Explanation, Menu
from tgbot.names import safe
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _

_DATA = re.compile(
    r"p\|(?P<table>[A-Za-z0-9]{1,10})\|"
    r"(?:(?P<verb>open|undo|clear|done)|(?P<mark>\d{1,2}\.[0-9a-f]{4})\|(?P<path>(?:-?\d{1,3}(?:\.-?\d{1,3}){0,6})?))"
)


@dataclass(frozen=True, slots=True)
class Planning:
    """A button's data, read: a verb, or the choices made so far for the next step of the plan named by ``mark``."""

    table_id: str
    verb: str
    mark: str
    path: tuple[int, ...]


def read(data: str) -> Planning | None:
    """The button's data; None if it belongs to something else."""
    match = _DATA.fullmatch(data)
    if match is None:
        return None
    path = tuple(map(int, match["path"].split("."))) if match["path"] else ()
    return Planning(match["table"], match["verb"] or "", match["mark"] or "", path)


async def tapped(saloon: Saloon, tap: Tap, planning: Planning, answer: Answer) -> None:
    """Such a button was pressed. Raises Refused."""

    async def reply(draft: Draft) -> None:
        await answer.give(draft.toast)

    await saloon.change(
        planning.table_id, lambda draft: press(draft, tap.who, planning), update_id=tap.update_id, before=reply
    )


async def command(saloon: Saloon, said: Command) -> None:
    """``/plan``: open the plan of each game in which somebody else is to move. Raises Refused if there is none."""
    await saloon.change_each(said.who.id, lambda draft: _open(draft, said.who), update_id=said.update_id, strict=True)


def press(draft: Draft, who: Who, planning: Planning) -> None:
    """Do what a button of the plan says. Raises Refused."""
    if planning.verb == "open":
        _open(draft, who)
        return
    seat, game = _planner(draft, who, clears=planning.verb in ("clear", "done"))
    match planning.verb:
        case "undo":
            _cut(draft, seat, len(plans.stored(draft.table, seat)["steps"]) - 1)
        case "clear":
            _cut(draft, seat, 0)
        case "done":
            draft.private(seat, "plan", "", mode="delete")
            return
        case _:
            _choose(draft, game, seat, planning)
            return
    _show(draft, game, seat)
    tell.show_hands(draft, game)


def _planner(draft: Draft, who: Who, *, clears: bool = False) -> tuple[int, Game]:
    seat, _holder = draft.holder(who.id)
    play.running(draft)
    if not pace.in_charge(draft.table, seat):
        raise Refused(_("A computer player plays for you."))
    game = engine.load(draft.table.game)
    if not game.seats[seat].alive:
        raise Refused(_("You are out of the game."))
    decision = play.open_question(game, seat)
    if decision is not None and decision.kind == "play" and not clears:
        raise Refused(_("It is your turn: just play."))
    return seat, game


def _open(draft: Draft, who: Who) -> None:
    seat, game = _planner(draft, who)
    _show(draft, game, seat, mode="new")


def _cut(draft: Draft, seat: int, length: int) -> None:
    plan = plans.stored(draft.table, seat)
    kept = {name: plan[name][: max(0, length)] for name in ("steps", "said")}
    plans.store(draft.table, seat, {**kept, "hand": plan["hand"]})


def _choose(draft: Draft, game: Game, seat: int, planning: Planning) -> None:
    view = engine.rehearse(game, seat, plans.stored(draft.table, seat)["steps"])
    if planning.mark != _mark(view):
        _show(draft, game, seat)
        draft.toast = _("Things have changed: look again.")
        return
    try:
        led = keyboards.choose(view, face.names(draft.table), _prefix(draft, view), planning.path)
    except IndexError:
        raise Refused(_("This button is of an older version of the bot.")) from None
    match led:
        case Explanation(reason):
            raise Refused(reason, alert=True)
        case Menu() as menu:
            _show(draft, game, seat, menu=menu)
        case option:
            _add(draft, game, view, option)
            _show(draft, game, seat)
            tell.show_hands(draft, game)


def _add(draft: Draft, game: Game, view: View, option: Option) -> None:
    seat = view.viewer
    assert seat is not None
    plan = plans.stored(draft.table, seat)
    plans.store(
        draft.table,
        seat,
        {
            "steps": [*plan["steps"], text_of(option, game.seats)],
            "said": [*plan["said"], face.deed(draft.table, view, option)],
            "hand": list(game.seats[seat].hand),
        },
    )


# Showing


def _mark(view: View) -> str:
    assert view.decision is not None
    return f"{view.decision.no}.{view.decision.digest()}"


def _prefix(draft: Draft, view: View) -> str:
    return plans.data(draft.table, f"{_mark(view)}|")


def _show(draft: Draft, game: Game, seat: int, *, menu: Menu | None = None, mode: str = "edit") -> None:
    plan = plans.stored(draft.table, seat)
    view = engine.rehearse(game, seat, plan["steps"])
    finished = len(plan["steps"]) >= plans.MOST or plan["steps"][-1:] == ["end turn"]
    if menu is None and not finished:
        first = keyboards.choose(view, face.names(draft.table), _prefix(draft, view))
        assert isinstance(first, Menu)
        menu = first
    lines = [f"<b>{safe(draft.table.chat_title)}</b>", *plans.lines(draft.table, view)]
    if menu is not None:
        lines.append(menu.text or _("What shall be done next, when you can play? Then you are asked as always."))
    rows = [*(menu.rows if menu else []), _foot(draft, bool(plan["steps"]))]
    draft.private(seat, "plan", "\n".join(lines), rows, mode=mode, retire="delete", silent=True, protect=True)


def _foot(draft: Draft, something: bool) -> list[Button]:
    verbs = {"undo": _("Take back"), "clear": _("Cancel the plan")} if something else {}
    verbs["done"] = _("Done")
    return [Button(text=text, data=plans.data(draft.table, verb)) for verb, text in verbs.items()]
