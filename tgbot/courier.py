"""Takes one chat's rows to Telegram, one request at a time, and deals with what goes wrong."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import structlog
from telegram.error import TelegramError

from storage.bindings import Bindings
from storage.clock import Clock
from storage.lanes import Lane, Plan
from storage.limits import Limits
from storage.outbox import Lease, Row, Shown
from tgbot import delivery
from tgbot.delivery import Api, Failure, Success, Trouble

log = structlog.get_logger(__name__)

_LONGEST_BACKOFF = 60.0
_LONG_OUTAGE = 30.0
"""Seconds without Telegram that are worth telling about."""


class Events(Protocol):
    """What the sender tells the rest of the bot. Each may come more than once; an error in it delays its chat only."""

    async def on_unreachable(self, table_id: str, chat_id: int) -> None:
        """A person blocked the bot or never started it, or the bot may not write to the group any more."""

    async def on_migrated(self, old: int, new: int) -> None:
        """A group has become a supergroup. Its bindings have been moved; its tables are still to be told."""

    async def on_outage(self, began: float, ended: float) -> None:
        """Telegram could not be reached between these times (Unix seconds)."""


class ChatLane(Lane):
    """The rows of one chat in one shard, and how far their sending has come."""

    def __init__(self, lease: Lease, chat_id: int) -> None:
        super().__init__()
        self.lease = lease
        self.chat_id = chat_id
        self.busy = False
        """A request is under way: let it end before stopping."""
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.tries = 0
        """Failures of the present head in a row."""
        self.resent: set[str] = set()
        """Ids of rows that were sent once more after a lost answer."""
        self.plain: set[str] = set()
        """Ids of rows whose markup Telegram refused."""
        self.unsettled: tuple[Sequence[Row], Success] | None = None
        """What was done at Telegram and not yet noted in the store."""

    def back_off(self) -> float:
        """Return the seconds to wait after one more failure."""
        self.tries += 1
        return min(_LONGEST_BACKOFF, 2.0 ** (self.tries - 1))


class Courier:
    """Sends heads of lanes."""

    def __init__(self, api: Api, limits: Limits, bindings: Bindings, clock: Clock, events: Events) -> None:
        self._api = api
        self._limits = limits
        self._bindings = bindings
        self._clock = clock
        self._events = events
        self._dead_topics: set[tuple[int, int]] = set()
        self._down_since: float | None = None

    async def step(self, lane: ChatLane, gather: float) -> float | None:
        """Make the lane's next request, if it may be made now.

        Args:
            lane: whose turn it is; never stepped by two tasks at once.
            gather: seconds that a change of a message in a group waits for others of the same burst.

        Returns:
            0.0 if something was done; the seconds to wait if nothing may be done yet; None if the lane is empty.

        Raises:
            LeaseLost: the lane is another worker's by now.
            RedisError: the store is out of reach; call again.
        """
        if lane.unsettled is not None:
            await self._settle(lane, *lane.unsettled)
        plan = lane.plan(self._clock.now())
        if plan is None:
            return None
        plan = self._aim(plan, lane.chat_id)
        shown = (await lane.lease.slots(plan.head.table_id)).get(plan.head.message.slot)
        if delivery.changes_nothing(plan, shown):
            await self._settle(lane, plan.covers, Success())
            return 0.0
        wait = await self._wait(lane, plan, shown, gather)
        return wait if wait > 0 else await self._send(lane, plan, shown)

    def _aim(self, plan: Plan, chat_id: int) -> Plan:
        """Point the plan to where the chat is now: the supergroup, no topic that is gone."""
        message = plan.head.message
        if plan.head.message_id is not None and message.chat_id != chat_id:
            return replace(plan, doing="nothing")  # a message number of the old chat means another one in the new
        topic = None if (chat_id, message.topic_id) in self._dead_topics else message.topic_id
        if (chat_id, topic) == (message.chat_id, message.topic_id):
            return plan
        message = message.model_copy(update={"chat_id": chat_id, "topic_id": topic})
        return replace(plan, head=replace(plan.head, message=message))

    async def _wait(self, lane: ChatLane, plan: Plan, shown: Shown | None, gather: float) -> float:
        """Return the seconds before this request may be made; if it is 0.0 it counts against the limits."""
        ready = plan.head.not_before
        if lane.chat_id < 0 and shown is not None and plan.doing in {"edit", "strip"}:
            ready = max(ready, plan.head.at + gather)
        wait = ready - self._clock.now()
        return wait if wait > 0 else await self._limits.take(lane.chat_id, lane.urgency())

    async def _send(self, lane: ChatLane, plan: Plan, shown: Shown | None) -> float:
        lane.busy = True
        try:
            if plan.head.maybe_sent and delivery.is_send(plan, shown):
                wait = await self._before_sending_again(lane, plan)
                if wait is not None:
                    return wait
            await lane.lease.mark(plan.head)
            outcome = await self._request(lane, plan, shown)
            if isinstance(outcome, Failure):
                wait = await self._failed(lane, plan, shown, outcome)
            else:
                lane.tries, wait = 0, 0.0
                await self._settle(lane, plan.covers, outcome)
            await self._note_outage(outcome)
            return wait
        finally:
            lane.busy = False

    async def _request(self, lane: ChatLane, plan: Plan, shown: Shown | None) -> Success | Failure:
        """Ask Telegram, but give up before the lease runs out: by then another worker may send the same row."""
        try:
            async with asyncio.timeout(lane.lease.seconds * 0.8):
                return await delivery.deliver(self._api, plan, shown, plain=plan.head.id in lane.plain)
        except TimeoutError:
            return Failure(Trouble.DOUBT, "no answer in time")

    async def _before_sending_again(self, lane: ChatLane, plan: Plan) -> float | None:
        """A former attempt may have arrived. What rings or asks goes out once more, when Telegram answers again.

        Returns:
            None to send it; 0.0 if it is given up; the seconds to wait if Telegram does not answer.
        """
        if plan.head.id in lane.resent or not _worth_twice(plan):
            log.warning("message may be lost", **_names(plan), resent=plan.head.id in lane.resent)
            await self._settle(lane, [plan.head], Success({plan.head.message.slot: None}))
            return 0.0
        try:
            await self._api.get_me()
        except TelegramError:
            return self._later(lane, plan.head, lane.back_off())
        return None

    def _later(self, lane: ChatLane, row: Row, seconds: float) -> float:
        lane.amend(row, not_before=self._clock.now() + seconds)
        return seconds

    async def _settle(self, lane: ChatLane, rows: Sequence[Row], success: Success) -> None:
        """Note what was done. If the store fails now, the next step notes it instead of sending again."""
        lane.unsettled = (rows, success)
        await lane.lease.done(rows, success.shown, success.follow)
        lane.unsettled = None
        lane.settle(rows)
        for row in rows:
            lane.resent.discard(row.id)
            lane.plain.discard(row.id)

    async def _failed(self, lane: ChatLane, plan: Plan, shown: Shown | None, failure: Failure) -> float:
        level = logging.ERROR if failure.trouble is Trouble.BROKEN else logging.INFO
        log.log(level, "request failed", **_names(plan), trouble=failure.trouble.value, reason=failure.reason)
        match failure.trouble:
            case Trouble.LIMIT:
                await self._limits.block(lane.chat_id, failure.retry_after)
                return await self._keep(lane, plan.head, failure.retry_after)
            case Trouble.DOUBT if delivery.is_send(plan, shown):
                if plan.head.maybe_sent:
                    lane.resent.add(plan.head.id)
                lane.amend(plan.head, maybe_sent=True)
                return self._later(lane, plan.head, lane.back_off())
            case Trouble.NETWORK | Trouble.DOUBT | Trouble.BROKEN:
                return await self._keep(lane, plan.head, lane.back_off())
            case Trouble.UNREACHABLE:
                await self._events.on_unreachable(plan.head.table_id, lane.chat_id)
                await self._settle(lane, plan.covers, Success())
            case Trouble.MIGRATED:
                await self._migrate(lane, failure.new_chat_id)
            case Trouble.MESSAGE_GONE:
                lane.lease.lost_sight(plan.head.table_id, plan.head.message.slot)
            case Trouble.TOPIC_GONE if plan.head.message.topic_id is not None:
                self._dead_topics.add((lane.chat_id, plan.head.message.topic_id))
                lane.lease.lost_sight(plan.head.table_id, plan.head.message.slot)
            case _:
                await self._refused(lane, plan, failure)
        return 0.0

    async def _keep(self, lane: ChatLane, row: Row, seconds: float) -> float:
        """Nothing was sent: try again later."""
        await lane.lease.requeue(row, self._clock.now() + seconds)
        return self._later(lane, row, seconds)

    async def _migrate(self, lane: ChatLane, new: int) -> None:
        old, lane.chat_id = lane.chat_id, new
        await self._bindings.move_chat(old, new)
        await self._events.on_migrated(old, new)

    async def _refused(self, lane: ChatLane, plan: Plan, failure: Failure) -> None:
        """Telegram refuses the content: once more without markup, then drop the row rather than hold up the chat."""
        log.error("message refused", **_names(plan), reason=failure.reason, dropped=plan.head.id in lane.plain)
        if plan.head.id in lane.plain:
            await self._settle(lane, plan.covers, Success())
        else:
            lane.plain.add(plan.head.id)

    async def drop(self, lane: ChatLane) -> None:
        """Drop the head, after an error that no retry mends."""
        plan = lane.plan(self._clock.now())
        if plan is not None:
            await self._settle(lane, [plan.head], Success())

    async def _note_outage(self, outcome: Success | Failure) -> None:
        now = self._clock.now()
        if isinstance(outcome, Failure) and outcome.trouble in {Trouble.NETWORK, Trouble.DOUBT}:
            self._down_since = self._down_since if self._down_since is not None else now
            return
        began, self._down_since = self._down_since, None
        if began is not None and now - began >= _LONG_OUTAGE:
            await self._events.on_outage(began, now)


def _worth_twice(plan: Plan) -> bool:
    """Better twice than never: what asks, what rings, and what carries newer content than the lost attempt."""
    message = plan.head.message
    return bool(message.keyboard) or not message.silent or len(plan.covers) > 1


def _names(plan: Plan) -> dict[str, object]:
    """What a log may say of a row: never its text."""
    head = plan.head
    return {"table": head.table_id, "slot": head.message.slot, "seq": head.seq, "doing": plan.doing}
