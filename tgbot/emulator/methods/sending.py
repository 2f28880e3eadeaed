"""Methods that put new messages into chats."""

from typing import Any

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.methods.markup import inline_markup
from tgbot.emulator.methods.media import media_content
from tgbot.emulator.model import Chat, Json, Message
from tgbot.emulator.wire import message_json

ALBUM_LIMIT = 10
POLL_OPTIONS = 12
POLL_QUESTION = 300
POLL_OPTION = 100


def extras(call: Call, chat: Chat) -> Json:
    """The fields common to all messages: keyboard, protection, link preview."""
    content = inline_markup(call, chat)
    if call.flag("protect_content"):
        content["has_protected_content"] = True
    preview = call.json("link_preview_options")
    if preview:
        content["link_preview_options"] = preview
    return content


def _post(call: Call, chat: Chat, content: Json) -> Message:
    reply_to = call.replied(chat)
    thread = call.thread(chat, reply_to)
    silent = call.flag("disable_notification")
    return call.world.post(chat, call.bot_id, content, thread_id=thread, reply_to=reply_to, silent=silent)


def _send(call: Call, chat: Chat, content: Json) -> Json:
    return message_json(call.world.state, _post(call, chat, content | extras(call, chat)))


@method(counted=True)
def send_message(call: Call) -> Json:
    """Text of 1-4096 UTF-16 units after entities are parsed."""
    chat = call.writable_chat()
    content = call.formatted(call.fields, "text", "message is too long")
    if not content:
        raise bad_request("message text is empty")
    return _send(call, chat, content)


def _send_media(call: Call, kind: str) -> Json:
    chat = call.writable_chat()
    caption = {} if kind == "sticker" else call.formatted(call.fields, "caption", "message caption is too long")
    return _send(call, chat, media_content(call, kind, call.fields.get(kind)) | caption)


@method(counted=True)
def send_photo(call: Call) -> Json:
    """A photo with a caption."""
    return _send_media(call, "photo")


@method(counted=True)
def send_document(call: Call) -> Json:
    """Any file with a caption."""
    return _send_media(call, "document")


@method(counted=True)
def send_animation(call: Call) -> Json:
    """A GIF or silent video with a caption."""
    return _send_media(call, "animation")


@method(counted=True)
def send_sticker(call: Call) -> Json:
    """A sticker."""
    return _send_media(call, "sticker")


@method(counted=True)
def send_media_group(call: Call) -> list[Json]:
    """An album of 2-10 photos or documents; each counts as a message."""
    chat, media = call.writable_chat(), call.json("media") or []
    if not 2 <= len(media) <= ALBUM_LIMIT:
        raise bad_request("group send failed" if len(media) > ALBUM_LIMIT else "media group must have 2-10 items")
    contents = [media_item(call, item) for item in media]
    album = f"{chat.id}{chat.next_message_id}".lstrip("-")
    common = extras(call, chat)
    posted = [_post(call, chat, content | common | {"media_group_id": album}) for content in contents]
    return [message_json(call.world.state, message) for message in posted]


def media_item(call: Call, item: Any) -> Json:
    """An InputMedia object as message content."""
    if not isinstance(item, dict) or item.get("type") not in ("photo", "document", "animation"):
        raise bad_request("can't parse InputMedia: Unsupported type of media")
    kind = str(item["type"])
    return media_content(call, kind, item.get("media")) | call.formatted(item, "caption", "message caption is too long")


@method(counted=True)
def send_poll(call: Call) -> Json:
    """A poll of 2-12 options."""
    chat, question = call.writable_chat(), call.text("question").strip()
    if not 1 <= len(question) <= POLL_QUESTION:
        raise bad_request("poll question must be non-empty" if not question else "poll question is too long")
    options = [o["text"] if isinstance(o, dict) else str(o) for o in call.json("options") or []]
    if len(options) < 2:
        raise bad_request("poll must have at least 2 option")
    if len(options) > POLL_OPTIONS:
        raise bad_request(f"poll can't have more than {POLL_OPTIONS} options")
    if any(not 1 <= len(option) <= POLL_OPTION for option in options):
        raise bad_request("poll options length must not exceed 100")
    poll: Json = {
        "id": f"{abs(chat.id)}{chat.next_message_id}",
        "question": question,
        "options": [
            {"persistent_id": str(number), "text": text, "voter_count": 0} for number, text in enumerate(options)
        ],
        "total_voter_count": 0,
        "is_closed": call.flag("is_closed"),
        "is_anonymous": call.flag("is_anonymous", default=True),
        "type": call.text("type", "regular"),
        "allows_multiple_answers": call.flag("allows_multiple_answers"),
        "allows_revoting": True,
        "members_only": False,
    }
    return _send(call, chat, {"poll": poll})


@method()
def stop_poll(call: Call) -> Any:
    """Close a poll of the bot's own; the poll as it ended."""
    chat = call.own_chat()
    message = call.message(chat, "message with poll to stop not found")
    poll = message.content.get("poll")
    if poll is None or message.sender_id != call.bot_id:
        raise bad_request("message with poll to stop not found")
    if poll["is_closed"]:
        raise bad_request("poll has already been closed")
    kept = {name: value for name, value in message.content.items() if name != "reply_markup"}
    call.world.revise(message, kept | {"poll": poll | {"is_closed": True}} | inline_markup(call, chat))
    return message.content["poll"]


@method()
def send_chat_action(call: Call) -> bool:
    """ "typing..." for some seconds."""
    chat = call.own_chat()
    call.thread(chat, None)
    if not call.text("action"):
        raise bad_request("wrong parameter action in request")
    call.world.note("action", chat.id)
    return True
