"""Sentences about cards and abilities: played, used, drawn, taken, discarded."""

from collections.abc import Callable

from engine import events as ev
from engine.cards import CARDS, KINDS
from tgbot import cardtext
from tgbot.story import Story
from tgbot.texts import N_, _, ngettext

SHOOTING = {"shoot", "fanning"}

AIMED = {
    "Duel": N_("⚔️ {player} challenges {target} to a duel with {what}."),
    "Jail": N_("⛓ {player} puts {target} in jail with {what}."),
    "Rattlesnake": N_("🐍 {player} throws a rattlesnake at {target} ({what})."),
    "Bounty": N_("💰 {player} sets a bounty on {target} ({what})."),
    "Ghost": N_("👻 {player} calls {target} back with {what}."),
    "Ricochet": N_("🔫 {player} shoots at a card of {target} ({what})."),
    "Blood Brothers": N_("{player} gives {target} a life point ({what})."),
    "Vera Custer": N_("{player} imitates {target} until the next turn."),
}
OPEN = {
    "Gatling": N_("🔫 {player} fires at everybody with {what}."),
    "Howitzer": N_("🔫 {player} fires at everybody with {what}."),
    "Indians!": N_("🏹 {player} sends the Indians with {what}: throw a BANG! or lose a life point."),
    "Bandidos": N_("🏹 {player} sends the bandidos with {what}: give up two cards or lose a life point."),
    "Dynamite": N_("🧨 {player} lights {what}."),
    "Saloon": N_("🍻 {player} buys everybody a drink with {what}."),
}


def played(story: Story, fact: ev.CardPlayed) -> None:
    """A card from the hand."""
    kind = fact.as_ or CARDS[fact.card].name
    if fact.as_ == "gold":
        _for_gold(story, fact)
    elif fact.answer:
        _answered(story, fact)
    else:
        what = cardtext.card(fact.card)
        if fact.as_:
            what = _("{card} as {kind}").format(card=what, kind=cardtext.title(fact.as_))
        _act(story, fact.seat, fact.target, kind, what, fact.cost or [])


def used(story: Story, fact: ev.AbilityUsed) -> None:
    """An ability, a green card, equipment, an event."""
    what = cardtext.card(fact.card) if fact.card >= 0 else cardtext.title(fact.name)
    _act(story, fact.seat, fact.target, fact.name, what, fact.cost or [], ability=fact.card < 0)


def _act(story: Story, seat: int, target: int, kind: str, what: str, cost: list[int], *, ability: bool = False) -> None:
    story.topic = kind
    story.told |= set(cost)
    if cost:
        what = _("{what}, giving up {cards}").format(what=what, cards=cardtext.cards(cost))
    while (spent := story.next(ev.CardDiscarded, lambda fact: fact.card in story.told)) is not None:
        story.told.discard(spent.card)
    facts = {"player": story.name(seat), "target": story.name(target), "what": what}
    if not _with_result(story, seat, facts):
        story.line(_sentence(kind, target, ability=ability).format(**facts))


def _sentence(kind: str, target: int, *, ability: bool) -> str:
    printed = KINDS.get(kind)
    if target >= 0 and kind in AIMED:
        return _(AIMED[kind])
    if kind in OPEN:
        return _(OPEN[kind])
    if target >= 0:
        shoots = printed is not None and SHOOTING & {name for name, _number in printed.does}
        return _("🔫 {player} shoots at {target} with {what}.") if shoots else _("{player} uses {what} on {target}.")
    if ability:
        return _("{player} uses {what}.")
    if printed is not None and "weapon" in printed.tags:
        return _("{player} takes up {what}.")
    if printed is not None and printed.border != "brown":
        return _("{player} puts down {what}.")
    return _("{player} plays {what}.")


def _with_result(story: Story, seat: int, facts: dict[str, str]) -> bool:
    """What was played and what came of it in one sentence, where that is all there is to say."""
    return any(tell(story, seat, facts) for tell in (_healed, _useless, _drew, _took, _took_unseen, _made_discard))


def _healed(story: Story, seat: int, facts: dict[str, str]) -> bool:
    gained = story.next(ev.LifeGained, lambda fact: fact.seat == seat and fact.card == story.topic)
    if gained is None:
        return False
    text = ngettext(
        "❤️ {player} regains {points} life point with {what} and has {left}.",
        "❤️ {player} regains {points} life points with {what} and has {left}.",
        gained.points,
    )
    story.line(text.format(points=gained.points, left=gained.left, **facts))
    return True


def _useless(story: Story, seat: int, facts: dict[str, str]) -> bool:
    if story.next(ev.NoEffect, lambda fact: fact.seat == seat and not fact.why) is None:
        return False
    story.line(_("{player} uses {what}, without effect.").format(**facts))
    return True


def _drew(story: Story, seat: int, facts: dict[str, str]) -> bool:
    drawn = story.next(ev.CardsDrawn, lambda fact: fact.seat == seat and fact.why == story.topic)
    if drawn is None:
        return False
    text = ngettext(
        "{player} draws {count} card with {what}.", "{player} draws {count} cards with {what}.", len(drawn.cards)
    )
    story.line(text.format(count=len(drawn.cards), **facts))
    return True


def _took(story: Story, seat: int, facts: dict[str, str]) -> bool:
    taken = story.next(ev.CardTaken, lambda fact: fact.seat == seat and fact.why == story.topic)
    if taken is None:
        return False
    facts |= {"target": story.name(taken.source), "card": cardtext.card(taken.card)}
    story.line(_("{player} takes {card} from {target} with {what}.").format(**facts))
    return True


def _took_unseen(story: Story, seat: int, facts: dict[str, str]) -> bool:
    taken = story.next(ev.HandCardTaken, lambda fact: fact.seat == seat and fact.why == story.topic)
    if taken is None:
        return False
    facts |= {"target": story.name(taken.source)}
    story.line(_("{player} takes a card from {target}'s hand with {what}.").format(**facts))
    return True


def _made_discard(story: Story, seat: int, facts: dict[str, str]) -> bool:
    lost = story.next(ev.CardDiscarded, lambda fact: fact.by == seat != fact.seat and fact.why == story.topic)
    if lost is None:
        return False
    facts |= {"target": story.name(lost.seat), "card": cardtext.card(lost.card)}
    story.line(_("{player} makes {target} discard {card} with {what}.").format(**facts))
    return True


def _for_gold(story: Story, fact: ev.CardPlayed) -> None:
    story.next(ev.GoldChanged, lambda gold: gold.seat == fact.seat)
    story.line(
        _("💰 {player} sells {card} for a nugget.").format(player=story.name(fact.seat), card=cardtext.card(fact.card))
    )


def _answered(story: Story, fact: ev.CardPlayed) -> None:
    """A card out of turn: against a shot, in a Duel, at the last life point."""
    facts = {"player": story.name(fact.seat), "card": cardtext.card(fact.card)}
    if story.next(ev.Avoided, lambda avoided: avoided.seat == fact.seat) is not None:
        story.line(_("🛡 {player} gets away with {card}.").format(**facts))
    elif (gained := story.next(ev.LifeGained, lambda gained: gained.seat == fact.seat)) is not None:
        text = _("❤️ {player} plays {card} just in time and has {left}.")
        story.line(text.format(left=gained.left, **facts))
    elif fact.target >= 0:
        story.line(_("🛡 {player} plays {card} for {target}.").format(target=story.name(fact.target), **facts))
    else:
        story.line(_("{player} answers with {card}.").format(**facts))


# Drawing


def drawn(story: Story, fact: ev.CardsDrawn) -> None:
    """Into a hand, unseen."""
    count = len(fact.cards)
    if not fact.why:
        count += sum(len(more.cards) for more in story.run(ev.CardsDrawn, lambda f: f.seat == fact.seat and not f.why))
    if fact.why == "deal":
        story.run(ev.CardsDrawn, lambda more: more.why == "deal")
        return
    facts = {"player": story.name(fact.seat), "count": count, "why": cardtext.title(_REASONS.get(fact.why, fact.why))}
    if not fact.why or fact.why == story.topic:
        text = ngettext("{player} draws {count} card.", "{player} draws {count} cards.", count)
    else:
        text = ngettext("{player} draws {count} card ({why}).", "{player} draws {count} cards ({why}).", count)
    story.add(text.format(**facts))


_REASONS = {"reward": N_("reward")}


def shown(story: Story, fact: ev.CardShown) -> None:
    """A card that everybody sees while it is drawn."""
    text = _("{player} shows {card} ({why}).")
    story.add(text.format(player=story.name(fact.seat), card=cardtext.card(fact.card), why=cardtext.title(fact.why)))


def from_discard(story: Story, fact: ev.DiscardTaken) -> None:
    """The top of the discard pile goes into a hand."""
    taken = [fact.card, *(more.card for more in story.run(ev.DiscardTaken, lambda f: f.seat == fact.seat))]
    story.add(
        _("{player} takes {cards} from the discard pile.").format(
            player=story.name(fact.seat), cards=cardtext.cards(taken)
        )
    )


def hand_card_taken(story: Story, fact: ev.HandCardTaken) -> None:
    """From hand to hand, unseen."""
    count = 1 + len(story.run(ev.HandCardTaken, lambda f: (f.seat, f.source) == (fact.seat, fact.source)))
    text = ngettext(
        "{player} takes {count} card from {target}'s hand.", "{player} takes {count} cards from {target}'s hand.", count
    )
    story.add(text.format(player=story.name(fact.seat), target=story.name(fact.source), count=count))


def card_taken(story: Story, fact: ev.CardTaken) -> None:
    """What lay in front of one goes into the hand of another."""
    more = story.run(ev.CardTaken, lambda f: (f.seat, f.source) == (fact.seat, fact.source))
    story.add(
        _("{player} takes {cards} from {target}.").format(
            player=story.name(fact.seat),
            cards=cardtext.cards([fact.card, *(other.card for other in more)]),
            target=story.name(fact.source),
        )
    )


# Discarding


def discarded(story: Story, fact: ev.CardDiscarded) -> None:
    """Onto the discard pile, for whatever reason."""
    run = [fact, *story.run(ev.CardDiscarded, lambda f: (f.seat, f.why) == (fact.seat, fact.why))]
    left = [one.card for one in run if one.card not in story.told]
    story.told -= {one.card for one in run}
    if not left:
        return
    facts = {"player": story.name(fact.seat), "cards": cardtext.cards(left), "by": story.name(fact.by)}
    if fact.card < 0:
        text = ngettext(
            "{player} puts {count} card back on the draw pile.",
            "{player} puts {count} cards back on the draw pile.",
            len(left),
        )
        story.line(text.format(count=len(left), **facts))
    elif fact.why in _DISCARDS:
        _DISCARDS[fact.why](story, facts)
    elif fact.by >= 0 and fact.by != fact.seat:
        story.line(_("{player} has to discard {cards}.").format(**facts))
    elif fact.why in {story.topic, "limit"}:
        story.line(_("{player} discards {cards}.").format(**facts))
    else:
        story.line(_("{player} discards {cards} ({why}).").format(why=cardtext.title(fact.why), **facts))


def _replaced(story: Story, facts: dict[str, str]) -> None:
    story.add(_("{cards} goes.").format(**facts))


def _of_the_dead(story: Story, facts: dict[str, str]) -> None:
    story.add(_("{player} leaves {cards}.").format(**facts))


def _penalty(story: Story, facts: dict[str, str]) -> None:
    story.add(_("{player} loses {cards}.").format(**facts))


def _silent(story: Story, facts: dict[str, str]) -> None:
    """Told by what happened before: out of jail, exploded."""


_DISCARDS: dict[str, Callable[[Story, dict[str, str]], None]] = {
    "replaced": _replaced,
    "death": _of_the_dead,
    "penalty": _penalty,
    "Jail": _silent,
    "Dynamite": _silent,
}


def moved(story: Story, fact: ev.CardMoved) -> None:
    """Dynamite goes on."""
    text = _("{card} moves on to {target}.")
    story.add(text.format(card=cardtext.card(fact.card), target=story.name(fact.target)))


def offered(story: Story, fact: ev.CardsOffered) -> None:
    """Cards lie open for choosing."""
    story.add(_("On offer: {cards}.").format(cards=cardtext.cards(fact.cards)))


def offered_taken(story: Story, fact: ev.OfferedTaken) -> None:
    """One of the open cards is taken."""
    story.line(_("{player} takes {card}.").format(player=story.name(fact.seat), card=cardtext.card(fact.card)))
    for more in story.run(ev.OfferedTaken):
        story.add(_("{player} takes {card}.").format(player=story.name(more.seat), card=cardtext.card(more.card)))
