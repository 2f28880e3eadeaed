"""Waiting for a change without polling, from any thread's event loop."""

import asyncio
import contextlib
import time
from collections.abc import Callable


class Signal:
    """Wakes everyone who waits; whoever fires may be in another thread or loop than those who wait."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def fire(self) -> None:
        """Wake all who wait, so that they look at their condition again."""
        for future in list(self._waiting):
            with contextlib.suppress(RuntimeError):  # that loop has been closed, and with it whoever waited
                future.get_loop().call_soon_threadsafe(_wake, future)

    async def wait_for(self, condition: Callable[[], bool], within: float | None = None) -> bool:
        """Wait until the condition holds; False after so many seconds of real time."""
        deadline = None if within is None else time.monotonic() + within
        while True:
            future = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                if condition():
                    return True
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    return False
                await asyncio.wait([future], timeout=left)
            finally:
                self._waiting.discard(future)


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
