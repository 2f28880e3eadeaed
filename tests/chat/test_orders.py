"""Standing orders: followed in the commit that raises the question, told like any answer, never more than legal."""

from typing import Any

import pytest

from engine.players.orders import Orders
from tests.chat.harness import Stage
from tests.chat.pacing import GROUP, Room, to
from tests.chat.positions import deal, play, wants
from tgbot import away, ordermenu, orders, pause, settings
from tgbot.automatic import delay
from tgbot.draft import Draft

MISSED = {"shot": "missed", "keep": 0}


async def ready(room: Room, *hands: list[str], pace: str = "days", **more: Any) -> None:
    await room.open(count=max(4, len(hands)), pace=pace)
    options = {"parallel": True, "poker_face": settings.has_poker_face({"pace": pace})}
    await deal(room, list(hands), options=options, **more)


# Followed at once


async def test_an_order_is_followed_in_the_same_commit_and_told_once(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!", "Missed!"], ["Beer"])
    await wants(room, 1, **MISSED)
    before = (await room.stored()).version
    await play(room, 0, "play Bang! on Bob")
    assert (await room.stored()).version == before + 1
    assert await room.log() == [(0, "person"), (1, "order")]
    assert len((await room.game()).seats[1].hand) == 1
    rows = await room.sent()
    assert to(rows, GROUP, "turn")[-1].text.count("Missed!") == 1
    [note] = to(rows, 2, "order")
    assert "By your order" in note.text
    assert note.silent
    assert not [row for row in rows if row.chat_id not in (2, 3) and "order" in row.text]
    assert not to(rows, 2, "ask"), "nobody is asked what an order answers"


async def test_without_orders_the_person_is_asked(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!"], ["Beer"])
    await play(room, 0, "play Bang! on Bob")
    assert await room.asked() == [1]
    assert to(await room.sent(), 2, "ask")


async def test_an_order_keeps_cards_back(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!"], ["Beer"])
    await wants(room, 1, shot="missed", keep=1)
    await play(room, 0, "play Bang! on Bob")
    assert await room.asked() == [1]


async def test_orders_of_several_people_answer_one_card(room: Room) -> None:
    await ready(room, ["Indians!", "Mustang"], ["Bang!"], ["Bang!"], ["Bang!"])
    for seat in (1, 2, 3):
        await wants(room, seat, bang="always")
    await play(room, 0, "play Indians!")
    assert await room.asked() == [0]
    assert [len(seat.hand) for seat in (await room.game()).seats] == [1, 0, 0, 0]


async def test_an_order_overtakes_nobody(room: Room) -> None:
    """It waits, unseen, for those who answer before; the result is the one-by-one game's."""
    await ready(room, ["Indians!", "Mustang"], ["Bang!"], ["Bang!"])
    await wants(room, 2, bang="always")
    await play(room, 0, "play Indians!")
    assert await room.asked() == [1]
    assert len((await room.game()).seats[2].hand) == 1
    story = to(await room.sent(), GROUP, "turn")
    assert "Cid" not in story[-1].text
    await play(room, 1, "pass")
    assert len((await room.game()).seats[2].hand) == 0


async def test_changed_orders_answer_what_stands_open(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!"], ["Beer"])
    await play(room, 0, "play Bang! on Bob")
    await room.change(lambda draft: ordermenu.change_here(draft, 2, ordermenu.change_of("shot", "missed")))
    assert await room.asked() == [1], "one is kept back"
    await room.change(lambda draft: ordermenu.change_here(draft, 2, ordermenu.change_of("keep", "0")))
    assert (await room.log())[-1] == (1, "order")
    rows = await room.sent()
    assert "settled" in to(rows, 2, "ask")[-1].text


async def test_a_game_may_have_its_own_orders(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!"], ["Beer"])
    await wants(room, 1, **MISSED)

    def here(draft: Draft) -> None:
        draft.table.seats[1].orders_here = {"shot": "ask"}

    await room.change(here)
    await play(room, 0, "play Bang! on Bob")
    assert await room.asked() == [1]


async def test_a_computer_player_follows_no_orders(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!"], ["Beer"])
    await wants(room, 1, **MISSED)
    await room.change(lambda draft: away.leave_for(draft, room.who(1), None))
    await play(room, 0, "play Bang! on Bob")
    assert (await room.log())[-1] == (0, "person")


# What is stored is checked


@pytest.mark.parametrize(
    "stored",
    [
        {"shot": "shout", "keep": 99, "bang": None, "beer": [], "discard": 3, "store": "Beer"},
        {"keep": True, "store": ["No Such Card", 7, None]},
        {},
    ],
)
def test_what_is_unknown_is_asked(stored: dict[str, Any]) -> None:
    assert orders.read(stored) == Orders()


def test_what_is_known_is_kept() -> None:
    stored = {"shot": "never", "keep": 2, "bang": "last_life", "beer": "always", "store": ["Beer", "Beer", "Duel"]}
    read = orders.read(stored)
    assert (read.shot, read.keep, read.bang, read.beer, read.store) == (
        "never",
        2,
        "last_life",
        "always",
        ["Beer", "Duel"],
    )


# The poker face


async def test_who_holds_nothing_that_helps_is_waited_for(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Beer"], ["Beer"], pace="live")
    await play(room, 0, "play Bang! on Bob")
    assert await room.asked() == [1]
    rows = await room.sent()
    assert "Bob" in to(rows, GROUP, "table")[-1].text
    [question] = to(rows, 2, "ask")
    assert "by itself" in question.text
    due = await room.due("face:1")
    assert 9.0 <= due - room.clock.now() <= 36.0
    await room.wait(due - room.clock.now() - 0.1)
    assert len(await room.log()) == 1
    await room.wait(0.2)
    assert await room.log() == [(0, "person"), (1, "system")]
    assert (await room.game()).seats[1].life == 3
    assert "face:1" not in (await room.stored()).deadlines


async def test_an_order_waits_behind_a_poker_face(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Missed!", "Missed!"], ["Beer"], pace="live")
    await wants(room, 1, **MISSED)
    await play(room, 0, "play Bang! on Bob")
    with_order = to(await room.sent(), GROUP)
    assert len(await room.log()) == 1
    await room.wait(36.0)
    assert await room.log() == [(0, "person"), (1, "order")]
    await ready_again(room)
    await play(room, 0, "play Bang! on Bob")
    without = to(await room.sent(), GROUP)
    assert [untimed(row.text) for row in with_order] == [untimed(row.text) for row in without]


async def ready_again(room: Room) -> None:
    await deal(
        room, [["Bang!", "Mustang"], ["Missed!", "Missed!"], ["Beer"]], options={"parallel": True, "poker_face": True}
    )
    await wants(room, 1)


def untimed(text: str) -> str:
    return text.partition("<tg-time")[0]


async def test_who_holds_no_cards_is_not_waited_for(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], [], ["Beer"], pace="live")
    await play(room, 0, "play Bang! on Bob")
    assert await room.asked() == [0]


async def test_slow_games_have_no_poker_face(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Beer"], ["Beer"])
    await play(room, 0, "play Bang! on Bob")
    assert await room.asked() == [0]


async def test_a_pause_lasts_behind_a_poker_face_too(room: Room) -> None:
    await ready(room, ["Bang!", "Mustang"], ["Beer"], ["Beer"], pace="live")
    await play(room, 0, "play Bang! on Bob")
    await room.change(lambda draft: pause.ask(draft, room.who(0)))
    await room.change(pause.begin)
    await room.wait(500.0)
    assert len(await room.log()) == 1
    await room.change(lambda draft: pause.resume(draft, room.who(0)))
    await room.wait(61.0)
    assert len(await room.log()) == 2


@pytest.mark.parametrize("allowed", [45.0, 600.0, 12 * 3600.0])
def test_the_delay_ends_before_the_deadline(allowed: float) -> None:
    assert 9.0 <= delay(allowed, 0.0) < delay(allowed, 0.5) < delay(allowed, 1.0) <= 0.8 * allowed


# By buttons


async def test_orders_are_set_by_buttons(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        ann = people[0]
        saloon.world.say(ann, ann, "/orders")
        await saloon.sees(ann, ann, "Standing orders in all games")
        saloon.press(ann, ann, "Indians! and Duel: ask")
        await saloon.sees(ann, ann, "throw a BANG!")
        saloon.press(ann, ann, "General Store: ask")
        await saloon.sees(ann, ann, "the best first")
        saloon.press(ann, ann, "Beer")
        await saloon.sees(ann, ann, "✔ 1. Beer")
        saloon.press(ann, ann, "« Back")
        await saloon.sees(ann, ann, "General Store: Beer")
        saloon.press(ann, ann, "Saloon")
        await saloon.sees(ann, ann, "Standing orders in Saloon")
        saloon.press(ann, ann, "Indians! and Duel: throw")
        await saloon.sees(ann, ann, "never throw one")
        holder = (await saloon.table(app, chat)).seats[0]
        assert holder.orders == {"bang": "always", "store": ["Beer"]}
        assert holder.orders_here == {"bang": "never"}
        saloon.press(ann, ann, "Here too as in all games")
        await saloon.sees(ann, ann, "throw a BANG!")
        assert (await saloon.table(app, chat)).seats[0].orders_here == {}
