"""The bot's command menus."""

import re
from typing import Any

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.model import Json
from tgbot.emulator.screens import scope_key

COMMANDS_LIMIT = 100
DESCRIPTION_LIMIT = 256
NAME = re.compile(r"[a-z0-9_]{1,32}")
SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}


def _key(call: Call) -> str:
    scope = call.json("scope") or {"type": "default"}
    if not isinstance(scope, dict) or scope.get("type") not in SCOPES:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    needed = SCOPES[scope["type"]]
    if any(name not in scope for name in needed):
        raise bad_request("chat_id is empty")
    if needed and int(scope["chat_id"]) not in {*call.world.state.chats, *call.world.state.users}:
        raise bad_request("chat not found")
    language = call.text("language_code")
    if language and not re.fullmatch("[a-z]{2}", language):
        raise bad_request("invalid language code specified")
    return scope_key(scope, language)


def _command(command: Any) -> Json:
    name, description = str(command.get("command", "")).lstrip("/"), str(command.get("description", "")).strip()
    if not NAME.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= DESCRIPTION_LIMIT:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": name, "description": description}


@method()
def set_my_commands(call: Call) -> bool:
    """The menu for a scope and language."""
    commands = call.json("commands")
    if not isinstance(commands, list):
        raise bad_request("can't parse commands JSON object")
    if len(commands) > COMMANDS_LIMIT:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    call.world.state.commands[_key(call)] = [_command(command) for command in commands]
    call.world.note("commands")
    return True


@method()
def get_my_commands(call: Call) -> list[Json]:
    """The menu of exactly this scope and language."""
    return call.world.state.commands.get(_key(call), [])


@method()
def delete_my_commands(call: Call) -> bool:
    """Take the menu for a scope and language away, so that a wider one shows."""
    call.world.state.commands.pop(_key(call), None)
    call.world.note("commands")
    return True
