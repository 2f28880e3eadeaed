"""Wild West Show beyond its scenarios: what must stay secret, what chance decides, and that games end."""

import random
from typing import Any

import pytest

from engine import HIDDEN, Game, Setup, answer, answer_text, dump, load, new_game, redact, view, waiting
from engine.builder import build
from engine.cards import CARDS, CHARACTERS, SETS
from engine.eventpile import turn_up
from engine.events import AbilityUsed, HandCardTaken, RoleDealt
from engine.stack import run
from tests.engine.checks import check_game, check_saved
from tests.engine.test_secrecy import shuffled_secrets
from tgbot.commands.simulate import random_chooser

PILE = "wild_west_show"
EXPANSIONS = [name for name in SETS if name != "base"]
PEOPLE = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
ROLES = ("sheriff", "outlaw", "deputy", "renegade", "outlaw", "outlaw")
CAST = ("Vulture Sam", "Rose Doolan", "Slab the Killer", "Willy the Kid", "Jourdonnais", "Bart Cassidy")


def _table(event: str = "", *, sets: tuple[str, ...] = (PILE,), **seats: dict[str, Any]) -> Game:
    """Six players with a Mustang each, changed as ``seats`` say; it is Ann's turn."""
    players = [
        {"name": name, "role": role, "character": character, "hand": ["Beer"]} | seats.get(name, {})
        for name, role, character in zip(PEOPLE, ROLES, CAST, strict=True)
    ]
    position: dict[str, Any] = {"sets": list(sets), "players": players}
    return build(position | ({"event": event} if event else {}))


# --- Dorothy Rage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_what_can_be_ordered_tells_nothing_of_hands(seed: int) -> None:
    """Whatever the others hold, the same orders are open; they name kinds nobody holds, too."""
    game = new_game(Setup([f"P{seat}" for seat in range(6)], EXPANSIONS), seed)
    choose = random_chooser(seed)
    game.coming[PILE] = ["Dorothy Rage"]
    turn_up(game, PILE)
    compared = 0
    while game.winners is None and game.events[PILE] == "Dorothy Rage" and compared < 10:
        decision = waiting(game)[0]
        orders = [option for option in decision.options if option.order]
        if orders:
            other = shuffled_secrets(game, decision.seat, seed)
            again = other.stack[-1].ask(other)
            assert [option for option in again.options if option.order] == orders
            compared += 1
        answer(game, decision.seat, choose(game, decision))
    assert compared


def test_a_hand_is_shown_only_when_the_card_is_not_there() -> None:
    seats: dict[str, Any] = {"Ann": {"hand": ["Beer", "Mustang"]}, "Bob": {"hand": ["Saloon", "Missed!"]}}
    obeyed = answer_text(_table("Dorothy Rage", **seats), 0, "use Dorothy Rage on Bob, Saloon")
    assert "HandShown" not in {type(fact).__name__ for fact in obeyed}
    refused = answer_text(_table("Dorothy Rage", **seats), 0, "use Dorothy Rage on Bob, Wells Fargo")
    assert "HandShown" in {type(fact).__name__ for fact in refused}


# --- roles ----------------------------------------------------------------------------------------------------------


def _orchard(seed: int = 1) -> Game:
    """Bob, an outlaw, comes back while a deputy and a renegade are out, too."""
    dead: dict[str, Any] = {name: {"dead": True, "hand": []} for name in ("Bob", "Cid", "Dot")}
    game = _table("Bone Orchard", **dead)
    game.rng.key = f"{seed:064x}"
    answer_text(game, 0, "end turn")
    return game


def test_bone_orchard_deals_from_the_roles_that_are_out() -> None:
    roles = set()
    for seed in range(30):
        game = _orchard(seed)
        assert game.seats[1].alive
        assert sorted(seat.role for seat in game.seats) == sorted(ROLES)
        assert [game.seats[seat].role for seat in (0, 4, 5)] == ["sheriff", "outlaw", "outlaw"]
        roles.add(game.seats[1].role)
    assert roles == {"outlaw", "deputy", "renegade"}


def test_nobody_but_he_knows_what_he_got() -> None:
    """Not even those whose role may have gone to him know what is left for them."""
    game = _orchard()
    for viewer in (None, *range(6)):
        seen = view(game, viewer)
        assert seen.seats[1].role == (game.seats[1].role if viewer == 1 else None)
        assert seen.seats[2].role is None
        assert seen.seats[3].role is None
    mixed = load(dump(game))
    mixed.seats[2].role, mixed.seats[3].role = game.seats[3].role, game.seats[2].role
    assert view(mixed, 2) == view(game, 2)


def test_who_is_back_knows_his_role_and_the_end_shows_all() -> None:
    game = _orchard()
    answer_text(game, 1, "end turn")
    answer(game, 1, waiting(game)[0].options[0])
    assert game.turn == 2
    assert view(game, 2).seats[2].role == game.seats[2].role
    choose = random_chooser(1)
    while game.winners is None:
        decision = waiting(game)[0]
        answer(game, decision.seat, choose(game, decision))
    assert all(seat.role for seat in view(game, None).seats)


@pytest.mark.parametrize("suit", ["hearts", "spades"])
def test_helena_deals_anew_in_secret(suit: str) -> None:
    roles = set()
    for seed in range(20):
        game = _table(Ann={"hand": ["Stagecoach", "Beer"]})
        game.coming[PILE] = ["Helena Zontero"]
        game.rng.key = f"{seed:064x}"
        flip = next(card for card in game.deck if CARDS[card].suit == suit[0].upper())
        game.deck.remove(flip)
        game.deck.insert(len(game.deck) - 2, flip)
        facts = answer_text(game, 0, "play Stagecoach")
        dealt = [fact.seat for fact in facts if isinstance(fact, RoleDealt)]
        assert dealt == ([1, 2, 3, 4, 5] if suit == "hearts" else [])
        assert not any(hasattr(fact, "role") for fact in facts)
        assert [seat.role for seat in view(game, None).seats] == ["sheriff", *[None] * 5]
        assert view(game, 3).seats[3].role == game.seats[3].role
        assert sorted(seat.role for seat in game.seats) == sorted(ROLES)
        roles.add(tuple(seat.role for seat in game.seats))
    assert len(roles) > 5 if suit == "hearts" else roles == {ROLES}


# --- seats ----------------------------------------------------------------------------------------------------------


def test_the_order_is_stored_and_older_games_have_the_natural_one() -> None:
    game = _table("Lady Rose of Texas")
    answer_text(game, 0, "use Lady Rose of Texas")
    assert game.order == [5, 1, 2, 3, 4, 0]
    assert view(load(dump(game)), None).order == game.order
    old = dump(_table())
    del old["order"], old["played"]
    assert load(old).order == list(range(6))
    assert [seat.name for seat in game.seats] == list(PEOPLE), "a seat's number stays the person's"


def test_the_game_goes_on_when_all_have_to_miss_a_turn() -> None:
    game = _table()
    for seat in game.seats:
        seat.marks["Lady Rose of Texas"] = 1
    answer_text(game, 0, "end turn")
    assert game.turn == 1


# --- hands and piles ------------------------------------------------------------------------------------------------


def test_open_hands_are_seen_by_all_and_roles_are_not() -> None:
    public = view(_table("Sacagaway"), None)
    assert all(seat.hand for seat in public.seats)
    assert [seat.role for seat in public.seats] == ["sheriff", *[None] * 5]
    assert all(seat.hand is None for seat in view(_table("Gag"), None).seats)


def test_the_event_pile_lies_face_down() -> None:
    game = _table("Gag")
    game.coming[PILE] = ["Sacagaway", "Wild West Show"]
    assert view(game, 0).next_events == {}
    assert "Sacagaway" not in repr(view(game, 0))


def test_only_the_two_know_what_flint_gave() -> None:
    game = _table(Ann={"character": "Flint Westwood", "hand": ["Mustang", "Beer"]}, Bob={"hand": ["Saloon", "Duel"]})
    facts = answer_text(game, 0, "use Flint Westwood with Mustang on Bob")
    used = [fact for fact in facts if isinstance(fact, AbilityUsed)]
    moved = [fact for fact in facts if isinstance(fact, HandCardTaken)]
    assert not used[0].cost
    assert [(fact.seat, fact.source) for fact in moved] == [(0, 1), (0, 1), (1, 0)]
    assert [redact(fact, 2) for fact in moved] == [HandCardTaken(f.seat, f.source, HIDDEN, f.why) for f in moved]
    assert [redact(fact, 1) for fact in moved] == moved


# --- Greygory Deck --------------------------------------------------------------------------------------------------


def test_greygory_has_two_of_the_unused_base_characters_and_gives_them_back() -> None:
    game = _table(sets=(PILE, "dodge_city"), Bob={"character": "Greygory Deck"})
    box = sorted([*game.unused, "Greygory Deck"])
    answer_text(game, 0, "end turn")
    seen = set()
    for _ in range(15):
        answer_text(game, 1, "yes")
        place = game.seats[1]
        assert len(place.copied) == 2
        assert all(CHARACTERS[name].set == "base" for name in place.copied)
        assert (place.character, place.life, place.max_life) == ("Greygory Deck", 4, 4)
        assert sorted([*game.unused, *place.copied, "Greygory Deck"]) == box
        assert view(game, None).seats[1].copied == place.copied
        seen.update(place.copied)
        _next_turn_of(game, 1)
    assert len(seen) > 6


def _next_turn_of(game: Game, seat: int) -> None:
    """Everybody ends his turn, harmlessly, until the seat has its offer again."""
    while (decision := waiting(game)[0]).kind != "borrow":
        verbs = ("end turn", "discard", "draw", "pick", "pass")
        answer(game, decision.seat, min(decision.options, key=lambda option: (*verbs, option.verb).index(option.verb)))
        game.seats[seat].life = 4


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_games_end_whatever_comes_up(seed: int) -> None:
    """Events in quick succession, down to the last one; order, cards and stored form stay sound."""
    chance = random.Random(seed)
    sets = [PILE, *chance.sample([name for name in EXPANSIONS if name != PILE], seed % 4)]
    game = new_game(Setup([f"P{seat}" for seat in range(3 + seed % 5)], sets), seed)
    choose = random_chooser(seed)
    answers = 0
    while game.winners is None:
        decision = waiting(game)[0]
        answer(game, decision.seat, choose(game, decision))
        answers += 1
        if answers % 30 == 0 and any(decision.kind == "play" for decision in waiting(game)):
            turn_up(game, PILE)
            run(game)
        if answers % 10 == 0:
            check_game(game)
            check_saved(game)
        assert answers < 20_000
    assert sorted(game.order) == list(range(len(game.seats)))
