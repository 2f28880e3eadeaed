"""Background tasks that end when they are told to."""

import asyncio
from collections.abc import Collection
from typing import Any


async def end(tasks: Collection["asyncio.Future[Any]"]) -> None:
    """Cancel tasks until they have ended: the store's client may swallow a cancellation that meets its reply."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.1)
    await asyncio.gather(*tasks, return_exceptions=True)
