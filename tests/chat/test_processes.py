"""A bot process holds nothing that matters: it may stop, be killed, or have a twin."""

import asyncio
import contextlib

from storage.scripts import connect
from storage.tables import Tables
from tests.chat.harness import Stage


async def test_a_game_goes_on_over_restarts(saloon: Stage) -> None:
    people = saloon.people(4, started=False)
    async with saloon.bot():
        for user in people:
            saloon.world.start(user)
        chat = await saloon.start_game(people)
    for _restart in range(5):
        async with saloon.bot():
            for _tap in range(6):
                await saloon.tap_something(people, chat)


async def test_what_comes_in_while_no_bot_runs_is_done_later(saloon: Stage) -> None:
    people = saloon.people(3)
    async with saloon.bot():
        chat = await saloon.start_game(people)
    saloon.world.jump_update_ids(5)
    user = next(user for user in people if saloon.questions(user))
    message = saloon.questions(user)[-1]
    saloon.world.tap(user, user, message.message_id, message.buttons[0][0].data or "")
    assert saloon.world.unanswered()
    async with saloon.bot():
        await saloon.until(lambda: not saloon.world.unanswered())
        await saloon.tap_something(people, chat)


async def test_two_processes_share_the_work(saloon: Stage) -> None:
    async with saloon.bot(), saloon.bot(polls=True) as app:
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        for _tap in range(40):
            if not await saloon.tap_something(people, chat):
                break
        table = await saloon.table(app, chat)
        log = await app.saloon.tables.log(table.id)
        assert (await saloon.game(app, chat)).no == len(log)


async def test_the_other_process_takes_over_the_polling(saloon: Stage) -> None:
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(saloon.bot())
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        await stack.enter_async_context(saloon.bot())
        await first.__aexit__(None, None, None)
        for _tap in range(5):
            assert await saloon.tap_something(people, chat)


async def test_no_answer_is_lost_though_the_bot_is_killed_again_and_again(saloon: Stage) -> None:
    people = saloon.people(4)
    async with saloon.bot():
        chat = await saloon.start_game(people)
    taps = 0
    for _life in range(3):
        async with saloon.process() as bot:
            for _tap in range(4):
                await saloon.tap_something(people, chat)
            for user in people:  # killed while these are on their way
                for message in saloon.questions(user):
                    data = message.buttons[0][0].data or ""
                    saloon.world.tap(user, user, message.message_id, data)
                    taps += 1
            await asyncio.sleep(saloon.luck.random() * 0.03)
            bot.kill()
            await bot.wait()
    assert taps
    async with saloon.bot():
        await saloon.until(lambda: not saloon.world.unanswered())
        await saloon.play_on(people, chat)
    async with connect(saloon.redis_url) as redis:
        tables = Tables(redis, saloon.clock)
        [table_id] = [name async for name in tables.ids()]
        stored = await tables.load(table_id)
        assert stored is not None
        assert stored.table.game["no"] == len(await tables.log(table_id))
