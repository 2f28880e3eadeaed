"""A small, faithful Telegram Bot API on loopback, with the people, groups and screens behind it.

It is a test tool and what ``bang play`` shows: an unmodified bot talks HTTP to :class:`Emulator`, while tests and the
playground act as people through :class:`World` and read what each person's screen shows.
"""

from tgbot.emulator.errors import ActionError, ApiError
from tgbot.emulator.server import Emulator
from tgbot.emulator.world import World

__all__ = ["ActionError", "ApiError", "Emulator", "World"]
