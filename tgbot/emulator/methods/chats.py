"""Methods that tell about the bot, chats, members and files."""

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.model import ADMIN_RIGHTS, Chat, Json, User
from tgbot.emulator.wire import chat_json, me_json, member_json, message_json

TAG_LIMIT = 16
NO_GIFTS = {
    "unlimited_gifts": False,
    "limited_gifts": False,
    "unique_gifts": False,
    "premium_subscription": False,
    "gifts_from_channels": False,
}


@method()
def get_me(call: Call) -> Json:
    """The bot itself."""
    return me_json(call.world.state)


@method()
def get_chat(call: Call) -> Json:
    """A ChatFullInfo object; of a person the bot has met, whether or not it was started."""
    chat = call.chat()
    if chat.type != "private":
        chat = call.own_chat()
    body = chat_json(call.world.state, chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": NO_GIFTS,
    }
    if chat.pinned:
        body["pinned_message"] = message_json(call.world.state, chat.messages[chat.pinned[-1]])
    return body


def _user(call: Call) -> User:
    number = call.integer("user_id")
    if number is None or number <= 0:
        raise bad_request("invalid user_id specified")
    if number == call.bot_id:
        return call.world.state.bot
    if number not in call.world.state.users:
        raise bad_request("user not found")
    return call.world.state.users[number]


def _group(call: Call) -> Chat:
    chat = call.own_chat()
    if chat.type == "private":
        raise bad_request("there are no administrators in the private chat")
    return chat


@method()
def get_chat_member(call: Call) -> Json:
    """Somebody's standing in a chat; of who never was there: left."""
    chat, user = call.own_chat(), _user(call)
    return member_json(user, chat.member(user.id))


@method()
def get_chat_administrators(call: Call) -> list[Json]:
    """All administrators but other bots."""
    chat = _group(call)
    return [member_json(call.world.user(i), member) for i, member in chat.members.items() if member.is_admin]


@method()
def get_chat_member_count(call: Call) -> int:
    """How many are in a chat."""
    chat = call.own_chat()
    return 2 if chat.type == "private" else sum(member.inside for member in chat.members.values())


@method()
def leave_chat(call: Call) -> bool:
    """Leave a group."""
    chat = call.own_chat()
    if chat.type == "private":
        raise bad_request("chat member status can't be changed in private chats")
    call.world.leave(call.bot_id, chat.id)
    return True


@method()
def set_chat_member_tag(call: Call) -> bool:
    """The tag beside a member's name, up to 16 characters without emoji."""
    chat, user, tag = call.own_chat(), _user(call), call.text("tag")
    if not call.me_in(chat).can("can_manage_tags"):
        raise bad_request("not enough rights to change the tag of a chat member")
    if not chat.member(user.id).inside:
        raise bad_request("user not found")
    if len(tag) > TAG_LIMIT or any(ord(character) >= 0x2190 for character in tag):
        raise bad_request("CHAT_MEMBER_TAG_INVALID")
    chat.members[user.id].tag = tag
    seq = call.world.note("member", chat.id, user_id=user.id)
    call.world.saw(seq, chat.id, 0, "tag", tag, call.world.audience(chat))
    return True


@method()
def get_file(call: Call) -> Json:
    """Where to download a file: ``/file/bot<token>/<file_path>``."""
    file = call.world.state.files.get(call.text("file_id"))
    if file is None:
        raise bad_request("invalid file_id")
    path = f"{file.kind}/{file.id}"
    return {"file_id": file.id, "file_unique_id": f"u{file.id}", "file_size": len(file.content), "file_path": path}


@method()
def get_my_default_administrator_rights(call: Call) -> Json:
    """The rights that the bot suggests when it is added: none."""
    return {"is_anonymous": False} | dict.fromkeys(ADMIN_RIGHTS, False)
