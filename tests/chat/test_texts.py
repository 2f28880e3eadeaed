"""Languages, and the book of rules."""

import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine.cards import CHARACTERS, EQUIPMENT, EVENTS, KINDS
from tests.chat.stories import plain
from tgbot import cardtext, texts
from tgbot.catalogue import extract_yaml
from tgbot.rulebook import ENTRY_LIMIT, does, entries, rules_text

ROOT = Path(__file__).parents[2]


@pytest.fixture
def italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small catalogue beside English."""
    catalog = Catalog(locale="it")
    catalog.add("{first} and {last}", "{first} e {last}")
    catalog.add(("{count} card", "{count} cards"), ("{count} carta", "{count} di carte", "{count} carte"))
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "bang.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(texts, "LOCALES", tmp_path)
    texts._catalogue.cache_clear()
    yield
    texts._catalogue.cache_clear()


@pytest.mark.usefixtures("italian")
def test_each_reader_has_a_language() -> None:
    assert texts.joined(["a", "b", "c"]) == "a, b and c"
    with texts.speaking("it"):
        assert texts.joined(["a", "b", "c"]) == "a, b e c"
        assert texts.ngettext("{count} card", "{count} cards", 2) == "{count} carte"
        assert texts._("not translated") == "not translated"
        assert cardtext.title("Beer") == "Birra"
    with texts.speaking("it-CH"):
        assert texts.joined(["a", "b"]) == "a e b"
    with texts.speaking("xx"):
        assert texts.joined(["a", "b"]) == "a and b"
        assert cardtext.title("Beer") == "Beer"
    assert texts.language.get() == "en"


def test_babel_finds_the_texts(tmp_path: Path) -> None:
    """Of Python code, plurals, marked tables, refusals of the engine and YAML files."""
    template = tmp_path / "bang.pot"
    options = "-q extract -F pyproject.toml -k N_ -k Refusal -o"
    babel = [sys.executable, "-m", "babel.messages.frontend", *options.split(), str(template), "."]
    subprocess.run(babel, cwd=ROOT, check=True)
    with template.open("rb") as file:
        found = {message.id for message in read_po(file)}
    assert {"{first} and {last}", "Sheriff", "the game is over", does("cards", "Barrel")} <= found
    assert ("{player} draws {count} card.", "{player} draws {count} cards.") in found


def test_texts_of_yaml_files_are_found() -> None:
    found = list(extract_yaml(BytesIO(b"a:\n  b: one\n  c: [two, three]\n"), [], [], options={}))
    assert found == [(2, "", "one", []), (3, "", "two", []), (3, "", "three", [])]


# The book of rules


def test_everything_in_the_box_is_explained() -> None:
    named = {(entry.family, entry.name) for entry in entries()}
    box = {("cards", name) for name in KINDS} | {("characters", name) for name in CHARACTERS}
    box |= {("events", event.name) for event in EVENTS.values()} | {("equipment", item.name) for item in EQUIPMENT}
    assert box <= named
    assert {entry for entry in named if entry[0] not in ("roles", "terms")} == box
    for entry in entries():
        assert 0 < len(does(entry.family, entry.name)) <= ENTRY_LIMIT


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("barrel", "Barrel"),
        ("JOSE DELGADO", "José Delgado"),
        ("jose", "José Delgado"),
        ("claus the saint", 'Claus "The Saint"'),
        ("bang", "BANG!"),
        ("birra", "Beer"),
        ("duke", "Lucky Duke"),
        ("sheriff", "Sheriff"),
        ("distance", "Distance"),
    ],
)
def test_names_as_people_type_them(query: str, expected: str) -> None:
    assert plain(rules_text(query)).startswith(expected)


def test_two_things_of_one_name_are_both_shown() -> None:
    answer = plain(rules_text("gold rush"))
    assert "event" in answer
    assert "equipment" in answer


def test_did_you_mean() -> None:
    assert "Missed!" in plain(rules_text("mised"))
    assert "Barrel" in plain(rules_text("ba"))
    assert "nothing called" in plain(rules_text("<xyzzy> @admin evil.com"), commands=True)


@pytest.mark.parametrize("query", ["", "   ", "!!!", "<b>", "x" * 5000, "\u202e", "&"])
def test_any_question_has_an_answer(query: str) -> None:
    assert plain(rules_text(query), commands=True).strip()


def test_every_entry_can_be_shown() -> None:
    for entry in entries():
        assert plain(rules_text(entry.name)).strip()


def test_explanations_are_plain_text() -> None:
    """They stand in messages and in alerts alike, so that nothing in them may be markup."""
    assert not [entry for entry in entries() if set("<>&{}") & set(entry.text)]
