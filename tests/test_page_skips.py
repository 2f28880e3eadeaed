"""A page test that is skipped in CI fails: otherwise nobody would notice that no browser was there."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

SKIPPED = """
import pytest
@pytest.mark.skip(reason="no browser")
def test_a(): pass
def test_b(): pytest.skip("no browser")
@pytest.fixture
def browser(): pytest.skip("no browser")
def test_c(browser): pass
"""
SKIPPED_WHOLE = "import pytest; pytest.skip('no browser', allow_module_level=True)"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with our conftest, whose page tests and another test find no browser."""
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    pytester.makeconftest((Path(__file__).parent / "conftest.py").read_text())
    (pytester.path / "page").mkdir()
    (pytester.path / "page" / "test_page.py").write_text(SKIPPED)
    (pytester.path / "page" / "test_whole.py").write_text(SKIPPED_WHOLE)
    (pytester.path / "test_other.py").write_text(SKIPPED.replace("test_", "test_other_"))
    return pytester


def test_elsewhere_a_skip_is_a_skip(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BANG_CI", raising=False)
    project.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(skipped=7)


def test_in_ci_skipped_page_tests_fail(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANG_CI", "1")
    result = project.runpytest_inprocess("-p", "no:cacheprovider", "--continue-on-collection-errors")
    result.assert_outcomes(skipped=3, failed=1, errors=3)
    result.stdout.fnmatch_lines(["*Page tests must run in CI, but this was skipped*no browser*"])
    assert result.ret != 0
