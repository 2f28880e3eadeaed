"""Table, hand and closing message: valid, short enough, and without a word too much."""

import pytest

from engine import Setup, View, new_game, redact, view
from engine.cards import CARDS
from tests.chat.stories import EXPANSIONS, HOSTILE, LIMIT, games, plain
from tests.engine.test_secrecy import shuffled_secrets
from tgbot import tally
from tgbot.emulator.html import utf16
from tgbot.names import distinct
from tgbot.tabletext import ALERT, end_text, hand_alert, hand_text, table_text, waiting_line

NAMES = distinct(HOSTILE)


@pytest.mark.parametrize("sets", [[], EXPANSIONS])
def test_every_position_of_whole_games_can_be_shown(sets: list[str]) -> None:
    for step, (game, _facts) in enumerate(games(8, sets)):
        public = view(game, None)
        plain(table_text(public, NAMES, waiting_line(public, NAMES)))
        seat = view(game, step % len(game.seats))
        if seat.seats[step % len(game.seats)].character:
            plain(hand_text(seat, NAMES, "Saloon"))
            assert utf16(hand_alert(seat)) <= ALERT


def test_public_texts_do_not_depend_on_secrets() -> None:
    for step, (game, _facts) in enumerate(games(6)):
        if step % 7 or "Sacagaway" in game.events.values():
            continue
        mixed = shuffled_secrets(game, None, step)
        assert _public(view(game, None)) == _public(view(mixed, None))


def _public(public: View) -> str:
    return table_text(public, NAMES, waiting_line(public, NAMES))


def test_a_hand_does_not_depend_on_what_others_hide() -> None:
    for step, (game, _facts) in enumerate(games(6)):
        seat = step % len(game.seats)
        if step % 7 or not game.seats[seat].character or "Sacagaway" in game.events.values():
            continue
        mixed = shuffled_secrets(game, seat, step)
        assert hand_text(view(game, seat), NAMES, "G") == hand_text(view(mixed, seat), NAMES, "G")
        assert hand_alert(view(game, seat)) == hand_alert(view(mixed, seat))


def crowded() -> View:
    """Eight players with most of the box in front of them."""
    game = new_game(Setup([f"P{seat}" for seat in range(8)], EXPANSIONS), 1)
    seat = view(game, 0)
    for place in seat.seats:
        place.play = [card.id for card in CARDS if card.kind.border != "brown"]
        place.equipment = list(range(24))
    seat.seats[0].hand = [card.id for card in CARDS]
    return seat


def test_a_crowded_table_fits_into_a_message() -> None:
    text = table_text(crowded(), ["&amp;" * 24] * 8, "⏳")
    assert len(text) <= LIMIT
    assert text.endswith("⏳")


def test_a_full_hand_fits_into_an_alert() -> None:
    alert = hand_alert(crowded())
    assert utf16(alert) <= ALERT
    assert " more" in alert
    assert alert.startswith("Sheriff · ") or " · ❤️ " in alert


def test_who_is_waited_for() -> None:
    game = new_game(Setup(["Ann", "Bob", "Cid", "Dot"]), 3)
    public = view(game, None)
    names = ["Ann", "Bob", "Cid", "Dot"]
    assert waiting_line(public, names) == f"⏳ {names[public.turn]} is to play."
    public.waiting = [seat for seat in range(4) if seat != public.turn][:2]
    first, second = (names[seat] for seat in public.waiting)
    assert waiting_line(public, names) == f"⏳ {first} and {second} have to answer."
    public.winners = [0]
    assert waiting_line(public, names) == ""


def test_the_end_names_everybody_with_role_and_fate() -> None:
    account: tally.Tally = {}
    for game, facts in games(4, []):
        if game.turn_number <= 1 and game.no == 0:
            account = {}
        tally.count(account, [redact(fact, None) for fact in facts])
        if game.winners is not None:
            names = [f"N{seat}" for seat in range(len(game.seats))]
            text = plain(end_text(view(game, None), names, account))
            assert text.startswith("🏆")
            assert text.count("🏆") == 1 + len(game.winners)
            assert f"The game took {game.turn_number} turns." in text
            dead = [seat for seat in game.seats if not seat.alive]
            assert len(account["out"]) == len(dead)


def test_before_the_deal_nobody_has_life_points_or_cards() -> None:
    game = new_game(Setup(["Ann", "Bob", "Cid", "Dot"], options={"character_choice": "two"}), 3)
    for text in (table_text(view(game, None), NAMES), hand_text(view(game, 0), NAMES, "G")):
        assert "❤️" not in text
        assert "Turn 0" not in text
    assert "chooses a character" in table_text(view(game, None), NAMES)
    assert "as soon as everybody has a character" in hand_text(view(game, 0), NAMES, "G")


def test_who_is_out_reads_so_instead_of_an_empty_hand() -> None:
    seat = crowded()
    seat.seats[0].alive = False
    for text in (hand_text(seat, NAMES, "G"), hand_alert(seat)):
        assert "You are out of the game" in text
        assert "❤️" not in text


def test_a_visitor_reads_that_the_turn_is_the_last() -> None:
    seat = crowded()
    assert "for this turn only" not in hand_text(seat, NAMES, "G")
    seat.seats[0].visiting = True
    assert "for this turn only" in hand_text(seat, NAMES, "G")


def test_a_hand_is_in_one_order_wherever_it_is_shown() -> None:
    seat = crowded()
    assert seat.seats[0].hand is not None
    seat.seats[0].hand = seat.seats[0].hand[30:38]
    listed = [line.removeprefix("• ") for line in hand_text(seat, NAMES, "G").split("\n") if line.startswith("• ")]
    seat.seats[0].hand.reverse()
    assert ", ".join(listed) in hand_alert(seat)
