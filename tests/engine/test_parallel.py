"""Answers given ahead of time: whatever the order in which they arrive, the game is the one-by-one game."""

import random
from collections import defaultdict
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Setup, answer, dump, new_game, view, waiting
from engine.builder import build
from engine.notation import find, text_of
from engine.play import answer_text
from tgbot.commands.simulate import random_chooser

Answers = dict[int, list[tuple[str, str]]]


def _serial(setup: Setup, seed: int) -> tuple[Answers, dict[str, Any]]:
    """A one-by-one game: each seat's answers in order with the questions they answer, and the end."""
    game = new_game(setup, seed)
    choose = random_chooser(seed)
    answers: Answers = defaultdict(list)
    plays = 0  # tells apart two questions in the same words
    while game.winners is None:
        decision = waiting(game)[0]
        option = choose(game, decision)
        answers[decision.seat].append((f"{plays} {decision.question()}", text_of(option, game.seats)))
        plays += decision.kind == "play"
        answer(game, decision.seat, option)
    return answers, _comparable(dump(game))


def _comparable(state: dict[str, Any]) -> dict[str, Any]:
    """Without what differs by intent: the option itself, and how answers were counted."""
    state = {**state, "options": {}, "no": 0, "early": {}}
    state["seats"] = [{**seat, "answers": 0} for seat in state["seats"]]
    return state


def _replayed_in_any_order(setup: Setup, seed: int, answers: Answers) -> tuple[dict[str, Any], int]:
    """The same answers, but whoever may answer does so in random order."""
    game = new_game(Setup(setup.names, setup.sets, {**setup.options, "parallel": True}), seed)
    left = {seat: list(rows) for seat, rows in answers.items()}
    chance, ahead, plays = random.Random(seed), 0, 0
    while game.winners is None:
        decisions = waiting(game)
        place = chance.randrange(len(decisions))
        decision = decisions[place]
        question, text = left[decision.seat][0] if left[decision.seat] else ("", "")
        if place > 0 and (
            question != f"{plays} {decision.question()}" or find(text, decision.options, game.seats) is None
        ):
            decision, place = decisions[0], 0  # what it answers next is another question: not asked in the serial game
            question, text = left[decision.seat][0]
        assert question == f"{plays} {decision.question()}"
        plays += decision.kind == "play"
        ahead += place > 0
        left[decision.seat].pop(0)
        answer_text(game, decision.seat, text)
    return _comparable(dump(game)), ahead


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), players=st.integers(4, 7), choice=st.sampled_from(["one", "two"]))
def test_any_order_gives_the_serial_game(seed: int, players: int, choice: str) -> None:
    setup = Setup([f"P{number}" for number in range(players)], [], {"character_choice": choice})
    answers, end = _serial(setup, seed)
    again, _ = _replayed_in_any_order(setup, seed, answers)
    assert again == end


def test_many_answers_come_ahead() -> None:
    """The property above is about something: in twenty games many answers overtake others."""
    setup = Setup([f"P{number}" for number in range(6)], [], {"character_choice": "two"})
    assert sum(_replayed_in_any_order(setup, seed, _serial(setup, seed)[0])[1] for seed in range(20)) > 60


def _gatling(hands: dict[str, list[str]], **changes: Any) -> dict[str, Any]:
    players: list[dict[str, Any]] = [
        {"name": "Ann", "role": "sheriff", "character": "Black Jack", "hand": ["Gatling", "Mustang"]},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid"},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer"},
    ]
    for player in players:
        player["hand"] = hands.get(str(player["name"]), player.get("hand", []))
    return {"players": players, "options": {"parallel": True}, **changes}


def test_all_targets_of_a_gatling_are_asked_at_once() -> None:
    game = build(_gatling({"Bob": ["Missed!"], "Cid": ["Missed!"], "Dot": ["Beer"]}))
    answer_text(game, 0, "play Gatling")
    assert [decision.seat for decision in waiting(game)] == [1, 2]  # Dot holds nothing that helps
    answer_text(game, 2, "play Missed!")
    assert [decision.seat for decision in waiting(game)] == [1]
    assert game.seats[2].hand, "kept secret and unused until it is Cid's turn to answer"
    answer_text(game, 1, "pass")
    assert [seat.life for seat in game.seats] == [5, 3, 4, 3]
    assert waiting(game)[0].seat == 0


def test_an_early_answer_leaves_other_buttons_valid() -> None:
    game = build(_gatling({"Bob": ["Missed!"], "Cid": ["Missed!"]}))
    answer_text(game, 0, "play Gatling")
    before = {decision.seat: (decision.no, decision.digest()) for decision in waiting(game)}
    answer_text(game, 2, "pass")
    assert (waiting(game)[0].no, waiting(game)[0].digest()) == before[1]


def test_an_early_answer_shows_nowhere() -> None:
    """Not even that it was given: everybody else's view stays as it was."""
    game = build(_gatling({"Bob": ["Missed!"], "Cid": ["Missed!"]}))
    answer_text(game, 0, "play Gatling")
    before = [view(game, viewer) for viewer in (None, 0, 1, 3)]
    answer_text(game, 2, "pass")
    assert [view(game, viewer) for viewer in (None, 0, 1, 3)] == before


def test_while_somebody_is_dying_all_others_may_answer_indians() -> None:
    position = _gatling({"Ann": ["Indians!", "Mustang"], "Bob": ["Beer"], "Cid": ["Bang!"], "Dot": ["Bang!"]})
    position["players"][1]["life"] = 1
    game = build(position)
    answer_text(game, 0, "play Indians!")
    assert [(decision.seat, decision.kind) for decision in waiting(game)] == [(1, "dying"), (2, "bang"), (3, "bang")]
