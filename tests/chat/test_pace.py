"""A deadline for each question, acted on once, whatever happens to the bot meanwhile."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

import engine
from storage.deadlines import Deadlines
from storage.scripts import connect
from tests.chat.pacing import GROUP, HOUR, Room, to
from tgbot import clock


async def test_whoever_is_to_play_has_a_day(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    assert (await room.stored()).deadlines == {
        f"turn:{seat}": room.clock.now() + 24 * HOUR,
        f"half:{seat}": room.clock.now() + 12 * HOUR,
        f"late:{seat}": pytest.approx(room.clock.now() + 21.6 * HOUR),
    }


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [
        ({"pace": "live"}, 120.0),
        ({"pace": "evening"}, 1800.0),
        ({"pace": "slow"}, 72 * HOUR),
        ({"pace": "custom", "clock": {"turn": 8 * HOUR}}, 8 * HOUR),
        ({"pace": "custom"}, 24 * HOUR),
    ],
)
async def test_the_table_chooses_its_pace(room: Room, settings: dict[str, Any], seconds: float) -> None:
    await room.open(**settings)
    [seat] = await room.asked()
    assert await room.due(f"turn:{seat}") == room.clock.now() + seconds


async def test_a_deadline_is_shown_to_the_group_and_to_whoever_it_is_for(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    rows = await room.sent()
    tag = f'<tg-time unix="{int(room.clock.now() + 24 * HOUR)}" format="wdt">2027-01-16 08:00 UTC</tg-time>'
    assert tag in to(rows, GROUP, "table")[-1].text
    assert tag in to(rows, seat + 1, "ask")[-1].text


async def test_an_answer_in_time_removes_its_deadline(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    await room.answer(seat, "end turn")
    while await room.asked() == [seat]:
        await room.answer(seat)
    assert not [name for name in (await room.stored()).deadlines if name.endswith(f":{seat}")]


async def test_a_turn_has_one_allowance(room: Room) -> None:
    """Playing a card does not begin the day anew, but leaves at least the time of an answer."""
    await room.open(seed=3)
    [seat] = await room.asked()
    end = await room.due(f"turn:{seat}")
    await room.wait(5 * HOUR)
    await _play_on(room, seat)
    assert await room.due(f"turn:{seat}") == pytest.approx(end)
    await room.wait(15 * HOUR)
    await _play_on(room, seat)
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + 12 * HOUR)


async def _play_on(room: Room, seat: int) -> None:
    """Play something after which it is still this player's turn, without an answer of others."""
    for verb in ("play",):
        await room.answer(seat, verb)
    while others := [s for s in await room.asked() if s != seat]:
        await room.answer(others[0], "pass")
    assert await room.asked() == [seat]


async def test_who_does_not_play_in_time_ends_the_turn(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    await room.sent()
    await room.wait(24 * HOUR + 10)
    assert seat not in await room.asked()
    log = await room.log()
    assert set(log) == {(seat, "deadline")}
    hand = len(engine.view(await room.game(), seat).seats[seat].hand or [])
    assert hand <= engine.view(await room.game(), None).seats[seat].life
    assert (await room.table()).seats[seat].missed == 1
    rows = await room.sent()
    assert any(
        "⏰ Ann did not play in time" in row.text or "did not play in time: the turn ends" in row.text
        for row in to(rows, GROUP)
    )
    assert any("Your time was up" in row.text for row in to(rows, seat + 1, "ask"))


async def test_the_table_may_have_overdue_turns_played_out(room: Room) -> None:
    for seed in range(1, 12):
        room.id = f"TABLE{seed}"
        await room.open(seed=seed, late="play")
        [seat] = await room.asked()
        await room.wait(24 * HOUR + 10)
        answers = [entry.answer for entry in await room.saloon.tables.log(room.id) if entry.seat == seat]
        if any(answer.startswith("play") for answer in answers):
            return
    raise AssertionError("no computer player has played a card")


async def test_an_answer_out_of_turn_is_given_carefully(room: Room) -> None:
    await room.open(seed=2)
    seat = await _somebody_answers(room)
    begun = room.clock.now()
    assert await room.due(f"turn:{seat}") == begun + 12 * HOUR
    await room.wait(12 * HOUR + 1)
    assert (seat, "deadline") in await room.log()
    assert seat not in await room.asked() or await room.due(f"turn:{seat}") > begun + 12 * HOUR


async def _somebody_answers(room: Room) -> int:
    """Play until somebody is asked out of turn."""
    for _answer in range(60):
        asked = await room.asked()
        turn = engine.view(await room.game(), None).turn
        if others := [seat for seat in asked if seat != turn]:
            return others[0]
        await room.answer(asked[0], "play")
    raise AssertionError("nobody was asked out of turn")


async def test_of_two_workers_one_acts(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    room.clock.advance(3.0)
    await room.tick()
    await _bring_forward(room, seat)
    other = room.another()
    await asyncio.gather(room.tick(), clock.tick(other, Deadlines(room.redis, room.clock)), room.tick())
    assert len([entry for entry in await room.log() if entry[1] == "deadline"]) == 1
    assert (await room.table()).seats[seat].missed == 1


async def _bring_forward(room: Room, seat: int) -> None:
    """The seat's time is up now."""

    def step(draft: object) -> None:
        draft.deadlines[f"turn:{seat}"] = room.clock.now()  # type: ignore[attr-defined]

    await room.change(step)


async def test_an_answer_at_the_last_moment_wins(room: Room) -> None:
    """A worker has seen that the time is up; the answer is there before it acts."""
    await room.open(seed=3)
    [seat] = await room.asked()
    room.clock.advance(1.0)
    await _bring_forward(room, seat)
    found = await room.deadlines.due(room.clock.now())
    await _play_on(room, seat)
    for due in found:
        await clock.act(room.saloon, room.deadlines, due)
    assert (seat, "deadline") not in await room.log()


async def test_nobody_is_timed_out_by_an_outage(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    await room.wait(23 * HOUR)
    await room.sent()
    await room.outage(10 * HOUR)
    assert await room.log() == []
    rows = await room.sent()
    shown = f'unix="{int(await room.due(f"turn:{seat}"))}"'
    assert shown in to(rows, GROUP, "table")[-1].text
    assert shown in to(rows, seat + 1, "ask")[-1].text
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + HOUR)
    await room.wait(HOUR + 10)
    assert (seat, "deadline") in await room.log()


async def test_a_leap_of_the_clock_is_an_outage_and_one_back_is_nothing(room: Room) -> None:
    await room.open()
    [seat] = await room.asked()
    room.clock.advance(400 * 24 * HOUR)
    await room.tick()
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + 24 * HOUR)
    room.clock.advance(-HOUR)
    await room.tick()
    assert await room.log() == []


async def test_a_thousand_deadlines_at_once(redis_url: str) -> None:
    async with connect(redis_url) as redis:
        await _thousand(redis)


async def _thousand(redis: Redis) -> None:
    rooms = [Room(redis, id=f"T{number}") for number in range(1000)]
    one = rooms[0].clock
    await rooms[0].open(3)
    table = await rooms[0].table()
    commit = (await rooms[0].stored()).deadlines
    for room in rooms[1:]:
        room.clock = one
        copy = table.model_copy(update={"id": room.id})
        await rooms[0].saloon.tables.create(copy)
        await rooms[0].saloon.change(room.id, lambda draft: draft.deadlines.update(commit))
    [seat] = await rooms[0].asked()
    one.advance(24 * HOUR)
    await redis.set("{bot}:alive", repr(one.now()))
    while (await rooms[0].deadlines.next() or one.now() + 9) <= one.now():
        await rooms[0].tick()
    for room in rooms:
        log = await rooms[0].saloon.tables.log(room.id)
        assert [(entry.seat, entry.by) for entry in log] == [(seat, "deadline")]
