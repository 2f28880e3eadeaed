"""Who comes and goes is asked first, seen by the group, and marked at the table."""

from tests.chat.harness import Stage
from tests.chat.pacing import GROUP, Room, to
from tgbot import away, seats


async def test_a_running_game_is_left_only_by_whoever_says_so_twice(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(4)
        ann, bob = people[:2]
        chat = await saloon.start_game(people)
        saloon.world.say(bob, chat, "/leave")
        await saloon.sees(ann, chat, "Bob, do you leave this game for good?")
        since = saloon.world.state.seq
        saloon.press(ann, chat, "Leave for good")
        assert await saloon.toast(ann, since=since) == "Somebody else was asked this."
        saloon.press(bob, chat, "Stay")
        await saloon.until(lambda: "for good" not in saloon.texts(ann, chat))
        assert not any(seat.bot for seat in (await saloon.table(app, chat)).seats)
        saloon.world.say(bob, chat, "/leave")
        await saloon.sees(ann, chat, "Leave for good")
        saloon.press(bob, chat, "Leave for good")
        await saloon.sees(ann, chat, "Bob has left the game")
        await saloon.until(lambda: "for good" not in saloon.texts(ann, chat))
        assert [seat.bot for seat in (await saloon.table(app, chat)).seats] == [False, True, False, False]


async def test_nobody_keeps_the_hand_of_a_game_they_have_left(room: Room) -> None:
    await room.open(4)
    await room.change(lambda draft: seats.depart(draft, room.who(2)))
    hand = to(await room.sent(), 3, "hand")[-1]
    assert (hand.mode, hand.text, hand.keyboard) == ("edit", "You have left the game at <b>Saloon</b>.", [])


async def test_comings_and_goings_are_told_in_new_messages(room: Room) -> None:
    await room.open(4)
    await room.change(lambda draft: away.leave_for(draft, room.who(1), None))
    await room.change(lambda draft: away.return_of(draft, room.who(1)))
    await room.change(lambda draft: seats.depart(draft, room.who(2)))
    story = to(await room.sent(), GROUP, "turn")
    for news in ("Bob is away", "Bob is back", "Cid has left the game"):
        assert next(row.mode for row in story if news in row.text) == "new"


async def test_the_table_shows_whom_the_computer_plays_for(room: Room) -> None:
    await room.open(4)
    await room.change(lambda draft: away.leave_for(draft, room.who(1), None))
    await room.change(lambda draft: seats.depart(draft, room.who(2)))
    table = to(await room.sent(), GROUP, "table")[-1].text
    assert "🏖 Bob" in table
    assert "🤖 Cid" in table
    await room.change(lambda draft: away.return_of(draft, room.who(1)))
    assert "🏖" not in to(await room.sent(), GROUP, "table")[-1].text


async def test_a_hand_goes_to_the_bottom_before_a_turn_and_old_questions_go(room: Room) -> None:
    await room.open(4)
    [first] = await room.asked()
    await room.sent()
    await room.answer(first, "end turn")
    while await room.asked() == [first]:  # cards too many
        await room.answer(first)
    [following] = await room.asked()
    rows = [row for row in to(await room.sent(), following + 1) if row.slot.startswith(("hand", "ask"))]
    assert [(row.slot[:3], row.mode, row.retire) for row in rows] == [
        ("han", "new", "delete"),
        ("ask", "new", "delete"),
    ]
    assert rows[0].silent


async def test_nothing_can_be_planned_before_there_are_cards(room: Room) -> None:
    await room.open(4, options={"character_choice": "two"})
    assert all(row.keyboard == [] for row in await room.sent() if row.slot.startswith("hand"))
