"""Plans for the next turn: made by taps, carried out when the turn comes, stopped by the first thing that fails."""

from typing import Any

import pytest

import engine
from engine.cards import CARDS
from storage.shapes import Outgoing
from tests.chat.harness import Stage
from tests.chat.pacing import GROUP, Room, to
from tests.chat.positions import deal, play
from tgbot import plans, plantaps
from tgbot.draft import Draft, Refused

HANDS = [["Mustang"], ["Stagecoach", "Bang!", "Beer", "Barrel"], ["Missed!"], ["Beer"]]


async def ready(room: Room, hands: list[list[str]] = HANDS, **more: Any) -> None:
    await room.open()
    await deal(room, hands, options={"parallel": True}, **more)


async def tap(room: Room, seat: int, label: str, rows: list[Outgoing]) -> list[Outgoing]:
    """Press the button that begins so under the newest plan; what was sent then."""
    message = to(rows, seat + 1, "plan")[-1]
    buttons = [button for row in message.keyboard for button in row]
    data = next(b.data or "" for b in buttons if b.text.startswith(label))
    planning = plantaps.read(data)
    assert planning is not None
    await room.change(lambda draft: plantaps.press(draft, room.who(seat), planning))
    return await room.sent()


async def opened(room: Room, seat: int) -> list[Outgoing]:
    planning = plantaps.read(f"p|{room.id}|open")
    assert planning is not None
    await room.change(lambda draft: plantaps.press(draft, room.who(seat), planning))
    return await room.sent()


async def planned(room: Room, seat: int, *labels: str) -> list[Outgoing]:
    rows = await opened(room, seat)
    for label in labels:
        rows = await tap(room, seat, label, rows)
    return rows


async def steps(room: Room, seat: int) -> list[str]:
    return list(plans.stored(await room.table(), seat)["steps"])


async def test_a_plan_is_made_by_taps_and_shown_with_the_hand(room: Room) -> None:
    await ready(room)
    rows = await planned(room, 1, "Stagecoach", "Barrel")
    assert [step.rpartition(" ")[0] for step in await steps(room, 1)] == ["play Stagecoach", "play Barrel"]
    hand = to(rows, 2, "hand")[-1]
    assert hand.text.index("1. ") < hand.text.index("2. ")
    assert {row.chat_id for row in rows} == {2}, "nobody else sees a plan"


async def test_a_target_is_chosen_by_tap(room: Room) -> None:
    await ready(room)
    await planned(room, 1, "BANG!", "Cid")
    [step] = await steps(room, 1)
    assert step.startswith("play Bang!")
    assert step.endswith("on Cid")


async def test_what_a_plan_uses_up_is_not_offered_again(room: Room) -> None:
    await ready(room)
    rows = await planned(room, 1, "Stagecoach")
    labels = [button.text for row in to(rows, 2, "plan")[-1].keyboard for button in row]
    assert not [label for label in labels if label.startswith("Stagecoach")]


async def test_a_plan_is_carried_out_when_the_turn_comes(room: Room) -> None:
    await ready(room)
    await planned(room, 1, "Stagecoach", "Barrel")
    await play(room, 0, "end turn")
    assert await room.log() == [(0, "person"), (1, "order"), (1, "order")]
    seat = (await room.game()).seats[1]
    assert (len(seat.hand), len(seat.play)) == (2 + 2 + 2, 1)
    assert await room.asked() == [1], "then its owner is asked"
    rows = await room.sent()
    assert to(rows, 2, "order")[-1].text.count("As you planned") == 2
    assert "Stagecoach" in "".join(row.text for row in to(rows, GROUP, "turn"))
    assert not await steps(room, 1)
    assert "1. " not in to(rows, 2, "hand")[-1].text


async def test_a_plan_stops_at_what_is_not_possible_any_more(room: Room) -> None:
    await ready(room, [["Panic!", "Mustang"], *HANDS[1:]])
    await planned(room, 1, "Barrel", "Stagecoach")
    await room.change(lambda draft: lose(draft, 1, "Barrel"))
    await play(room, 0, "end turn")
    assert (1, "order") not in await room.log()
    assert "stops here" in to(await room.sent(), 2, "order")[-1].text
    assert not await steps(room, 1)


def lose(draft: Draft, seat: int, name: str) -> None:
    """A card leaves a hand for the discard pile."""
    game = engine.load(draft.table.game)
    hand = game.seats[seat].hand
    card = next(card for card in hand if CARDS[card].name == name)
    hand.remove(card)
    game.discard.append(card)
    draft.table.game = engine.dump(game)


async def test_no_turn_ends_over_cards_not_seen(room: Room) -> None:
    await ready(room)
    await planned(room, 1, "End my turn")
    await play(room, 0, "end turn")
    assert await room.asked() == [1]
    assert "had not seen" in to(await room.sent(), 2, "order")[-1].text


async def test_the_rest_of_a_turn_is_planned_while_others_answer(room: Room) -> None:
    await ready(room, [["Bang!", "Mustang", "Jail"], ["Missed!"], ["Beer"], ["Beer"]])
    await play(room, 0, "play Bang! on Bob")
    await room.sent()
    await planned(room, 0, "Mustang")
    await play(room, 1, "play Missed!")
    assert (await room.log())[-1] == (0, "order")
    assert len((await room.game()).seats[0].play) == 1


async def test_whoever_is_to_play_just_plays(room: Room) -> None:
    await ready(room)
    with pytest.raises(Refused, match="just play"):
        await opened(room, 0)


async def test_a_plan_can_be_taken_back(room: Room) -> None:
    await ready(room)
    rows = await planned(room, 1, "Stagecoach", "Barrel", "Take back")
    assert len(await steps(room, 1)) == 1
    rows = await tap(room, 1, "Cancel the plan", rows)
    assert await steps(room, 1) == []
    assert to(rows, 2, "hand")[-1].text.count("1. ") == 0


async def test_an_old_button_of_a_plan_changes_nothing(room: Room) -> None:
    await ready(room)
    rows = await opened(room, 1)
    await tap(room, 1, "Stagecoach", rows)
    await tap(room, 1, "Stagecoach", rows)
    assert len(await steps(room, 1)) == 1


async def test_plans_in_the_chat(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        game = await saloon.game(app, chat)
        bob = people[next(seat for seat in range(4) if seat != engine.waiting(game)[0].seat)]
        saloon.world.say(bob, bob, "/plan")
        await saloon.sees(bob, bob, "What shall be done next")
        saloon.press(bob, bob, "End my turn")
        await saloon.sees(bob, bob, "1. ")
        await saloon.until(lambda: saloon.texts(bob, bob).count("1. ") == 2)  # in the plan, and under the hand
        saloon.press(bob, bob, "Cancel the plan")
        await saloon.until(lambda: "1. " not in saloon.texts(bob, bob))
