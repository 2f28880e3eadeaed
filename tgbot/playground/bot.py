"""The bot itself, unmodified, as a process of its own: ``bang poll`` told to talk to the emulator."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from storage.embedded import end_with_parent
from tgbot.emulator import World

COMMAND = (sys.executable, "-m", "tgbot.cli", "poll")
READY_SECONDS = 60.0
STOP_SECONDS = 15.0
NOT_FOR_PLAY = ("WEBHOOK_URL", "WEBHOOK_SECRET", "PORT")


class BotError(Exception):
    """The bot does not run; the message says where its log is."""


class Bot:
    """One running bot process. ``log`` is the file that its log goes to."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self.process = process
        self.log = log

    async def ready(self, world: World) -> None:
        """Wait until the bot asks for updates. Raises BotError if it ends before, or never does."""
        polls = asyncio.create_task(world.signal.wait_for(lambda: world.pollers > 0, READY_SECONDS))
        ended = asyncio.create_task(self.process.wait())
        try:
            await asyncio.wait({polls, ended}, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                raise self.error()
            if not polls.result():
                raise BotError(f"The bot does not ask for updates; its log is {self.log}")
        finally:
            polls.cancel()
            ended.cancel()

    def error(self) -> BotError:
        """What to say about a bot that has ended by itself."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        last = lines[-1] if lines else "it printed nothing"
        return BotError(f"The bot ended with status {self.process.returncode}: {last} (its log is {self.log})")

    async def stop(self) -> None:
        """Let the bot finish what it is at, and end it if it takes too long."""
        if self.process.returncode is None:
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


@contextlib.asynccontextmanager
async def running_bot(token: str, redis_url: str, api_url: str, data_dir: Path) -> AsyncIterator[Bot]:
    """Run the bot against this Redis and Bot API; its working directory, so that no other ``.env`` counts, and its log
    are in ``data_dir``.
    """
    env = {name: value for name, value in os.environ.items() if name.upper() not in NOT_FOR_PLAY}
    env |= {"BOT_TOKEN": token, "REDIS_URL": redis_url, "TELEGRAM_API_URL": api_url}
    log = data_dir / "bot.log"
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            cwd=data_dir,
            env=env,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,  # a Ctrl-C in the terminal is for the playground, which then stops the bot
            preexec_fn=end_with_parent,
        )
    bot = Bot(process, log)
    try:
        yield bot
    finally:
        await bot.stop()
