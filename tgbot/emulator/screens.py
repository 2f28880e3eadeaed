"""From a stored message to what a person's client draws of it."""

from collections.abc import Iterator

from tgbot.emulator.core import SERVICE_FIELDS
from tgbot.emulator.model import Button, Chat, Json, Message, Shown, State, User
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
