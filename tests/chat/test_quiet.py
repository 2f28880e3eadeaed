"""Quiet hours: the clock of a sleeper stands still, whatever the calendar does."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tgbot import quiet
from tgbot.quiet import asleep_until, deadline_from, running_seconds

HOUR = 3600.0
ZONES = [
    "Europe/Rome",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Apia",
    "+05:45",
    "-03:00",
    None,
]


@dataclass
class Somebody:
    time_zone: str | None = None
    quiet: tuple[int, int] | None = None


minutes = st.integers(0, 1439)
people = st.builds(
    Somebody,
    st.sampled_from(ZONES),
    st.none() | st.tuples(minutes, minutes).filter(quiet.is_sensible),
)
moments = st.floats(1_000_000_000, 2_500_000_000)
spans = st.floats(0.5, 4 * 24 * HOUR)


def at(zone: str, *parts: int) -> float:
    return datetime(*parts, tzinfo=ZoneInfo(zone)).timestamp()  # type: ignore[arg-type,misc]


@given(moments, spans, people)
def test_nobody_is_due_before_their_clock_has_run(now: float, seconds: float, person: Somebody) -> None:
    due = deadline_from(now, seconds, person)
    assert due >= now + seconds - 1e-3
    assert running_seconds(now, due, person) == pytest.approx(seconds, abs=1e-3)


@given(moments, spans, people)
def test_nobody_is_due_asleep(now: float, seconds: float, person: Somebody) -> None:
    assert asleep_until(deadline_from(now, seconds, person), person) is None


@given(moments, spans, st.floats(0.1, 0.9), people)
def test_a_clock_that_is_stopped_and_goes_on_ends_at_the_same_time(
    now: float, seconds: float, part: float, person: Somebody
) -> None:
    due = deadline_from(now, seconds, person)
    between = now + (due - now) * part
    rest = running_seconds(between, due, person)
    assert deadline_from(between, rest, person) == pytest.approx(due, abs=1e-2) or rest < 1e-3


@given(moments, people)
def test_whoever_sleeps_wakes_up(now: float, person: Somebody) -> None:
    woken = asleep_until(now, person)
    if woken is not None:
        assert now < woken <= now + 18 * HOUR


def test_a_night_is_left_out() -> None:
    person = Somebody("Europe/Rome", (23 * 60, 7 * 60))
    begin = at("Europe/Rome", 2026, 11, 10, 22, 0)
    assert deadline_from(begin, 2 * HOUR, person) == at("Europe/Rome", 2026, 11, 11, 8, 0)


def test_a_night_of_the_change_to_winter_time_is_an_hour_longer() -> None:
    person = Somebody("Europe/Rome", (23 * 60, 7 * 60))
    begin = at("Europe/Rome", 2026, 10, 24, 22, 0)
    due = deadline_from(begin, 2 * HOUR, person)
    assert due == at("Europe/Rome", 2026, 10, 25, 8, 0)
    assert due - begin == 11 * HOUR


def test_a_night_of_the_change_to_summer_time_is_an_hour_shorter() -> None:
    person = Somebody("Europe/Rome", (23 * 60, 7 * 60))
    begin = at("Europe/Rome", 2026, 3, 28, 22, 0)
    due = deadline_from(begin, 2 * HOUR, person)
    assert due == at("Europe/Rome", 2026, 3, 29, 8, 0)
    assert due - begin == 9 * HOUR


def test_a_deadline_at_nightfall_waits_for_the_morning() -> None:
    person = Somebody(None, (23 * 60, 7 * 60))
    assert deadline_from(at("UTC", 2026, 5, 1, 22, 0), HOUR, person) == at("UTC", 2026, 5, 2, 7, 0)


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("europe/rome", "Europe/Rome"),
        ("america/new york", "America/New_York"),
        ("+3", "+03:00"),
        ("UTC-3:30", "-03:30"),
    ],
)
def test_zones_as_people_write_them(written: str, stored: str) -> None:
    assert quiet.zone_name(written) == stored
    assert quiet.zone(stored).utcoffset(datetime.fromtimestamp(0, UTC)) is not None


@pytest.mark.parametrize("written", ["", "Rome", "+15", "+3:75", "../../etc/passwd", "Europe"])
def test_what_is_no_zone_is_refused(written: str) -> None:
    with pytest.raises(quiet.BadZone):
        quiet.zone_name(written)


@pytest.mark.parametrize("hours", [(0, 0), (60, 60), (0, 1200), (8 * 60, 7 * 60)])
def test_hours_that_leave_no_day_count_as_none(hours: tuple[int, int]) -> None:
    assert deadline_from(1e9, HOUR, Somebody(None, hours)) == 1e9 + HOUR
