"""Files: uploaded ones (attach:// or a field of the request), known ones by file_id, and their wire form."""

import struct
from typing import Any

from tgbot.emulator.errors import bad_request
from tgbot.emulator.methods.base import Call, Upload
from tgbot.emulator.model import Json, StoredFile

PHOTO_BYTES = 10 * 1024 * 1024
PHOTO_SIDES = 10_000
PHOTO_RATIO = 20


def media_content(call: Call, kind: str, value: Any) -> Json:
    """The wire fields of a photo, document, animation or sticker given by upload or file_id."""
    file = _file(call, kind, value)
    if kind == "photo":
        return {"photo": [_basics(file) | file.meta]}
    if kind == "sticker":
        return {"sticker": _basics(file) | {"type": "regular", "is_animated": False, "is_video": False} | _sides(file)}
    named = _basics(file) | {"file_name": file.name, "mime_type": _mime(file)}
    if kind == "animation":
        moving = named | {"duration": 1} | _sides(file)
        return {"animation": moving, "document": named}
    return {"document": named}


def _file(call: Call, kind: str, value: Any) -> StoredFile:
    if isinstance(value, str) and value.startswith("attach://"):
        value = call.fields.get(value.removeprefix("attach://"))
    if isinstance(value, Upload):
        return _store(call, kind, value)
    if not value:
        raise bad_request(f"there is no {kind} in the request")
    if str(value).startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    known = call.world.state.files.get(str(value))
    if known is None:
        raise bad_request("wrong remote file identifier specified: can't unserialize it")
    return known


def _store(call: Call, kind: str, upload: Upload) -> StoredFile:
    if not upload.content:
        raise bad_request("file must be non-empty")
    if kind != "photo":
        return call.world.store_file(kind, upload.name, upload.content)
    width, height = image_size(upload.content)
    if len(upload.content) > PHOTO_BYTES:
        raise bad_request("file is too big for a photo")
    if width + height > PHOTO_SIDES or max(width, height) > PHOTO_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return call.world.store_file(kind, upload.name, upload.content, width=width, height=height)


def _basics(file: StoredFile) -> Json:
    return {"file_id": file.id, "file_unique_id": f"u{file.id}", "file_size": len(file.content)}


def _sides(file: StoredFile) -> Json:
    return {"width": file.meta.get("width", 512), "height": file.meta.get("height", 512)}


def _mime(file: StoredFile) -> str:
    endings = {"json": "application/json", "txt": "text/plain", "gif": "image/gif", "mp4": "video/mp4"}
    return endings.get(file.name.rpartition(".")[2].lower(), "application/octet-stream")


def image_size(content: bytes) -> tuple[int, int]:
    """Width and height of a PNG, JPEG or GIF; 400 as for anything that Telegram cannot read as an image."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
    elif content[:4] == b"GIF8" and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
    elif content[:2] == b"\xff\xd8":
        width, height = _jpeg_size(content)
    else:
        raise bad_request("IMAGE_PROCESS_FAILED")
    if not width or not height:
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise bad_request("IMAGE_PROCESS_FAILED")
