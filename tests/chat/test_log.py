"""Logs are JSON off a terminal, and no token or password gets into them by any way."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from tgbot.log import configure_logging, scrub

TOKEN = "123456789:" + "Ab1_-" * 7


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged during the test, from DEBUG on."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level, sys.excepthook)
    target = io.StringIO()
    configure_logging("DEBUG", stream=target)
    yield target
    root.handlers[:], level, sys.excepthook = before
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def records(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_json_with_its_fields(stream: io.StringIO) -> None:
    structlog.get_logger("tgbot.test").info("table committed", table="K7", version=3)
    [record] = records(stream)
    assert record.pop("timestamp")
    assert record == {
        "event": "table committed",
        "level": "info",
        "logger": "tgbot.test",
        "table": "K7",
        "version": 3,
    }


def test_context_is_added(stream: io.StringIO) -> None:
    with structlog.contextvars.bound_contextvars(table="K7"):
        structlog.get_logger().warning("late")
    assert records(stream)[0]["table"] == "K7"


@pytest.mark.parametrize(
    "text",
    [
        f"POST https://api.telegram.org/bot{TOKEN}/sendMessage",
        f"POST https://api.telegram.org/bot{TOKEN.replace(':', '%3A')}/sendMessage",
        f"The token `{TOKEN}` was rejected by the server.",
        TOKEN,
    ],
)
def test_tokens_are_cut_out_of_our_own_and_of_libraries_lines(text: str, stream: io.StringIO) -> None:
    structlog.get_logger().error(text, url=text, nested={"list": [text]})
    logging.getLogger("httpx").warning("HTTP Request: %s", text)
    logging.getLogger("telegram.ext").error("failed", extra={"url": text})
    assert len(records(stream)) == 3
    assert TOKEN.split(":")[1] not in stream.getvalue()


def test_tokens_are_cut_out_of_tracebacks_without_local_variables(stream: io.StringIO) -> None:
    hand = "the King of hearts"
    try:
        raise ValueError(f"bad url /bot{TOKEN}/getMe")
    except ValueError:
        structlog.get_logger().exception("failed")
        logging.getLogger("telegram").exception("failed")
    assert hand not in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert stream.getvalue().count("ValueError: bad url /bot123456789:***/getMe") == 2


def test_an_exception_that_nobody_handles_is_scrubbed() -> None:
    code = f"from tgbot.log import configure_logging; configure_logging(); raise ValueError('{TOKEN}')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ValueError: 123456789:***" in done.stderr
    assert TOKEN not in done.stderr


def test_passwords_of_addresses_are_cut_out() -> None:
    assert scrub("cannot reach redis://bang:hush@db.example.org/0") == "cannot reach redis://***@db.example.org/0"


@pytest.mark.parametrize("text", ["12:30 o'clock", "seat 3: a very long explanation", "https://t.me/bang?start=K7"])
def test_ordinary_text_stays(text: str) -> None:
    assert scrub(text) == text


def test_requests_of_the_http_client_are_not_logged_one_by_one(stream: io.StringIO) -> None:
    logging.getLogger("httpx").info("HTTP Request: POST")
    assert stream.getvalue() == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("stream")
def test_a_terminal_gets_readable_lines_without_tokens() -> None:
    terminal = Terminal()
    configure_logging(stream=terminal)
    structlog.get_logger().info("table committed", url=f"/bot{TOKEN}/getMe")
    assert "table committed" in terminal.getvalue()
    assert not terminal.getvalue().startswith("{")
    assert TOKEN not in terminal.getvalue()
