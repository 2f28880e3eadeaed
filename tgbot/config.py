"""Configuration from the environment (and a file ``.env`` in the working directory), checked before anything starts."""

import re
import sys
from collections.abc import Iterable
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def _matches(pattern: str) -> AfterValidator:
    def check(value: SecretStr) -> SecretStr:
        if not re.fullmatch(pattern, value.get_secret_value()):
            raise ValueError("malformed")
        return value

    return AfterValidator(check)


def _url(*schemes: str) -> AfterValidator:
    def check(value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in schemes or not (parts.hostname or (parts.scheme == "unix" and parts.path)):
            raise ValueError("malformed")
        return value.rstrip("/")

    return AfterValidator(check)


def _encrypted(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise ValueError("malformed")
    return value


class Settings(BaseSettings):
    """What a bot process is told. Each description says what a good value looks like."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

    bot_token: Annotated[SecretStr, _matches(r"[0-9]+:[A-Za-z0-9_-]{30,}")] | None = Field(
        None, description="the token that @BotFather gave your bot, digits, a colon and 35 letters"
    )
    redis_url: Annotated[str, _url("redis", "rediss", "unix")] | None = Field(
        None, description="an address like redis://127.0.0.1:6379/0 (unset: a Redis of our own is started)"
    )
    telegram_api_url: Annotated[str, _url("http", "https")] = Field(
        "https://api.telegram.org", description="the root of a Bot API server, like https://api.telegram.org"
    )
    webhook_url: Annotated[str, _url("http", "https"), AfterValidator(_encrypted)] | None = Field(
        None, description="the https address at which Telegram reaches `bang web`, like https://bang.example.org/hook"
    )
    webhook_secret: Annotated[SecretStr, _matches(r"[A-Za-z0-9_-]{1,256}")] | None = Field(
        None, description="1 to 256 letters, digits, _ and - of your choice, which Telegram sends with each update"
    )
    port: Annotated[int, Field(ge=1, le=65535)] = Field(8080, description="the port `bang web` listens on, 1 to 65535")
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(lambda v: v.upper() if isinstance(v, str) else v)
    ] = Field("INFO", description="DEBUG, INFO, WARNING or ERROR")


def load_settings(required: Iterable[str] = (), **overrides: Any) -> Settings:
    """Read the settings; ``required`` names fields that must be set, ``overrides`` come before the environment.

    Where something is missing or malformed, each problem is one line on stderr, without the value, and the process
    exits with status 2.
    """
    try:
        settings = Settings(**overrides)
    except ValidationError as error:
        problems = [_problem(str(detail["loc"][0]), "malformed") for detail in error.errors(include_input=False)]
    else:
        problems = [_problem(name, "missing") for name in required if getattr(settings, name) is None]
        if not problems:
            return settings
    print(*dict.fromkeys(problems), sep="\n", file=sys.stderr)
    sys.exit(2)


def _problem(field: str, what: str) -> str:
    return f"{field.upper()} is {what}: expected {Settings.model_fields[field].description}."
