"""While Telegram is out of reach nothing comes due."""

from typing import Any, cast

import pytest
from telegram.error import BadRequest, NetworkError, TimedOut

from storage.clock import ManualClock
from tgbot.outage import ASK_EVERY, Contact


class Api:
    """Telegram as far as being asked who one is."""

    def __init__(self) -> None:
        self.asked = 0
        self.trouble: Exception | None = None

    async def get_me(self) -> None:
        self.asked += 1
        if self.trouble is not None:
            raise self.trouble


def contact() -> tuple[Contact, Api, ManualClock]:
    api, clock = Api(), ManualClock()
    return Contact(cast("Any", api), clock), api, clock


async def test_an_answer_is_good_for_a_while() -> None:
    line, api, clock = contact()
    assert await line.is_up()
    clock.advance(ASK_EVERY - 1)
    assert await line.is_up()
    assert api.asked == 1
    clock.advance(2)
    assert await line.is_up()
    assert api.asked == 2


@pytest.mark.parametrize("trouble", [NetworkError("gone"), TimedOut()])
async def test_no_answer_is_an_outage_until_there_is_one(trouble: Exception) -> None:
    line, api, clock = contact()
    assert await line.is_up()
    api.trouble = trouble
    clock.advance(ASK_EVERY)
    assert not await line.is_up()
    assert not await line.is_up()
    api.trouble = None
    assert await line.is_up()


@pytest.mark.parametrize("trouble", [BadRequest("odd")])
async def test_a_refusal_is_an_answer(trouble: Exception) -> None:
    line, api, _clock = contact()
    api.trouble = trouble
    assert await line.is_up()
