"""Keeping the playground's world in a file, so that chats are there again after a restart."""

import asyncio
import os
from pathlib import Path

from tgbot.emulator import World

PAUSE_SECONDS = 0.3
"""What happens within this time goes into one save."""
SKIPPED_NUMBERS = 1000


class KeeperError(Exception):
    """The file cannot be used; the message says what to do."""


class Keeper:
    """Saves one world into ``path`` after each burst of changes, and at the end.

    A second file, ``path`` with ``.open`` added, exists while a world is in use. Whoever finds it at the start knows
    that the last run was killed and that the file may be a little behind what the bot has seen.
    """

    def __init__(self, path: Path, world: World) -> None:
        self.path = path
        self.world = world
        self._saved = -1

    @classmethod
    def load(cls, path: Path, *, limits: bool = True) -> World | None:
        """The world kept in the file, None if there is no file yet. Raises KeeperError if it cannot be read."""
        try:
            world = World.load(path.read_text(encoding="utf-8"), limits=limits)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            reason = str(error).partition("\n")[0]
            raise KeeperError(f"{path} cannot be read ({reason}): move it away to begin anew.") from error
        if _marker(path).exists():
            _skip_numbers(world)
        return world

    def open(self) -> None:
        """Mark the file as in use, and save the world as it is at the start."""
        _marker(self.path).touch()
        self.save()

    def save(self) -> None:
        """Write the world: the file is either the old or the new one, never half of it."""
        self._saved = self.world.state.seq
        draft = self.path.with_name(self.path.name + ".new")
        with draft.open("w", encoding="utf-8") as file:
            file.write(self.world.dump(history=False))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)

    def close(self) -> None:
        """Save a last time; the next run can rely on the file."""
        self.save()
        _marker(self.path).unlink(missing_ok=True)

    async def run(self) -> None:
        """Save after changes until cancelled."""
        while True:
            await self.world.signal.wait_for(lambda: self.world.state.seq != self._saved)
            await asyncio.sleep(PAUSE_SECONDS)
            await asyncio.to_thread(self.save)


def _marker(path: Path) -> Path:
    return path.with_name(path.name + ".open")


def _skip_numbers(world: World) -> None:
    """Go on from higher numbers, as the bot may have met some that the file knows nothing of."""
    state = world.state
    state.last_update_id += SKIPPED_NUMBERS
    state.last_query_id += SKIPPED_NUMBERS
    state.last_user_id += SKIPPED_NUMBERS
    state.last_group_id += SKIPPED_NUMBERS
    state.seq += SKIPPED_NUMBERS
    private = [world.chat(user_id) for user_id in state.users]  # they come into being when first asked for
    for chat in [*private, *(chat for chat in state.chats.values() if chat.type != "private")]:
        chat.next_message_id += SKIPPED_NUMBERS
