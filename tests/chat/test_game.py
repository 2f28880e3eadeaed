"""Whole games through the chat alone."""

import engine
from tests.chat.harness import Stage
from tgbot.app import App


async def stored(app: App, table_id: str) -> engine.Game:
    """The game as it lies in the store, over or not."""
    found = await app.saloon.tables.load(table_id)
    assert found is not None
    return engine.load(found.table.game)


async def test_the_first_steps(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        for _tap in range(5):
            assert await saloon.tap_something(people, chat)


async def test_a_whole_game(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        table_id = (await saloon.table(app, chat)).id
        await saloon.play_out(people, chat)
        log = await app.saloon.tables.log(table_id)
        assert engine.view(await stored(app, table_id), None).winners is not None
        assert (await stored(app, table_id)).no == len(log)
        assert not any(map(saloon.questions, people))
