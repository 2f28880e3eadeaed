"""The world: making people and groups, keeping it all, and what each person's screen shows."""

import json
import time
from collections.abc import Callable, Iterable
from typing import Any

from tgbot.emulator.core import Core, locked
from tgbot.emulator.model import (
    Alert,
    CallRecord,
    Change,
    Chat,
    ChatCard,
    Json,
    Member,
    Query,
    Seen,
    Shown,
    State,
    User,
)
from tgbot.emulator.people import People
from tgbot.emulator.screens import card, menu_of, shown


class World(People):
    """People, chats and one bot.

    All actions are those of people and raise :class:`ActionError` where a client would not allow them. They may be
    called from any thread, take effect at once, and queue the updates that Telegram would send to the bot. Users and
    chats are meant by their ids; a person's private chat with the bot has the person's id. Times are whole seconds of
    ``clock``. ``faults`` and ``limits`` may be changed at any time.
    """

    def __init__(
        self,
        *,
        token: str = "123456:TEST",  # noqa: S107 - opens nothing outside this emulator
        username: str = "saloon_bot",
        name: str = "Saloon",
        privacy: bool = True,
        clock: Callable[[], float] = time.time,
        limits: bool = True,
    ) -> None:
        bot = User(id=int(token.partition(":")[0]), first_name=name, username=username, is_bot=True)
        super().__init__(State(token=token, bot=bot, privacy=privacy), clock, limits=limits)

    # -- keeping -------------------------------------------------------------------------------------------------

    @locked
    def dump(self, *, history: bool = True) -> str:
        """The whole world as JSON, with pending updates and files; without ``history`` what was seen is left out."""
        return self.state.model_dump_json(exclude=None if history else {"seen"})

    @classmethod
    def load(cls, dumped: str, *, clock: Callable[[], float] = time.time, limits: bool = True) -> "World":
        """The world that was dumped; ValueError if it does not fit."""
        world = cls.__new__(cls)
        Core.__init__(world, State.model_validate_json(dumped), clock, limits=limits)
        return world

    # -- making people and chats ---------------------------------------------------------------------------------

    @locked
    def add_user(
        self,
        first_name: str,
        *,
        user_id: int | None = None,
        last_name: str = "",
        username: str = "",
        language_code: str = "en",
        started: bool = False,
    ) -> User:
        """A new person; ``started`` as if they had pressed Start before, without an update."""
        if user_id is None:
            self.state.last_user_id += 1
            user_id = self.state.last_user_id
        user = User(
            id=user_id,
            first_name=first_name,
            last_name=last_name,
            username=username,
            language_code=language_code,
            started=started,
        )
        self.state.users[user.id] = user
        self.note("user", user_id=user.id)
        return user

    @locked
    def add_group(
        self,
        title: str,
        members: Iterable[int],
        *,
        kind: str = "supergroup",
        forum: bool = False,
        bot: str = "member",
        rights: Iterable[str] = (),
    ) -> Chat:
        """A new group whose creator is the first of ``members``.

        ``kind`` is group or supergroup (a forum is always the latter); ``bot`` is member, administrator (with
        ``rights``, by default all that a bot is commonly given) or left. The bot hears that it was added.
        """
        people = list(members)
        chat = self.new_chat("supergroup" if forum else kind, title, forum)
        for index, user_id in enumerate(people):
            chat.members[self.user(user_id).id] = Member(status="member" if index else "creator")
        self.note("chat", chat.id)
        if bot != "left":
            self.add_bot(people[0], chat.id, admin=bot == "administrator", rights=rights)
        return chat

    # -- screens -------------------------------------------------------------------------------------------------

    @locked
    def screen(self, user_id: int, chat_id: int, *, topic: int | None = None, latest: int | None = None) -> list[Shown]:
        """What this person sees in this chat now, oldest first; empty for who is not (or no longer) in it.

        ``latest``, 1 or more, gives only so many of the newest messages, and those that are pinned.
        """
        chat = self.chat(chat_id)
        if user_id not in self.audience(chat) or chat.deleted:
            return []
        messages = [m for m in chat.messages.values() if not m.deleted and topic in (None, m.thread_id)]
        if latest is not None:
            messages = [m for m in messages[:-latest] if m.id in chat.pinned] + messages[-latest:]
        return [shown(self.state, chat, message) for message in messages]

    @locked
    def alerts(self, user_id: int, *, since: int = 0) -> list[Alert]:
        """Toasts and alerts that this person was shown after change number ``since``, oldest first."""
        return [alert for alert in self.state.alerts if alert.user_id == user_id and alert.seq > since]

    @locked
    def seen(self, user_id: int, *, since: int = 0) -> list[Seen]:
        """Every text that ever came to this person: earlier versions of messages, button labels and their data,
        captions, polls, readable documents, toasts, tags; ``since`` leaves out what came up to that change number.
        """
        return [seen for seen in self.state.seen if seen.seq > since and user_id in seen.viewers]

    @locked
    def unanswered(self) -> list[Query]:
        """Taps whose button still shows the clock: no answerCallbackQuery yet."""
        return list(self.state.queries.values())

    @locked
    def menu(self, user_id: int, chat_id: int) -> list[Json]:
        """The commands that this person's menu offers in this chat, by scope and language as Telegram picks them."""
        return menu_of(self.state.commands, self.chat(chat_id), self.user(user_id))

    @locked
    def users(self) -> list[User]:
        """All people of this world."""
        return list(self.state.users.values())

    @locked
    def chats_of(self, user_id: int) -> list[ChatCard]:
        """This person's list of chats: the private one with the bot, then groups; a migrated group only once."""
        chats = [self.chat(user_id), *self.state.chats.values()]
        unique = {chat.id: chat for chat in chats if user_id in self.audience(chat) and not chat.deleted}
        return [card(self.state, chat) for chat in unique.values() if chat.migrated_to is None]

    @locked
    def calls(self, method: str | None = None, *, chat_id: int | None = None) -> list[CallRecord]:
        """The calls that the bot made, oldest first, refused ones included; only the latest 10,000 are kept."""
        return [call for call in self._calls if method in (None, call.method) and chat_id in (None, call.chat_id)]

    @locked
    def changes(self, since: int = 0) -> list[Change]:
        """The feed after number ``since``; only the latest 10,000 are kept."""
        return [change for change in self._changes if change.seq > since]

    async def wait_change(self, since: int, within: float | None = None) -> list[Change]:
        """The changes after ``since``, waiting for the first of them; empty after ``within`` seconds of real time."""
        await self.signal.wait_for(lambda: self.state.seq > since, within)
        return self.changes(since)

    async def wait_for(self, condition: Callable[[], Any], within: float = 5.0) -> None:
        """Wait until ``condition()`` holds, looking after every change; TimeoutError after so many real seconds."""
        if not await self.signal.wait_for(lambda: bool(condition()), within):
            raise TimeoutError(f"the world did not come to {condition!r} in {within} s: {json.dumps(self.summary())}")

    @locked
    def summary(self) -> Json:
        """Numbers that tell how far things are, for messages and health checks."""
        return {
            "seq": self.state.seq,
            "pollers": self.pollers,
            "pending_updates": len(self.state.updates),
            "unanswered": len(self.unanswered()),
            "messages": sum(len(chat.messages) for chat in self.state.chats.values()),
        }
