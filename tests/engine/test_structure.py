"""What keeps the engine easy to extend: shared code knows no names, every hook is fired and documented."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.cards import CHARACTERS, EQUIPMENT, EVENTS, KINDS
from engine.hooks import HOOKS, Rule
from engine.stack import FRAMES

ENGINE = Path(engine.__file__).parent
SHARED = sorted(path for path in ENGINE.glob("*.py"))
NAMES = {*CHARACTERS, *KINDS, *(name for _, name in EVENTS), *(piece.name for piece in EQUIPMENT)}
ONE_WORD = {"Ranch", "Shot", "Punch", "Knife", "Ghost", "Escape", "Aim", "Poker", "Duel", "Brawl", "Dodge"}
"""Names that are also words of the code (frame names, decision kinds)."""


def _strings(path: Path) -> Iterator[tuple[int, str]]:
    """String constants that are no docstrings."""
    tree = ast.parse(path.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_shared_code_names_no_card_and_no_character(path: Path) -> None:
    assert [(line, text) for line, text in _strings(path) if text in NAMES - ONE_WORD] == []


@pytest.mark.parametrize("hook", sorted(HOOKS))
def test_every_hook_is_fired_and_documented(hook: str) -> None:
    assert getattr(Rule, hook).__doc__, f"say when {hook} is asked"
    sources = [path.read_text() for path in ENGINE.rglob("*.py")]
    assert any(f".{hook}(game" in source for source in sources), f"nothing asks {hook}"


@pytest.mark.parametrize("name", sorted(FRAMES))
def test_every_frame_says_its_rule(name: str) -> None:
    assert FRAMES[name].__doc__
    assert len(FRAMES[name].__dataclass_fields__) <= 10  # type: ignore[attr-defined]
