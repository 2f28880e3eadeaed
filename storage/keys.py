"""Every key in Redis and how long it lives, in one place.

All keys that one commit touches carry the same hash tag, ``{s00}`` to ``{s63}``, so that they share one slot of a
Redis Cluster. A table's shard follows from its id alone.
"""

from dataclasses import dataclass
from zlib import crc32

SHARDS = 64

HOUR = 3600
DAY = 24 * HOUR

SEEN_TTL = 48 * HOUR
"""Update ids are remembered this long: Telegram repeats an update for at most 24 hours."""
OVER_TTL = 90 * DAY
"""A table whose game has ended stays this long, for its account and its replay."""
LEASE_MS = 10_000
"""A worker that does not renew its lease of a shard's outbox for this long has died."""

ALIVE = "{bot}:alive"
"""Unix seconds at which some worker last said that it runs."""
WAKE = "bang:wake"
"""Pub/sub channel; a message is the number of a shard whose outbox has something new."""


UPDATES = "{bot}:updates"
"""Stream of updates that are received and not handled yet."""
UPDATES_SEEN = "{bot}:seen:"
"""With the id of an update: exists once it was received."""
POLLER = "{bot}:poller"
"""Name of the process that fetches updates."""


def worker(name: str) -> str:
    """Exists while this worker lives."""
    return f"{{bot}}:worker:{name}"


def shard_of(table_id: str) -> int:
    """Return the shard that holds everything of this table."""
    return crc32(table_id.encode()) % SHARDS


def tag(shard: int) -> str:
    """Return the hash tag of a shard."""
    return f"{{s{shard:02d}}}"


@dataclass(frozen=True, slots=True)
class TableKeys:
    """The keys of one table."""

    id: str

    @property
    def shard(self) -> int:
        """The table's shard."""
        return shard_of(self.id)

    def _key(self, kind: str) -> str:
        return f"{tag(self.shard)}:{kind}:{self.id}"

    @property
    def table(self) -> str:
        """Hash: version, doc, phase, seq, token, and a field ``d:NAME`` for each deadline in force."""
        return self._key("table")

    @property
    def aside(self) -> str:
        """The same hash, set aside because this release could not read the document."""
        return self._key("aside")

    @property
    def log(self) -> str:
        """Stream of the answers given."""
        return self._key("log")

    @property
    def newest(self) -> str:
        """Hash: slot to the number of its newest outgoing row."""
        return self._key("newest")

    @property
    def slots(self) -> str:
        """Hash: slot to the message that shows it now."""
        return self._key("slots")

    def seen(self, update_id: int | str) -> str:
        """Exists once this update has changed the table."""
        return f"{self._key('seen')}:{update_id}"


@dataclass(frozen=True, slots=True)
class ShardKeys:
    """The keys that the tables of one shard share."""

    shard: int

    @property
    def tables(self) -> str:
        """Set of the ids of the shard's tables."""
        return f"{tag(self.shard)}:tables"

    @property
    def outbox(self) -> str:
        """Stream of rows to be sent, oldest first."""
        return f"{tag(self.shard)}:outbox"

    @property
    def later(self) -> str:
        """Sorted set of rows that are due later, by their time."""
        return f"{tag(self.shard)}:later"

    @property
    def sending(self) -> str:
        """Hash: id of a row to the time at which a worker began to send it."""
        return f"{tag(self.shard)}:sending"

    @property
    def held(self) -> str:
        """Hash: id of a row that Telegram refused for now to the time of the next try."""
        return f"{tag(self.shard)}:held"

    @property
    def unreadable(self) -> str:
        """Hash: id of a row that this release could not read to its fields."""
        return f"{tag(self.shard)}:unreadable"

    @property
    def lease(self) -> str:
        """Token of the worker that sends this shard's outbox."""
        return f"{tag(self.shard)}:lease"

    @property
    def due(self) -> str:
        """Sorted set of deadlines, ``TABLE|NAME`` by Unix seconds."""
        return f"{tag(self.shard)}:due"

    @property
    def credited(self) -> str:
        """Unix seconds up to which outages have been credited to this shard's deadlines."""
        return f"{tag(self.shard)}:credited"


def chat_tables(chat_id: int) -> str:
    """Hash: topic id (0 for none) to the table played there."""
    return f"{{c:{chat_id}}}:tables"


def chat_moved(chat_id: int) -> str:
    """Id of the supergroup that this group has become."""
    return f"{{c:{chat_id}}}:moved"


def person(user_id: int) -> str:
    """Document of a person."""
    return f"{{u:{user_id}}}:person"


def person_tables(user_id: int) -> str:
    """Set of the ids of the tables a person sits at."""
    return f"{{u:{user_id}}}:tables"


def limit(scope: str, chat_id: int | None = None) -> str:
    """Token bucket of a scope ("global", "group", "chat") or a chat's block ("block")."""
    return f"{{limits}}:{scope}" if chat_id is None else f"{{limits}}:{scope}:{chat_id}"
