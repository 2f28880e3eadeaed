"""Whole games with orders, plans, wishes, early answers and poker faces, in no order but chance's."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

import engine
from engine.notation import text_of
from engine.play import answer_text
from engine.players.rules import choose
from storage.shapes import Holder, LogEntry, Outgoing, Table
from tgbot import automatic, orders, plans, play, ranking, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who

PLAYERS = 5
MOST = 3000


@dataclass
class Evening:
    """A table in memory, with the rows of its deadlines."""

    chance: random.Random
    table: Table
    deadlines: dict[str, float] = field(default_factory=dict)
    log: list[LogEntry] = field(default_factory=list)
    out: list[Outgoing] = field(default_factory=list)
    now: float = 1_800_000_000.0

    def change(self, step: Any) -> None:
        self.now += 1.0
        draft = Draft(self.table, 1, self.now, dict(self.deadlines))
        step(draft)
        self.log += draft.log
        self.out += draft.out
        for name, due in draft.deadlines.items():
            if due is None:
                self.deadlines.pop(name, None)
            else:
                self.deadlines[name] = due

    @property
    def game(self) -> engine.Game:
        return engine.load(self.table.game)


def evening(seed: int, options: dict[str, Any]) -> tuple[Evening, engine.Setup]:
    chance = random.Random(seed)
    setup = engine.Setup([f"P{i}" for i in range(PLAYERS)], ["dodge_city"] if seed % 2 else [], options)
    people = [Holder(user_id=i + 1, name=f"P{i}", orders=_some_orders(chance)) for i in range(PLAYERS)]
    table = Table(id="ABCDEF", chat_id=-1, creator=1, phase="running", seats=people, settings={"pace": "live"})
    made = Evening(chance, table)
    made.change(lambda draft: tell.begin(draft, engine.new_game(setup, seed)))
    return made, setup


def _some_orders(chance: random.Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {row.key: chance.choice(row.values) for row in orders.FIELDS if chance.random() < 0.6}
    return chosen | ({"store": ["Beer", "Missed!"]} if chance.random() < 0.4 else {})


def play_out(room: Evening) -> None:
    for _step in range(MOST):
        game = room.game
        if game.winners is not None:
            return
        _plan(room, game)
        _wish(room)
        faces = [name for name in room.deadlines if name.startswith("face:")]
        asked = [d for d in engine.waiting(game) if not automatic.is_held_back(room.table, d.seat)]
        assert asked or faces, "the game waits for nobody"
        if faces and (not asked or room.chance.random() < 0.5):
            room.change(lambda draft, seat=int(faces[0][5:]): _uncover(draft, seat))
            continue
        decision = room.chance.choice(asked)
        view = engine.view(game, decision.seat)
        option = choose(view) if room.chance.random() < 0.7 else room.chance.choice(decision.options)
        room.change(
            lambda draft, d=decision, o=option: play.give(draft, engine.load(draft.table.game), d.seat, o, "person")
        )
    raise AssertionError("the game does not end")


def _uncover(draft: Draft, seat: int) -> None:
    draft.deadlines[f"face:{seat}"] = None
    automatic.uncover(draft, seat)
    play.go_on(draft, engine.load(draft.table.game))


def _plan(room: Evening, game: engine.Game) -> None:
    """Somebody who is not to play plans a step."""
    seat = room.chance.randrange(PLAYERS)
    open_here = play.open_question(game, seat)
    if not game.seats[seat].alive or (open_here is not None and open_here.kind == "play"):
        return
    plan = plans.stored(room.table, seat)
    view = engine.rehearse(game, seat, plan["steps"])
    assert view.decision is not None
    if len(plan["steps"]) < 3 and view.decision.options:
        step = text_of(room.chance.choice(view.decision.options), game.seats)
        hand = list(game.seats[seat].hand)
        plans.store(room.table, seat, {"steps": [*plan["steps"], step], "said": [*plan["said"], step], "hand": hand})


def _wish(room: Evening) -> None:
    store = room.table.notes.get("store")
    if store is None:
        return
    seat, card = room.chance.randrange(PLAYERS), room.chance.choice(store["cards"])
    try:
        room.change(lambda draft: ranking.press(draft, Who(seat + 1, "P"), store["id"], str(card)))
    except Refused:
        assert str(seat) not in store["ranks"]


@pytest.mark.parametrize("seed", range(8))
def test_a_game_with_all_aids_ends_and_is_told_by_its_log(seed: int) -> None:
    options = {"parallel": seed % 4 != 3, "poker_face": seed % 3 != 2}
    room, setup = evening(seed, options)
    play_out(room)
    again = engine.new_game(setup, seed)
    for entry in room.log:
        answer_text(again, entry.seat, entry.answer)
    assert engine.dump(again) == room.table.game
    assert {"person", "order"} <= {entry.by for entry in room.log}


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_told_of_the_orders_of_others(seed: int) -> None:
    room, _setup = evening(seed, {"parallel": True, "poker_face": True})
    play_out(room)
    noted = [row for row in room.out if "By your order" in row.text or "As you planned" in row.text]
    assert noted
    assert {row.slot for row in noted} <= {f"order:{number}" for number in range(1, PLAYERS + 1)}
    assert all(row.chat_id == int(row.slot.partition(":")[2]) for row in noted)
