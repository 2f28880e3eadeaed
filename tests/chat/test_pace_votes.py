"""The players decide by vote: a computer player for a silent seat, or the end of the game."""

import pytest

from tests.chat.pacing import GROUP, HOUR, Room, to
from tgbot import votes
from tgbot.draft import Refused


async def silent(room: Room, count: int = 4) -> tuple[int, list[int]]:
    """A table on which somebody has let most of their time go by; that seat and the others."""
    await room.open(count)
    [seat] = await room.asked()
    await room.wait(22 * HOUR)
    return seat, [other for other in range(count) if other != seat]


async def test_more_than_half_of_the_others_hand_a_seat_over(room: Room) -> None:
    seat, others = await silent(room)
    [mention] = to(await room.sent(), GROUP, f"late:{seat}")
    assert mention.keyboard[0][1].text.endswith("0 of 2")
    assert "counts" in await room.press(others[0], "vote", seat)
    assert not (await room.table()).seats[seat].bot
    await room.press(others[1], "vote", seat)
    holder = (await room.table()).seats[seat]
    assert (holder.bot, holder.away) == (True, "vote")
    assert any("have voted" in row.text for row in to(await room.sent(), GROUP))
    await room.press(seat, "back")
    assert not (await room.table()).seats[seat].bot


async def test_a_vote_is_taken_back_by_a_second_press(room: Room) -> None:
    seat, others = await silent(room)
    await room.press(others[0], "vote", seat)
    assert "taken your vote back" in await room.press(others[0], "vote", seat)
    await room.press(others[1], "vote", seat)
    assert not (await room.table()).seats[seat].bot


async def test_the_one_it_is_about_and_strangers_have_no_vote(room: Room) -> None:
    seat, others = await silent(room)
    assert "no vote" in await room.press(seat, "vote", seat)
    assert "not in this game" in await room.press(6, "vote", seat)
    assert "not in this game" in await room.press(6, "vote", "end")
    assert "settled" in await room.press(others[0], "vote", others[1])


async def test_an_answer_makes_the_votes_void(room: Room) -> None:
    seat, others = await silent(room)
    await room.press(others[0], "vote", seat)
    await room.answer(seat, "play")
    assert (await room.table()).notes["votes"] == {}


async def test_who_has_time_left_is_not_voted_away(room: Room) -> None:
    await room.open(4)
    [seat] = await room.asked()
    await room.wait(HOUR)
    assert "settled" in await room.press((seat + 1) % 4, "vote", seat)


async def test_a_majority_ends_the_game(room: Room) -> None:
    await room.open(5)
    await room.change(lambda draft: votes.offer(draft, room.who(1)))
    [offer] = to(await room.sent(), GROUP, "votes")
    assert [row[0].text for row in offer.keyboard] == ["🏁 End the game · 0 of 3"]
    await room.press(0, "vote", "end")
    await room.press(1, "vote", "end")
    assert (await room.table()).phase == "running"
    await room.press(4, "vote", "end")
    assert (await room.table()).phase == "cancelled"
    assert any("voted to end" in row.text for row in to(await room.sent(), GROUP))


async def test_votes_do_not_wait_for_ever(room: Room) -> None:
    await room.open(5, pace="slow")
    await room.press(0, "vote", "end")
    await room.press(1, "vote", "end")
    await room.wait(25 * HOUR)
    await room.press(2, "vote", "end")
    assert (await room.table()).phase == "running"


async def test_the_dead_do_not_vote(room: Room) -> None:
    await room.open(4)
    game = await room.game()
    game.seats[3].alive = False

    def step(draft: object) -> None:
        import engine

        draft.table.game = engine.dump(game)  # type: ignore[attr-defined]

    await room.change(step)
    assert "no vote" in await room.press(3, "vote", "end")


async def test_there_is_nothing_to_vote_on_without_a_game(room: Room) -> None:
    seat, _others = await silent(room)
    await room.change(lambda draft: setattr(draft.table, "phase", "over"))
    with pytest.raises(Refused, match="No game"):
        await room.change(lambda draft: votes.offer(draft, room.who(seat)))
