"""Nobody can learn a secret: permute what a viewer cannot know, and what the viewer sees stays the same."""

import random
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Game, Setup, answer, dump, load, new_game, redact, view, waiting
from engine.events import EVENTS_BY_NAME, HIDDEN
from engine.rng import key_of
from engine.view import OPEN_PILES
from tests.engine.checks import public_events
from tgbot.commands.simulate import random_chooser

SHOWN_TO_ALL = {
    "AbilityUsed",
    "CardShown",
    "CardsOffered",
    "CardDiscarded",
    "CardMoved",
    "CardPlayed",
    "CardTaken",
    "DiscardTaken",
    "FlipSettled",
    "Flipped",
    "HandShown",
    "OfferedTaken",
}
"""Events whose cards everybody sees at the table: played, laid down, turned up, or taken from where they lay open."""


NUMBERS_ONLY = {"EquipmentShuffled", "Rewarded", "Reshuffled"}
"""Events whose ``cards`` is a number."""


@pytest.mark.parametrize("name", sorted(EVENTS_BY_NAME))
def test_every_event_with_cards_declares_who_may_see_them(name: str) -> None:
    kind = EVENTS_BY_NAME[name]
    if name not in SHOWN_TO_ALL | NUMBERS_ONLY:
        cards = {f.name for f in fields(kind) if f.name in ("card", "cards") and f.type in (int, list[int])}  # type: ignore[arg-type]
        assert cards <= set(kind.private), f"{name} shows {cards - set(kind.private)} to everybody"


def shuffled_secrets(game: Game, viewer: int | None, seed: int) -> Game:
    """The same game with everything permuted that ``viewer`` cannot know: other hands, deck, hidden roles, the seed."""
    other = load(dump(game))
    chance = random.Random(seed)
    hidden = [seat for i, seat in enumerate(other.seats) if i != viewer]
    pool = [card for seat in hidden for card in seat.hand] + other.deck
    chance.shuffle(pool)
    for seat in hidden:
        seat.hand = [pool.pop() for _ in seat.hand]
    other.deck = pool
    turned_up = [other.supply.pop()] if any(type(frame).__name__ == "Find" for frame in other.stack) else []
    chance.shuffle(other.supply)
    other.supply += turned_up
    unknown = [seat for i, seat in enumerate(other.seats) if not seat.shown and (i != viewer or seat.sealed)]
    roles = [seat.role for seat in unknown]
    chance.shuffle(roles)
    for seat, role in zip(unknown, roles, strict=True):
        seat.role = role
    other.rng.key = key_of(seed)
    chance.shuffle(other.unused)
    for pile, coming in other.coming.items():
        if pile not in OPEN_PILES:
            chance.shuffle(coming)
    other.changed()
    if game.pending is not None and game.pending.seat != viewer:
        other.pending = game.pending  # that somebody is asked is known; what about, only to the one asked
    return other


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), players=st.integers(3, 7), choice=st.sampled_from(["one", "two"]))
def test_views_do_not_depend_on_secrets(seed: int, players: int, choice: str) -> None:
    game = new_game(Setup([f"P{number}" for number in range(players)], [], {"character_choice": choice}), seed)
    choose = random_chooser(seed)
    step = 0
    while game.winners is None:
        step += 1
        for viewer in (None, *range(players)):
            if step % 5 == 0:
                assert view(game, viewer) == view(shuffled_secrets(game, viewer, step), viewer)
        decision = waiting(game)[0]
        answer(game, decision.seat, choose(game, decision))
        public_events(game)


def test_each_viewer_sees_own_draws_only() -> None:
    """The one who draws sees the cards, everybody else sees how many."""
    game = new_game(Setup(["Ann", "Bob", "Cid", "Dot"]), 7)
    drawn = [fact for fact in game.facts if type(fact).__name__ == "CardsDrawn"]
    assert drawn
    for fact in drawn:
        owner = fact.seat  # type: ignore[attr-defined]
        assert redact(fact, owner) == fact
        for viewer in (None, *(seat for seat in range(4) if seat != owner)):
            assert set(redact(fact, viewer).cards) == {HIDDEN}  # type: ignore[attr-defined]


def test_redaction_is_not_a_formality() -> None:
    """A view that showed another hand would be caught: the permutation changes it."""
    game = new_game(Setup(["Ann", "Bob", "Cid", "Dot"]), 7)
    mixed = shuffled_secrets(game, 0, 1)
    assert [seat.hand for seat in mixed.seats] != [seat.hand for seat in game.seats]
    assert mixed.seats[0].hand == game.seats[0].hand
