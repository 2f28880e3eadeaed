"""The command ``bang``. Each subcommand imports what it needs when it runs, and returns the process's exit status."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

MAX_PLAYERS = 8

AddParser = Callable[..., argparse.ArgumentParser]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; ``argv`` defaults to the process's arguments. Usage errors exit with status 2."""
    args = parser().parse_args(argv)
    try:
        return _command(args.target)(args)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `bang scenario ... | head`: nothing may be flushed to the closed pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _command(target: str) -> Callable[[argparse.Namespace], int]:
    module, name = target.split(":")
    command: Callable[[argparse.Namespace], int] = getattr(import_module(module), name)
    return command


def parser() -> argparse.ArgumentParser:
    """The grammar of the command line; ``target`` of the result is the function that carries it out."""
    top = argparse.ArgumentParser(prog="bang", description="Play BANG! by message in a Telegram group.")
    top.add_argument("--version", action="version", version=f"bang-by-message {version('bang-by-message')}")
    add_parser = top.add_subparsers(title="commands", required=True, metavar="COMMAND").add_parser
    _add(add_parser, "poll", "tgbot.app:poll", "run the whole bot in one process, by long polling")
    _add(add_parser, "web", "tgbot.app:web", "receive Telegram's updates by webhook")
    _add(add_parser, "worker", "tgbot.app:worker", "send messages and watch deadlines beside `bang web`")
    _play(add_parser)
    _scenario(add_parser)
    _simulate(add_parser)
    return top


def _add(add_parser: AddParser, name: str, target: str, about: str) -> argparse.ArgumentParser:
    command = add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
    command.set_defaults(target=target)
    return command


def _play(add_parser: AddParser) -> None:
    play = _add(
        add_parser, "play", "tgbot.playground.main:play", "try the bot without Telegram, on a page in your browser"
    )
    play.add_argument(
        "--port", type=_number(0, 65535), help="the page's port; 0 takes any free one (default: 8000 or the next free)"
    )
    play.add_argument("--data-dir", type=Path, help="where games are kept (default: your user data directory)")
    play.add_argument("--no-limits", action="store_true", help="do not slow down as Telegram's limits would")
    play.add_argument("--users", type=_number(1, 16), default=5, metavar="N", help="people at the table (default: 5)")


def _scenario(add_parser: AddParser) -> None:
    scenario = _add(add_parser, "scenario", "tgbot.commands.scenario:run", "check the rules against scenario files")
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a YAML file of scenarios")
    scenario.add_argument("--json", action="store_true", help="print one JSON document")


def _simulate(add_parser: AddParser) -> None:
    simulate = _add(add_parser, "simulate", "tgbot.commands.simulate:run", "play games with random answers and count")
    simulate.add_argument("--games", type=_number(1), default=1000, metavar="N", help="how many games (default: 1000)")
    simulate.add_argument(
        "--players", type=_number(3, MAX_PLAYERS), default=5, metavar="K", help="players in each (default: 5)"
    )
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="where the games' seeds start (default: 1)")
    simulate.add_argument("--jobs", type=_number(1), default=1, metavar="J", help="processes to use (default: 1)")
    simulate.add_argument("--sets", default="base", help="expansions to play with, separated by commas (default: base)")
    simulate.add_argument("--latency", action="store_true", help="also estimate the days that people would take")
    simulate.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the results into FILE (needs the extra `plot`)"
    )
    simulate.add_argument("--json", action="store_true", help="print one JSON document")


def _number(low: int, high: int | None = None) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"{value} is not {low} " + (f"to {high}" if high else "or more"))
        return value

    return number


if __name__ == "__main__":
    sys.exit(main())
