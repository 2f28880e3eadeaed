"""A bot process for tests to kill: ``python -m tests.chat.node REDIS API SINCE SPEED``."""

import asyncio
import sys

from tests.chat.harness import HICCUP, TOKEN, FastClock
from tgbot.app import App
from tgbot.log import configure_logging


async def main(redis_url: str, api_url: str, since: str, speed: str) -> None:
    """Run until killed."""
    configure_logging("WARNING")
    clock = FastClock(float(since), float(speed))
    async with App(TOKEN, redis_url, api_url, clock=clock, gather=0.5, lease_ms=1000, short_outage=HICCUP):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
