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
        ("- 1999-99-99", "is not YAML"),
        ("- just text", "number 1: a scenario is a mapping"),
        ("- {id: t-odd, title: x}", "t-odd: players: is missing"),
        ("- {id: t-odd, players: [3]}", "t-odd: players.0: input should be"),
        (
            GOOD.replace("life: 3", "life: three"),
            "t-good: players.0.life: input should be a valid integer, not 'three'",
        ),
        (GOOD.replace("[Beer, Mustang]", "3"), "t-good: players.0.hand: input should be a valid list, not '3'"),
        (GOOD.replace("Ann: play Beer", "Ann: 3"), "t-good: an action is text, not 3"),
        (GOOD.replace("Ann: play Beer", "refuse: play Beer"), "t-good: refuse: must be a mapping"),
        (GOOD.replace("Ann: play Beer", "expect: {can: {Ann: [Beer]}}"), "t-good: can: not an answer: 'Beer'"),
        (GOOD.replace("{life: LIFE}", "4"), "t-good: expect Ann: all of it: input should be a valid dictionary"),
        (GOOD.replace("{life: LIFE}", "{live: 4}"), "t-good: expect Ann: unknown key 'live'"),
        (GOOD.replace("Ann: {life: LIFE}", "phases: play"), "t-good: there is no player 'phases'"),
        (GOOD.replace("sheriff", "mayor"), "t-good: Ann: role must be one of"),
        (GOOD.replace("Beer, Mustang", "Bier"), "t-good: there is no card 'Bier'"),
        (GOOD.replace("- Ann: play Beer", "- Zoe: play Beer"), "t-good: there is no player 'Zoe'"),
    ],
)
def test_unreadable_files(text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, text.replace("LIFE", "4"))
    assert main(["scenario", path]) == 2
    error = capsys.readouterr().err
    assert error.startswith(path)
    assert reason in error
    assert error.count("\n") == 1


def test_an_empty_list_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", _file(tmp_path, "[]")]) == 0
    assert capsys.readouterr().out == "0 passed, 0 failed\n"


def test_what_can_be_read_is_played_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, "- {id: t-odd}\n" + GOOD.replace("LIFE", "4"))
    assert main(["scenario", "/nowhere.yaml", path]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines() == ["ok   t-good: A Beer heals", "1 passed, 0 failed"]
    assert err.splitlines() == [
        "/nowhere.yaml: cannot be read: No such file or directory",
        f"{path}: t-odd: players: is missing",
    ]
    assert main(["scenario", "--json", "/nowhere.yaml", path]) == 2
    report = json.loads(capsys.readouterr().out)
    assert (report["passed"], len(report["unreadable"])) == (1, 2)


@pytest.mark.parametrize(
    ("expected", "holds"),
    [
        ("Ann: {hand: [Mustang 8H]}", True),
        ("Ann: {hand: [Mustang 9H]}", False),
        ("Bob: {hand: [Bang!, Bang! AD]}", True),
        ("Bob: {hand: [Bang! AD, Bang!]}", True),
        ("Bob: {hand: [Bang!, Bang! 5C]}", False),
        ("discard_top: Beer 6H", True),
        ("discard_top: Beer", True),
        ("discard_top: Beer 7H", False),
        ("deck_top: Duel QD", True),
        ("deck_top: none", False),
        ("waiting: [Ann]", True),
        ("winners: none", True),
        ("winners: [Ann]", False),
        ("can: {Ann: [play Mustang, end turn]}", True),
        ("can: {Ann: [play Mustang]}", False),
        ("can: {Bob: []}", True),
        ("cannot: {Ann: [end turn]}", False),
        ("can_include: {Ann: [end turn]}", True),
    ],
)
def test_what_is_expected(expected: str, holds: bool, tmp_path: Path) -> None:
    text = GOOD.replace("Ann: {life: LIFE}", expected).replace("the Kid}", "the Kid, hand: [Bang! AD, Bang! 2C]}")
    path = _file(tmp_path, f"{text}  deck: [Duel QD]")
    assert main(["scenario", path]) == (0 if holds else 1)


def test_winners_are_named_in_any_order(tmp_path: Path) -> None:
    text = GOOD.replace("Black Jack, life: 3, hand: [Beer, Mustang]", "Black Jack, life: 1")
    text = text.replace("the Kid", "the Kid, hand: [Bang!]").replace("steps:", "turn: Bob\n  steps:")
    text = text.replace("Ann: play Beer", "Bob: play Bang! on Ann").replace("Ann: {life: LIFE}", "winners: [Cid, Bob]")
    assert main(["scenario", _file(tmp_path, text)]) == 0


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
