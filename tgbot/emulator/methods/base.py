"""One call of a method: its parameters whatever their transport, and the checks that many methods share."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tgbot.emulator.errors import bad_request, forbidden
from tgbot.emulator.html import detect, parse_html, tidy, utf16
from tgbot.emulator.model import Chat, Json, Member, Message
from tgbot.emulator.wire import user_json
from tgbot.emulator.world import World

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024


class Upload(NamedTuple):
    """A file that came with a multipart request."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Method:
    """A method of the Bot API; ``counted`` ones share the pace of messages."""

    name: str
    run: "Callable[[Call], Any]"
    counted: bool


METHODS: dict[str, Method] = {}


def method(*, counted: bool = False) -> "Callable[[Callable[[Call], Any]], Callable[[Call], Any]]":
    """Enter a function as the method of its name: ``send_message`` is sendMessage."""

    def enter(run: "Callable[[Call], Any]") -> "Callable[[Call], Any]":
        name = run.__name__.replace("_", "")
        METHODS[name] = Method(name, run, counted)
        return run

    return enter


def _entities(given: Any) -> list[Json]:
    """Entities that came as a list or as its JSON; 400 if one is none."""
    try:
        entities = json.loads(given or "[]") if isinstance(given, str) or not given else given
        return [entity | {"offset": int(entity["offset"]), "length": int(entity["length"])} for entity in entities]
    except (KeyError, TypeError, ValueError):
        raise bad_request("can't parse entities: Can't parse MessageEntity") from None


class Call:
    """Parameters of a call, with the lookups and refusals of the real server."""

    def __init__(self, world: World, fields: dict[str, Any]) -> None:
        self.world = world
        self.fields = {name: value for name, value in fields.items() if value is not None}

    # -- parameters ----------------------------------------------------------------------------------------------

    def text(self, name: str, default: str = "") -> str:
        """A string."""
        value = self.fields.get(name, default)
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str) -> int | None:
        """A whole number, or None if it is missing or none."""
        try:
            return int(self.fields[name])
        except (KeyError, TypeError, ValueError):
            return None

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A Boolean in any of the forms that the real server takes."""
        if name not in self.fields:
            return default
        return str(self.fields[name]).lower() in ("true", "yes", "1")

    def json(self, name: str) -> Any:
        """An object or list, from JSON text when it came in a form."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None

    # -- chats ---------------------------------------------------------------------------------------------------

    @property
    def bot_id(self) -> int:
        """The bot's own user id."""
        return self.world.state.bot.id

    def chat(self) -> Chat:
        """The chat of ``chat_id``, which may be a number or @username."""
        state, name = self.world.state, self.text("chat_id")
        if not name:
            raise bad_request("chat_id is empty")
        number = self.integer("chat_id")
        if number is None:
            named = [c for c in state.chats.values() if c.username and name.lower() == f"@{c.username.lower()}"]
            number = named[0].id if named else 0
        if number not in state.users and number not in state.chats:
            raise bad_request("chat not found")
        return self.world.chat(number)

    def own_chat(self) -> Chat:
        """The chat, if the bot is in it: 403 where it was never started, was blocked or removed; 400 once migrated."""
        chat = self.chat()
        if chat.type == "private":
            self._check_private(chat)
        elif chat.deleted:
            raise forbidden("the group chat was deleted")
        elif chat.migrated_to is not None:
            raise bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to)
        elif chat.member(self.bot_id).status == "kicked":
            raise forbidden(f"bot was kicked from the {chat.type} chat")
        elif not chat.member(self.bot_id).inside:
            raise forbidden(f"bot is not a member of the {chat.type} chat")
        return chat

    def _check_private(self, chat: Chat) -> None:
        user = self.world.user(chat.id)
        if user.deactivated:
            raise forbidden("user is deactivated")
        if not user.started:
            raise forbidden("bot can't initiate conversation with a user")
        if user.blocked:
            raise forbidden("bot was blocked by the user")

    def writable_chat(self) -> Chat:
        """The chat, if the bot may also write there."""
        chat = self.own_chat()
        if self.me_in(chat).status == "restricted":
            raise bad_request("not enough rights to send text messages to the chat")
        return chat

    def me_in(self, chat: Chat) -> Member:
        """The bot's standing in a chat."""
        return chat.member(self.bot_id)

    def thread(self, chat: Chat, reply_to: int | None) -> int | None:
        """The topic to write into: ``message_thread_id``, or that of the message replied to."""
        thread = self.integer("message_thread_id")
        if thread is None and reply_to is not None:
            thread = chat.messages[reply_to].thread_id
        if not thread:
            return None
        topic = chat.topics.get(thread)
        if topic is None:
            raise bad_request("message thread not found")
        if topic.closed and not self.me_in(chat).can("can_manage_topics"):
            raise bad_request("TOPIC_CLOSED")
        return thread

    def replied(self, chat: Chat) -> int | None:
        """The message to reply to, if any."""
        reply = self.json("reply_parameters") or {}
        wanted = reply.get("message_id", self.integer("reply_to_message_id"))
        if not wanted:
            return None
        found = chat.messages.get(int(wanted))
        if found is not None and not found.deleted:
            return found.id
        if reply.get("allow_sending_without_reply") or self.flag("allow_sending_without_reply"):
            return None
        raise bad_request("message to be replied not found")

    def message(self, chat: Chat, missing: str, name: str = "message_id") -> Message:
        """The message of ``message_id``; 400 with the words of ``missing`` if there is none (any more)."""
        number = self.integer(name)
        if number is None:
            raise bad_request("message identifier is not specified")
        message = chat.messages.get(number)
        if message is None or message.deleted:
            raise bad_request(missing)
        return message

    def to_edit(self) -> Message:
        """The bot's own message to be edited."""
        message = self.message(self.own_chat(), "message to edit not found")
        if message.sender_id != self.bot_id:
            raise bad_request("message can't be edited")
        return message

    # -- texts ---------------------------------------------------------------------------------------------------

    def formatted(self, fields: Json, name: str, too_long: str) -> Json:
        """Text or caption with its entities, from ``fields``; empty if there is none."""
        source = fields.get(name) or ""
        if not isinstance(source, str):
            source = json.dumps(source)
        given = fields.get("entities" if name == "text" else "caption_entities")
        mode = str(fields.get("parse_mode") or "").lower()
        if mode not in ("", "html"):
            raise bad_request("unsupported parse_mode")
        entities = [] if mode else _entities(given)
        text, found = parse_html(source) if mode else (source, entities)
        text, found = tidy(text, found)
        if utf16(text) > (TEXT_LIMIT if name == "text" else CAPTION_LIMIT):
            raise bad_request(too_long)
        content: Json = {name: text} if text else {}
        found = detect(text, [self._named(entity) for entity in found])
        if found:
            content["entities" if name == "text" else "caption_entities"] = found
        return content

    def _named(self, entity: Json) -> Json:
        if entity["type"] != "text_mention":
            return entity
        person = self.world.state.users.get(int(entity["user"]["id"]))
        if person is None:
            return {"type": "mention", "offset": entity["offset"], "length": entity["length"]}
        return entity | {"user": user_json(person)}
