"""Who may use a data directory: one embedded server at a time, and what a killed one left behind is cleaned up."""

import fcntl
import json
import os
import shutil
import signal
import time
from pathlib import Path
from typing import IO, Self

TAKE_OVER_SECONDS = 20.0
POLL_SECONDS = 0.02


class DirectoryInUse(Exception):
    """Another process that is alive works on the directory."""


class DataLock:
    """The right to use a data directory.

    It is a lock on a file there, which also names the holder. The holder's server inherits the open file, so the
    directory counts as taken for as long as either of the two lives.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    @classmethod
    def take(cls, data_dir: Path) -> Self:
        """Lock the directory. Raises DirectoryInUse, saying by whom, if another process that lives has it."""
        lock = cls((data_dir / "lock").open("a+"))
        try:
            if not lock._try():
                lock._take_over(data_dir)
            lock._clear_up()
        except BaseException:
            lock._file.close()
            raise
        return lock

    def fileno(self) -> int:
        """The descriptor to pass on to the server."""
        return self._file.fileno()

    def note(self, server: int, socket_dir: Path) -> None:
        """Write down who holds the directory: this process, its server's process id and where its socket lies."""
        self._file.truncate(0)
        json.dump({"owner": os.getpid(), "server": server, "socket_dir": str(socket_dir)}, self._file)
        self._file.flush()

    def release(self) -> None:
        """Give the directory back, once the server has ended."""
        self._file.truncate(0)
        self._file.close()

    def _try(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _read(self) -> dict[str, object]:
        self._file.seek(0)
        text = self._file.read()
        return dict(json.loads(text)) if text else {}

    def _take_over(self, data_dir: Path) -> None:
        """Where the holder was killed and only its server is left, end that server and take its place."""
        holder = self._read()
        owner, server = holder.get("owner"), holder.get("server")
        if not isinstance(owner, int) or not isinstance(server, int) or _alive(owner):
            raise DirectoryInUse(
                f"The data in {data_dir} is in use by process {owner or '(just starting)'}: "
                "stop that one first, or choose another directory."
            )
        if _alive(server):
            os.kill(server, signal.SIGTERM)
        give_up = time.monotonic() + TAKE_OVER_SECONDS
        while not self._try():
            if time.monotonic() > give_up:
                raise DirectoryInUse(f"The data in {data_dir} is held by a left-over server, process {server}: end it.")
            time.sleep(POLL_SECONDS)

    def _clear_up(self) -> None:
        left = self._read().get("socket_dir")
        if isinstance(left, str):
            shutil.rmtree(left, ignore_errors=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
