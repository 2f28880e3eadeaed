"""Whole games through the chat alone."""

from tests.chat.harness import Stage


async def test_the_first_steps(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        for _tap in range(5):
            assert await saloon.tap_something(people, chat)


async def test_a_whole_game(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        taps = await saloon.play_out(people, chat)
        print("taps", taps)
        print(saloon.texts(people[0], chat)[-3000:])
