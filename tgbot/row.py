"""One setting of a table: a value that a button turns on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Settings = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One setting. ``key`` is at most 8 characters: it goes into callback data."""

    key: str
    path: tuple[str, ...]
    """Where the value lies in the table's settings."""
    values: tuple[Any, ...]
    """The default first; a tap goes on to the next."""
    label: Callable[[Any], str]
    """The button's text for a value."""
    about: Callable[[], str] = lambda: ""
    """One line on what it changes, for the Settings message; "" where the label says it all."""
    shown: Callable[[Settings], bool] = lambda _settings: True
    """Whether it is of any use beside the other settings."""

    def value(self, settings: Settings) -> Any:
        """What the table is set to."""
        for name in self.path[:-1]:
            settings = settings.get(name, {})
        return settings.get(self.path[-1], self.values[0])

    def turn(self, settings: Settings) -> None:
        """Go on to the next value."""
        following = self.values[(self.values.index(self.value(settings)) + 1) % len(self.values)]
        for name in self.path[:-1]:
            settings = settings.setdefault(name, {})
        settings[self.path[-1]] = following
