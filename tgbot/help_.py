"""What ``/help`` and ``/start`` say."""

from tgbot import menus
from tgbot.texts import _


def group() -> str:
    """What can be said in a group."""
    head = _("BANG! by message: open a table here, get your cards in private, and play whenever you have a minute.")
    return f"{head}\n\n{menus.listing(menus.group_commands())}"


def private() -> str:
    """What can be said in private."""
    head = _("Your cards and questions come here. To play, add me to a group and say /newgame there.")
    return f"{head}\n\n{menus.listing(menus.private_commands())}"
