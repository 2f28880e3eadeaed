"""``bang simulate``: plays games with random legal answers and counts."""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine import BadSetup, Decision, Game, Option, Setup
from engine.cards import SETS
from engine.simulate import Chooser, Outcome, play_game

CHUNK = 20
"""Games a process plays before it reports."""


def run(args: argparse.Namespace) -> int:
    """Exit status 0; 2 where the sets or the number of players are impossible."""
    if args.latency:
        from tgbot.commands.latency import run as run_latency

        return run_latency(args)
    try:
        setup = _setup(args.players, args.sets)
        started = time.perf_counter()
        outcomes = _play_all(setup, args.games, args.seed, args.jobs)
        seconds = time.perf_counter() - started
    except BadSetup as error:
        print(f"bang simulate: {error}", file=sys.stderr)
        return 2
    report = _summary(outcomes, seconds)
    print(json.dumps(report)) if args.json else _print(report, args.players)
    return 0


def sets_named(text: str) -> list[str]:
    """``all``, or set names separated by commas. Unknown names are left for the set-up to refuse."""
    if text == "all":
        return [name for name in SETS if name != "base"]
    return [name.strip() for name in text.split(",") if name.strip() not in ("", "base")]


def _setup(players: int, sets: str) -> Setup:
    return Setup([f"P{number}" for number in range(1, players + 1)], sets_named(sets))


def random_chooser(seed: int) -> Chooser:
    """A player that takes any legal option, the same ones for the same seed (only ``random()`` is promised to stay)."""
    chance = random.Random(seed).random

    def choose(game: Game, decision: Decision) -> Option:
        return decision.options[int(chance() * len(decision.options))]

    return choose


def _play_some(setup: Setup, seeds: range) -> list[Outcome]:
    return [play_game(setup, seed, random_chooser(seed)) for seed in seeds]


def _play_all(setup: Setup, games: int, seed: int, jobs: int) -> list[Outcome]:
    chunks = [range(first, min(first + CHUNK, seed + games)) for first in range(seed, seed + games, CHUNK)]
    outcomes: list[Outcome] = []
    bar = Progress(console=Console(stderr=True), transient=True) if sys.stderr.isatty() else nullcontext()
    with bar as progress:
        task = progress.add_task("games", total=games) if progress else None
        for part in _parts(setup, chunks, jobs):
            outcomes.extend(part)
            if progress and task is not None:
                progress.advance(task, len(part))
    return outcomes


def _parts(setup: Setup, chunks: list[range], jobs: int) -> Iterator[list[Outcome]]:
    if jobs == 1:
        yield from (_play_some(setup, chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_play_some, [setup] * len(chunks), chunks)


def _summary(outcomes: list[Outcome], seconds: float) -> dict[str, Any]:
    answers = sum(outcome.answers for outcome in outcomes)
    roles = Counter(role for outcome in outcomes for role in sorted(set(outcome.winning_roles)))
    return {
        "games": len(outcomes),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(outcomes) / seconds, 1),
        "answers_per_second": round(answers / seconds, 1),
        "answers_per_game": round(answers / len(outcomes), 1),
        "turns_per_game": round(sum(outcome.turns for outcome in outcomes) / len(outcomes), 1),
        "winners": dict(Counter(outcome.side for outcome in outcomes).most_common()),
        "winning_roles": dict(roles.most_common()),
    }


def _print(report: dict[str, Any], players: int) -> None:
    console = Console()
    figures = Table(title=f"{report['games']} games, {players} players, random answers")
    for heading in ("games/s", "answers/s", "answers a game", "turns a game"):
        figures.add_column(heading, justify="right")
    figures.add_row(
        f"{report['games_per_second']:,.1f}",
        f"{report['answers_per_second']:,.0f}",
        f"{report['answers_per_game']:.1f}",
        f"{report['turns_per_game']:.1f}",
    )
    console.print(figures)
    winners = Table(title="winners")
    for heading in ("side", "games", "share"):
        winners.add_column(heading, justify="left" if heading == "side" else "right")
    for side, count in report["winners"].items():
        winners.add_row(side, str(count), f"{count / report['games']:.1%}")
    console.print(winners)
