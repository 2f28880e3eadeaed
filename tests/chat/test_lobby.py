"""From /newgame to the first hand."""

import pytest

from storage.tables import Commit
from tests.chat.harness import Stage
from tgbot import lobby


async def test_friends_gather_and_get_their_hands(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(3)
        chat = saloon.group(people, bot="administrator")
        await saloon.open_lobby(people, chat)
        saloon.press(people[0], chat, "Start")
        await saloon.until(lambda: all("Saloon" in saloon.texts(user, user) for user in people))
        table = await saloon.table(app, chat)
        assert [seat.user_id for seat in table.seats] == people
        await saloon.until(lambda: any(message.pinned for message in saloon.world.screen(people[0], chat)))


async def test_where_somebody_sits_is_noted_before_the_seat_is_taken(saloon: Stage) -> None:
    """A process that dies in between must not leave anybody at a table that they do not find."""
    async with saloon.bot() as app:
        people = saloon.people(2)
        chat = saloon.group(people)
        noted: list[bool] = []
        commit = app.saloon.tables.commit

        async def watched(change: Commit) -> object:
            seated = [seat.user_id for seat in change.table.seats if seat.user_id is not None]
            noted.extend([change.table.id in await app.saloon.people.tables_of(user) for user in seated])
            return await commit(change)

        app.saloon.tables.commit = watched  # type: ignore[assignment]
        await saloon.open_lobby(people, chat)
        assert len(noted) >= 3
        assert all(noted)


async def test_who_has_not_started_the_bot_joins_by_one_tap_on_its_link(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(3, started=False)
        chat = saloon.group(people)
        saloon.world.say(people[0], chat, "/newgame")
        await saloon.sees(people[0], chat, "Join")
        since = saloon.world.state.seq
        saloon.press(people[1], chat, "Join")
        link = await saloon.toast(people[1], since=since)
        assert "?start=join_" in link
        saloon.world.open_link(people[1], link)
        await saloon.sees(people[0], chat, "Bob")


async def test_a_stranger_with_the_link_does_not_get_in(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(2)
        chat = saloon.group(people[:1])
        await saloon.open_lobby(people[:1], chat)
        table = await saloon.table(app, chat)
        saloon.world.start(people[1], f"join_{table.id}")
        await saloon.sees(people[1], people[1], "Join the group first")
        assert len((await saloon.table(app, chat)).seats) == 1


async def test_a_seat_is_given_up_and_bots_fill_the_table(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(2)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        saloon.press(people[1], chat, "Leave")
        await saloon.until(lambda: "Bob" not in saloon.texts(people[0], chat).replace("/newgame", ""))
        for number in range(6):
            saloon.press(people[0], chat, "Add bot")
            await saloon.count(people[0], chat, "🤖", number + 1)
        since = saloon.world.state.seq
        saloon.press(people[0], chat, "Add bot")
        assert "full" in await saloon.toast(people[0], since=since)
        assert len((await saloon.table(app, chat)).seats) == 7


@pytest.mark.parametrize("button", ["Add bot", "Settings", "Start", "Cancel"])
async def test_only_the_host_and_admins_run_the_lobby(saloon: Stage, button: str) -> None:
    async with saloon.bot():
        people = saloon.people(3)
        chat = saloon.group([people[2], *people[:2]])
        await saloon.open_lobby(people[:2], chat)
        since = saloon.world.state.seq
        saloon.press(people[1], chat, button)
        assert "Only whoever opened" in await saloon.toast(people[1], since=since)
        saloon.world.promote(people[2], chat, people[1])
        since = saloon.world.state.seq
        saloon.press(people[1], chat, button)
        assert "Only whoever opened" not in await saloon.toast(people[1], since=since)


async def test_the_right_is_looked_at_again_at_every_tap(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(3)
        chat = saloon.group([people[2], *people[:2]])
        await saloon.open_lobby(people[:2], chat)
        saloon.world.promote(people[2], chat, people[1])
        saloon.press(people[1], chat, "Settings")
        await saloon.sees(people[1], chat, "« Back")
        saloon.world.demote(people[2], chat, people[1])
        since = saloon.world.state.seq
        saloon.press(people[1], chat, "« Back")
        assert "Only whoever opened" in await saloon.toast(people[1], since=since)


async def test_settings_go_round(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(1)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        saloon.press(people[0], chat, "Settings")
        await saloon.sees(people[0], chat, "Characters: dealt")
        saloon.press(people[0], chat, "Characters: dealt")
        await saloon.sees(people[0], chat, "Characters: choose one of two")
        assert (await saloon.table(app, chat)).settings["options"]["character_choice"] == "two"


@pytest.mark.parametrize("pages", [["Settings"], ["Settings", "Expansions"]])
async def test_people_join_and_leave_while_settings_are_open(saloon: Stage, pages: list[str]) -> None:
    async with saloon.bot():
        people = saloon.people(2)
        chat = saloon.group(people)
        await saloon.open_lobby(people[:1], chat)
        for page in pages:
            saloon.press(people[0], chat, page)
            await saloon.sees(people[0], chat, {"Settings": "Pace", "Expansions": "Dodge City"}[page])
        saloon.press(people[1], chat, "Join")
        await saloon.sees(people[0], chat, "2. Bob")
        saloon.press(people[1], chat, "Leave")
        await saloon.until(lambda: "2. Bob" not in saloon.texts(people[0], chat))


async def test_two_are_too_few(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(2)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        since = saloon.world.state.seq
        saloon.press(people[0], chat, "Start")
        assert "At least three" in await saloon.toast(people[0], since=since)


async def test_one_game_in_a_group_and_one_in_each_topic(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(1)
        chat = saloon.group(people, forum=True)
        topics = [saloon.world.create_topic(people[0], chat, name).id for name in ("One", "Two")]
        for topic in topics:
            saloon.world.say(people[0], chat, "/newgame", topic=topic)
        await saloon.until(lambda: all("gathering" in _topic_text(saloon, people[0], chat, topic) for topic in topics))
        tables = await app.saloon.bindings.tables_of_chat(chat)
        assert len(set(tables)) == 2
        saloon.world.say(people[0], chat, "/newgame", topic=topics[0])
        await saloon.until(lambda: saloon.labels(people[0], chat).count("Join") == 2)
        assert sorted(await app.saloon.bindings.tables_of_chat(chat)) == sorted(tables)


def _topic_text(saloon: Stage, user: int, chat: int, topic: int) -> str:
    return "\n".join(message.text for message in saloon.world.screen(user, chat, topic=topic))


async def test_a_cancelled_lobby_makes_room(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(1)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        saloon.press(people[0], chat, "Cancel")
        await saloon.sees(people[0], chat, "called off")
        saloon.world.say(people[0], chat, "/newgame")
        await saloon.sees(people[0], chat, "Join")


async def test_a_lobby_that_nobody_touches_closes(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(1)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        stored = await app.saloon.tables.load((await saloon.table(app, chat)).id)
        assert stored is not None
        assert stored.deadlines[lobby.DEADLINE] == pytest.approx(stored.table.touched_at + 24 * 3600)
        soon = {lobby.DEADLINE: saloon.clock.now()}
        await app.saloon.tables.commit(Commit(stored.table, stored.version, deadlines=soon))
        await saloon.sees(people[0], chat, "Nobody came")
        assert saloon.labels(people[0], chat) == []


async def test_anybody_may_clear_a_stale_lobby(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(2)
        chat = saloon.group(people)
        await saloon.open_lobby(people[:1], chat)
        old = (await saloon.table(app, chat)).id
        stored = await app.saloon.tables.load(old)
        assert stored is not None
        stored.table.touched_at -= 25 * 3600
        await app.saloon.tables.commit(Commit(stored.table, stored.version))
        saloon.world.say(people[1], chat, "/newgame")
        await saloon.sees(people[1], chat, "Nobody came")
        await saloon.sees(people[1], chat, "1. Bob")
        assert (await saloon.table(app, chat)).id != old


async def test_names_are_harmless(saloon: Stage) -> None:
    async with saloon.bot():
        users = [
            saloon.world.add_user(name, started=True).id
            for name in ("<b>Bold</b> & Co", "\u202eevil", "x" * 64, "👩‍👩‍👧‍👦🏴‍☠️")
        ]
        for user in users:
            saloon.world.start(user)
        chat = saloon.group(users)
        await saloon.open_lobby(users[:1], chat)
        for user in users[1:]:
            saloon.press(user, chat, "Join")
        await saloon.sees(users[0], chat, "4. ")
        assert "& Co" in saloon.texts(users[0], chat)
        assert "\u202e" not in saloon.texts(users[0], chat)
        saloon.press(users[0], chat, "Start")
        await saloon.until(lambda: any(map(saloon.questions, users)))
