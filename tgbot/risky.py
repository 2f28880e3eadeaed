"""Plays that one regrets: the player is asked once more. Judged from the player's own view only."""

from collections.abc import Callable, Sequence

from engine import NO_CARD, NOBODY, Option, View
from engine.cards import CARDS, KINDS, Kind
from tgbot import cardtext
from tgbot.texts import _

Look = Callable[[View, Option, Kind, Sequence[str]], str | None]

SHOTS = frozenset({"shoot", "duel", "aim", "fanning"})
"""Effects that cost their target a life point."""
AT_ALL = frozenset({"shoot_others", "indians"})
"""Effects that may cost everybody else one."""
HARMS = SHOTS | {"take_pick", "discard_pick"}
"""Effects that no friend should suffer."""


def warning(view: View, option: Option, names: Sequence[str]) -> str | None:
    """What to tell before an answer is taken; None: nothing is risky about it."""
    if option.verb == "pass":
        return _deadly_pass(view)
    kind = _kind(option)
    if kind is None or view.decision is None or view.decision.kind != "play":
        return None
    for look in LOOKS:
        if text := look(view, option, kind, names):
            return text
    return None


def _kind(option: Option) -> Kind | None:
    """What is played: the card, the card as which equipment is bought; an ability aimed at somebody is like a shot."""
    if option.verb in ("play", "use") and option.card != NO_CARD:
        return KINDS.get(option.as_) or CARDS[option.card].kind
    if option.verb == "use" and option.target != NOBODY and not option.order:
        return KINDS["Bang!"]
    return KINDS.get(option.as_)


def _is_burden(card: int) -> bool:
    """Would its owner be glad to lose it (Jail, Dynamite)?"""
    return bool(CARDS[card].kind.target and CARDS[card].kind.border == "blue") or CARDS[card].name == "Dynamite"


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
            card=cardtext.title(kind.name)
        )
    return _("{player} has all life points: {card} would have no effect. Play it all the same?").format(
        player=names[target.seat], card=cardtext.title(kind.name)
    )


def _weaker_weapon(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    held = [CARDS[card].kind for card in view.seats[_me(view)].play if CARDS[card].kind.range]
    if not kind.range or not held or kind.range >= held[0].range:
        return None
    return _("This gives up your {old} (range {far}) for a {new} (range {near}). Are you sure?").format(
        old=cardtext.title(held[0].name), far=held[0].range, new=cardtext.title(kind.name), near=kind.range
    )


def _harms(kind: Kind, option: Option) -> bool:
    relief = option.pick >= 0 and _is_burden(option.pick)
    return bool(HARMS & {name for name, _number in kind.does}) and not relief


def _own_sheriff(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """A deputy turns on the sheriff."""
    if view.seats[_me(view)].role != "deputy" or option.target == NOBODY:
        return None
    if view.seats[option.target].role != "sheriff" or not _harms(kind, option):
        return None
    return _("You are a deputy and {player} is your sheriff. Are you sure?").format(player=names[option.target])


def _own_sheriff_too(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """A deputy endangers the sheriff along with the others (Gatling, Indians!)."""
    if view.seats[_me(view)].role != "deputy" or option.target != NOBODY or not AT_ALL & {n for n, _k in kind.does}:
        return None
    sheriff = next((seat for seat in view.seats if seat.role == "sheriff" and seat.alive), None)
    if sheriff is None or sheriff.life > 1:
        return None
    return _("{player} is your sheriff and has one life point left. Are you sure?").format(player=names[sheriff.seat])


def _too_early(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """A renegade takes the sheriff's last life point while others are left: then the outlaws win."""
    alive = sum(seat.alive for seat in view.seats)
    if view.seats[_me(view)].role != "renegade" or option.target == NOBODY or alive <= 2:
        return None
    target = view.seats[option.target]
    if target.role != "sheriff" or target.life > 1 or not SHOTS & {name for name, _number in kind.does}:
        return None
    return _("If the sheriff goes now, while others are left, you lose. Are you sure?")


def _own_cards(view: View, option: Option, kind: Kind, names: Sequence[str]) -> str | None:
    """Taking or discarding a useful card of one's own."""
    if option.target != view.viewer or option.pick < 0 or not _harms(kind, option):
        return None
    return _("That is your own {card}. Are you sure?").format(card=cardtext.title(CARDS[option.pick].name))


LOOKS: tuple[Look, ...] = (_useless_heal, _weaker_weapon, _own_cards, _own_sheriff, _own_sheriff_too, _too_early)
