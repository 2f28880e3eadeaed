"""``bang scenario`` and ``bang simulate`` as people call them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine import Setup
from engine.simulate import play_game
from tgbot.cli import main
from tgbot.commands.simulate import random_chooser

GOOD = """
- id: t-good
  title: A Beer heals
  players:
    - {name: Ann, role: sheriff, character: Black Jack, life: 3, hand: [Beer, Mustang]}
    - {name: Bob, role: outlaw, character: Willy the Kid}
    - {name: Cid, role: outlaw, character: Rose Doolan}
    - {name: Dot, role: renegade, character: Slab the Killer}
  steps:
    - Ann: play Beer
  expect: {Ann: {life: LIFE}}
"""


def _file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "some.yaml"
    path.write_text(text)
    return str(path)


def test_all_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", _file(tmp_path, GOOD.replace("LIFE", "4"))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["ok   t-good: A Beer heals", "1 passed, 0 failed"]


def test_a_failure_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", _file(tmp_path, GOOD.replace("LIFE", "5"))]) == 1
    out = capsys.readouterr().out
    assert "Ann: life is 4, expected 5" in out
    assert "Ann: play Beer" in out
    assert out.splitlines()[-1] == "0 passed, 1 failed"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--json", _file(tmp_path, GOOD.replace("LIFE", "5"))]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["passed"], report["failed"]) == (0, 1)
    assert report["scenarios"][0]["id"] == "t-good"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- id: [", "is not YAML"),
        ("id: x", "must hold a list of scenarios"),
        ("- {id: t-odd, title: x}", "t-odd: a scenario is a mapping"),
        (GOOD.replace("sheriff", "mayor"), "t-good: Ann: role must be one of"),
        (GOOD.replace("Beer, Mustang", "Bier"), "t-good: there is no card 'Bier'"),
        (GOOD.replace("- Ann: play Beer", "- Zoe: play Beer"), "t-good: there is no player 'Zoe'"),
    ],
)
def test_unreadable_files(text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, text)
    assert main(["scenario", path]) == 2
    error = capsys.readouterr().err
    assert error.startswith(path)
    assert reason in error
    assert error.count("\n") == 1


def test_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "/nowhere.yaml"]) == 2
    assert "/nowhere.yaml: cannot be read" in capsys.readouterr().err


def _winners_by_hand() -> dict[str, int]:
    setup = Setup([f"P{number}" for number in range(1, 5)])
    return dict(Counter(play_game(setup, seed, random_chooser(seed)).side for seed in range(3, 53)))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_counts_the_same_with_any_number_of_jobs(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "50", "--players", "4", "--seed", "3", "--json", "--jobs", jobs]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 50
    assert report["winners"] == _winners_by_hand()
    assert report["games_per_second"] > 0
    assert report["answers_per_second"] > 0


def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "5", "--players", "3"]) == 0
    assert "answers/s" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "reason"),
    [(["--sets", "el_dorado"], "unknown sets: el_dorado"), (["--players", "8"], "3 to 7 players can play, not 8")],
)
def test_simulate_refuses(args: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", *args]) == 2
    assert reason in capsys.readouterr().err
