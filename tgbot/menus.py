"""The menus of commands that Telegram shows, for each kind of chat."""

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)
from telegram.error import TelegramError

from tgbot.texts import _

log = structlog.get_logger(__name__)


def group_commands() -> list[tuple[str, str]]:
    """What can be said in a group: command and one line about it."""
    return [
        ("newgame", _("Open a table for a game of BANG!")),
        ("table", _("Show the table")),
        ("hand", _("Send me my hand in private")),
        ("rules", _("Explain a card or a character")),
        ("leave", _("Leave the game; a computer player takes over")),
        ("cancel", _("Call the game off")),
        ("help", _("How this bot works")),
    ]


def private_commands() -> list[tuple[str, str]]:
    """What can be said in private."""
    return [
        ("games", _("My games, and what waits for me")),
        ("hand", _("Show me my hands")),
        ("rules", _("Explain a card or a character")),
        ("help", _("How this bot works")),
    ]


def listing(commands: list[tuple[str, str]]) -> str:
    """The commands as lines of a help text."""
    return "\n".join(_("/{command} – {about}").format(command=name, about=about) for name, about in commands)


async def register(bot: Bot) -> None:
    """Tell Telegram the menus. If it does not take them the game goes on without."""
    scopes = (
        (BotCommandScopeAllGroupChats(), group_commands()),
        (BotCommandScopeAllPrivateChats(), private_commands()),
        (BotCommandScopeDefault(), [("help", _("How this bot works"))]),
    )
    for scope, commands in scopes:
        try:
            await bot.set_my_commands([BotCommand(name, about) for name, about in commands], scope=scope)
        except TelegramError as error:
            log.warning("menu not registered", scope=scope.type, error=type(error).__name__)
