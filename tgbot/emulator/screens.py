"""From a stored message to what a person's client draws of it."""

from collections.abc import Iterator

from tgbot.emulator.core import SERVICE_FIELDS
from tgbot.emulator.model import Button, Chat, ChatCard, Json, Message, Person, Shown, State, User
from tgbot.emulator.wire import sender_of


def shown(state: State, chat: Chat, message: Message) -> Shown:
    """A message as it stands on a screen."""
    content = message.content
    photo = content.get("photo")
    return Shown(
        message_id=message.id,
        chat_id=chat.id,
        sender_id=message.sender_id,
        sender=sender_of(state, message.sender_id).full_name,
        sender_tag=chat.member(message.sender_id).tag,
        date=message.date,
        text=message.text,
        entities=content.get("entities", content.get("caption_entities", [])),
        buttons=[[_button(button) for button in row] for row in message.keyboard],
        photo=photo[-1]["file_id"] if photo else None,
        document=content.get("document", {}).get("file_id"),
        sticker=content.get("sticker", {}).get("file_id"),
        animation=content.get("animation", {}).get("file_id"),
        poll=content.get("poll"),
        service=next((field for field in SERVICE_FIELDS if field in content), None),
        service_text=_service_text(state, message),
        thread_id=message.thread_id,
        reply_to=message.reply_to,
        edited=message.edit_date is not None,
        pinned=message.id in chat.pinned,
        silent=message.silent,
        reactions=[r.get("emoji", "") for reactions in message.reactions.values() for r in reactions],
    )


def _button(button: Json) -> Button:
    return Button(
        text=button["text"],
        data=button.get("callback_data"),
        url=button.get("url"),
        copy_text=button.get("copy_text", {}).get("text"),
        style=button.get("style"),
    )


def _service_text(state: State, message: Message) -> str:
    """The grey line that a client draws for a service message; empty for others."""
    who, content = sender_of(state, message.sender_id).full_name, message.content
    if "new_chat_members" in content:
        user = content["new_chat_members"][0]
        return f"{who} joined the group" if user["id"] == message.sender_id else f"{who} added {user['first_name']}"
    if "left_chat_member" in content:
        user = content["left_chat_member"]
        return f"{who} left the group" if user["id"] == message.sender_id else f"{who} removed {user['first_name']}"
    return _other_service_text(who, content)


def _other_service_text(who: str, content: Json) -> str:
    topic = (content.get("forum_topic_created") or content.get("forum_topic_edited") or {}).get("name", "")
    texts = {
        "new_chat_title": f"{who} changed the group name to {content.get('new_chat_title')}",
        "migrate_to_chat_id": "The group became a supergroup",
        "migrate_from_chat_id": "The group became a supergroup",
        "pinned_message": f"{who} pinned a message",
        "forum_topic_created": f"{who} created the topic {topic}",
        "forum_topic_edited": f"{who} changed the topic to {topic}",
        "forum_topic_closed": f"{who} closed the topic",
        "forum_topic_reopened": f"{who} reopened the topic",
    }
    return next((text for field, text in texts.items() if field in content), "")


def card(state: State, chat: Chat) -> ChatCard:
    """A chat as the list of chats shows it."""
    messages = [message for message in chat.messages.values() if not message.deleted]
    people = [
        Person(user_id=user_id, name=sender_of(state, user_id).full_name, status=member.status, tag=member.tag)
        for user_id, member in chat.members.items()
        if member.inside
    ]
    return ChatCard(
        id=chat.id,
        type=chat.type,
        title=chat.title or state.bot.full_name,
        is_forum=chat.is_forum,
        topics=list(chat.topics.values()),
        people=people,
        pinned=list(chat.pinned),
        last=shown(state, chat, messages[-1]) if messages else None,
    )


def scope_key(scope: Json, language: str) -> str:
    """The name under which the commands of a scope and language are kept."""
    return ":".join(str(scope.get(part, "")) for part in ("type", "chat_id", "user_id")) + f":{language}"


def menu_of(commands: dict[str, list[Json]], chat: Chat, user: User) -> list[Json]:
    """The commands of the narrowest scope that has any, in the person's language before the general one."""
    for scope in _scopes(chat, user):
        for language in (user.language_code, ""):
            found = commands.get(scope_key(scope, language))
            if found:
                return found
    return []


def _scopes(chat: Chat, user: User) -> Iterator[Json]:
    if chat.type == "private":
        yield {"type": "chat", "chat_id": chat.id}
        yield {"type": "all_private_chats"}
    else:
        admin = chat.member(user.id).is_admin
        yield {"type": "chat_member", "chat_id": chat.id, "user_id": user.id}
        if admin:
            yield {"type": "chat_administrators", "chat_id": chat.id}
        yield {"type": "chat", "chat_id": chat.id}
        if admin:
            yield {"type": "all_chat_administrators"}
        yield {"type": "all_group_chats"}
    yield {"type": "default"}
