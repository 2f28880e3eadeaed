"""The embedded Redis keeps its data, guards its directory and cleans up after a crash."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from storage.embedded import EmbeddedError, EmbeddedRedis, default_data_dir, find_server

AT_ONCE = Retry(NoBackoff(), retries=0)
CHILD = """
import pathlib, sys
import storage.embedded
if "--orphan" in sys.argv:
    storage.embedded._LIBC = None  # as on systems that cannot end a child with its parent
server = storage.embedded.EmbeddedRedis(pathlib.Path(sys.argv[1]))
print(server.start(), server.pid, flush=True)
sys.stdin.read()
"""


@contextmanager
def owner(*args: str) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """Another process that runs an embedded server; yields it, the server's address and process id."""
    command = [sys.executable, "-c", CHILD, *args]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        url, pid = child.stdout.readline().split()
        yield child, url, int(pid)
        child.kill()


def test_a_restart_keeps_the_data(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path, fsync="always") as server, redis.Redis.from_url(server.url) as client:
        client.set("game", "running")
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("game") == b"running"


def test_a_killed_server_keeps_what_was_answered(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path, fsync="always") as server, redis.Redis.from_url(server.url) as client:
        client.set("game", "running")
        os.kill(server.pid, signal.SIGKILL)
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("game") == b"running"


def test_a_second_instance_is_refused(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path), pytest.raises(EmbeddedError, match=f"in use by process {os.getpid()}"):
        EmbeddedRedis(tmp_path).start()


def test_a_left_over_server_is_ended_and_replaced(tmp_path: Path) -> None:
    with owner(str(tmp_path), "--orphan") as (child, url, left_over):
        child.kill()
        child.wait()
        with redis.Redis.from_url(url) as client:
            client.set("game", "running")
        with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
            assert not Path(f"/proc/{left_over}/exe").exists()
            assert client.get("game") == b"running"
    assert not Path(url.removeprefix("unix://")).parent.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
def test_the_server_ends_with_a_killed_owner(tmp_path: Path) -> None:
    with owner(str(tmp_path)) as (child, url, _), redis.Redis.from_url(url, retry=AT_ONCE) as client:
        client.ping()
        child.kill()
        with pytest.raises(redis.exceptions.ConnectionError):
            client.blpop(["never"], timeout=30)
    with EmbeddedRedis(tmp_path):
        assert not Path(url.removeprefix("unix://")).parent.exists()


def test_a_program_that_is_no_server_is_a_clear_error(tmp_path: Path) -> None:
    bad = tmp_path / "redis-server"
    bad.write_text("#!/bin/sh\necho no such luck\nexit 3\n")
    bad.chmod(0o755)
    with pytest.raises(EmbeddedError, match="ended at once: no such luck"):
        EmbeddedRedis(tmp_path / "data", server=bad).start()


def test_a_missing_program_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match="No such file"):
        EmbeddedRedis(tmp_path / "data", server=tmp_path / "absent").start()


def test_a_failed_start_leaves_the_directory_free(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError):
        EmbeddedRedis(tmp_path, server=Path("/bin/false")).start()
    with EmbeddedRedis(tmp_path) as server:
        assert server.pid


def test_no_server_anywhere_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(EmbeddedError, match="install redis-server or valkey-server, or set REDIS_URL"):
        find_server()


def test_the_server_on_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "valkey-server"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() == mine


def test_nobody_else_can_connect(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        socket = Path(server.url.removeprefix("unix://"))
        assert socket.parent.stat().st_mode & 0o077 == 0


def test_the_address_is_known_only_while_it_runs(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    with pytest.raises(EmbeddedError, match="not running"):
        _ = server.url


@pytest.mark.parametrize(
    ("xdg", "expected"),
    [("/data", "/data/bang-by-message"), ("", "/home/ann/.local/share/bang-by-message"), ("relative", None)],
)
def test_the_data_lies_where_the_platform_wants_it(
    xdg: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", xdg)
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_data_dir() == Path(expected or "/home/ann/.local/share/bang-by-message")
