"""Time as the bot sees it, injected everywhere: the machine's in production, a hand-driven one in tests."""

import asyncio
import heapq
import itertools
import time
from typing import Protocol


class Clock(Protocol):
    """Unix seconds, and a way to wait for them to pass."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""

    async def sleep(self, seconds: float) -> None:
        """Return once ``seconds`` have passed on this clock."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return once ``seconds`` have passed."""
        await asyncio.sleep(max(0.0, seconds))


class ManualClock:
    """A clock that stands still until it is advanced: days pass in a test within milliseconds."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Return once somebody has advanced the clock by ``seconds``; at once if there is nothing to wait for."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waiter))
        await waiter

    def advance(self, seconds: float) -> None:
        """Let time pass, or jump back with a negative number, and wake whoever has waited long enough."""
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            waiter = heapq.heappop(self._sleepers)[2]
            if not waiter.done():
                waiter.set_result(None)

    def next_waking(self) -> float | None:
        """When the next sleeper wants to be woken, in Unix seconds; None if nobody sleeps."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None
