"""Methods that choose how updates come to the bot; long polling itself is in :mod:`tgbot.emulator.delivery`."""

import re
from typing import Any
from urllib.parse import urlparse

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.model import Json, Webhook

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
MOST_CONNECTIONS = 100
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def set_allowed(call: Call) -> None:
    """Remember ``allowed_updates``; without it the earlier choice stands."""
    allowed: Any = call.json("allowed_updates")
    if allowed is not None:
        call.world.state.allowed_updates = [str(kind) for kind in allowed]


def _drop_pending(call: Call) -> None:
    if call.flag("drop_pending_updates"):
        call.world.drop_updates([update.id for update in call.world.state.updates])


@method()
def set_webhook(call: Call) -> bool:
    """Have updates pushed to an address; plain http only on this machine."""
    url, secret = call.text("url"), call.text("secret_token")
    parts = urlparse(url)
    if url and parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if secret and not SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    connections = min(max(call.integer("max_connections") or 40, 1), MOST_CONNECTIONS)
    set_allowed(call)
    _drop_pending(call)
    call.world.state.webhook = Webhook(url=url, secret_token=secret, max_connections=connections)
    call.world.signal.fire()
    return True


@method()
def delete_webhook(call: Call) -> bool:
    """Go back to long polling."""
    _drop_pending(call)
    call.world.state.webhook = Webhook()
    call.world.signal.fire()
    return True


@method()
def get_webhook_info(call: Call) -> Json:
    """Where updates go, how many wait, and what went wrong last."""
    state = call.world.state
    info: Json = {
        "url": state.webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(state.updates),
    }
    if state.webhook.url:
        info["max_connections"] = state.webhook.max_connections
    if state.allowed_updates:
        info["allowed_updates"] = state.allowed_updates
    if state.webhook.last_error_date is not None:
        info |= {
            "last_error_date": state.webhook.last_error_date,
            "last_error_message": state.webhook.last_error_message,
        }
    return info
