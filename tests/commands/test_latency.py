"""The simulation of people who answer when they get to it."""

import argparse
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tgbot.commands.latency import CASES, DAY, HOUR, SLEEPS, WAKES, Count, awake_after, measure, play, run

SECONDS = st.integers(0, 5 * 86_400)


@given(now=SECONDS, waking=SECONDS, zone=st.integers(-11, 12))
def test_nobody_answers_asleep_and_only_waking_time_counts(now: int, waking: int, zone: int) -> None:
    at = awake_after(now, waking, zone)
    local = (at + zone * HOUR) % DAY
    assert WAKES - 1 <= local <= SLEEPS + 1
    assert at - now >= waking
    assert at - now <= waking * 1.5 + 8 * HOUR + 1  # 16 of 24 hours awake


def test_a_night_is_slept() -> None:
    assert awake_after(22.5 * HOUR, HOUR, 0) == DAY + 7.5 * HOUR
    assert awake_after(3 * HOUR, HOUR, 0) == 8 * HOUR


def test_the_same_seed_is_the_same_game() -> None:
    assert play(5, (), 1) == play(5, (), 1)


@pytest.mark.timeout(300)
def test_all_aids_at_least_halve_the_days() -> None:
    """At 5 and 7 players, over few games here; `bang simulate --latency` measures over many."""
    for players in (5, 7):
        counts = measure(players, 24, 1, 1)
        assert counts["all"].seconds / counts["all"].games <= 0.55 * counts["off"].seconds / counts["off"].games


def test_without_aids_nothing_is_answered_for_anybody() -> None:
    count: Count = play(4, (), 3)
    assert count.by_order == count.by_plan == 0
    assert play(4, CASES["all"], 3).by_order > 0


def test_json_has_every_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "days.png"
    assert run(argparse.Namespace(players=4, games=2, seed=1, jobs=1, json=True, plot=picture)) == 0
    report = json.loads(capsys.readouterr().out)
    assert set(report) == set(CASES)
    assert {"days_per_game", "waits_per_turn", "asked_per_turn", "group_messages_per_turn", "calls_per_answer"} <= set(
        report["off"]
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
