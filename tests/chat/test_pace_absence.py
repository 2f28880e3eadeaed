"""Whoever is away is played for, comes back at any time, and a game without people stops and asks."""

import pytest
from redis.asyncio import Redis

import engine
from storage.shapes import Holder
from tests.chat.pacing import GROUP, HOUR, Room, to
from tgbot import away, clockcommands
from tgbot.draft import Refused

DAY = 24 * HOUR


async def seat_of(room: Room, number: int) -> Holder:
    return (await room.table()).seats[number]


async def others_play(room: Room, idle: int) -> None:
    """Everybody but one answers at once, until only that one is waited for."""
    for _answer in range(400):
        others = [seat for seat in await room.asked() if seat != idle]
        if not others:
            return
        await room.answer(others[0], "end turn")
    raise AssertionError("nobody waits")


async def test_two_deadlines_in_a_row_hand_the_seat_over_and_one_button_gives_it_back(room: Room) -> None:
    await room.open(4)
    idle = (await room.asked())[0]
    while not (await seat_of(room, idle)).bot:
        missed = (await seat_of(room, idle)).missed
        assert missed < 2
        await others_play(room, idle)
        await room.sent()
        await room.wait(DAY + 60)
    holder = await seat_of(room, idle)
    assert (holder.away, holder.missed) == ("missed", 2)
    rows = await room.sent()
    assert any("has not answered twice in a row" in row.text for row in to(rows, GROUP))
    notice = [row for row in to(rows, idle + 1, "ask") if row.keyboard][-1]
    assert notice.keyboard[0][0].text == "I'm back"
    assert not notice.silent
    await others_play(room, idle)
    assert await room.press(idle, "back") == ""
    holder = await seat_of(room, idle)
    assert (holder.bot, holder.away, holder.missed) == (False, "", 0)
    rows = await room.sent()
    assert any("is back" in row.text for row in to(rows, GROUP))


async def test_an_answer_in_between_starts_the_count_anew(room: Room) -> None:
    await room.open(4)
    idle = (await room.asked())[0]
    await room.wait(DAY + 60)
    assert (await seat_of(room, idle)).missed == 1
    await others_play(room, idle)
    await room.answer(idle, "end turn")
    assert (await seat_of(room, idle)).missed == 0


async def test_only_the_owner_takes_a_seat_back(room: Room) -> None:
    await room.open(4)
    await room.change(lambda draft: away.leave_for(draft, room.who(1), None))
    assert "playing already" in await room.press(0, "back")
    assert "not in this game" in await room.press(6, "back")
    assert (await seat_of(room, 1)).bot
    await room.press(1, "back")
    assert not (await seat_of(room, 1)).bot


async def test_away_for_a_time_comes_back_by_itself(room: Room) -> None:
    await room.open(4)
    await room.change(lambda draft: clockcommands.GROUP["away"](draft, room.who(2), "3d"))
    holder = await seat_of(room, 2)
    assert (holder.bot, holder.away, holder.away_until) == (True, "choice", room.clock.now() + 3 * DAY)
    assert any("is away until" in row.text for row in to(await room.sent(), GROUP))
    await room.wait(3 * DAY - 60)
    assert (await seat_of(room, 2)).bot
    await room.wait(120)
    assert not (await seat_of(room, 2)).bot


async def test_who_comes_back_has_the_rest_of_the_turn(room: Room) -> None:
    await room.open(3)
    [seat] = await room.asked()
    for other in range(3):
        if other != seat:
            await room.change(lambda draft, other=other: away.leave_for(draft, room.who(other), None))
    await room.change(lambda draft: setattr(draft.table.seats[seat], "missed", 1))
    await room.wait(DAY)
    table = await room.table()
    assert (table.phase, table.notes["finish"]["seat"]) == ("paused", seat)
    await room.press(seat, "back")
    assert await room.asked() == [seat]


async def test_while_somebody_is_away_the_computer_player_answers_at_once(room: Room) -> None:
    await room.open(4)
    idle = (await room.asked())[0]
    await room.change(lambda draft: away.leave_for(draft, room.who(idle), None))
    await room.wait(120)
    assert idle not in await room.asked()
    assert (idle, "bot") in await room.log()


@pytest.mark.parametrize(("said", "hours"), [("", None), ("3d", 72), (" 12H ", 12), ("1 d", 24)])
def test_how_long_somebody_is_away(said: str, hours: float | None) -> None:
    assert away.span(said) == (None if hours is None else hours * HOUR)


@pytest.mark.parametrize("said", ["soon", "0d", "9999d", "-3d", "3", "3m"])
def test_what_is_no_time_is_refused(said: str) -> None:
    with pytest.raises(Refused):
        away.span(said)


async def test_who_left_for_good_does_not_come_back(room: Room) -> None:
    from tgbot import seats

    await room.open(4)
    await room.change(lambda draft: seats.depart(draft, room.who(1)))
    assert "left the game" in await room.press(1, "back")
    assert "left the game" in await room.press(1, "vote", "end")


async def test_who_is_away_may_leave_for_good(room: Room) -> None:
    from tgbot import seats

    await room.open(4)
    await room.change(lambda draft: away.leave_for(draft, room.who(1), 3 * DAY))
    await room.change(lambda draft: seats.depart(draft, room.who(1)))
    await room.wait(4 * DAY)
    assert (await seat_of(room, 1)).bot
    with pytest.raises(Refused, match="left already"):
        await room.change(lambda draft: seats.depart(draft, room.who(1)))


# Nobody is left


async def all_away(room: Room, count: int) -> None:
    for seat in range(count):
        await room.change(lambda draft, seat=seat: away.leave_for(draft, room.who(seat), None))


async def test_a_game_without_people_stops_and_asks(room: Room) -> None:
    await room.open(3, bots=1)
    await all_away(room, 3)
    assert (await room.table()).phase == "paused"
    stored = await room.stored()
    assert set(stored.deadlines) == {"draw"}
    rows = await room.sent()
    asking = to(rows, GROUP, "halt")[-1]
    assert [row[0].text for row in asking.keyboard] == [
        "I'm back",
        "Let the computer players finish",
        "End it as a draw",
    ]
    before = (await room.game()).no
    await room.wait(71 * HOUR)
    assert (await room.game()).no == before
    await room.wait(2 * HOUR)
    assert (await room.table()).phase == "cancelled"
    assert any("draw" in row.text for row in to(await room.sent(), GROUP))


async def test_somebody_comes_back_to_a_game_that_had_stopped(room: Room) -> None:
    await room.open(3)
    await all_away(room, 3)
    await room.wait(70 * HOUR)
    await room.press(1, "back")
    table = await room.table()
    assert table.phase == "running"
    await room.wait(600)
    assert await room.asked() == [1]
    assert "draw" not in (await room.stored()).deadlines


async def test_the_computer_players_finish_only_if_somebody_says_so(room: Room) -> None:
    await room.open(3)
    await all_away(room, 3)
    assert "not in this game" in await room.press(6, "finish")
    await room.press(0, "finish")
    assert (await room.table()).phase == "running"
    for _minute in range(200):
        await room.wait(60)
        if (await room.table()).phase == "over":
            return
    raise AssertionError("the computer players do not come to an end")


async def test_a_draw_by_button_needs_a_game_that_has_stopped(room: Room) -> None:
    await room.open(3)
    assert "settled" in await room.press(0, "draw")
    await all_away(room, 3)
    await room.press(2, "draw")
    assert (await room.table()).phase == "cancelled"


async def test_when_all_people_are_out_the_computer_players_go_on(room: Room, redis: Redis) -> None:
    """They settle it among themselves: nobody is away whom the game could wait for."""
    await room.open(3, bots=2)
    game = await room.game()
    for seat in range(3):
        game.seats[seat].alive = False
    from tgbot import pause

    def step(draft: object) -> None:
        pause.halt_if_deserted(draft, game)  # type: ignore[arg-type]

    await room.change(step)
    assert (await room.table()).phase == "running"
    assert engine.view(game, None).seats[0].alive is False
