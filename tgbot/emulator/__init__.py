"""A small, faithful Telegram Bot API on loopback, with the people, groups and screens behind it.

It is a test tool and what ``bang play`` shows: an unmodified bot talks HTTP to :class:`Emulator`, while tests and the
playground act as people through :class:`World` and read what each person's screen shows::

    world = World(clock=clock)
    ann, bob = world.add_user("Ann"), world.add_user("Bob")
    group = world.add_group("Saloon", [ann.id, bob.id])
    async with Emulator(world) as emulator:
        ...  # start the bot with the token world.state.token and the API root emulator.url
        world.say(ann.id, group.id, "/newgame")
        await world.wait_for(lambda: world.screen(bob.id, group.id)[-1].buttons)
        world.press(bob.id, group.id, "Join")
"""

from tgbot.emulator.errors import ActionError, ApiError
from tgbot.emulator.server import Emulator
from tgbot.emulator.world import World

__all__ = ["ActionError", "ApiError", "Emulator", "World"]
