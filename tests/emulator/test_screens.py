"""Taps and their answers, what each person sees and has seen, the feed of changes, and keeping it all."""

import asyncio

import pytest

from tests.emulator.conftest import Saloon
from tgbot.emulator import ActionError, World
from tgbot.emulator.methods.base import Upload

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


def keyboard(**buttons: str) -> dict[str, object]:
    return {"inline_keyboard": [[{"text": text, "callback_data": data} for text, data in buttons.items()]]}


def test_a_tap_reaches_the_bot_and_its_answer_only_the_presser(saloon: Saloon) -> None:
    message_id = saloon.say(saloon.group, reply_markup=keyboard(Hand="h"))
    query_id = saloon.world.tap(saloon.bob, saloon.group, message_id, "Hand")
    query = saloon.updates("callback_query")[-1]
    assert (query["id"], query["data"], query["from"]["id"]) == (query_id, "h", saloon.bob)
    assert query["message"]["message_id"] == message_id
    assert query["chat_instance"]
    assert [q.id for q in saloon.world.unanswered()] == [query_id]
    saloon.api("answerCallbackQuery", callback_query_id=query_id, text="Bang!, Beer", show_alert=True)
    assert [(a.text, a.show_alert) for a in saloon.world.alerts(saloon.bob)] == [("Bang!, Beer", True)]
    assert saloon.world.alerts(saloon.ann) == []
    assert "Bang!, Beer" in [s.text for s in saloon.world.seen(saloon.bob)]
    assert "Bang!, Beer" not in [s.text for s in saloon.world.seen(saloon.ann)]
    assert saloon.world.unanswered() == []
    assert saloon.error("answerCallbackQuery", callback_query_id=query_id) == (400, TOO_OLD)


def test_answers_are_checked(saloon: Saloon) -> None:
    message_id = saloon.say(saloon.group, reply_markup=keyboard(Hand="h"))
    query_id = saloon.world.tap(saloon.bob, saloon.group, message_id, "h")
    answer = {"callback_query_id": query_id}
    assert saloon.error("answerCallbackQuery", **answer, text="x" * 201) == (400, "Bad Request: MESSAGE_TOO_LONG")
    assert saloon.error("answerCallbackQuery", **answer, url="https://a.example") == (400, "Bad Request: URL_INVALID")
    saloon.clock.time += 15 * 60
    assert saloon.error("answerCallbackQuery", **answer) == (400, TOO_OLD)


def test_an_answer_may_open_the_bot_itself(saloon: Saloon) -> None:
    query_id = saloon.world.tap(saloon.bob, saloon.group, saloon.say(saloon.group), "raw")
    saloon.api("answerCallbackQuery", callback_query_id=query_id, url="https://t.me/saloon_bot?start=join_7")
    saloon.world.open_link(saloon.bob, saloon.world.alerts(saloon.bob)[0].url)
    assert saloon.updates("message")[-1]["text"] == "/start join_7"


def test_taps_on_buttons_that_are_gone_are_delivered(saloon: Saloon) -> None:
    message_id = saloon.say(saloon.group, reply_markup=keyboard(Old="old"))
    saloon.api("editMessageText", chat_id=saloon.group, message_id=message_id, text="new")
    saloon.world.tap(saloon.bob, saloon.group, message_id, "Old")
    assert saloon.updates("callback_query")[-1]["data"] == "old"
    saloon.api("deleteMessage", chat_id=saloon.group, message_id=message_id)
    saloon.world.tap(saloon.bob, saloon.group, message_id, "old")
    assert saloon.updates("callback_query")[-1]["message"] == {
        "message_id": message_id,
        "date": 0,
        "chat": {"id": saloon.group, "type": "supergroup", "title": "Saloon"},
    }


def test_press_takes_the_newest_message_that_shows_the_button(saloon: Saloon) -> None:
    saloon.say(saloon.group, reply_markup=keyboard(Go="1"))
    saloon.say(saloon.group, reply_markup=keyboard(Go="2"))
    saloon.world.press(saloon.ann, saloon.group, "Go")
    assert saloon.updates("callback_query")[-1]["data"] == "2"
    with pytest.raises(ActionError, match="'Stop'"):
        saloon.world.press(saloon.ann, saloon.group, "Stop")


def test_seen_keeps_every_version_and_only_for_who_was_there(saloon: Saloon) -> None:
    carl = saloon.world.add_user("Carl").id
    label = keyboard(Label="data")
    message_id = saloon.say(saloon.group, "first", reply_markup=label)
    before = saloon.world.state.seq
    saloon.api("editMessageText", chat_id=saloon.group, message_id=message_id, text="second", reply_markup=label)
    saloon.say(saloon.ann, "for Ann only")
    assert [s.text for s in saloon.world.seen(saloon.bob)] == ["first", "Label", "data", "second"]
    assert [s.text for s in saloon.world.seen(saloon.ann, since=before)] == ["second", "for Ann only"]
    assert saloon.world.seen(carl) == []
    saloon.world.join(carl, saloon.group)
    assert [s.text for s in saloon.world.seen(carl)] == ["second", "Label", "data"]
    assert saloon.world.screen(carl, saloon.ann) == []


def test_the_screen_shows_messages_as_they_stand(saloon: Saloon) -> None:
    saloon.say(saloon.group, "<b>Hi</b>", parse_mode="HTML", disable_notification=True, reply_markup=keyboard(Go="g"))
    shown = saloon.world.screen(saloon.bob, saloon.group)[-1]
    assert (shown.sender, shown.text, shown.silent, shown.labels()) == ("Saloon", "Hi", True, ["Go"])
    assert shown.entities == [{"type": "bold", "offset": 0, "length": 2}]
    saloon.world.leave(saloon.bob, saloon.group)
    assert saloon.world.screen(saloon.bob, saloon.group) == []


async def test_the_feed_of_changes_can_be_awaited(saloon: Saloon) -> None:
    before = saloon.world.state.seq
    waiting = asyncio.create_task(saloon.world.wait_change(before, within=5))
    await asyncio.sleep(0)
    saloon.say(saloon.group)
    assert [(c.seq, c.kind, c.chat_id) for c in await waiting] == [(before + 1, "message", saloon.group)]
    assert await saloon.world.wait_change(before + 1, within=0.01) == []
    with pytest.raises(TimeoutError, match="pending_updates"):
        await saloon.world.wait_for(lambda: False, within=0.01)


def test_a_world_is_dumped_and_loaded_whole(saloon: Saloon) -> None:
    message_id = saloon.say(saloon.group, reply_markup=keyboard(Go="g"))
    saloon.api("pinChatMessage", chat_id=saloon.group, message_id=message_id)
    saloon.world.tap(saloon.bob, saloon.group, message_id, "Go")
    saloon.api("sendDocument", chat_id=saloon.ann, document=Upload("log", b"\x00\xff"))
    loaded = World.load(saloon.world.dump(), clock=saloon.clock, limits=False)
    assert loaded.state == saloon.world.state
    again = Saloon(loaded, saloon.clock, saloon.ann, saloon.bob, saloon.group)
    assert again.updates("callback_query")[-1]["data"] == "g"
    assert again.say(saloon.group) == saloon.say(saloon.group)
    assert '"seen":[]' not in saloon.world.dump()
    assert World.load(saloon.world.dump(history=False)).seen(saloon.ann) == []
