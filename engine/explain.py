"""Why an answer is not open to a player: the reason in words that help."""

from collections.abc import Callable

from engine.cards import CARDS, KINDS, Kind
from engine.decisions import HAND, NO_CARD, NOBODY, Decision, Option, Refusal
from engine.game import Game
from engine.hooks import in_force
from engine.legal import (
    is_deal,
    pickable,
    ways,
    why_not_end,
    why_not_green,
    why_not_kind,
    why_not_play,
    why_not_target,
)
from engine.notation import parse

NOT_NOW = Refusal("that is not one of the possible answers now")
LOWEST_PICK = -3
"""As a picked card: something that was named but not looked up."""


def why_not(game: Game, seat: int, option: Option, decision: Decision | None) -> Refusal:
    """The reason that an option is not among those of the decision (None: the seat is not asked anything)."""
    if decision is None:
        return _why_not_asked(game, seat)
    if not _names_what_exists(game, option):
        return NOT_NOW
    if is_deal(option):
        return _why_no_deal(game, seat, option, decision)
    if option.verb in ("play", "discard") and option.card not in game.seats[seat].hand:
        return Refusal("that card is not in your hand")
    if decision.kind == "discard":
        return Refusal("the turn is over: discard cards until you hold as many as you may keep")
    reason = REASONS.get(option.verb)
    return reason(game, seat, option, decision) if reason else NOT_NOW


def _why_not_asked(game: Game, seat: int) -> Refusal:
    if game.winners is not None:
        return Refusal("the game is over")
    if seat not in game.living():
        return Refusal("you are out of the game")
    return Refusal("it is not your turn to answer")


def _names_what_exists(game: Game, option: Option) -> bool:
    """Are the numbers in it cards and seats at all? Whoever made it up need not have looked."""
    cards, seats = range(LOWEST_PICK, len(CARDS)), range(NOBODY, len(game.seats))
    words = (option.verb, option.name, option.as_, option.order)
    return (
        all(type(card) is int and card in cards for card in (option.card, option.pick))
        and all(type(seat) is int and seat in seats for seat in (option.target, option.onto))
        and all(isinstance(word, str) for word in words)
    )


def _why_no_deal(game: Game, seat: int, option: Option, decision: Decision) -> Refusal:
    if decision.kind != "play":
        return Refusal("that can only be done in phase 2 of your own turn")
    for rule, me in in_force(game, "why_no_deal"):
        if refusal := rule.why_no_deal(game, me, seat, option):
            return refusal
    return NOT_NOW


def _why_not_use(game: Game, seat: int, option: Option, decision: Decision) -> Refusal:
    """A card in front or an ability."""
    for rule, me in in_force(game, "shot_answers"):
        if rule.name == option.name and me == seat:
            tried = Refusal("{card} has already been tried against this shot", {"card": rule.name})
            return tried if decision.kind == "shot" else _only_when_shot(rule.name)
    if (card := game.front(seat, option.name)) >= 0:
        return _why_not_front(game, seat, option, card, decision)
    for rule, me in in_force(game, "why_no_use"):
        if rule.name == option.name and me == seat and (refusal := rule.why_no_use(game, me, option, decision)):
            return refusal
    return NOT_NOW


def _only_when_shot(name: str) -> Refusal:
    return Refusal("{card} only answers a shot at yourself", {"card": name})


def _why_not_front(game: Game, seat: int, option: Option, card: int, decision: Decision) -> Refusal:
    kind = CARDS[card].kind
    if refusal := why_not_green(game, seat, card):
        return refusal
    if decision.kind == "play" and not kind.does:
        return _only_when_shot(kind.name)
    if decision.kind != "play":
        return Refusal("{card} does not help here", {"card": kind.name})
    return why_not_at(game, seat, option, kind) or Refusal("{card} cannot be used like that", {"card": kind.name})


def why_not_at(game: Game, seat: int, option: Option, kind: Kind) -> Refusal | None:
    """Why what the option names, player or card, is no target for this kind."""
    if not kind.target:
        return None
    if option.target == NOBODY:
        return Refusal("choose a player for {card}", {"card": kind.name})
    if refusal := why_not_target(game, seat, kind, option.target):
        return refusal
    if kind.picks and option.pick == NO_CARD:
        facts = {"player": game.seats[option.target].name, "card": kind.name}
        return Refusal("choose a card of {player} for {card}", facts)
    if kind.picks and option.pick not in pickable(game, seat, option.target):
        return Refusal("that player has no such card")
    return None


def _why_not_play(game: Game, seat: int, option: Option, decision: Decision) -> Refusal:
    if decision.kind != "play":
        return Refusal("{card} does not help here", {"card": CARDS[option.card].name})
    name = option.as_ or CARDS[option.card].name
    if name not in KINDS:
        return Refusal("{card} cannot be used like that", {"card": CARDS[option.card].name})
    kind = KINDS[name]
    if refusal := why_not_kind(game, seat, kind) or why_not_play(game, seat, option.card, name):
        return refusal
    if kind.border != "green" and (refusal := why_not_at(game, seat, option, kind)):
        return refusal
    if kind.cost:
        return Refusal("choose another card from your hand to discard for {card}", {"card": name})
    return Refusal("{card} cannot be used like that", {"card": CARDS[option.card].name})


def _why_not_end(game: Game, seat: int, option: Option, decision: Decision) -> Refusal:
    return why_not_end(game, seat, decision.options) or Refusal("you cannot end the turn now")


def _why_not_draw(game: Game, seat: int, option: Option, decision: Decision) -> Refusal:
    if decision.kind != "draw" or option.target in (NOBODY, seat) or game.seats[option.target].hand:
        return NOT_NOW
    return Refusal("{player} has no card in hand", {"player": game.seats[option.target].name})


REASONS: dict[str, Callable[[Game, int, Option, Decision], Refusal]] = {
    "play": _why_not_play,
    "use": _why_not_use,
    "draw": _why_not_draw,
    "end turn": _why_not_end,
}
"""Why an answer with this verb is not open."""


def why_unplayable(game: Game, seat: int, card: int) -> Refusal | None:
    """Why a hand card cannot be played in phase 2 now on anybody; None if it can. Where it may be used as another kind
    (Calamity Janet), the one that can be played in turn at all is what the player thinks of."""
    kinds = [KINDS[name] for name in ways(game, seat, card)]
    kind = next((kind for kind in kinds if kind.does), kinds[0])
    return _why_unplayable_as(game, seat, card, kind)


def _why_unplayable_as(game: Game, seat: int, card: int, kind: Kind) -> Refusal | None:
    name = kind.name
    if refusal := why_not_kind(game, seat, kind) or why_not_play(game, seat, card, name):
        return refusal
    if not kind.target or kind.border == "green":
        return None
    reasons = [why_not_target(game, seat, kind, target) for target in game.clockwise(seat)]
    if any(reason is None for reason in reasons):
        return None
    nearest = [reason for reason in reasons if reason is not None]
    return nearest[0] if len(nearest) == 1 else Refusal("nobody can be the target of {card} now", {"card": name})


def guess(game: Game, seat: int, text: str) -> Option:
    """The option a text seems to mean, legal or not, to explain why it is refused. Raises BadNotation."""
    pattern = parse(text)
    names = [place.name for place in game.seats]
    player = pattern.thing if pattern.verb == "draw" else pattern.target
    target = names.index(player) if player in names else NOBODY
    hand = game.seats[seat].hand
    fitting = [c for c in hand if pattern.thing in (CARDS[c].name, f"{CARDS[c].name} {CARDS[c].code}")]
    card = fitting[0] if fitting and pattern.verb != "use" else -1
    pick = HAND if pattern.pick == "hand" else NO_CARD
    if pattern.pick and pick == NO_CARD:
        pick = LOWEST_PICK
    return Option(pattern.verb, card, pattern.thing if card < 0 else "", pattern.as_, target, pick)
