"""Totals of the box, against the lists of the rulebooks."""

from collections import Counter

from engine.cards import CARDS, CHARACTERS, EQUIPMENT, EVENTS, ROLES, SETS, cards_of
from engine.hooks import CARD_RULES
from engine.hooks import CHARACTERS as CHARACTER_RULES


def test_numbers_of_cards() -> None:
    assert {name: len(cards_of([name])) - 80 for name in ("dodge_city", "valley_of_shadows")} == {
        "dodge_city": 40,
        "valley_of_shadows": 16,
    }
    assert len(cards_of([])) == 80
    assert Counter(c.set for c in CHARACTERS.values()) == {
        "base": 16, "dodge_city": 15, "bullet": 3, "wild_west_show": 8, "gold_rush": 8, "valley_of_shadows": 8,
    }  # fmt: skip
    assert Counter(name for name, _ in EVENTS) == {
        "high_noon": 13, "bullet": 2, "fistful_of_cards": 15, "wild_west_show": 10,
    }  # fmt: skip
    assert len(EQUIPMENT) == 24
    assert all(sum(roles.values()) == players for players, roles in ROLES.items())
    assert set(SETS) >= {c.set for c in CHARACTERS.values()}


def test_base_suits() -> None:
    """80 cards: each rank and suit as often as the rulebook's list says."""
    suits = Counter(CARDS[card].suit for card in cards_of([]))
    assert sum(suits.values()) == 80
    assert suits == {"H": 20, "D": 20, "C": 20, "S": 20}


def test_every_base_character_has_its_rule() -> None:
    assert [name for name, c in CHARACTERS.items() if c.set == "base" and name not in CHARACTER_RULES] == []
    assert {"Barrel", "Dynamite", "Jail", "Mustang", "Scope", "Volcanic"} <= set(CARD_RULES)
