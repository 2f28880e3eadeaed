"""Finds the texts to translate in YAML files; Babel calls it (pyproject.toml, tool.babel), the bot does not."""

from collections.abc import Iterator
from typing import IO, Any

import yaml

Message = tuple[int, str, str, list[str]]
"""Line, function (none here), text and comments, as Babel wants them."""


def extract_yaml(file: IO[bytes], _keywords: Any, _comment_tags: Any, options: Any) -> Iterator[Message]:
    """Every text that is a value, in the order of the file."""
    yield from _values(yaml.compose(file.read().decode(), Loader=yaml.SafeLoader))


def _values(node: yaml.Node | None) -> Iterator[Message]:
    match node:
        case yaml.MappingNode():
            for _key, value in node.value:
                yield from _values(value)
        case yaml.SequenceNode():
            for value in node.value:
                yield from _values(value)
        case yaml.ScalarNode():
            yield node.start_mark.line + 1, "", node.value, []
