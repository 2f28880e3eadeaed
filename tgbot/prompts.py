"""Questions in words: what has happened, what is asked, what is at stake.

Most kinds of questions are a sentence with gaps, a few need a small function. A kind that is not known here still gets
its card's name and what that card does.
"""

from collections.abc import Callable, Sequence

from engine import NOBODY, Decision, View
from engine.cards import CARDS
from tgbot import cardtext, rulebook
from tgbot.texts import N_, _, ended, joined, ngettext

Ask = Callable[[View, Decision, Sequence[str]], str]

NO_LIMIT = 10
"""So many BANG! cards or more are called any number."""
SELF_EXPLAINING = frozenset(
    {
        "play",
        "discard",
        "draw",
        "shot",
        "bang",
        "dying",
        "store",
        "inherit",
        "character",
        "identity",
        "liquor",
        "exchange",
    }
)
"""Kinds of questions under which the rule of the card need not be repeated."""


def prompt(view: View, names: Sequence[str], recent: Sequence[str] = ()) -> str:
    """The viewer's open question as HTML, without the title of the game.

    Args:
        view: what the viewer may know, with the question.
        names: HTML-safe, by seat.
        recent: lines of the story that led to it, shown above it.
    """
    decision = view.decision
    assert decision is not None
    ask = ASK.get(decision.kind, _other)
    text = _filled(_(ask), decision, names) if isinstance(ask, str) else ask(view, decision, names)
    story = ["<blockquote>" + "\n".join(recent) + "</blockquote>"] if recent else []
    return "\n".join([*story, ended(text), *_small_print(decision)])


def _filled(template: str, decision: Decision, names: Sequence[str]) -> str:
    facts = decision.facts
    seat = facts.get("player", NOBODY)
    return template.format(
        card=cardtext.title(decision.card),
        by=names[decision.by] if decision.by != NOBODY else "",
        player=names[seat] if seat != NOBODY else "",
        count=facts.get("count", 1),
        character=facts.get("character", ""),
    )


def _small_print(decision: Decision) -> list[str]:
    """What the card that asks does, for those who see it for the first time."""
    if decision.kind in SELF_EXPLAINING or not decision.card:
        return []
    for family in ("cards", "characters", "events", "equipment"):
        if text := rulebook.does(family, decision.card):
            return [f"<i>{text}</i>"]
    return []


# --- what is at stake -----------------------------------------------------------------------------------------------


def _life(view: View) -> int:
    assert view.viewer is not None
    return view.seats[view.viewer].life


def _stake(view: View, points: int) -> str:
    """What giving in costs."""
    life = _life(view)
    if points >= life:
        return _last_life(view)
    text = ngettext(
        "At stake: {points} of your {life} life points.", "At stake: {points} of your {life} life points.", points
    )
    return text.format(points=points, life=life)


def _last_life(view: View) -> str:
    assert view.viewer is not None
    hand = view.seats[view.viewer].hand or []
    if sum(seat.alive for seat in view.seats) <= 2:
        return _("⚠️ At stake: your last life point. With two players left no Beer can save you.")
    if any("beer" in CARDS[card].kind.tags for card in hand):
        return _("⚠️ At stake: your last life point. You hold a Beer that may save you.")
    return _("⚠️ At stake: your last life point, and you hold no Beer to save you.")


# --- questions that need more than a sentence -----------------------------------------------------------------------


def _play(view: View, decision: Decision, names: Sequence[str]) -> str:
    left = view.bangs_left
    if left >= NO_LIMIT:
        bangs = _("You may play any number of BANG! cards.")
    elif left == 0:
        bangs = _("You have played your BANG! of this turn.")
    else:
        text = ngettext("You may play {count} BANG! card.", "You may play {count} BANG! cards.", left)
        bangs = text.format(count=left)
    return _("<b>It is your turn.</b> Play cards, then end your turn.\n<i>{bangs}</i>").format(bangs=bangs)


def _discard(view: View, decision: Decision, names: Sequence[str]) -> str:
    excess = decision.facts.get("excess", 1)
    text = ngettext(
        "<b>End of your turn.</b> You hold {count} card too many: which one do you discard?",
        "<b>End of your turn.</b> You hold {count} cards too many: choose one to discard.",
        excess,
    )
    return text.format(count=excess)


def _draw(view: View, decision: Decision, names: Sequence[str]) -> str:
    count = decision.facts.get("count", 2)
    text = ngettext(
        "<b>Your turn begins.</b> You draw {count} card: where from?",
        "<b>Your turn begins.</b> You draw {count} cards: where does the first come from?",
        count,
    )
    return text.format(count=count)


def _shot(view: View, decision: Decision, names: Sequence[str]) -> str:
    if decision.by == NOBODY:
        said = _("<b>You are shot at ({card}).</b>")
    elif decision.card == "Bang!":
        said = _("<b>{by} shoots at you!</b>")
    else:
        said = _("<b>{by} shoots at you with {card}!</b>")
    lines = [_filled(said, decision, names), _stake(view, decision.facts.get("points", 1))]
    missed = decision.facts.get("missed", 1)
    if missed > 1:
        text = ngettext("It takes {count} Missed! to avoid it.", "It takes {count} Missed! to avoid it.", missed)
        lines.insert(1, text.format(count=missed))
    return "\n".join(lines)


def _bang(view: View, decision: Decision, names: Sequence[str]) -> str:
    if decision.card == "Duel":
        said = _("<b>Duel with {by}.</b> Throw a BANG!, or lose a life point.")
    else:
        said = _("<b>{by} plays {card}.</b> Throw a BANG!, or lose a life point.")
    return _filled(said, decision, names) + "\n" + _stake(view, 1)


def _dying(view: View, decision: Decision, names: Sequence[str]) -> str:
    if decision.by in (NOBODY, view.viewer):
        said = _("<b>💀 {card} has taken your last life point.</b>")
    else:
        said = _("<b>💀 {by} has taken your last life point with {card}.</b>")
    needed = decision.facts.get("needed", 1)
    text = ngettext(
        "Regain it now, or you are out.", "Regain {count} life points now, one after the other, or you are out.", needed
    )
    return _filled(said, decision, names) + " " + text.format(count=needed)


def _select(view: View, decision: Decision, names: Sequence[str]) -> str:
    count = decision.facts.get("count", 1)
    text = ngettext(
        "<b>You look at these cards.</b> Take one.",
        "<b>You look at these cards.</b> Take {count}, one after the other.",
        count,
    )
    return text.format(count=count)


def _character(view: View, decision: Decision, names: Sequence[str]) -> str:
    offers = [f"🎭 <b>{o.name}</b> – {rulebook.does('characters', o.name)}" for o in decision.options if o.name]
    return "\n".join([_("<b>Who do you want to be?</b> The other one goes back into the box."), *offers])


def _identity(view: View, decision: Decision, names: Sequence[str]) -> str:
    character = decision.facts.get("character", "")
    question = _("<b>{card}.</b> Do you become {character}, with two life points, for the rest of the game?")
    return _filled(question, decision, names) + f"\n🎭 {rulebook.does('characters', character)}"


def _exchange(view: View, decision: Decision, names: Sequence[str]) -> str:
    question = _filled(_("<b>{card}.</b> Which cards do you exchange for new ones?"), decision, names)
    given = decision.facts.get("cards", [])
    if not given:
        return question
    return question + "\n" + _("So far: {cards}.").format(cards=joined([cardtext.card(card) for card in given]))


def _forced(view: View, decision: Decision, names: Sequence[str]) -> str:
    if decision.by in (NOBODY, view.viewer):
        said = _("<b>{card}.</b> Which card do you discard?")
    else:
        said = _("<b>{card} of {by}.</b> Which card do you discard?")
    text = _filled(said, decision, names)
    count = decision.facts.get("cards", 0)
    if count > 1:
        more = ngettext("{count} card goes.", "{count} cards go, one after the other.", count)
        text += " " + more.format(count=count)
    if any(option.verb == "pass" for option in decision.options):
        text += "\n" + _("Or you lose a life point instead.") + "\n" + _stake(view, 1)
    return text


def _other(view: View, decision: Decision, names: Sequence[str]) -> str:
    """A question without a text of its own."""
    template = _("<b>{card}.</b> What do you choose?") if decision.card else _("<b>What do you choose?</b>")
    return _filled(template, decision, names)


ASK: dict[str, str | Ask] = {
    "play": _play,
    "discard": _discard,
    "draw": _draw,
    "shot": _shot,
    "bang": _bang,
    "dying": _dying,
    "select": _select,
    "character": _character,
    "identity": _identity,
    "exchange": _exchange,
    "forced": _forced,
    "store": N_("<b>{card}.</b> Which card do you take?"),
    "pot": N_("<b>{card}.</b> Which card do you take? You may take {count} more."),
    "flip": N_("<b>“Draw!” for {card}.</b> Which card counts?"),
    "victim": N_("<b>{card}.</b> Which card does {player} discard?"),
    "inherit": N_("<b>{player} is out.</b> Which card do you take?"),
    "give": N_("<b>{card}.</b> Which card do you give to {player}?"),
    "imitate": N_("<b>{card}.</b> Whose ability do you have until your next turn?"),
    "give up": N_("<b>{card}.</b> Which of the cards in front of you do you discard?"),
    "suit": N_("<b>{card}.</b> Which suit do you name?"),
    "blood": N_("<b>{card}.</b> Do you give one of your life points to somebody?"),
    "liquor": N_("<b>{card}.</b> Do you skip drawing to regain a life point?"),
    "colour": N_("<b>{card}.</b> Is the top card red or black?"),
    "escape": N_("<b>{by} plays {card}, and it reaches you.</b> Do you avoid it?"),
    "drift": N_("<b>{card}.</b> Which card do you pass on to the left? {count} to go."),
    "save": N_("<b>{player} is about to lose a life point ({card}).</b> Do you save it?"),
    "thanks": N_("<b>You have saved {player}.</b> Where do you draw two cards from?"),
    "second": N_("<b>{card}.</b> At whom does the second shot go?"),
    "lemonade": N_("<b>A Beer was drunk.</b> Do you discard a card to regain a life point?"),
    "borrow": N_("<b>{card}.</b> Do you draw two characters? You have their abilities until you draw others."),
    "obey": N_("<b>{by} orders you to play {card}.</b> How do you play it?"),
    "equipment": N_("<b>You have turned up {card}.</b> How do you use it?"),
}
"""A sentence with gaps, or a function, by the kind of question."""
