"""``bang play``: Redis, a Bot API emulator, the bot and a web page, all on this machine."""

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from storage.embedded import EmbeddedError, EmbeddedRedis, default_data_dir
from tgbot.emulator import Emulator, World
from tgbot.playground.bot import Bot, BotError, running_bot
from tgbot.playground.keeper import Keeper, KeeperError
from tgbot.playground.page import serve_page
from tgbot.playground.people import furnish, new_world


def play(args: argparse.Namespace) -> int:
    """Run the playground until Ctrl-C; 1 if something cannot be started or the bot ends, said in one line."""
    data_dir: Path = (args.data_dir or default_data_dir() / "playground").resolve()
    try:
        with EmbeddedRedis(data_dir) as redis:
            asyncio.run(_play(args, data_dir, redis.url))
    except (EmbeddedError, KeeperError, BotError) as error:
        return _give_up(str(error))
    except OSError as error:
        return _give_up(f"{error.strerror or error}: {error.filename or f'port {args.port}'}")
    return 0


def _give_up(reason: str) -> int:
    print(f"bang play: {reason}", file=sys.stderr)
    return 1


async def _play(args: argparse.Namespace, data_dir: Path, redis_url: str) -> None:
    limits = not args.no_limits
    path = data_dir / "world.json"
    world = Keeper.load(path, limits=limits) or new_world(limits=limits)
    furnish(world, args.users)
    keeper = Keeper(path, world)
    with _stop_signals() as stopped:
        try:
            keeper.open()
            async with (
                Emulator(world) as emulator,
                serve_page(world, args.port) as address,
                running_bot(world.state.token, redis_url, emulator.url, data_dir) as bot,
            ):
                await _until_stopped(bot, world, keeper, address, data_dir, stopped)
        finally:
            keeper.close()


async def _until_stopped(
    bot: Bot, world: World, keeper: Keeper, address: str, data_dir: Path, stopped: asyncio.Event
) -> None:
    """Announce the address once the bot listens, then keep the world saved until Ctrl-C or the end of the bot."""
    stop = asyncio.create_task(stopped.wait())
    ready = asyncio.create_task(bot.ready(world))
    ended = asyncio.create_task(bot.process.wait())
    saving = asyncio.create_task(keeper.run())
    try:
        await asyncio.wait({stop, ready}, return_when=asyncio.FIRST_COMPLETED)
        if stopped.is_set():
            return
        ready.result()
        print(f"Play at {address} (Ctrl-C stops; games are kept in {data_dir})", flush=True)
        await asyncio.wait({stop, ended, saving}, return_when=asyncio.FIRST_COMPLETED)
        if saving.done():
            saving.result()
        if ended.done() and not stopped.is_set():
            raise bot.error()
    finally:
        for task in (stop, ready, ended, saving):
            task.cancel()
        await asyncio.gather(stop, ready, ended, saving, return_exceptions=True)


@contextlib.contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set, in place of what they do otherwise."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
