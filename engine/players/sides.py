"""Who is whose enemy, judged from what everybody can see: roles shown and hostile acts."""

from engine.victory import PREY, side_of
from engine.view import View


def hostility(view: View, other: int) -> int:
    """How much of an enemy ``other`` is to the viewer: above 0 to be attacked, below 0 to be spared."""
    assert view.viewer is not None
    me, them = view.seats[view.viewer], view.seats[other]
    my_role = side_of(me.role or "outlaw")
    if other == view.viewer or not them.alive:
        return -9
    if len(view.seats) == 3:
        return 5 if them.role == PREY[my_role] else 1
    judge = {"sheriff": _law, "deputy": _law, "outlaw": _outlaw, "renegade": _renegade}
    return judge[my_role](view, other)


def _sheriff(view: View) -> int:
    return next((seat.seat for seat in view.seats if seat.role == "sheriff"), -1)


def harm(view: View, attacker: int, victim: int) -> int:
    """Hostile acts of one against the other."""
    return view.harm.get((attacker, victim), 0)


def leaning(view: View, other: int) -> int:
    """Against the law above 0, for it below: acts against the sheriff, and against those who attack the sheriff."""
    sheriff = _sheriff(view)
    against = 2 * harm(view, other, sheriff)
    for seat in view.seats:
        if seat.seat not in (sheriff, other) and harm(view, seat.seat, sheriff) > 0:
            against -= harm(view, other, seat.seat)
    return against


def _law(view: View, other: int) -> int:
    """Deputies and sheriff: whoever turned against the law; the sheriff answers attacks, and late trusts nobody."""
    if view.seats[other].role == "sheriff":
        return -9
    suspect = leaning(view, other)
    if suspect == 0 and view.viewer is not None:
        suspect = harm(view, other, view.viewer)
    nobody_shown = all(leaning(view, seat.seat) <= 0 for seat in view.seats if seat.alive)
    if suspect <= 0 and nobody_shown and view.turn_number > 2 * len(view.seats):
        return 1
    return suspect


def _outlaw(view: View, other: int) -> int:
    """The sheriff first, then whoever fights for him."""
    if view.seats[other].role == "sheriff":
        return 5
    return 2 if leaning(view, other) < 0 else (1 if _few_left(view) and leaning(view, other) <= 0 else -1)


def _renegade(view: View, other: int) -> int:
    """The sheriff must be the last to fall; until then the stronger side is weakened."""
    others = [seat for seat in view.seats if seat.alive and seat.seat not in (view.viewer, _sheriff(view))]
    if view.seats[other].role == "sheriff":
        return 5 if not others else -3
    return 2 + max(0, leaning(view, other))


def _few_left(view: View) -> bool:
    return sum(seat.alive for seat in view.seats) <= 3
