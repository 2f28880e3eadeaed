"""``bang simulate --latency``: how many days a game takes people who answer when they get to it.

People are the rule-based player behind a delay: log-normal with a median of 20 minutes and sigma 1.4, counted only
while they are awake (asleep 23:00 to 7:00 in time zones UTC-5, 0 and +8, one after the other). One sitting covers all
consecutive decisions of the same person: whoever has just answered goes on at once.
"""

import argparse
import json
import math
import random
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

from rich.console import Console
from rich.table import Table

from engine import Decision, Game, Option, Setup, View, answer, new_game, view, waiting
from engine.notation import text_of
from engine.players.orders import Orders, Plan, ordered, planned
from engine.players.rules import choose
from tgbot.commands.ledger import Ledger

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
MEDIAN, SIGMA = 20 * MINUTE, 1.4
WAKES, SLEEPS = 7 * HOUR, 23 * HOUR
ZONES = (-5, 0, 8)
"""Hours from UTC, dealt to the players in turn."""
SAMPLE = 5
"""The messages of every fifth game are counted: the bot writes them all, which takes longer than the game."""
AT_MOST = 20_000
"""Answers after which a game counts as endless."""

AIDS = ("orders", "parallel", "plans")
"""What removes waits: standing orders, parallel answers, plans made ahead."""
CASES: dict[str, tuple[str, ...]] = {"off": (), **{aid: (aid,) for aid in AIDS}, "all": AIDS}

ORDERS = Orders(
    shot="missed", keep=0, bang="always", beer="always", store=["Beer", "Missed!", "Bang!"], discard="least"
)
"""What a typical friend would set once."""


@dataclass(slots=True)
class Count:
    """What one game, or many, took."""

    seconds: float = 0.0
    turns: int = 0
    waits: int = 0
    asked: int = 0
    answers: int = 0
    by_order: int = 0
    by_plan: int = 0
    games: int = 0
    group_messages: int = 0
    calls: int = 0
    counted_turns: int = 0
    counted_answers: int = 0
    """In the games whose messages were counted."""

    def add(self, other: "Count") -> None:
        """Sums up."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Room:
    """One game and the people in it; ``due`` is when each person who is asked will answer."""

    game: Game
    aids: tuple[str, ...]
    chance: random.Random
    now: float = 12 * HOUR
    due: dict[int, float] = field(default_factory=dict)
    asked: set[tuple[int, int]] = field(default_factory=set)
    plans: dict[int, Plan] = field(default_factory=dict)
    count: Count = field(default_factory=Count)
    ledger: Ledger | None = None


def play(players: int, aids: tuple[str, ...], seed: int, counts: bool = False) -> Count:
    """Plays one game; the same seed deals the same game whatever the aids. ``counts``: count its messages too."""
    options = {"parallel": True} if "parallel" in aids else {}
    game = new_game(Setup([f"P{n}" for n in range(players)], [], options), seed)
    room = Room(game, aids, random.Random(seed), ledger=Ledger(game) if counts else None)
    sitting: int | None = None
    started = room.now
    while game.winners is None and room.count.answers < AT_MOST:
        seat, option = _next(room, sitting)
        sitting = seat if option is None else sitting
        _give(room, seat, option or choose(view(game, seat)), tapped=option is None)
    room.count.seconds = room.now - started
    room.count.turns = game.turn_number
    room.count.games = 1
    if room.ledger is not None:
        _close(room, room.ledger)
    return room.count


def _close(room: Room, ledger: Ledger) -> None:
    count = room.count
    ledger.goes_out(room.game)
    count.group_messages, count.calls = ledger.group, ledger.calls
    count.counted_turns, count.counted_answers = count.turns, count.answers


def _next(room: Room, sitting: int | None) -> tuple[int, Option | None]:
    """Who answers next: by an order or a plan at once (then with the option), else the first person to sit down."""
    decisions = waiting(room.game)
    for decision in decisions:
        if (option := _automatic(room, decision)) is not None:
            return decision.seat, option
    seats = [decision.seat for decision in decisions]
    _ask(room, decisions, sitting)
    if sitting in seats:
        return seats[seats.index(sitting)], None
    seat = min(seats, key=lambda s: room.due[s])
    room.now = max(room.now, room.due[seat])
    room.count.waits += 1
    return seat, None


def _automatic(room: Room, decision: Decision) -> Option | None:
    seen = view(room.game, decision.seat)
    if "plans" in room.aids and decision.seat in room.plans:
        option, room.plans[decision.seat] = planned(seen, room.plans[decision.seat])
        if option is not None:
            room.count.by_plan += 1
            return option
    if "orders" in room.aids and (option := ordered(seen, ORDERS)) is not None:
        room.count.by_order += 1
        return option
    return None


def _ask(room: Room, decisions: Iterable[Decision], sitting: int | None) -> None:
    """Everybody newly asked gets a time at which they will have seen it; who sits at the table needs none."""
    keys = {(decision.seat, decision.no) for decision in decisions}
    for seat, _ in sorted(keys - room.asked):
        room.count.asked += 1
        room.due[seat] = room.now if seat == sitting else answers_at(room.now, seat, room.chance)
    room.asked = keys


def answers_at(now: float, seat: int, chance: random.Random) -> float:
    """When a person who is asked now will answer, in seconds; the delay runs only while they are awake."""
    return awake_after(now, MEDIAN * math.exp(chance.gauss(0, SIGMA)), ZONES[seat % len(ZONES)])


def awake_after(now: float, waking: float, zone: int) -> float:
    """The time at which ``waking`` seconds of being awake have passed since ``now``."""
    while True:
        local = (now + zone * HOUR) % DAY
        if local < WAKES or local >= SLEEPS:
            now += (WAKES - local) % DAY
            continue
        if waking <= SLEEPS - local:
            return now + waking
        waking -= SLEEPS - local
        now += SLEEPS - local


def _give(room: Room, seat: int, option: Option, *, tapped: bool) -> None:
    game = room.game
    before = view(game, seat)
    if tapped and room.ledger is not None:
        room.ledger.goes_out(game)
    facts = answer(game, seat, option)
    if room.ledger is not None:
        room.ledger.answered(before, option, facts, room.now, tapped=tapped)
    if tapped and "plans" in room.aids and any(decision.seat != seat for decision in waiting(game)):
        _plan_ahead(room, before, option)
    room.count.answers += 1


def _plan_ahead(room: Room, before: View, option: Option) -> None:
    """Who has to wait for others now says how the turn goes on: the best of what else could have been done, up to the
    end of the turn."""
    decision = before.decision
    assert decision is not None
    assert before.viewer is not None
    if decision.kind != "play" or option.verb == "end turn":
        return
    plan: list[str] = []
    used = {option.card, *option.cost} - {-1}
    bang = "Bang!" in text_of(option, before.seats)
    while not plan or plan[-1] != "end turn":
        left = [
            o for o in decision.options if o.card not in used and not used & set(o.cost) and not _spent(o, bang, before)
        ]
        step = choose(_with_options(before, left))
        plan.append(text_of(step, before.seats))
        used |= {step.card, *step.cost} - {-1}
        bang = bang or "Bang!" in plan[-1]
        if step.card < 0 and step.verb != "end turn":
            break
    room.plans[before.viewer] = Plan(plan, list(before.seats[before.viewer].hand or []))


def _spent(option: Option, bang: bool, before: View) -> bool:
    return bang and before.bangs_left <= 1 and option.verb == "play" and "Bang!" in text_of(option, before.seats)


def _with_options(seen: View, options: list[Option]) -> View:
    assert seen.decision is not None
    return replace(seen, decision=replace(seen.decision, options=options))


# --- the report -----------------------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> int:
    """Plays every case and prints the table; ``--json`` prints one document, ``--plot`` draws it."""
    counts = measure(args.players, args.games, args.seed, args.jobs)
    report = {case: figures(count) for case, count in counts.items()}
    if args.plot:
        from tgbot.commands.plot import draw

        draw(report, args.players, args.plot)
    print(json.dumps(report)) if args.json else _print(report, args.players, args.games)
    return 0


def measure(players: int, games: int, seed: int, jobs: int) -> dict[str, Count]:
    """All cases over the same seeds."""
    totals = {}
    with ProcessPoolExecutor(jobs) as pool:
        for case, aids in CASES.items():
            total = Count()
            counts = [number % SAMPLE == 0 for number in range(games)]
            for count in pool.map(partial(play, players, aids), range(seed, seed + games), counts, chunksize=10):
                total.add(count)
            totals[case] = total
    return totals


def figures(count: Count) -> dict[str, float]:
    """The figures of one case; those of messages are from the games whose messages were counted."""
    return {
        "days_per_game": round(count.seconds / DAY / count.games, 2),
        "waits_per_turn": round(count.waits / count.turns, 2),
        "asked_per_turn": round(count.asked / count.turns, 2),
        "group_messages_per_turn": round(count.group_messages / max(1, count.counted_turns), 2),
        "calls_per_answer": round(count.calls / max(1, count.counted_answers), 2),
        "share_by_order": round(count.by_order / count.answers, 3),
        "share_by_plan": round(count.by_plan / count.answers, 3),
        "turns_per_game": round(count.turns / count.games, 1),
    }


def _print(report: dict[str, dict[str, float]], players: int, games: int) -> None:
    counted = -(-games // SAMPLE)
    title = f"{games} games of {players} players who answer when they get to it; messages counted in {counted}"
    table = Table(title=title)
    table.add_column("aids")
    for name in next(iter(report.values())):
        table.add_column(name.replace("_", " "), justify="right")
    for case, row in report.items():
        table.add_row(case, *(f"{value:g}" for value in row.values()))
    Console().print(table)
