"""What somebody wants, read out of a Telegram update. Pure: nothing here asks or changes anything."""

from dataclasses import dataclass

from telegram import CallbackQuery, ChatMember, ChatMemberUpdated, Message, Update, User

_OUTSIDE = (ChatMember.LEFT, ChatMember.BANNED)


@dataclass(frozen=True, slots=True)
class Who:
    """The person who acts. Names are untrusted text."""

    id: int
    name: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Where:
    """The chat, and the forum topic if there is one."""

    chat_id: int
    topic_id: int | None = None
    title: str = ""

    @property
    def is_private(self) -> bool:
        """Whether it is a person's own chat with the bot."""
        return self.chat_id > 0


@dataclass(frozen=True, slots=True)
class Intent:
    """Base of all intents; ``update_id`` is that of its update."""

    update_id: int

    @property
    def lane(self) -> str:
        """Intents of one lane are handled in order, lanes beside each other."""
        return ""


@dataclass(frozen=True, slots=True)
class Command(Intent):
    """A slash command, without slash and bot name, in lower case; ``args`` is the rest of the line."""

    who: Who
    where: Where
    name: str
    args: str = ""

    @property
    def lane(self) -> str:
        """The chat in which it was given."""
        return f"chat {self.where.chat_id}"


@dataclass(frozen=True, slots=True)
class Said(Intent):
    """A message in private that is no command."""

    who: Who
    where: Where
    text: str

    @property
    def lane(self) -> str:
        """The private chat."""
        return f"chat {self.where.chat_id}"


@dataclass(frozen=True, slots=True)
class Tap(Intent):
    """A button was pressed. The data says what it stood for; only ``who`` may be trusted."""

    who: Who
    where: Where | None
    query_id: str
    data: str
    message_id: int | None = None
    """The message that the button is under."""

    @property
    def lane(self) -> str:
        """The private chat; in a group people's taps do not wait for each other."""
        if self.where is None or self.where.is_private:
            return f"chat {self.who.id}"
        return f"chat {self.where.chat_id} person {self.who.id}"


@dataclass(frozen=True, slots=True)
class Left(Intent):
    """Somebody has left a group, or was removed from it."""

    who: Who
    where: Where

    @property
    def lane(self) -> str:
        """The group."""
        return f"chat {self.where.chat_id}"


@dataclass(frozen=True, slots=True)
class Migrated(Intent):
    """A group has become a supergroup."""

    old: int
    new: int

    @property
    def lane(self) -> str:
        """The new group."""
        return f"chat {self.new}"


@dataclass(frozen=True, slots=True)
class Renamed(Intent):
    """A group has a new title."""

    where: Where

    @property
    def lane(self) -> str:
        """The group."""
        return f"chat {self.where.chat_id}"


@dataclass(frozen=True, slots=True)
class Reach(Intent):
    """A person has blocked or unblocked the bot."""

    who: Who
    reachable: bool

    @property
    def lane(self) -> str:
        """The private chat."""
        return f"chat {self.who.id}"


@dataclass(frozen=True, slots=True)
class BotMoved(Intent):
    """The bot was put into a group or removed from it."""

    where: Where
    inside: bool

    @property
    def lane(self) -> str:
        """The group."""
        return f"chat {self.where.chat_id}"


@dataclass(frozen=True, slots=True)
class TopicOpen(Intent):
    """A forum topic was closed or opened again."""

    where: Where
    is_open: bool

    @property
    def lane(self) -> str:
        """The group."""
        return f"chat {self.where.chat_id}"


def read(update: Update, bot_name: str) -> Intent | None:
    """The intent of an update; None if it is nothing to us. ``bot_name`` is the bot's user name."""
    if update.callback_query is not None:
        return _tap(update.update_id, update.callback_query)
    if update.message is not None:
        return _message(update.update_id, update.message, bot_name)
    if update.my_chat_member is not None:
        return _own_standing(update.update_id, update.my_chat_member)
    if update.chat_member is not None:
        return _standing(update.update_id, update.chat_member)
    return None


def _who(user: User) -> Who:
    return Who(user.id, user.full_name, user.language_code or "en")


def _where(message: Message) -> Where:
    topic = message.message_thread_id if message.is_topic_message else None
    return Where(message.chat.id, topic, message.chat.title or "")


def _tap(update_id: int, query: CallbackQuery) -> Tap | None:
    if query.data is None:
        return None
    where = None
    if isinstance(query.message, Message):
        where = _where(query.message)
    elif query.message is not None:
        where = Where(query.message.chat.id, None, query.message.chat.title or "")
    message_id = query.message.message_id if query.message is not None else None
    return Tap(update_id, _who(query.from_user), where, query.id, query.data, message_id)


def _message(update_id: int, message: Message, bot_name: str) -> Intent | None:
    where = _where(message)
    service = _service(update_id, message, where)
    if service is not None:
        return service
    sender = message.from_user
    if sender is None or sender.is_bot or not message.text:
        return None
    if message.text.startswith("/"):
        return _command(update_id, message.text, _who(sender), where, bot_name)
    return Said(update_id, _who(sender), where, message.text) if where.is_private else None


def _service(update_id: int, message: Message, where: Where) -> Intent | None:
    if message.migrate_to_chat_id:
        return Migrated(update_id, message.chat.id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id:
        return Migrated(update_id, message.migrate_from_chat_id, message.chat.id)
    if message.left_chat_member is not None and not message.left_chat_member.is_bot:
        return Left(update_id, _who(message.left_chat_member), where)
    if message.new_chat_title:
        return Renamed(update_id, where)
    if message.forum_topic_closed is not None:
        return TopicOpen(update_id, where, is_open=False)
    if message.forum_topic_reopened is not None:
        return TopicOpen(update_id, where, is_open=True)
    return None


def _command(update_id: int, text: str, who: Who, where: Where, bot_name: str) -> Command | None:
    word, *args = text[1:].split() or [""]
    name, _, addressee = word.partition("@")
    if addressee and addressee.lower() != bot_name.lower():
        return None
    return Command(update_id, who, where, name.lower(), " ".join(args))


def _own_standing(update_id: int, update: ChatMemberUpdated) -> Intent:
    inside = update.new_chat_member.status not in _OUTSIDE
    if update.chat.id > 0:
        return Reach(update_id, _who(update.from_user), inside)
    return BotMoved(update_id, Where(update.chat.id, None, update.chat.title or ""), inside)


def _standing(update_id: int, update: ChatMemberUpdated) -> Intent | None:
    if update.new_chat_member.status not in _OUTSIDE:
        return None
    return Left(update_id, _who(update.new_chat_member.user), Where(update.chat.id, None, update.chat.title or ""))
