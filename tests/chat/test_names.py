"""Names are untrusted: whatever somebody is called, a message stays a message."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Setup, new_game
from tests.chat.stories import HOSTILE, plain
from tgbot.names import LIMIT, distinct, mention, safe, seat_labels

FAMILY = "👨🏽‍👩🏽‍👧🏽‍👦🏽"
SCOTLAND = "🏴󠁧󠁢󠁳󠁣󠁴󠁿"
nasty = st.text(st.sampled_from("ab.@/<>&\"'#$:\u202e\u2066\u200b\u200d\ufe0f\u0301א👨👩🏽🇩🇪\n\t 1"), max_size=60)


@given(st.one_of(st.text(max_size=80), nasty))
def test_any_name_is_one_harmless_line(name: str) -> None:
    shown = plain(f"Ann, {safe(name)}, Bob")[len("Ann, ") : -len(", Bob")]
    bare = shown.replace("\u2060", "").strip("\u2068\u2069")
    assert bare.strip()
    assert len(bare.splitlines()) == 1
    assert not any(unicodedata.bidirectional(char) in {"RLE", "LRE", "RLO", "LRO", "PDF", "RLI"} for char in bare)
    assert shown.count("\u2068") == shown.count("\u2069")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("<b>Bob</b>", "&lt;b&gt;Bob&lt;/\u2060b&gt;"),
        ('O\'Brien & "Co"', 'O\'Brien &amp; "Co"'),
        ("\u202eevil", "evil"),
        ("שלום", "\u2068שלום\u2069"),
        ("/cancel", "/\u2060cancel"),
        ("@admin", "@\u2060admin"),
        ("evil.com", "evil.\u2060com"),
        ("Zoë", "Zoë"),
        ("e\u0301\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301"),
        (FAMILY, FAMILY),
        (SCOTLAND, SCOTLAND),
        ("نام‌ها", "\u2068نام‌ها\u2069"),
        ("", "Somebody"),
        ("\u3164\u2800", "Somebody"),
        ("\u200d\u200d", "Somebody"),
        ("x" * 64, "x" * (LIMIT - 1) + "…"),
    ],
)
def test_examples(name: str, shown: str) -> None:
    assert safe(name) == shown


@pytest.mark.parametrize("cluster", [FAMILY, SCOTLAND, "🇩🇪", "e\u0301", "👍🏿", "1\ufe0f\u20e3"])
def test_shortened_between_characters_only(cluster: str) -> None:
    assert safe(cluster * 40) == cluster * (LIMIT - 1) + "…"


def test_the_same_names_are_told_apart() -> None:
    assert distinct(["Ann", "Bob", "Ann ", "A\u200bnn"]) == ["Ann", "Bob", "Ann (2)", "Ann (3)"]


def test_mentions_ring_and_computer_players_do_not() -> None:
    assert mention(42, "<Ann>") == '<a href="tg://user?id=42">&lt;Ann&gt;</a>'
    assert mention(None, "<Ann>") == "&lt;Ann&gt;"


@given(
    st.lists(
        st.one_of(st.text(max_size=20), st.sampled_from(["Ann", "ann", "A n n", "Bob_1", "", "deck", "Hand"])),
        max_size=8,
    )
)
def test_seat_labels_are_different_words(names: list[str]) -> None:
    labels = seat_labels(names)
    assert len({label.casefold() for label in labels}) == len(names)
    if 3 <= len(names) <= 7:
        new_game(Setup(labels), 1)


def test_seat_labels_of_hostile_names() -> None:
    assert len(set(seat_labels(HOSTILE))) == len(HOSTILE)
    assert seat_labels(["Ann", "Bob"]) == ["Ann", "Bob"]
    assert seat_labels(["deck", "Bob", "Hand"]) == ["deck_1", "Bob", "Hand_3"]
