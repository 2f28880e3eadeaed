"""All that one seat, or the public, may know of a game. Built by copying what is allowed, never by deleting."""

from dataclasses import dataclass, field

from engine.cards import CARDS
from engine.decisions import Decision, Refusal
from engine.distance import distances, range_of
from engine.explain import why_unplayable
from engine.game import Game
from engine.hooks import in_force
from engine.legal import bang_limit
from engine.play import asked, waiting


@dataclass(slots=True)
class SeatView:
    """One seat as others see it; ``hand`` and ``role`` are filled in where the viewer may know them."""

    seat: int
    name: str
    character: str
    copied: list[str]
    life: int
    max_life: int
    alive: bool
    hand_size: int
    play: list[int]
    gold: int
    equipment: list[int]
    visiting: bool
    """Out of the game, in play for this turn only: a ghost or shadow."""
    range: int
    distance: int
    """From the viewer; 0 for the viewer's own seat, the public, and players out of the game."""
    role: str | None = None
    hand: list[int] | None = None
    fresh: list[int] = field(default_factory=list)
    """Green cards in front that cannot be used before the next player's turn."""


@dataclass(slots=True)
class View:
    """The table through one pair of eyes."""

    viewer: int | None
    seats: list[SeatView]
    order: list[int]
    """Who sits where: the seats clockwise."""
    turn: int
    turn_number: int
    phase: str
    deck_size: int
    discard_size: int
    discard_top: int | None
    events: dict[str, str]
    next_events: dict[str, str]
    shop: list[int]
    options: dict[str, object]
    sets: list[str]
    waiting: list[int]
    """Seats the game waits for, whether or not they have answered ahead of time."""
    no: int
    """Answers taken so far, without those given ahead of time."""
    bangs_left: int
    winners: list[int] | None
    side: str
    harm: dict[tuple[int, int], int]
    """Hostile acts everybody saw: (attacker, victim) -> how many."""
    decision: Decision | None = None
    """The viewer's own open decision."""
    unplayable: dict[int, Refusal] = field(default_factory=dict)
    """In the viewer's own phase 2: hand cards that cannot be played now, and why."""


def view(game: Game, seat: int | None) -> View:
    """The game as ``seat`` may know it; None: as everybody may."""
    decisions = waiting(game)
    away = distances(game, seat) if seat is not None and game.seats[seat].alive else [0] * len(game.seats)
    own = next((d for d in decisions if d.seat == seat), None)
    turn = game.turn
    return View(
        viewer=seat,
        seats=[_seat_view(game, i, seat, away[i]) for i in range(len(game.seats))],
        order=list(game.order),
        turn=turn,
        turn_number=game.turn_number,
        phase=game.phase,
        deck_size=len(game.deck),
        discard_size=len(game.discard),
        discard_top=game.discard[-1] if game.discard else None,
        events=dict(game.events),
        next_events={name: coming[0] for name, coming in game.coming.items() if coming and name in OPEN_PILES},
        shop=list(game.shop),
        options=dict(game.options),
        sets=list(game.sets),
        waiting=[d.seat for d in asked(game)],
        no=game.no - len(game.early),
        bangs_left=max(0, bang_limit(game, turn) - game.used.get("bang", 0)),
        winners=None if game.winners is None else list(game.winners),
        side=game.side,
        harm={(int(by), int(to)): n for key, n in game.harm.items() for by, to in (key.split(">"),)},
        decision=own,
        unplayable=_unplayable(game, own),
    )


OPEN_PILES = ("high_noon", "fistful_of_cards")
"""Event piles that lie face up: everybody sees the next card (docs/rules/high_noon.md, Setup)."""


def _seat_view(game: Game, i: int, viewer: int | None, away: int) -> SeatView:
    place = game.seats[i]
    knows_role = place.shown or (i == viewer and not place.sealed)
    knows_hand = i == viewer or any(rule.hands_open(game, me) for rule, me in in_force(game, "hands_open"))
    return SeatView(
        seat=i,
        name=place.name,
        character=place.character,
        copied=list(place.copied),
        life=place.life,
        max_life=place.max_life,
        alive=place.alive,
        hand_size=len(place.hand),
        play=list(place.play),
        gold=place.gold,
        equipment=list(place.equipment),
        visiting=place.visit > 0,
        range=range_of(game, i) if place.alive else 0,
        distance=away,
        role=place.role if knows_role else None,
        hand=list(place.hand) if knows_hand else None,
        fresh=[card for card in place.fresh if CARDS[card].kind.border == "green"],
    )


def _unplayable(game: Game, own: Decision | None) -> dict[int, Refusal]:
    if own is None or own.kind != "play":
        return {}
    playable = {option.card for option in own.options}
    reasons = {card: why_unplayable(game, own.seat, card) for card in game.seats[own.seat].hand if card not in playable}
    return {card: reason for card, reason in reasons.items() if reason is not None}
