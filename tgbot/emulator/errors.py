"""The two ways to be told no: as a bot (Telegram's own words and codes) and as a person at a client."""

from typing import Any


class ApiError(Exception):
    """A Bot API refusal; ``code`` is also the HTTP status and ``parameters`` goes out as ``ResponseParameters``."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters


class ActionError(ValueError):
    """A person tried what their client would not let them do, such as writing in a group they are not in."""


def bad_request(reason: str, **parameters: Any) -> ApiError:
    """400 in the form that Telegram gives it."""
    return ApiError(400, f"Bad Request: {reason}", **parameters)


def forbidden(reason: str) -> ApiError:
    """403 in the form that Telegram gives it."""
    return ApiError(403, f"Forbidden: {reason}")


def too_many_requests(seconds: int) -> ApiError:
    """429, to be retried after so many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
