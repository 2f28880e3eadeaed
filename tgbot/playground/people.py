"""Who is at the playground's table at first."""

from tgbot.emulator import World

TOKEN = "7000001:playground-token-opens-nothing-else"  # noqa: S105 - known to the emulator only
BOT_NAME = "Barkeep"
BOT_USERNAME = "saloon_bot"
GROUP = "Saloon"
NAMES = (
    "Ann",
    "Bob",
    "Carla",
    "Dan",
    "Eve",
    "Finn",
    "Gus",
    "Hana",
    "Ivo",
    "June",
    "Kai",
    "Lou",
    "Mia",
    "Ned",
    "Olga",
    "Pete",
)


def new_world(*, limits: bool = True) -> World:
    """A world with the bot and nobody else."""
    return World(token=TOKEN, username=BOT_USERNAME, name=BOT_NAME, limits=limits)


def furnish(world: World, users: int) -> None:
    """See to it that there are at least so many people, and a group in which all newcomers are.

    Nobody has started the bot yet: they do as people at Telegram do, by its links. The bot is an administrator of the
    group, so that it can pin.
    """
    known = list(world.users())
    new = [world.add_user(name, username=name.lower()).id for name in NAMES[len(known) : users]]
    groups = [chat for chat in world.state.chats.values() if chat.type != "private" and not chat.deleted]
    if not groups:
        world.add_group(GROUP, [*(user.id for user in known), *new], bot="administrator")
    else:
        for user_id in new:
            world.join(user_id, groups[0].id)
