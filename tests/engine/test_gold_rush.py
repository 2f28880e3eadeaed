"""Gold Rush and Shadow Gunslingers beyond their scenarios: random games, the equipment deck, words of refusals."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import IllegalAnswer, Setup, new_game, view, waiting
from engine.builder import BadPosition, build
from engine.cards import EQUIPMENT
from engine.events import Bought, EquipmentShuffled, GoldChanged, RoleShown
from engine.play import answer_text
from engine.players.rules import choose
from engine.treasury import owned
from tests.engine.checks import check_game, play_out, public_events
from tgbot.commands.simulate import random_chooser

OTHERS = ["dodge_city", "high_noon", "fistful_of_cards", "bullet", "valley_of_shadows"]


@pytest.mark.parametrize("players", [3, 5, 7])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    gold=st.booleans(),
    shadows=st.booleans(),
    others=st.lists(st.sampled_from(OTHERS), unique=True),
)
def test_random_games(players: int, seed: int, gold: bool, shadows: bool, others: list[str]) -> None:
    """They end, no equipment is lost, no gold is owed, everything can be stored."""
    sets = ["gold_rush", *others] if gold else others
    game = new_game(Setup([f"P{number}" for number in range(players)], sets, {"shadow_gunslingers": shadows}), seed)
    play_out(game, random_chooser(seed), public_events)


def position(ann: dict[str, Any], bob: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Ann, the sheriff, has the turn; Bob sits on her left."""
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Slab the Killer", "hand": ["Stagecoach"], **ann},
        {"name": "Bob", "role": "outlaw", "character": "Rose Doolan", **(bob or {})},
        {"name": "Cid", "role": "outlaw", "character": "Vulture Sam"},
        {"name": "Dot", "role": "renegade", "character": "Black Jack"},
    ]
    return {"sets": ["gold_rush"], "players": players, **more}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("buy Rhum", "Rhum costs 3, you have 2"),
        ("buy Boots", "there is no Boots in the shop"),
        ("buy Stagecoach", "there is no Stagecoach in the shop"),
        ("buy Wanted", "choose a player for Wanted"),
        ("buy Wanted on Bob", "there is already a Wanted in front of Bob"),
        ("buy Bottle", "say what Bottle is to act as: Panic!, Beer, Bang!"),
        ("buy Bottle as Bang! on Cid", "out of reach: distance 2, your range is 1"),
        ("buy Bottle as Bang!", "choose a player for Bang!"),
        ("buy Bottle as Panic! on Bob, hand", "there is no card to take there"),
        ("discard Wanted of Bob", "to have Wanted discarded costs 3, you have 2"),
        ("discard Boots of Bob", "there is no equipment Boots in front of Bob"),
        ("discard Stagecoach of Bob", "there is no equipment Stagecoach in front of Bob"),
        ("discard Wanted of Ann", "only another player can be made to discard equipment"),
        ("play Stagecoach for gold", "only a Beer can be played for gold, not Stagecoach"),
        ("play Beer for gold", "that card is not in your hand"),
    ],
)
def test_refusals_say_why(text: str, reason: str) -> None:
    game = build(position({"gold": 2}, {"equipment": ["Wanted"]}, shop=["Rhum", "Bottle", "Wanted"]))
    with pytest.raises(IllegalAnswer) as refused:
        answer_text(game, 0, text)
    assert str(refused.value) == reason


def test_nothing_is_bought_outside_phase_2() -> None:
    game = build(position({"hand": ["Bang! 5C", "Stagecoach"]}, {"hand": ["Missed!"], "gold": 9}))
    answer_text(game, 0, "play Bang! on Bob")
    with pytest.raises(IllegalAnswer, match="that can only be done in phase 2 of your own turn"):
        answer_text(game, 1, "buy Shot on Bob")


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"ann": {"equipment": ["Shot"]}}, "Ann: Shot cannot lie in front of a player"),
        ({"ann": {"equipment": ["Wanted", "Wanted"]}}, "Ann: two pieces of equipment of one name: Wanted"),
        ({"ann": {}, "shop": ["Rhum", "Shot", "Shot", "Wanted"]}, "shop: three cards lie there, not 4"),
    ],
)
def test_impossible_positions(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        build(position(**more))


def test_a_face_up_card_on_top_of_the_deck_is_shuffled() -> None:
    """With one card left, the next purchase turns the cards laid under the deck into the deck at once."""
    game = build(position({"gold": 9, "life": 2}, shop=["Shot", "Shot", "Shot"], equipment_deck=["Boots"]))
    game.spent, game.supply = game.supply[:-1], game.supply[-1:]
    facts = answer_text(game, 0, "buy Shot on Ann")
    assert EQUIPMENT[game.shop[0]].name == "Boots"
    assert game.spent == []
    assert len(game.supply) == 21
    assert EquipmentShuffled(21) in facts
    check_game(game)


def test_the_new_card_takes_the_place_of_the_bought_one() -> None:
    game = build(position({"gold": 9}, shop=["Rhum", "Boots", "Wanted"], equipment_deck=["Pickaxe"]))
    facts = answer_text(game, 0, "buy Boots")
    assert [EQUIPMENT[number].name for number in view(game, None).shop] == ["Rhum", "Pickaxe", "Wanted"]
    assert Bought(0, "Boots", 3) in facts
    assert GoldChanged(0, -3, "Boots", 6) in facts
    assert owned(game, 0, "Boots") >= 0


def test_equal_cards_in_the_shop_are_one_option() -> None:
    game = build(position({"gold": 1}, shop=["Shot", "Shot", "Rhum"]))
    names = [option for option in waiting(game)[0].options if option.verb == "buy"]
    assert [option.target for option in names] == [1, 2, 3, 0]


def test_the_dead_can_be_paid_for_nothing() -> None:
    game = build(position({"gold": 9}, {"dead": True}, shop=["Shot", "Rhum", "Wanted"]))
    with pytest.raises(IllegalAnswer, match="Bob is out of the game"):
        answer_text(game, 0, "buy Shot on Bob")


def test_a_shadow_renegade_shows_his_side() -> None:
    """A position may begin with the turn of a shadow."""
    board = position({}, {"role": "renegade", "dead": True}, options={"shadow_gunslingers": True})
    board["players"][3]["role"] = "outlaw"
    game = build({**board, "turn": "Bob", "phase": "start"})
    assert RoleShown(1, "shadow_deputy") in game.facts
    assert (game.turn, game.phase, game.seats[1].alive) == (1, "play", True)
    assert view(game, None).seats[1].role == "shadow_deputy"


@pytest.mark.parametrize(
    ("ann", "shop", "chosen"),
    [
        ({"gold": 4}, ["Union Pacific", "Wanted", "Rhum"], "buy Union Pacific"),
        ({"gold": 3, "life": 1}, ["Rhum", "Wanted", "Wanted"], "buy Rhum"),
        ({"gold": 3}, ["Rhum", "Boots", "Wanted"], "buy Boots"),
        ({"gold": 3, "life": 5}, ["Rhum", "Shot", "Shot"], "end turn"),
    ],
)
def test_computer_players_buy_what_helps_them(ann: dict[str, Any], shop: list[str], chosen: str) -> None:
    game = build(position({"hand": ["Missed!", "Missed!"], **ann}, shop=shop))
    option = choose(view(game, 0))
    assert f"{option.verb} {option.name}".strip() == chosen
