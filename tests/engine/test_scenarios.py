"""Every scenario of tests/scenarios/, played through the public interface."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.scenario import play_scenario

FOLDER = Path(__file__).parent.parent / "scenarios"


def _all() -> list[Any]:
    files = sorted(FOLDER.glob("*.yaml"))
    scenarios = [row for file in files for row in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader) or []]
    return [pytest.param(scenario, id=scenario["id"]) for scenario in scenarios]


@pytest.mark.parametrize("scenario", _all())
def test_scenario(scenario: Any) -> None:
    result = play_scenario(scenario)
    assert result.passed, f"{result.title}\n{result.account}"
