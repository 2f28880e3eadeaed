"""Names that people gave themselves: untrusted text, made fit to stand in a message."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.notation import NO_NAMES
from tgbot.texts import _

LIMIT = 24
"""Visible characters of a name that are shown."""

_JOINER, _NON_JOINER, _WORD_JOINER = "\u200d", "\u200c", "\u2060"
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"), " ")
"""Letters and signs that look like nothing."""
_MARKS = 3
"""Accents that may pile up on one letter."""
_CLUSTER = 16
"""Code points of the longest character that is kept whole (a family with skin tones has 11)."""
_LINKS = re.compile(r"(?<=[@/#$:])(?=\w)|(?<=\w\.)(?=\w)")
"""Where a name would turn into a mention, a command or a link."""


def safe(name: str) -> str:
    """The name as HTML: one line, no marks that turn or hide text, nothing that Telegram makes a link of, at most
    ``LIMIT`` visible characters; "Somebody" if nothing is left."""
    clean = _shortened(" ".join(_visible(name).split()))
    if not any(_is_seen(char) for char in clean):
        return _("Somebody")
    text = html.escape(_LINKS.sub(_WORD_JOINER, clean), quote=False)
    return f"\u2068{text}\u2069" if _turns(clean) else text


def mention(user_id: int | None, name: str) -> str:
    """The name as a link that notifies its owner; the bare name for a computer player."""
    return safe(name) if user_id is None else f'<a href="tg://user?id={user_id}">{safe(name)}</a>'


def distinct(names: Sequence[str]) -> list[str]:
    """The names as HTML, with a number behind those that look the same as an earlier one."""
    shown: list[str] = []
    for name in map(safe, names):
        number, choice = 1, name
        while choice in shown:
            number += 1
            choice = f"{name} ({number})"
        shown.append(choice)
    return shown


def seat_labels(names: Sequence[str]) -> list[str]:
    """Single words, all different, by which the engine and the log of answers call the seats."""
    words = ["".join(char for char in unicodedata.normalize("NFKC", name) if char.isalnum())[:16] for name in names]
    words = [word or "Player" for word in words]
    many = Counter([*(word.casefold() for word in words), *NO_NAMES])
    return [
        word if many[word.casefold()] == 1 and not word[-1].isdigit() else f"{word}_{number}"
        for number, word in enumerate(words, 1)
    ]


def _visible(name: str) -> str:
    """Without control characters, direction marks and towers of accents."""
    kept: list[str] = []
    marks = 0
    for char in name.translate(_BLANKS):
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= _MARKS and not _is_dropped(char):
            kept.append(char)
    return "".join(kept)


def _is_dropped(char: str) -> bool:
    if char in (_JOINER, _NON_JOINER) or _is_tag(char) or char.isspace():
        return False
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") or ord(char) & 0xFFFE == 0xFFFE


def _is_tag(char: str) -> bool:
    """Part of the flags of England, Scotland and Wales."""
    return "\U000e0020" <= char <= "\U000e007f"


def _is_seen(char: str) -> bool:
    return unicodedata.category(char)[0] not in "MZC" or unicodedata.category(char) == "Cn"


def _turns(text: str) -> bool:
    """Are there letters of a script that runs from right to left?"""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def _shortened(text: str) -> str:
    clusters = list(_clusters(text))
    return text if len(clusters) <= LIMIT else "".join(clusters[: LIMIT - 1]).rstrip() + "…"


def _clusters(text: str) -> Iterator[str]:
    """What a reader sees as one character, accents, skin tones, joined emoji and flags included."""
    cluster = ""
    for char in text:
        if cluster and not (_continues(cluster, char) and len(cluster) < _CLUSTER):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _continues(cluster: str, char: str) -> bool:
    if unicodedata.category(char)[0] == "M" or char in (_JOINER, _NON_JOINER) or _is_tag(char):
        return True
    if _is_region(char):
        return len(cluster) == 1 and _is_region(cluster)
    return cluster[-1] == _JOINER or "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_region(char: str) -> bool:
    """Half of a country's flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"
