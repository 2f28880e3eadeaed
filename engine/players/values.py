"""What cards and abilities are worth to the rule-based player."""

from collections.abc import Callable

from engine.cards import CARDS
from engine.decisions import NOBODY, Option
from engine.players.sides import hostility
from engine.view import SeatView, View

AIMED_AT_ALL = frozenset({"shoot_others", "indians"})
"""Effects that hit everybody else."""

_WORTH = {"Missed!": 8, "Bang!": 6, "Beer": 9, "Dynamite": 0, "Jail": 4, "Barrel": 8, "Volcanic": 5, "Gatling": 6}


def card_value(view: View, card: int) -> int:
    """How much the viewer wants to keep a card."""
    kind = CARDS[card].kind
    me = _me(view)
    if kind.border != "brown" and any(CARDS[c].name == kind.name for c in me.play):
        return 1
    if kind.range and kind.range <= me.range:
        return 2
    if kind.missed:
        return 8
    return _WORTH.get(kind.name, 5)


def _me(view: View) -> SeatView:
    assert view.viewer is not None
    return view.seats[view.viewer]


def _heals(view: View, option: Option) -> int:
    """Heals only where life is missing: the viewer's own, or a friend's."""
    target = view.seats[option.target] if option.target != NOBODY else _me(view)
    if target.life >= target.max_life:
        return -1
    if target.seat == view.viewer:
        return 45 - target.life
    return 10 if hostility(view, target.seat) < 0 else -1


def _drinks(view: View, option: Option) -> int:
    return _heals(view, option) if sum(seat.alive for seat in view.seats) > 2 else -1


def _saloon(view: View, option: Option) -> int:
    me = _me(view)
    return 20 if me.life < me.max_life else -1


def _revives(view: View, option: Option) -> int:
    """Regains up to three or four life points at once."""
    me = _me(view)
    return 20 * min(3, me.max_life - me.life) - 15


HELPS: dict[str, Callable[[View, Option], int]] = {
    "draw": lambda view, option: 70,
    "store": lambda view, option: 65,
    "heal": _heals,
    "beer": _drinks,
    "heal_everybody": _saloon,
    "rhum": _revives,
    "new_turn": lambda view, option: 50,
}
"""Effects that help their player, and what they are worth now."""

_COSTS_LIFE = frozenset({"Chuck Wengam", "Blood Brothers"})


def use_value(view: View, option: Option) -> int:
    """What using an ability, a card in front, equipment or an event is worth."""
    me = _me(view)
    price = sum(card_value(view, card) for card in option.cost)
    if option.order:
        return -1  # who knows what others hold
    if option.name in _COSTS_LIFE:
        return 5 if me.life > 3 and not me.hand else -1
    if option.name == "Sid Ketchum":
        return 30 - price if me.life < 3 else -1
    if option.target not in (NOBODY, view.viewer):
        enmity = hostility(view, option.target)
        return 28 + enmity - price if enmity > 0 else -1
    return 12 - price
