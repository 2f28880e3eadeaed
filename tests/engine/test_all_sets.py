"""Random games over random combinations of all sets and options: they end, stay in order, keep secrets."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import Game, Setup, answer, new_game, view, waiting
from engine.cards import CARDS, CHARACTERS, EVENTS, KINDS, SETS
from engine.setup import OPTIONS
from tests.engine.checks import check_game, check_saved, public_events
from tests.engine.test_secrecy import shuffled_secrets
from tgbot.commands.simulate import random_chooser

EXPANSIONS = [name for name in SETS if name != "base"]
CHUNKS = 12
GAMES = 250
"""In each chunk; 3,000 in all."""
MOST_ANSWERS = 20_000


@st.composite
def tables(draw: st.DrawFn) -> Setup:
    """Any sensible table: some sets, 4 to 8 players, each option at any of its values."""
    sets = draw(st.lists(st.sampled_from(EXPANSIONS), unique=True))
    players = draw(st.integers(4, 8 if "dodge_city" in sets else 7))
    options = {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items() if name != "parallel"}
    return Setup([f"P{number}" for number in range(players)], sets, options)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("chunk", range(CHUNKS))
@settings(max_examples=GAMES, suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))
@given(setup=tables(), seed=st.integers(0, 2**32))
def test_any_combination(chunk: int, setup: Setup, seed: int) -> None:
    game = new_game(setup, f"{chunk} {seed}")
    choose = random_chooser(seed + chunk)
    used_events: list[tuple[str, str]] = []
    for step in range(MOST_ANSWERS):
        check_game(game)
        check_saved(game)
        check_events(game, used_events)
        public_events(game)
        if step % 25 == 0:
            check_secrets(game, step)
        if game.winners is not None:
            return
        decision = waiting(game)[0]
        answer(game, decision.seat, choose(game, decision))
    raise AssertionError("the game does not end")


def check_events(game: Game, used: list[tuple[str, str]]) -> None:
    """Each event comes up once: those in force, those to come and those gone are all different."""
    for pile, name in game.events.items():
        if (pile, name) not in used:
            used.append((pile, name))
    coming = [(pile, name) for pile, names in game.coming.items() for name in names]
    assert len(set(coming)) == len(coming)
    assert not set(coming) & set(used)


def check_secrets(game: Game, step: int) -> None:
    """What a viewer sees does not depend on what the viewer cannot know (open hands are no secret)."""
    if "Sacagaway" in game.events.values():
        return
    for viewer in (None, *range(len(game.seats))):
        assert view(game, viewer) == view(shuffled_secrets(game, viewer, step), viewer)


# --- what has met what ----------------------------------------------------------------------------------------------


def _games(number: int) -> Iterator[Game]:
    for seed in range(number):
        players = 4 + seed % 5
        game = new_game(Setup([f"P{n}" for n in range(players)], EXPANSIONS, {"character_choice": "one"}), seed)
        yield game


@pytest.mark.timeout(600)
def test_everything_has_met_everything(record_property: Any) -> None:
    """Pairs of (character, event in force) and (character, card kind held or played): above 95 % in these games."""
    events: set[tuple[str, str]] = set()
    cards: set[tuple[str, str]] = set()
    for number, game in enumerate(_games(1_600)):
        choose = random_chooser(number)
        while game.winners is None:
            decision = waiting(game)[0]
            place = game.seats[decision.seat]
            cards |= {(place.character, CARDS[card].name) for card in (*place.hand, *place.play)}
            events |= {(seat.character, name) for seat in game.seats if seat.alive for name in game.events.values()}
            answer(game, decision.seat, choose(game, decision))
    of_events = len(events) / (len(CHARACTERS) * len({name for _, name in EVENTS}))
    of_cards = len(cards) / (len(CHARACTERS) * len(KINDS))
    record_property("character x event", round(of_events, 4))
    record_property("character x card", round(of_cards, 4))
    print(f"character x event {of_events:.1%}, character x card {of_cards:.1%}")
    assert of_events > 0.95
    assert of_cards > 0.95
