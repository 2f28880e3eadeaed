"""The stage on which chat tests play."""

from collections.abc import AsyncIterator

import pytest

from tgbot.log import configure_logging
from tests.chat.harness import Stage, stage


@pytest.fixture
async def saloon(redis_url: str) -> AsyncIterator[Stage]:
    """A world, its Bot API server and an empty Redis; no bot yet."""
    configure_logging("WARNING")
    async with stage(redis_url) as made:
        yield made
