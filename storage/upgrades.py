"""Steps that lift stored documents of older releases to the present schema.

A step takes a document of schema N and returns one of schema N + 1. Steps are never changed once released.
"""

from collections.abc import Callable, Mapping
from typing import Any

Document = dict[str, Any]
Steps = Mapping[int, Callable[[Document], Document]]

TABLE_SCHEMA = 1
TABLE_STEPS: Steps = {}

PERSON_SCHEMA = 1
PERSON_STEPS: Steps = {}


def upgrade(document: Document, steps: Steps, schema: int) -> Document:
    """Return the document in the given schema.

    Raises:
        ValueError: the document is newer than this release, or a step is missing.
    """
    found = document.get("schema")
    if not isinstance(found, int) or found > schema:
        raise ValueError(f"schema {found!r}, but this release reads up to {schema}")
    for number in range(found, schema):
        if number not in steps:
            raise ValueError(f"no step from schema {number}")
        document = {**steps[number](document), "schema": number + 1}
    return document
