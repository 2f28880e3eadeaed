"""What stands on buttons: plain text, short."""

import html

from engine import HAND, NO_CARD, Option, Refusal, View
from engine.cards import CARDS, EQUIPMENT
from tgbot.texts import _

SUIT_SIGNS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}


def plain(name: str) -> str:
    """An HTML-safe name as plain text: buttons show no markup."""
    return html.unescape(name)


def card(number: int) -> str:
    """Name, rank and suit: "Bang! Q♥"."""
    return f"{CARDS[number].name} {CARDS[number].rank}{SUIT_SIGNS[CARDS[number].suit]}"


def told(refusal: Refusal) -> str:
    """Why something can't be done, as a sentence."""
    text = _(refusal.reason).format(**refusal.facts)
    return text[:1].upper() + text[1:] + "."


def counts_as(option: Option) -> str:
    """How the card is used."""
    if option.as_ == "gold":
        return _("for a gold nugget")
    return _("as {kind}").format(kind=option.as_) if option.as_ else _("as itself")


def action(view: View, option: Option) -> str:
    """What the first tap stands for."""
    if option.verb in _WORDS:
        return _WORDS[option.verb](view)
    if option.verb == "use":
        return _("Use {name}").format(name=CARDS[option.card].name if option.card != NO_CARD else option.name)
    if option.verb == "buy":
        return _("Buy {name} ({cost} nuggets)").format(name=option.name, cost=_cost(option.name))
    if option.verb == "draw":
        return {"deck": _("From the draw pile"), "discard": _discard(view)}.get(option.name, _("From a player"))
    if option.card != NO_CARD:
        return card(option.card)
    if option.verb == "pick" and option.pick == HAND:
        return _("A card from the hand")
    return _(option.name) if option.name else option.verb


def _cost(name: str) -> int:
    return next(piece.cost for piece in EQUIPMENT if piece.name == name)


def _discard(view: View) -> str:
    if view.discard_top is None:
        return _("From the discard pile")
    return _("{card} from the discard pile").format(card=card(view.discard_top))


def _pass(view: View) -> str:
    kind = view.decision.kind if view.decision else ""
    texts = {
        "shot": _("Take the hit"),
        "bang": _("Lose a life point"),
        "dying": _("Give up"),
    }
    return texts.get(kind, _("No, thanks"))


_WORDS = {
    "pass": _pass,
    "end turn": lambda view: _("End my turn"),
    "yes": lambda view: _("Yes"),
    "no": lambda view: _("No"),
}
