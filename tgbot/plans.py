"""Plans for the next turn: what somebody wants done once they may play, prepared while others are to move.

``notes["plans"]`` holds for each seat with a plan its ``steps`` in the notation, the same ``said`` in words, and the
``hand`` it was made with: no plan ends a turn over cards that its owner has not seen.
"""

from typing import Any

from engine import Option, View
from engine.players.orders import Plan, planned
from storage.shapes import Button, Table
from tgbot.texts import _

LETTER = "p"
MOST = 12
"""Steps in one plan."""


def stored(table: Table, seat: int) -> dict[str, Any]:
    """A seat's plan as it is kept; an empty one if there is none."""
    plan: dict[str, Any] = table.notes.get("plans", {}).get(str(seat), {"steps": [], "said": [], "hand": []})
    return plan


def store(table: Table, seat: int, plan: dict[str, Any]) -> None:
    """Keep a plan; an empty one is forgotten."""
    plans = table.notes.setdefault("plans", {})
    plans.pop(str(seat), None)
    if plan["steps"]:
        plans[str(seat)] = plan


def data(table: Table, what: str) -> str:
    """What lies in a button around a plan."""
    return f"{LETTER}|{table.id}|{what}"


def step(table: Table, view: View, said: list[str]) -> Option | None:
    """The plan's answer to the viewer's open question, if it has one. A step that is not possible any more ends the
    plan, and ``said`` gets a line about it."""
    assert view.viewer is not None
    assert view.decision is not None
    plan = stored(table, view.viewer)
    if not plan["steps"] or view.decision.kind != "play":
        return None
    option, left = planned(view, Plan(plan["steps"], plan["hand"]))
    count = len(left.steps)
    words = plan["said"]
    rest = {"steps": left.steps, "said": words[len(words) - count :], "hand": plan["hand"]}
    store(table, view.viewer, rest)
    if option is None:
        said.append(_stopped(plan))
    return option


def _stopped(plan: dict[str, Any]) -> str:
    if plan["steps"][0] == "end turn":
        return _("🗓 You have cards that you had not seen when you planned, so your turn goes on.")
    return _("🗓 Your plan stops here, as this is not possible now: {step}").format(step=plan["said"][0])


# Showing


def lines(table: Table, view: View) -> list[str]:
    """The viewer's plan, for the hand message (HTML)."""
    assert view.viewer is not None
    said = stored(table, view.viewer)["said"]
    if not said:
        return []
    return [_("🗓 <b>When you can play next:</b>"), *(f"{number}. {text}" for number, text in enumerate(said, 1))]


def rows(table: Table, view: View) -> list[list[Button]]:
    """The buttons under the hand message."""
    assert view.viewer is not None
    if view.winners is not None or not view.seats[view.viewer].alive or not all(s.character for s in view.seats):
        return []
    row = [Button(text=_("Plan ahead"), data=data(table, "open"))]
    if stored(table, view.viewer)["steps"]:
        row.append(Button(text=_("Cancel the plan"), data=data(table, "clear")))
    return [row]
