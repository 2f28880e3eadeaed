"""/world over HTTP, for tests in other processes and for the page."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.emulator.conftest import Saloon
from tgbot.emulator import Emulator


@pytest.fixture
def act(http: httpx.AsyncClient, emulator: Emulator) -> Any:
    async def act(action: str, **arguments: Any) -> Any:
        response = await http.post(f"{emulator.url}/world/{action}", json=arguments)
        return response.json()

    return act


async def test_people_act_and_read_their_screens(act: Any, saloon: Saloon) -> None:
    carl = (await act("add_user", first_name="Carl"))["id"]
    group = (await act("add_group", title="Other", members=[carl]))["id"]
    await act("say", user_id=carl, chat_id=group, text="/help")
    message_id = saloon.say(group, "Hi", reply_markup={"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]})
    query_id = await act("tap", user_id=carl, chat_id=group, message_id=message_id, button="Go")
    saloon.api("answerCallbackQuery", callback_query_id=query_id, text="gone")
    assert [shown["text"] for shown in await act("screen", user_id=carl, chat_id=group)] == ["", "/help", "Hi"]
    assert [alert["text"] for alert in await act("alerts", user_id=carl)] == ["gone"]
    cards = await act("chats_of", user_id=carl)
    assert [(card["title"], [p["name"] for p in card["people"]]) for card in cards][1] == ("Other", ["Carl", "Saloon"])


async def test_refusals_say_why(act: Any, http: httpx.AsyncClient, emulator: Emulator, saloon: Saloon) -> None:
    assert await act("say", user_id=1, chat_id=2, text="x") == {"error": "there is no user 1"}
    assert "chat_id: Missing required argument" in (await act("screen", user_id=saloon.ann))["error"]
    assert "there is no action 'nonsense'" in (await act("nonsense"))["error"]
    form = await http.post(f"{emulator.url}/world/summary", data={"a": "b"})
    assert form.status_code == 415


async def test_faults_limits_and_dumps(act: Any, http: httpx.AsyncClient, emulator: Emulator, saloon: Saloon) -> None:
    assert (await act("faults", method="getMe", error=500))["times"] == 1
    assert (await http.get("getMe")).status_code == 500
    assert "nonsense" in (await act("faults", nonsense=1))["error"]
    await act("faults", method="getMe", error=500, times=9)
    await http.delete(f"{emulator.url}/world/faults")
    assert (await http.get("getMe")).status_code == 200
    await act("limits", enabled=True)
    assert saloon.world.limits.enabled
    dump = await http.get(f"{emulator.url}/world/dump")
    assert dump.json()["users"][str(saloon.ann)]["first_name"] == "Ann"


async def test_changes_stream(http: httpx.AsyncClient, emulator: Emulator, saloon: Saloon) -> None:
    since = saloon.world.state.seq
    async with http.stream("GET", f"{emulator.url}/world/changes", params={"since": since}) as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == ": connected"
        saloon.say(saloon.group)
        data = await asyncio.wait_for(anext(line async for line in lines if line.startswith("data: ")), 5)
    assert json.loads(data.removeprefix("data: ")) == {
        "seq": since + 1,
        "kind": "message",
        "chat_id": saloon.group,
        "message_id": 2,
        "user_id": saloon.world.state.bot.id,
    }
