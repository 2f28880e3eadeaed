"""Thinking a turn through before it comes: what a seat could do in its phase 2 if that began now, as it knows."""

from collections.abc import Sequence

from engine.cards import CARDS, KINDS
from engine.decisions import Decision, Option
from engine.game import Game
from engine.legal import play_options, uses_up_bang
from engine.notation import BadNotation, find
from engine.save import dump, load
from engine.turn import Turn
from engine.view import View, view


def rehearse(game: Game, seat: int, steps: Sequence[str] = ()) -> View:
    """The seat's view of a phase 2 of its own in which it has taken the steps (notation), with the question what next.

    Nothing hidden is looked at: cards that a step would draw or take are not there, answers of others are not guessed.
    The game itself stays as it is. Steps that are not possible are left out.
    """
    stage = _stage(game, seat)
    for step in steps:
        try:
            option = find(step, play_options(stage, seat), stage.seats)
        except BadNotation:
            continue
        if option is not None:
            _imagine(stage, seat, option)
    stage.pending = Decision(seat, "play", play_options(stage, seat), no=len(steps))
    return view(stage, seat)


def _stage(game: Game, seat: int) -> Game:
    stage = load(dump(game))
    if stage.turn != seat:
        stage.turn, stage.used, stage.extra = seat, {}, False
        for place in stage.seats:
            place.fresh = []
    stage.phase, stage.check, stage.early, stage.urgent = "play", False, {}, []
    stage.stack = [Turn(seat, "playing")]
    stage.changed()
    return stage


def _imagine(stage: Game, seat: int, option: Option) -> None:
    """What the player can foresee of a step: cards leave the hand, those put down lie in front."""
    place = stage.seats[seat]
    kind = KINDS.get(option.as_) or (CARDS[option.card].kind if option.card >= 0 else None)
    owner = stage.seats[option.target] if option.target >= 0 else place
    if option.verb == "play" and kind is not None:
        if kind.border != "brown":
            owner.play.append(option.card)
            place.fresh.append(option.card)
        elif uses_up_bang(kind):
            stage.count_use("bang")
    place.hand = [card for card in place.hand if card != option.card and card not in option.cost]
    stage.changed()
