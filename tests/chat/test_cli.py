"""The command line: what each command parses, and that none loads more than it needs."""

import argparse
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tgbot.cli import main, parser


def test_every_command_has_its_function() -> None:
    commands = [
        ("poll", "tgbot.app:poll"),
        ("web", "tgbot.app:web"),
        ("worker", "tgbot.app:worker"),
        ("play", "tgbot.playground.main:play"),
        ("scenario x.yaml", "tgbot.commands.scenario:run"),
        ("simulate", "tgbot.commands.simulate:run"),
    ]
    for line, target in commands:
        assert parser().parse_args(line.split()).target == target


def test_the_exit_status_is_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        seen.append(args)
        return 3

    monkeypatch.setitem(sys.modules, "tgbot.commands.scenario", SimpleNamespace(run=run))
    assert main(["scenario", "a.yaml", "b.yaml", "--json"]) == 3
    assert (seen[0].files, seen[0].json) == ([Path("a.yaml"), Path("b.yaml")], True)


def test_ctrl_c_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "tgbot.commands.simulate", SimpleNamespace(run=interrupted))
    assert main(["simulate"]) == 130


@pytest.mark.parametrize(
    "line", ["", "dance", "simulate --players 2", "simulate --games 0", "play --users x", "scenario"]
)
def test_wrong_usage_exits_with_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(line.split())
    assert exit_.value.code == 2
    assert "usage: bang" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--version"])
    assert exit_.value.code == 0
    assert capsys.readouterr().out.startswith("bang-by-message 0.")


def test_a_closed_pipe_is_no_traceback() -> None:
    code = (
        "import sys, types, tgbot.cli\n"
        "def run(args):\n while True: print('x' * 10000)\n"
        "sys.modules['tgbot.commands.simulate'] = types.SimpleNamespace(run=run)\n"
        "sys.exit(tgbot.cli.main(['simulate']))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_parsing_loads_neither_telegram_nor_redis() -> None:
    code = (
        "import sys, tgbot.cli; tgbot.cli.parser(); print(sorted({'telegram', 'redis', 'engine'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
