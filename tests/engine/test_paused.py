"""Games stored by this and earlier releases load, ask their question, and can be played to their end."""

import json
from pathlib import Path

import pytest

from engine import answer, load, waiting
from engine.save import BadSave
from tgbot.commands.simulate import random_chooser

FILES = sorted((Path(__file__).parent.parent / "paused").glob("v*/*.json"))


def test_there_are_paused_games() -> None:
    assert len(FILES) > 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_paused_game_plays_on(path: Path) -> None:
    game = load(json.loads(path.read_text()))
    choose = random_chooser(len(path.stem))
    assert waiting(game)
    for _ in range(20_000):
        if game.winners is not None:
            return
        decision = waiting(game)[0]
        answer(game, decision.seat, choose(game, decision))
    raise AssertionError("the game does not end")


def test_a_game_from_the_future_is_refused_in_one_line() -> None:
    data = json.loads(FILES[0].read_text())
    with pytest.raises(BadSave, match="schema 999"):
        load({**data, "schema": 999})


def test_a_broken_game_is_refused_without_its_contents() -> None:
    data = json.loads(FILES[0].read_text())
    data["seats"][0]["life"] = "a secret"
    with pytest.raises(BadSave, match=r"seats\.0\.life") as error:
        load(data)
    assert "a secret" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": {}}, "schema {}"),
        ({"stack": [["Nowhere", {}]]}, "no procedure 'Nowhere'"),
        ({"stack": [[]]}, "stack"),
        ({"stack": 3}, "stack"),
        ({"order": [0, 0, 0, 0]}, "cannot go on: ValueError"),
        ({"seats": []}, "cannot go on"),
        ({"stack": [["Turn", {"seat": 99, "step": "playing"}]]}, "cannot go on: IndexError"),
        ({"stack": [["Turn", {"seat": 0, "step": "lunch"}]]}, "cannot go on: KeyError"),
    ],
)
def test_what_is_no_game_is_refused(change: dict[str, object], reason: str) -> None:
    data = json.loads(FILES[0].read_text())
    with pytest.raises(BadSave, match=reason):
        load({**data, **change})
