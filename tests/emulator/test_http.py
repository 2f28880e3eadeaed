"""The wire: transports of parameters, long polling, files, faults and limits over real HTTP."""

import asyncio
import json
import struct

import httpx
import pytest

from tests.emulator.conftest import Saloon
from tgbot.emulator import Emulator, World

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 64, 48)


async def test_parameters_come_by_address_form_json_and_multipart(http: httpx.AsyncClient, saloon: Saloon) -> None:
    keyboard = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    fields = {"chat_id": str(saloon.ann), "text": "hi", "reply_markup": json.dumps(keyboard)}
    answers = [
        await http.get("sendMessage", params=fields),
        await http.post("sendMessage", data=fields),
        await http.post("sendmessage", json={"chat_id": saloon.ann, "text": "hi", "reply_markup": keyboard}),
        await http.post("sendMessage", data=fields, files={"unused": b"x"}),
    ]
    assert [answer.json()["result"]["reply_markup"] for answer in answers] == [keyboard] * 4
    assert [answer.json()["result"]["message_id"] for answer in answers] == [1, 2, 3, 4]


async def test_refusals_have_their_status(http: httpx.AsyncClient, emulator: Emulator) -> None:
    unknown = await http.get("sendNothing")
    assert (unknown.status_code, unknown.json()) == (404, {"ok": False, "error_code": 404, "description": "Not Found"})
    wrong = await http.get(f"{emulator.url}/bot1:wrong/getMe")
    assert (wrong.status_code, wrong.json()["description"]) == (401, "Unauthorized")
    bad = await http.post("sendMessage", content=b"{", headers={"content-type": "application/json"})
    assert (bad.status_code, bad.json()["error_code"]) == (400, 400)
    assert [call.code for call in emulator.world.calls()] == [404, 400]


async def test_files_are_uploaded_reused_and_downloaded(
    http: httpx.AsyncClient, emulator: Emulator, saloon: Saloon
) -> None:
    photo = await http.post("sendPhoto", data={"chat_id": saloon.ann, "caption": "board"}, files={"photo": PNG})
    size = photo.json()["result"]["photo"][0]
    assert (size["width"], size["height"], size["file_size"]) == (64, 48, len(PNG))
    again = await http.post("sendPhoto", data={"chat_id": saloon.ann, "photo": size["file_id"]})
    assert again.json()["result"]["photo"][0]["file_id"] == size["file_id"]
    path = (await http.get("getFile", params={"file_id": size["file_id"]})).json()["result"]["file_path"]
    download = await http.get(f"{emulator.url}/file/bot{saloon.world.state.token}/{path}")
    assert download.content == PNG
    bad = await http.post("sendPhoto", data={"chat_id": saloon.ann}, files={"photo": b"no image"})
    assert bad.json()["description"] == "Bad Request: IMAGE_PROCESS_FAILED"
    none = await http.post("sendPhoto", data={"chat_id": saloon.ann})
    assert none.json()["description"] == "Bad Request: there is no photo in the request"


async def test_albums_media_edits_and_documents(http: httpx.AsyncClient, saloon: Saloon) -> None:
    items = [{"type": "photo", "media": "attach://a", "caption": "one"}, {"type": "photo", "media": "attach://a"}]
    album = await http.post(
        "sendMediaGroup", data={"chat_id": saloon.ann, "media": json.dumps(items)}, files={"a": PNG}
    )
    first, second = album.json()["result"]
    assert first["media_group_id"] == second["media_group_id"]
    target = {"chat_id": saloon.ann, "message_id": first["message_id"]}
    media = json.dumps({"type": "document", "media": "attach://log", "caption": "<b>log</b>", "parse_mode": "HTML"})
    edited = await http.post(
        "editMessageMedia", data=target | {"media": media}, files={"log": ("log.json", b'{"deck": 1}')}
    )
    assert (edited.json()["result"]["document"]["file_name"], edited.json()["result"]["caption"]) == ("log.json", "log")
    texts = [seen.text for seen in saloon.world.seen(saloon.ann)]
    assert texts == ["one", "log", "log.json", '{"deck": 1}']
    long = await http.post("editMessageCaption", json=target | {"caption": "x" * 1025})
    assert long.json()["description"] == "Bad Request: message caption is too long"


async def test_updates_wait_and_are_acknowledged_by_offset(http: httpx.AsyncClient, saloon: Saloon) -> None:
    first = (await http.get("getUpdates", params={"limit": 1})).json()["result"]
    assert [list(update)[1] for update in first] == ["my_chat_member"]
    offset = first[0]["update_id"] + 2
    assert (await http.get("getUpdates", params={"offset": offset})).json()["result"] == []
    polling = asyncio.create_task(http.post("getUpdates", json={"offset": offset, "timeout": 10}))
    await saloon.world.wait_for(lambda: saloon.world.pollers)
    saloon.world.say(saloon.ann, saloon.ann, "hi")
    news = (await polling).json()["result"]
    assert [update["message"]["text"] for update in news] == ["hi"]
    assert (await http.get("getUpdates")).json()["result"] == news  # not acknowledged, so it comes again


async def test_allowed_updates_hold_until_changed(http: httpx.AsyncClient, saloon: Saloon) -> None:
    await http.post("getUpdates", json={"allowed_updates": ["callback_query"], "offset": -1})
    saloon.world.say(saloon.ann, saloon.ann, "not wanted")
    saloon.world.tap(saloon.bob, saloon.group, saloon.say(saloon.group), "x")
    kinds = [list(update)[1] for update in (await http.get("getUpdates")).json()["result"]]
    assert kinds == ["message", "callback_query"]  # the first was there before


async def test_update_numbers_may_jump_back(http: httpx.AsyncClient, saloon: Saloon) -> None:
    last = saloon.world.state.last_update_id
    saloon.world.drop_updates([update.id for update in saloon.world.state.updates])
    saloon.world.jump_update_ids(5)
    saloon.world.say(saloon.ann, saloon.ann, "hi")
    news = (await http.get("getUpdates", params={"offset": last + 1})).json()["result"]
    assert [update["update_id"] for update in news] == [5]


async def test_two_pollers_conflict(http: httpx.AsyncClient, world: World) -> None:
    world.drop_updates([update.id for update in world.state.updates])
    first = asyncio.create_task(http.get("getUpdates", params={"timeout": 10}))
    await world.wait_for(lambda: world.pollers)
    second = await http.get("getUpdates")
    assert second.status_code == 200
    conflict = await first
    assert (conflict.status_code, conflict.json()["description"]) == (
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )


async def test_faults_follow_their_script(http: httpx.AsyncClient, saloon: Saloon) -> None:
    faults, hello = saloon.world.faults, {"chat_id": saloon.ann, "text": "hello"}
    faults.add("sendMessage", chat=saloon.ann, times=2, error=502)
    faults.add(error=429, retry_after=7)
    codes = [(await http.post("sendMessage", json=hello)).status_code for _ in range(2)]
    limited = await http.post("sendMessage", json=hello)
    assert codes == [502, 502]
    assert limited.json()["parameters"] == {"retry_after": 7}
    assert (await http.post("sendMessage", json=hello)).status_code == 200
    faults.add("sendMessage", drop=True)
    with pytest.raises(httpx.RemoteProtocolError):
        await http.post("sendMessage", json=hello)
    assert len(saloon.world.screen(saloon.ann, saloon.ann)) == 1


async def test_an_answer_may_be_lost_after_the_call_took_effect(http: httpx.AsyncClient, saloon: Saloon) -> None:
    saloon.world.faults.add("sendMessage", hang=True, stored=True)
    with pytest.raises(httpx.ReadTimeout):
        await http.post("sendMessage", json={"chat_id": saloon.ann, "text": "once"}, timeout=0.1)
    assert [shown.text for shown in saloon.world.screen(saloon.ann, saloon.ann)] == ["once"]


async def test_a_world_may_be_served_from_a_thread(saloon: Saloon) -> None:
    with Emulator(saloon.world).in_thread() as emulator:
        async with httpx.AsyncClient(base_url=f"{emulator.url}/bot{saloon.world.state.token}/") as client:
            polling = asyncio.create_task(client.get("getUpdates", params={"timeout": 5, "offset": -1}))
            assert (await polling).json()["result"]
            saloon.world.say(saloon.ann, saloon.ann, "hi")
            assert (await client.get("getUpdates")).json()["result"][-1]["message"]["text"] == "hi"
