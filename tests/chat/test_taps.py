"""Taps that come twice, too late, or from somebody else change nothing."""

import asyncio

from tests.chat.harness import Stage, question_buttons
from tgbot.draft import Draft


async def end_turn(saloon: Stage, people: list[int]) -> tuple[int, int, str]:
    """Who is at turn, their question, and the data that ends the turn."""
    while not any("End my turn" in saloon.labels(user, user) for user in people):
        await saloon.until(lambda: any(map(saloon.questions, people)))
        asked = next(user for user in people if saloon.questions(user))
        question = saloon.questions(asked)[-1]
        saloon.world.tap(asked, asked, question.message_id, question_buttons(question)[0].data or "")
        await saloon.toast(asked, since=0)
    user = next(user for user in people if "End my turn" in saloon.labels(user, user))
    message = saloon.questions(user)[-1]
    data = next(button.data for button in question_buttons(message) if button.text == "End my turn")
    assert data is not None
    return user, message.message_id, data


async def test_a_double_tap_counts_once(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        user, message, data = await end_turn(saloon, people)
        before = (await saloon.game(app, chat)).no
        for _tap in range(5):
            saloon.world.tap(user, user, message, data)
        await saloon.toast(user, since=0)
        assert (await saloon.game(app, chat)).no == before + 1


async def test_a_stale_tap_gets_a_toast(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        user, message, data = await end_turn(saloon, people)
        saloon.world.tap(user, user, message, data)
        await saloon.toast(user, since=0)
        before = await saloon.table(app, chat)
        since = saloon.world.state.seq
        saloon.world.tap(user, user, message, data)
        assert "settled" in await saloon.toast(user, since=since)
        assert await saloon.table(app, chat) == before


async def test_a_tap_by_somebody_else_gets_a_toast(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(4)
        chat = await saloon.start_game(people[:3])
        user, _message, data = await end_turn(saloon, people[:3])
        before = await saloon.table(app, chat)
        other = next(other for other in people[:3] if other != user)
        for presser, words in ((people[3], "not in this game"), (other, "settled")):
            since = saloon.world.state.seq
            own = saloon.world.screen(presser, presser)[0].message_id
            saloon.world.tap(presser, presser, own, data)
            assert words in await saloon.toast(presser, since=since)
        assert await saloon.table(app, chat) == before


async def test_made_up_data_changes_nothing(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        user, message, data = await end_turn(saloon, people)
        before = await saloon.table(app, chat)
        stem = data.rpartition("|")[0]
        for made_up in (
            f"{stem}|99",
            f"{stem}|0.0.0.0.0",
            f"{stem}|-1",
            f"{stem}|-2.7",
            "g|NOSUCH|0|0000|0",
            "x",
            "l|A",
            "l|NOSUCH|hand",
            "l|NOSUCH|start",
        ):
            since = saloon.world.state.seq
            saloon.world.tap(user, user, message, made_up)
            await saloon.toast(user, since=since)
        assert (await saloon.table(app, chat)).game == before.game


async def test_many_at_once(saloon: Stage) -> None:
    """All people tap their questions at the same moment: each answer is applied once, none is lost."""
    async with saloon.bot() as app:
        people = saloon.people(5)
        chat = await saloon.start_game(people)
        for _round in range(10):
            await saloon.until(lambda: any(map(saloon.questions, people)))
            for user in people:
                for message in saloon.questions(user):
                    saloon.world.tap(user, user, message.message_id, question_buttons(message)[0].data or "")
            await saloon.until(lambda: not saloon.world.unanswered())
        log = await app.saloon.tables.log((await saloon.table(app, chat)).id)
        assert (await saloon.game(app, chat)).no == len(log)


async def test_a_game_of_a_later_release_is_kept_and_people_are_told(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        table = await saloon.table(app, chat)

        def from_later(draft: Draft) -> None:
            draft.table.game["schema"] = 999

        await app.saloon.change(table.id, from_later)
        since = saloon.world.state.seq
        saloon.press(people[0], chat, "My hand")
        assert "cannot read that game" in await saloon.toast(people[0], since=since)
        saloon.world.say(people[1], chat, "/hand")
        await saloon.sees(people[1], chat, "cannot read that game")
        assert (await saloon.table(app, chat)).game == {**table.game, "schema": 999}


async def test_every_tap_is_answered_though_the_store_hangs(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        await saloon.start_game(people)
        user, message, data = await end_turn(saloon, people)

        go_on = asyncio.Event()

        async def hang(_table_id: str) -> None:
            await go_on.wait()

        app.saloon.tables.load = hang  # type: ignore[assignment]
        loop = asyncio.get_running_loop()
        began = loop.time()
        saloon.world.tap(user, user, message, data)
        await saloon.until(lambda: not saloon.world.unanswered())
        assert loop.time() - began < 1.5
        go_on.set()


async def test_my_hand_shows_the_presser_their_own_cards(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(4)
        chat = await saloon.start_game(people[:3])
        since = saloon.world.state.seq
        saloon.press(people[0], chat, "My hand")
        await saloon.toast(people[0], since=since)
        [alert] = saloon.world.alerts(people[0], since=since)
        assert alert.show_alert
        assert len(alert.text) <= 200
        since = saloon.world.state.seq
        saloon.world.join(people[3], chat)
        saloon.press(people[3], chat, "My hand")
        assert "not in this game" in await saloon.toast(people[3], since=since)
