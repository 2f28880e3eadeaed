"""Who may be written to, members and their rights, migration, topics, and command menus."""

import pytest

from tests.emulator.conftest import Saloon
from tgbot.emulator import ActionError, ApiError
from tgbot.emulator.methods import call


def test_nobody_gets_a_private_message_before_start(saloon: Saloon) -> None:
    error = saloon.error("sendMessage", chat_id=saloon.bob, text="x")
    assert error == (403, "Forbidden: bot can't initiate conversation with a user")
    saloon.world.start(saloon.bob, "join_1")
    assert saloon.updates("message")[-1]["text"] == "/start join_1"
    assert saloon.say(saloon.bob)


def test_who_blocks_the_bot_gets_nothing_until_unblocked(saloon: Saloon) -> None:
    saloon.world.block(saloon.ann)
    assert saloon.error("sendMessage", chat_id=saloon.ann, text="x") == (403, "Forbidden: bot was blocked by the user")
    assert saloon.updates("my_chat_member")[-1]["new_chat_member"]["status"] == "kicked"
    with pytest.raises(ActionError, match="blocked"):
        saloon.world.say(saloon.ann, saloon.ann, "hi")
    saloon.world.start(saloon.ann)
    assert saloon.updates("my_chat_member")[-1]["new_chat_member"]["status"] == "member"
    assert saloon.say(saloon.ann)


def test_a_bot_that_is_not_in_the_group_is_refused(saloon: Saloon) -> None:
    bot = saloon.world.state.bot.id
    saloon.world.kick(saloon.ann, saloon.group, bot)
    error = saloon.error("sendMessage", chat_id=saloon.group, text="x")
    assert error == (403, "Forbidden: bot was kicked from the supergroup chat")
    saloon.world.add_bot(saloon.ann, saloon.group)
    assert saloon.api("leaveChat", chat_id=saloon.group)
    error = saloon.error("sendMessage", chat_id=saloon.group, text="x")
    assert error == (403, "Forbidden: bot is not a member of the supergroup chat")
    assert saloon.error("sendMessage", chat_id=-5, text="x") == (400, "Bad Request: chat not found")
    assert saloon.error("sendMessage", text="x") == (400, "Bad Request: chat_id is empty")


def test_a_muted_bot_may_not_write(saloon: Saloon) -> None:
    saloon.world.mute(saloon.ann, saloon.group, saloon.world.state.bot.id)
    error = saloon.error("sendMessage", chat_id=saloon.group, text="x")
    assert error == (400, "Bad Request: not enough rights to send text messages to the chat")
    saloon.world.demote(saloon.ann, saloon.group, saloon.world.state.bot.id)
    assert saloon.say(saloon.group)


def test_privacy_hides_what_is_not_for_the_bot(saloon: Saloon) -> None:
    saloon.world.demote(saloon.ann, saloon.group, saloon.world.state.bot.id)
    mine = saloon.say(saloon.group)
    for text in ("chatting", "/cmd", "/cmd@saloon_bot", "/cmd@other_bot"):
        saloon.world.say(saloon.bob, saloon.group, text)
    saloon.world.say(saloon.bob, saloon.group, "a reply", reply_to=mine)
    heard = [m["text"] for m in saloon.updates("message") if "text" in m]
    assert heard == ["/cmd", "/cmd@saloon_bot", "a reply"]
    saloon.world.promote(saloon.ann, saloon.group, saloon.world.state.bot.id)
    saloon.world.say(saloon.bob, saloon.group, "chatting again")
    assert saloon.updates("message")[-1]["text"] == "chatting again"


def test_members_come_and_go(saloon: Saloon) -> None:
    carl = saloon.world.add_user("Carl").id
    member = {"chat_id": saloon.group, "user_id": carl}
    assert saloon.api("getChatMember", **member)["status"] == "left"
    saloon.world.join(carl, saloon.group)
    assert saloon.updates("message")[-1]["new_chat_members"][0]["id"] == carl
    assert saloon.api("getChatMember", **member)["status"] == "member"
    assert saloon.api("getChatMemberCount", chat_id=saloon.group) == 4
    saloon.world.promote(saloon.ann, saloon.group, carl, ["can_pin_messages"])
    admin = saloon.api("getChatMember", **member)
    assert (admin["status"], admin["can_pin_messages"], admin["can_delete_messages"]) == ("administrator", True, False)
    admins = saloon.api("getChatAdministrators", chat_id=saloon.group)
    assert [a["user"]["first_name"] for a in admins] == ["Ann", "Saloon", "Carl"]
    saloon.world.leave(carl, saloon.group)
    assert saloon.updates("message")[-1]["left_chat_member"]["id"] == carl
    assert saloon.api("getChatMember", **member)["status"] == "left"
    assert saloon.error("getChatMember", chat_id=saloon.group, user_id=5) == (400, "Bad Request: user not found")
    assert saloon.updates("chat_member") == []  # not asked for


def test_member_updates_come_when_asked_for(saloon: Saloon) -> None:
    saloon.world.state.allowed_updates = ["chat_member"]
    saloon.world.leave(saloon.bob, saloon.group)
    assert [u.kind for u in saloon.world.state.updates][-1] == "chat_member"
    assert saloon.updates("chat_member")[0]["old_chat_member"]["status"] == "member"


def test_a_group_becomes_a_supergroup(saloon: Saloon) -> None:
    old = saloon.world.add_group("Little", [saloon.ann, saloon.bob], kind="group").id
    new = saloon.world.migrate(old).id
    assert [u.get("migrate_to_chat_id", u.get("migrate_from_chat_id")) for u in saloon.updates("message")[-2:]] == [
        new,
        old,
    ]
    with pytest.raises(ApiError, match="group chat was upgraded to a supergroup chat") as caught:
        call(saloon.world, "sendMessage", {"chat_id": old, "text": "x"})
    assert (caught.value.code, caught.value.parameters) == (400, {"migrate_to_chat_id": new})
    assert saloon.say(new) == 2
    assert [c.id for c in saloon.world.chats_of(saloon.bob)] == [saloon.bob, saloon.group, new]


def test_forum_topics(saloon: Saloon) -> None:
    forum = saloon.world.add_group("Town", [saloon.ann, saloon.bob], forum=True, bot="administrator").id
    topic = saloon.world.create_topic(saloon.ann, forum, "Games").id
    sent = saloon.api("sendMessage", chat_id=forum, text="x", message_thread_id=topic)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic, True)
    saloon.world.say(saloon.bob, forum, "/table", topic=topic)
    assert saloon.updates("message")[-1]["message_thread_id"] == topic
    assert [m.text for m in saloon.world.screen(saloon.bob, forum, topic=topic)] == ["", "x", "/table"]
    for thread in (1, 999):
        error = saloon.error("sendMessage", chat_id=forum, text="x", message_thread_id=thread)
        assert error == (400, "Bad Request: message thread not found")
    saloon.world.demote(saloon.ann, forum, saloon.world.state.bot.id)
    saloon.world.close_topic(saloon.ann, forum, topic)
    error = saloon.error("sendMessage", chat_id=forum, text="x", message_thread_id=topic)
    assert error == (400, "Bad Request: TOPIC_CLOSED")
    saloon.world.reopen_topic(saloon.ann, forum, topic)
    saloon.world.delete_topic(saloon.ann, forum, topic)
    assert saloon.error("sendMessage", chat_id=forum, text="x", message_thread_id=topic)[0] == 400


def test_the_bot_manages_topics(saloon: Saloon) -> None:
    forum = saloon.world.add_group("Town", [saloon.ann], forum=True, bot="administrator").id
    topic = {"chat_id": forum}
    topic["message_thread_id"] = saloon.api("createForumTopic", chat_id=forum, name="Game 1")["message_thread_id"]
    assert saloon.api("editForumTopic", **topic, name="Game 1 · over")
    assert saloon.error("editForumTopic", **topic, name="Game 1 · over") == (400, "Bad Request: TOPIC_NOT_MODIFIED")
    assert saloon.api("closeForumTopic", **topic)
    assert saloon.error("closeForumTopic", **topic) == (400, "Bad Request: TOPIC_NOT_MODIFIED")
    assert saloon.say(forum, message_thread_id=topic["message_thread_id"])  # an admin may, though it is closed
    assert saloon.api("reopenForumTopic", **topic)
    error = saloon.error("createForumTopic", chat_id=saloon.group, name="x")
    assert error == (400, "Bad Request: the chat is not a forum")


def test_command_menus_by_scope_and_language(saloon: Saloon) -> None:
    def menu(text: str, **fields: object) -> None:
        saloon.api("setMyCommands", commands=[{"command": "help", "description": text}], **fields)

    menu("default")
    menu("standard", language_code="de")
    menu("group", scope={"type": "all_group_chats"})
    menu("admins", scope={"type": "all_chat_administrators"})
    menu("one", scope={"type": "chat_member", "chat_id": saloon.group, "user_id": saloon.bob})
    shown = [
        saloon.world.menu(user, chat)[0]["description"]
        for user, chat in [
            (saloon.ann, saloon.ann),
            (saloon.bob, saloon.bob),
            (saloon.ann, saloon.group),
            (saloon.bob, saloon.group),
        ]
    ]
    assert shown == ["default", "standard", "admins", "one"]
    saloon.api("deleteMyCommands", scope={"type": "chat_member", "chat_id": saloon.group, "user_id": saloon.bob})
    assert saloon.world.menu(saloon.bob, saloon.group)[0]["description"] == "group"
    assert saloon.api("getMyCommands", language_code="de")[0]["description"] == "standard"
    error = saloon.error("setMyCommands", commands=[{"command": "Bad", "description": "x"}])
    assert error == (400, "Bad Request: BOT_COMMAND_INVALID")


def test_member_tags(saloon: Saloon) -> None:
    target = {"chat_id": saloon.group, "user_id": saloon.bob}
    assert saloon.api("setChatMemberTag", **target, tag="Sheriff 4/5")
    saloon.world.say(saloon.bob, saloon.group, "hi")
    assert saloon.updates("message")[-1]["sender_tag"] == "Sheriff 4/5"
    assert saloon.world.screen(saloon.ann, saloon.group)[-1].sender_tag == "Sheriff 4/5"
    assert saloon.error("setChatMemberTag", **target, tag="🤠") == (400, "Bad Request: CHAT_MEMBER_TAG_INVALID")


def test_links_start_the_bot_and_add_it_to_groups(saloon: Saloon) -> None:
    saloon.world.open_link(saloon.bob, "https://t.me/saloon_bot?start=join_7")
    assert saloon.updates("message")[-1]["text"] == "/start join_7"
    other = saloon.world.add_group("Other", [saloon.bob], bot="left").id
    saloon.world.open_link(saloon.bob, "https://t.me/saloon_bot?startgroup=new&admin=pin_messages", chat_id=other)
    assert saloon.updates("message")[-1]["text"] == "/start@saloon_bot new"
    assert saloon.api("getChatMember", chat_id=other, user_id=saloon.world.state.bot.id)["can_pin_messages"]
    with pytest.raises(ActionError, match="not a link of @saloon_bot"):
        saloon.world.open_link(saloon.bob, "https://t.me/other_bot?start=x")


def test_strangers_cannot_act_in_a_group(saloon: Saloon) -> None:
    carl = saloon.world.add_user("Carl").id
    message_id = saloon.say(saloon.group)
    for action in (
        lambda: saloon.world.say(carl, saloon.group, "hi"),
        lambda: saloon.world.tap(carl, saloon.group, message_id, "x"),
        lambda: saloon.world.tap(saloon.bob, saloon.ann, 1, "x"),
    ):
        with pytest.raises(ActionError, match="is not in chat"):
            action()
