"""A script of failures: what goes wrong with the next so many calls of a method."""

from typing import Any

from pydantic import BaseModel


class Fault(BaseModel, extra="forbid"):
    """One line of the script.

    ``error`` answers with that HTTP status (429 with ``retry_after``); ``drop`` cuts the connection; ``hang`` never
    answers; ``delay`` waits so many seconds and then goes on. With ``stored`` the call takes effect first, so that only
    its answer is lost. For webhook deliveries (method ``webhook``): ``duplicate`` sends the update twice, ``reorder``
    keeps it back until the next one has been sent.
    """

    method: str = "*"
    chat: int | None = None
    times: int = 1
    error: int | None = None
    description: str = ""
    retry_after: int | None = None
    drop: bool = False
    hang: bool = False
    stored: bool = False
    delay: float = 0.0
    duplicate: bool = False
    reorder: bool = False

    def concerns(self, method: str, chat: int | None) -> bool:
        """Whether it is meant for this call."""
        named = self.method.lower() == method.lower()
        anything = self.method == "*" and method.lower() not in ("getupdates", "webhook")
        return self.times > 0 and (named or anything) and self.chat in (None, chat)


class Faults:
    """The script; the first line that concerns a call is applied to it and counts down."""

    def __init__(self) -> None:
        self.script: list[Fault] = []

    def add(self, method: str = "*", **fields: Any) -> Fault:
        """Add a line, see :class:`Fault`: ``faults.add("sendMessage", chat=-1, times=2, error=502)``."""
        fault = Fault(method=method, **fields)
        self.script.append(fault)
        return fault

    def clear(self) -> None:
        """Let everything go well again."""
        self.script.clear()

    def next(self, method: str, chat: int | None) -> Fault | None:
        """The fault for this call, if any; getUpdates and webhook are only hit by name."""
        for fault in self.script:
            if fault.concerns(method, chat):
                fault.times -= 1
                return fault
        return None
