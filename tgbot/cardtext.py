"""Cards, characters, roles and events in words: names for texts, and what each of them does."""

from collections.abc import Iterable, Sequence

from engine.cards import CARDS, EQUIPMENT, NAMES
from tgbot.texts import N_, _, joined, language

SUITS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}
SUITS_BY_NAME = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}

ROLES = {
    "sheriff": N_("Sheriff"),
    "deputy": N_("Deputy"),
    "outlaw": N_("Outlaw"),
    "renegade": N_("Renegade"),
    "shadow_deputy": N_("Shadow Deputy"),
    "shadow_outlaw": N_("Shadow Outlaw"),
}
BADGES = dict(zip(ROLES, "⭐🎖🐺🦊👻👻", strict=True))


def title(name: str) -> str:
    """The printed title of a card, equipment or character in the reader's language: BANG! for Bang!."""
    for titles in (NAMES["cards"], NAMES["equipment"]):
        row = titles.get(name)
        if row is not None:
            code = language.get().replace("-", "_").partition("_")[0].lower()
            return str(row.get(code) or row["en"])
    return name


def card(number: int) -> str:
    """Title, rank and suit: "BANG! Q♥"; for one that the reader may not know "a hidden card"."""
    if number < 0:
        return _("a hidden card")
    printed = CARDS[number]
    return f"{title(printed.name)} {printed.rank}{SUITS[printed.suit]}"


def order(number: int) -> tuple[str, str, int]:
    """A sorting key: brown cards and those that stay apart, equal names together."""
    return CARDS[number].kind.border, CARDS[number].name, number


def cards(numbers: Iterable[int]) -> str:
    """The cards as a list in a sentence: "Beer 6♥ and Barrel Q♠"."""
    return joined([card(number) for number in numbers])


def equipment(numbers: Sequence[int]) -> str:
    """Titles of equipment by number."""
    return ", ".join(title(EQUIPMENT[number].name) for number in numbers)


def role(name: str) -> str:
    """A role's title."""
    return _(ROLES[name])


def with_badge(name: str) -> str:
    """A role's sign and title."""
    return f"{BADGES[name]} {role(name)}"
