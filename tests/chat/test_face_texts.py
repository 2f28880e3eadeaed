"""All texts of whole random games: HTML that Telegram takes, within its limits, fit for hostile names."""

import html
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Event, Game, Setup, View, answer, new_game, redact, view, waiting
from engine.cards import SETS
from tgbot import narrator, recap, tabletext, tally
from tgbot.commands.simulate import random_chooser
from tgbot.emulator.html import parse_html
from tgbot.names import distinct, mention, safe, seat_labels
from tgbot.prompts import prompt

MESSAGE, ALERT = 4096, 200
EXPANSIONS = [name for name in SETS if name != "base"]
HOSTILE = [
    "<b>Ann</b>",
    "Bob & <script>",
    "\u202eCid\u202c\u200f",
    "👩‍👩‍👧‍👦" * 20,
    "x" * 64,
    "",
    "😀",
    "دانا" * 16,
]


_TAG = re.compile(r'<(/?)(b|i|s|code|blockquote|a)((?: href="tg://user\?id=\d+"| expandable)?)>')
_ENTITY = re.compile(r"&(lt|gt|amp|quot|#x27|#\d+);")


def _shown(text: str) -> str:
    """What a reader sees. Fails if Telegram would not take the text: strict, and quicker than the emulator's parser."""
    open_tags: list[str] = []
    for closes, tag, _attribute in _TAG.findall(text):
        if closes:
            assert open_tags.pop() == tag
        else:
            open_tags.append(tag)
    assert not open_tags
    visible = _TAG.sub("", text)
    assert "<" not in visible
    assert ">" not in visible
    assert "&" not in _ENTITY.sub("", visible)
    assert 0 < len(html.unescape(visible).encode("utf-16-le")) // 2 <= MESSAGE
    return html.unescape(visible)


def _games(seed: int, players: int, *, expanded: bool) -> Iterator[tuple[Game, list[Event]]]:
    """A random game after each answer, with what the answer led to."""
    names = seat_labels(HOSTILE[:players])
    game = new_game(Setup(names, EXPANSIONS if expanded else [], {"character_choice": "two"}), seed)
    take = random_chooser(seed)
    facts = list(game.facts)
    while True:
        yield game, facts
        if game.winners is not None:
            return
        decision = waiting(game)[0]
        facts = answer(game, decision.seat, take(game, decision))


def _private(seen: View, names: list[str], title: str) -> None:
    _shown(tabletext.hand_text(seen, names, title))
    alert = tabletext.hand_alert(seen)
    assert 0 < len(alert) <= ALERT
    assert "<" not in alert
    if seen.decision is not None:
        _shown(prompt(seen, names, recent=[f"🔫 {names[0]} shoots."]))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), players=st.integers(3, 8), expanded=st.booleans())
def test_texts_of_whole_games(seed: int, players: int, expanded: bool) -> None:
    players = players if expanded else min(players, 7)
    names = distinct(HOSTILE[:players])
    mentions = [mention(number + 1, name) for number, name in enumerate(HOSTILE)]
    title = safe("Saloon <3 & co")
    story: list[str] = []
    counted: tally.Tally = {}
    for number, (game, facts) in enumerate(_games(seed, players, expanded=expanded)):
        public = [redact(fact, None) for fact in facts]
        lines = narrator.lines(public, names, mentions)
        assert all(map(_shown, lines))
        story += lines
        tally.count(counted, public)
        for seat in {decision.seat for decision in waiting(game)} | {number % players}:
            _private(view(game, seat), names, title)
        table = view(game, None)
        _shown(tabletext.table_text(table, names, tabletext.waiting_line(table, names, waiting(game))))
    for text in (recap.recap(story, 0), tabletext.end_text(table, names, counted)):
        assert _shown(text) == parse_html(text)[0]


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_the_same_game_is_told_in_the_same_words(seed: int) -> None:
    names = distinct(HOSTILE[:5])

    def told() -> list[str]:
        return [
            line
            for _game, facts in _games(seed, 5, expanded=True)
            for line in narrator.lines([redact(fact, None) for fact in facts], names)
        ]

    assert told() == told()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    visible = _shown(safe(name))
    assert "\u202e" not in visible
    assert len(visible) <= 24 * 16
