"""What people do at their clients: write, tap, come and go, and run their groups."""

from collections.abc import Iterable
from urllib.parse import parse_qs, urlparse

from tgbot.emulator import wire
from tgbot.emulator.core import Core, locked
from tgbot.emulator.errors import ActionError
from tgbot.emulator.html import detect
from tgbot.emulator.model import ADMIN_RIGHTS, Chat, Json, Member, Message, Query, Topic

SELDOM_GIVEN = {"can_promote_members", "can_post_stories", "can_edit_stories", "can_delete_stories"}


class People(Core):
    """The actions of people; each raises :class:`ActionError` where a client would not allow it."""

    # -- writing and tapping -------------------------------------------------------------------------------------

    @locked
    def jump_update_ids(self, next_id: int) -> None:
        """Let updates go on from another number, as Telegram does after a quiet week; it may be a lower one."""
        self.state.last_update_id = next_id - 1

    @locked
    def say(
        self, user_id: int, chat_id: int, text: str, *, topic: int | None = None, reply_to: int | None = None
    ) -> Message:
        """Write a message; in private this starts the bot. Commands and mentions get their entities."""
        chat = self._place(user_id, chat_id)
        if chat.type == "private":
            self._start_private(user_id)
        self._check_topic(chat, user_id, topic)
        if chat.member(user_id).status == "restricted":
            raise ActionError(f"user {user_id} may not write in chat {chat_id}")
        content: Json = {"text": text}
        entities = detect(text, [])
        if entities:
            content["entities"] = entities
        return self.post(chat, user_id, content, thread_id=topic, reply_to=reply_to)

    @locked
    def start(self, user_id: int, payload: str = "") -> Message:
        """Press Start in the private chat, as a deep link with ``payload`` does; unblocks the bot if need be."""
        self.unblock(user_id)
        return self.say(user_id, user_id, f"/start {payload}".strip())

    @locked
    def tap(self, user_id: int, chat_id: int, message_id: int, button: str) -> str | None:
        """Tap an inline button, named by its label or its data; the id of the callback query.

        A button that the message had earlier, or data that it never had, is delivered all the same: clients race. A
        button with a link opens it, and then there is no query.
        """
        self._place(user_id, chat_id)
        if chat_id == user_id and self.user(user_id).blocked:
            raise ActionError(f"user {user_id} has blocked the bot")
        message = self.message(chat_id, message_id)
        found = _find_button(message, button)
        if found is not None and "callback_data" not in found:
            if "url" in found:
                self.open_link(user_id, found["url"])
            return None
        return self._ask(user_id, message, found["callback_data"] if found else button)

    @locked
    def press(self, user_id: int, chat_id: int, button: str) -> str | None:
        """Tap the button so labelled (or with this data) on the newest message that shows it now."""
        for message in reversed(self._place(user_id, chat_id).messages.values()):
            buttons = [b for row in message.keyboard for b in row] if not message.deleted else []
            if any(button in (b["text"], b.get("callback_data")) for b in buttons):
                return self.tap(user_id, chat_id, message.id, button)
        raise ActionError(f"no message in chat {chat_id} shows a button {button!r}")

    def _ask(self, user_id: int, message: Message, data: str) -> str:
        self.state.last_query_id += 1
        query = Query(
            id=str(self.state.last_query_id),
            user_id=user_id,
            chat_id=message.chat_id,
            message_id=message.id,
            data=data,
            date=self.now(),
        )
        self.state.queries[query.id] = query
        self.note("tap", message.chat_id, message.id, user_id)
        body = {
            "id": query.id,
            "from": wire.user_json(self.user(user_id)),
            "message": wire.message_json(self.state, message),
            "chat_instance": str(1_000_000_000_000 + abs(message.chat_id)),
            "data": data,
        }
        self.push("callback_query", body)
        return query.id

    @locked
    def edit(self, user_id: int, chat_id: int, message_id: int, text: str) -> None:
        """Change the text of one's own message."""
        message = self.message(chat_id, message_id)
        if message.sender_id != user_id or message.deleted:
            raise ActionError(f"message {message_id} is not {user_id}'s to edit")
        self.revise(message, message.content | {"text": text, "entities": detect(text, [])})

    @locked
    def delete(self, user_id: int, chat_id: int, message_id: int) -> None:
        """Delete a message for everyone: one's own, or any as an admin with the right; in private any."""
        chat, message = self._place(user_id, chat_id), self.message(chat_id, message_id)
        own = message.sender_id == user_id or chat.type == "private"
        if not own and not chat.member(user_id).can("can_delete_messages"):
            raise ActionError(f"message {message_id} is not {user_id}'s to delete")
        self.erase(message)

    @locked
    def react(self, user_id: int, chat_id: int, message_id: int, emoji: str | None) -> None:
        """Set (or with None take back) a reaction; the bot hears of it as an admin that asked for it."""
        chat, message = self._place(user_id, chat_id), self.message(chat_id, message_id)
        old = message.reactions.get(user_id, [])
        new: list[Json] = [{"type": "emoji", "emoji": emoji}] if emoji else []
        message.reactions[user_id] = new
        self.note("reaction", chat_id, message_id, user_id)
        if chat.type == "private" or chat.member(self.state.bot.id).is_admin:
            body = {
                "chat": wire.chat_json(self.state, chat),
                "message_id": message_id,
                "user": wire.user_json(self.user(user_id)),
                "date": self.now(),
                "old_reaction": old,
                "new_reaction": new,
            }
            self.push("message_reaction", body)

    @locked
    def vote(self, user_id: int, chat_id: int, message_id: int, options: list[int]) -> None:
        """Vote in a poll by the numbers of its options; an empty list takes the vote back."""
        self._place(user_id, chat_id)
        message = self.message(chat_id, message_id)
        poll = message.content.get("poll")
        if not poll or poll["is_closed"] or any(not 0 <= number < len(poll["options"]) for number in options):
            raise ActionError(f"message {message_id} is not a poll open for {options}")
        message.votes[user_id] = options
        poll = _counted(poll, message.votes)
        message.content = message.content | {"poll": poll}
        self.note("vote", chat_id, message_id, user_id)
        if poll["is_anonymous"]:
            self.push("poll", poll)
        else:
            user = wire.user_json(self.user(user_id))
            chosen_ids = [poll["options"][number]["persistent_id"] for number in options]
            answer = {"poll_id": poll["id"], "user": user, "option_ids": options}
            self.push("poll_answer", answer | {"option_persistent_ids": chosen_ids})

    @locked
    def open_link(self, user_id: int, url: str, *, chat_id: int | None = None) -> Message | None:
        """Follow a link of this bot: ``?start=`` starts it with the payload; ``?startgroup=`` adds it to ``chat_id``,
        with the rights of ``&admin=`` if the person may give them. A link to a message does nothing.
        """
        parts = urlparse(url)
        if parts.netloc not in ("t.me", "telegram.me") or parts.path.startswith("/c/"):
            return None
        if parts.path.strip("/").lower() != self.state.bot.username.lower():
            raise ActionError(f"{url} is not a link of @{self.state.bot.username}")
        fields = parse_qs(parts.query, keep_blank_values=True)
        if "startgroup" not in fields:
            return self.start(user_id, fields.get("start", [""])[0])
        if chat_id is None:
            raise ActionError("choose the group for a ?startgroup= link: chat_id=")
        rights = [f"can_{name}" for name in fields.get("admin", [""])[0].split() if name]
        self.add_bot(user_id, chat_id, admin=bool(rights), rights=rights)
        return self.say(user_id, chat_id, f"/start@{self.state.bot.username} {fields['startgroup'][0]}".strip())

    # -- coming, going, rights -----------------------------------------------------------------------------------

    @locked
    def join(self, user_id: int, chat_id: int) -> None:
        """Join a group, or come back."""
        chat = self.chat(chat_id)
        if chat.member(user_id).inside:
            return
        self.set_member(chat, user_id, Member(), user_id)
        self.post(chat, user_id, {"new_chat_members": [wire.user_json(self.user(user_id))]})

    @locked
    def leave(self, user_id: int, chat_id: int) -> None:
        """Leave a group."""
        self._depart(self._place(user_id, chat_id), user_id, user_id, "left")

    @locked
    def kick(self, by: int, chat_id: int, user_id: int) -> None:
        """Remove somebody, or the bot, from a group."""
        self._depart(self._place(by, chat_id), user_id, by, "kicked")

    def _depart(self, chat: Chat, user_id: int, by: int, status: str) -> None:
        self.post(chat, by, {"left_chat_member": wire.user_json(self.user(user_id))})
        self.set_member(chat, user_id, Member.model_validate({"status": status}), by)

    @locked
    def add_bot(self, by: int, chat_id: int, *, admin: bool = False, rights: Iterable[str] = ()) -> None:
        """Put the bot into a group; the bot hears of it as ``my_chat_member`` and by the service message."""
        chat = self._place(by, chat_id)
        given = set(rights) or set(ADMIN_RIGHTS) - SELDOM_GIVEN
        old = chat.member(self.state.bot.id)
        member = Member(status="administrator", rights=given) if admin else Member()
        self.set_member(chat, self.state.bot.id, member, by)
        if not old.inside:
            self.post(chat, by, {"new_chat_members": [wire.user_json(self.state.bot)]})

    @locked
    def promote(self, by: int, chat_id: int, user_id: int, rights: Iterable[str] | None = None) -> None:
        """Make somebody (or the bot) an administrator with ``rights``; without them all common ones."""
        chat = self._place(by, chat_id)
        if not chat.member(user_id).inside:
            raise ActionError(f"user {user_id} is not in chat {chat_id}")
        given = set(ADMIN_RIGHTS) - SELDOM_GIVEN if rights is None else set(rights)
        tag = chat.member(user_id).tag
        self.set_member(chat, user_id, Member(status="administrator", rights=given, tag=tag), by)

    @locked
    def demote(self, by: int, chat_id: int, user_id: int) -> None:
        """Make an administrator, or somebody muted, an ordinary member again."""
        chat = self._place(by, chat_id)
        self.set_member(chat, user_id, Member(tag=chat.member(user_id).tag), by)

    @locked
    def mute(self, by: int, chat_id: int, user_id: int) -> None:
        """Take the right to write from somebody, or from the bot."""
        chat = self._place(by, chat_id)
        self.set_member(chat, user_id, Member(status="restricted", tag=chat.member(user_id).tag), by)

    @locked
    def block(self, user_id: int) -> None:
        """Stop the bot from writing to this person."""
        self._set_blocked(user_id, True)

    @locked
    def unblock(self, user_id: int) -> None:
        """Let the bot write again."""
        self._set_blocked(user_id, False)

    def _set_blocked(self, user_id: int, blocked: bool) -> None:
        user, chat = self.user(user_id), self.chat(user_id)
        if user.blocked == blocked:
            return
        user.blocked = blocked
        self.note("user", chat.id, user_id=user_id)
        old, new = ("member", "kicked") if blocked else ("kicked", "member")
        statuses = [wire.member_json(self.state.bot, Member.model_validate({"status": s})) for s in (old, new)]
        body = {
            "chat": wire.chat_json(self.state, chat),
            "from": wire.user_json(user),
            "date": self.now(),
            "old_chat_member": statuses[0],
            "new_chat_member": statuses[1],
        }
        self.push("my_chat_member", body)

    def _start_private(self, user_id: int) -> None:
        user = self.user(user_id)
        if user.blocked:
            raise ActionError(f"user {user_id} has blocked the bot")
        if not user.started:
            user.started = True
            self.note("user", user_id, user_id=user_id)

    # -- groups and topics ---------------------------------------------------------------------------------------

    @locked
    def rename(self, user_id: int, chat_id: int, title: str) -> None:
        """Give a group another title."""
        chat = self._place(user_id, chat_id)
        chat.title = title
        self.post(chat, user_id, {"new_chat_title": title})

    @locked
    def migrate(self, chat_id: int) -> Chat:
        """Upgrade a group to a supergroup: a new chat with a new id, a service message in each, the old one closed."""
        old = self.chat(chat_id)
        if old.type != "group" or old.migrated_to:
            raise ActionError(f"chat {chat_id} is no group to upgrade")
        new = self.new_chat("supergroup", old.title)
        new.members = {user_id: member.model_copy(deep=True) for user_id, member in old.members.items()}
        creator = next(user_id for user_id, member in old.members.items() if member.status == "creator")
        self.post(old, creator, {"migrate_to_chat_id": new.id})
        old.migrated_to = new.id
        self.note("chat", new.id)
        self.post(new, creator, {"migrate_from_chat_id": old.id})
        return new

    @locked
    def delete_group(self, chat_id: int) -> None:
        """Delete a group for everyone."""
        self.chat(chat_id).deleted = True
        self.note("chat", chat_id)

    @locked
    def create_topic(self, user_id: int, chat_id: int, name: str) -> Topic:
        """Open a topic in a forum; its id is the thread id for :meth:`say` and the Bot API."""
        return self.open_topic(self._place(user_id, chat_id), user_id, name)

    @locked
    def close_topic(self, user_id: int, chat_id: int, topic: int) -> None:
        """Close a topic: only admins who manage topics may write in it."""
        self.set_topic_closed(self._place(user_id, chat_id), user_id, self.topic(chat_id, topic), True)

    @locked
    def reopen_topic(self, user_id: int, chat_id: int, topic: int) -> None:
        """Open a closed topic again."""
        self.set_topic_closed(self._place(user_id, chat_id), user_id, self.topic(chat_id, topic), False)

    @locked
    def delete_topic(self, user_id: int, chat_id: int, topic: int) -> None:
        """Delete a topic with all its messages."""
        self.remove_topic(self._place(user_id, chat_id), self.topic(chat_id, topic))

    # -- checks --------------------------------------------------------------------------------------------------

    def _place(self, user_id: int, chat_id: int) -> Chat:
        """The chat, if this person can act in it."""
        self.user(user_id)
        chat = self.chat(chat_id)
        if not chat.member(user_id).inside:
            raise ActionError(f"user {user_id} is not in chat {chat_id}")
        if chat.deleted or chat.migrated_to:
            raise ActionError(f"chat {chat_id} is closed")
        return chat

    def _check_topic(self, chat: Chat, user_id: int, topic: int | None) -> None:
        closed = topic is not None and self.topic(chat.id, topic).closed
        if closed and not chat.member(user_id).can("can_manage_topics"):
            raise ActionError(f"topic {topic} is closed")


def _counted(poll: Json, votes: dict[int, list[int]]) -> Json:
    """The poll with its votes counted anew."""
    options = [
        option | {"voter_count": sum(number in chosen for chosen in votes.values())}
        for number, option in enumerate(poll["options"])
    ]
    return poll | {"options": options, "total_voter_count": sum(bool(chosen) for chosen in votes.values())}


def _find_button(message: Message, button: str) -> Json | None:
    """The button with this label or data, on the message now or earlier."""
    for rows in [message.keyboard, *reversed(message.earlier_keyboards)]:
        for key in ("text", "callback_data"):
            for row in rows:
                for found in row:
                    if found.get(key) == button:
                        return found
    return None
