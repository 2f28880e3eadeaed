"""The words of the bot, in the reader's language: gettext catalogues under ``locales/``, English where there is none.

Whole sentences with named placeholders go through ``_`` and ``ngettext`` at the moment they are shown; texts in tables
that are built once are marked with ``N_`` and translated when they are used.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

LOCALES = Path(__file__).parent / "locales"
DOMAIN = "bang"

language: ContextVar[str] = ContextVar("language", default="en")
"""Language of whoever reads what is being written, as Telegram names it: ``it``, ``pt-br``."""


@cache
def _catalogue(code: str) -> NullTranslations:
    region, _sep, _rest = code.replace("-", "_").partition("_")
    full = region.lower() + code.replace("-", "_")[len(region) :].upper()
    return translation(DOMAIN, LOCALES, languages=[full, region.lower()], fallback=True)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Everything written inside the block is in this language."""
    token = language.set(code)
    try:
        yield
    finally:
        language.reset(token)


def _(message: str) -> str:
    """The message in the reader's language."""
    return _catalogue(language.get()).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The same where a number decides the form: ``one`` and ``many`` are the English forms."""
    return _catalogue(language.get()).ngettext(one, many, n)


def N_(message: str) -> str:  # noqa: N802  the customary name, which Babel knows
    """Marks a message for the catalogue without translating it yet."""
    return message


def ended(text: str) -> str:
    """The text with one mark at the end of each sentence, where a title brings its own: "Ann plays Indians!"."""
    return text.replace("!.", "!")


def joined(parts: list[str]) -> str:
    """A list as a reader says it: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])
