"""Step by step from a question to an answer: card, what it counts as, target, what to take, price.

One mechanism for every question: options are told apart field by field. A path is the choices made so far, each the
place of a button among those shown at its step. A step with a single choice is not shown. Nothing is final before the
last tap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import NO_CARD, NOBODY, Option, View
from storage.shapes import Button
from tgbot import cardtext, labels
from tgbot.risky import warning
from tgbot.texts import _

SOURCES = ("draw", "pick")
"""Verbs whose target is the first thing chosen: there is nothing before it."""
CONFIRM = -1
"""At the end of a path: yes, I am sure."""
UNPLAYABLE = -2
"""At the start of a path: tell why the card that follows can't be played."""

Keyboard = list[list[Button]]
Step = Callable[[Option], Any]

STEPS: tuple[Step, ...] = (
    lambda option: (option.verb, option.card, option.name, option.target if option.verb in SOURCES else NOBODY),
    lambda option: option.as_,
    lambda option: option.target,
    lambda option: option.order,
    lambda option: option.onto,
    lambda option: option.pick,
    lambda option: option.cost[:1],
    lambda option: option.cost,
)
"""What is chosen, in this order."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Buttons for the next choice, and a line to put under the question."""

    text: str
    rows: Keyboard = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Nothing is chosen; the player is told something."""

    text: str


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where a path has led: what is still possible, and the choices that tell it apart."""

    left: list[Option]
    step: int
    choices: list[Any]


def choose(view: View, names: Sequence[str], prefix: str, path: tuple[int, ...] = ()) -> Option | Menu | Explanation:
    """Where the path leads: to an answer, to the next buttons, or to an explanation. ``prefix`` starts all data.

    Raises IndexError if the path fits no button that was ever shown for this question.
    """
    if path[:1] == (UNPLAYABLE,):
        return Explanation(_why(view, path[1], names))
    sure = path[-1:] == (CONFIRM,)
    stage = _follow(view, path[:-1] if sure else path)
    if len(stage.left) > 1 or not path:
        return Menu(_question(view, stage, names), _buttons(view, stage, names, prefix, path))
    option = stage.left[0]
    danger = None if sure else warning(view, option, names)
    return option if danger is None else Menu(danger, _sure(prefix, path))


def _why(view: View, card: int, names: Sequence[str]) -> str:
    refusal = view.unplayable.get(card)
    return labels.told(refusal, view, names) if refusal else _("This card is not in your hand any more.")


def _follow(view: View, path: tuple[int, ...]) -> _Stage:
    assert view.decision is not None
    stage = _stage(list(view.decision.options), 0)
    for place in path:
        if place < 0:
            raise IndexError(place)
        chosen = stage.choices[place]
        left = [option for option in stage.left if STEPS[stage.step](option) == chosen]
        stage = _stage(left, stage.step + 1)
    return stage


def _stage(left: list[Option], step: int) -> _Stage:
    """Goes on to the first step at which there is a choice; the first of all is always shown."""
    for at in range(step, len(STEPS)):
        choices = list(dict.fromkeys(map(STEPS[at], left)))
        if len(choices) > 1 or at == 0:
            return _Stage(left, at, choices)
    return _Stage(left, len(STEPS), [])


# --- buttons --------------------------------------------------------------------------------------------------------


def _data(prefix: str, path: Sequence[int]) -> str:
    return prefix + ".".join(map(str, path))


def _buttons(view: View, stage: _Stage, names: Sequence[str], prefix: str, path: tuple[int, ...]) -> Keyboard:
    small: list[Button] = []
    wide: Keyboard = []
    for place, example in _in_order(stage):
        text = _label(view, stage, example, names)
        button = Button(text=text[:64], data=_data(prefix, (*path, place)))
        if stage.step == 0 and example.verb in ("pass", "end turn", "use", "buy", "no"):
            wide.append([button])
        else:
            small.append(button)
    if not path:
        small += _dimmed(view, prefix)
    rows = [small[i : i + 2] for i in range(0, len(small), 2)] + wide
    if path:
        rows.append([Button(text=_("« Back"), data=_data(prefix, path[:-1]))])
    return rows


def _in_order(stage: _Stage) -> list[tuple[int, Option]]:
    """An option for each choice, with the choice's place: cards in the order of the hand message, then the rest."""
    examples = {STEPS[stage.step](option): option for option in reversed(stage.left)}
    places = [(place, examples[choice]) for place, choice in enumerate(stage.choices)]
    if stage.step > 0:
        return places
    cards = [place for place in places if place[1].card != NO_CARD]
    rest = [place for place in places if place[1].card == NO_CARD]
    return [*sorted(cards, key=lambda place: cardtext.order(place[1].card)), *rest]


def _dimmed(view: View, prefix: str) -> list[Button]:
    """Cards that cannot be played now: they stay visible and say why."""
    return [
        Button(text=_("✖ {card}").format(card=labels.card(card)), data=_data(prefix, (UNPLAYABLE, card)))
        for card in sorted(view.unplayable, key=cardtext.order)
    ]


def _sure(prefix: str, path: tuple[int, ...]) -> Keyboard:
    return [
        [Button(text=_("Yes, do it"), data=_data(prefix, (*path, CONFIRM)))],
        [Button(text=_("« Back"), data=_data(prefix, path[:-1]))],
    ]


def _label(view: View, stage: _Stage, option: Option, names: Sequence[str]) -> str:
    if stage.step > 0:
        return _field_label(view, stage.step, option, names)
    alike = [other for other in stage.left if STEPS[0](other) == STEPS[0](option)]
    if option.verb in SOURCES and option.target != NOBODY:
        return labels.source(view, option, names, several=len(alike) > 1)
    text = labels.action(view, option)
    if option.as_ and len({other.as_ for other in alike}) == 1:
        text = _("{card} {use}").format(card=text, use=labels.counts_as(option))
    if option.target != NOBODY and len({other.target for other in alike}) == 1:
        return _("{action} → {player}").format(action=text, player=labels.plain(names[option.target]))
    return text


def _field_label(view: View, step: int, option: Option, names: Sequence[str]) -> str:
    if step == 1:
        return labels.counts_as(option)
    if step == 2:
        return _("Nobody") if option.target == NOBODY else labels.player(view, option.target, names)
    if step == 3:
        return cardtext.title(option.order)
    if step == 4:
        return labels.player(view, option.onto, names)
    if step == 5:
        return labels.pick(view, option)
    return _("Discard {card}").format(card=labels.card(option.cost[0 if step == 6 else -1]))


def _question(view: View, stage: _Stage, names: Sequence[str]) -> str:
    """What the next tap decides."""
    if stage.step == 0:
        return ""
    option = stage.left[0]
    what = labels.action(view, option)
    texts = {
        1: _("{action}: as what?"),
        2: _("{action}: on whom?"),
        3: _("{action}: which card must {player} play?"),
        4: _("{action}: on whom must {player} play it?"),
        5: _("{action}: what do you take from {player}?") if not option.order else _("{action}: and on which card?"),
        6: _("{action}: which card do you discard for it?"),
        7: _("{action}: and which second card?"),
    }
    player = names[option.target] if option.target != NOBODY else ""
    return texts.get(stage.step, "{action}").format(action=what, player=player)
