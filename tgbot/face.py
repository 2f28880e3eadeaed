"""Everything that a table shows, put together: texts in HTML with their keyboards, in the reader's language."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from engine import NOBODY, Event, Option, View
from storage.shapes import Button, Holder, Table
from tgbot import callback, keyboards, labels, lobbytext, narrator, plans, prompts, tabletext
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
    return [name if table.seats[seat].user_id is not None else f"🤖 {name}" for seat, name in enumerate(shown)]


def mention(table: Table, seat: int) -> str:
    """A player so that the phone rings."""
    return link(table.seats[seat].user_id, table.seats[seat].name)


# For the group


def lines(table: Table, facts: Sequence[Event]) -> list[str]:
    """What happened, told in sentences. The facts must be redacted for the reader."""
    mentions = [mention(table, seat) if table.seats[seat].user_id else name for seat, name in enumerate(names(table))]
    return narrator.lines(facts, names(table), mentions)


def table(table: Table, view: View) -> Shown:
    """The table as everybody sees it."""
    waiting = tabletext.waiting_line(view, names(table))
    rows = [[Button(text=_("My hand"), data=lobbytext.data(table.id, "hand"))]]
    return Shown(tabletext.table_text(view, _seated(table), waiting), rows)


def _seated(table: Table) -> list[str]:
    """Everybody by seat, with a mark where the computer plays for a person who is away or has left."""

    def mark(holder: Holder) -> str:
        return "" if holder.user_id is None or not holder.bot else "🏖 " if holder.away else "🤖 "

    return [mark(holder) + name for name, holder in zip(names(table), table.seats, strict=True)]


def end(table: Table, view: View) -> Shown:
    """All roles, the winners, a short account, and the way to another game."""
    rows = [[Button(text=_("Rematch"), data=lobbytext.data(table.id, "again"))]]
    return Shown(tabletext.end_text(view, names(table), table.notes.get("tally", {})), rows)


def departed(table: Table, seat: int) -> str:
    """Somebody has left for good."""
    return _("🚪 {player} has left the game; a computer player takes over.").format(player=names(table)[seat])


def left(table: Table) -> str:
    """What is left of the hand message of whoever has left for good."""
    return _("You have left the game at <b>{group}</b>.").format(group=safe(table.chat_title))


def called_off() -> str:
    """Somebody in charge has ended the game."""
    return _("The game was called off. Nobody wins.")


def nobody_left() -> str:
    """All people have left."""
    return _("Everybody has left. The game is over.")


def lost(table: Table, seat: int) -> str:
    """Somebody has blocked the bot, or never started it."""
    text = _("📵 {player}, I can't write to you. Let me, and the game goes on where you are.")
    return text.format(player=mention(table, seat))


def come_back() -> str:
    """The button under it."""
    return _("Let the bot write to me")


# In private


def hand(table: Table, view: View) -> Shown:
    """All that a player has and is, and what they plan."""
    text = tabletext.hand_text(view, names(table), safe(table.chat_title))
    return Shown("\n".join([text, *plans.lines(table, view)]), plans.rows(table, view))


def hand_alert(view: View) -> str:
    """The same in short, as plain text for an alert."""
    return tabletext.hand_alert(view)


def question(table: Table, view: View, menu: keyboards.Menu | None = None) -> Shown:
    """What is asked of the viewer, with the buttons of a menu that was reached; those of the first step without."""
    if menu is None:
        first = follow(table, view, ())
        assert isinstance(first, keyboards.Menu)
        menu = first
    parts = [f"<b>{safe(table.chat_title)}</b>", prompts.prompt(view, names(table)), menu.text]
    return Shown("\n".join(part for part in parts if part), menu.rows)


def follow(table: Table, view: View, path: tuple[int, ...]) -> Option | keyboards.Menu | keyboards.Explanation:
    """Where the choices made so far lead. Raises IndexError for choices that were never offered."""
    assert view.decision is not None
    return keyboards.choose(view, names(table), callback.prefix(table.id, view.decision), path)


def answered(table: Table, view: View, option: Option) -> str:
    """What is left of a question once it is answered. ``view`` is the one before the answer."""
    return _("✔ {answer}").format(answer=deed(table, view, option))


def deed(table: Table, view: View, option: Option) -> str:
    """An answer in a few words."""
    what = html.escape(labels.action(view, option), quote=False)
    if option.target == NOBODY:
        return what
    return _("{action} → {player}").format(action=what, player=names(table)[option.target])


def settled(_table: Table) -> str:
    """What is left of a question that needs no answer any more."""
    return _("This is settled.")


def taken_over(_table: Table) -> str:
    """What is left of a question when somebody has left the game."""
    return _("A computer player plays for you now.")


def joined(title: str) -> str:
    """Somebody has joined by the link."""
    return _("You are in at <b>{group}</b>. Your hand comes here when the game starts.").format(group=safe(title))


def game_line(table: Table, waits: bool) -> str:
    """One line of /games."""
    title = safe(table.chat_title)
    if table.phase == "lobby":
        return _("· {group}: gathering players").format(group=title)
    return (_("❗ {group}: waiting for you") if waits else _("· {group}: others are to move")).format(group=title)
