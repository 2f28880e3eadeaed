"""What is answered for a seat whose person does not: by the computer player, or carefully at a deadline."""

from engine import Option, View
from engine.players.cautious import cautious
from engine.players.orders import ordered
from engine.players.rules import choose
from storage.shapes import Table
from tgbot import orders


def plays_turns_out(table: Table) -> bool:
    """Whether a turn whose time is up is played out rather than ended."""
    return bool(table.settings.get("late", "end") == "play")


def answer_for(table: Table, view: View) -> Option:
    """The answer to the viewer's open question: at a deadline what their standing orders say, else a careful one."""
    assert view.viewer is not None
    overdue = table.notes.get("finish", {}).get("seat") == view.viewer
    if table.seats[view.viewer].bot or (overdue and plays_turns_out(table)):
        return choose(view)
    return ordered(view, orders.of(table.seats[view.viewer])) or cautious(view)
