"""Dodge City beyond its scenarios: random games, secrets, words of refusals, answers ahead of time."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import HAND, IllegalAnswer, Setup, new_game, redact, view, waiting
from engine.builder import build
from engine.cards import CARDS
from engine.events import HandCardTaken
from engine.play import answer_text
from tests.engine.checks import play_out, public_events
from tgbot.commands.simulate import random_chooser

SETS = ["dodge_city", "bullet"]


@pytest.mark.parametrize("players", [3, 5, 8])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_random_games(players: int, seed: int) -> None:
    game = new_game(Setup([f"P{number}" for number in range(players)], SETS, {}), seed)
    play_out(game, random_chooser(seed), public_events)


def position(ann: dict[str, Any], bob: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ann, the sheriff, has the turn; Bob sits on her left."""
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Willy the Kid", "hand": ["Stagecoach"], **ann},
        {"name": "Bob", "role": "outlaw", "character": "Rose Doolan", **bob},
        {"name": "Cid", "role": "outlaw", "character": "Slab the Killer"},
        {"name": "Dot", "role": "renegade", "character": "Black Jack"},
    ]
    return {"sets": SETS, "players": players, **more}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("use Knife on Bob", "Knife can be used from the next player's turn on"),
        ("use Barrel", "Barrel only answers a shot at yourself"),
        ("use Sombrero", "Sombrero only answers a shot at yourself"),
        ("use Pepperbox on Cid", "out of reach: distance 2, your range is 1"),
        ("use Pepperbox", "choose a player for Pepperbox"),
        ("use Can Can on Bob, hand", "there is no card to take there"),
        ("play Springfield on Bob", "choose another card from your hand to discard for Springfield"),
        ("play Dodge", "Dodge only answers a shot at yourself"),
    ],
)
def test_refusals_say_why(text: str, reason: str) -> None:
    front = ["Barrel", "Sombrero", "Can Can", "Pepperbox"]
    game = build(position({"hand": ["Knife", "Springfield", "Dodge"], "play": front}, {}))
    answer_text(game, 0, "play Knife")
    with pytest.raises(IllegalAnswer, match=reason):
        answer_text(game, 0, text)


def test_cards_in_front_of_others_are_silent_in_belle_stars_turn() -> None:
    game = build(position({"character": "Belle Star", "hand": ["Bang!", "Stagecoach"]}, {"play": ["Sombrero"]}))
    facts = answer_text(game, 0, "play Bang! on Bob")
    assert game.seats[1].life == 3
    assert not any(getattr(fact, "name", "") == "Sombrero" for fact in facts)


def test_everybody_sees_which_green_cards_wait() -> None:
    game = build(position({"hand": ["Knife", "Mustang", "Stagecoach"], "play": ["Canteen"]}, {}))
    answer_text(game, 0, "play Knife")
    answer_text(game, 0, "play Mustang")
    assert [CARDS[card].name for card in view(game, None).seats[0].fresh] == ["Knife"]


def test_presents_of_claus_are_seen_by_giver_and_receiver_only() -> None:
    cards = ["Mustang", "Gatling", "Bang!", "Barrel", "Beer"]
    claus = {"character": 'Claus "The Saint"', "hand": []}
    game = build(position(claus, {}, turn="Ann", phase="draw", deck=cards))
    facts = answer_text(game, 0, "pick Mustang") + answer_text(game, 0, "pick Gatling")
    facts += answer_text(game, 0, "pick Barrel") + answer_text(game, 0, "pick Beer")
    gifts = [fact for fact in facts if isinstance(fact, HandCardTaken)]
    assert [(fact.seat, CARDS[fact.card].name) for fact in gifts] == [(1, "Barrel"), (2, "Beer"), (3, "Bang!")]
    for fact in gifts:
        knowing = [viewer for viewer in (None, 0, 1, 2, 3) if redact(fact, viewer) == fact]
        assert knowing == [0, fact.seat]


def test_immune_players_are_not_asked_ahead_of_time() -> None:
    """Apache Kid, whom the Indians! (diamonds) do not touch, has no question to answer."""
    kid = {"character": "Apache Kid", "hand": ["Bang! 3C"]}
    game = build(position({"hand": ["Indians! KD", "Stagecoach"]}, kid, options={"parallel": True}))
    answer_text(game, 0, "play Indians!")
    assert [decision.seat for decision in waiting(game)] == [0]
    assert [seat.life for seat in game.seats] == [5, 3, 3, 3]


def test_brawl_asks_about_one_victim_after_the_other() -> None:
    robbed = {"hand": ["Missed!"], "play": ["Barrel"]}
    game = build(position({"hand": ["Brawl", "Beer", "Stagecoach"]}, robbed))
    answer_text(game, 0, "play Brawl with Beer")
    decision = waiting(game)[0]
    assert (decision.kind, decision.facts) == ("victim", {"player": 1})
    assert [option.pick == HAND for option in decision.options] == [True, False]


def test_a_tequila_for_another_is_no_hostile_act() -> None:
    game = build(position({"hand": ["Tequila", "Missed!", "Stagecoach"]}, {"life": 2}))
    answer_text(game, 0, "play Tequila with Missed! on Bob")
    assert (game.seats[1].life, game.harm) == (3, {})
