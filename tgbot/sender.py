"""Delivers the outbox: each chat in order, all chats beside each other, within Telegram's limits, nothing lost.

A worker leases shards and keeps their rows in lanes, one a chat. Each lane with rows has a task that sends its head,
waits as long as it must, and looks again: what came meanwhile is folded into one edit.
"""

import asyncio
import contextlib
import traceback
from typing import Self

import structlog
from redis.exceptions import RedisError

from storage import keys
from storage.bindings import Bindings
from storage.clock import Clock
from storage.errors import LeaseLost
from storage.limits import Limits
from storage.outbox import Lease, Outbox
from storage.wake import woken
from tgbot.courier import ChatLane, Courier, Events
from tgbot.delivery import Api
from tgbot.tasks import end

log = structlog.get_logger(__name__)

GATHER = 1.5
"""Seconds that a change of a message in a group waits for others of the same burst."""
_RESCAN = 60.0
"""Seconds after which all outboxes are read again, in case a wake-up was lost."""
_POISON = 5
"""Failures in a row, none of them Telegram's or the store's, after which a row is dropped."""


class Sender:
    """Sends what the outboxes hold. ``async with`` runs it in the background and gives its leases back at the end."""

    def __init__(
        self,
        api: Api,
        outbox: Outbox,
        limits: Limits,
        bindings: Bindings,
        clock: Clock,
        events: Events,
        gather: float = GATHER,
    ) -> None:
        self._outbox = outbox
        self._bindings = bindings
        self._clock = clock
        self._gather = gather
        self._courier = Courier(api, limits, bindings, clock, events)
        self._leases: dict[int, Lease] = {}
        self._lanes: dict[tuple[int, int], ChatLane] = {}
        self._moved: dict[int, int] = {}
        self._dirty: set[int] = set()
        """Shards whose outbox may have something new."""
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def __aenter__(self) -> Self:
        """Start sending."""
        self._stopping = False
        self._tasks = [asyncio.create_task(work) for work in (self._keep_leases(), self._listen(), self._read_on())]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let the requests under way end, and give the leases back."""
        self._stopping = True
        working = [(lane, lane.task) for lane in self._lanes.values() if lane.task is not None]
        await end([*self._tasks, *(task for lane, task in working if not lane.busy)])
        await asyncio.gather(*(task for _, task in working), return_exceptions=True)
        for lease in self._leases.values():
            with contextlib.suppress(RedisError):
                await lease.release()
        self._leases.clear()
        self._lanes.clear()

    @property
    def shards(self) -> list[int]:
        """The shards that are this worker's at the moment; it may keep their deadlines too."""
        return list(self._leases)

    async def flush(self) -> float | None:
        """Send at once all that may be sent now, without gathering. Not beside a running sender: for tests and tools.

        Returns:
            the seconds after which the next row may go; None if none is left.
        """
        await self._lease_free_shards()
        self._dirty.update(self._leases)
        while True:
            await self._read_dirty()
            waits = [wait for lane in list(self._lanes.values()) if (wait := await self._drain(lane)) is not None]
            if not self._dirty:
                return min([*waits, *self._until_due()], default=None)

    async def _drain(self, lane: ChatLane) -> float | None:
        while (wait := await self._step(lane, 0.0)) == 0.0:
            pass
        return wait

    # Leases. They live by Redis's own clock, so they are kept by the machine's and not by the injected one.

    async def _keep_leases(self) -> None:
        while True:
            try:
                await self._renew()
                await self._lease_free_shards()
            except RedisError as error:
                log.warning("store out of reach", error=type(error).__name__)
            await asyncio.sleep(self._outbox.lease_ms / 3000)

    async def _renew(self) -> None:
        for shard, lease in list(self._leases.items()):
            try:
                await lease.renew()
            except LeaseLost:
                self._lose(shard)

    async def _lease_free_shards(self) -> None:
        for shard in range(keys.SHARDS):
            if shard not in self._leases and (lease := await self._outbox.lease(shard)):
                self._leases[shard] = lease
                self._note(shard)

    def _lose(self, shard: int) -> None:
        """Another worker has the shard: stop all that concerns it."""
        log.warning("lease lost", shard=shard)
        self._leases.pop(shard, None)
        for key in [key for key in self._lanes if key[0] == shard]:
            lane = self._lanes.pop(key)
            if lane.task is not None and not lane.busy:
                lane.task.cancel()

    # Reading

    async def _listen(self) -> None:
        """Note which shards have news, from the store's own message; after a gap, all of them."""
        while True:
            try:
                async for shard in woken(self._outbox.redis):
                    for number in [shard] if shard >= 0 else list(self._leases):
                        self._note(number)
            except RedisError as error:
                log.warning("store out of reach", error=type(error).__name__)
            await asyncio.sleep(1.0)

    def _note(self, shard: int) -> None:
        self._dirty.add(shard)
        self._news.set()

    async def _read_on(self) -> None:
        while True:
            await self._wait_for(self._news, min([_RESCAN, *self._until_due()]))
            if not self._news.is_set():
                self._dirty.update(self._overdue() or self._leases)
            self._news.clear()
            try:
                await self._read_dirty()
            except RedisError as error:
                log.warning("store out of reach", error=type(error).__name__)
                self._dirty.update(self._leases)
                await asyncio.sleep(1.0)

    def _until_due(self) -> list[float]:
        """Seconds until each shard has a row that was to be sent later."""
        dues = [lease.next_due for lease in self._leases.values() if lease.next_due is not None]
        return [max(0.0, due - self._clock.now()) for due in dues]

    def _overdue(self) -> list[int]:
        now = self._clock.now()
        return [shard for shard, lease in self._leases.items() if lease.next_due is not None and lease.next_due <= now]

    async def _read_dirty(self) -> None:
        while self._dirty:
            shard = self._dirty.pop()
            lease = self._leases.get(shard)
            if lease is None:
                continue
            for row in await lease.read():
                lane = await self._lane(lease, row.message.chat_id)
                lane.add([row])
                lane.changed.set()
                self._work_on(lane)

    async def _lane(self, lease: Lease, chat_id: int) -> ChatLane:
        chat_id = self._moved.get(chat_id, chat_id)
        lane = self._lanes.get((lease.shard, chat_id))
        if lane is None:
            now_at = await self._bindings.moved_to(chat_id) if chat_id < 0 else chat_id
            if now_at != chat_id:
                self._moved[chat_id] = now_at
                return await self._lane(lease, now_at)
            lane = self._lanes[lease.shard, chat_id] = ChatLane(lease, chat_id)
        return lane

    # Working

    def _work_on(self, lane: ChatLane) -> None:
        if self._tasks and (lane.task is None or lane.task.done()):
            lane.task = asyncio.create_task(self._work(lane))

    async def _work(self, lane: ChatLane) -> None:
        while not self._stopping:
            lane.changed.clear()
            wait = await self._step(lane, self._gather)
            if wait is None:
                return
            if wait > 0:
                await self._wait_for(lane.changed, wait)

    async def _step(self, lane: ChatLane, gather: float) -> float | None:
        """Step, and let no error reach another chat."""
        chat_id, shard = lane.chat_id, lane.lease.shard
        try:
            return await self._courier.step(lane, gather)
        except LeaseLost:
            self._lose(shard)
            return None
        except RedisError as error:
            log.warning("store out of reach", error=type(error).__name__)
            return lane.back_off()
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not stop the other chats
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{where.filename}:{where.lineno}"
            # Not log.exception: the error's own words may carry a message's text.
            log.error("sending failed", shard=shard, error=type(error).__name__, at=place)  # noqa: TRY400
            wait = lane.back_off()
            if lane.tries >= _POISON:
                await self._courier.drop(lane)
                lane.tries = 0
            return wait
        finally:
            if lane.chat_id != chat_id:
                self._join(lane, chat_id)
            if lane.lease.has_more:
                self._note(shard)

    def _join(self, lane: ChatLane, old: int) -> None:
        """The group of a lane became a supergroup: what waits for either goes on in one lane."""
        shard, new = lane.lease.shard, lane.chat_id
        self._moved[old] = new
        other = self._lanes.get((shard, new))
        if other is not None:
            lane.add(other.take(keep_head=other.busy))
        self._lanes.pop((shard, old), None)
        self._lanes[shard, new] = lane

    async def _wait_for(self, event: asyncio.Event, seconds: float) -> None:
        """Return when the event is set or the time has passed."""
        waits = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(self._clock.sleep(seconds))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
