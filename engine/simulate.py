"""Whole games without people, for statistics, benchmarks and the search for faults."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.decisions import Decision, Option
from engine.game import Game
from engine.play import answer, waiting
from engine.setup import Setup, new_game

LONGEST = 100_000
"""Answers after which a game counts as endless."""

Chooser = Callable[[Game, Decision], Option]


class Endless(RuntimeError):
    """A game that does not end: a fault in the rules. The message gives the seed."""


@dataclass(frozen=True)
class Outcome:
    """How one simulated game went."""

    answers: int
    turns: int
    side: str
    winning_roles: tuple[str, ...]


def play_game(setup: Setup, seed: int | str, choose: Chooser) -> Outcome:
    """Plays one game to its end. Raises Endless."""
    game = new_game(setup, seed)
    answers = 0
    while game.winners is None:
        decision = waiting(game)[0]
        answer(game, decision.seat, choose(game, decision))
        answers += 1
        if answers >= LONGEST:
            raise Endless(f"no end after {answers} answers: {len(game.seats)} players, seed {seed!r}, sets {game.sets}")
    roles = tuple(game.seats[seat].role for seat in game.winners)
    return Outcome(answers, game.turn_number, game.side, roles)
