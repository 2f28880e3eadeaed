"""Inline keyboards: what Telegram takes as one, and its complaints about what it does not."""

from typing import Any

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call
from tgbot.emulator.model import Chat, Json, Rows

BUTTONS_LIMIT = 100
ROW_LIMIT = 8
DATA_BYTES = 64
COPY_LIMIT = 256
OTHER_KINDS = ("keyboard", "remove_keyboard", "force_reply")
STYLES = ("danger", "success", "primary")
KEPT = ("callback_data", "url", "copy_text", "web_app", "style", "icon_custom_emoji_id")


def inline_markup(call: Call, chat: Chat) -> Json:
    """``{"reply_markup": ...}`` of the call's inline keyboard; empty if it has none or another kind."""
    markup = call.json("reply_markup")
    if not markup:
        return {}
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    rows = markup.get("inline_keyboard")
    if rows is None:
        if not any(kind in markup for kind in OTHER_KINDS):
            raise bad_request("can't parse reply keyboard markup JSON object")
        return {}
    checked = _rows(rows, chat)
    return {"reply_markup": {"inline_keyboard": checked}} if checked else {}


def _rows(rows: Any, chat: Chat) -> Rows:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request("can't parse inline keyboard: Expected an Array of Array")
    checked = [[_button(button, chat) for button in row] for row in rows if row]
    if any(len(row) > ROW_LIMIT for row in checked):
        raise bad_request("REPLY_MARKUP_INVALID")
    if sum(map(len, checked)) > BUTTONS_LIMIT:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    return checked


def _button(button: Any, chat: Chat) -> Json:
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: Expected an Object")
    text = button.get("text")
    if not isinstance(text, str):
        raise bad_request('can\'t parse inline keyboard button: Field "text" must be of type String')
    if not text.strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    kept = {"text": text.strip()} | {name: button[name] for name in KEPT if button.get(name) is not None}
    _check_action(kept, chat)
    if kept.get("style", "primary") not in STYLES:
        raise bad_request("can't parse inline keyboard button: Unknown button style specified")
    return kept


def _check_action(button: Json, chat: Chat) -> None:
    if "callback_data" in button:
        if not 1 <= len(str(button["callback_data"]).encode()) <= DATA_BYTES:
            raise bad_request("BUTTON_DATA_INVALID")
    elif "url" in button:
        if not str(button["url"]).startswith(("http://", "https://", "tg://")):
            raise bad_request("BUTTON_URL_INVALID")
    elif "copy_text" in button:
        if not 1 <= len(button["copy_text"].get("text", "")) <= COPY_LIMIT:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")
    elif "web_app" in button:
        if chat.type != "private":
            raise bad_request("BUTTON_TYPE_INVALID")
    else:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
