"""What is still to happen, as data: a stack of frames.

A frame is one interruptible procedure of the rules: a small dataclass with a stable name and a few numbers. The top
frame either *asks* (a decision, and it touches nothing) or *works* (changes the game, puts further frames on top). So a
game can be stored between any two answers, looked into, and taken up by a newer release.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

from engine.cards import TWIN
from engine.decisions import Decision, Option
from engine.events import AbilityUsed
from engine.game import Game
from engine.hooks import in_force

FRAMES: "dict[str, type[Frame]]" = {}
"""Every frame by name: the names are part of stored games and are never reused."""

ENDLESS = 100_000
"""More steps than any rule can need between two answers: beyond it a rule loops."""


class Frame:
    """Base of all procedures. A frame has been taken off the stack when it works or takes an answer: to go on
    afterwards it puts itself back, below what it starts (``game.do(child, self)``)."""

    __slots__ = ()
    settles: ClassVar[bool] = False
    """Reactions that wait for the end of a card wait above this frame."""
    instant: ClassVar[bool] = False
    """What a "draw!" means for this frame is settled as soon as it has ``got`` the card."""

    def ask(self, game: Game) -> Decision | None:
        """The question this frame waits for, or None when it can work. Changes nothing."""
        return None

    def work(self, game: Game) -> None:
        """Does the next part of the procedure."""
        raise NotImplementedError(type(self).__name__)

    def take(self, game: Game, option: Option) -> None:
        """Goes on with the answer to ``ask``."""
        raise NotImplementedError(type(self).__name__)

    def got(self, game: Game, value: int) -> None:
        """A procedure that this frame waited for has ended with a value (the card flipped). Still on the stack."""
        raise NotImplementedError(type(self).__name__)

    def ahead(self, game: Game) -> list[Decision]:
        """Questions that further seats will be asked in this procedure and may answer already now."""
        return []

    def held(self) -> list[int]:
        """Playing cards that lie in no pile while this procedure runs."""
        return []


F = TypeVar("F", bound=type[Frame])


@dataclass_transform()
def frame(cls: F) -> F:
    """Makes a slots dataclass of the class and lists it under its name."""
    made: Any = dataclass(slots=True)(cls)
    assert cls.__name__ not in FRAMES, cls.__name__
    FRAMES[cls.__name__] = made
    return made  # type: ignore[no-any-return]


def run(game: Game) -> None:
    """Runs the game until somebody has a choice or it is over. A single legal answer is taken without asking, unless
    that would tell the others what the seat holds."""
    stack = game.stack
    for _ in range(ENDLESS):
        if game.urgent:
            stack.extend(reversed(game.urgent))
            game.urgent.clear()
        if not stack or game.winners is not None:
            game.pending = None
            return
        top = stack[-1]
        decision = top.ask(game)
        if decision is None:
            stack.pop()
            top.work(game)
            continue
        for rule, me in in_force(game, "meanwhile"):
            decision.options.extend(rule.meanwhile(game, me, decision))
        if not _TWINS.isdisjoint(game.seats[decision.seat].hand) or not _TWINS.isdisjoint(top.held()):
            merge_twins(decision)
        if len(decision.options) == 1 and not guarded(game, decision):
            stack.pop()
            top.take(game, decision.options[0])
        elif not _early_answer(game, decision):
            decision.no = game.seats[decision.seat].answers
            game.pending = decision
            return
    raise RuntimeError(f"no end in sight: {trace(game)}")


def guarded(game: Game, decision: Decision) -> bool:
    """Whether it must not show if the seat had anything to answer with: with the option ``poker_face``, for whoever
    holds cards, where a card could save them. Such a question is put even if there is but one answer."""
    return bool(game.option("poker_face", False)) and decision.kind in _SAVING and bool(game.seats[decision.seat].hand)


_SAVING = ("shot", "bang", "dying")
_TWINS = TWIN.keys()


def merge_twins(decision: Decision) -> None:
    """Of options that differ only in which of two equal cards they use, keeps the first: a text means one option."""
    kept: dict[Option, Option] = {}
    for option in decision.options:
        cost = tuple(TWIN.get(card, card) for card in option.cost)
        alike = option._replace(
            card=TWIN.get(option.card, option.card), pick=TWIN.get(option.pick, option.pick), cost=cost
        )
        kept.setdefault(alike, option)
    decision.options = list(kept.values())


def take(game: Game, decision: Decision, option: Option) -> None:
    """Goes on with an answer: the frame that asked takes it, or the rule that offered something meanwhile; then the
    frame asks again."""
    for rule, me in in_force(game, "meanwhile"):
        if option in rule.meanwhile(game, me, decision):
            game.tell(AbilityUsed(decision.seat, option.name, cost=list(option.cost)))
            rule.use(game, me, decision.seat, option)
            return
    game.stack.pop().take(game, option)


def _early_answer(game: Game, decision: Decision) -> bool:
    """Takes what the seat has answered to this question ahead of time, if still legal; otherwise it is forgotten."""
    early = game.early.get(decision.seat)
    if early is None or early.question != decision.question():
        return False
    from engine.notation import text_of  # the notation needs seats and cards, which need frames

    del game.early[decision.seat]
    for option in decision.options:
        if text_of(option, game.seats) == early.answer:
            take(game, decision, option)
            return True
    return False


def hand_over(game: Game, value: int) -> None:
    """Ends a procedure with a value for the frame that waits for it."""
    game.stack[-1].got(game, value)


def trace(game: Game) -> str:
    """The stack in one line, for messages of failing tests: ``Turn(0, 'play') > Settle > Volley``."""
    return " > ".join(repr(frame) for frame in game.stack)
