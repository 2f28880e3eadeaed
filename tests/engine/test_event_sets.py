"""High Noon and A Fistful of Cards beyond their scenarios: piles, rounds, secrets, random games."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Game, IllegalAnswer, Setup, answer, new_game, redact, view, waiting
from engine.builder import build
from engine.cards import CARDS, EVENTS
from engine.events import EventCame, TurnStarted
from engine.game import Act
from engine.play import answer_text
from engine.sets.fistful_of_cards import Revolver
from engine.stack import run
from tests.engine.checks import play_out, public_events
from tgbot.commands.simulate import random_chooser

BOTH = ["high_noon", "fistful_of_cards", "bullet"]
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus"]


@pytest.mark.parametrize("sets", [["high_noon", "bullet"], ["fistful_of_cards"], [*BOTH, "dodge_city"]])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    players=st.integers(3, 7),
    choice=st.sampled_from(["one", "two"]),
    piles=st.sampled_from(["separate", "mixed"]),
)
def test_random_games(sets: list[str], seed: int, players: int, choice: str, piles: str) -> None:
    game = new_game(Setup(NAMES[:players], sets, {"character_choice": choice, "both_event_sets": piles}), seed)
    play_out(game, random_chooser(seed), check_visits, public_events)


def test_the_revolver_comes_back_to_whoever_is_alone() -> None:
    """It can be: the others are out, and the test of the end waits for the roulette to be over."""
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Jourdonnais", "hand": ["Mustang"]},
        *({"name": n, "role": "outlaw", "character": c, "dead": True} for n, c in _OUT),
        {"name": "Dot", "role": "renegade", "character": "Kit Carlson", "dead": True},
    ]
    game = build({"players": players, "sets": ["fistful_of_cards"], "deck": ["any hearts", "any spades"]})
    game.stack.append(Revolver(0, Act(-1, "Russian Roulette"), 1, 2))
    run(game)
    answer_text(game, 0, "use Jourdonnais")
    answer_text(game, 0, "use Jourdonnais")
    assert game.seats[0].life == 3


_OUT = [("Bob", "Willy the Kid"), ("Cid", "Rose Doolan")]


def check_visits(game: Game) -> None:
    """Only the player on turn is a visitor; whoever is out has no card, once the heirs have shared."""
    shared = not any(type(frame).__name__ == "Estate" for frame in game.stack)
    for number, seat in enumerate(game.seats):
        assert not seat.visit or (seat.alive and seat.life == 0 and game.turn == number)
        assert seat.alive or not shared or not (seat.hand or seat.play)


def names_of(*sets: str) -> set[str]:
    return {event.name for event in EVENTS.values() if event.set in sets}


@pytest.mark.parametrize(
    ("sets", "pile", "last"),
    [
        (["high_noon"], "high_noon", "High Noon"),
        (["high_noon", "bullet"], "high_noon", "High Noon"),
        (["fistful_of_cards"], "fistful_of_cards", "A Fistful of Cards"),
    ],
)
def test_the_last_card_lies_under_the_shuffled_others(sets: list[str], pile: str, last: str) -> None:
    orders = []
    for seed in range(5):
        game = new_game(Setup(NAMES[:4], sets), seed)
        assert set(game.coming[pile]) == names_of(*sets)
        assert game.coming[pile][-1] == last
        assert game.events == {}
        assert view(game, None).next_events == {pile: game.coming[pile][0]}
        orders.append(game.coming[pile])
    assert any(order != orders[0] for order in orders)


def test_two_sets_lie_in_two_piles_or_mixed_in_one() -> None:
    game = new_game(Setup(NAMES[:4], BOTH), 1)
    assert {pile: len(cards) for pile, cards in game.coming.items()} == {"high_noon": 15, "fistful_of_cards": 15}
    for seed in range(8):
        game = new_game(Setup(NAMES[:4], BOTH, {"both_event_sets": "mixed"}), seed)
        (cards,) = game.coming.values()
        assert len(cards) == len(set(cards)) == 13
        assert [name for name in cards if name in ("High Noon", "A Fistful of Cards")] == cards[-1:]


@pytest.mark.parametrize("players", [3, 5])
def test_events_come_from_the_second_round_on_with_the_first_players_turn(players: int) -> None:
    game = new_game(Setup(NAMES[:players], ["fistful_of_cards"]), 3)
    first = game.turn
    turns: list[int] = []
    facts = list(game.facts)
    while game.winners is None and len(turns) < 40:
        for fact in facts:
            if isinstance(fact, TurnStarted):
                turns.append(fact.seat)
            if isinstance(fact, EventCame):
                assert turns[-1] == first
                assert turns.count(first) > 1
        facts = end_or_anything(game)
    assert game.events


def end_or_anything(game: Game) -> list[Any]:
    """Ends the turn if that is possible, so that everybody lives long; else anything."""
    decision = waiting(game)[0]
    end = [option for option in decision.options if option.verb in ("end turn", "no")]
    return list(answer(game, decision.seat, (end or decision.options)[0]))


def position(event: Any, bob: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ann, the sheriff, is about to end her turn; Bob is next."""
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Slab the Killer", "hand": ["Stagecoach"]},
        {"name": "Bob", "role": "outlaw", "character": "Rose Doolan", **bob},
        {"name": "Cid", "role": "outlaw", "character": "Willy the Kid"},
        {"name": "Dot", "role": "renegade", "character": "Paul Regret"},
    ]
    return {"sets": [*BOTH, "dodge_city"], "players": players, "event": event, **more}


def test_new_identity_is_the_character_not_taken() -> None:
    game = new_game(Setup(NAMES[:4], ["high_noon", "bullet"], {"character_choice": "two"}), 5)
    offers = {seat: [option.name for option in d.options] for seat, d in enumerate_offers(game)}
    game.coming["high_noon"] = ["New Identity", "High Noon"]
    while not game.events:
        end_or_anything(game)
    decision = waiting(game)[0]
    assert decision.kind == "identity"
    seat = game.seats[decision.seat]
    assert {seat.character, decision.facts["character"]} == set(offers[decision.seat])
    old, new = seat.character, seat.second
    answer_text(game, decision.seat, "yes")
    assert (seat.character, seat.life) == (new, 2)
    assert old in game.unused
    assert new not in game.unused


def enumerate_offers(game: Game) -> list[tuple[int, Any]]:
    found = []
    while (decision := waiting(game)[0]).kind == "character":
        found.append((decision.seat, decision))
        answer(game, decision.seat, decision.options[0])
    return found


def test_nobody_else_learns_the_second_character() -> None:
    game = build(position("New Identity", {"hand": ["Mustang"]}))
    facts = answer_text(game, 0, "end turn")
    second = game.seats[1].second
    assert waiting(game)[0].facts == {"character": second}
    assert second not in repr([redact(fact, None) for fact in facts])
    assert second not in repr(view(game, 0))
    assert second in repr(view(game, 1).decision)
    facts = answer_text(game, 1, "no")
    assert second not in repr(view(game, 0)) + repr([redact(fact, 0) for fact in facts])


@pytest.mark.parametrize(("reply", "offers"), [("yes", 1), ("no", 2)])
def test_who_has_taken_a_new_identity_gets_no_further_offer(reply: str, offers: int) -> None:
    hearts = ["Mustang 8H", "Mustang 9H", "Saloon", "Wells Fargo", "Beer", "Beer", "Beer", "Beer", "Beer", "Beer"]
    events = {"high_noon": "New Identity", "fistful_of_cards": "Vendetta"}
    game = build(position(events, {"hand": ["Missed!"]}, turn="Bob", phase="start", deck=hearts))
    seen = 0
    while game.turn == 1:
        decision = waiting(game)[0]
        if decision.kind == "identity":
            seen += 1
            answer_text(game, 1, reply)
        else:
            end_or_anything(game)
    assert seen == offers


def test_a_ghost_is_seen_as_a_visitor() -> None:
    game = build(position("Ghost Town", {"dead": True}, deck=["Mustang", "Scope", "Barrel"]))
    answer_text(game, 0, "end turn")
    assert [seat.visiting for seat in view(game, None).seats] == [False, True, False, False]
    assert view(game, 1).seats[1].hand is not None
    assert view(game, 0).seats[1].hand is None


@pytest.mark.parametrize(
    ("event", "hand", "text", "reason"),
    [
        ("The Reverend", ["Beer"], "play Beer", "no Beer can be played"),
        ("The Sermon", ["Bang!"], "play Bang! on Bob", "no Bang! card can be used"),
        ("The Judge", ["Barrel"], "play Barrel", "The Judge forbids"),
        ("The Judge", ["Knife"], "play Knife", "The Judge forbids"),
        ("The Judge", ["Jail"], "play Jail on Bob", "The Judge forbids"),
    ],
)
def test_refusals_name_the_event(event: str, hand: list[str], text: str, reason: str) -> None:
    table = position(event, {})
    table["players"][0]["hand"] += hand
    game = build(table)
    with pytest.raises(IllegalAnswer, match=reason):
        answer_text(game, 0, text)


def test_refusals_name_the_suit_and_the_card_to_play() -> None:
    game = build(position("Handcuffs", {"hand": ["Barrel QS", "Mustang 8H"]}))
    answer_text(game, 0, "end turn")
    answer_text(game, 1, "pick hearts")
    with pytest.raises(IllegalAnswer, match="only hearts"):
        answer_text(game, 1, "play Barrel")
    game = build(position("Law of the West", {"hand": ["Scope"]}, deck=["Missed!", "Mustang"]))
    answer_text(game, 0, "end turn")
    with pytest.raises(IllegalAnswer, match="Mustang must be played first"):
        answer_text(game, 1, "end turn")


def test_a_card_thrown_meanwhile_is_not_exchanged_at_the_ranch() -> None:
    bob = {"character": "Sid Ketchum", "life": 3, "hand": ["Missed! 2S", "Missed! 3S"]}
    options = {"sid_any_time": "always"}
    deck = ["Mustang 8H", "Scope", "Barrel QS", "Saloon"]
    game = build(position("Ranch", bob, options=options, deck=deck))
    answer_text(game, 0, "end turn")
    answer_text(game, 1, "pick Missed! 2S")
    answer_text(game, 1, "pick Mustang")
    answer_text(game, 1, "use Sid Ketchum with Missed! 2S, Missed! 3S")
    answer_text(game, 1, "pass")
    assert [CARDS[card].name for card in game.seats[1].hand] == ["Scope", "Barrel"]
    assert game.seats[1].life == 4
