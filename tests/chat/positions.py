"""Positions at a table without Telegram: a gunfight that begins with the next answer."""

from typing import Any

import engine
from engine.builder import build
from engine.notation import find
from tests.chat.pacing import NAMES, Room
from tgbot import play as answers
from tgbot import tell
from tgbot.draft import Draft

CHARACTERS = ("Black Jack", "Willy the Kid", "Rose Doolan", "Slab the Killer", "Paul Regret")
ROLES = ("sheriff", "outlaw", "outlaw", "renegade", "deputy")


async def deal(room: Room, hands: list[list[str]], *, seats: list[dict[str, Any]] | None = None, **more: Any) -> None:
    """Ann is to play; the first hold these cards, the rest of four nothing.

    Args:
        room: where.
        hands: names of cards by seat.
        seats: more about each seat.
        more: more about the position.
    """
    hands = [*hands, *([] for _ in range(4 - len(hands)))]
    players: list[dict[str, Any]] = [
        {"name": NAMES[i], "role": ROLES[i], "character": CHARACTERS[i], "hand": hand} for i, hand in enumerate(hands)
    ]
    for player, extra in zip(players, seats or [], strict=False):
        player |= extra
    game = build({"players": players, **more})

    def step(draft: Draft) -> None:
        for name in draft.in_force:
            draft.deadlines[name] = None
        draft.table.notes = {}
        tell.begin(draft, game)

    await room.change(step)
    await room.sent()


async def play(room: Room, seat: int, text: str) -> None:
    """A person gives an answer, in the notation."""

    def step(draft: Draft) -> None:
        game = engine.load(draft.table.game)
        decision = answers.open_question(game, seat)
        assert decision is not None, text
        option = find(text, decision.options, game.seats)
        assert option is not None, (text, decision.options)
        answers.give(draft, game, seat, option, "person")

    await room.change(step)


async def wants(room: Room, seat: int, **orders: Any) -> None:
    """A person's standing orders at this table."""

    def step(draft: Draft) -> None:
        draft.table.seats[seat].orders = orders

    await room.change(step)
