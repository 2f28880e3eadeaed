"""The answer to a tap."""

from urllib.parse import urlparse

from tgbot.emulator.errors import bad_request
from tgbot.emulator.html import utf16
from tgbot.emulator.methods.base import Call, method
from tgbot.emulator.model import Alert, Query

ANSWER_LIMIT = 200
QUERY_LIFETIME = 15 * 60
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@method()
def answer_callback_query(call: Call) -> bool:
    """Stop the clock on a button, with a toast, an alert or a link to the bot itself; once, within 15 minutes."""
    query = call.world.state.queries.get(call.text("callback_query_id"))
    if query is None or call.world.now() - query.date >= QUERY_LIFETIME:
        raise bad_request(TOO_OLD)
    text, url = call.text("text"), call.text("url")
    if utf16(text) > ANSWER_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and urlparse(url).path.strip("/").lower() != call.world.state.bot.username.lower():
        raise bad_request("URL_INVALID")
    del call.world.state.queries[query.id]
    seq = call.world.note("answer", query.chat_id, query.message_id, query.user_id)
    if text or url:
        _show(call, query, seq, text, url)
    return True


def _show(call: Call, query: Query, seq: int, text: str, url: str) -> None:
    show_alert = call.flag("show_alert")
    alert = Alert(
        seq=seq,
        date=call.world.now(),
        user_id=query.user_id,
        chat_id=query.chat_id,
        message_id=query.message_id,
        query_id=query.id,
        text=text,
        show_alert=show_alert,
        url=url,
    )
    call.world.state.alerts.append(alert)
    kind = "alert" if show_alert else "toast"
    call.world.saw(seq, query.chat_id, query.message_id, kind, text, [query.user_id])
