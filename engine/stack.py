"""What is still to happen, as data: a stack of frames.

A frame is one interruptible procedure of the rules: a small dataclass with a stable name and a few numbers. The top
frame either *asks* (a decision, and it touches nothing) or *works* (changes the game, puts further frames on top). So a
game can be stored between any two answers, looked into, and taken up by a newer release.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

from engine.decisions import Decision, Option
from engine.game import Game

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
    """Runs the game until somebody has a choice or it is over. A single legal answer is taken without asking."""
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
        elif len(decision.options) == 1:
            stack.pop()
            top.take(game, decision.options[0])
        elif not _early_answer(game, decision):
            decision.no = game.no
            game.pending = decision
            return
    raise RuntimeError(f"no end in sight: {trace(game)}")


def _early_answer(game: Game, decision: Decision) -> bool:
    """Takes what the seat has answered ahead of time, if it is still legal; otherwise the answer is forgotten."""
    text = game.early.pop(decision.seat, None) if game.early else None
    if text is None:
        return False
    from engine.notation import text_of  # the notation needs seats and cards, which need frames

    for option in decision.options:
        if text_of(option, game.seats) == text:
            game.stack.pop().take(game, option)
            return True
    return False


def hand_over(game: Game, value: int) -> None:
    """Ends a procedure with a value for the frame that waits for it."""
    game.stack[-1].got(game, value)


def trace(game: Game) -> str:
    """The stack in one line, for messages of failing tests: ``Turn(0, 'play') > Settle > Volley``."""
    return " > ".join(repr(frame) for frame in game.stack)
