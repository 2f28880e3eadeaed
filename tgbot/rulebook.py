"""What everything in the box does, in words: one sentence for a hand or an alert, a page for ``/rules``.

The sentences stand in ``help.yaml``; people ask for them by names they half remember, also by those printed in other
languages.
"""

import difflib
import html
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from engine.cards import CARDS, CHARACTERS, EQUIPMENT, EVENTS, KINDS, NAMES, SETS, cards_of
from tgbot import cardtext
from tgbot.names import safe
from tgbot.texts import N_, _, joined, ngettext

MOST_SHOWN = 3
"""Entries that a vague query shows in full; of more it lists the names."""
MOST_NAMES = 12
ENTRY_LIMIT = 190
"""Characters of what one thing does: it fits into an alert beside its name."""
_CUTOFF = 0.6
"""How alike a misspelt name must be to be suggested, from 0 to 1."""

SET_TITLES = {
    "base": N_("the base game"),
    "dodge_city": N_("Dodge City"),
    "high_noon": N_("High Noon"),
    "fistful_of_cards": N_("A Fistful of Cards"),
    "bullet": N_("The Bullet"),
    "wild_west_show": N_("Wild West Show"),
    "gold_rush": N_("Gold Rush"),
    "valley_of_shadows": N_("The Valley of Shadows"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be looked up."""

    family: str
    """A section of help.yaml: cards, characters, events, equipment, roles, terms."""
    name: str
    text: str


def _html(text: str) -> str:
    return html.escape(text, quote=False)


@cache
def _help() -> dict[str, Any]:
    text = (files("tgbot") / "help.yaml").read_text("utf-8")
    return dict(yaml.load(text, Loader=yaml.CSafeLoader))


FAMILIES = ("cards", "characters", "equipment", "events", "roles", "terms")


@cache
def entries() -> tuple[Entry, ...]:
    """Everything that can be looked up."""
    return tuple(Entry(family, name, text) for family in FAMILIES for name, text in _help()[family].items())


# --- one sentence ---------------------------------------------------------------------------------------------------


def does(family: str, name: str) -> str:
    """What it does, said to who has it: plain text, at most ENTRY_LIMIT characters; "" for an unknown name."""
    text = _help().get(family, {}).get(name, "")
    return _(text) if text else ""


def goal(role: str, players: int) -> str:
    """What somebody of this role wants: plain text."""
    return does("hunters" if players == 3 else "roles", role.removeprefix("shadow_"))


# --- /rules ---------------------------------------------------------------------------------------------------------


def rules_text(query: str) -> str:
    """The answer to ``/rules query`` as HTML: what is asked for, or what may have been meant, or the game in short."""
    wanted = _fold(query[:100])
    if not wanted:
        return overview()
    found = find(query)
    if not found:
        return _unknown(query, wanted)
    if len(found) > MOST_SHOWN:
        return _several(query, list(dict.fromkeys(_title(entry) for entry in found)))
    return "\n\n".join(map(page, found))


def overview() -> str:
    """The game in short (HTML)."""
    parts = [f"<b>{_html(_(part['title']))}</b>\n{_html(_(part['text']))}" for part in _help()["overview"]]
    return "\n\n".join(
        [*parts, _("<i>/rules and a name explains a card, a character or an event: /rules Dynamite</i>")]
    )


def find(query: str) -> list[Entry]:
    """What a query means: names that are it, else those that begin so, have a word that does, or contain it."""
    wanted = _fold(query[:100])
    tests: list[Callable[[str], bool]] = [
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: f" {wanted}" in name,
        lambda name: wanted in name,
    ]
    for test in tests if wanted else []:
        if found := [entry for entry in entries() if any(map(test, _keys(entry)))]:
            return found
    return []


def _unknown(query: str, wanted: str) -> str:
    by_key = {key: _title(entry) for entry in entries() for key in _keys(entry)}
    close = difflib.get_close_matches(wanted, by_key, n=MOST_SHOWN, cutoff=_CUTOFF)
    names = list(dict.fromkeys(_html(by_key[key]) for key in close))
    if not names:
        return _("I know nothing called “{query}”. /rules alone tells the game in short.").format(query=safe(query))
    return _("I know nothing called “{query}”. Did you mean {names}?").format(query=safe(query), names=_or(names))


def _several(query: str, titles: list[str]) -> str:
    names = _or([_html(title) for title in titles[:MOST_NAMES]])
    return _("“{query}” may be {names}. Which one?").format(query=safe(query), names=names)


def _or(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])


# --- a page ---------------------------------------------------------------------------------------------------------


def page(entry: Entry) -> str:
    """Name, what kind of thing it is, what it does, and where it comes from (HTML)."""
    lines = [f"<b>{_html(_title(entry))}</b> · <i>{_html(_KIND_OF[entry.family](entry.name))}</i>"]
    lines.append(_html(_(entry.text)))
    if other := does("czech", entry.name) if entry.family in ("cards", "characters") else "":
        lines.append(_html(_("Czech edition: {text}").format(text=other)))
    if entry.family == "cards":
        lines.append(f"<i>{_html(_copies(entry.name))}</i>")
    return "\n".join(lines)


def _title(entry: Entry) -> str:
    if entry.family == "roles":
        return cardtext.role(entry.name)
    return cardtext.title(entry.name) if entry.family in ("cards", "equipment") else entry.name


def _card(name: str) -> str:
    borders = {"brown": _("brown card"), "blue": _("blue card"), "green": _("green card")}
    return borders[KINDS[name].border]


def _character(name: str) -> str:
    life = CHARACTERS[name].life
    text = ngettext("character of {set} with {life} life point", "character of {set} with {life} life points", life)
    return text.format(set=_(SET_TITLES[CHARACTERS[name].set]), life=life)


def _event(name: str) -> str:
    origin = next(event_set for event_set, event_name in EVENTS if event_name == name)
    return _("event of {set}").format(set=_(SET_TITLES[origin]))


def _equipment(name: str) -> str:
    piece = next(piece for piece in EQUIPMENT if piece.name == name)
    text = ngettext("equipment for {cost} gold nugget", "equipment for {cost} gold nuggets", piece.cost)
    return text.format(cost=piece.cost)


_KIND_OF: dict[str, Callable[[str], str]] = {
    "cards": _card,
    "characters": _character,
    "events": _event,
    "equipment": _equipment,
    "roles": lambda name: _("role"),
    "terms": lambda name: _("rule"),
}


def _copies(name: str) -> str:
    """How many of them there are, set by set."""
    parts = [
        _("{count} in {set}").format(count=count, set=_(SET_TITLES[origin])) for origin, count in _counts(name).items()
    ]
    return joined(parts)


@cache
def _counts(name: str) -> Counter[str]:
    base = Counter(CARDS[card].name for card in cards_of([]))[name]
    counts = {origin: Counter(CARDS[card].name for card in cards_of([origin]))[name] - base for origin in SETS[1:]}
    return Counter({origin: count for origin, count in {"base": base, **counts}.items() if count})


# --- names that people type -----------------------------------------------------------------------------------------


def _fold(text: str) -> str:
    """Letters and digits only, without case and accents, words apart by single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "").replace("'", ""))
    kept = "".join(" " if not char.isalnum() else char for char in plain if not unicodedata.combining(char))
    return " ".join(kept.split())


@cache
def _keys(entry: Entry) -> tuple[str, ...]:
    """Folded names under which an entry is found."""
    return tuple(dict.fromkeys(filter(None, map(_fold, [entry.name, *_titles(entry)]))))


def _titles(entry: Entry) -> Iterator[str]:
    """Printed titles in other languages."""
    name = entry.name.capitalize() if entry.family == "roles" else entry.name
    for language, title in NAMES.get(entry.family, {}).get(name, {}).items():
        if language == "alt":
            for others in title.values():
                yield from (other.partition(" (")[0] for other in others)
        elif title:
            yield title
