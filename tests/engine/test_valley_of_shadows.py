"""The Valley of Shadows beyond its scenarios: both editions' boxes, hidden choices, random games."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Game, Setup, new_game, redact, view, waiting
from engine.builder import BadPosition, build
from engine.cards import CARDS, cards_of, characters_of
from engine.play import answer_text
from tests.engine.checks import check_game, play_out, public_events
from tgbot.commands.simulate import random_chooser

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus"]
CZECH = {"udoli_stinu": True}


@pytest.mark.parametrize(
    "sets", [["valley_of_shadows"], ["valley_of_shadows", "dodge_city", "high_noon", "fistful_of_cards", "bullet"]]
)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    players=st.integers(3, 7),
    options=st.fixed_dictionaries({"udoli_stinu": st.booleans(), "parallel": st.booleans()}),
)
def test_random_games(sets: list[str], seed: int, players: int, options: dict[str, Any]) -> None:
    game = new_game(Setup(NAMES[:players], sets, options), seed)
    play_out(game, random_chooser(seed), check_ghosts, public_events, last=True)


def check_ghosts(game: Game) -> None:
    """Who has a Ghost in front is in the game without life points, and nobody else is because of one."""
    for number, seat in enumerate(game.seats):
        haunted = game.front(number, "Ghost") >= 0
        assert haunted == ("ghost" in seat.marks)
        assert not haunted or (seat.alive and seat.life == 0)


def test_the_czech_box_holds_fewer_cards_and_characters() -> None:
    sets = ["valley_of_shadows"]
    out = set(cards_of(sets)) - set(cards_of(sets, CZECH))
    assert [CARDS[card].name for card in out] == ["Ghost"]
    assert set(characters_of(sets)) - set(characters_of(sets, CZECH)) == {
        "Black Flower",
        "Der Spot-Burst Ringer",
        "Tuco Franziskaner",
    }
    game = new_game(Setup(NAMES[:4], sets, CZECH), 1)
    check_game(game)
    assert not {"Black Flower", "Tuco Franziskaner"} & {*game.unused, *(seat.character for seat in game.seats)}


def test_a_position_with_a_character_that_is_out_of_the_box_says_why() -> None:
    with pytest.raises(BadPosition, match="Black Flower is out of the box with the option udoli_stinu"):
        build(table({"character": "Black Flower"}, options=CZECH))


@pytest.mark.parametrize("parallel", [False, True])
def test_nobody_sees_what_others_have_chosen_for_poker_until_all_have(parallel: bool) -> None:
    games = []
    for card in ("Beer 6H", "Gatling"):
        game = build(table({"character": "Lucky Duke", "hand": ["Poker"]}, options={"parallel": parallel}))
        answer_text(game, 0, "play Poker")
        facts = answer_text(game, 1, f"discard {card}")
        games.append(game)
        for viewer in (None, 0, 2, 3):
            assert [redact(fact, viewer) for fact in facts] == []
    assert games[0].discard == games[1].discard
    for viewer in (None, 0, 2, 3):
        assert view(games[0], viewer) == view(games[1], viewer)


def test_all_may_choose_for_poker_at_once() -> None:
    game = build(table({"character": "Lucky Duke", "hand": ["Poker"]}, options={"parallel": True}))
    answer_text(game, 0, "play Poker")
    assert [decision.seat for decision in waiting(game)] == [1, 2, 3]
    answer_text(game, 3, "discard Stagecoach")
    answer_text(game, 2, "discard Missed! 3S")
    assert [decision.seat for decision in waiting(game)] == [1]
    answer_text(game, 1, "discard Gatling")
    assert waiting(game)[0].kind == "pot"


def table(ann: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ann, the sheriff, is on turn; the others hold two cards each."""
    players = [
        {"name": "Ann", "role": "sheriff", **ann},
        {"name": "Bob", "role": "outlaw", "character": "Rose Doolan", "hand": ["Beer 6H", "Gatling"]},
        {"name": "Cid", "role": "outlaw", "character": "Willy the Kid", "hand": ["Missed! 3S", "Missed! 4S"]},
        {"name": "Dot", "role": "renegade", "character": "Paul Regret", "hand": ["Stagecoach", "Bang! 5C"]},
    ]
    return {"sets": ["valley_of_shadows"], "players": players, **more}
