"""Computer players, defaults and standing orders: always legal, from the view alone."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Option, Setup, answer, new_game, view, waiting
from engine.builder import build
from engine.notation import text_of
from engine.play import answer_text
from engine.players.cautious import cautious
from engine.players.orders import NO_PLAN, Orders, Plan, ordered, planned
from engine.players.rules import choose
from tests.engine.test_secrecy import shuffled_secrets
from tgbot.commands.simulate import random_chooser

ORDERS = st.builds(
    Orders,
    shot=st.sampled_from(["ask", "barrel", "missed", "never"]),
    keep=st.integers(0, 2),
    bang=st.sampled_from(["ask", "always", "never", "last_life"]),
    beer=st.sampled_from(["ask", "always"]),
    store=st.lists(st.sampled_from(["Beer", "Bang!", "Missed!"]), max_size=3, unique=True),
    discard=st.sampled_from(["ask", "least"]),
)


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), players=st.integers(3, 7), orders=ORDERS)
def test_orders_defaults_and_bots_are_always_legal(seed: int, players: int, orders: Orders) -> None:
    game = new_game(Setup([f"P{number}" for number in range(players)], [], {"character_choice": "two"}), seed)
    wild, step = random_chooser(seed), 0
    while game.winners is None:
        decision = waiting(game)[0]
        seen = view(game, decision.seat)
        by_order, default, bot = ordered(seen, orders), cautious(seen), choose(seen)
        assert {by_order or default, default, bot} <= set(decision.options)
        step += 1
        mixed = (by_order, default, bot, wild(game, decision))[step % 4] or default
        answer(game, decision.seat, mixed)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_games_of_bots_end(players: int) -> None:
    """And they are about something: the sheriff's side and the others both win some of forty games."""
    sides = set()
    for seed in range(40):
        game = new_game(Setup([f"P{number}" for number in range(players)]), seed)
        answers = 0
        while game.winners is None:
            seat = waiting(game)[0].seat
            answer(game, seat, choose(view(game, seat)))
            answers += 1
            assert answers < 5_000
        sides.add(game.side)
    assert len(sides) >= 2


def test_a_bot_knows_nothing_that_its_view_does_not_show() -> None:
    """Its choice stays the same when everything it cannot know is permuted."""
    game = new_game(Setup(["Ann", "Bob", "Cid", "Dot", "Eve"]), 3)
    for step in range(60):
        seat = waiting(game)[0].seat
        option = choose(view(game, seat))
        assert choose(view(shuffled_secrets(game, seat, step), seat)) == option
        answer(game, seat, option)


def _shot_at_bob(**bob: Any) -> Any:
    players: list[dict[str, Any]] = [
        {"name": "Ann", "role": "sheriff", "character": "Black Jack", "hand": ["Bang!", "Mustang"]},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid"} | bob,
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer"},
    ]
    game = build({"players": players})
    answer_text(game, 0, "play Bang! on Bob")
    return game


def _by_order(game: Any, orders: Orders) -> str | None:
    option: Option | None = ordered(view(game, 1), orders)
    return None if option is None else text_of(option, game.seats)


def test_orders_when_shot() -> None:
    both = _shot_at_bob(hand=["Missed! 2S", "Missed! 3S"], play=["Barrel"])
    assert _by_order(both, Orders()) is None
    assert _by_order(both, Orders(shot="barrel")) == "use Barrel"
    assert _by_order(both, Orders(shot="never")) == "pass"
    cards = _shot_at_bob(hand=["Missed! 2S", "Missed! 3S"])
    assert _by_order(cards, Orders(shot="barrel")) is None
    assert _by_order(cards, Orders(shot="missed", keep=1)) == "play Missed! 2S"
    assert _by_order(cards, Orders(shot="missed", keep=2)) is None
    last = _shot_at_bob(hand=["Missed! 2S"], life=1)
    assert _by_order(last, Orders(shot="never")) is None, "nobody dies by an order to take hits"


def test_a_beer_at_the_last_life_point_by_order() -> None:
    game = _shot_at_bob(hand=["Beer 6H"], life=1)
    assert _by_order(game, Orders()) is None
    assert _by_order(game, Orders(beer="always")) == "play Beer 6H"
    assert text_of(cautious(view(game, 1)), game.seats) == "play Beer 6H"


def test_plans_stop_at_the_first_step_that_is_not_legal() -> None:
    hand = ["Stagecoach 9S", "Beer 6H"]
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Black Jack", "hand": hand},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid"},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer"},
    ]
    game = build({"players": players})
    plan = Plan(["play Stagecoach", "play Gatling", "end turn"], list(game.seats[0].hand))
    option, rest = planned(view(game, 0), plan)
    assert option is not None
    assert rest.steps == ["play Gatling", "end turn"]
    answer(game, 0, option)
    assert planned(view(game, 0), rest) == (None, NO_PLAN)
    assert planned(view(game, 1), plan) == (None, plan), "not the turn of this player: the plan is kept"


def test_a_plan_does_not_end_the_turn_over_unseen_cards() -> None:
    game = _shot_at_bob(hand=["Missed! 2S"])
    answer_text(game, 1, "pass")
    seen = Plan(["end turn"], list(game.seats[0].hand))
    assert planned(view(game, 0), seen)[0] is not None
    assert planned(view(game, 0), Plan(["end turn"], [])) == (None, NO_PLAN)
