"""Everything that a table shows, put together: texts in HTML with their keyboards."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Event, Option, View
from engine.events import Eliminated
from storage.shapes import Button, Table
from tgbot import callback, keyboards, lobbytext, plain, prompts
from tgbot.names import distinct, safe
from tgbot.names import mention as link
from tgbot.texts import _


@dataclass(frozen=True, slots=True)
class Shown:
    """A message: its text and the buttons under it."""

    text: str
    keyboard: Sequence[Sequence[Button]] = ()


def names(table: Table) -> list[str]:
    """Everybody at the table by seat, HTML-safe, all different; computer players are marked."""
    shown = distinct([holder.name for holder in table.seats])
    return [name if holder.user_id is not None else f"🤖 {name}" for name, holder in zip(shown, table.seats, strict=True)]


def lines(table: Table, view: View, facts: Sequence[Event]) -> list[str]:
    return [plain.line(f, names(table)) for f in facts]


def account(table: Table, fact: Event) -> list[str]:
    return [plain.line(fact, names(table))] if isinstance(fact, Eliminated) else []


def table(table: Table, view: View) -> Shown:
    rows = [[Button(text=_("My hand"), data=lobbytext.data(table.id, "hand"))]]
    return Shown(plain.table_text(view, names(table)), rows)


def hand(table: Table, view: View) -> Shown:
    return Shown(f"<b>{safe(table.chat_title)}</b>\n" + plain.hand_text(view, names(table)))


def hand_alert(table: Table, view: View) -> str:
    return plain.hand_text(view, names(table))[:200]


def question(table: Table, view: View, menu: keyboards.Menu | None = None) -> Shown:
    """What is asked of the viewer, with the buttons of a menu that was reached; those of the first step without."""
    assert view.decision is not None
    if menu is None:
        first = follow(table, view, ())
        assert isinstance(first, keyboards.Menu)
        menu = first
    text = prompts.prompt(view, names(table))
    lines = [f"<b>{safe(table.chat_title)}</b>", text, menu.text]
    return Shown("\n".join(line for line in lines if line), menu.rows)


def follow(table: Table, view: View, path: tuple[int, ...]) -> Option | keyboards.Menu | keyboards.Explanation:
    """Where the choices made so far lead. Raises IndexError for choices that were never offered."""
    assert view.decision is not None
    return keyboards.choose(view, names(table), callback.prefix(table.id, view.decision), path)


def joined(title: str) -> str:
    return _("You are in at {group}. Your hand comes here when the game starts.").format(group=safe(title))


def game_line(table: Table, seat: int, waits: bool) -> str:
    """One line of /games."""
    title = safe(table.chat_title)
    if table.phase == "lobby":
        return _("· {group}: gathering players").format(group=title)
    return (_("❗ {group}: waiting for you") if waits else _("· {group}: others are to move")).format(group=title)


def departed(table: Table, seat: int) -> str:
    return _("{player} has left the game; a computer player takes over.").format(player=names(table)[seat])


def called_off() -> str:
    return _("The game was called off. Nobody wins.")


def settled(table: Table) -> str:
    return _("Settled.")


def answered(table: Table, view: View, option: Option) -> str:
    return _("✔ {answer}").format(answer=option.verb)


def taken_over(table: Table) -> str:
    return _("A computer player plays for you now.")


def nobody_left() -> str:
    return _("Nobody is left.")


def lost(table: Table, seat: int) -> str:
    return _("I can't write to {player}.").format(player=mention(table, seat))


def come_back() -> str:
    return _("Let the bot write to me")


def mention(table: Table, seat: int) -> str:
    """A player so that the phone rings."""
    return link(table.seats[seat].user_id, table.seats[seat].name)


def end(table: Table, view: View) -> Shown:
    rows = [[Button(text=_("Rematch"), data=lobbytext.data(table.id, "again"))]]
    text = "\n".join(
        [f"Over: {view.side}"]
        + [f"{names(table)[s.seat]}: {s.role}" for s in view.seats]
        + ["Winners: " + ", ".join(names(table)[i] for i in view.winners or [])]
        + table.notes["account"]
    )
    return Shown(text, rows)
