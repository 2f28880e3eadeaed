"""Settings: good values are read, bad ones are told in one line each and exit with status 2."""

from pathlib import Path

import pytest

from tgbot.config import Settings, load_settings

TOKEN = "123456789:" + "Ab1_-" * 7


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_defaults() -> None:
    settings = load_settings()
    assert settings.telegram_api_url == "https://api.telegram.org"
    assert (settings.port, settings.log_level) == (8080, "INFO")
    assert (settings.bot_token, settings.redis_url, settings.webhook_url, settings.webhook_secret) == (None,) * 4


def test_values_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "BOT_TOKEN": TOKEN,
        "REDIS_URL": "unix:///run/redis.sock",
        "TELEGRAM_API_URL": "http://127.0.0.1:9000/",
        "WEBHOOK_URL": "https://bang.example.org/hook",
        "WEBHOOK_SECRET": "s3cret_-",
        "PORT": "9",
        "LOG_LEVEL": "debug",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    settings = load_settings(required=["bot_token", "webhook_url"])
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.redis_url == "unix:///run/redis.sock"
    assert settings.telegram_api_url == "http://127.0.0.1:9000"
    assert (settings.port, settings.log_level) == (9, "DEBUG")


def test_a_file_serves_where_the_environment_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("PORT=1234\nLOG_LEVEL=ERROR\n")
    monkeypatch.setenv("PORT", "4321")
    settings = load_settings()
    assert (settings.port, settings.log_level) == (4321, "ERROR")


def test_the_token_is_not_shown_with_the_settings() -> None:
    assert TOKEN not in repr(load_settings(bot_token=TOKEN))


def lines_of_exit(capsys: pytest.CaptureFixture[str], *required: str) -> list[str]:
    with pytest.raises(SystemExit) as exit_:
        load_settings(required)
    assert exit_.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


@pytest.mark.parametrize("value", [None, ""])
def test_a_missing_token_is_one_line(
    value: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if value is not None:
        monkeypatch.setenv("BOT_TOKEN", value)
    [line] = lines_of_exit(capsys, "bot_token")
    assert line.startswith("BOT_TOKEN is missing: expected the token that @BotFather gave")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_TOKEN", "123456789"),
        ("BOT_TOKEN", TOKEN + " x"),
        ("REDIS_URL", "127.0.0.1:6379"),
        ("REDIS_URL", "http://127.0.0.1"),
        ("REDIS_URL", "unix:"),
        ("TELEGRAM_API_URL", "api.telegram.org"),
        ("WEBHOOK_URL", "http://bang.example.org"),
        ("WEBHOOK_SECRET", "with space"),
        ("PORT", "http"),
        ("PORT", "65536"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_malformed_value_is_one_line_without_the_value(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    [line] = lines_of_exit(capsys)
    assert line.startswith(f"{name} is malformed: expected ")
    assert value not in line.removeprefix(name).split("expected")[0]


def test_every_problem_has_its_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv("BOT_TOKEN", "nonsense")
    assert [line.split()[0] for line in lines_of_exit(capsys)] == ["BOT_TOKEN", "PORT"]
    monkeypatch.undo()


def test_every_setting_says_what_it_expects() -> None:
    assert all(field.description for field in Settings.model_fields.values())
