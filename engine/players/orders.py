"""Standing orders: what a player wants answered without being asked. They never do what the player could not."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from engine.cards import CARDS
from engine.decisions import Decision, Option
from engine.notation import BadNotation, find
from engine.players.rules import choose
from engine.players.values import card_value
from engine.view import View


@dataclass(slots=True)
class Orders:
    """One person's orders; everything is asked unless they say otherwise."""

    shot: Literal["ask", "barrel", "missed", "never"] = "ask"
    """barrel: try what costs no card, then ask. missed: also play a Missed! if more than ``keep`` are held, else ask.
    never: take every hit that leaves life."""
    keep: int = 1
    bang: Literal["ask", "always", "never", "last_life"] = "ask"
    """Indians! and Duels: give up a BANG! card always, never, or only at the last life point."""
    beer: Literal["ask", "always"] = "ask"
    """At the last life point."""
    store: list[str] = field(default_factory=list)
    """General Store: names in order of preference; empty: ask. What is not named comes last, by usefulness."""
    discard: Literal["ask", "least"] = "ask"
    """End of turn: lay off the least useful cards."""


def ordered(view: View, orders: Orders) -> Option | None:
    """The answer that the orders give to the viewer's open decision; None: ask."""
    decision = view.decision
    assert decision is not None
    rule = _RULES.get(decision.kind)
    option = rule(view, decision, orders) if rule else None
    assert option is None or option in decision.options
    return option


def _life(view: View) -> int:
    assert view.viewer is not None
    return view.seats[view.viewer].life


def _pass(decision: Decision) -> Option | None:
    return next((option for option in decision.options if option.verb == "pass"), None)


def _cheapest(view: View, decision: Decision) -> Option | None:
    cards = [option for option in decision.options if option.verb == "play"]
    return min(cards, key=lambda option: card_value(view, option.card)) if cards else None


def _shot(view: View, decision: Decision, orders: Orders) -> Option | None:
    if orders.shot == "ask":
        return None
    if orders.shot == "never":
        return _pass(decision) if _life(view) > decision.facts.get("points", 1) else None
    free = next((option for option in decision.options if option.verb == "use" and not option.cost), None)
    if free is not None:
        return free
    cards = [option for option in decision.options if option.verb == "play"]
    enough = len(cards) > orders.keep and len(cards) >= decision.facts.get("missed", 1)
    return _cheapest(view, decision) if orders.shot == "missed" and enough else None


def _bang(view: View, decision: Decision, orders: Orders) -> Option | None:
    if orders.bang == "ask":
        return None
    gives = orders.bang == "always" or (orders.bang == "last_life" and _life(view) <= 1)
    return _cheapest(view, decision) if gives else _pass(decision)


def _beer(view: View, decision: Decision, orders: Orders) -> Option | None:
    return _cheapest(view, decision) if orders.beer == "always" else None


def _store(view: View, decision: Decision, orders: Orders) -> Option | None:
    if not orders.store:
        return None
    rank = {name: place for place, name in enumerate(orders.store)}

    def preference(option: Option) -> tuple[int, int]:
        return rank.get(CARDS[option.card].name, len(rank)), -card_value(view, option.card)

    return min(decision.options, key=preference)


def _discard(view: View, decision: Decision, orders: Orders) -> Option | None:
    return choose(view) if orders.discard == "least" else None


_RULES: dict[str, Callable[[View, Decision, Orders], Option | None]] = {
    "shot": _shot,
    "bang": _bang,
    "dying": _beer,
    "store": _store,
    "discard": _discard,
}
"""By kind of decision."""


@dataclass(slots=True)
class Plan:
    """What a player wants done next in the own phase 2, in the notation, and the hand it was made with."""

    steps: list[str] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)


NO_PLAN = Plan()


def planned(view: View, plan: Plan) -> tuple[Option | None, Plan]:
    """The next step of a plan, and what is left of it. Only the viewer's own phase 2 follows it. It ends at the first
    step that is not legal any more, and it never ends the turn over cards that the player has not seen."""
    decision = view.decision
    if decision is None or decision.kind != "play" or not plan.steps:
        return None, plan
    step, *rest = plan.steps
    try:
        option = find(step, decision.options, view.seats)
    except BadNotation:
        option = None
    if option is None or (option.verb == "end turn" and not _seen(view, plan)):
        return None, NO_PLAN
    return option, Plan(rest, plan.hand)


def _seen(view: View, plan: Plan) -> bool:
    assert view.viewer is not None
    return set(view.seats[view.viewer].hand or []) <= set(plan.hand)
