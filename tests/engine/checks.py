"""What must be true of every game after every answer, whatever is played."""

from collections import Counter
from collections.abc import Callable

from engine import HIDDEN, Game, answer, dump, load, redact, view, waiting
from engine.cards import EQUIPMENT, cards_of
from engine.decisions import Decision
from engine.notation import find, text_of
from engine.simulate import Chooser

MOST_ANSWERS = 8_000
"""Random games of one or some sets take hundreds of answers; none has come near this."""


def play_out(game: Game, choose: Chooser, *checks: Callable[[Game], object], last: bool = False) -> None:
    """Plays a game to its end, checked and stored after every answer. ``last``: of several the last one answers."""
    for _ in range(MOST_ANSWERS):
        for check in (check_game, check_saved, *checks):
            check(game)
        if game.winners is not None:
            return
        decision = waiting(game)[-1 if last else 0]
        answer(game, decision.seat, choose(game, decision))
    raise AssertionError("the game does not end")


def check_game(game: Game) -> None:
    """Cards, life points and decisions are in order."""
    check_cards(game)
    check_life(game)
    if game.winners is None:
        decisions = waiting(game)
        assert decisions, "a running game waits for somebody"
        for decision in decisions:
            check_decision(game, decision)


def check_cards(game: Game) -> None:
    """Every playing card and every piece of equipment is in exactly one place."""
    piles = [game.deck, game.discard, *(pile for seat in game.seats for pile in (seat.hand, seat.play))]
    piles += [frame.held() for frame in game.stack]
    assert Counter(card for pile in piles for card in pile) == Counter(cards_of(game.sets, game.options))
    if "gold_rush" in game.sets:
        places = [game.shop, game.supply, game.spent, *(seat.equipment for seat in game.seats)]
        assert sorted(number for place in places for number in place) == list(range(len(EQUIPMENT)))
        if game.winners is None and game.pending is not None:
            assert len(game.shop) == 3
        assert all(seat.gold >= 0 for seat in game.seats)


def check_life(game: Game) -> None:
    """Life stays within its bounds; only the dying are alive at 0."""
    dying = any(type(frame).__name__ in ("Dying", "Death", "Hit") for frame in game.stack)
    for seat in game.seats:
        assert seat.life <= seat.max_life
        if seat.alive and seat.character and not dying and not seat.marks and not seat.visit:
            assert seat.life >= 1, f"{seat.name} lives with {seat.life}"


def check_decision(game: Game, decision: Decision) -> None:
    """At least two options (one with a poker face), all different, each written and read back."""
    assert len(decision.options) >= (1 if game.options.get("poker_face") else 2)
    assert len(set(decision.options)) == len(decision.options)
    texts = [text_of(option, game.seats) for option in decision.options]
    assert len(set(texts)) == len(texts)
    if game.no % 5 == 0:  # reading back is quadratic: some of the positions are enough
        for option, text in zip(decision.options, texts, strict=True):
            assert find(text, decision.options, game.seats) == option, text


def check_saved(game: Game) -> None:
    """Stored and restored it is the same game with the same question; asking changes nothing."""
    stored = dump(game)
    again = load(stored)
    assert again == game
    assert waiting(again) == waiting(game)


def check_winners(game: Game) -> None:
    """Base game: the winners match the survivors (docs/rules/base.md, section 9)."""
    assert game.winners is not None
    roles = {game.seats[seat].role for seat in game.winners}
    living = [seat for seat in game.seats if seat.alive]
    sheriff = next(seat for seat in game.seats if seat.role == "sheriff")
    if sheriff.alive:
        assert roles <= {"sheriff", "deputy"}
        assert not [seat for seat in living if seat.role in ("outlaw", "renegade")]
    elif roles == {"renegade"}:
        assert [seat.role for seat in living] == ["renegade"]
    else:
        assert roles == {"outlaw"}


def public_events(game: Game) -> list[object]:
    """What the public learns of the last answer; nothing in it that only some may see."""
    facts = [redact(fact, None) for fact in game.facts]
    for fact in facts:
        for name in fact.private:
            value = getattr(fact, name)
            assert value == HIDDEN or all(card == HIDDEN for card in value)
    return list(facts)


def views(game: Game) -> list[object]:
    """What everybody sees."""
    return [view(game, seat) for seat in (None, *range(len(game.seats)))]
