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
        ("nudge", _("Ask whoever the game waits for to hurry")),
        ("away", _("A computer player takes my seat until I am back; /away 3d for a time")),
        ("back", _("Take my seat back")),
        ("pause", _("Ask for a pause")),
        ("resume", _("Let a paused game go on")),
        ("vote", _("Vote on a silent seat, or on the end of the game")),
        ("leave", _("Leave the game; a computer player takes over")),
        ("cancel", _("Call the game off")),
        ("help", _("How this bot works")),
    ]


def private_commands() -> list[tuple[str, str]]:
    """What can be said in private."""
    return [
        ("games", _("My games, and what waits for me")),
        ("hand", _("Show me my hands")),
        ("orders", _("What is done for me without asking")),
        ("plan", _("Plan my next turn")),
        ("quiet", _("My quiet hours and time zone")),
        ("away", _("A computer player takes my seats until I am back; /away 3d for a time")),
        ("back", _("Take my seats back")),
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
