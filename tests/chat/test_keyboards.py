"""Keyboards: every answer can be reached by tapping, by one path only, and nothing else is shown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Option, Setup, View, answer, new_game, view, waiting
from engine.builder import build
from engine.cards import CARDS, SETS
from engine.notation import find
from engine.play import answer_text
from tgbot import callback
from tgbot.commands.simulate import random_chooser
from tgbot.keyboards import CONFIRM, UNPLAYABLE, Explanation, Menu, choose
from tgbot.prompts import prompt
from tgbot.risky import warning

EXPANSIONS = [name for name in SETS if name != "base"]
LONGEST_ID = "ABCDEF"


def _paths(menu: Menu) -> list[tuple[int, ...]]:
    read = [callback.read(button.data or "") for row in menu.rows for button in row]
    assert None not in read
    return [pressed.path for pressed in read if pressed is not None]


def _answers(seen: View, names: list[str], prefix: str, path: tuple[int, ...] = ()) -> Iterator[Option]:
    """Everything that tapping on from here can lead to, never going back."""
    result = choose(seen, names, prefix, path)
    if isinstance(result, Option):
        yield result
        return
    assert isinstance(result, Menu)
    assert len([button for row in result.rows for button in row]) <= 100
    assert all(len(row) <= 8 for row in result.rows)
    assert all(len((button.data or "").encode()) <= callback.LIMIT for row in result.rows for button in row)
    assert all(0 < len(button.text) <= 64 for row in result.rows for button in row)
    for onward in _paths(result):
        if onward[:1] == (UNPLAYABLE,):
            explanation = choose(seen, names, prefix, onward)
            assert isinstance(explanation, Explanation)
            assert 0 < len(explanation.text) <= 200
        elif len(onward) > len(path):
            yield from _answers(seen, names, prefix, onward)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), players=st.integers(4, 8), expanded=st.booleans())
def test_every_option_is_reached_by_exactly_one_path(seed: int, players: int, expanded: bool) -> None:
    players = players if expanded else min(players, 7)
    names = [f"Player {number}" for number in range(players)]
    game = new_game(Setup([f"P{n}" for n in range(players)], EXPANSIONS if expanded else [], {}), seed)
    take = random_chooser(seed)
    while game.winners is None:
        decision = waiting(game)[0]
        seen = view(game, decision.seat)
        assert seen.decision is not None
        reached = list(_answers(seen, names, callback.prefix(LONGEST_ID, decision)))
        assert sorted(reached) == sorted(decision.options)
        assert prompt(seen, names)
        answer(game, decision.seat, take(game, decision))


FULL_TABLE = [
    ("sheriff", "Sid Ketchum"),
    ("deputy", "Rose Doolan"),
    ("deputy", "El Gringo"),
    ("outlaw", "Lucky Duke"),
    ("outlaw", "Jourdonnais"),
    ("outlaw", "Bart Cassidy"),
    ("renegade", "Black Jack"),
    ("renegade", "Kit Carlson"),
]


def test_a_big_hand_at_a_full_table() -> None:
    """Sid Ketchum with 25 cards: 600 pairs to give up, in two steps of at most 25 buttons."""
    hand = [f"{card.name} {card.code}" for card in CARDS if card.name in ("Bang!", "Duel", "Cat Balou")][:25]
    players: list[dict[str, object]] = [
        {"name": f"P{number}", "role": role, "character": character, "hand": ["Beer"]}
        for number, (role, character) in enumerate(FULL_TABLE)
    ]
    players[0] |= {"hand": hand, "life": 2}
    seen = view(build({"players": players, "sets": ["dodge_city"]}), 0)
    assert seen.decision is not None
    assert len(seen.decision.options) > 600
    seen.decision.no = 999_999
    reached = list(_answers(seen, ["N" * 24] * 8, callback.prefix(LONGEST_ID, seen.decision)))
    assert sorted(reached) == sorted(seen.decision.options)


def _turn_of_ann(**ann: object) -> View:
    players = [
        {"name": "Ann", "role": "deputy", "character": "Black Jack"} | ann,
        {"name": "Bob", "role": "sheriff", "character": "Willy the Kid"},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "outlaw", "character": "Slab the Killer"},
        {"name": "Eve", "role": "renegade", "character": "Lucky Duke"},
    ]
    return view(build({"players": players, "turn": "Ann"}), 0)


NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve"]


def _labels(result: object) -> list[str]:
    assert isinstance(result, Menu)
    return [button.text for row in result.rows for button in row]


def test_card_then_target() -> None:
    seen = _turn_of_ann(hand=["Bang! AH", "Missed! 2S", "Stagecoach"])
    assert _labels(choose(seen, NAMES, "")) == ["BANG! A♥", "Stagecoach 9♠", "✖ Missed! 2♠", "End my turn"]
    targets = choose(seen, NAMES, "", (0,))
    assert _labels(targets) == ["⭐ Bob ❤️5", "Eve ❤️4", "« Back"]
    result = choose(seen, NAMES, "", (0, 1))
    assert isinstance(result, Option)
    assert result.target == 4


def _choices(character: str) -> list[str]:
    players = [
        {"name": "Ann", "role": "sheriff", "character": character},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid", "hand": ["Beer"], "play": ["Barrel QS"]},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan", "hand": ["Bang!"], "play": ["Mustang", "Scope"]},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer"},
    ]
    game = build({"players": players, "turn": "Ann", "phase": "start", "sets": ["dodge_city"]})
    return _labels(choose(view(game, 0), ["Ann", "Bob", "Cid", "Dot"], ""))


@pytest.mark.parametrize(
    ("character", "buttons"),
    [
        ("Jesse Jones", ["From the draw pile", "From the hand of Bob", "From the hand of Cid"]),
        ("Pat Brennan", ["From the draw pile", "Barrel Q♠ in front of Bob", "A card in front of Cid"]),
        ("Vera Custer", ["Bob · Willy the Kid", "Cid · Rose Doolan", "Dot · Slab the Killer"]),
    ],
)
def test_players_to_draw_from_or_to_imitate(character: str, buttons: list[str]) -> None:
    assert _choices(character) == buttons


def test_a_card_that_can_only_be_used_as_another_says_so() -> None:
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Calamity Janet", "hand": ["Missed! 2S", "Mustang"]},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid"},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer"},
    ]
    seen = view(build({"players": players}), 0)
    assert "Missed! 2♠ as BANG!" in _labels(choose(seen, ["Ann", "Bob", "Cid", "Dot"], ""))


def test_refusals_use_the_names_people_know() -> None:
    seen = _turn_of_ann(hand=["Barrel KS", "Beer"], play=["Barrel QS"])
    card = next(iter(seen.unplayable))
    result = choose(seen, ["A&amp;B", *NAMES[1:]], "", (UNPLAYABLE, card))
    assert isinstance(result, Explanation)
    assert result.text == "There is already a Barrel in front of A&B."


def test_unplayable_cards_say_why() -> None:
    seen = _turn_of_ann(hand=["Missed! 2S", "Beer"])
    card = next(iter(seen.unplayable))
    result = choose(seen, NAMES, "", (UNPLAYABLE, card))
    assert isinstance(result, Explanation)
    assert result.text == "Missed! only answers a shot at yourself."


def _warned(ann: dict[str, object], bob: dict[str, object], text: str) -> str | None:
    """What Ann is asked about an answer of hers: Bob is the sheriff, Cid and Eve are others."""
    players = [
        {"name": "Ann", "role": "deputy", "character": "Black Jack"} | ann,
        {"name": "Bob", "role": "sheriff", "character": "Willy the Kid"} | bob,
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Eve", "role": "renegade" if ann.get("role") != "renegade" else "outlaw", "character": "Lucky Duke"},
    ]
    game = build({"players": players, "turn": "Ann", "sets": ["dodge_city"]})
    seen = view(game, 0)
    assert seen.decision is not None
    option = find(text, seen.decision.options, game.seats)
    assert option is not None
    return warning(seen, option, ["Ann", "Bob", "Cid", "Eve"])


@pytest.mark.parametrize(
    ("ann", "bob", "text", "question"),
    [
        ({"hand": ["Gatling"]}, {"life": 1}, "play Gatling", "Bob is your sheriff"),
        ({"play": ["Buffalo Rifle"]}, {}, "use Buffalo Rifle on Bob", "Bob is your sheriff"),
        (
            {"character": "Doc Holyday", "hand": ["Duel", "Beer"]},
            {},
            "use Doc Holyday with Duel, Beer on Bob",
            "sheriff",
        ),
        ({"role": "renegade", "hand": ["Bang!"]}, {"life": 1}, "play Bang! on Bob", "you lose"),
        ({"hand": ["Panic!"], "play": ["Barrel"]}, {}, "play Panic! on Ann, Barrel", "your own Barrel"),
        ({"play": ["Canteen"]}, {}, "use Canteen", "no effect"),
    ],
)
def test_further_second_thoughts(ann: dict[str, object], bob: dict[str, object], text: str, question: str) -> None:
    asked = _warned(ann, bob, text)
    assert asked is not None
    assert question in asked


@pytest.mark.parametrize(
    ("ann", "bob", "text"),
    [
        ({"hand": ["Gatling"]}, {}, "play Gatling"),
        ({"hand": ["Cat Balou"]}, {"play": ["Dynamite"]}, "play Cat Balou on Bob, Dynamite"),
        ({"hand": ["Panic!"], "play": ["Dynamite"]}, {}, "play Panic! on Ann, Dynamite"),
        ({"role": "renegade", "hand": ["Bang!"]}, {"life": 2}, "play Bang! on Bob"),
        ({"hand": ["Beer"], "life": 2}, {}, "play Beer"),
        ({"hand": ["Winchester"], "play": ["Schofield"]}, {}, "play Winchester"),
    ],
)
def test_sound_plays_are_not_questioned(ann: dict[str, object], bob: dict[str, object], text: str) -> None:
    assert _warned(ann, bob, text) is None


@pytest.mark.parametrize(
    ("ann", "path", "question"),
    [
        ({"hand": ["Beer", "Mustang"]}, (0,), "You have all your life points"),
        ({"hand": ["Bang!", "Mustang"]}, (0, 0), "Bob is your sheriff"),
        ({"hand": ["Schofield", "Mustang"], "play": ["Winchester"]}, (0,), "gives up your Winchester"),
    ],
)
def test_risky_plays_are_asked_twice(ann: dict[str, object], path: tuple[int, ...], question: str) -> None:
    seen = _turn_of_ann(**ann)
    asked = choose(seen, NAMES, "", path)
    assert isinstance(asked, Menu)
    assert question in asked.text
    assert _labels(asked) == ["Yes, do it", "« Back"]
    assert isinstance(choose(seen, NAMES, "", (*path, CONFIRM)), Option)


def test_giving_up_the_last_life_point_is_asked_twice() -> None:
    players = [
        {"name": "Ann", "role": "sheriff", "character": "Black Jack", "hand": ["Bang!", "Mustang"]},
        {"name": "Bob", "role": "outlaw", "character": "Willy the Kid", "hand": ["Missed!"], "life": 1},
        {"name": "Cid", "role": "outlaw", "character": "Rose Doolan"},
        {"name": "Dot", "role": "renegade", "character": "Slab the Killer"},
    ]
    game = build({"players": players})
    answer_text(game, 0, "play Bang! on Bob")
    seen = view(game, 1)
    assert isinstance(choose(seen, NAMES, "", (1,)), Menu)
    assert "Ann shoots at you!" in prompt(seen, NAMES)
    assert "last life point" in prompt(seen, NAMES)


@pytest.mark.parametrize(
    "data", ["", "g|", "g|ABC|1|zzzz|0", "x|ABC|1|00ff|0", "g|ABC|1|00ff|0.", "g|ABC|1|00ff|" + "1." * 40]
)
def test_strange_data_is_no_button(data: str) -> None:
    assert callback.read(data) is None


def test_a_path_that_was_never_shown() -> None:
    with pytest.raises(IndexError):
        choose(_turn_of_ann(hand=["Bang!", "Mustang"]), NAMES, "", (77,))


def test_cards_stand_in_the_order_of_the_hand_whatever_was_drawn_last() -> None:
    game = new_game(Setup(["Ann", "Bob", "Cid", "Dot"]), 5)
    seen = view(game, game.turn)
    assert seen.decision is not None

    def labels() -> list[str]:
        menu = choose(seen, ["Ann", "Bob", "Cid", "Dot"], "g|")
        assert isinstance(menu, Menu)
        return [button.text for row in menu.rows for button in row]

    before = labels()
    seen.decision = replace(seen.decision, options=[*reversed(seen.decision.options)])
    seen.unplayable = dict(reversed(seen.unplayable.items()))
    assert labels() == before
