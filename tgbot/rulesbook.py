"""What cards, characters, roles, events and equipment do, looked up by name as people type it."""

import html
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from engine.cards import CARDS, CHARACTERS, EQUIPMENT, EVENTS, KINDS
from tgbot import cardtext
from tgbot.texts import N_, _, language

GUESSES = 3
"""How many names a "did you mean" offers."""
LISTED = 10
"""Copies of a card that are listed one by one."""


class Entry(NamedTuple):
    """Something that can be looked up; both in English, to be translated when shown."""

    name: str
    what: str
    """Of what sort it is, with its numbers: "Character, 4 life points"."""
    text: str


HELP: Mapping[str, Mapping[str, str]] = yaml.safe_load((files("tgbot") / "help.yaml").read_text("utf-8"))
_BORDERS = {"brown": N_("Brown card"), "blue": N_("Blue card"), "green": N_("Green card")}


def _html(text: str) -> str:
    return html.escape(text, quote=False)


def _sentence(text: str) -> str:
    """A note of the engine's data as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!")) else ".")


def _entries() -> list[Entry]:
    """All there is, in English."""
    found = [Entry(name, _BORDERS[KINDS[name].border], text) for name, text in HELP["cards"].items()]
    found += [Entry(name, N_("Character"), text) for name, text in HELP["characters"].items()]
    found += [Entry(name, N_("Role"), text) for name, text in HELP["roles"].items()]
    found += [Entry(name, N_("Rule"), text) for name, text in HELP["terms"].items()]
    found += [Entry(event.name, N_("Event"), _sentence(event.effect)) for event in EVENTS.values()]
    found += [
        Entry(item.name, N_("Equipment"), _sentence(item.effect)) for item in {i.name: i for i in EQUIPMENT}.values()
    ]
    return found


ENTRIES = _entries()


def kind_help(name: str) -> str:
    """What the thing of this (English) name does, in plain words; empty for an unknown one."""
    return next((_(entry.text) for entry in ENTRIES if entry.name == name), "")


def rules_text(query: str) -> str:
    """The answer to ``/rules QUERY`` (HTML): the entries of that name; without one, names that are like it."""
    wanted = _plain(query)
    if not wanted:
        return _overview()
    index = _index(language.get())
    names = [name for name in index if name == wanted] or [name for name in index if name.startswith(wanted)]
    names = names or [name for name in index if f" {wanted}" in name]
    if not names:
        return _unknown(query, index, get_close_matches(wanted, index, GUESSES, 0.6))
    if len(names) > GUESSES:
        return _unknown(query, index, names[: 2 * GUESSES])
    return "\n\n".join(_shown(entry) for name in names for entry in index[name])


@cache
def _index(_language: str) -> dict[str, list[Entry]]:
    """Entries by what people type, in English and in the reader's language."""
    index: dict[str, list[Entry]] = {}
    for entry in ENTRIES:
        for name in dict.fromkeys(map(_plain, (entry.name, cardtext.title(entry.name), _(entry.name)))):
            index.setdefault(name, []).append(entry)
    return index


def _plain(text: str) -> str:
    """Lower case, without accents and punctuation: "Claus "The Saint"" and "claus the saint" are the same."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(char if char.isalnum() else " " for char in letters if not unicodedata.combining(char))
    return " ".join(kept.split())


def _shown(entry: Entry) -> str:
    return f"<b>{_html(cardtext.title(entry.name))}</b> · <i>{_detail(entry)}</i>\n{_html(_(entry.text))}"


def _detail(entry: Entry) -> str:
    """The sort of thing, and what is printed beside its name."""
    if entry.what == "Character":
        return _("Character, {life} life points").format(life=CHARACTERS[entry.name].life)
    if entry.what == "Equipment":
        cost = next(item.cost for item in EQUIPMENT if item.name == entry.name)
        return _("Equipment, {cost} nuggets").format(cost=cost)
    if entry.name in KINDS and entry.what in _BORDERS.values():
        return _copies(entry)
    return _(entry.what)


def _copies(entry: Entry) -> str:
    """A card's border and its copies in all sets; their number where there are many."""
    copies = [f"{printed.rank}{cardtext.SUITS[printed.suit]}" for printed in CARDS if printed.name == entry.name]
    if len(copies) > LISTED:
        return _("{border}, {count} copies").format(border=_(entry.what), count=len(copies))
    return _("{border}: {copies}").format(border=_(entry.what), copies=" ".join(copies))


def _unknown(query: str, index: Mapping[str, list[Entry]], names: list[str]) -> str:
    asked = _html(query[:40])
    if not names:
        return _("I know nothing called “{name}”. Try the name of a card or a character.").format(name=asked)
    titles = [f"<code>/rules {_html(index[name][0].name)}</code>" for name in names]
    return _("Did you mean one of these?\n{names}").format(names="\n".join(titles))


def _overview() -> str:
    lines = [f"<b>{_html(_(name))}:</b> {_html(_(text))}" for name, text in HELP["terms"].items()]
    roles = [f"<b>{_html(_(name))}:</b> {_html(_(text))}" for name, text in HELP["roles"].items()]
    ask = _("Ask for a card, a character, an event or equipment by name: <code>/rules Barrel</code>")
    return "\n".join([*roles, "", *lines, "", ask])
