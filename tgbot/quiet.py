"""Quiet hours: a daily span in which a person's clock stands still and nothing rings. Pure; moments are Unix seconds.

The span is kept in local time, so it follows the changes of summer time wherever the person lives.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from typing import Protocol
from zoneinfo import ZoneInfo, available_timezones

LONGEST = 16 * 60
"""Minutes that quiet hours may last: somebody who sleeps all day never has to play."""
_DAY = 24 * 60
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)


class Sleeper(Protocol):
    """Whoever may have quiet hours: a person, or the holder of a seat."""

    @property
    def time_zone(self) -> str | None:
        """Name of a zone (``Europe/Rome``), or an offset (``+05:30``); None is UTC."""

    @property
    def quiet(self) -> tuple[int, int] | None:
        """From and to, as minutes after local midnight."""


class BadZone(ValueError):
    """There is no such time zone."""


@cache
def _zone_names() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def zone_name(text: str) -> str:
    """A time zone as it is stored, from what somebody wrote: an IANA name in any case, or an offset from UTC.

    Raises BadZone.
    """
    match = _OFFSET.fullmatch(text.strip())
    if match is None:
        name = _zone_names().get(text.strip().replace(" ", "_").casefold())
        if name is None:
            raise BadZone(text)
        return name
    hours, minutes = int(match[2]), int(match[3] or 0)
    if hours > 14 or minutes > 59:
        raise BadZone(text)
    return f"{match[1]}{hours:02}:{minutes:02}"


def zone(name: str | None) -> tzinfo:
    """The zone of a stored name. A name that this machine does not know is taken for UTC."""
    if name is None:
        return UTC
    match = _OFFSET.fullmatch(name)
    if match is None:
        return ZoneInfo(name) if name.casefold() in _zone_names() else UTC
    offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return timezone(-offset if match[1] == "-" else offset)


def is_sensible(quiet: tuple[int, int]) -> bool:
    """Whether these hours leave enough of the day."""
    return 0 < (quiet[1] - quiet[0]) % _DAY <= LONGEST


def deadline_from(now: float, seconds: float, person: Sleeper) -> float:
    """The moment at which the person's clock has run for so many seconds; never within quiet hours."""
    if not _has_nights(person):
        return now + seconds
    at = _awake(now, person)
    while at + seconds >= (night := _next_night(at, person)):
        seconds -= night - at
        at = _awake(night, person)
    return at + seconds


def running_seconds(begin: float, end: float, person: Sleeper) -> float:
    """How long the person's clock runs between two moments; the inverse of ``deadline_from``."""
    if not _has_nights(person):
        return max(0.0, end - begin)
    total, at = 0.0, _awake(begin, person)
    while at < end:
        night = _next_night(at, person)
        total += min(night, end) - at
        at = _awake(night, person)
    return total


def asleep_until(now: float, person: Sleeper) -> float | None:
    """The end of the quiet hours that the moment lies in; None outside of them."""
    if not _has_nights(person):
        return None
    return max((end for begin, end in _nights(now, person) if begin <= now < end), default=None)


def _has_nights(person: Sleeper) -> bool:
    return person.quiet is not None and is_sensible(person.quiet)


def _awake(now: float, person: Sleeper) -> float:
    while (end := asleep_until(now, person)) is not None:
        now = end
    return now


def _next_night(now: float, person: Sleeper) -> float:
    return min(begin for begin, _end in _nights(now, person) if begin > now)


def _nights(around: float, person: Sleeper) -> Iterator[tuple[float, float]]:
    """The quiet spans that begin on the days about a moment."""
    assert person.quiet is not None
    begin, end = person.quiet
    local = zone(person.time_zone)
    today = datetime.fromtimestamp(around, local).date()
    for days in (-2, -1, 0, 1, 2):
        day = today + timedelta(days=days)
        last = day if begin < end else day + timedelta(days=1)
        yield _moment(day, begin, local), _moment(last, end, local)


def _moment(day: date, minutes: int, local: tzinfo) -> float:
    return datetime.combine(day, time(minutes // 60 % 24, minutes % 60), local).timestamp()
