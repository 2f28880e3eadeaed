"""Reminders come when they should, once, never at night, and not to somebody who is just playing."""

import asyncio

import pytest

import engine
from storage.deadlines import Deadlines
from storage.shapes import Holder, Outgoing
from tests.chat.pacing import GROUP, HOUR, Room, to
from tgbot import clock, opening, quietmenu, reminders
from tgbot.draft import Draft, Refused
from tgbot.intents import Command, Where, Who

DAY = 24 * HOUR


def pings(rows: list[Outgoing], user: int) -> list[Outgoing]:
    """What rings a person's phone in private."""
    return [row for row in to(rows, user) if row.mode == "new" and not row.silent]


async def test_at_half_in_private_and_at_nine_tenths_in_the_group_too(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.sent()
    await room.wait(12 * HOUR - 60)
    assert await room.sent() == []
    await room.wait(120)
    [half] = pings(await room.sent(), seat + 1)
    assert "Half of your time" in half.text
    assert (half.slot, half.retire) == (f"ask:{seat + 1}", "delete")
    assert half.keyboard
    assert half.expires == await room.due(f"turn:{seat}")
    await room.wait(9.6 * HOUR)
    rows = await room.sent()
    [late] = pings(rows, seat + 1)
    assert "nearly over" in late.text
    [mention] = to(rows, GROUP, "late")
    assert f"tg://user?id={seat + 1}" in mention.text
    assert not mention.silent


async def test_two_workers_remind_once(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.sent()
    room.clock.advance(12 * HOUR)
    await room.redis.set("{bot}:alive", repr(room.clock.now()))
    other, deadlines = room.another(), Deadlines(room.redis, room.clock)
    await asyncio.gather(room.tick(), clock.tick(other, deadlines), room.tick())
    assert len(pings(await room.sent(), seat + 1)) == 1


async def test_an_answer_cancels_what_was_to_come(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.answer(seat, "end turn")
    while seat in await room.asked():
        await room.answer(seat)
    await room.sent()
    await room.wait(14 * HOUR)
    assert pings(await room.sent(), seat + 1) == []


async def test_the_mention_goes_when_the_question_is_settled(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.wait(22 * HOUR)
    await room.sent()
    await room.answer(seat, "end turn")
    while seat in await room.asked():
        await room.answer(seat)
    assert to(await room.sent(), GROUP, f"late:{seat}")[-1].mode == "delete"


async def test_whoever_is_just_playing_is_left_alone(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.wait(12 * HOUR - 30)
    await room.change(lambda draft: draft.table.notes.setdefault("looked", {}).update({str(seat): room.clock.now()}))
    await room.sent()
    await room.wait(60)
    assert pings(await room.sent(), seat + 1) == []


async def test_an_outage_moves_the_reminders_too(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.wait(11 * HOUR)
    await room.sent()
    await room.outage(5 * HOUR)
    assert pings(await room.sent(), seat + 1) == []
    await room.wait(HOUR + 10)
    assert len(pings(await room.sent(), seat + 1)) == 1


# Nudges


async def nudge(room: Room, seat: int) -> None:
    await room.change(lambda draft: reminders.nudge(draft, room.who(seat)))


async def test_a_nudge_rings_whoever_is_waited_for_once_an_hour(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.sent()
    await nudge(room, (seat + 1) % 4)
    rows = await room.sent()
    [ping] = pings(rows, seat + 1)
    assert "nudges you" in ping.text
    assert len(to(rows, GROUP, "nudge")) == 1
    await room.wait(50 * 60)
    with pytest.raises(Refused, match="in 10 minutes"):
        await nudge(room, (seat + 2) % 4)
    await room.wait(11 * 60)
    await nudge(room, (seat + 2) % 4)


async def test_nobody_nudges_themselves_and_strangers_nobody(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    with pytest.raises(Refused, match="nobody to nudge"):
        await nudge(room, seat)
    with pytest.raises(Refused, match="not in this game"):
        await nudge(room, 6)


# Loud and silent


async def test_one_ping_for_a_question_however_it_is_asked(room: Room) -> None:
    """The group's message does not ring for whoever is rung in private."""
    await room.open(4)
    for _turn in range(3):
        [seat] = await room.asked()
        await room.wait(600)
        await room.sent()
        while seat in await room.asked():
            await room.answer(seat, "end turn")
        rows = await room.sent()
        [following] = await room.asked()
        assert len(pings(rows, following + 1)) == 1
        assert [row.slot for row in to(rows, GROUP) if row.mode == "new" and not row.silent] == []


async def test_out_of_turn_rings_even_who_has_played_a_minute_ago(room: Room) -> None:
    await room.open(4, seed=2, pace="live", poker_face="off")
    for _answer in range(60):
        asked = await room.asked()
        turn = engine.view(await room.game(), None).turn
        if asked != [turn] and asked[0] != turn:
            break
        await room.sent()
        await room.change(lambda draft: _acted_a_while_ago(draft, room))
        await room.answer(turn, "play")
    rows = await room.sent()
    assert len(pings(rows, asked[0] + 1)) == 1


def _acted_a_while_ago(draft: Draft, room: Room) -> None:
    draft.table.notes["acted"] = {str(seat): room.clock.now() - 40 for seat in range(4)}


# Quiet hours

MIDNIGHT = 1_800_000_000.0 // 86400 * 86400
"""The room's clock begins at 8 in the morning, UTC."""


async def set_quiet(room: Room, seat: int, text: str) -> None:
    said = Command(1, room.who(seat), Where(seat + 1), "quiet", text)
    await quietmenu._set(room.saloon, seat + 1, quietmenu._read(said.args))


async def test_at_night_the_clock_stands_still(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await set_quiet(room, seat, "23-7")
    assert await room.due(f"turn:{seat}") == MIDNIGHT + (24 + 8 + 8) * HOUR
    assert await room.due(f"half:{seat}") == MIDNIGHT + 20 * HOUR
    await room.wait(12 * HOUR)
    await set_quiet(room, seat, "off")
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + 12 * HOUR)


async def test_what_is_asked_at_night_rings_in_the_morning(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    following = _next(await room.game(), seat)
    await set_quiet(room, following, "23-7")
    await room.wait(16 * HOUR)
    await room.sent()
    while seat in await room.asked():
        await room.answer(seat, "end turn")
    rows = await room.sent()
    assert to(rows, following + 1, "ask")
    assert pings(rows, following + 1) == []
    assert all(row.silent for row in to(rows, GROUP))
    await room.wait(7 * HOUR - 60)
    assert pings(await room.sent(), following + 1) == []
    await room.wait(120)
    [ping] = pings(await room.sent(), following + 1)
    assert "quiet hours" in ping.text


def _next(game: engine.Game, seat: int) -> int:
    return (seat + 1) % len(game.seats)


async def test_a_reminder_that_an_outage_has_moved_into_the_night_waits(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await set_quiet(room, seat, "23-7")
    await room.wait(11 * HOUR)
    await room.outage(4.5 * HOUR)
    await room.sent()
    await room.wait(2 * HOUR)
    assert pings(await room.sent(), seat + 1) == []
    await room.wait(6 * HOUR)
    assert len(pings(await room.sent(), seat + 1)) == 1


async def test_nobody_is_timed_out_asleep(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await set_quiet(room, seat, "23-7")
    await room.wait(31 * HOUR)
    await room.outage(8 * HOUR)
    await room.wait(5 * HOUR)
    assert (seat, "deadline") not in await room.log()


async def test_quiet_hours_are_carried_into_new_games(room: Room) -> None:
    await room.open(4)
    await set_quiet(room, 0, "22:30-6 Europe/Rome")
    elsewhere = GROUP - 1
    await opening.open_lobby(room.saloon, elsewhere, None, "", Who(2, "Bob"), [Holder(user_id=1, name="Ann")])
    table_id = await room.saloon.bindings.table_of_chat(elsewhere, None)
    assert table_id is not None
    holder = (await room.saloon.look(table_id)).table.seats[0]
    assert (holder.quiet, holder.time_zone) == ((1350, 360), "Europe/Rome")


@pytest.mark.parametrize("text", ["7-7", "3-2", "25-30", "23-7 Atlantis", "Rome"])
async def test_nonsense_is_refused(room: Room, text: str) -> None:
    with pytest.raises(Refused):
        await set_quiet(room, 0, text)


# Recaps


async def test_whoever_was_gone_for_hours_gets_a_recap_with_the_next_prompt(room: Room) -> None:
    await room.open(3)
    [seat] = await room.asked()
    first = seat
    await room.wait(600)
    while await room.asked() == [seat]:
        await room.answer(seat, "end turn")
    await room.wait(4 * HOUR)
    for _answer in range(40):
        await room.sent()
        asked = await room.asked()
        if asked == [first]:
            break
        await room.answer(asked[0], "end turn")
        rows = await room.sent()
        if recaps := [row for row in to(rows, first + 1) if row.slot.startswith("recap")]:
            break
    [recap] = recaps
    assert recap.silent
    assert "Since you last looked" in recap.text
    prompts = [row for row in to(rows, first + 1) if row.slot.startswith("ask")]
    assert rows.index(recap) < rows.index(prompts[-1])


async def test_nobody_who_was_here_gets_one(room: Room) -> None:
    await room.open(3)
    for _answer in range(12):
        asked = await room.asked()
        await room.wait(60)
        await room.answer(asked[0], "end turn")
    assert [row for row in await room.sent() if row.slot.startswith("recap")] == []
