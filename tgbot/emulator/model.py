"""Shapes of the emulated world. All of it is pydantic, so that a world is dumped to JSON and loaded again."""

from typing import Any, Literal

from pydantic import BaseModel, Field, field_serializer

Json = dict[str, Any]
Rows = list[list[Json]]
ChatType = Literal["private", "group", "supergroup"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]

ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
    "can_manage_tags",
)


class User(BaseModel):
    """A person, or the bot. ``started`` and ``blocked`` tell whether the bot may write to them in private."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = "en"
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    @property
    def full_name(self) -> str:
        """First and last name as a client shows them."""
        return f"{self.first_name} {self.last_name}".strip()


class Member(BaseModel):
    """One user's standing in one chat. ``rights`` counts for administrators; a creator has them all."""

    status: Status = "member"
    rights: set[str] = Field(default_factory=set)
    tag: str = ""

    @field_serializer("rights")
    def _in_order(self, rights: set[str]) -> list[str]:
        return sorted(rights)

    @property
    def inside(self) -> bool:
        """Whether this user is in the chat and reads along."""
        return self.status not in ("left", "kicked")

    @property
    def is_admin(self) -> bool:
        """Creator or administrator."""
        return self.status in ("creator", "administrator")

    def can(self, right: str) -> bool:
        """Whether this member holds the administrator's right so named."""
        return self.status == "creator" or (self.status == "administrator" and right in self.rights)


class Topic(BaseModel):
    """A forum topic; its id is the id of the service message that opened it, which is the thread id too."""

    id: int
    name: str
    closed: bool = False
    icon_color: int = 7322096
    icon_custom_emoji_id: str = ""


class Message(BaseModel):
    """A message; ``content`` holds its own fields in the form the wire has them (text, entities, photo, ...)."""

    id: int
    chat_id: int
    sender_id: int
    date: int
    content: Json
    thread_id: int | None = None
    reply_to: int | None = None
    edit_date: int | None = None
    silent: bool = False
    deleted: bool = False
    earlier_keyboards: list[Rows] = Field(default_factory=list)
    reactions: dict[int, list[Json]] = Field(default_factory=dict)
    votes: dict[int, list[int]] = Field(default_factory=dict)

    @property
    def keyboard(self) -> Rows:
        """The inline keyboard under the message, empty when there is none."""
        rows: Rows = self.content.get("reply_markup", {}).get("inline_keyboard", [])
        return rows

    @property
    def text(self) -> str:
        """Text or caption."""
        return str(self.content.get("text", self.content.get("caption", "")))


class Chat(BaseModel):
    """A chat with its members, topics and messages; a private chat has the id of its user."""

    id: int
    type: ChatType
    title: str = ""
    username: str = ""
    is_forum: bool = False
    members: dict[int, Member] = Field(default_factory=dict)
    topics: dict[int, Topic] = Field(default_factory=dict)
    messages: dict[int, Message] = Field(default_factory=dict)
    pinned: list[int] = Field(default_factory=list)
    next_message_id: int = 1
    migrated_to: int | None = None
    deleted: bool = False

    def member(self, user_id: int) -> Member:
        """The standing of a user here; of a stranger: left."""
        return self.members.get(user_id) or Member(status="left")


class StoredFile(BaseModel):
    """An uploaded file."""

    id: str
    name: str
    kind: str
    content: bytes
    meta: Json = Field(default_factory=dict)

    model_config = {"ser_json_bytes": "base64", "val_json_bytes": "base64"}


class Query(BaseModel):
    """A tap that waits for its answer."""

    id: str
    user_id: int
    chat_id: int
    message_id: int
    data: str
    date: int


class Update(BaseModel):
    """What the bot has yet to fetch and acknowledge."""

    id: int
    kind: str
    body: Json
    date: int

    def wire(self) -> Json:
        """The update as getUpdates and webhooks give it."""
        return {"update_id": self.id, self.kind: self.body}


class Webhook(BaseModel):
    """Where updates are pushed; no url means that the bot fetches them."""

    url: str = ""
    secret_token: str = ""
    max_connections: int = 40
    last_error_date: int | None = None
    last_error_message: str | None = None


class Alert(BaseModel):
    """What a callback answer showed: a toast, an alert with OK (``show_alert``), or a link that it opened."""

    seq: int
    date: int
    user_id: int
    chat_id: int
    message_id: int
    query_id: str
    text: str = ""
    show_alert: bool = False
    url: str = ""


class Seen(BaseModel):
    """One text that came to the eyes (``data``: only to the device) of ``viewers``, with the change that brought it.

    ``kind``: text, caption, button, data, poll, document, service, alert, toast or tag.
    """

    seq: int
    date: int
    chat_id: int
    message_id: int
    kind: str
    text: str
    viewers: list[int]


class Change(BaseModel):
    """One entry of the feed that the page follows; numbers rise by one."""

    seq: int
    kind: str
    chat_id: int | None = None
    message_id: int | None = None
    user_id: int | None = None


class CallRecord(BaseModel):
    """One call of a method by the bot; ``code`` is 200 or the error's."""

    at: float
    method: str
    chat_id: int | None
    code: int


class Button(BaseModel):
    """A button as a person sees it; exactly one of data, url and copy_text is set."""

    text: str
    data: str | None = None
    url: str | None = None
    copy_text: str | None = None
    style: str | None = None


class Shown(BaseModel):
    """A message as it stands on a person's screen."""

    message_id: int
    chat_id: int
    sender_id: int
    sender: str
    sender_tag: str = ""
    date: int
    text: str = ""
    entities: list[Json] = Field(default_factory=list)
    buttons: list[list[Button]] = Field(default_factory=list)
    photo: str | None = None
    document: str | None = None
    sticker: str | None = None
    animation: str | None = None
    poll: Json | None = None
    service: str | None = None
    service_text: str = ""
    thread_id: int | None = None
    reply_to: int | None = None
    edited: bool = False
    pinned: bool = False
    silent: bool = False
    reactions: list[str] = Field(default_factory=list)

    def labels(self) -> list[str]:
        """The texts of all buttons, row by row."""
        return [button.text for row in self.buttons for button in row]


class Person(BaseModel):
    """Somebody in a chat, as its list of members shows them."""

    user_id: int
    name: str
    status: Status
    tag: str = ""


class ChatCard(BaseModel):
    """A chat as a person's list of chats shows it."""

    id: int
    type: ChatType
    title: str
    is_forum: bool = False
    topics: list[Topic] = Field(default_factory=list)
    people: list[Person] = Field(default_factory=list)
    pinned: list[int] = Field(default_factory=list)
    last: Shown | None = None


class State(BaseModel):
    """All that a world is, to be dumped and loaded."""

    token: str
    bot: User
    privacy: bool = True
    users: dict[int, User] = Field(default_factory=dict)
    chats: dict[int, Chat] = Field(default_factory=dict)
    files: dict[str, StoredFile] = Field(default_factory=dict)
    queries: dict[str, Query] = Field(default_factory=dict)
    updates: list[Update] = Field(default_factory=list)
    allowed_updates: list[str] = Field(default_factory=list)
    webhook: Webhook = Field(default_factory=Webhook)
    commands: dict[str, list[Json]] = Field(default_factory=dict)
    alerts: list[Alert] = Field(default_factory=list)
    seen: list[Seen] = Field(default_factory=list)
    last_file_id: int = 0
    last_query_id: int = 4_000_000_000_000
    last_update_id: int = 700_000_000
    last_user_id: int = 1_000
    last_group_id: int = 4_000_000
    seq: int = 0
