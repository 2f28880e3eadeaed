"""The pace that Telegram allows, on the world's own clock."""

import pytest

from tests.emulator.conftest import Saloon
from tgbot.emulator import ApiError


def sends_until_refused(saloon: Saloon, chat: int) -> tuple[int, int]:
    """How many sends pass at once, and the seconds to wait then."""
    for count in range(100):
        try:
            saloon.say(chat, f"message {count}")
        except ApiError as error:
            return count, int(error.parameters["retry_after"])
    return 100, 0


def test_a_group_takes_twenty_a_minute(saloon: Saloon) -> None:
    saloon.world.limits.enabled = True
    saloon.world.limits.chat_burst = 50
    assert sends_until_refused(saloon, saloon.group) == (20, 3)
    saloon.clock.time += 3
    assert sends_until_refused(saloon, saloon.group) == (1, 3)
    saloon.clock.time += 60
    assert sends_until_refused(saloon, saloon.group)[0] == 20


def test_a_refusal_says_how_long_to_wait(saloon: Saloon) -> None:
    saloon.world.limits.enabled = True
    sends_until_refused(saloon, saloon.ann)
    error = saloon.error("sendMessage", chat_id=saloon.ann, text="x")
    assert error == (429, "Too Many Requests: retry after 1")


def test_edits_and_sends_share_the_budget(saloon: Saloon) -> None:
    saloon.world.limits.enabled = True
    saloon.world.limits.chat_burst = 50
    message_id = saloon.say(saloon.group)
    for number in range(10):
        saloon.api("editMessageText", chat_id=saloon.group, message_id=message_id, text=str(number))
    assert sends_until_refused(saloon, saloon.group)[0] == 9


def test_one_a_second_in_a_chat_after_a_burst(saloon: Saloon) -> None:
    saloon.world.limits.enabled = True
    assert sends_until_refused(saloon, saloon.ann) == (5, 1)
    saloon.clock.time += 1
    assert sends_until_refused(saloon, saloon.ann) == (1, 1)


def test_thirty_a_second_in_all(saloon: Saloon) -> None:
    saloon.world.limits.enabled = True
    people = [saloon.world.add_user(f"P{number}", started=True).id for number in range(31)]
    for person in people[:30]:
        saloon.say(person)
    with pytest.raises(ApiError, match="retry after 1"):
        saloon.say(people[30])


def test_answers_to_taps_are_not_limited(saloon: Saloon) -> None:
    message_id = saloon.say(saloon.group)
    saloon.world.limits.enabled = True
    for _ in range(100):
        query = saloon.world.tap(saloon.bob, saloon.group, message_id, "x")
        assert saloon.api("answerCallbackQuery", callback_query_id=query)


def test_the_flag_raises_all_limits(saloon: Saloon) -> None:
    assert sends_until_refused(saloon, saloon.group) == (100, 0)
