"""How updates reach the bot: long polling, or a webhook with its retries."""

import asyncio
import logging
from typing import Any

import httpx

from tgbot.emulator.errors import ApiError
from tgbot.emulator.faults import Fault
from tgbot.emulator.methods import call
from tgbot.emulator.methods.base import Call
from tgbot.emulator.methods.updates import set_allowed
from tgbot.emulator.model import Json, Update
from tgbot.emulator.world import World

BATCH = 100
LONGEST_POLL = 50
WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
SECOND_POLLER = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
log = logging.getLogger(__name__)


class Polling:
    """getUpdates: one poll at a time, the newest wins."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.closing = False
        self._newest = 0

    async def get_updates(self, fields: dict[str, Any]) -> list[Json]:
        """Wait for updates from ``offset`` on; those before it are acknowledged and forgotten."""
        this = Call(self.world, fields)
        if self.world.state.webhook.url:
            raise ApiError(409, WEBHOOK_ACTIVE)
        self._newest += 1
        mine = self._newest
        with self.world.lock:
            set_allowed(this)
            self._acknowledge(this.integer("offset") or 0)
        timeout = min(max(this.integer("timeout") or 0, 0), LONGEST_POLL)
        await self._wait(mine, timeout)
        if self._newest != mine:
            raise ApiError(409, SECOND_POLLER)
        if self.world.state.webhook.url:
            raise ApiError(409, "Conflict: terminated by setWebhook request")
        limit = this.integer("limit") or BATCH
        return [update.wire() for update in self.world.state.updates[: min(max(limit, 1), BATCH)]]

    async def _wait(self, mine: int, seconds: int) -> None:
        self.world.pollers += 1
        self.world.signal.fire()
        try:
            await self.world.signal.wait_for(lambda: self._has_news(mine), seconds)
        finally:
            self.world.pollers -= 1

    def _has_news(self, mine: int) -> bool:
        state = self.world.state
        return bool(state.updates or state.webhook.url or self._newest != mine or self.closing)

    def _acknowledge(self, offset: int) -> None:
        updates = self.world.state.updates
        if offset < 0:
            self.world.drop_updates([update.id for update in updates[:offset]])
        elif offset <= self.world.state.last_update_id + 1:  # a later one dates from before the numbers jumped
            self.world.drop_updates([update.id for update in updates if update.id < offset])


class Pushing:
    """The webhook's side: posts each update until it is taken with 2xx, some at a time, in order of their ids."""

    def __init__(self, world: World, retry: float) -> None:
        self.world = world
        self.retry = retry
        self._in_flight: set[int] = set()
        self._held: set[int] = set()
        self._sent = 0

    async def run(self) -> None:
        """Push until cancelled."""
        async with httpx.AsyncClient(timeout=30) as client, asyncio.TaskGroup() as group:
            while True:
                await self.world.signal.wait_for(lambda: self._next() is not None)
                update = self._next()
                if update is not None:
                    self._in_flight.add(update.id)
                    group.create_task(self._push(client, update))

    def _next(self) -> Update | None:
        webhook = self.world.state.webhook
        if not webhook.url or len(self._in_flight - self._held) >= webhook.max_connections:
            return None
        return next((update for update in self.world.state.updates if update.id not in self._in_flight), None)

    async def _push(self, client: httpx.AsyncClient, update: Update) -> None:
        fault = self.world.faults.next("webhook", None)
        if fault is not None and fault.reorder:
            await self._hold(update)
        try:
            taken = await self._post(client, update, fault)
            if taken:
                self.world.drop_updates([update.id])
            else:
                await asyncio.sleep(self.retry)
        finally:
            self._in_flight.discard(update.id)
            self._sent += 1
            self.world.signal.fire()

    async def _hold(self, update: Update) -> None:
        sent = self._sent
        self._held.add(update.id)
        self.world.signal.fire()
        await self.world.signal.wait_for(lambda: self._sent > sent)
        self._held.discard(update.id)

    async def _post(self, client: httpx.AsyncClient, update: Update, fault: Fault | None) -> bool:
        lost = fault is not None and (fault.drop or fault.error is not None)
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        if fault is not None and lost and not fault.stored:
            return self._failed("Connection timed out")
        if fault is not None and fault.duplicate:
            await self._request(client, update)
        taken = await self._request(client, update)
        return self._failed("Read timeout expired") if lost else taken

    async def _request(self, client: httpx.AsyncClient, update: Update) -> bool:
        webhook = self.world.state.webhook
        headers = {"X-Telegram-Bot-Api-Secret-Token": webhook.secret_token} if webhook.secret_token else {}
        try:
            response = await client.post(webhook.url, json=update.wire(), headers=headers)
        except httpx.HTTPError as error:
            return self._failed(f"Connection failed: {type(error).__name__}")
        if not response.is_success:
            return self._failed(f"Wrong response from the webhook: {response.status_code} {response.reason_phrase}")
        self._call_in_reply(response)
        return True

    def _failed(self, reason: str) -> bool:
        webhook = self.world.state.webhook
        webhook.last_error_date, webhook.last_error_message = self.world.now(), reason
        return False

    def _call_in_reply(self, response: httpx.Response) -> None:
        """A webhook may answer with one method call, whose result it never learns."""
        if not response.headers.get("content-type", "").startswith("application/json"):
            return
        try:
            fields = response.json()
            if isinstance(fields, dict) and "method" in fields:
                call(self.world, str(fields.pop("method")), fields)
        except (ApiError, ValueError) as error:
            log.warning("webhook_reply_refused: %s", error)
