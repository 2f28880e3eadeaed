"""The table as it stands, in words: for the group, for a player's own eyes, and at the end."""

from collections.abc import Sequence

from engine import Decision, SeatView, View
from tgbot import cardtext, rulebook
from tgbot.narrator_game import end
from tgbot.tally import Tally
from tgbot.texts import N_, _, ended, joined, ngettext

MESSAGE = 4096
"""Characters that a message may have."""
ALERT = 200
"""Characters that an alert may have."""

# The group


def table_text(view: View, names: Sequence[str], waiting: str = "") -> str:
    """The table for everybody (HTML): seats in order of play, piles, events in force, whom the game waits for."""
    for show_cards in (True, False):
        seats = "\n".join(_seat(view, view.seats[seat], names, show_cards=show_cards) for seat in view.order)
        text = "\n".join([_head(view), *_events(view), "", seats, "", waiting])
        if len(text) <= MESSAGE:
            break
    return text.strip()


def _is_dealt(view: View) -> bool:
    """Whether the cards are dealt: that waits until everybody has a character."""
    return all(seat.character for seat in view.seats)


def _head(view: View) -> str:
    if not _is_dealt(view):
        return _("<b>🤠 Everybody chooses a character</b>, then the cards are dealt")
    top = "–" if view.discard_top is None else cardtext.card(view.discard_top)
    text = _("<b>🤠 Turn {turn}</b> · draw pile {deck} · last discard {top}")
    return text.format(turn=view.turn_number, deck=view.deck_size, top=top)


def _events(view: View) -> list[str]:
    lines = [_("📜 In force: {events}").format(events=", ".join(view.events.values()))] if view.events else []
    if view.next_events:
        lines.append(_("📜 Next: {events}").format(events=", ".join(view.next_events.values())))
    if view.shop:
        lines.append(_("💰 In the shop: {items}").format(items=cardtext.equipment(view.shop)))
    return lines


def _seat(view: View, seat: SeatView, names: Sequence[str], *, show_cards: bool) -> str:
    mark = "💀" if not seat.alive else "▶️" if seat.seat == view.turn else "▫️"
    role = [cardtext.with_badge(seat.role)] if seat.role else []
    lines = [" · ".join([f"{mark} <b>{names[seat.seat]}</b>", *role, _character(seat)])]
    if not seat.alive or not seat.character:
        return lines[0]
    counts = [f"❤️ {seat.life}/{seat.max_life}", f"🃏 {seat.hand_size}", f"🔫 {seat.range}"]
    if "gold_rush" in view.sets:
        counts.append(f"💰 {seat.gold}")
    shown = [in_front(seat), _open_hand(view, seat)] if show_cards else []
    return "\n".join([*lines, "    " + "  ".join(counts), *("    " + cards for cards in shown if cards)])


def _open_hand(view: View, seat: SeatView) -> str:
    """A hand that everybody may see."""
    if view.viewer is not None or not seat.hand:
        return ""
    return _("🃏 hand: {cards}").format(cards=cardtext.cards(seat.hand))


def _character(seat: SeatView) -> str:
    if not seat.character:
        return _("chooses a character")
    return " + ".join([seat.character, *seat.copied])


def in_front(seat: SeatView) -> str:
    """Cards and equipment in front of a seat, as a list."""
    parts = [cardtext.card(card) for card in seat.play]
    return ", ".join([*parts, *([cardtext.equipment(seat.equipment)] if seat.equipment else [])])


def waiting_line(view: View, names: Sequence[str], decisions: Sequence[Decision] = ()) -> str:
    """Whom the game waits for; empty when it is over. ``decisions``: the open questions; where everybody at a table
    would know what somebody is asked, the line says it."""
    if view.winners is not None or not view.waiting:
        return ""
    asked = [decision for decision in decisions if decision.kind in WAITS]
    if len(asked) == len(view.waiting) and len({(d.kind, d.by, d.card) for d in asked}) == 1:
        return ended(_waits_for(asked, names))
    if view.waiting == [view.turn] and not decisions:
        return _("⏳ {player} is to play.").format(player=names[view.turn])
    players = joined([names[seat] for seat in view.waiting])
    text = ngettext("⏳ {players} has to answer.", "⏳ {players} have to answer.", len(view.waiting))
    return text.format(players=players)


WAITS = {
    "play": N_("⏳ {players} to play."),
    "draw": N_("⏳ {players} to draw."),
    "discard": N_("⏳ {players} to discard what is too much."),
    "shot": N_("⏳ {players} to answer {by}'s {card}."),
    "bang": N_("⏳ {players} to answer {by}'s {card}."),
    "store": N_("⏳ {players} to take a card ({card})."),
    "pot": N_("⏳ {players} to take cards ({card})."),
    "flip": N_("⏳ {players} to choose the card that counts for {card}."),
    "suit": N_("⏳ {players} to name a suit ({card})."),
    "colour": N_("⏳ {players} to guess a colour ({card})."),
    "imitate": N_("⏳ {players} to choose an ability ({card})."),
}
"""What somebody is asked, by the kind of question, where the table sees it: nothing that only a hand card makes
possible."""


def _waits_for(asked: Sequence[Decision], names: Sequence[str]) -> str:
    first = asked[0]
    template = _(WAITS[first.kind])
    if "{by}" in template and first.by < 0:
        template = _("⏳ {players} to answer {card}.")
    return template.format(
        players=joined([names[decision.seat] for decision in asked]),
        by=names[first.by] if first.by >= 0 else "",
        card=cardtext.title(first.card),
    )


# A player's own eyes


def hand_text(view: View, names: Sequence[str], chat_title: str) -> str:
    """All that a player has and is (HTML). ``chat_title``: the group's name, HTML-safe."""
    assert view.viewer is not None
    me = view.seats[view.viewer]
    lines = [f"<b>{chat_title}</b>", _role(view, me), *_abilities(me)]
    if not me.alive:
        lines += ["", out_of_the_game()]
    elif not _is_dealt(view):
        lines += ["", _("The cards are dealt as soon as everybody has a character.")]
    else:
        visit = [_("👻 You are back in the game for this turn only.")] if me.visiting else []
        lines += [*visit, _life(view, me), "", _hand(me), *_front(me), "", _distances(view, me, names)]
    return "\n".join(lines)


def out_of_the_game() -> str:
    """What somebody reads who was eliminated."""
    return _("💀 You are out of the game, and may watch how it goes on.")


def _front(me: SeatView) -> list[str]:
    front = in_front(me)
    return [_("<b>In front of you:</b> {cards}").format(cards=front)] if front else []


def _role(view: View, me: SeatView) -> str:
    if me.role is None:
        return _("Your role lies face down. You will know it when you are back in the game.")
    goal = rulebook.goal(me.role, len(view.seats))
    return _("{role} – <i>{goal}</i>").format(role=cardtext.with_badge(me.role), goal=goal)


def _abilities(me: SeatView) -> list[str]:
    rows = [(name, rulebook.does("characters", name)) for name in (me.character, *me.copied) if name]
    return [_("🎭 {character} – <i>{ability}</i>").format(character=name, ability=text) for name, text in rows]


def _life(view: View, me: SeatView) -> str:
    text = _("❤️ {life} of {most} · you shoot as far as {range}")
    line = text.format(life=me.life, most=me.max_life, range=me.range)
    return f"{line} · 💰 {me.gold}" if "gold_rush" in view.sets else line


def _hand(me: SeatView) -> str:
    rows = sorted(me.hand or [], key=cardtext.order)
    if not rows:
        return _("<b>Your hand is empty.</b>")
    head = ngettext("<b>Your hand, {count} card:</b>", "<b>Your hand, {count} cards:</b>", len(rows))
    return "\n".join([head.format(count=len(rows)), *(f"• {cardtext.card(number)}" for number in rows)])


def _distances(view: View, me: SeatView, names: Sequence[str]) -> str:
    others = [seat for seat in view.seats if seat.alive and seat.seat != me.seat]
    marks = [f"{names[s.seat]} {s.distance}{' 🎯' if s.distance <= me.range else ''}" for s in others]
    return _("<b>Distances</b> (🎯 within your range): {players}").format(players=", ".join(marks))


def hand_alert(view: View) -> str:
    """Role, life and hand for an alert: plain text, at most ``ALERT`` characters."""
    assert view.viewer is not None
    me = view.seats[view.viewer]
    if not me.alive:
        return out_of_the_game()
    hand = sorted(me.hand or [], key=cardtext.order)
    role = cardtext.role(me.role) if me.role else _("role face down")
    head = f"{role} · ❤️ {me.life}/{me.max_life}"
    rows = [cardtext.card(number) for number in hand]
    for shown in range(len(rows), -1, -1):
        more = [] if shown == len(rows) else [_("and {count} more").format(count=len(rows) - shown)]
        text = "\n".join([head, ", ".join([*rows[:shown], *more]) or _("Your hand is empty.")])
        if len(text) <= ALERT:
            return text
    return head[:ALERT]


# The end


def end_text(view: View, names: Sequence[str], tally: Tally) -> str:
    """Winners, all roles, and a short account (HTML)."""
    winners = view.winners or []
    lines = [end(view.side).format(winners=joined([names[seat] for seat in winners])), ""]
    lines += [_final(seat, names, won=seat.seat in winners) for seat in view.seats]
    lines += ["", *_account(names, tally)]
    return "\n".join(lines).strip()


def _final(seat: SeatView, names: Sequence[str], *, won: bool) -> str:
    assert seat.role is not None, "all roles are shown at the end"
    mark = "🏆" if won else "▫️" if seat.alive else "💀"
    return f"{mark} <b>{names[seat.seat]}</b> · {cardtext.with_badge(seat.role)} · {_character(seat)}"


def _account(names: Sequence[str], tally: Tally) -> list[str]:
    turns = tally.get("turns", 0)
    lines = [ngettext("The game took {count} turn.", "The game took {count} turns.", turns).format(count=turns)]
    lines += [_fall(names, *row) for row in tally.get("out", [])]
    hits = {int(seat): points for seat, points in tally.get("hits", {}).items()}
    if hits:
        best = max(hits, key=lambda seat: (hits[seat], -seat))
        text = ngettext(
            "Hardest hitter: {player}, {count} life point.",
            "Hardest hitter: {player}, {count} life points.",
            hits[best],
        )
        lines.append(text.format(player=names[best], count=hits[best]))
    return lines


def _fall(names: Sequence[str], seat: int, by: int, card: str, turn: int) -> str:
    if by in (-1, seat):
        text = _("Turn {turn}: {player} fell to {card}.")
    else:
        text = _("Turn {turn}: {by} eliminated {player} with {card}.")
    by_whom = names[by] if by >= 0 else ""
    return ended(text.format(turn=turn, player=names[seat], by=by_whom, card=cardtext.title(card)))
