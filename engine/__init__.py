"""The rules of BANG!, pure: no clock, no I/O, no chance but the seed.

Public are the names below and the modules ``cards`` (what is printed), ``events`` (what happens), ``notation``,
``players``, ``scenario`` and ``simulate``; everything else is of no concern to others (an import contract says so).
"""

from engine import sets as _sets  # noqa: F401  loading the sets enters their cards, characters and events
from engine.decisions import GOLD, HAND, NO_CARD, NOBODY, Decision, IllegalAnswer, Option, Refusal
from engine.events import HIDDEN, Event, redact
from engine.game import Game
from engine.notation import BadNotation
from engine.play import answer, answer_text, waiting
from engine.rehearse import rehearse
from engine.save import BadSave, dump, load
from engine.setup import BadSetup, Setup, new_game
from engine.stack import guarded
from engine.view import SeatView, View, view

__all__ = [
    "GOLD",
    "HAND",
    "HIDDEN",
    "NOBODY",
    "NO_CARD",
    "BadNotation",
    "BadSave",
    "BadSetup",
    "Decision",
    "Event",
    "Game",
    "IllegalAnswer",
    "Option",
    "Refusal",
    "SeatView",
    "Setup",
    "View",
    "answer",
    "answer_text",
    "dump",
    "guarded",
    "load",
    "new_game",
    "redact",
    "rehearse",
    "view",
    "waiting",
]
