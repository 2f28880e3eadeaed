"""How updates get from Telegram to their handler, and none is lost: fetch, store, acknowledge; take and handle."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import structlog
from redis.exceptions import RedisError
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError
from telegram.ext import BaseUpdateProcessor, ExtBot

from storage.inbox import Inbox
from tgbot import intents
from tgbot.intents import Intent, Tap
from tgbot.saloon import Answer
from tgbot.tasks import end

log = structlog.get_logger(__name__)

ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member", "chat_member"]
AT_ONCE = 256
"""Updates handled at the same time by one process."""
_POLL_SECONDS = 30
_BLOCK_MS = 1000


@dataclass(frozen=True, slots=True)
class Received:
    """An intent and its entry in the inbox, to be called done when it is handled."""

    entry: str
    intent: Intent
    answer: Answer | None = None
    """Of a tap: its time runs from the moment it is taken out of the inbox."""


class Receiver(ExtBot[None]):
    """The library's bot, with updates as the JSON that came: one that cannot be read must not hold up the others."""

    async def raw_updates(self, offset: int | None) -> list[dict[str, Any]]:
        """Wait for updates; ``offset`` acknowledges all before it."""
        wanted = {"timeout": _POLL_SECONDS, "allowed_updates": ALLOWED_UPDATES, "offset": offset}
        updates: list[dict[str, Any]] = await self._post("getUpdates", wanted, read_timeout=_POLL_SECONDS + 10)
        return updates


class InOrder(BaseUpdateProcessor):
    """Handles the intents of one chat one after the other, those of different chats beside each other."""

    def __init__(self) -> None:
        super().__init__(AT_ONCE)
        self._lanes: dict[str, tuple[asyncio.Lock, int]] = {}

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_process_update(self, update: object, coroutine: "Awaitable[Any]") -> None:
        """Await the handler when the lane's earlier ones are through."""
        lane = update.intent.lane if isinstance(update, Received) else ""
        lock, users = self._lanes.get(lane, (asyncio.Lock(), 0))
        self._lanes[lane] = lock, users + 1
        try:
            async with lock:
                await coroutine
        finally:
            lock, users = self._lanes.pop(lane)
            if users > 1:
                self._lanes[lane] = lock, users - 1


async def fetch(bot: Receiver, inbox: Inbox) -> None:
    """Long polling: store each batch, and only then ask for the next, which acknowledges it. Runs until cancelled."""
    offset: int | None = None
    pause = 0.0
    while True:
        await asyncio.sleep(pause)
        try:
            if not await inbox.may_poll():
                offset, pause = None, inbox.lease_ms / 5000
                continue
            offset = await _fetch_once(bot, inbox, offset)
            pause = 0.0
        except Conflict:
            log.warning("another bot process polls with the same token")
            pause = 5.0
        except (TelegramError, RedisError) as error:
            log.warning("fetching updates failed", error=type(error).__name__)
            pause = min(30.0, pause * 2 or 1.0)


async def _fetch_once(bot: Receiver, inbox: Inbox, offset: int | None) -> int | None:
    updates = await bot.raw_updates(offset)
    await inbox.put([(update["update_id"], json.dumps(update)) for update in updates])
    return int(updates[-1]["update_id"]) + 1 if updates else offset


class Feeder:
    """Takes updates out of the inbox and hands them on as intents, never more than the bot can handle at once."""

    def __init__(self, bot: Bot, inbox: Inbox, hand_on: Callable[[Received], Awaitable[None]]) -> None:
        self._bot = bot
        self._inbox = inbox
        self._hand_on = hand_on
        self._free = asyncio.Semaphore(AT_ONCE)
        self._under_way: set[str] = set()

    async def run(self) -> None:
        """Feed until cancelled."""
        beat = asyncio.create_task(self._beat())
        try:
            await self._take()
        finally:
            await end([beat])

    async def _take(self) -> None:
        """Hand on what comes in; after a gap also what this worker had taken and could not finish."""
        joined = False
        while True:
            try:
                if not joined:
                    await self._inbox.join()
                    await self._feed(await self._inbox.mine())
                    joined = True
                await self._feed(await self._inbox.take(AT_ONCE // 4, _BLOCK_MS))
            except RedisError as error:
                log.warning("store out of reach", error=type(error).__name__)
                joined = False
                await asyncio.sleep(1.0)

    async def _beat(self) -> None:
        """Say that this worker lives, and take over from those that do not. Leases live by the machine's clock."""
        while True:
            with contextlib.suppress(RedisError):  # `_take` meets it too, and logs it
                await self._inbox.alive()
                await self._feed(await self._inbox.inherit())
            await asyncio.sleep(self._inbox.lease_ms / 3000)

    async def done(self, received: Received, *, handled: bool) -> None:
        """The handler has ended; an update that was not handled stays in the inbox for the next worker."""
        self._under_way.discard(received.entry)
        self._free.release()
        if handled:
            with contextlib.suppress(RedisError):  # it is handled once more then, and finds that it was
                await self._inbox.done(received.entry)

    async def _feed(self, entries: list[tuple[str, str]]) -> None:
        for entry, body in entries:
            intent = self._read(body)
            if intent is None:
                await self._inbox.done(entry)
            elif entry not in self._under_way:
                await self._free.acquire()
                self._under_way.add(entry)
                answer = Answer(self._bot, intent) if isinstance(intent, Tap) else None
                await self._hand_on(Received(entry, intent, answer))

    def _read(self, body: str) -> Intent | None:
        try:
            update = Update.de_json(json.loads(body), self._bot)
            return intents.read(update, self._bot.username)
        except Exception:
            log.exception("update cannot be read")
            return None
