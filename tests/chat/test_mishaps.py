"""People who block and leave, groups that move and close: the game goes on."""

from storage.tables import Commit
from tests.chat.harness import Stage


async def test_who_blocks_the_bot_is_called_once_and_goes_on_when_back(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        await saloon.until(lambda: any(map(saloon.questions, people)))
        user = next(user for user in people if saloon.questions(user))
        saloon.world.block(user)
        await saloon.sees(people[0], chat, "I can't write to you")
        assert not (await saloon.table(app, chat)).seats[people.index(user)].reachable
        saloon.world.start(user)
        await saloon.until(lambda: saloon.questions(user))
        while (await saloon.game(app, chat)).no < 4:
            await saloon.tap_something(people, chat)
        assert saloon.texts(people[0], chat).count("I can't write to you") == 1


async def test_a_403_says_the_same(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        for user in people:
            saloon.world.faults.add(
                "sendMessage", chat=user, error=403, description="Forbidden: bot was blocked by the user"
            )
        saloon.press(people[0], chat, "Start")
        await saloon.sees(people[0], chat, "I can't write to you")
        await saloon.until(lambda: saloon.texts(people[0], chat).count("I can't write to you") >= 1)
        for user in people:
            saloon.world.start(user)
        await saloon.until(lambda: any(map(saloon.questions, people)))
        assert (await saloon.table(app, chat)).phase == "running"


async def test_a_seat_that_is_left_is_played_on(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(4)
        chat = await saloon.start_game(people)
        saloon.world.leave(people[1], chat)
        await saloon.sees(people[0], chat, "Bob has left the game")
        saloon.world.say(people[2], chat, "/leave")
        await saloon.sees(people[2], chat, "Leave for good")
        saloon.press(people[2], chat, "Leave for good")
        await saloon.sees(people[0], chat, "Leave for good")
        saloon.press(people[2], chat, "Leave for good")
        await saloon.sees(people[0], chat, "Cid has left the game")
        table = await saloon.table(app, chat)
        assert [seat.bot for seat in table.seats] == [False, True, True, False]
        await saloon.until(lambda: not saloon.questions(people[1]) and not saloon.questions(people[2]))
        await saloon.play_out([people[0], people[3]], chat)


async def test_bots_and_one_person_play_to_the_end(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(1)
        chat = await saloon.start_game(people, bots=3)
        await saloon.play_out(people, chat)


async def test_a_group_that_becomes_a_supergroup_keeps_its_game(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = saloon.group(people, kind="group")
        await saloon.open_lobby(people, chat)
        saloon.press(people[0], chat, "Start")
        await saloon.sees(people[0], chat, "My hand")
        for _tap in range(3):
            await saloon.tap_something(people, chat)
        before = (await saloon.game(app, chat)).no
        new = saloon.world.migrate(chat).id
        await saloon.sees(people[0], new, "My hand")
        assert (await saloon.table(app, new)).chat_id == new
        assert (await saloon.game(app, new)).no >= before
        await saloon.play_on(people, new)


async def test_a_group_without_the_bot_hears_no_more_until_it_is_back(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        me = saloon.world.state.bot.id
        saloon.world.kick(people[0], chat, me)
        for _tap in range(4):
            await saloon.tap_something(people, chat)
        assert (await saloon.table(app, chat)).phase == "running"
        shown = len(saloon.world.screen(people[0], chat))
        saloon.world.add_bot(people[0], chat)
        await saloon.until(lambda: len(saloon.world.screen(people[0], chat)) > shown + 1)
        await saloon.play_on(people, chat)


async def test_a_game_in_a_topic_that_closes_and_opens_again(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(3)
        chat = saloon.group(people, forum=True)
        topic = saloon.world.create_topic(people[0], chat, "Saloon").id
        await saloon.open_lobby(people, chat, topic=topic)
        saloon.press(people[0], chat, "Start")
        await saloon.sees(people[0], chat, "My hand")
        saloon.world.close_topic(people[0], chat, topic)
        for _tap in range(4):
            await saloon.tap_something(people, chat)
        saloon.world.reopen_topic(people[0], chat, topic)
        await saloon.play_on(people, chat)
        spoken = [m for m in saloon.world.screen(people[0], chat) if m.sender_id == saloon.world.state.bot.id]
        assert {message.thread_id for message in spoken} == {topic}


async def test_a_game_in_a_topic_that_is_deleted_goes_on_in_the_group(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(3)
        chat = saloon.group(people, forum=True)
        topic = saloon.world.create_topic(people[0], chat, "Saloon").id
        await saloon.open_lobby(people, chat, topic=topic)
        saloon.press(people[0], chat, "Start")
        await saloon.sees(people[0], chat, "My hand")
        saloon.world.delete_topic(people[0], chat, topic)
        await saloon.play_on(people, chat)


async def test_without_the_right_to_pin_or_with_deleted_messages(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        for message in saloon.world.screen(people[0], chat):
            if message.sender_id == saloon.world.state.bot.id:
                saloon.world.delete(people[0], chat, message.message_id)
        await saloon.play_on(people, chat)


async def test_an_unreadable_table_stops_no_other(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        broken = await saloon.start_game(people)
        table = await saloon.table(app, broken)
        table.game["stack"] = [["NoSuchFrame", {}]]
        stored = await app.saloon.tables.load(table.id)
        assert stored is not None
        stored.table.game = table.game
        await app.saloon.tables.commit(Commit(stored.table, stored.version))
        for user in people:
            saloon.world.say(user, broken, "/hand")
        others = saloon.people(3)
        chat = await saloon.start_game(others)
        await saloon.play_on(others, chat)


async def test_the_end_and_another_game(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(2)
        chat = await saloon.start_game(people, bots=1)
        old = (await saloon.table(app, chat)).id
        await saloon.play_out(people, chat)
        for word in ("Deputy", "Renegade", "Outlaw", "🏆"):
            assert word in saloon.texts(people[0], chat)
        saloon.press(people[1], chat, "Rematch")
        saloon.press(people[0], chat, "Rematch")
        await saloon.sees(people[0], chat, "Add bot")
        table = await saloon.table(app, chat)
        assert table.id != old
        assert [seat.user_id for seat in table.seats] == [*people, None]
        saloon.press(people[1], chat, "Start")
        await saloon.sees(people[0], chat, "My hand")
