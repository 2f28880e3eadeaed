"""What the group reads: every fact has its sentence, and nothing secret or broken is among them."""

import pytest

from engine import HIDDEN, Event, redact
from engine import events as ev
from engine.cards import CARDS
from engine.events import EVENTS_BY_NAME
from tests.chat.stories import EXPANSIONS, HOSTILE, games, plain
from tgbot.names import distinct
from tgbot.narrator import TELL, lines
from tgbot.recap import recap
from tgbot.story import MARK, extended

ANN, BOB, CID = range(3)
NAMES = ["Ann", "Bob", "Cid"]


def number(name: str, code: str) -> int:
    return next(card.id for card in CARDS if (card.name, card.code) == (name, code))


BANG, MISSED, BEER, JAIL = number("Bang!", "QH"), number("Missed!", "3S"), number("Beer", "6H"), number("Jail", "4H")


def told(*facts: Event) -> str:
    return "\n".join(lines(facts, NAMES)).replace(MARK, "")


def test_every_kind_of_fact_is_told() -> None:
    assert set(TELL) == set(EVENTS_BY_NAME.values())


@pytest.mark.parametrize("sets", [[], EXPANSIONS])
def test_whole_games_are_told_in_messages_that_telegram_takes(sets: list[str]) -> None:
    names = distinct(HOSTILE)
    for game, facts in games(12, sets):
        public = [redact(fact, None) for fact in facts]
        for line in lines(public, names[: len(game.seats)]):
            shown = plain(line)
            assert shown.strip()
            assert "{" not in shown
            assert str(HIDDEN) not in shown
            assert "\n" not in shown
            assert "!." not in shown


def test_the_same_facts_make_the_same_lines() -> None:
    for game, facts in games(3):
        public = [redact(fact, None) for fact in facts]
        names = [seat.name for seat in game.seats]
        assert lines(public, names) == lines(public, names)


def test_cards_nobody_may_know_are_never_named() -> None:
    """The story of redacted facts is the same whatever the hidden cards are."""
    for game, facts in games(6):
        names = [seat.name for seat in game.seats]
        told = lines([redact(fact, None) for fact in facts], names)
        for fact in facts:
            for field in fact.private:
                value = getattr(fact, field)
                setattr(fact, field, [0] * len(value) if isinstance(value, list) else 0)
        assert lines([redact(fact, None) for fact in facts], names) == told


def test_a_shot_and_its_hit_are_one_line() -> None:
    shot = ev.CardPlayed(ANN, BANG, "", BOB)
    hit = ev.LifeLost(BOB, 1, "Bang!", ANN, 3)
    assert told(shot, hit) == "🔫 Ann shoots at Bob with BANG! Q♥. 💔 Bob loses 1 life point, 3 left."
    assert told(hit) == "💔 Bob loses 1 life point to Ann's BANG!, 3 left."


def test_a_shot_avoided() -> None:
    answer = [ev.CardPlayed(BOB, MISSED, answer=True), ev.Avoided(BOB, "Bang!", ANN)]
    assert told(*answer) == "🛡 Bob dodges with Missed! 3♠."


def test_an_elimination() -> None:
    facts = [
        ev.Eliminated(BOB, "outlaw", ANN, "Bang!"),
        ev.CardDiscarded(BOB, BEER, "death"),
        ev.CardDiscarded(BOB, JAIL, "death"),
        ev.Rewarded(ANN, 3, BOB),
        ev.CardsDrawn(ANN, [HIDDEN] * 3, "reward"),
    ]
    assert told(*facts) == (
        "💀 <b>Ann eliminates Bob.</b> Bob was an Outlaw. Bob leaves Beer 6♥ and Jail 4♥. "
        "Ann draws 3 cards as the reward."
    )


def test_several_unseen_cards_are_told_at_once() -> None:
    """Flint Westwood gives one card for two: one sentence for each way."""
    used = ev.AbilityUsed(ANN, "Flint Westwood", BOB)
    taken = [ev.HandCardTaken(ANN, BOB, card, "Flint Westwood") for card in (BEER, JAIL)]
    story = told(used, *taken, ev.HandCardTaken(BOB, ANN, BANG, "Flint Westwood"))
    assert story == "Ann takes 2 cards from Bob's hand with Flint Westwood. Bob takes 1 card from Ann's hand."


def test_jail() -> None:
    flip = [ev.Flipped(BOB, [BEER], "Jail"), ev.FlipSettled(BOB, BEER, "Jail", success=True)]
    assert told(*flip, ev.CardDiscarded(BOB, JAIL, "Jail")) == "🎴 Bob draws for Jail: Beer 6♥ – out of jail!"
    flip[1] = ev.FlipSettled(BOB, BEER, "Jail", success=False)
    stays = told(*flip, ev.CardDiscarded(BOB, JAIL, "Jail"), ev.TurnSkipped(BOB, "Jail"))
    assert stays == "🎴 Bob draws for Jail: Beer 6♥ – stays in jail and misses this turn."


def test_usual_draws_go_without_saying() -> None:
    turn = ev.TurnStarted(ANN, 5)
    assert told(turn, ev.CardsDrawn(ANN, [HIDDEN]), ev.CardsDrawn(ANN, [HIDDEN])) == "▶️ <b>Ann's turn</b>"
    assert told(turn, ev.CardsDrawn(ANN, [HIDDEN] * 3)).endswith("\nAnn draws 3 cards.")


def test_a_turn_mentions_its_player() -> None:
    assert lines([ev.TurnStarted(BOB, 2)], NAMES, ["a", "<i>b</i>", "c"]) == ["▶️ <b><i>b</i>'s turn</b>"]


def test_hidden_excess_cards_are_counted_only() -> None:
    assert told(ev.CardDiscarded(ANN, HIDDEN, "limit")) == "Ann puts 1 card back on the draw pile."


def test_discards_of_several_answers_become_one_line() -> None:
    first = lines([ev.CardDiscarded(ANN, BEER, "limit")], NAMES)
    second = lines([ev.CardDiscarded(ANN, JAIL, "limit"), ev.TurnStarted(BOB, 3)], NAMES)
    story = extended(extended([], first), second)
    assert "\n".join(story).replace(MARK, "") == "Ann discards Beer 6♥, Jail 4♥.\n▶️ <b>Bob's turn</b>"
    other = lines([ev.CardDiscarded(BOB, JAIL, "limit")], NAMES)
    assert len(extended(first, other)) == 2


def test_recap_folds_what_was_missed() -> None:
    story = [f"line {at}" for at in range(10)]
    assert plain(recap(story, 8)) == "Since you last looked:\nline 8\nline 9"
    assert recap(story, 10) == "Nothing has happened since you last looked."
    long = recap(["x" * 200] * 100, 0)
    assert "86 lines before that" in plain(long)
    assert len(long) < 3500
