"""What is answered for somebody who does not answer in time: nothing bold, nothing wasted.

An answer defends (Missed!, BANG! against Indians! and in Duels, Beer at the last life point); a turn is ended, and the
least useful cards are laid off. Every kind of decision has its default.
"""

from engine.decisions import Option
from engine.players.rules import choose
from engine.view import View


def cautious(view: View) -> Option:
    """The default answer to the viewer's open decision."""
    decision = view.decision
    assert decision is not None
    if decision.kind == "play":
        return next(option for option in decision.options if option.verb == "end turn")
    if decision.kind in ("shot", "bang", "dying", "discard", "store", "select", "flip", "character"):
        return choose(view)
    quiet = [option for option in decision.options if option.verb in ("pass", "no")]
    plain = [option for option in decision.options if option.verb == "draw" and option.name == "deck"]
    return (quiet or plain or [choose(view)])[0]
