"""What stands on buttons: plain text, short."""

import html
from collections.abc import Callable, Sequence

from engine import GOLD, HAND, NO_CARD, NOBODY, Option, Refusal, View
from engine.cards import EQUIPMENT
from tgbot import cardtext
from tgbot.texts import N_, _, ngettext

STARS = {"sheriff": "⭐ "}
"""Before names on buttons: the one role that everybody should have in mind."""
WORDS = {
    "hearts": N_("♥ Hearts"),
    "diamonds": N_("♦ Diamonds"),
    "clubs": N_("♣ Clubs"),
    "spades": N_("♠ Spades"),
    "red": N_("♥♦ Red"),
    "black": N_("♣♠ Black"),
}
"""Words that some questions offer."""


def plain(name: str) -> str:
    """An HTML-safe name as plain text: buttons show no markup."""
    return html.unescape(name)


def card(number: int) -> str:
    """Title, rank and suit: "BANG! Q♥"."""
    return cardtext.card(number)


def told(refusal: Refusal, view: View, names: Sequence[str]) -> str:
    """Why something can't be done, as a sentence, with names as people know them."""
    shown = {seat.name: plain(names[seat.seat]) for seat in view.seats}
    facts = dict(refusal.facts)
    for key, value in facts.items():
        if key == "player":
            facts[key] = shown.get(value, value)
        elif key == "card":
            facts[key] = cardtext.title(value)
    text = _(refusal.reason).format(**facts)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!")) else ".")


def counts_as(option: Option) -> str:
    """How the card is used."""
    if option.as_ == GOLD:
        return _("for a gold nugget")
    return _("as {kind}").format(kind=cardtext.title(option.as_)) if option.as_ else _("as itself")


def player(view: View, seat: int, names: Sequence[str]) -> str:
    """A player to aim at, with what one wants to know of a target."""
    place = view.seats[seat]
    text = _("{star}{player} ❤️{life}") if place.alive else _("{star}{player} 💀")
    return text.format(star=STARS.get(place.role or "", ""), player=plain(names[seat]), life=place.life)


def source(view: View, option: Option, names: Sequence[str], *, several: bool) -> str:
    """A player from whom something is drawn or who is picked; ``several`` of whose cards may be."""
    name = plain(names[option.target])
    if view.decision is not None and view.decision.kind == "imitate":
        return _("{player} · {character}").format(player=name, character=view.seats[option.target].character)
    if option.verb == "pick":
        return player(view, option.target, names)
    if option.pick == NO_CARD:
        return _("From the hand of {player}").format(player=name)
    if several:
        return _("A card in front of {player}").format(player=name)
    return _("{card} in front of {player}").format(card=card(option.pick), player=name)


def pick(view: View, option: Option) -> str:
    """One card of a player: a random one of the hand, or one in front."""
    if option.pick != HAND:
        return card(option.pick)
    owner = option.onto if option.order else option.target
    if owner == NOBODY:
        return _("A random card of the hand")
    count = view.seats[owner].hand_size
    text = ngettext("The card of the hand", "A random card of the hand (of {count})", count)
    return text.format(count=count)


def action(view: View, option: Option) -> str:
    """What the first tap stands for."""
    if option.verb in _ACTIONS:
        return _ACTIONS[option.verb](view, option)
    if option.card != NO_CARD:
        return card(option.card)
    if option.verb == "pick" and option.pick == HAND:
        return _("A random card of the hand")
    return word(option.name) if option.name else option.verb


def word(name: str) -> str:
    """A word that a question offers: a suit, a colour, a character."""
    return _(WORDS.get(name, name))


def _use(view: View, option: Option) -> str:
    if option.card != NO_CARD:
        return _("Use {card}").format(card=card(option.card))
    return _("Use {card}").format(card=cardtext.title(option.name))


def _buy(view: View, option: Option) -> str:
    text = ngettext("💰 Buy {item} ({cost} nugget)", "💰 Buy {item} ({cost} nuggets)", _cost(option.name))
    return text.format(item=cardtext.title(option.name), cost=_cost(option.name))


def _cost(name: str) -> int:
    return next(piece.cost for piece in EQUIPMENT if piece.name == name)


def _discard(view: View, option: Option) -> str:
    """A card of one's own; or, for nuggets, the equipment of another player."""
    if option.card != NO_CARD:
        return card(option.card)
    price = _cost(option.name) + 1
    text = ngettext("💰 Get rid of {item} ({cost} nugget)", "💰 Get rid of {item} ({cost} nuggets)", price)
    return text.format(item=cardtext.title(option.name), cost=price)


def _draw(view: View, option: Option) -> str:
    if option.name != "discard":
        return _("From the draw pile")
    if view.discard_top is None:
        return _("From the discard pile")
    return _("{card} from the discard pile").format(card=card(view.discard_top))


PASSES = {
    "shot": N_("Take the hit"),
    "bang": N_("Lose a life point"),
    "dying": N_("Give up"),
    "forced": N_("Lose a life point"),
    "escape": N_("Let it happen"),
    "save": N_("Let it happen"),
    "pot": N_("No more"),
    "exchange": N_("That is all"),
    "blood": N_("Keep my life points"),
    "lemonade": N_("No, thanks"),
}
"""What doing nothing means, by the kind of question."""


def _pass(view: View, option: Option) -> str:
    kind = view.decision.kind if view.decision else ""
    return _(PASSES.get(kind, N_("No, thanks")))


_ACTIONS: dict[str, Callable[[View, Option], str]] = {
    "pass": _pass,
    "end turn": lambda view, option: _("End my turn"),
    "yes": lambda view, option: _("Yes"),
    "no": lambda view, option: _("No"),
    "use": _use,
    "buy": _buy,
    "discard": _discard,
    "draw": _draw,
}
