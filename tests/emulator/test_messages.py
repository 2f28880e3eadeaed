"""Texts, keyboards, edits, deletions and pins as Telegram takes and refuses them."""

import pytest

from tests.emulator.conftest import Saloon

SAME = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)
GO = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("<b>ab</b>c", "abc", [("bold", 0, 2)]),
        ("😀<i>😀x</i>", "😀😀x", [("italic", 2, 3)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("  <b> a </b> ", "a", [("bold", 0, 1)]),
        ("&lt;b&gt; &amp; &quot;&laquo; &#65;&#x42;", '<b> & "&laquo; AB', []),
        ("<tg-spoiler>x</tg-spoiler><span class='tg-spoiler'>y</span>", "xy", [("spoiler", 0, 1), ("spoiler", 1, 1)]),
        ("<blockquote expandable>long</blockquote>", "long", [("expandable_blockquote", 0, 4)]),
        ('<tg-time unix="1800000000" format="wdt">Friday</tg-time>', "Friday", [("date_time", 0, 6)]),
        ('<tg-emoji emoji-id="5">👍</tg-emoji>', "👍", [("custom_emoji", 0, 2)]),
        ('<pre><code class="language-py">x=1</code></pre>', "x=1", [("pre", 0, 3)]),
        ("go /start@saloon_bot now", "go /start@saloon_bot now", [("bot_command", 3, 17)]),
        ("<code>/start</code>", "/start", [("code", 0, 6)]),
    ],
)
def test_html_becomes_text_with_utf16_entities(
    saloon: Saloon, source: str, text: str, entities: list[tuple[str, int, int]]
) -> None:
    message = saloon.api("sendMessage", chat_id=saloon.ann, text=source, parse_mode="HTML")
    assert message["text"] == text
    assert [(e["type"], e["offset"], e["length"]) for e in message.get("entities", [])] == entities


def test_links_and_mentions_keep_their_target(saloon: Saloon) -> None:
    source = (
        f'<a href="https://a.example/?x=1&amp;y=2">a</a> <a href="tg://user?id={saloon.ann}">b</a> <a href="no">c</a>'
    )
    message = saloon.api("sendMessage", chat_id=saloon.ann, text=source, parse_mode="HTML")
    link, mention = message["entities"]
    assert (link["url"], mention["type"], mention["user"]["first_name"]) == (
        "https://a.example/?x=1&y=2",
        "text_mention",
        "Ann",
    )


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("é<foo>", 'Unsupported start tag "foo" at byte offset 2'),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<i>a</em>", 'Unmatched end tag at byte offset 4, expected "</i>", found "</em>"'),
        ("<i>a</i ", "Unclosed end tag at byte offset 4"),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<i =a>x</i>", 'Empty attribute name in the tag "i" at byte offset 0'),
        ("<a href='x>y</a>", "Unclosed start tag at byte offset 0"),
        ("<span class='big'>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
    ],
)
def test_html_that_does_not_parse_is_refused_in_telegrams_words(saloon: Saloon, source: str, complaint: str) -> None:
    error = saloon.error("sendMessage", chat_id=saloon.ann, text=source, parse_mode="HTML")
    assert error == (400, f"Bad Request: can't parse entities: {complaint}")


def test_lengths_count_after_parsing(saloon: Saloon) -> None:
    assert saloon.say(saloon.ann, f"<b>{'x' * 4096}</b>", parse_mode="HTML")
    assert saloon.error("sendMessage", chat_id=saloon.ann, text="x" * 4097) == (400, "Bad Request: message is too long")
    assert saloon.error("sendMessage", chat_id=saloon.ann, text=" \n") == (400, "Bad Request: message text is empty")
    message_id = saloon.say(saloon.ann)
    error = saloon.error("editMessageText", chat_id=saloon.ann, message_id=message_id, text="x" * 4097)
    assert error == (400, "Bad Request: MESSAGE_TOO_LONG")


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([[{"text": "a", "callback_data": "x" * 65}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "a", "callback_data": "é" * 33}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "a", "callback_data": ""}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "a", "url": "nowhere"}]], "BUTTON_URL_INVALID"),
        ([[{"text": "a", "web_app": {"url": "https://a.example"}}]], "BUTTON_TYPE_INVALID"),
        ([[{"text": "a", "callback_data": "x"}] * 9], "REPLY_MARKUP_INVALID"),
        ([[{"text": "a", "callback_data": "x"}]] * 101, "REPLY_MARKUP_TOO_LONG"),
        (
            [[{"text": "a"}]],
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
    ],
)
def test_keyboards_are_checked(saloon: Saloon, rows: list[object], complaint: str) -> None:
    error = saloon.error("sendMessage", chat_id=saloon.group, text="x", reply_markup={"inline_keyboard": rows})
    assert error == (400, f"Bad Request: {complaint}")


def test_the_largest_keyboard_passes(saloon: Saloon) -> None:
    rows = [[{"text": "a", "callback_data": "x" * 64}] * 8] * 12
    saloon.say(saloon.group, reply_markup={"inline_keyboard": rows})
    assert len(saloon.world.screen(saloon.ann, saloon.group)[-1].labels()) == 96


def test_an_edit_replaces_text_and_keyboard(saloon: Saloon) -> None:
    message_id = saloon.say(saloon.ann, "one", reply_markup=GO)
    target = {"chat_id": saloon.ann, "message_id": message_id}
    assert saloon.error("editMessageText", **target, text="one", reply_markup=GO) == (400, SAME)
    edited = saloon.api("editMessageText", **target, text="two", reply_markup=GO)
    assert (edited["text"], edited["edit_date"], edited["reply_markup"]) == ("two", 1_800_000_000, GO)
    assert "reply_markup" not in saloon.api("editMessageText", **target, text="three")
    assert saloon.error("editMessageReplyMarkup", **target) == (400, SAME)
    assert saloon.api("editMessageReplyMarkup", **target, reply_markup=GO)["text"] == "three"


def test_edits_that_cannot_be(saloon: Saloon) -> None:
    theirs = saloon.world.say(saloon.ann, saloon.group, "hi").id
    here = {"chat_id": saloon.group, "text": "x"}
    assert saloon.error("editMessageText", **here, message_id=99) == (400, "Bad Request: message to edit not found")
    assert saloon.error("editMessageText", **here, message_id=theirs) == (400, "Bad Request: message can't be edited")
    mine = saloon.say(saloon.group)
    error = saloon.error("editMessageCaption", chat_id=saloon.group, message_id=mine, caption="x")
    assert error == (400, "Bad Request: there is no caption in the message to edit")
    saloon.api("deleteMessage", chat_id=saloon.group, message_id=mine)
    assert saloon.error("editMessageText", **here, message_id=mine) == (400, "Bad Request: message to edit not found")


def test_deleting_ends_after_48_hours_but_editing_does_not(saloon: Saloon) -> None:
    old, older = saloon.say(saloon.group), saloon.say(saloon.group)
    saloon.clock.time += 48 * 3600 - 1
    assert saloon.api("deleteMessage", chat_id=saloon.group, message_id=old)
    assert saloon.error("deleteMessage", chat_id=saloon.group, message_id=old) == (
        400,
        "Bad Request: message to delete not found",
    )
    saloon.clock.time += 1
    assert saloon.error("deleteMessage", chat_id=saloon.group, message_id=older) == (
        400,
        "Bad Request: message can't be deleted for everyone",
    )
    assert saloon.api("editMessageText", chat_id=saloon.group, message_id=older, text="stub")


def test_deleting_others_messages_needs_the_right(saloon: Saloon) -> None:
    theirs = saloon.world.say(saloon.bob, saloon.group, "hi").id
    saloon.world.demote(saloon.ann, saloon.group, saloon.world.state.bot.id)
    error = saloon.error("deleteMessage", chat_id=saloon.group, message_id=theirs)
    assert error == (400, "Bad Request: message can't be deleted")
    saloon.world.promote(saloon.ann, saloon.group, saloon.world.state.bot.id, ["can_delete_messages"])
    assert saloon.api("deleteMessages", chat_id=saloon.group, message_ids=[theirs, 999])
    assert all(shown.message_id != theirs for shown in saloon.world.screen(saloon.ann, saloon.group))


def test_pins_need_the_right_and_make_a_service_message(saloon: Saloon) -> None:
    first, second = saloon.say(saloon.group, "first"), saloon.say(saloon.group, "second")
    assert saloon.api("pinChatMessage", chat_id=saloon.group, message_id=first, disable_notification=True)
    assert saloon.api("pinChatMessage", chat_id=saloon.group, message_id=second)
    assert saloon.updates("message")[-1]["pinned_message"]["text"] == "second"
    assert saloon.api("getChat", chat_id=saloon.group)["pinned_message"]["message_id"] == second
    pinned = [shown.text for shown in saloon.world.screen(saloon.ann, saloon.group) if shown.pinned]
    assert pinned == ["first", "second"]
    assert saloon.api("unpinChatMessage", chat_id=saloon.group)
    assert saloon.api("unpinAllChatMessages", chat_id=saloon.group)
    assert not any(shown.pinned for shown in saloon.world.screen(saloon.ann, saloon.group))
    saloon.world.demote(saloon.ann, saloon.group, saloon.world.state.bot.id)
    assert saloon.error("pinChatMessage", chat_id=saloon.group, message_id=first) == (
        400,
        "Bad Request: not enough rights to manage pinned messages in the chat",
    )


def test_replies(saloon: Saloon) -> None:
    theirs = saloon.world.say(saloon.ann, saloon.group, "hi").id
    reply = saloon.api("sendMessage", chat_id=saloon.group, text="x", reply_parameters={"message_id": theirs})
    assert reply["reply_to_message"]["text"] == "hi"
    missing = {"message_id": 999}
    error = saloon.error("sendMessage", chat_id=saloon.group, text="x", reply_parameters=missing)
    assert error == (400, "Bad Request: message to be replied not found")
    missing["allow_sending_without_reply"] = True
    assert saloon.say(saloon.group, reply_parameters=missing)


def test_polls(saloon: Saloon) -> None:
    asked = {"chat_id": saloon.group, "question": "End?", "options": ["Yes", {"text": "No"}], "is_anonymous": False}
    message_id = saloon.api("sendPoll", **asked)["message_id"]
    saloon.world.vote(saloon.ann, saloon.group, message_id, [1])
    assert saloon.updates("poll_answer")[0]["option_ids"] == [1]
    ended = saloon.api("stopPoll", chat_id=saloon.group, message_id=message_id)
    assert ([option["voter_count"] for option in ended["options"]], ended["is_closed"]) == ([0, 1], True)
    error = saloon.error("stopPoll", chat_id=saloon.group, message_id=message_id)
    assert error == (400, "Bad Request: poll has already been closed")


def test_reactions(saloon: Saloon) -> None:
    message_id = saloon.world.say(saloon.ann, saloon.group, "nice").id
    target = {"chat_id": saloon.group, "message_id": message_id}
    thumb = {"type": "emoji", "emoji": "👍"}
    assert saloon.api("setMessageReaction", **target, reaction=[thumb])
    saloon.world.react(saloon.bob, saloon.group, message_id, "🔥")
    assert saloon.world.screen(saloon.ann, saloon.group)[-1].reactions == ["👍", "🔥"]
    assert saloon.error("setMessageReaction", **target, reaction=[thumb, thumb])[1] == "Bad Request: REACTIONS_TOO_MANY"
