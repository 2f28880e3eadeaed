"""``bang scenario``: plays scenario files and says which hold."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from engine.scenario import BadScenario, Result, play_scenario


class BadFile(ValueError):
    """A file that cannot be read; the message names file, scenario and reason."""


def run(args: argparse.Namespace) -> int:
    """Exit status 0 if all scenarios hold, 1 if one fails, 2 if anything cannot be read (the rest is played)."""
    results: list[tuple[Path, Result]] = []
    unreadable: list[str] = []
    for path in args.files:
        try:
            results.extend((path, result) for result in play_file(path, unreadable))
        except BadFile as error:
            unreadable.append(str(error))
    if args.json:
        print(json.dumps(_document(results, unreadable), ensure_ascii=False, indent=2))
    elif results or not unreadable:
        _report(results)
    for line in unreadable:
        print(line, file=sys.stderr)
    if unreadable:
        return 2
    return 0 if all(result.passed for _, result in results) else 1


def play_file(path: Path, unreadable: list[str]) -> Iterator[Result]:
    """Plays every scenario of a file; one that makes no sense adds a line to ``unreadable``. Raises BadFile."""
    try:
        scenarios = yaml.safe_load(path.read_text("utf-8"))
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, ValueError) as error:  # ValueError: not UTF-8, or a date that there is not
        raise BadFile(f"{path}: is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(scenarios, list):
        raise BadFile(f"{path}: must hold a list of scenarios")
    for number, scenario in enumerate(scenarios, 1):
        name = scenario.get("id", f"number {number}") if isinstance(scenario, dict) else f"number {number}"
        try:
            yield play_scenario(scenario)
        except BadScenario as error:
            unreadable.append(f"{path}: {name}: {error}")


def _report(results: list[tuple[Path, Result]]) -> None:
    for _, result in results:
        print(f"{'ok  ' if result.passed else 'FAIL'} {result.id}: {result.title}")
        if result.account:
            print(result.account)
    failed = sum(not result.passed for _, result in results)
    print(f"{len(results) - failed} passed, {failed} failed")


def _document(results: list[tuple[Path, Result]], unreadable: list[str]) -> dict[str, Any]:
    failed = sum(not result.passed for _, result in results)
    rows = [
        {"file": str(path), "id": r.id, "title": r.title, "passed": r.passed, "account": r.account}
        for path, r in results
    ]
    return {"passed": len(results) - failed, "failed": failed, "scenarios": rows, "unreadable": unreadable}
