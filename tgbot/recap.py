"""What somebody has missed: the last lines of the story, in private."""

from collections.abc import Sequence

from tgbot.texts import _, ngettext

LONGEST = 3000
"""Characters of story in a recap, markup included."""


def recap(lines: Sequence[str], since: int) -> str:
    """The story from line number ``since`` on (HTML), folded; the newest lines if it is too long."""
    missed = list(lines[max(0, since) :])
    if not missed:
        return _("Nothing has happened since you last looked.")
    shown, left = _newest(missed)
    head = _("<b>Since you last looked:</b>")
    if left:
        skipped = ngettext("… {count} line before that", "… {count} lines before that", left)
        shown.insert(0, f"<i>{skipped.format(count=left)}</i>")
    body = "\n".join(shown)
    return f"{head}\n<blockquote expandable>{body}</blockquote>"


def _newest(lines: list[str]) -> tuple[list[str], int]:
    """The last lines that fit, and how many are left out."""
    shown: list[str] = []
    room = LONGEST
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            break
        shown.insert(0, line)
    return shown, len(lines) - len(shown)
