"""Deadlines through the chat itself: a bot process, Telegram's emulator, and people who do not answer."""

from tests.chat.harness import Stage


async def live_game(saloon: Stage, count: int) -> tuple[list[int], int]:
    """A game at the quickest pace."""
    people = saloon.people(count)
    chat = saloon.group(people)
    await saloon.open_lobby(people, chat)
    saloon.press(people[0], chat, "Settings")
    for pace in ("Pace: days", "Pace: slow"):
        await saloon.sees(people[0], chat, pace)
        saloon.press(people[0], chat, pace)
    await saloon.sees(people[0], chat, "Pace: live (2 min for a turn, 45 s for an answer)")
    saloon.press(people[0], chat, "« Back")
    await saloon.sees(people[0], chat, "Start")
    saloon.press(people[0], chat, "Start")
    await saloon.until(lambda: all(len(saloon.world.screen(user, user)) > 1 for user in people))
    return people, chat


async def test_a_table_of_sleepers_stops_and_wakes_up_again(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people, chat = await live_game(saloon, 3)
        await saloon.sees(people[0], chat, "did not play in time")
        await saloon.sees(people[0], chat, "has not answered twice in a row")
        await saloon.sees(people[0], chat, "Nobody is left who answers")
        assert (await saloon.table(app, chat)).phase == "paused"
        saloon.press(people[1], people[1], "I'm back")
        await saloon.sees(people[0], chat, "Bob is back")
        await saloon.until(lambda: "Nobody is left who answers" not in saloon.texts(people[0], chat))
        await saloon.until(lambda: saloon.questions(people[1]))


async def test_a_deadline_is_a_time_that_each_client_shows_itself(saloon: Stage) -> None:
    async with saloon.bot():
        people, chat = await live_game(saloon, 3)
        await saloon.sees(people[0], chat, "⏰ Until")
        kinds = {entity["type"] for message in saloon.world.screen(people[0], chat) for entity in message.entities}
        assert "date_time" in kinds
