"""Cards that ask several: all are asked at once, and nobody sees who has answered before it counts."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from storage.shapes import Outgoing
from tests.chat.harness import Stage
from tests.chat.pacing import GROUP, HOUR, Room, to
from tests.chat.positions import deal, play, wants
from tests.chat.test_orders import untimed
from tgbot import play as answers
from tgbot import ranking, tell
from tgbot.app import App
from tgbot.draft import Draft

GATLING = [["Gatling", "Mustang"], ["Missed!"], ["Missed!"], ["Missed!"]]
STORE = [["General Store", "Mustang"], ["Beer"], ["Beer"], ["Beer"]]
SHELF = ["Duel", "Panic!", "Jail", "Schofield"]


async def ready(room: Room, hands: list[list[str]], **more: Any) -> None:
    await room.open()
    await deal(room, hands, options={"parallel": True}, **more)


async def test_all_are_asked_at_once(room: Room) -> None:
    await ready(room, GATLING)
    await play(room, 0, "play Gatling")
    rows = await room.sent()
    assert all(to(rows, seat + 1, "ask") for seat in (1, 2, 3))
    assert await room.asked() == [1, 2, 3]


async def test_an_early_answer_changes_nobody_elses_screen(room: Room) -> None:
    await ready(room, GATLING)
    await play(room, 0, "play Gatling")
    await room.sent()
    await play(room, 2, "play Missed!")
    rows = await room.sent()
    assert {row.chat_id for row in rows} == {3}
    assert "nobody knows" in to(rows, 3, "ask")[-1].text
    assert (await room.game()).seats[2].hand


async def test_an_early_answer_does_not_show_later_either(room: Room) -> None:
    """Whatever is drawn anew in the group before it counts: as if the seat were still waited for."""
    await ready(room, GATLING)
    await play(room, 0, "play Gatling")
    before = to(await room.sent(), GROUP, "table")[-1]
    await play(room, 2, "pass")
    await room.change(tell.show_table)
    assert to(await room.sent(), GROUP, "table")[-1].text == before.text


async def test_an_early_order_shows_no_more_than_an_early_tap(room: Room) -> None:
    await ready(room, GATLING)
    await wants(room, 2, shot="missed", keep=0)
    await play(room, 0, "play Gatling")
    ordered = to(await room.sent(), GROUP)
    await deal(room, GATLING, options={"parallel": True})
    await wants(room, 2)
    await play(room, 0, "play Gatling")
    asked = to(await room.sent(), GROUP)
    assert [untimed(row.text) for row in ordered] == [untimed(row.text) for row in asked]
    assert [row.text.count("<tg-time") for row in ordered] == [row.text.count("<tg-time") for row in asked]


async def test_answers_count_in_the_order_of_the_rules(room: Room) -> None:
    await ready(room, GATLING)
    await play(room, 0, "play Gatling")
    await play(room, 3, "pass")
    await play(room, 2, "play Missed!")
    assert [len(seat.hand) for seat in (await room.game()).seats] == [1, 1, 1, 1]
    await room.sent()
    await play(room, 1, "play Missed!")
    assert [len(seat.hand) for seat in (await room.game()).seats] == [1, 0, 0, 1]
    story = to(await room.sent(), GROUP, "turn")[-1].text
    assert story.index("Bob") < story.index("Cid") < story.index("Dora")
    assert await room.asked() == [0]


async def test_an_early_answer_cannot_be_given_twice(room: Room) -> None:
    await ready(room, GATLING)
    await play(room, 0, "play Gatling")
    await play(room, 2, "pass")
    assert answers.open_question(await room.game(), 2) is None
    await room.wait(12 * HOUR)
    log = await room.log()
    assert log.count((2, "person")) == 1
    assert (2, "deadline") not in log


async def test_the_table_may_ask_one_after_the_other(room: Room) -> None:
    await room.open()
    await deal(room, GATLING)
    await play(room, 0, "play Gatling")
    assert await room.asked() == [1]


# General Store


async def rank(room: Room, seat: int, card: int | str) -> None:
    store = (await room.table()).notes["store"]["id"]
    await room.change(lambda draft: ranking.press(draft, room.who(seat), store, str(card)))


def offered(rows: list[Outgoing], chat: int) -> list[int]:
    """The cards on the buttons of a wish list."""
    return [int((b.data or "").rpartition("|")[2]) for row in to(rows, chat, "rank")[-1].keyboard for b in row]


async def test_wishes_are_made_while_others_choose(room: Room) -> None:
    await ready(room, STORE, deck=SHELF)
    await play(room, 0, "play General Store")
    rows = await room.sent()
    assert not to(rows, 4, "rank"), "the last has no choice"
    cards = offered(rows, 3)
    duel, panic = cards[0], cards[1]
    await rank(room, 2, duel)
    await rank(room, 2, panic)
    assert {row.chat_id for row in await room.sent()} == {3}, "nobody else sees it"
    await play(room, 0, "pick Duel")
    await play(room, 1, "pick Jail")
    game = await room.game()
    assert panic in game.seats[2].hand, "the first wish was gone"
    assert await room.asked() == [0]
    rows = await room.sent()
    assert "As you wished" in to(rows, 3, "order")[-1].text
    assert to(rows, 3, "rank")[-1].mode == "delete"


async def test_without_a_wish_that_is_left_the_person_is_asked(room: Room) -> None:
    await ready(room, STORE, deck=SHELF)
    await play(room, 0, "play General Store")
    duel = offered(await room.sent(), 3)[0]
    await rank(room, 2, duel)
    await play(room, 0, "pick Duel")
    await play(room, 1, "pick Jail")
    assert await room.asked() == [2]


async def test_wishes_are_for_one_store(room: Room) -> None:
    await ready(room, STORE, deck=SHELF)
    await play(room, 0, "play General Store")
    for seat, text in enumerate(["Duel", "Jail", "Panic!"]):
        await play(room, seat, f"pick {text}")
    assert "store" not in (await room.table()).notes


async def test_whoever_has_orders_for_stores_need_not_wish(room: Room) -> None:
    await ready(room, STORE, deck=SHELF)
    await wants(room, 2, store=["Schofield"])
    await play(room, 0, "play General Store")
    assert not to(await room.sent(), 3, "rank")
    await play(room, 0, "pick Duel")
    await play(room, 1, "pick Jail")
    assert len((await room.game()).seats[2].hand) == 2


# Through Telegram


@dataclass
class There:
    """As much of a ``Room`` as positions need, in a running bot."""

    app: App
    id: str

    async def change(self, step: Callable[[Draft], None]) -> None:
        await self.app.saloon.change(self.id, step)

    async def sent(self) -> None:
        """Telegram gets it."""


def screen(saloon: Stage, user: int, chat: int) -> str:
    """All that stands there, without times: those move when a busy machine's clock has been late."""
    return re.sub(r"[\d-]+ [\d:]+ UTC", "", saloon.texts(user, chat))


async def all_still(saloon: Stage, people: list[int], chat: int) -> None:
    """Wait until every screen has stood still for a good while of the test's clock."""
    last: list[str] = []
    while (now := [screen(saloon, user, where) for user in people for where in (chat, user)]) != last:
        last = now
        await saloon.clock.sleep(100)


async def test_early_answers_on_real_screens(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        table = await saloon.table(app, chat)

        there = cast("Room", There(app, table.id))
        await deal(there, GATLING, options={"parallel": True})
        await play(there, 0, "play Gatling")
        await saloon.until(lambda: all(map(saloon.questions, people[1:])))
        await all_still(saloon, people, chat)
        others = people[:2] + people[3:]
        before = [screen(saloon, user, where) for user in others for where in (chat, user)]
        saloon.press(people[2], people[2], "Missed!")
        await saloon.sees(people[2], people[2], "nobody knows")
        await all_still(saloon, people, chat)
        assert [screen(saloon, user, where) for user in others for where in (chat, user)] == before
