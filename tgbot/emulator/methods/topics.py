"""Methods for forum topics."""

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.model import Chat, Json, Topic

NAME_LIMIT = 128


def _forum(call: Call) -> Chat:
    chat = call.own_chat()
    if not chat.is_forum:
        raise bad_request("the chat is not a forum")
    if not call.me_in(chat).can("can_manage_topics"):
        raise bad_request("not enough rights to manage topics")
    return chat


def _topic(call: Call, chat: Chat) -> Topic:
    topic = chat.topics.get(call.integer("message_thread_id") or 0)
    if topic is None:
        raise bad_request("TOPIC_ID_INVALID")
    return topic


def _name(call: Call) -> str:
    name = call.text("name").strip()
    if not name or len(name) > NAME_LIMIT:
        raise bad_request("TOPIC_TITLE_EMPTY" if not name else "topic name is too long")
    return name


@method(counted=True)
def create_forum_topic(call: Call) -> Json:
    """A new topic; counts as a message."""
    chat = _forum(call)
    topic = call.world.open_topic(chat, call.bot_id, _name(call), call.integer("icon_color") or 7322096)
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": topic.icon_color}


@method()
def edit_forum_topic(call: Call) -> bool:
    """Another name or icon."""
    chat = _forum(call)
    topic = _topic(call, chat)
    name = _name(call) if call.text("name") else topic.name
    icon = call.text("icon_custom_emoji_id", topic.icon_custom_emoji_id)
    if (name, icon) == (topic.name, topic.icon_custom_emoji_id):
        raise bad_request("TOPIC_NOT_MODIFIED")
    topic.name, topic.icon_custom_emoji_id = name, icon
    call.world.post(chat, call.bot_id, {"forum_topic_edited": {"name": name}}, thread_id=topic.id)
    return True


def _set_closed(call: Call, closed: bool) -> bool:
    chat = _forum(call)
    topic = _topic(call, chat)
    if topic.closed == closed:
        raise bad_request("TOPIC_NOT_MODIFIED")
    call.world.set_topic_closed(chat, call.bot_id, topic, closed)
    return True


@method()
def close_forum_topic(call: Call) -> bool:
    """Let only admins write in a topic."""
    return _set_closed(call, True)


@method()
def reopen_forum_topic(call: Call) -> bool:
    """Let everyone write in a topic again."""
    return _set_closed(call, False)


@method()
def delete_forum_topic(call: Call) -> bool:
    """Delete a topic with its messages."""
    chat = _forum(call)
    call.world.remove_topic(chat, _topic(call, chat))
    return True
