"""What all tests share: a real Redis for each test process, and a strict view of skipped page tests in CI."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest
import redis

from storage.embedded import EmbeddedRedis

PAGE_TESTS = Path(__file__).parent / "page"

# The same examples in every run: a red test is red for everybody. `HYPOTHESIS_PROFILE=explore` looks for new ones.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """One server for all tests of this process (of each worker under xdist)."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis"), fsync="no") as server:
        yield server


@pytest.fixture
def redis_url(redis_server: EmbeddedRedis) -> str:
    """The address of a Redis that is empty at the start of this test."""
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    return redis_server.url


def _must_run(path: Path) -> bool:
    return os.environ.get("BANG_CI") == "1" and path.is_relative_to(PAGE_TESTS)


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"Page tests must run in CI, but this was skipped: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if _must_run(item.path):
        _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if _must_run(collector.path):
        _refuse_skip(report)
    return report
