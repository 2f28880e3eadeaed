"""Tables and messages to fill a store with."""

from storage.keys import shard_of
from storage.outbox import Lease, Outbox
from storage.shapes import Outgoing, Table


def a_table(table_id: str = "K7Q2", **fields: object) -> Table:
    return Table.model_validate({"id": table_id, "chat_id": -100, "creator": 1, **fields})


def a_message(slot: str = "table", **fields: object) -> Outgoing:
    return Outgoing.model_validate({"chat_id": -100, "slot": slot, "text": slot, **fields})


async def leased(outbox: Outbox, table_id: str = "K7Q2") -> Lease:
    lease = await outbox.lease(shard_of(table_id))
    assert lease is not None
    return lease
