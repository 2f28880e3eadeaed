"""What the import contracts in pyproject.toml cannot say about the layout."""

from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "storage", "tgbot")
MAX_LINES = 600


def test_the_emulator_imports_nothing_of_the_bot() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    emulator = {"tgbot.emulator"} | graph.find_descendants("tgbot.emulator")
    imported = {other for module in emulator for other in graph.find_modules_directly_imported_by(module)}
    assert imported - emulator == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_grows_beyond_reading(package: str) -> None:
    lengths = {str(path): len(path.read_text().splitlines()) for path in (ROOT / package).rglob("*.py")}
    assert {path: lines for path, lines in lengths.items() if lines > MAX_LINES} == {}
