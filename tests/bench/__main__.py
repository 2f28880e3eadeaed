"""``make bench``: how fast the engine is on this machine, in one process. Prints a table; asserts nothing.

Speed varies with the machine and its load: each figure is the best of several rounds, the least disturbed one.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from engine import Game, Setup, answer, dump, load, new_game, waiting
from engine.cards import SETS
from engine.simulate import play_game
from tgbot.commands.simulate import random_chooser

ALL_SETS = [name for name in SETS if name != "base"]
ROUNDS = 5


def answers_per_second(players: int, sets: list[str], games: int) -> float:
    """Random games with every option enumerated."""
    setup = Setup([f"P{number}" for number in range(players)], sets)

    def one_round() -> float:
        started = time.perf_counter()
        answers = sum(play_game(setup, seed, random_chooser(seed)).answers for seed in range(games))
        return answers / (time.perf_counter() - started)

    return max(one_round() for _ in range(ROUNDS))


def middle_games(players: int, sets: list[str], number: int) -> list[Game]:
    """Games after 60 answers, or as far as they came."""
    games = []
    for seed in range(number):
        game = new_game(Setup([f"P{n}" for n in range(players)], sets), seed)
        choose = random_chooser(seed)
        for _ in range(60):
            if game.winners is None:
                decision = waiting(game)[0]
                answer(game, decision.seat, choose(game, decision))
        games.append(game)
    return games


def microseconds(work: Callable[[Game], object], games: list[Game]) -> float:
    """Median over the games, best of the rounds."""

    def one(game: Game) -> float:
        started = time.perf_counter()
        work(game)
        return (time.perf_counter() - started) * 1e6

    return min(statistics.median(one(game) for game in games) for _ in range(ROUNDS))


def measure() -> dict[str, float]:
    """All figures by name."""
    middle = middle_games(5, [], 200)
    big = middle_games(7, [], 200)
    everything = middle_games(7, ALL_SETS, 100)
    base = answers_per_second(5, [], 150)
    full = answers_per_second(5, ALL_SETS, 60)
    return {
        "answers/s, 5 players, base game": round(base),
        "answers/s, 7 players, base game": round(answers_per_second(7, [], 100)),
        "answers/s, 5 players, all sets": round(full),
        "all sets, share of the base game's speed": round(full / base, 2),
        "load + dump, 5 players, median µs": round(microseconds(lambda game: load(dump(game)), middle)),
        "load + dump, 7 players, all sets, median µs": round(microseconds(lambda game: load(dump(game)), everything)),
        "stored game, 7 players, largest, bytes": max(len(json.dumps(dump(game))) for game in big),
        "stored game, 7 players, all sets, largest, bytes": max(len(json.dumps(dump(game))) for game in everything),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    figures = measure()
    if parser.parse_args().json:
        print(json.dumps(figures))
        return
    table = Table(title="The engine on this machine, one process")
    table.add_column("what")
    table.add_column("figure", justify="right")
    for name, value in figures.items():
        table.add_row(name, f"{value:,}")
    Console().print(table)


if __name__ == "__main__":
    main()
