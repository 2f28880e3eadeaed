"""Every scenario of tests/scenarios/, played through the public interface."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.scenario import play_scenario

FOLDER = Path(__file__).parent.parent / "scenarios"


def _all() -> list[Any]:
    found = []
    for file in sorted(FOLDER.glob("*.yaml")):
        for scenario in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader) or []:
            found.append(pytest.param(scenario, id=scenario["id"]))
    return found


@pytest.mark.parametrize("scenario", _all())
def test_scenario(scenario: Any) -> None:
    result = play_scenario(scenario)
    assert result.passed, f"{result.title}\n{result.account}"
