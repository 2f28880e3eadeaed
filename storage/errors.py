"""What can go wrong between the bot and its store."""


class StorageError(Exception):
    """Base of all errors of this package."""


class Stale(StorageError):
    """Somebody else has changed the table since it was loaded; nothing was written. Load again and look again."""


class Duplicate(StorageError):
    """This update or deadline has already changed the table; nothing was written."""


class LeaseLost(StorageError):
    """Another worker sends this shard's outbox by now; nothing was written. Stop sending from it."""


class Unreadable(StorageError):
    """A stored document cannot be read by this release. It is set aside, whole, until a release can.

    The message names the id and nothing of the content, which holds secrets.
    """

    def __init__(self, kind: str, key: object) -> None:
        super().__init__(f"the stored {kind} {key} cannot be read by this release; it is kept aside, unchanged")
        self.key = key
