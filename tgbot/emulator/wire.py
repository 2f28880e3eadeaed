"""The JSON that the bot gets: users, chats, members and messages in the Bot API's own form."""

from tgbot.emulator.model import ADMIN_RIGHTS, Chat, Json, Member, Message, State, User

PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
    "can_edit_tag",
)


def user_json(user: User) -> Json:
    """A User object."""
    body: Json = {"id": user.id, "is_bot": user.is_bot, "first_name": user.first_name}
    if user.last_name:
        body["last_name"] = user.last_name
    if user.username:
        body["username"] = user.username
    if not user.is_bot and user.language_code:
        body["language_code"] = user.language_code
    return body


def me_json(state: State) -> Json:
    """The bot's own User object, as getMe gives it."""
    return user_json(state.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not state.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat_json(state: State, chat: Chat) -> Json:
    """A Chat object."""
    if chat.type == "private":
        user = user_json(state.users[chat.id])
        names: Json = {key: user[key] for key in ("first_name", "last_name", "username") if key in user}
        return {"id": chat.id, "type": "private", **names}
    body: Json = {"id": chat.id, "type": chat.type, "title": chat.title}
    if chat.username:
        body["username"] = chat.username
    if chat.is_forum:
        body["is_forum"] = True
    return body


def member_json(user: User, member: Member) -> Json:
    """A ChatMember object of the subtype that the status calls for."""
    body: Json = {"user": user_json(user), "status": member.status}
    if member.tag and member.inside:
        body["tag"] = member.tag
    if member.status in ("creator", "administrator"):
        body["is_anonymous"] = False
    if member.status == "administrator":
        body["can_be_edited"] = False
        body |= {right: right in member.rights for right in ADMIN_RIGHTS}
    if member.status == "restricted":
        body |= {"is_member": True, "until_date": 0} | dict.fromkeys(PERMISSIONS, False)
    if member.status == "kicked":
        body["until_date"] = 0
    return body


def sender_of(state: State, user_id: int) -> User:
    """The user with this id, the bot included."""
    return state.bot if user_id == state.bot.id else state.users[user_id]


def message_json(state: State, message: Message, *, with_reply: bool = True) -> Json:
    """A Message object; an inaccessible one for a deleted message."""
    chat = state.chats[message.chat_id]
    body: Json = {"message_id": message.id, "date": message.date, "chat": chat_json(state, chat)}
    if message.deleted:
        return body | {"date": 0}
    body["from"] = user_json(sender_of(state, message.sender_id))
    tag = chat.member(message.sender_id).tag
    if tag:
        body["sender_tag"] = tag
    if message.thread_id is not None:
        body |= {"message_thread_id": message.thread_id, "is_topic_message": True}
    if message.edit_date is not None:
        body["edit_date"] = message.edit_date
    reply = chat.messages.get(message.reply_to or 0)
    if with_reply and reply is not None and not reply.deleted:
        body["reply_to_message"] = message_json(state, reply, with_reply=False)
    pinned = message.content.get("pinned_message")
    content = dict(message.content)
    if pinned is not None:
        content["pinned_message"] = message_json(state, chat.messages[pinned], with_reply=False)
    return body | content
