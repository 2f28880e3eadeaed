"""``bang poll``, ``bang web`` and ``bang worker`` as processes, told by their environment alone."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from redis.asyncio import Redis

from storage.inbox import Inbox
from storage.scripts import connect
from tests.chat.harness import ROOT, TOKEN, Stage, stage
from tgbot.webhook import SECRET_HEADER, receiver

SECRET = "test-secret"


@pytest.fixture
async def saloon(redis_url: str) -> AsyncIterator[Stage]:
    """As always, but at the pace of the machine's clock, which these processes go by."""
    async with stage(redis_url, speed=1.0) as made:
        yield made


@contextlib.asynccontextmanager
async def bang(command: str, home: Path, **env: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of the command line; it must end well when told to."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tgbot.cli",
        command,
        cwd=home,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "BOT_TOKEN": TOKEN, "LOG_LEVEL": "WARNING", **env},
    )
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 10) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


async def test_poll_does_everything(saloon: Stage, tmp_path: Path) -> None:
    async with bang("poll", tmp_path, REDIS_URL=saloon.redis_url, TELEGRAM_API_URL=saloon.emulator.url):
        people = saloon.people(2)
        await saloon.open_lobby(people, saloon.group(people))
        await saloon.sees(people[0], people[0], "/games")
        assert {command["command"] for command in saloon.world.menu(people[0], people[0])} >= {"games", "hand", "help"}


async def test_web_and_worker_do_it_together(saloon: Stage, tmp_path: Path) -> None:
    port = free_port()
    env = {
        "REDIS_URL": saloon.redis_url,
        "TELEGRAM_API_URL": saloon.emulator.url,
        "WEBHOOK_URL": f"http://127.0.0.1:{port}/hook",
        "WEBHOOK_SECRET": SECRET,
        "PORT": str(port),
    }
    async with bang("web", tmp_path, **env), bang("worker", tmp_path, **env):
        await saloon.until(lambda: saloon.world.state.webhook.url)
        saloon.world.faults.add("webhook", times=3, duplicate=True)
        people = saloon.people(2)
        await saloon.open_lobby(people, saloon.group(people))
        await saloon.sees(people[0], people[0], "/games")


async def test_a_token_that_telegram_does_not_know(saloon: Stage, tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tgbot.cli",
        "poll",
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "BOT_TOKEN": "42:" + "x" * 35,
            "REDIS_URL": saloon.redis_url,
            "TELEGRAM_API_URL": saloon.emulator.url,
        },
        stderr=asyncio.subprocess.PIPE,
    )
    _out, err = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert b"does not know BOT_TOKEN" in err
    assert b"x" * 35 not in err


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with connect(redis_url) as client:
        yield client


@pytest.fixture
async def client(redis: Redis) -> AsyncIterator[httpx.AsyncClient]:
    app = receiver(Inbox(redis), SECRET, "/hook")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bot") as made:
        yield made


@pytest.mark.parametrize(
    ("secret", "body", "status"),
    [
        (SECRET, '{"update_id": 7}', 200),
        ("test-secre", '{"update_id": 7}', 403),
        ("", '{"update_id": 7}', 403),
        ("ü", '{"update_id": 7}', 403),
        (SECRET, "{", 400),
        (SECRET, "[]", 400),
        (SECRET, '{"update_id": "7"}', 400),
        (SECRET, '{"update_id": true}', 400),
    ],
)
async def test_who_gets_in(client: httpx.AsyncClient, redis: Redis, secret: str, body: str, status: int) -> None:
    answer = await client.post("/hook", content=body, headers={SECRET_HEADER.encode(): secret.encode()})
    assert answer.status_code == status
    inbox = Inbox(redis)
    assert await inbox.waiting() == (status == 200)


async def test_the_same_update_is_stored_once(client: httpx.AsyncClient, redis: Redis) -> None:
    for _time in range(3):
        await client.post("/hook", content='{"update_id": 7}', headers={SECRET_HEADER: SECRET})
    assert await Inbox(redis).waiting() == 1


async def test_health(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health")).text == "ok"
