"""Questions in words: every kind of the engine has a text, others get a sensible one."""

import re
from pathlib import Path

import pytest

import engine
from engine import Decision, Option, View, view, waiting
from engine.builder import build
from engine.play import answer_text
from tgbot.prompts import ASK, prompt
from tgbot.tabletext import waiting_line

NAMES = ["Ann", "Bob", "Cid", "Dot"]
KINDS = sorted(
    {
        kind
        for path in Path(engine.__file__).parent.rglob("*.py")
        for kind in re.findall(r'Decision\([^"\n]*"([a-z ]+)"', path.read_text("utf-8"))
    }
)


def test_the_search_finds_the_kinds() -> None:
    assert {"play", "shot", "dying", "suit", "pot"} <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_question_has_a_text(kind: str) -> None:
    assert kind in ASK


def _players(**bob: object) -> list[dict[str, object]]:
    return [
        {"name": "Ann", "role": "sheriff", "character": "Slab the Killer", "hand": ["Bang!", "Gatling", "Duel"]},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid"} | bob,
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Paul Regret"},
    ]


def _asked(text: str, **bob: object) -> str:
    """What Bob is asked when Ann does something."""
    game = build({"players": _players(**bob)})
    answer_text(game, 0, text)
    assert waiting(game)[0].seat == 1
    return prompt(view(game, 1), NAMES)


def test_a_shot_says_what_is_at_stake() -> None:
    text = _asked("play Bang! on Bob", hand=["Missed!", "Missed!"], life=3)
    assert text.splitlines() == [
        "<b>Ann shoots at you!</b>",
        "It takes 2 Missed! to avoid it.",
        "At stake: 1 of your 3 life points.",
    ]


@pytest.mark.parametrize(
    ("hand", "words"),
    [(["Missed!", "Beer"], "You hold a Beer that may save you."), (["Missed!"], "you hold no Beer to save you")],
)
def test_the_last_life_point(hand: list[str], words: str) -> None:
    text = _asked("play Gatling", hand=hand, life=1)
    assert "<b>Ann shoots at you with Gatling!</b>" in text
    assert "your last life point" in text
    assert words in text


def test_a_duel() -> None:
    assert _asked("play Duel on Bob", hand=["Bang!"], life=2).startswith("<b>Duel with Ann.</b> Throw a BANG!")


def test_dying() -> None:
    text = _asked("play Bang! on Bob", hand=["Beer"], life=1)
    expected = "<b>💀 Ann has taken your last life point with BANG!</b> Regain it now, or you are out."
    assert text == expected


def test_what_led_to_it_stands_above() -> None:
    game = build({"players": _players()})
    text = prompt(view(game, 0), NAMES, recent=["▶️ <b>Ann's turn</b>"])
    assert text.startswith("<blockquote>▶️ <b>Ann's turn</b></blockquote>\n<b>It is your turn.</b>")


def _of_a_later_set(card: str) -> View:
    seen = view(build({"players": _players()}), 0)
    seen.decision = Decision(0, "barter", [Option("yes"), Option("no")], card=card, facts={"goods": 3})
    return seen


def test_an_unknown_question_tells_what_asks_and_what_that_does() -> None:
    assert prompt(_of_a_later_set("Ranch"), NAMES).splitlines() == [
        "<b>Ranch.</b> What do you choose?",
        "<i>After drawing you may once exchange any number of cards of your hand.</i>",
    ]
    assert prompt(_of_a_later_set(""), NAMES) == "<b>What do you choose?</b>"


def test_the_table_says_what_it_waits_for() -> None:
    game = build({"players": _players(hand=["Missed!"])})
    assert waiting_line(view(game, None), NAMES, waiting(game)) == "⏳ Ann to play."
    answer_text(game, 0, "play Bang! on Bob")
    assert waiting_line(view(game, None), NAMES, waiting(game)) == "⏳ Bob to answer Ann's BANG!"


def test_the_table_does_not_say_what_only_a_hand_makes_possible() -> None:
    players = _players(hand=["Escape"])
    players[0]["hand"] = ["Cat Balou"]
    game = build({"players": players, "sets": ["valley_of_shadows"]})
    answer_text(game, 0, "play Cat Balou on Bob, hand")
    assert waiting(game)[0].kind == "escape"
    assert waiting_line(view(game, None), NAMES, waiting(game)) == "⏳ Bob has to answer."
