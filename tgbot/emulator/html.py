"""Telegram's HTML: tags to entities with UTF-16 offsets, and its own complaints about what does not parse."""

import re
from dataclasses import dataclass, field

from tgbot.emulator.errors import ApiError, bad_request
from tgbot.emulator.model import Json

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
CHARACTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
REFERENCE = re.compile(r"&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(lt|gt|amp|quot)(?![A-Za-z]));?")
UNQUOTED = re.compile(r"[A-Za-z0-9.\-]*")
NAME = re.compile(r"[^\s>=/]*")
DETECTED = re.compile(
    r"(?P<bot_command>(?<![\w/@<])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?!\w))"
    r"|(?P<mention>(?<!\w)@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w))"
    r"|(?P<url>https?://[^\s<>\"]+)"
)


def utf16(text: str) -> int:
    """Length in UTF-16 code units, as Telegram counts."""
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass
class Tag:
    """A start tag that waits for its end."""

    name: str
    start: int
    attributes: dict[str, str] = field(default_factory=dict)


class Parser:
    """Reads a text once from front to back; positions in complaints are bytes of its UTF-8 form."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text = ""
        self.open: list[Tag] = []
        self.entities: list[Json] = []

    def parse(self) -> tuple[str, list[Json]]:
        """The plain text and its entities."""
        while self.at < len(self.source):
            if self.source[self.at] == "<":
                self._end_tag() if self.source.startswith("</", self.at) else self._start_tag()
            else:
                self.text += self._character()
        if self.open:
            raise _complaint(f'Can\'t find end tag corresponding to start tag "{self.open[-1].name}"')
        return self.text, self.entities

    def _character(self) -> str:
        reference = REFERENCE.match(self.source, self.at) if self.source[self.at] == "&" else None
        if reference is None:
            self.at += 1
            return self.source[self.at - 1]
        self.at = reference.end()
        decimal, hexadecimal, name = reference.groups()
        if name:
            return CHARACTERS[name]
        code = int(decimal) if decimal else int(hexadecimal, 16)
        return chr(code) if 0 < code < 0x110000 else reference.group()

    def _byte(self, position: int) -> int:
        return len(self.source[:position].encode())

    def _start_tag(self) -> None:
        begin = self.at
        name_match = re.compile(r"[^\s>]*").match(self.source, begin + 1)
        name = name_match.group().lower() if name_match else ""
        self.at = begin + 1 + len(name)
        if self.at >= len(self.source):
            raise _complaint(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if name not in TAGS:
            raise _complaint(f'Unsupported start tag "{name}" at byte offset {self._byte(begin)}')
        tag = Tag(name, utf16(self.text))
        while not self._tag_closed():
            self._attribute(tag, begin)
        if name == "span" and tag.attributes.get("class") != "tg-spoiler":
            raise _complaint(f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}')
        self.open.append(tag)

    def _tag_closed(self) -> bool:
        self._skip_spaces()
        if self.source.startswith(">", self.at):
            self.at += 1
            return True
        return False

    def _attribute(self, tag: Tag, begin: int) -> None:
        match = NAME.match(self.source, self.at)
        name = match.group().lower() if match else ""
        if not name:
            raise _complaint(f'Empty attribute name in the tag "{tag.name}" at byte offset {self._byte(begin)}')
        self.at += len(name)
        self._skip_spaces()
        if self.at >= len(self.source):
            raise _complaint(f'Unclosed start tag "{tag.name}" at byte offset {self._byte(begin)}')
        if self.source[self.at] != "=":
            tag.attributes[name] = ""
            return
        self.at += 1
        self._skip_spaces()
        if self.at >= len(self.source):
            raise _complaint(f'Unclosed start tag "{tag.name}" at byte offset {self._byte(begin)}')
        tag.attributes[name] = self._value(begin)

    def _value(self, begin: int) -> str:
        quote = self.source[self.at]
        if quote not in "'\"":
            match = UNQUOTED.match(self.source, self.at)
            value = match.group() if match else ""
            self.at += len(value)
            if self.at >= len(self.source) or self.source[self.at] not in " \t\r\n>":
                raise _complaint(f"Unexpected end of name token at byte offset {self._byte(self.at)}")
            return value.lower()
        self.at += 1
        value = ""
        while self.at < len(self.source) and self.source[self.at] != quote:
            value += self._character()
        if self.at >= len(self.source):
            raise _complaint(f"Unclosed start tag at byte offset {self._byte(begin)}")
        self.at += 1
        return value

    def _skip_spaces(self) -> None:
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1

    def _end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise _complaint(f"Unexpected end tag at byte offset {self._byte(begin)}")
        match = re.compile(r"[^\s>]*").match(self.source, begin + 2)
        name = match.group().lower() if match else ""
        self.at = begin + 2 + len(name)
        if not self._tag_closed():
            raise _complaint(f"Unclosed end tag at byte offset {self._byte(begin)}")
        tag = self.open.pop()
        if name and name != tag.name:
            raise _complaint(
                f'Unmatched end tag at byte offset {self._byte(begin)}, expected "</{tag.name}>", found "</{name}>"'
            )
        entity = _entity(tag, self.text, utf16(self.text) - tag.start)
        if entity is not None:
            self.entities.append(entity)


def _entity(tag: Tag, text: str, length: int) -> Json | None:
    if length == 0:
        return None
    entity: Json = {"type": TAGS[tag.name], "offset": tag.start, "length": length}
    if tag.name == "a":
        url = tag.attributes.get("href") or text.encode("utf-16-le")[2 * tag.start :].decode("utf-16-le")
        return _link(entity, url)
    if tag.name == "blockquote" and "expandable" in tag.attributes:
        entity["type"] = "expandable_blockquote"
    if tag.name == "code" and tag.attributes.get("class", "").startswith("language-"):
        entity["language"] = tag.attributes["class"].removeprefix("language-")
    if tag.name == "tg-emoji":
        entity["custom_emoji_id"] = tag.attributes.get("emoji-id", "")
    if tag.name == "tg-time":
        return _time(entity, tag.attributes)
    return entity


def _link(entity: Json, url: str) -> Json | None:
    user = re.fullmatch(r"tg://user/?\?id=(\d+)", url)
    if user:
        return entity | {"type": "text_mention", "user": {"id": int(user.group(1))}}
    if not re.match(r"(https?|tg|tonsite)://[^\s/]|[\w-]+(\.[\w-]+)+", url):
        return None
    return entity | {"url": url if "://" in url else f"http://{url}/"}


def _time(entity: Json, attributes: dict[str, str]) -> Json:
    moment = attributes.get("unix", "")
    if not moment.isdigit():
        raise _complaint('Tag "tg-time" must have a valid attribute "unix"')
    return entity | {"unix_time": int(moment), "date_time_format": attributes.get("format", "")}


def _complaint(reason: str) -> ApiError:
    return bad_request(f"can't parse entities: {reason}")


def parse_html(source: str) -> tuple[str, list[Json]]:
    """Plain text and entities of HTML; complaints are 400s in Telegram's words."""
    text, entities = Parser(source).parse()
    return text, _merge_code(entities)


def _merge_code(entities: list[Json]) -> list[Json]:
    """``<pre><code class="language-x">`` is one entity with a language; elsewhere a class on code says nothing."""
    languages = {(e["offset"], e["length"]): e["language"] for e in entities if "language" in e}
    blocks = {(e["offset"], e["length"]) for e in entities if e["type"] == "pre"}
    kept = []
    for entity in entities:
        span = (entity["offset"], entity["length"])
        if entity["type"] == "code" and span in blocks:
            continue
        entity.pop("language", None)
        kept.append(entity | ({"language": languages[span]} if entity["type"] == "pre" and span in languages else {}))
    return kept


def tidy(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Trim white space at both ends as Telegram does, move the entities along, and put them in order."""
    kept = text.strip()
    shift = utf16(text[: len(text) - len(text.lstrip())])
    end = utf16(kept)
    moved = []
    for entity in entities:
        first = max(0, entity["offset"] - shift)
        last = min(end, entity["offset"] + entity["length"] - shift)
        if last > first:
            moved.append(entity | {"offset": first, "length": last - first})
    return kept, sorted(moved, key=lambda e: (e["offset"], -e["length"]))


def detect(text: str, entities: list[Json]) -> list[Json]:
    """The entities with the commands, mentions and links added that Telegram finds by itself."""
    found = list(entities)
    opaque = [e for e in entities if e["type"] in ("code", "pre", "text_link", "text_mention")]
    for match in DETECTED.finditer(text):
        offset, length = utf16(text[: match.start()]), utf16(match.group())
        if not any(e["offset"] < offset + length and offset < e["offset"] + e["length"] for e in opaque):
            found.append({"type": match.lastgroup, "offset": offset, "length": length})
    return sorted(found, key=lambda e: (e["offset"], -e["length"]))
