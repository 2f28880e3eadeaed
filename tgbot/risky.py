"""Plays that one regrets: the player is asked once more. Judged from the player's own view only."""

from collections.abc import Sequence

from engine import NOBODY, Option, View
from engine.cards import CARDS, KINDS, Kind
from tgbot.texts import _

HARMS = frozenset({"shoot", "duel", "shoot_others", "indians", "take_pick", "discard_pick"})
"""Effects that no friend should suffer."""


def warning(view: View, option: Option, names: Sequence[str]) -> str | None:
    """What to tell before an answer is taken; None: nothing is risky about it."""
    if option.verb == "pass":
        return _deadly_pass(view)
    if option.verb != "play" or view.decision is None or view.decision.kind != "play":
        return None
    kind = KINDS.get(option.as_) or CARDS[option.card].kind
    for look in (_useless_heal, _weaker_weapon, _own_sheriff, _own_cards):
        if text := look(view, option, kind, names):
            return text
    return None


def _me(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def _deadly_pass(view: View) -> str | None:
    """Giving in at the last life point although something could still be done."""
    decision, me = view.decision, view.seats[_me(view)]
    if decision is None or decision.kind not in ("shot", "bang", "dying"):
        return None
    if me.life - decision.facts.get("points", 1) >= 1:
        return None
    return _("This would take your last life point. Are you sure?")


def _useless_heal(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """Beer and the like at full life, or a Beer with two players left."""
    effects = {name for name, _number in kind.does}
    if not effects & {"beer", "heal"} or option.as_ == "gold":
        return None
    if "beer" in effects and sum(seat.alive for seat in view.seats) <= 2:
        return _("A Beer has no effect while only two players are left. Play it all the same?")
    target = view.seats[option.target if option.target != NOBODY else _me(view)]
    if target.life < target.max_life:
        return None
    if target.seat == view.viewer:
        return _("You have all your life points: {card} would have no effect. Play it all the same?").format(
            card=kind.name
        )
    return _("{player} has all life points: {card} would have no effect. Play it all the same?").format(
        player=names[target.seat], card=kind.name
    )


def _weaker_weapon(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    held = [CARDS[card].kind for card in view.seats[_me(view)].play if CARDS[card].kind.range]
    if not kind.range or not held or kind.range >= held[0].range:
        return None
    return _("This gives up your {old} (range {far}) for a {new} (range {near}). Are you sure?").format(
        old=held[0].name, far=held[0].range, new=kind.name, near=kind.range
    )


def _own_sheriff(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """A deputy turns on the sheriff."""
    if view.seats[_me(view)].role != "deputy" or option.target == NOBODY:
        return None
    if view.seats[option.target].role != "sheriff" or not HARMS & {name for name, _number in kind.does}:
        return None
    return _("You are a deputy and {player} is your sheriff. Are you sure?").format(player=names[option.target])


def _own_cards(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """Taking or discarding a useful card of one's own."""
    if (
        option.target != view.viewer
        or option.pick < 0
        or not {"take_pick", "discard_pick"} & {n for n, _k in kind.does}
    ):
        return None
    if CARDS[option.pick].kind.target or CARDS[option.pick].name == "Dynamite":
        return None
    return _("That is your own {card}. Are you sure?").format(card=CARDS[option.pick].name)
