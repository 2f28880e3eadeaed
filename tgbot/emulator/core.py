"""The state of the world and the few ways in which it changes; people and the Bot API both go through here."""

import functools
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar

from tgbot.emulator import wire
from tgbot.emulator.errors import ActionError
from tgbot.emulator.faults import Faults
from tgbot.emulator.limits import Limits
from tgbot.emulator.model import (
    CallRecord,
    Change,
    Chat,
    Json,
    Member,
    Message,
    Seen,
    State,
    StoredFile,
    Topic,
    Update,
    User,
)
from tgbot.emulator.signals import Signal

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="Core")

OPT_IN_UPDATES = {"chat_member", "message_reaction", "message_reaction_count"}
SERVICE_FIELDS = (
    "new_chat_members",
    "left_chat_member",
    "new_chat_title",
    "group_chat_created",
    "supergroup_chat_created",
    "migrate_to_chat_id",
    "migrate_from_chat_id",
    "pinned_message",
    "forum_topic_created",
    "forum_topic_edited",
    "forum_topic_closed",
    "forum_topic_reopened",
)
OWN_UPDATES = ("new_chat_title", "left_chat_member", "pinned_message", "migrate_to_chat_id", "migrate_from_chat_id")
UPDATE_LIFETIME = 24 * 3600
KEPT = 10_000


def locked(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let one thread at a time into the world."""

    @functools.wraps(method)
    def wrapper(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.lock:
            return method(self, *args, **kwargs)

    return wrapper


class Core:
    """State, clock, numbers, and the primitives: post, revise, erase, and telling the bot of it."""

    def __init__(self, state: State, clock: Callable[[], float] = time.time, *, limits: bool = True) -> None:
        self.state = state
        self.clock = clock
        self.limits = Limits(enabled=limits)
        self.faults = Faults()
        self.lock = threading.RLock()
        self.signal = Signal()
        self.pollers = 0
        self._changes: deque[Change] = deque(maxlen=KEPT)
        self._calls: deque[CallRecord] = deque(maxlen=KEPT)

    def now(self) -> int:
        """The world's time in whole seconds, as Telegram dates everything."""
        return int(self.clock())

    def note(
        self, kind: str, chat_id: int | None = None, message_id: int | None = None, user_id: int | None = None
    ) -> int:
        """Add an entry to the feed of changes and wake all who wait; its number."""
        self.state.seq += 1
        self._changes.append(
            Change(seq=self.state.seq, kind=kind, chat_id=chat_id, message_id=message_id, user_id=user_id)
        )
        self.signal.fire()
        return self.state.seq

    def record_call(self, method: str, chat_id: int | None, code: int) -> None:
        """Write down that the bot called a method."""
        self._calls.append(CallRecord(at=self.clock(), method=method, chat_id=chat_id, code=code))

    # -- looking up ----------------------------------------------------------------------------------------------

    def user(self, user_id: int) -> User:
        """The person (or bot) with this id."""
        try:
            return wire.sender_of(self.state, user_id)
        except KeyError:
            raise ActionError(f"there is no user {user_id}") from None

    def chat(self, chat_id: int) -> Chat:
        """The chat with this id; a person's private chat with the bot comes into being when first asked for."""
        if chat_id in self.state.users and chat_id not in self.state.chats:
            self.state.chats[chat_id] = Chat(id=chat_id, type="private", members={chat_id: Member()})
        if chat_id not in self.state.chats:
            raise ActionError(f"there is no chat {chat_id}")
        return self.state.chats[chat_id]

    def message(self, chat_id: int, message_id: int) -> Message:
        """The message with this id, deleted ones included."""
        try:
            return self.chat(chat_id).messages[message_id]
        except KeyError:
            raise ActionError(f"there is no message {message_id} in chat {chat_id}") from None

    def audience(self, chat: Chat) -> list[int]:
        """The people who read this chat."""
        return [user_id for user_id, member in chat.members.items() if member.inside and user_id in self.state.users]

    def bot_reads(self, chat: Chat) -> bool:
        """Whether updates of this chat reach the bot."""
        return chat.type == "private" or chat.member(self.state.bot.id).inside

    # -- messages ------------------------------------------------------------------------------------------------

    def post(
        self,
        chat: Chat,
        sender_id: int,
        content: Json,
        *,
        thread_id: int | None = None,
        reply_to: int | None = None,
        silent: bool = False,
    ) -> Message:
        """Put a message into a chat, show it to everybody there, and tell the bot if it is for it."""
        message = Message(
            id=chat.next_message_id,
            chat_id=chat.id,
            sender_id=sender_id,
            date=self.now(),
            content=content,
            thread_id=thread_id,
            reply_to=reply_to,
            silent=silent,
        )
        chat.next_message_id += 1
        chat.messages[message.id] = message
        self.expose(message, self.audience(chat), {}, self.note("message", chat.id, message.id, sender_id))
        if self._is_for_bot(chat, message):
            self.push("message", wire.message_json(self.state, message))
        return message

    def revise(self, message: Message, content: Json) -> None:
        """Replace what a message says; an edit by a person is told to the bot."""
        before = message.content
        if message.keyboard and content.get("reply_markup") != before.get("reply_markup"):
            message.earlier_keyboards.append(message.keyboard)
        message.content = content
        message.edit_date = self.now()
        chat = self.chat(message.chat_id)
        self.expose(message, self.audience(chat), before, self.note("edit", chat.id, message.id))
        if message.sender_id != self.state.bot.id and self._is_for_bot(chat, message):
            self.push("edited_message", wire.message_json(self.state, message))

    def erase(self, message: Message) -> None:
        """Delete a message for everyone."""
        message.deleted = True
        chat = self.chat(message.chat_id)
        if message.id in chat.pinned:
            chat.pinned.remove(message.id)
        self.note("delete", message.chat_id, message.id)

    def pin(self, message: Message, by: int, *, silent: bool = False) -> None:
        """Pin a message on top of the others, with the service message that Telegram makes of it."""
        chat = self.chat(message.chat_id)
        if message.id in chat.pinned:
            chat.pinned.remove(message.id)
        chat.pinned.append(message.id)
        self.note("pin", chat.id, message.id, by)
        self.post(chat, by, {"pinned_message": message.id}, thread_id=message.thread_id, silent=silent)

    def unpin(self, message: Message) -> None:
        """Take a pin away; Telegram says nothing in the chat."""
        chat = self.chat(message.chat_id)
        if message.id in chat.pinned:
            chat.pinned.remove(message.id)
            self.note("unpin", chat.id, message.id)

    def _is_for_bot(self, chat: Chat, message: Message) -> bool:
        bot = self.state.bot
        if message.sender_id == bot.id:
            return any(field in message.content for field in OWN_UPDATES)
        if not self.bot_reads(chat):
            return False
        if chat.type == "private" or not self.state.privacy or chat.member(bot.id).is_admin:
            return True
        return self._passes_privacy(chat, message)

    def _passes_privacy(self, chat: Chat, message: Message) -> bool:
        if any(field in message.content for field in SERVICE_FIELDS):
            return True
        reply = chat.messages.get(message.reply_to or 0)
        if reply is not None and reply.sender_id == self.state.bot.id:
            return True
        word = message.text.split(maxsplit=1)[0] if message.text.strip() else ""
        _, _, addressee = word.partition("@")
        return word.startswith("/") and addressee.lower() in ("", self.state.bot.username.lower())

    # -- what people see -----------------------------------------------------------------------------------------

    def expose(self, message: Message, viewers: list[int], before: Json, seq: int) -> None:
        """Write down every text of a message that was not already in ``before``."""
        known = set(_texts(before, self.state.files))
        for kind, text in _texts(message.content, self.state.files):
            if (kind, text) not in known:
                self.saw(seq, message.chat_id, message.id, kind, text, viewers)

    def saw(self, seq: int, chat_id: int, message_id: int, kind: str, text: str, viewers: list[int]) -> None:
        """Write down one text that these people have got to see."""
        if text:
            self.state.seen.append(
                Seen(
                    seq=seq,
                    date=self.now(),
                    chat_id=chat_id,
                    message_id=message_id,
                    kind=kind,
                    text=text,
                    viewers=list(viewers),
                )
            )

    # -- members -------------------------------------------------------------------------------------------------

    def set_member(self, chat: Chat, user_id: int, member: Member, by: int) -> None:
        """Change somebody's standing in a group and tell the bot what it is told of."""
        old = chat.member(user_id)
        chat.members[user_id] = member
        seq = self.note("member", chat.id, user_id=user_id)
        if member.inside and not old.inside and user_id in self.state.users:
            for message in chat.messages.values():
                if not message.deleted:
                    self.expose(message, [user_id], {}, seq)
        kind = "my_chat_member" if user_id == self.state.bot.id else "chat_member"
        if kind == "my_chat_member" or chat.member(self.state.bot.id).is_admin:
            self.push(kind, self._member_update(chat, user_id, old, member, by))

    def _member_update(self, chat: Chat, user_id: int, old: Member, new: Member, by: int) -> Json:
        user = self.user(user_id)
        return {
            "chat": wire.chat_json(self.state, chat),
            "from": wire.user_json(self.user(by)),
            "date": self.now(),
            "old_chat_member": wire.member_json(user, old),
            "new_chat_member": wire.member_json(user, new),
        }

    # -- chats and topics ----------------------------------------------------------------------------------------

    def new_chat(self, kind: str, title: str, forum: bool = False) -> Chat:
        """An empty group with the next free id."""
        self.state.last_group_id += 1
        number = self.state.last_group_id
        chat_id = -number if kind == "group" else -(1_000_000_000_000 + number)
        chat = Chat.model_validate({"id": chat_id, "type": kind, "title": title, "is_forum": forum})
        chat.next_message_id += forum  # 1 is the General topic, which bots may not name
        self.state.chats[chat.id] = chat
        return chat

    def topic(self, chat_id: int, topic_id: int) -> Topic:
        """The forum topic with this id."""
        try:
            return self.chat(chat_id).topics[topic_id]
        except KeyError:
            raise ActionError(f"there is no topic {topic_id} in chat {chat_id}") from None

    def open_topic(self, chat: Chat, by: int, name: str, icon_color: int = 7322096) -> Topic:
        """Open a topic with the service message whose id is its own."""
        if not chat.is_forum:
            raise ActionError(f"chat {chat.id} is no forum")
        topic = Topic(id=chat.next_message_id, name=name, icon_color=icon_color)
        chat.topics[topic.id] = topic
        service = {"forum_topic_created": {"name": name, "icon_color": icon_color}}
        self.post(chat, by, service, thread_id=topic.id)
        return topic

    def set_topic_closed(self, chat: Chat, by: int, topic: Topic, closed: bool) -> None:
        """Close or reopen a topic, with its service message."""
        topic.closed = closed
        self.post(chat, by, {"forum_topic_closed" if closed else "forum_topic_reopened": {}}, thread_id=topic.id)

    def remove_topic(self, chat: Chat, topic: Topic) -> None:
        """Delete a topic and all that was written in it."""
        del chat.topics[topic.id]
        for message in chat.messages.values():
            if message.thread_id == topic.id and not message.deleted:
                self.erase(message)

    # -- updates -------------------------------------------------------------------------------------------------

    def push(self, kind: str, body: Json) -> None:
        """Queue an update for the bot if it asked for this kind."""
        wanted = self.state.allowed_updates
        if (kind not in wanted) if wanted else (kind in OPT_IN_UPDATES):
            return
        self.state.last_update_id += 1
        self.state.updates.append(Update(id=self.state.last_update_id, kind=kind, body=body, date=self.now()))
        self.signal.fire()

    def drop_updates(self, ids: Iterable[int]) -> None:
        """Forget updates: acknowledged ones, and those older than a day."""
        gone = set(ids)
        oldest = self.now() - UPDATE_LIFETIME
        self.state.updates = [u for u in self.state.updates if u.id not in gone and u.date >= oldest]
        self.signal.fire()

    # -- files ---------------------------------------------------------------------------------------------------

    def store_file(self, kind: str, name: str, content: bytes, **meta: Any) -> StoredFile:
        """Keep an uploaded file under a new id."""
        self.state.last_file_id += 1
        file = StoredFile(id=f"{kind}-{self.state.last_file_id}", name=name, kind=kind, content=content, meta=meta)
        self.state.files[file.id] = file
        return file


def _texts(content: Json, files: dict[str, StoredFile]) -> list[tuple[str, str]]:
    """Every text in a message's content, with its kind."""
    found: list[tuple[str, str]] = [
        (kind, content[kind]) for kind in ("text", "caption") if isinstance(content.get(kind), str)
    ]
    for row in content.get("reply_markup", {}).get("inline_keyboard", []):
        for button in row:
            found.append(("button", button["text"]))
            found.append(("data", button.get("callback_data", button.get("url", ""))))
            found.append(("button", button.get("copy_text", {}).get("text", "")))
    entities = [*content.get("entities", []), *content.get("caption_entities", [])]
    found += [("data", entity.get("url", "")) for entity in entities]
    poll = content.get("poll")
    if poll:
        found += [("poll", poll["question"]), *(("poll", option["text"]) for option in poll["options"])]
        found.append(("poll", poll.get("explanation", "")))
    document = content.get("document")
    if document:
        found.append(("document", document.get("file_name", "")))
        found.append(("document", _readable(files.get(document["file_id"]))))
    for field in ("forum_topic_created", "forum_topic_edited"):
        found.append(("service", content.get(field, {}).get("name", "")))
    found.append(("service", content.get("new_chat_title", "")))
    return found


def _readable(file: StoredFile | None) -> str:
    if file is None:
        return ""
    try:
        return file.content.decode()
    except UnicodeDecodeError:
        return ""
