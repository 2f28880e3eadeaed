"""Questions in words: what has happened, what is asked, what is at stake. A small function for each kind."""

from collections.abc import Callable, Sequence

from engine import NOBODY, Decision, View
from tgbot.texts import _, ngettext

Ask = Callable[[View, Decision, Sequence[str]], str]


def prompt(view: View, names: Sequence[str]) -> str:
    """The viewer's open question as HTML, without the title of the game. ``names``: HTML-safe, by seat."""
    decision = view.decision
    assert decision is not None
    return _ASK.get(decision.kind, _other)(view, decision, names)


def _by(decision: Decision, names: Sequence[str]) -> str:
    return names[decision.by] if decision.by != NOBODY else ""


def _life(view: View) -> int:
    assert view.viewer is not None
    return view.seats[view.viewer].life


def _stake(view: View, points: int) -> str:
    """What giving in costs."""
    life = _life(view)
    if points >= life:
        return _("⚠️ You have {life} of your life points left: a hit may be your end.").format(life=life)
    text = ngettext(
        "If it hits you lose {points} life point of your {life}.",
        "If it hits you lose {points} life points of your {life}.",
        points,
    )
    return text.format(points=points, life=life)


def _play(view: View, decision: Decision, names: Sequence[str]) -> str:
    bangs = ngettext("You may play {count} BANG!", "You may play {count} BANG! cards", min(view.bangs_left, 99))
    left = _("any number of BANG! cards is allowed") if view.bangs_left > 9 else bangs.format(count=view.bangs_left)
    return _("<b>Your turn.</b> Play cards, then end your turn.\n<i>{left}.</i>").format(
        left=left[:1].upper() + left[1:]
    )


def _discard(view: View, decision: Decision, names: Sequence[str]) -> str:
    excess = decision.facts.get("excess", 1)
    text = ngettext(
        "<b>End of your turn.</b> You hold {count} card too many: which one do you discard?",
        "<b>End of your turn.</b> You hold {count} cards too many: choose one to discard.",
        excess,
    )
    return text.format(count=excess)


def _draw(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>Your turn begins.</b> Where do you draw from?")


def _shot(view: View, decision: Decision, names: Sequence[str]) -> str:
    if decision.by == NOBODY:
        said = _("<b>You are shot at: {card}.</b>").format(card=decision.card)
    elif decision.card == "Bang!":
        said = _("<b>{player} shoots at you!</b>").format(player=_by(decision, names))
    else:
        said = _("<b>{player} shoots at you with {card}.</b>").format(player=_by(decision, names), card=decision.card)
    lines = [said, _stake(view, decision.facts.get("points", 1))]
    if decision.facts.get("missed", 1) > 1:
        lines.append(_("It takes {count} Missed! to avoid it.").format(count=decision.facts["missed"]))
    return "\n".join(lines)


def _bang(view: View, decision: Decision, names: Sequence[str]) -> str:
    if decision.card == "Duel":
        said = _("<b>Duel with {player}.</b> Throw a BANG!, or lose a life point.").format(player=_by(decision, names))
    else:
        said = _("<b>{card} by {player}.</b> Throw a BANG!, or lose a life point.").format(
            card=decision.card, player=_by(decision, names)
        )
    return said + "\n" + _stake(view, 1)


def _dying(view: View, decision: Decision, names: Sequence[str]) -> str:
    needed = decision.facts.get("needed", 1)
    text = ngettext(
        "<b>💀 You have lost your last life point.</b> Win {count} back now, or you are out.",
        "<b>💀 You have lost your last life point.</b> Win {count} back now, one after the other, or you are out.",
        needed,
    )
    return text.format(count=needed)


def _store(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Which card do you take?").format(card=decision.card)


def _select(view: View, decision: Decision, names: Sequence[str]) -> str:
    count = decision.facts.get("count", 1)
    text = ngettext(
        "<b>You look at these cards.</b> Take one.", "<b>You look at these cards.</b> Take {count}, one by one.", count
    )
    return text.format(count=count)


def _flip(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>“Draw!” for {card}.</b> Which card counts?").format(card=decision.card)


def _character(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>Who do you want to be?</b> You keep one of the two, the other goes back into the box.")


def _player(decision: Decision, names: Sequence[str]) -> str:
    seat = decision.facts.get("player", NOBODY)
    return names[seat] if seat != NOBODY else ""


def _victim(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Which card does {player} discard?").format(
        card=decision.card, player=_player(decision, names)
    )


def _inherit(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{player} is out.</b> Which card do you take?").format(player=_player(decision, names))


def _give(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Which card do you give to {player}?").format(
        card=decision.card, player=_player(decision, names)
    )


def _imitate(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Whose ability do you take on until your next turn?").format(card=decision.card)


def _give_up(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Which of your cards do you give up?").format(card=decision.card)


def _suit(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Name a suit: in this turn you can play only cards of it.").format(card=decision.card)


def _identity(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Do you become {character}, with two life points, for the rest of the game?").format(
        card=decision.card, character=decision.facts.get("character", "?")
    )


def _blood(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Do you give one of your life points to somebody?").format(card=decision.card)


def _liquor(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Do you skip drawing to regain a life point?").format(card=decision.card)


def _colour(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Is the top card red or black?").format(card=decision.card)


def _exchange(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Which cards do you exchange for new ones? Stop when it is enough.").format(
        card=decision.card
    )


def _escape(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{player} plays {card}, and it reaches you.</b> You may avoid it.").format(
        player=_by(decision, names), card=decision.card
    )


def _forced(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>{card}.</b> Which card do you discard?").format(card=decision.card)


def _save(view: View, decision: Decision, names: Sequence[str]) -> str:
    return _("<b>Somebody is about to lose a life point ({card}).</b> Do you save it?").format(card=decision.card)


def _other(view: View, decision: Decision, names: Sequence[str]) -> str:
    """A question without a text of its own: what asks, and choose."""
    return _("<b>{card}.</b> Choose.").format(card=decision.card) if decision.card else _("<b>Choose.</b>")


_ASK: dict[str, Ask] = {
    "play": _play,
    "discard": _discard,
    "draw": _draw,
    "shot": _shot,
    "bang": _bang,
    "dying": _dying,
    "store": _store,
    "pot": _store,
    "select": _select,
    "flip": _flip,
    "character": _character,
    "victim": _victim,
    "inherit": _inherit,
    "give": _give,
    "imitate": _imitate,
    "give up": _give_up,
    "suit": _suit,
    "identity": _identity,
    "blood": _blood,
    "liquor": _liquor,
    "colour": _colour,
    "exchange": _exchange,
    "escape": _escape,
    "forced": _forced,
    "drift": _forced,
    "save": _save,
}
