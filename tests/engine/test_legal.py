"""Refusals say why, and are exactly what the options leave out."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import IllegalAnswer, Option, Setup, answer, answer_text, dump, new_game, view, waiting
from engine.builder import BadPosition, build
from engine.explain import why_not
from engine.notation import BadNotation, parse
from tgbot.commands.simulate import random_chooser


def _position(**changes: Any) -> dict[str, Any]:
    players = [
        {
            "name": "Ann",
            "role": "sheriff",
            "character": "Black Jack",
            "hand": ["Bang!", "Bang!", "Missed!", "Jail", "Panic!"],
        },
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid", "hand": ["Beer"], "play": ["Mustang"]},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer", "hand": ["Gatling"]},
    ]
    return {"players": players, **changes}


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("play Bang! on Cid", "out of reach: distance 2, your range is 1"),
        ("play Bang! on Ann", "not on yourself"),
        ("play Missed!", "Missed! only answers a shot at yourself"),
        ("play Panic! on Cid, hand", "too far: distance 2"),
        ("play Gatling", "not in your hand"),
        ("play Jail", "choose a player for Jail"),
        ("pick Beer", "not one of the possible answers"),
    ],
)
def test_reasons(action: str, reason: str) -> None:
    game = build(_position())
    with pytest.raises(IllegalAnswer, match=reason):
        answer_text(game, 0, action)


def test_second_bang_is_refused_with_its_reason() -> None:
    game = build(_position())
    answer_text(game, 0, "play Bang! on Dot")
    with pytest.raises(IllegalAnswer, match="already played your BANG! of this turn"):
        answer_text(game, 0, "play Bang! on Dot")


def test_out_of_turn() -> None:
    game = build(_position())
    with pytest.raises(IllegalAnswer, match="not your turn"):
        answer_text(game, 1, "play Beer")


def test_janet_is_told_that_her_bang_is_used_up() -> None:
    """Of a Missed! she could have shot with, not that it only answers shots."""
    ann, *others = _position()["players"]
    janet = {**ann, "character": "Calamity Janet", "hand": ["Bang!", "Missed!", "Barrel"]}
    game = build({"players": [janet, *others]})
    missed = game.seats[0].hand[1]
    assert missed not in view(game, 0).unplayable
    answer_text(game, 0, "play Bang! on Dot")
    assert str(view(game, 0).unplayable[missed]) == "you have already played your BANG! of this turn"


def test_what_is_drawn_from_the_deck_has_no_name() -> None:
    ann, bob, *others = _position()["players"]
    game = build({"players": [{**ann, "character": "Jesse Jones"}, bob, *others], "phase": "draw"})
    with pytest.raises(IllegalAnswer):
        answer_text(game, 0, "draw from deck, Beer")


SID = {"name": "Sid", "role": "outlaw", "character": "Sid Ketchum"}
JAKE = {"name": "Bob", "role": "outlaw", "character": "Jourdonnais", "play": ["Barrel", "Mustang"]}


@pytest.mark.parametrize(
    ("changes", "steps", "who", "action", "reason"),
    [
        ({}, [], "Ann", "play Panic! on Ann", "choose a card of Ann for Panic!"),
        ({}, [], "Ann", "play Panic! on Sid", "choose a card of Sid for Panic!"),
        ({}, [], "Ann", "play Panic! on Bob, hand", "too far: distance 2"),
        ({}, [], "Zed", "pass", "you are out of the game"),
        ({"phase": "discard"}, [], "Ann", "play Jail on Bob", "the turn is over: discard"),
        ({"phase": "discard"}, [], "Ann", "end turn", "the turn is over: discard"),
        ({"phase": "discard"}, [], "Ann", "discard Beer", "not in your hand"),
        ({}, ["Ann: play Bang! on Bob", "Bob: use Barrel"], "Bob", "use Barrel", "Barrel has already been tried"),
        ({}, ["Ann: play Bang! on Bob", "Bob: use Jourdonnais"], "Bob", "use Jourdonnais", "already been tried"),
        ({}, ["Ann: play Bang! on Bob"], "Bob", "use Mustang", "Mustang works by itself"),
        ({"turn": "Bob"}, [], "Bob", "use Jourdonnais", "Jourdonnais only answers a shot"),
        ({"turn": "Jes", "phase": "draw"}, [], "Jes", "draw from Sid", "Sid has no card in hand"),
        ({"turn": "Sid"}, [], "Sid", "use Sid Ketchum with Beer, Duel", "no life point to regain"),
    ],
)
def test_more_reasons(changes: dict[str, Any], steps: list[str], who: str, action: str, reason: str) -> None:
    ann, _, _, dot = _position()["players"]
    zed = {"name": "Zed", "role": "deputy", "character": "Paul Regret", "dead": True}
    jes = {"name": "Jes", "role": "outlaw", "character": "Jesse Jones", "hand": ["Scope"]}
    ann = {**ann, "play": ["Winchester"], "life": 2}
    bob = {**JAKE, "hand": ["Missed!", "Dynamite"]}
    players = [ann, bob, jes, zed, {**dot, "hand": ["Gatling", "Bang!"]}, {**SID, "play": ["Schofield"]}]
    if who == "Sid":
        players[-1]["hand"] = ["Beer", "Duel"]
    game = build({"players": players, "deck": ["any clubs"], **changes})
    names = [str(player["name"]) for player in players]
    for step in steps:
        name, _, text = step.partition(": ")
        answer_text(game, names.index(name), text)
    with pytest.raises(IllegalAnswer, match=reason):
        answer_text(game, names.index(who), action)


@pytest.mark.parametrize("text", ["", "shoot Bob", "play", "draw two", "use ", "Bang!"])
def test_bad_notation_quotes_the_input(text: str) -> None:
    with pytest.raises(BadNotation, match=f"'{text}'"):
        parse(text)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_whatever_is_no_option_is_refused_and_changes_nothing(seed: int) -> None:
    game = new_game(Setup([f"P{number}" for number in range(5)]), seed)
    choose, chance = random_chooser(seed), random.Random(seed)
    while game.winners is None:
        decision = waiting(game)[0]
        for option in _nonsense(decision.options, chance):
            before = dump(game)
            for seat in range(5):
                if seat != decision.seat or option not in decision.options:
                    with pytest.raises(IllegalAnswer):
                        answer(game, seat, option)
            assert dump(game) == before
            assert str(why_not(game, decision.seat, option, decision))
        answer(game, decision.seat, choose(game, decision))


def _nonsense(options: list[Option], chance: random.Random) -> list[Option]:
    """Options with one thing changed."""
    option = chance.choice(options)
    return [
        option._replace(card=chance.randrange(80)),
        option._replace(target=chance.randrange(5)),
        option._replace(pick=chance.randrange(80)),
        option._replace(verb=chance.choice(["play", "use", "discard", "pick", "end turn"])),
    ]


@pytest.mark.parametrize("number", [99, 10**9, -5, -99, None, "Bob", 0.5, [0]])
@pytest.mark.parametrize("field", ["card", "target", "pick", "onto", "cost", "name", "as_", "order", "verb"])
@pytest.mark.parametrize("sets", [[], ["gold_rush"]])
def test_options_made_up_by_others_are_refused_and_change_nothing(field: str, number: Any, sets: list[str]) -> None:
    game = build(_position(sets=sets))
    before = dump(game)
    for option in [*waiting(game)[0].options, Option("buy", name="Rum"), Option("discard", name="Gun Belt", target=1)]:
        with pytest.raises(IllegalAnswer):
            answer(game, 0, option._replace(**{field: number}))
    assert dump(game) == before


def test_an_equal_option_leaves_no_trace_of_its_own() -> None:
    """True and 1.0 equal 1: what is taken is the option that was offered."""
    game, other = build(_position()), build(_position())
    option = next(option for option in waiting(game)[0].options if option.target == 1)
    answer(game, 0, option)
    answer(other, 0, option._replace(target=True, card=float(option.card)))  # type: ignore[arg-type]
    assert repr(dump(game)) == repr(dump(other))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"deck": ["Barrel KS", "Barrel KS"]}, "no free copy"),
        ({"turn": "Eve"}, "no player 'Eve'"),
        ({"phase": "lunch"}, "phase must be one of"),
        ({"deck": ["Bazooka"]}, "no card 'Bazooka'"),
        ({"lunch": 1}, "unknown keys: lunch"),
        ({"options": {"end_check": "never"}}, "cannot be 'never'"),
        ({"options": {"shadow_gunslingers": 1}}, "cannot be 1"),
        ({"sets": ["el_dorado"]}, "unknown sets"),
        ({"event": "High Noon"}, "no event 'High Noon'"),
    ],
)
def test_impossible_positions(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        build(_position(**change))


@pytest.mark.parametrize(
    ("seat", "change", "reason"),
    [
        (1, {"name": "deck"}, "cannot be called deck"),
        (1, {"role": "sheriff"}, "one sheriff"),
        (1, {"life": 9}, "above the maximum"),
        (1, {"character": "Black Jack"}, "character twice"),
        (1, {"character": "Clint"}, "no character"),
        (1, {"play": ["Mustang", "Mustang"]}, "two cards of one name"),
        (1, {"play": ["Beer"]}, "cannot lie in front"),
        (1, {"name": "Ann"}, "all different"),
        (1, {"shoes": 2}, "unknown keys"),
    ],
)
def test_impossible_players(seat: int, change: dict[str, Any], reason: str) -> None:
    position = _position()
    position["players"][seat] |= change
    with pytest.raises(BadPosition, match=reason):
        build(position)
