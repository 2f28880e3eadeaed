"""The public way to play on: whom the game waits for, and what an answer does."""

from engine.decisions import Decision, IllegalAnswer, Option, Refusal
from engine.events import Event
from engine.explain import why_not
from engine.game import Early, Game
from engine.notation import find, text_of
from engine.stack import guarded, merge_twins, run, take


def waiting(game: Game) -> list[Decision]:
    """Whom the game waits for, with every legal option. The first decision is the one whose turn to answer it is; with
    the option ``parallel`` those follow who will be asked in the same procedure and may answer ahead."""
    return [decision for place, decision in enumerate(asked(game)) if place == 0 or decision.seat not in game.early]


def asked(game: Game) -> list[Decision]:
    """Those the game waits for and those who have answered ahead of time: what the others see, who must not know."""
    head = game.pending
    if head is None:
        return []
    if not game.option("parallel", False):
        return [head]
    found = {head.seat: head}
    for frame in reversed(game.stack):
        for decision in frame.ahead(game):
            merge_twins(decision)
            if decision.seat not in found and (len(decision.options) > 1 or guarded(game, decision)):
                decision.no = game.seats[decision.seat].answers
                found[decision.seat] = decision
        if frame.settles:
            break
    return list(found.values())


def answer(game: Game, seat: int, option: Option) -> list[Event]:
    """Applies an answer and plays on until somebody has a choice. Returns what happened, unredacted.

    Raises IllegalAnswer, and then nothing has changed. On any other exception the game must be dropped and loaded anew.
    """
    decisions = waiting(game)
    decision = next((d for d in decisions if d.seat == seat), None)
    if decision is None or option not in decision.options:
        raise IllegalAnswer(why_not(game, seat, option, decision))
    option = decision.options[decision.options.index(option)]  # 1.0 and True equal 1, but must not get into the game
    game.facts = []
    game.no += 1
    game.seats[seat].answers += 1
    if decision is not decisions[0]:
        game.early[seat] = Early(decision.question(), text_of(option, game.seats))
        return game.facts
    take(game, decision, option)
    run(game)
    return game.facts


def answer_text(game: Game, seat: int, text: str) -> list[Event]:
    """The same with an answer in the notation. Raises BadNotation or IllegalAnswer."""
    decision = next((d for d in waiting(game) if d.seat == seat), None)
    option = find(text, decision.options, game.seats) if decision else None
    if option is None:
        raise IllegalAnswer(why_not_text(game, seat, text, decision))
    return answer(game, seat, option)


def why_not_text(game: Game, seat: int, text: str, decision: Decision | None) -> Refusal:
    """Why an answer in the notation is not open to the seat now. Raises BadNotation."""
    from engine.explain import guess

    return why_not(game, seat, guess(game, seat, text), decision)
