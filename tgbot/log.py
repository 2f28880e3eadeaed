"""Structured logs on stderr: for people on a terminal, as JSON otherwise. Secrets are cut out of every line.

Modules log with ``structlog.get_logger(__name__)``. An event is a short constant text; what varies goes into fields.
Hands and roles are never logged. Servers such as uvicorn must be started without log settings of their own.
"""

import logging
import re
import sys
from types import TracebackType
from typing import IO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRETS = (
    (re.compile(r"(?<!\d)(\d+)(?::|%3A)[A-Za-z0-9_-]{20,}", re.IGNORECASE), r"\1:***"),  # a bot token, in an URL too
    (re.compile(r"(?<=://)[^/@\s\"']+@"), "***@"),  # user and password of an address
)

# Their lines about each request say nothing that our own do not.
_CHATTY = ("httpx", "httpcore", "telegram", "asyncio", "uvicorn.access")


def scrub(text: str) -> str:
    """The text without anything that looks like a bot token or the password of an address."""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def configure_logging(level: str = "INFO", *, stream: IO[str] | None = None) -> None:
    """Send the logs of our own modules and of all libraries to ``stream`` (default stderr), from ``level`` on.

    An exception that nobody handles is logged too, so that it is scrubbed like everything else.
    """
    stream = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(stream), _scrub_line],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.captureWarnings(capture=True)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    sys.excepthook = _log_uncaught


def _renderers(stream: IO[str]) -> list[Processor]:
    # Tracebacks stay plain: the prettier ones print local variables, which may hold tokens and hands.
    if stream.isatty():
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]


def _scrub_line(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    return scrub(str(line))


def _log_uncaught(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
        return
    structlog.get_logger(__name__).critical("uncaught exception", exc_info=(kind, error, traceback))
