"""A new game: roles, characters, life points, hands (base rules, section 1)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.cards import CHARACTERS, ROLES, SETS, cards_of, characters_of
from engine.decisions import Decision, Option
from engine.events import CharacterTaken, GameStarted, RoleShown
from engine.game import Game, Seat
from engine.notation import NO_NAMES
from engine.piles import draw
from engine.rng import Rng, key_of
from engine.stack import Frame, frame, run
from engine.turn import start_turn

OPTIONS: dict[str, tuple[Any, ...]] = {
    "character_choice": ("one", "two"),
    "end_check": ("after_card", "each_death"),
    "suzy_duel_draw": ("end_of_duel", "immediate"),
    "sid_any_time": ("turn_and_dying", "always"),
    "parallel": (False, True),
    "poker_face": (False, True),
    "udoli_stinu": (False, True),
    "shadow_gunslingers": (False, True),
    "both_event_sets": ("separate", "mixed"),
}
"""Table options and their values, the default first (docs/rules/*.md, House rules)."""

_NAME = re.compile(r"[^\s,]+")


class BadSetup(ValueError):
    """The table cannot be set up like this; the message says what to change."""


@dataclass(frozen=True)
class Setup:
    """Who plays with what. ``names``: one word each, all different; sets beside the base game; options by name."""

    names: list[str]
    sets: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)


def check_setup(names: list[str], sets: list[str], options: dict[str, Any]) -> None:
    """Raises BadSetup for anything that is not a possible table."""
    if unknown := [name for name in sets if name not in SETS]:
        raise BadSetup(f"unknown sets: {', '.join(unknown)} (choose from {', '.join(SETS)})")
    for name, value in options.items():
        if name not in OPTIONS:
            raise BadSetup(f"unknown option '{name}' (choose from {', '.join(OPTIONS)})")
        if value not in OPTIONS[name] or type(value) is not type(OPTIONS[name][0]):
            raise BadSetup(f"option {name} cannot be {value!r} (choose from {', '.join(map(str, OPTIONS[name]))})")
    most = 8 if "dodge_city" in sets else 7
    if not 3 <= len(names) <= most:
        raise BadSetup(f"3 to {most} players can play, not {len(names)}")
    if len(set(names)) != len(names) or not all(_NAME.fullmatch(name) for name in names):
        raise BadSetup("player names must be single words, all different")
    if taken := NO_NAMES.intersection(names):
        raise BadSetup(f"a player cannot be called {', '.join(sorted(taken))}: the notation uses the word")


def new_game(setup: Setup, seed: int | str) -> Game:
    """A game ready for its first decision. The same set-up and seed give the same game. Raises BadSetup."""
    check_setup(setup.names, setup.sets, setup.options)
    rng = Rng(key_of(seed))
    roles = [role for role, count in ROLES[len(setup.names)].items() for _ in range(count)]
    rng.shuffle(roles)
    game = Game([Seat(name, role) for name, role in zip(setup.names, roles, strict=True)], rng)
    game.sets = [name for name in SETS if name in setup.sets]
    game.options = dict(setup.options)
    game.deck = cards_of(game.sets, game.options)
    rng.shuffle(game.deck)
    game.unused = characters_of(game.sets, game.options)
    rng.shuffle(game.unused)
    for i, seat in enumerate(game.seats):
        if seat.role == "sheriff" or len(game.seats) == 3:
            seat.shown = True
            game.tell(RoleShown(i, seat.role))
    game.do(Casting(list(range(len(game.seats)))), Deal())
    for name in game.sets:
        if name in PREPARE:
            PREPARE[name](game)
    run(game)
    return game


PREPARE: dict[str, Callable[[Game], None]] = {}
"""What a set does before the characters are dealt (event piles, the shop), by its name; see ``prepares``."""


def prepares(set_name: str) -> Callable[[Callable[[Game], None]], Callable[[Game], None]]:
    """Decorator: the function sets up what is special to the set, when it is in the box."""

    def enter(function: Callable[[Game], None]) -> Callable[[Game], None]:
        PREPARE[set_name] = function
        return function

    return enter


@frame
class Casting(Frame):
    """Each player gets a character; with ``character_choice: two`` keeps one of two, the other is out of play
    (New Identity looks at it again)."""

    queue: list[int]
    offers: dict[int, list[str]] = field(default_factory=dict)

    def ask(self, game: Game) -> Decision | None:
        if not self.offers or not self.queue:
            return None
        return self.question(self.queue[0])

    def question(self, seat: int) -> Decision:
        return Decision(seat, "character", [Option("pick", name=name) for name in self.offers[seat]])

    def work(self, game: Game) -> None:
        if not self.queue:
            return
        if game.option("character_choice", "one") == "two":
            self.offers = {seat: [game.unused.pop(), game.unused.pop()] for seat in self.queue}
            game.do(self)
            return
        for seat in self.queue:
            cast(game, seat, game.unused.pop())

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue.pop(0)
        spare = next(name for name in self.offers[seat] if name != option.name)
        game.unused.insert(0, spare)
        game.seats[seat].second = spare
        cast(game, seat, option.name)
        game.do(self)

    def ahead(self, game: Game) -> list[Decision]:
        return [self.question(seat) for seat in self.queue[1:]] if self.offers else []


def cast(game: Game, seat: int, name: str) -> None:
    """Life points are those of the character, the sheriff has one more."""
    place = game.seats[seat]
    place.character = name
    place.life = place.max_life = CHARACTERS[name].life + (place.role == "sheriff")
    game.changed()
    game.tell(CharacterTaken(seat, name))


@frame
class Deal(Frame):
    """Everybody gets as many cards as life points; the sheriff (three players: the deputy) starts."""

    def work(self, game: Game) -> None:
        for i, place in enumerate(game.seats):
            draw(game, i, CHARACTERS[place.character].starts_with or place.life, "deal")
        game.tell(GameStarted())
        first = "deputy" if len(game.seats) == 3 else "sheriff"
        start_turn(game, next(i for i, place in enumerate(game.seats) if place.role == first))
