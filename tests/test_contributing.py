"""The lines that CONTRIBUTING.md shows are lines of the code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```(?:yaml|python)\n(.+?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
CODE = "\n".join(path.read_text() for path in (ROOT / "engine").rglob("*") if path.suffix in (".py", ".yaml"))


@pytest.mark.parametrize("block", BLOCKS)
def test_shown_lines_are_real(block: str) -> None:
    assert block in CODE


def test_a_card_a_character_and_an_event_are_shown() -> None:
    assert len(BLOCKS) >= 6
