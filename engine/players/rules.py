"""A simple but sensible player: shoots whom it has reason to think an enemy, heals, equips, keeps what defends it.

It knows a View and the Decision in it, nothing else, and takes the option it values most; ties go to the first. Without
any chance of its own it plays the same position in the same way always.
"""

from collections.abc import Callable

from engine.cards import CARDS, EQUIPMENT, KINDS, Equipment, Kind
from engine.decisions import HAND, NO_CARD, NOBODY, Decision, Option
from engine.legal import is_deal
from engine.players.sides import hostility
from engine.players.values import AIMED_AT_ALL, HELPS, card_value, use_value
from engine.view import View

NEVER = -1
"""Worth less than ending the turn, which is worth 0."""


def choose(view: View) -> Option:
    """The option this player takes. The view must hold an open decision of its viewer."""
    assert view.decision is not None
    judge = JUDGES.get(view.decision.kind, _first)
    best, best_worth = view.decision.options[0], None
    for option in view.decision.options:
        worth = judge(view, view.decision, option)
        if best_worth is None or worth > best_worth:
            best, best_worth = option, worth
    return best


def _me(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def _first(view: View, decision: Decision, option: Option) -> int:
    """Questions nobody thought of: the first answer that does something."""
    return 0 if option.verb in ("pass", "no") else 1


# --- phase 2 --------------------------------------------------------------------------------------------------------


def _play(view: View, decision: Decision, option: Option) -> int:
    if option.verb == "end turn":
        return 0
    if is_deal(option):
        return _deal(view, option)
    if option.verb == "play":
        return _card(view, option) - 3 * len(option.cost)
    if option.card != NO_CARD:  # a green card in front
        return _effects(view, option, CARDS[option.card].kind)
    return use_value(view, option)


def _card(view: View, option: Option) -> int:
    kind = KINDS.get(option.as_) or CARDS[option.card].kind
    if kind.border != "brown":
        return _put_down(view, kind, option)
    return _effects(view, option, kind)


def _effects(view: View, option: Option, kind: Kind) -> int:
    """What it is worth that the kind does what it says now."""
    worth = _doing(view, option, [name for name, _ in kind.does])
    if worth is None:
        worth = _attack(view, option, kind) if option.target != NOBODY else 5 if kind.does else NEVER
    return worth


def _doing(view: View, option: Option, effects: list[str]) -> int | None:
    """What effects are worth; None: they only harm, or nothing is known of them."""
    if "take_pick" in effects or "discard_pick" in effects:
        return _rob(view, option)
    for name in effects:
        if name in AIMED_AT_ALL:
            return 40 if _balance(view) > 0 else NEVER
        if name in HELPS:
            return HELPS[name](view, option)
    return None


def _put_down(view: View, kind: Kind, option: Option) -> int:
    me = view.seats[_me(view)]
    if option.target not in (NOBODY, me.seat):
        return 30 + 5 * hostility(view, option.target) if hostility(view, option.target) > 0 else NEVER
    if kind.name == "Dynamite" or option.target == me.seat:
        return NEVER
    if kind.range:
        return 60 if kind.range > max((CARDS[c].kind.range for c in me.play), default=1) else NEVER
    return 55


def _rob(view: View, option: Option) -> int:
    """Own Jail and Dynamite away first; then whatever protects an enemy."""
    if option.target == view.viewer:
        return 50 if CARDS[option.pick].name in ("Jail", "Dynamite", "Rattlesnake", "Bounty") else NEVER
    enmity = hostility(view, option.target)
    if enmity <= 0:
        return NEVER
    if option.pick == HAND:
        return 40 + enmity
    return NEVER if CARDS[option.pick].name in ("Jail", "Dynamite") else 42 + enmity


def _attack(view: View, option: Option, kind: Kind) -> int:
    enmity = hostility(view, option.target)
    if enmity <= 0:
        return NEVER
    if kind.name == "Duel" and _count(view, lambda k: "bang" in k.tags) < 2:
        return NEVER
    weak = 5 - min(5, view.seats[option.target].life)
    return 30 + 3 * enmity + 2 * weak


def _balance(view: View) -> int:
    """Would hitting everybody else hurt enemies more than friends?"""
    return sum(1 if hostility(view, s.seat) > 0 else -2 for s in view.seats if s.alive and s.seat != view.viewer)


def _count(view: View, wanted: Callable[[Kind], bool]) -> int:
    return sum(wanted(CARDS[card].kind) for card in view.seats[_me(view)].hand or [])


# --- gold and equipment ---------------------------------------------------------------------------------------------


def _deal(view: View, option: Option) -> int:
    if option.verb == "play":
        return _sell(view)
    return _have(view, option) if option.verb == "buy" else _pay_away(view, option)


def _item(option: Option) -> Equipment:
    return next(item for item in EQUIPMENT if item.name == option.name)


def _have(view: View, option: Option) -> int:
    """Brown equipment for what it does, black for its cost; in front of an enemy what is bought for somebody."""
    item = _item(option)
    if option.as_:
        worth = _doing(view, option, [name for name, _ in item.acts_as[option.as_]])
        return _attack(view, option, KINDS[option.as_]) if worth is None else worth
    if item.border == "brown":
        worth = _doing(view, option, [name for name, _ in item.does])
        return 5 if worth is None else worth
    if item.target:
        enmity = hostility(view, option.target)
        return 26 + enmity if enmity > 0 else NEVER
    return 44 + item.cost


def _pay_away(view: View, option: Option) -> int:
    """An enemy's equipment, or a friend's bounty, when there is gold left over."""
    item = _item(option)
    enmity = hostility(view, option.target)
    rich = view.seats[_me(view)].gold >= item.cost + 4
    return 2 if rich and (enmity < 0 if item.target else enmity > 0) else NEVER


def _sell(view: View) -> int:
    """A Beer that will not be needed as such: with two players left, or a second one at full life."""
    me = view.seats[_me(view)]
    if sum(seat.alive for seat in view.seats) <= 2:
        return 15
    return 4 if me.life == me.max_life and _count(view, lambda kind: "beer" in kind.tags) > 1 else NEVER


# --- answers --------------------------------------------------------------------------------------------------------


def _shot(view: View, decision: Decision, option: Option) -> int:
    """What costs nothing first, then a card; keeps a card that alone would not help."""
    if option.verb == "use":
        return 50
    if option.verb == "play":
        answers = sum(o.verb in ("play", "use") for o in decision.options)
        return 40 - card_value(view, option.card) if answers >= decision.facts.get("missed", 1) else NEVER
    return 0


def _give_up(view: View, decision: Decision, option: Option) -> int:
    """Indians! and Duels: a card for a life point, the least useful card."""
    return 0 if option.verb == "pass" else 40 - card_value(view, option.card if option.card >= 0 else option.cost[0])


def _dying(view: View, decision: Decision, option: Option) -> int:
    return {"pass": 0, "play": 20}.get(option.verb, 10)


def _worst(view: View, decision: Decision, option: Option) -> int:
    return -card_value(view, option.card) if option.card >= 0 else NEVER - 100


def _victim(view: View, decision: Decision, option: Option) -> int:
    """One of several who each lose a card (Brawl)."""
    pick = option.pick if option.card == NO_CARD else option.card
    return _rob(view, option._replace(target=decision.facts["player"], pick=pick))


def _gift(view: View, decision: Decision, option: Option) -> int:
    """A card that another player gets."""
    value = card_value(view, option.card)
    return -value if hostility(view, decision.facts["player"]) > 0 else value


def _best(view: View, decision: Decision, option: Option) -> int:
    return card_value(view, option.card) if option.card >= 0 else 0


def _forced(view: View, decision: Decision, option: Option) -> int:
    """A card rather than a life point; an escape where it costs less and nothing is to be gained (Tornado)."""
    if option.verb == "discard":
        return -card_value(view, option.card)
    return -50 if option.verb == "pass" or decision.card == "Tornado" else -5


def _save(view: View, decision: Decision, option: Option) -> int:
    """Saved! is for friends."""
    friend = hostility(view, decision.facts["player"]) < 0
    return 0 if option.verb == "pass" else 1 if friend else NEVER


def _second(view: View, decision: Decision, option: Option) -> int:
    """Whom else to shoot at."""
    return hostility(view, option.target)


def _flip(view: View, decision: Decision, option: Option) -> int:
    """Hearts help against Barrel and Jail; for Dynamite anything but a low spade."""
    card = CARDS[option.card]
    bad = card.suit == "S" and card.rank in "23456789"
    return -5 if bad else {"H": 3, "D": 2}.get(card.suit, 1)


def _draw(view: View, decision: Decision, option: Option) -> int:
    if option.name == "discard" and view.discard_top is not None:
        return card_value(view, view.discard_top) - 6
    if option.verb == "draw" and option.target != NOBODY:
        if option.pick != NO_CARD:  # one card in front instead of two from the pile
            return NEVER
        return 1 if hostility(view, option.target) > 0 else NEVER
    return 0


JUDGES: dict[str, Callable[[View, Decision, Option], int]] = {
    "play": _play,
    "shot": _shot,
    "bang": _give_up,
    "dying": _dying,
    "discard": _worst,
    "store": _best,
    "select": _best,
    "inherit": _best,
    "give": _gift,
    "victim": _victim,
    "forced": _forced,
    "drift": _worst,
    "pot": _best,
    "save": _save,
    "second": _second,
    "flip": _flip,
    "draw": _draw,
    "equipment": lambda view, decision, option: _have(view, option),
}
"""How the options of each kind of decision are valued."""
