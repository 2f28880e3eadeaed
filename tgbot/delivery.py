"""One request to Telegram for one plan of the outbox, and what its answer means."""

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

import httpx
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram.constants import MessageLimit, ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut

from storage.lanes import Plan
from storage.outbox import FollowUp, Shown
from storage.shapes import Button, Outgoing

_TAG = re.compile(r"<[^>]*>")


class HasId(Protocol):
    """What the sender needs of a message that was sent."""

    @property
    def message_id(self) -> int:
        """Its number within the chat."""


class Api(Protocol):
    """The part of ``telegram.Bot`` that the sender uses."""

    async def send_message(
        self,
        chat_id: int,
        text: str,
        *,
        parse_mode: str | None,
        reply_markup: InlineKeyboardMarkup | None,
        disable_notification: bool,
        protect_content: bool,
        message_thread_id: int | None,
        link_preview_options: LinkPreviewOptions,
    ) -> HasId:
        """Send a text."""

    async def send_photo(
        self,
        chat_id: int,
        photo: str,
        *,
        caption: str,
        parse_mode: str | None,
        reply_markup: InlineKeyboardMarkup | None,
        disable_notification: bool,
        protect_content: bool,
        message_thread_id: int | None,
    ) -> HasId:
        """Send a picture."""

    async def edit_message_text(
        self,
        text: str,
        chat_id: int,
        message_id: int,
        *,
        parse_mode: str | None,
        reply_markup: InlineKeyboardMarkup | None,
        link_preview_options: LinkPreviewOptions,
    ) -> object:
        """Change a text and its keyboard."""

    async def edit_message_caption(
        self,
        chat_id: int,
        message_id: int,
        *,
        caption: str,
        parse_mode: str | None,
        reply_markup: InlineKeyboardMarkup | None,
    ) -> object:
        """Change the caption of a picture and its keyboard."""

    async def edit_message_media(
        self, media: InputMediaPhoto, chat_id: int, message_id: int, *, reply_markup: InlineKeyboardMarkup | None
    ) -> object:
        """Change a picture, its caption and its keyboard."""

    async def edit_message_reply_markup(
        self, chat_id: int, message_id: int, *, reply_markup: InlineKeyboardMarkup | None
    ) -> object:
        """Change a keyboard."""

    async def delete_message(self, chat_id: int, message_id: int) -> object:
        """Delete a message."""

    async def pin_chat_message(self, chat_id: int, message_id: int, *, disable_notification: bool) -> object:
        """Pin a message."""

    async def get_me(self) -> object:
        """Ask whether Telegram answers."""


class Trouble(Enum):
    """What stands in the way when a request failed."""

    LIMIT = "limit"
    """Too many requests for this chat; nothing was sent."""
    NETWORK = "network"
    """Telegram is out of reach; nothing was sent."""
    DOUBT = "doubt"
    """The answer got lost; it may have been sent."""
    UNREACHABLE = "unreachable"
    """The person blocked the bot, or the bot may not write to the group."""
    MIGRATED = "migrated"
    """The group has become a supergroup."""
    MESSAGE_GONE = "message_gone"
    """The message to be edited is gone or can't be edited."""
    TOPIC_GONE = "topic_gone"
    """The topic was deleted or closed."""
    BAD = "bad"
    """Telegram refuses this content."""
    BROKEN = "broken"
    """Something that should not happen: a wrong token, an unknown error."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that failed."""

    trouble: Trouble
    reason: str
    retry_after: float = 0.0
    new_chat_id: int = 0


@dataclass(frozen=True, slots=True)
class Success:
    """A request that did what it should: what the slot shows now, and what is to be done next."""

    shown: dict[str, Shown | None] = field(default_factory=dict)
    follow: tuple[FollowUp, ...] = ()


def is_send(plan: Plan, shown: Shown | None) -> bool:
    """Whether the plan makes a new message, which Telegram would make twice if asked twice."""
    return plan.doing == "new" or (plan.doing == "edit" and not _editable(plan.head.message, shown))


def changes_nothing(plan: Plan, shown: Shown | None) -> bool:
    """Whether the chat already looks as the plan wants it."""
    message = plan.head.message
    if plan.doing == "nothing":
        return True
    if plan.head.message_id is not None:
        return False
    if plan.doing in {"strip", "delete"} and (shown is None or shown.chat_id != message.chat_id):
        return True
    if plan.doing == "strip":
        return shown is not None and not shown.keyboard
    return plan.doing == "edit" and shown is not None and shown == _shown(message, shown.message_id)


async def deliver(api: Api, plan: Plan, shown: Shown | None, *, plain: bool = False) -> Success | Failure:
    """Make the one request that the plan needs.

    Args:
        api: the bot.
        plan: what is to be done.
        shown: the message that shows the slot now, if any.
        plain: send the text without markup, cut to length, after Telegram has refused it.
    """
    try:
        return await _do(api, plan, shown, plain)
    except BadRequest as error:
        return _bad_request(error, plan, shown)
    except TelegramError as error:
        return _failure(error)
    except TimeoutError:
        return Failure(Trouble.DOUBT, "no answer in time")


async def _do(api: Api, plan: Plan, shown: Shown | None, plain: bool) -> Success:
    message = plan.head.message
    target = plan.head.message_id or (shown.message_id if shown else 0)
    if plan.doing == "pin":
        await api.pin_chat_message(message.chat_id, target, disable_notification=True)
        return Success()
    if plan.doing == "strip":
        await api.edit_message_reply_markup(message.chat_id, target, reply_markup=None)
        return Success(_stripped(plan, shown))
    if plan.doing == "delete":
        await api.delete_message(message.chat_id, target)
        return Success({} if plan.head.message_id else {message.slot: None})
    if is_send(plan, shown):
        return _sent(plan, shown, await _send(api, message, plain))
    assert shown is not None
    await _edit(api, message, shown, plain)
    return Success({message.slot: _shown(message, shown.message_id)})


def _stripped(plan: Plan, shown: Shown | None) -> dict[str, Shown | None]:
    if shown is None or plan.head.message_id is not None:
        return {}
    return {plan.head.message.slot: shown.model_copy(update={"keyboard": ""})}


def _sent(plan: Plan, former: Shown | None, message_id: int) -> Success:
    message, follow = plan.head.message, []
    if former is not None and former.chat_id == message.chat_id:
        retire = "delete" if plan.doing == "edit" else message.retire
        if retire == "delete" or (retire == "strip" and former.keyboard):
            follow.append(FollowUp(retire, message.chat_id, message.slot, former.message_id, message.priority))
    if message.pin:
        follow.append(FollowUp("pin", message.chat_id, message.slot, message_id))
    return Success({message.slot: _shown(message, message_id)}, tuple(follow))


async def _send(api: Api, message: Outgoing, plain: bool) -> int:
    options: dict[str, Any] = {
        "reply_markup": markup(message.keyboard),
        "parse_mode": None if plain else ParseMode.HTML,
        "disable_notification": message.silent,
        "protect_content": message.protect,
        "message_thread_id": message.topic_id,
    }
    if message.photo is not None:
        text = _text(message, plain, MessageLimit.CAPTION_LENGTH)
        sent = await api.send_photo(message.chat_id, message.photo, caption=text, **options)
    else:
        text = _text(message, plain, MessageLimit.MAX_TEXT_LENGTH)
        options["link_preview_options"] = LinkPreviewOptions(is_disabled=True)
        sent = await api.send_message(message.chat_id, text, **options)
    return sent.message_id


async def _edit(api: Api, message: Outgoing, shown: Shown, plain: bool) -> None:
    where = (message.chat_id, shown.message_id)
    keyboard = markup(message.keyboard)
    parse_mode = None if plain else ParseMode.HTML
    caption = _text(message, plain, MessageLimit.CAPTION_LENGTH)
    if message.photo is None:
        text = _text(message, plain, MessageLimit.MAX_TEXT_LENGTH)
        preview = LinkPreviewOptions(is_disabled=True)
        await api.edit_message_text(
            text, *where, reply_markup=keyboard, parse_mode=parse_mode, link_preview_options=preview
        )
    elif message.photo == shown.photo:
        await api.edit_message_caption(*where, caption=caption, reply_markup=keyboard, parse_mode=parse_mode)
    else:
        media = InputMediaPhoto(message.photo, caption=caption, parse_mode=parse_mode)
        await api.edit_message_media(media, *where, reply_markup=keyboard)


def markup(keyboard: Sequence[Sequence[Button]]) -> InlineKeyboardMarkup | None:
    """Return the keyboard as Telegram wants it; None if it is empty."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(key.text, callback_data=key.data, url=key.url) for key in row] for row in keyboard]
    )


def _text(message: Outgoing, plain: bool, limit: int) -> str:
    return html.unescape(_TAG.sub("", message.text))[: limit - 1] if plain else message.text


def _editable(message: Outgoing, shown: Shown | None) -> bool:
    """A text can't become a picture, and messages of a group stay behind when it becomes a supergroup."""
    return shown is not None and shown.chat_id == message.chat_id and (shown.photo is None) == (message.photo is None)


def _shown(message: Outgoing, message_id: int) -> Shown:
    keyboard = "" if not message.keyboard else _digest(repr(message.keyboard))
    return Shown(
        chat_id=message.chat_id,
        message_id=message_id,
        text=_digest(message.text),
        keyboard=keyboard,
        photo=message.photo,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_UNREACHABLE = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "user_is_blocked",
    "not enough rights to send",
    "have no rights to send",
    "need administrator rights",
    "chat_write_forbidden",
    "bot is not a member",
    "group chat was deactivated",
)
_MESSAGE_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the message",
    "there is no caption in the message",
)
_TOPIC_GONE = ("thread not found", "topic_closed", "topic_deleted", "topic closed")


def _bad_request(error: BadRequest, plan: Plan, shown: Shown | None) -> Success | Failure:
    reason = error.message.lower()
    if "message is not modified" in reason and shown is not None:
        if plan.doing == "strip":
            return Success(_stripped(plan, shown))
        return Success({plan.head.message.slot: _shown(plan.head.message, shown.message_id)})
    for trouble, signs in (
        (Trouble.UNREACHABLE, _UNREACHABLE),
        (Trouble.TOPIC_GONE, _TOPIC_GONE),
    ):
        if any(sign in reason for sign in signs):
            return Failure(trouble, error.message)
    if plan.doing in {"strip", "delete", "pin"}:
        return _go_on_without(plan, shown, reason)
    if any(sign in reason for sign in _MESSAGE_GONE):
        return Failure(Trouble.MESSAGE_GONE, error.message)
    return Failure(Trouble.BAD, error.message)


def _go_on_without(plan: Plan, shown: Shown | None, reason: str) -> Success:
    """The message is gone, too old to be deleted, or the right to pin is missing: the game needs none of it."""
    message = plan.head.message
    if plan.doing == "pin" or (plan.doing == "strip" and plan.head.message_id is not None):
        return Success()
    gone: dict[str, Shown | None] = {} if plan.head.message_id else {message.slot: None}
    if plan.doing == "strip" or "can't be deleted" not in reason:
        return Success(gone)
    # Telegram deletes nothing older than 48 hours; at least its buttons must go.
    target = plan.head.message_id or (shown.message_id if shown else 0)
    return Success(gone, (FollowUp("strip", message.chat_id, message.slot, target),))


def _failure(error: TelegramError) -> Failure:
    if isinstance(error, RetryAfter):
        seconds = error.retry_after
        return Failure(
            Trouble.LIMIT, "429", retry_after=seconds if isinstance(seconds, int) else seconds.total_seconds()
        )
    if isinstance(error, ChatMigrated):
        return Failure(Trouble.MIGRATED, "migrated", new_chat_id=error.new_chat_id)
    if isinstance(error, Forbidden):
        return Failure(Trouble.UNREACHABLE, error.message)
    if isinstance(error, NetworkError):
        return Failure(Trouble.DOUBT if _may_have_arrived(error) else Trouble.NETWORK, type(error).__name__)
    return Failure(Trouble.BROKEN, type(error).__name__)


def _may_have_arrived(error: NetworkError) -> bool:
    """Whether Telegram may have acted on a request that ended in this error.

    A connection that was never made carried nothing; an answer of 5xx says that nothing was done.
    """
    cause = error.__cause__
    if isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout | httpx.UnsupportedProtocol):
        return False
    return isinstance(error, TimedOut) or isinstance(cause, httpx.HTTPError)
