"""A real python-telegram-bot application against the emulator, by long polling and by a webhook of its own."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import (
    Bot,
    BotCommand,
    ChatMemberAdministrator,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReactionTypeEmoji,
    Update,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler
from telegram.request import HTTPXRequest

from tests.emulator.conftest import Saloon
from tgbot.emulator import Emulator
from tgbot.emulator.server import serve

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 64, 48)
GO = InlineKeyboardMarkup([[InlineKeyboardButton("Go", callback_data="go")]])
App = Application[Any, Any, Any, Any, Any, Any]


async def greet(update: Update, _: Any) -> None:
    assert update.effective_message
    await update.effective_message.reply_html(f"<b>Hello</b> {update.effective_message.text}", reply_markup=GO)


async def go(update: Update, _: Any) -> None:
    assert update.callback_query
    await update.callback_query.answer("going", show_alert=True)
    await update.callback_query.edit_message_text("gone")


@pytest.fixture
async def app(emulator: Emulator) -> AsyncIterator[App]:
    url, token = emulator.url, emulator.world.state.token
    builder = ApplicationBuilder().token(token).base_url(f"{url}/bot").base_file_url(f"{url}/file/bot")
    app: App = builder.read_timeout(0.3).build()
    app.add_handler(CommandHandler("start", greet))
    app.add_handler(CallbackQueryHandler(go))
    async with app:
        await app.start()
        yield app
        await app.stop()


@asynccontextmanager
async def polling(app: App) -> AsyncIterator[None]:
    assert app.updater
    await app.updater.start_polling(timeout=10)
    yield
    await app.updater.stop()


@asynccontextmanager
async def webhook(app: App) -> AsyncIterator[None]:
    async def receive(request: Request) -> Response:
        await app.update_queue.put(Update.de_json(await request.json(), app.bot))
        return Response()

    async with serve(Starlette(routes=[Route("/hook", receive, methods=["POST"])])) as port:
        await app.bot.set_webhook(f"http://127.0.0.1:{port}/hook", secret_token="s")
        yield
        await app.bot.delete_webhook()


@pytest.mark.parametrize("way", [polling, webhook])
async def test_start_button_answer_edit(app: App, saloon: Saloon, way: Any) -> None:
    world = saloon.world
    async with way(app):
        for person, chat in ((saloon.bob, saloon.bob), (saloon.ann, saloon.group)):
            world.start(person, "x") if person == chat else world.say(person, chat, "/start")
            await world.wait_for(lambda: "Go" in world.screen(person, chat)[-1].labels())  # noqa: B023
            world.press(person, chat, "Go")
            await world.wait_for(lambda: world.screen(person, chat)[-1].text == "gone")  # noqa: B023
            assert [(a.text, a.show_alert) for a in world.alerts(person)] == [("going", True)]
    assert "Hello /start x" in [seen.text for seen in world.seen(saloon.bob)]


async def test_two_bots_with_one_token_conflict(app: App, emulator: Emulator, saloon: Saloon) -> None:
    saloon.world.drop_updates([update.id for update in saloon.world.state.updates])
    first = asyncio.create_task(app.bot.get_updates(timeout=10))
    await saloon.world.wait_for(lambda: saloon.world.pollers)
    async with Bot(saloon.world.state.token, base_url=f"{emulator.url}/bot") as second:
        await second.get_updates()
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await first


async def test_media_pins_members_and_the_rest(app: App, saloon: Saloon) -> None:
    bot, group = app.bot, saloon.group
    photo = await bot.send_photo(group, PNG, caption="one")
    edited = await bot.edit_message_media(InputMediaPhoto(PNG, caption="two"), group, photo.message_id)
    assert edited is not True
    assert (edited.caption, edited.photo[0].width) == ("two", 64)
    file = await edited.photo[0].get_file()
    assert bytes(await file.download_as_bytearray()) == PNG
    assert await photo.pin()
    assert (await bot.get_chat(group)).pinned_message == edited
    assert await bot.set_my_commands([BotCommand("help", "Help")])
    assert (await bot.get_my_commands())[0].command == "help"
    member = await bot.get_chat_member(group, bot.id)
    assert isinstance(member, ChatMemberAdministrator)
    assert member.can_pin_messages
    assert await bot.set_message_reaction(group, photo.message_id, [ReactionTypeEmoji("👍")])
    poll = await bot.send_poll(group, "End?", ["Yes", "No"])
    assert (await bot.stop_poll(group, poll.message_id)).is_closed
    album = await bot.send_media_group(group, [InputMediaPhoto(PNG), InputMediaPhoto(PNG)])
    assert await bot.delete_messages(group, [message.message_id for message in album])
    assert await bot.send_chat_action(group, "typing")
    assert await photo.delete()


async def test_errors_have_their_classes(app: App, saloon: Saloon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    bot, world = app.bot, saloon.world
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(saloon.bob, "x")
    with pytest.raises(BadRequest, match="Can't parse entities"):
        await bot.send_message(saloon.ann, "<b>", parse_mode="HTML")
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(saloon.group, "x", message_thread_id=77)
    world.faults.add("sendMessage", error=429, retry_after=3)
    with pytest.raises(RetryAfter, match="Retry in 0:00:03"):
        await bot.send_message(saloon.ann, "x")
    world.faults.add("sendMessage", drop=True)
    with pytest.raises(NetworkError):
        await bot.send_message(saloon.ann, "x")
    world.faults.add("sendMessage", hang=True)
    with pytest.raises(TimedOut):
        await bot.send_message(saloon.ann, "x")
    old = world.add_group("Little", [saloon.ann], kind="group").id
    new = world.migrate(old).id
    with pytest.raises(ChatMigrated) as caught:
        await bot.send_message(old, "x")
    assert caught.value.new_chat_id == new
    assert not world.screen(saloon.ann, saloon.ann)


async def test_a_wrong_token_is_noticed(emulator: Emulator) -> None:
    async with HTTPXRequest() as request:
        bot = Bot("1:wrong", base_url=f"{emulator.url}/bot", request=request)
        with pytest.raises(InvalidToken):
            await bot.get_me()


async def test_topics(app: App, saloon: Saloon) -> None:
    forum = saloon.world.add_group("Town", [saloon.ann], forum=True, bot="administrator").id
    topic = await app.bot.create_forum_topic(forum, "Game 1")
    sent = await app.bot.send_message(forum, "x", message_thread_id=topic.message_thread_id)
    assert (sent.is_topic_message, sent.message_thread_id) == (True, topic.message_thread_id)
    assert await app.bot.close_forum_topic(forum, topic.message_thread_id)
    assert await app.bot.set_chat_member_tag(forum, saloon.ann, "Sheriff")
