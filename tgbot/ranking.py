"""Wishes for a General Store, made by those who are not yet up: tapped in order of preference, used once.

``notes["store"]`` names the store that lies open (turn and player) and for each seat that may rank its ``ranks``, the
cards it wants, best first.
"""

from typing import Any

import engine
from engine import Game, Option, View
from storage.shapes import Button, Table
from tgbot import cardtext, orders, pace
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.names import safe
from tgbot.texts import _, speaking

LETTER = "r"
FEWEST = 2
"""Cards that must be left for a choice."""


def pick(table: Table, view: View) -> Option | None:
    """The best of the viewer's wishes that still lies there, when they are up."""
    decision, store = view.decision, table.notes.get("store")
    assert decision is not None
    if store is None or decision.kind != "store" or store["id"] != _id(view.turn_number, decision.by):
        return None
    left = {option.card: option for option in decision.options}
    wishes = store["ranks"].get(str(view.viewer), [])
    return next((left[card] for card in wishes if card in left), None)


def follow(draft: Draft, game: Game, public: View) -> None:
    """Offer to rank what lies open to those who come later; take the offers back that are over."""
    head = next(iter(engine.waiting(game)), None)
    running = head if head is not None and head.kind == "store" and game.option("parallel", False) else None
    store = draft.table.notes.get("store")
    if store is not None and (running is None or store["id"] != _id(public.turn_number, running.by)):
        for seat in map(int, draft.table.notes.pop("store")["ranks"]):
            draft.private(seat, "rank", "", mode="delete")
        store = None
    if running is None:
        return
    cards = [option.card for option in running.options]
    later = _later(public, running.seat, running.by)[: len(cards) - FEWEST]
    store = store or {"id": _id(public.turn_number, running.by), "ranks": {}, "cards": []}
    draft.table.notes["store"] = store
    for seat in [int(name) for name in store["ranks"]]:
        if seat not in later:
            del store["ranks"][str(seat)]
            draft.private(seat, "rank", "", mode="delete")
    _offer(draft, store, cards, [seat for seat in later if pace.in_charge(draft.table, seat)])


def _offer(draft: Draft, store: dict[str, Any], cards: list[int], seats: list[int]) -> None:
    changed, store["cards"] = store["cards"] != cards, cards
    for seat in seats:
        if orders.of(draft.table.seats[seat]).store:
            continue
        new = str(seat) not in store["ranks"]
        store["ranks"].setdefault(str(seat), [])
        if changed or new:
            _show(draft, store, seat, mode="new" if new else "edit")


def _later(public: View, seat: int, by: int) -> list[int]:
    """Who picks after a seat, in order: clockwise up to whoever opened the store."""
    start = public.order.index(seat)
    places = public.order[start + 1 :] + public.order[:start]
    until = places.index(by) if by in places else len(places)
    return [place for place in places[:until] if public.seats[place].alive]


def _id(turn_number: int, by: int) -> str:
    return f"{turn_number}.{by}"


# Taps


def read(data: str) -> tuple[str, str, str] | None:
    """Table, store and card (or "clear") of a button; None if it belongs to something else."""
    letter, *parts = data.split("|")
    return (parts[0], parts[1], parts[2]) if letter == LETTER and len(parts) == 3 else None


def press(draft: Draft, who: Who, store_id: str, wish: str) -> None:
    """Put a card at the end of one's wishes, or forget them. Raises Refused."""
    seat, _holder = draft.holder(who.id)
    store = draft.table.notes.get("store")
    if draft.table.phase != "running" or store is None or store["id"] != store_id or str(seat) not in store["ranks"]:
        raise Refused(_("This is settled already."))
    wishes = store["ranks"][str(seat)]
    if wish == "clear":
        wishes.clear()
    elif not wish.isdecimal() or int(wish) not in store["cards"]:
        raise Refused(_("That card is gone."))
    elif int(wish) not in wishes:
        wishes.append(int(wish))
    draft.toast = _("Noted; it counts when it is your turn to choose.")
    _show(draft, store, seat, mode="edit")


def _show(draft: Draft, store: dict[str, Any], seat: int, *, mode: str) -> None:
    with speaking(draft.table.seats[seat].language):
        wishes = [card for card in store["ranks"][str(seat)] if card in store["cards"]]
        lines = [
            f"<b>{safe(draft.table.chat_title)}</b>",
            _("🏪 <b>General Store.</b> Others choose before you. Tap what you want most, then the next, if you like."),
            *(f"{place}. {cardtext.card(card)}" for place, card in enumerate(wishes, 1)),
        ]
        rows = [
            [Button(text=cardtext.card(card), data=f"{LETTER}|{draft.table.id}|{store['id']}|{card}")]
            for card in store["cards"]
            if card not in wishes
        ]
        if wishes:
            rows.append([Button(text=_("Start over"), data=f"{LETTER}|{draft.table.id}|{store['id']}|clear")])
    draft.private(seat, "rank", "\n".join(lines), rows, mode=mode, retire="delete", silent=True, protect=True)
