"""Games of all sets, played at random, for tests of what is written about them."""

from collections.abc import Iterator, Sequence

from engine import Event, Game, Setup, answer, new_game, waiting
from engine.cards import SETS
from tgbot.commands.simulate import random_chooser
from tgbot.emulator.html import detect, parse_html, utf16

EXPANSIONS = [name for name in SETS if name != "base"]
OPTIONS = {"shadow_gunslingers": True, "character_choice": "two"}
LIMIT = 4096
"""Characters that Telegram takes, markup not counted."""

HOSTILE = [
    "<b>Bob & Co</b>",
    "/cancel @admin",
    "\u202eevil.com\u202c",
    "שלום עולם",
    "👨‍👩‍👧‍👦" * 30,
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
    " \n\u200b ",
    "x" * 200,
]


def games(number: int, sets: Sequence[str] = EXPANSIONS) -> Iterator[tuple[Game, list[Event]]]:
    """Each position of some games with the facts that led to it."""
    for seed in range(number):
        players = 3 + seed % (6 if "dodge_city" in sets else 5)
        options = OPTIONS if "gold_rush" in sets and seed % 2 else {}
        game = new_game(Setup([f"P{seat}" for seat in range(players)], list(sets), options), seed)
        choose = random_chooser(seed)
        facts = game.facts
        while True:
            yield game, facts
            if game.winners is not None:
                break
            decision = waiting(game)[0]
            facts = answer(game, decision.seat, choose(game, decision))


def plain(text: str, *, commands: bool = False) -> str:
    """The text as Telegram shows it; fails if it does not take it, or makes links that nobody asked for."""
    shown, entities = parse_html(text)
    wanted = {"bold", "italic", "code", "text_mention", "blockquote", "expandable_blockquote"}
    wanted |= {"bot_command"} if commands else set()
    found = {entity["type"] for entity in detect(shown, entities)}
    assert found <= wanted, f"{found - wanted} in {text}"
    assert utf16(shown) <= LIMIT
    return shown
