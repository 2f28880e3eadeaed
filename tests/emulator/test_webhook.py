"""Updates pushed to a webhook: the secret, retries, duplicates, order."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.emulator.conftest import Saloon
from tgbot.emulator.server import serve


@dataclass
class Hook:
    """A bot's web server that writes down what it gets and answers as told."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    reply: dict[str, Any] | None = None
    secrets: list[str | None] = field(default_factory=list)
    got: list[str] = field(default_factory=list)

    async def receive(self, request: Request) -> Response:
        update = await request.json()
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        self.got.append(update.get("message", {}).get("text", ""))
        return JSONResponse(self.reply or {}, status_code=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
async def hook(saloon: Saloon) -> AsyncIterator[Hook]:
    saloon.world.drop_updates([update.id for update in saloon.world.state.updates])
    hook = Hook()
    app = Starlette(routes=[Route("/hook", hook.receive, methods=["POST"])])
    async with serve(app) as port:
        hook.url = f"http://127.0.0.1:{port}/hook"
        yield hook


async def delivered(saloon: Saloon) -> None:
    await saloon.world.wait_for(lambda: not saloon.world.state.updates)


async def test_updates_are_pushed_with_the_secret(http: httpx.AsyncClient, saloon: Saloon, hook: Hook) -> None:
    answer = await http.post("setWebhook", json={"url": hook.url, "secret_token": "s3cret", "max_connections": 1})
    assert answer.json() == {"ok": True, "result": True}
    for text in "abc":
        saloon.world.say(saloon.ann, saloon.ann, text)
    await delivered(saloon)
    assert (hook.got, set(hook.secrets)) == (["a", "b", "c"], {"s3cret"})
    conflict = await http.get("getUpdates")
    assert (conflict.status_code, "webhook is active" in conflict.json()["description"]) == (409, True)
    await http.get("deleteWebhook")
    assert (await http.get("getUpdates")).json()["result"] == []


async def test_a_refused_update_is_retried(http: httpx.AsyncClient, saloon: Saloon, hook: Hook) -> None:
    await http.post("setWebhook", json={"url": hook.url})
    hook.statuses = [500, 503]
    saloon.world.say(saloon.ann, saloon.ann, "again")
    await delivered(saloon)
    assert hook.got == ["again"] * 3
    info = (await http.get("getWebhookInfo")).json()["result"]
    assert info["last_error_message"] == "Wrong response from the webhook: 503 Service Unavailable"
    assert (info["url"], info["pending_update_count"]) == (hook.url, 0)


async def test_duplicates_and_lost_answers(http: httpx.AsyncClient, saloon: Saloon, hook: Hook) -> None:
    await http.post("setWebhook", json={"url": hook.url})
    saloon.world.faults.add("webhook", duplicate=True)
    saloon.world.faults.add("webhook", drop=True, stored=True)
    saloon.world.say(saloon.ann, saloon.ann, "twice")
    await delivered(saloon)
    saloon.world.say(saloon.ann, saloon.ann, "lost")
    await delivered(saloon)
    assert hook.got == ["twice"] * 2 + ["lost"] * 2


async def test_updates_may_overtake_each_other(http: httpx.AsyncClient, saloon: Saloon, hook: Hook) -> None:
    await http.post("setWebhook", json={"url": hook.url, "max_connections": 1})
    saloon.world.faults.add("webhook", reorder=True)
    saloon.world.say(saloon.ann, saloon.ann, "first")
    saloon.world.say(saloon.ann, saloon.ann, "second")
    await delivered(saloon)
    assert hook.got == ["second", "first"]


async def test_a_webhook_may_answer_with_a_call(http: httpx.AsyncClient, saloon: Saloon, hook: Hook) -> None:
    await http.post("setWebhook", json={"url": hook.url})
    hook.reply = {"method": "sendMessage", "chat_id": saloon.ann, "text": "by reply"}
    saloon.world.say(saloon.ann, saloon.ann, "hi")
    await delivered(saloon)
    assert [shown.text for shown in saloon.world.screen(saloon.ann, saloon.ann)] == ["hi", "by reply"]


async def test_setting_a_webhook_ends_polls(http: httpx.AsyncClient, saloon: Saloon, hook: Hook) -> None:
    polling = asyncio.create_task(http.get("getUpdates", params={"timeout": 10}))
    await saloon.world.wait_for(lambda: saloon.world.pollers)
    await http.post("setWebhook", json={"url": hook.url})
    assert (await polling).json()["description"] == "Conflict: terminated by setWebhook request"
    bad = await http.post("setWebhook", json={"url": "http://elsewhere.example/"})
    assert "HTTPS URL must be provided" in bad.json()["description"]
