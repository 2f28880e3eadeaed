"""Stored shapes: what lies in Redis, as pydantic models. Each document carries a schema number.

Nothing here knows Telegram's API or the rules of the game: a keyboard is rows of labelled buttons, a game is an opaque
JSON value that the engine wrote.
"""

from typing import Any, Literal

from pydantic import BaseModel, Field

Retire = Literal["keep", "strip", "delete"]
"""What becomes of the slot's former message when a new one takes its place."""


class Button(BaseModel):
    """One inline button: exactly one of ``data`` (callback data, at most 64 bytes) and ``url`` is set."""

    text: str
    data: str | None = None
    url: str | None = None


class Outgoing(BaseModel):
    """One change to the chats, written in the same commit as the answer that caused it and delivered at least once.

    A *slot* names a logical message of a table ("lobby", "table", "turn", "hand:42", "ask:42"), always in one chat. The
    sender knows which Telegram message a slot is at the moment. An ``edit`` of a slot without a message is sent as a
    new one; rows of one message that wait together are folded into one request.
    """

    chat_id: int
    topic_id: int | None = None
    slot: str
    mode: Literal["new", "edit", "strip", "delete"] = "edit"
    text: str = ""
    keyboard: list[list[Button]] = Field(default_factory=list)
    retire: Retire = "strip"
    silent: bool = True
    protect: bool = False
    pin: bool = False
    priority: int = 5
    """0 is sent first; private prompts 2, group 5, cosmetics 8."""
    photo: str | None = None
    expires: float | None = None
    """Unix seconds after which the row is dropped unsent (a reminder that came too late)."""
    due: float | None = None
    """Unix seconds before which the row is not sent. Such a row is dropped if its slot gets any other row first."""


class LogEntry(BaseModel):
    """One answer as it was given: enough to replay the game from its seed."""

    at: float
    seat: int
    answer: str
    by: Literal["person", "bot", "order", "deadline", "vote", "system"] = "person"


class Holder(BaseModel):
    """Who sits in a seat. The seat is the game's; its holder may change."""

    user_id: int | None = None
    """None: a bot seat."""
    name: str
    language: str = "en"
    """In which the person is written to."""
    bot: bool = False
    """Played by the rule-based player at the moment (a bot seat, or handed over)."""
    reachable: bool = True
    """False after the person blocked the bot, until they write to it again."""
    missed: int = 0
    """Deadlines missed in a row."""
    away: Literal["", "missed", "choice", "vote"] = ""
    """Why a computer player plays for a person who may come back at any time; "" if none does."""
    away_until: float | None = None
    """Unix seconds at which the person comes back by themselves."""
    time_zone: str | None = None
    """The person's time zone and quiet hours, copied so that a commit can reckon deadlines by them."""
    quiet: tuple[int, int] | None = None
    orders: dict[str, Any] = Field(default_factory=dict)
    """The person's standing orders, copied so that a commit can act on them."""
    orders_here: dict[str, Any] = Field(default_factory=dict)
    """What they want otherwise in this game."""
    seen_event: int = 0
    """Number of the last event this person has looked at; a recap starts here."""


class Table(BaseModel):
    """One lobby and the game that grows out of it: the document that an answer changes."""

    schema_: int = Field(default=1, alias="schema")
    id: str
    chat_id: int
    topic_id: int | None = None
    chat_title: str = ""
    phase: Literal["lobby", "running", "paused", "over", "cancelled"] = "lobby"
    creator: int
    seats: list[Holder] = Field(default_factory=list)
    settings: dict[str, Any] = Field(default_factory=dict)
    game: Any = None
    """The engine's dump; None in the lobby."""
    notes: dict[str, Any] = Field(default_factory=dict)
    """What the bot must remember between updates: narration so far, votes, prompts that stand open."""
    created_at: float = 0.0
    touched_at: float = 0.0

    model_config = {"populate_by_name": True}


class Person(BaseModel):
    """What the bot knows of one person, outside of any game."""

    schema_: int = Field(default=1, alias="schema")
    user_id: int
    name: str = ""
    language: str = "en"
    started: bool = False
    """Has pressed Start in private, so that the bot may write."""
    time_zone: str | None = None
    quiet: tuple[int, int] | None = None
    """Quiet hours as minutes after midnight, local time: from, to."""
    orders: dict[str, Any] = Field(default_factory=dict)
    seen_at: float = 0.0

    model_config = {"populate_by_name": True}
