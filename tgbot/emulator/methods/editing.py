"""Methods that change or delete messages, pin them, and react to them."""

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.methods.markup import inline_markup
from tgbot.emulator.methods.sending import media_item
from tgbot.emulator.model import Chat, Json, Message
from tgbot.emulator.wire import message_json

DELETE_AGE = 48 * 3600
DELETE_BATCH = 100
SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)
TEXT_FIELDS = ("text", "entities", "link_preview_options")
CAPTION_FIELDS = ("caption", "caption_entities")
MEDIA_FIELDS = ("photo", "document", "animation", "text", "entities", *CAPTION_FIELDS)


def _edit(call: Call, message: Message, replaced: tuple[str, ...], new: Json) -> Json:
    """Put ``new`` in the place of the fields named; the keyboard is replaced with every edit."""
    kept = {name: v for name, v in message.content.items() if name not in (*replaced, "reply_markup")}
    content = kept | new | inline_markup(call, call.world.chat(message.chat_id))
    if content == message.content:
        raise bad_request(SAME)
    call.world.revise(message, content)
    return message_json(call.world.state, message)


@method(counted=True)
def edit_message_text(call: Call) -> Json:
    """New text for a text message."""
    message = call.to_edit()
    if "text" not in message.content:
        raise bad_request("there is no text in the message to edit")
    content = call.formatted(call.fields, "text", "MESSAGE_TOO_LONG")
    if not content:
        raise bad_request("message text is empty")
    preview = call.json("link_preview_options")
    return _edit(call, message, TEXT_FIELDS, content | ({"link_preview_options": preview} if preview else {}))


@method(counted=True)
def edit_message_caption(call: Call) -> Json:
    """New caption for a message with media."""
    message = call.to_edit()
    if not any(kind in message.content for kind in ("photo", "document", "animation")):
        raise bad_request("there is no caption in the message to edit")
    return _edit(call, message, CAPTION_FIELDS, call.formatted(call.fields, "caption", "message caption is too long"))


@method(counted=True)
def edit_message_media(call: Call) -> Json:
    """Another photo, document or animation, with its caption."""
    message = call.to_edit()
    if "sticker" in message.content or "poll" in message.content:
        raise bad_request("message can't be edited")
    return _edit(call, message, MEDIA_FIELDS, media_item(call, call.json("media")))


@method(counted=True)
def edit_message_reply_markup(call: Call) -> Json:
    """Another keyboard, or none."""
    return _edit(call, call.to_edit(), (), {})


@method()
def delete_message(call: Call) -> bool:
    """Delete a message that is less than 48 hours old: the bot's own, or others' with the right."""
    chat = call.own_chat()
    message = call.message(chat, "message to delete not found")
    reason = _undeletable(call, chat, message)
    if reason:
        raise bad_request(reason)
    call.world.erase(message)
    return True


@method()
def delete_messages(call: Call) -> bool:
    """Delete up to 100 messages; those that are not found are skipped."""
    chat, ids = call.own_chat(), call.json("message_ids") or []
    if not 1 <= len(ids) <= DELETE_BATCH:
        raise bad_request("message identifiers are not specified" if not ids else "too many message identifiers")
    found = [chat.messages[int(i)] for i in ids if int(i) in chat.messages and not chat.messages[int(i)].deleted]
    for message in found:
        reason = _undeletable(call, chat, message)
        if reason:
            raise bad_request(reason)
    for message in found:
        call.world.erase(message)
    return True


def _undeletable(call: Call, chat: Chat, message: Message) -> str:
    own = message.sender_id == call.bot_id
    if call.world.now() - message.date >= DELETE_AGE:
        return "message can't be deleted for everyone"
    if any(field in message.content for field in ("supergroup_chat_created", "forum_topic_created")):
        return "message can't be deleted"
    if chat.type != "private" and not own and not call.me_in(chat).can("can_delete_messages"):
        return "message can't be deleted"
    return ""


def _pinning(call: Call) -> Chat:
    chat = call.own_chat()
    if chat.type != "private" and not call.me_in(chat).can("can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


@method()
def pin_chat_message(call: Call) -> bool:
    """Pin a message; in groups with the right to."""
    message = call.message(_pinning(call), "message to pin not found")
    call.world.pin(message, call.bot_id, silent=call.flag("disable_notification"))
    return True


@method()
def unpin_chat_message(call: Call) -> bool:
    """Unpin a message, by default the newest pin."""
    chat = _pinning(call)
    if call.integer("message_id") is not None:
        message = call.message(chat, "message to unpin not found")
    elif chat.pinned:
        message = chat.messages[chat.pinned[-1]]
    else:
        raise bad_request("message to unpin not found")
    call.world.unpin(message)
    return True


@method()
def unpin_all_chat_messages(call: Call) -> bool:
    """Unpin everything."""
    chat = _pinning(call)
    for message_id in list(chat.pinned):
        call.world.unpin(chat.messages[message_id])
    return True


@method()
def set_message_reaction(call: Call) -> bool:
    """The bot's reaction, one emoji at most; an empty list takes it back."""
    chat = call.own_chat()
    message = call.message(chat, "message to react not found")
    reactions = call.json("reaction") or []
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    if any(reaction.get("type") != "emoji" or not reaction.get("emoji") for reaction in reactions):
        raise bad_request("REACTION_INVALID")
    message.reactions[call.bot_id] = reactions
    call.world.note("reaction", chat.id, message.id, call.bot_id)
    return True
