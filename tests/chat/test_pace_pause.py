"""A pause by common consent keeps what is left on each clock; others may give a slow player more time."""

import pytest

from tests.chat.pacing import GROUP, HOUR, Room, to
from tgbot import pause, tell
from tgbot.draft import Refused

DAY = 24 * HOUR


async def ask(room: Room, seat: int) -> None:
    await room.change(lambda draft: pause.ask(draft, room.who(seat)))


async def test_nobody_objects_for_six_hours(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.wait(HOUR)
    await ask(room, 0)
    [row] = to(await room.sent(), GROUP, "pause")[-1:]
    assert "Agreed: Ann" in row.text
    assert [button.text for button in row.keyboard[0]] == ["Agree", "Object"]
    await room.wait(6 * HOUR - 60)
    assert (await room.table()).phase == "running"
    await room.wait(120)
    table = await room.table()
    assert table.phase == "paused"
    assert (await room.stored()).deadlines == {}
    await room.wait(100 * DAY)
    assert await room.log() == []
    await room.press(2, "resume")
    assert (await room.table()).phase == "running"
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + DAY - 7 * HOUR, abs=1)
    assert await room.due(f"half:{seat}") == pytest.approx(room.clock.now() + DAY / 2 - 7 * HOUR, abs=1)


async def test_the_prompt_rings_when_the_game_goes_on(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.change(pause_now)
    await room.sent()
    await room.press(0, "resume")
    [prompt] = [row for row in to(await room.sent(), seat + 1, "ask") if row.mode == "new"]
    assert not prompt.silent
    assert "goes on" in prompt.text


def pause_now(draft: object) -> None:
    draft.table.notes["pause"] = {"by": 0, "agree": []}  # type: ignore[attr-defined]
    pause.begin(draft)  # type: ignore[arg-type]


async def test_anybody_may_object_and_the_game_goes_on(room: Room) -> None:
    await room.open(4)
    await ask(room, 0)
    await room.press(3, "object")
    assert any("Dora objects" in row.text for row in to(await room.sent(), GROUP, "pause"))
    assert "settled" in await room.press(1, "agree")
    await room.wait(7 * HOUR)
    assert (await room.table()).phase == "running"


async def test_strangers_have_no_say(room: Room) -> None:
    await room.open(4)
    await ask(room, 0)
    for verb in ("object", "agree", "resume"):
        assert "not in this game" in await room.press(6, verb)
    with pytest.raises(Refused, match="not in this game"):
        await ask(room, 6)


async def test_when_all_agree_there_is_no_need_to_wait(room: Room) -> None:
    await room.open(3)
    await ask(room, 0)
    await room.press(1, "agree")
    assert (await room.table()).phase == "running"
    await room.press(2, "agree")
    assert (await room.table()).phase == "paused"


async def test_nothing_is_answered_in_a_pause(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.change(pause_now)
    with pytest.raises(Refused, match="paused"):
        await room.answer(seat)
    with pytest.raises(Refused, match="paused"):
        await ask(room, 0)


async def test_who_was_away_comes_back_into_a_pause(room: Room) -> None:
    from tgbot import away

    await room.open(4)
    [seat] = await room.asked()
    await room.change(lambda draft: away.leave_for(draft, room.who(seat), None))
    await room.change(pause_now)
    await room.press(seat, "back")
    assert await room.asked() == []
    await room.press(1, "resume")
    assert await room.asked() == [seat]


async def test_an_outage_in_a_pause_costs_nobody_anything(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.wait(HOUR)
    await room.change(pause_now)
    await room.outage(30 * DAY)
    await room.press(0, "resume")
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + 23 * HOUR)


# More time


async def test_others_give_a_slow_player_twelve_hours(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    other, third = [s for s in range(4) if s != seat][:2]
    await room.wait(22 * HOUR)
    rows = await room.sent()
    assert "+12 h" in [button.text for button in to(rows, GROUP, f"late:{seat}")[-1].keyboard[0]]
    assert any("+12 h for" in button.text for row in to(rows, GROUP, "table")[-1].keyboard for button in row)
    assert await room.press(other, "grant", seat) == ""
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + 14 * HOUR)
    rows = await room.sent()
    assert any("gives" in row.text and "12 h more" in row.text for row in to(rows, GROUP))
    assert to(rows, GROUP, f"late:{seat}")[-1].mode == "delete"
    assert "already" in await room.press(other, "grant", seat)
    await room.press(third, "grant", seat)
    assert await room.due(f"turn:{seat}") == pytest.approx(room.clock.now() + 26 * HOUR)


async def test_nobody_gives_themselves_time(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    before = await room.due(f"turn:{seat}")
    assert "others" in await room.press(seat, "grant", seat)
    assert "not in this game" in await room.press(6, "grant", seat)
    assert "settled" in await room.press(seat, "grant", (seat + 1) % 4)
    assert "older version" in await room.press(seat, "grant", 99)
    assert "older version" in await room.press(seat, "grant", "x")
    assert await room.due(f"turn:{seat}") == before


async def test_a_stopped_game_has_no_clocks(room: Room) -> None:
    await room.open(4)
    await room.change(lambda draft: tell.stop(draft, lambda: "over"))
    assert (await room.stored()).deadlines == {}
