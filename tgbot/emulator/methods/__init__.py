"""The Bot API's methods, by name, and how one is called."""

from typing import Any

from tgbot.emulator.errors import ApiError, bad_request, too_many_requests
from tgbot.emulator.methods import answers, chats, commands, editing, sending, topics, updates
from tgbot.emulator.methods.base import METHODS, Call
from tgbot.emulator.world import World

__all__ = ["METHODS", "answers", "call", "chats", "commands", "editing", "sending", "topics", "updates"]


def call(world: World, name: str, fields: dict[str, Any]) -> Any:
    """Call a method as the bot; its result as JSON.

    Raises :class:`ApiError` as Telegram would: 404 for a name that does not exist, 429 for calls too fast.
    """
    method = METHODS.get(name.lower())
    if method is None:
        raise ApiError(404, "Not Found")
    with world.lock:
        this = Call(world, fields)
        if method.counted:
            cost = len(this.json("media") or [1]) if method.name == "sendmediagroup" else 1
            wait = world.limits.take(this.integer("chat_id") or 0, world.clock(), cost)
            if wait:
                raise too_many_requests(wait)
        try:
            return method.run(this)
        except RecursionError:
            raise bad_request("object is too deep") from None
