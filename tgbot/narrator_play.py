"""Sentences about cards and abilities: played, used, drawn, taken, discarded."""

from collections.abc import Callable

from engine import events as ev
from engine.cards import CARDS, KINDS
from tgbot import cardtext
from tgbot.story import Story, open_list
from tgbot.texts import N_, _, ngettext

_EFFECTS_THAT_SHOOT = {"shoot", "fanning"}
_SHOOTING = {name for name, kind in KINDS.items() if _EFFECTS_THAT_SHOOT & {effect for effect, _number in kind.does}}
_SHOOTING |= {"Doc Holyday", "Black Flower", "Evelyn Shebang", "Jacky Murieta", "Henry Block", "Sniper"}
"""Cards and abilities aimed at one player that are a shot."""

_AIMED = {
    "Duel": N_("⚔️ {player} challenges {target} with {what}."),
    "Jail": N_("⛓ {player} sends {target} to {what}."),
    "Rattlesnake": N_("🐍 {player} puts {what} in front of {target}."),
    "Bounty": N_("💰 {player} puts {what} on {target}."),
    "Ghost": N_("👻 {player} calls {target} back with {what}."),
    "Ricochet": N_("🔫 {player} shoots at a card in front of {target}: {what}."),
    "Blood Brothers": N_("{player} gives a life point to {target}: {what}."),
    "Flint Westwood": N_("🔄 {player} gives a card for two from {target}'s hand: {what}."),
    "Vera Custer": N_("🎭 {player} imitates {target} until the next turn."),
}
_OPEN = {
    "Gatling": N_("🔫 {player} fires {what} at everybody."),
    "Howitzer": N_("🔫 {player} fires {what} at everybody."),
    "Der Spot-Burst Ringer": N_("🔫 {player} fires {what} at everybody."),
    "Indians!": N_("🏹 {player} plays {what}: everybody else throws a BANG! or loses a life point."),
    "Bandidos": N_("🏹 {player} plays {what}: everybody discards two cards or loses a life point."),
    "Poker": N_("♠️ {player} plays {what}: everybody else discards a card."),
    "Tornado": N_("🌪 {player} plays {what}: everybody discards a card and draws two."),
    "General Store": N_("🏪 {player} opens {what}."),
    "Saloon": N_("🍻 {player} plays {what} for everybody."),
    "Dynamite": N_("🧨 {player} lights {what}."),
}
_THROWN = {"Indians!", "Bandidos", "Russian Roulette"}
"""What one gets away from by giving up a card, not by dodging."""


def played(story: Story, fact: ev.CardPlayed) -> None:
    """A card from the hand."""
    what = cardtext.card(fact.card)
    if fact.as_ == "gold":
        _for_gold(story, fact)
    elif fact.answer:
        kind = fact.as_ or CARDS[fact.card].name
        _answered(story, fact.seat, fact.target, kind, _as(what, fact.as_))
    else:
        kind = fact.as_ or CARDS[fact.card].name
        cost = " + ".join([_as(what, fact.as_), *map(cardtext.card, fact.cost or [])])
        _act(story, fact, kind, cost, _plain_play(kind))


def _as(what: str, kind: str) -> str:
    return _("{card} as {kind}").format(card=what, kind=cardtext.title(kind)) if kind else what


def _plain_play(kind: str) -> str:
    """The sentence for a card that is simply played."""
    printed = KINDS[kind]
    if "weapon" in printed.tags:
        return _("{player} takes up {what}.")
    return _("{player} plays {what}.") if printed.border == "brown" else _("{player} puts down {what}.")


def used(story: Story, fact: ev.AbilityUsed) -> None:
    """An ability, a green card, equipment, an event."""
    if _is_told_by_what_follows(story, fact):
        return
    what = cardtext.card(fact.card) if fact.card >= 0 else cardtext.title(fact.name)
    if fact.cost:
        what = _("{ability} ({cards})").format(ability=what, cards=cardtext.cards(fact.cost))
    if fact.card >= 0 and KINDS[fact.name].missed:
        _answered(story, fact.seat, -1, fact.name, what)
    else:
        _act(story, fact, fact.name, what, _("{player} uses {what}."))


def _is_told_by_what_follows(story: Story, fact: ev.AbilityUsed) -> bool:
    """The card turned up for a Barrel or the like, an order, two who change places say it all."""
    flips = story.sees(ev.Flipped, lambda flip: (flip.seat, flip.why) == (fact.seat, fact.name))
    return flips or any(story.sees(kind, lambda _fact: True) for kind in (ev.Ordered, ev.SeatsSwapped))


def _act(story: Story, fact: ev.CardPlayed | ev.AbilityUsed, kind: str, what: str, otherwise: str) -> None:
    story.topic = kind
    story.told |= set(fact.cost or [])
    while (spent := story.next(ev.CardDiscarded, lambda discard: discard.card in story.told)) is not None:
        story.told.discard(spent.card)
    facts = {"player": story.name(fact.seat), "target": story.name(fact.target), "what": what}
    if not _with_result(story, fact.seat, facts):
        story.line(_sentence(kind, fact.target, otherwise).format(**facts))


def _sentence(kind: str, target: int, otherwise: str) -> str:
    if target < 0:
        return _(_OPEN[kind]) if kind in _OPEN else otherwise
    if kind in _AIMED:
        return _(_AIMED[kind])
    if kind in _SHOOTING:
        return _("🔫 {player} shoots at {target} with {what}.")
    return _("{player} uses {what} on {target}.")


def _with_result(story: Story, seat: int, facts: dict[str, str]) -> bool:
    """What was played and what came of it in one sentence, where that is all there is to say."""
    return any(tell(story, seat, facts) for tell in (_healed, _useless, _drew, _took, _took_unseen, _made_discard))


def _healed(story: Story, seat: int, facts: dict[str, str]) -> bool:
    gained = story.next(ev.LifeGained, lambda fact: fact.seat == seat and fact.card == story.topic != "Saloon")
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
    if story.next(ev.NoEffect, lambda fact: fact.seat == seat and not fact.why and fact.card != "Saloon") is None:
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
    more = story.run(ev.HandCardTaken, lambda fact: (fact.seat, fact.source) == (seat, taken.source))
    facts |= {"target": story.name(taken.source)}
    text = ngettext(
        "{player} takes a card from {target}'s hand with {what}.",
        "{player} takes {count} cards from {target}'s hand with {what}.",
        1 + len(more),
    )
    story.line(text.format(count=1 + len(more), **facts))
    return True


def _made_discard(story: Story, seat: int, facts: dict[str, str]) -> bool:
    if story.topic in _BY_EVERYBODY:
        return False
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


def _answered(story: Story, seat: int, target: int, kind: str, what: str) -> None:
    """Out of turn: against a shot, in a Duel, at the last life point."""
    facts = {"player": story.name(seat), "what": what, "target": story.name(target)}
    drawn = story.next(ev.CardsDrawn, lambda fact: (fact.seat, fact.why) == (seat, kind))
    avoided = story.next(ev.Avoided, lambda fact: fact.seat == seat)
    if (gained := story.next(ev.LifeGained, lambda fact: fact.seat == seat)) is not None:
        text = ngettext(
            "❤️ {player} plays {what} just in time: {left} life point left.",
            "❤️ {player} plays {what} just in time: {left} life points left.",
            gained.left,
        )
        story.line(text.format(left=gained.left, **facts))
    elif target >= 0:
        story.line(_("🛡 {player} saves {target} with {what}.").format(**facts))
    elif avoided is None:
        story.line(_("{player} answers with {what}.").format(**facts))
    elif avoided.card in _THROWN and kind in ("Bang!", "Missed!"):
        story.line(_("🛡 {player} throws {what}.").format(**facts))
    else:
        story.line(_("🛡 {player} dodges with {what}.").format(**facts))
    if drawn is not None:
        story.add(_drew_text(len(drawn.cards)).format(count=len(drawn.cards), **facts))


def _drew_text(count: int) -> str:
    return ngettext("{player} draws {count} card.", "{player} draws {count} cards.", count)


# Drawing


def drawn(story: Story, fact: ev.CardsDrawn) -> None:
    """Into a hand, unseen. The two cards that everybody draws in a turn go without saying."""
    run = [fact, *story.run(ev.CardsDrawn, lambda more: (more.seat, more.why) == (fact.seat, fact.why))]
    count = sum(len(one.cards) for one in run)
    if fact.why == "deal" or (fact.why in ("", "Tornado") and count == USUAL):
        return
    facts = {"player": story.name(fact.seat), "count": count, "why": _reason(fact.why)}
    if not fact.why or fact.why == story.topic:
        text = _drew_text(count)
    else:
        text = ngettext("{player} draws {count} card ({why}).", "{player} draws {count} cards ({why}).", count)
    story.add(text.format(**facts))


USUAL = 2
"""Cards drawn in a turn."""


def _reason(why: str) -> str:
    return _("reward") if why == "reward" else cardtext.title(why)


def shown(story: Story, fact: ev.CardShown) -> None:
    """A card that everybody sees while it is drawn."""
    facts = {"player": story.name(fact.seat), "card": cardtext.card(fact.card), "why": cardtext.title(fact.why)}
    guess = story.next(ev.FlipSettled, lambda settled: settled.card == fact.card)
    if guess is None:
        story.add(_("{player} shows {card} ({why}).").format(**facts))
    elif guess.success:
        story.next(ev.CardsDrawn, lambda drawn: drawn.why == fact.why)
        story.line(_("🎴 {player} turns up {card} – guessed right!").format(**facts))
    else:
        story.line(_("🎴 {player} turns up {card} – guessed wrong.").format(**facts))


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


# Orders


def ordered(story: Story, fact: ev.Ordered) -> None:
    """Somebody must play a card, if he has it."""
    facts = {"player": story.name(fact.seat), "target": story.name(fact.target), "card": cardtext.title(fact.kind)}
    if fact.onto < 0:
        story.line(_("😡 {player} orders {target} to play {card}.").format(**facts))
        return
    facts["onto"] = story.name(fact.onto)
    story.line(_("😡 {player} orders {target} to play {card} on {onto}.").format(**facts))


def hand_shown(story: Story, fact: ev.HandShown) -> None:
    """It was not there."""
    text = _("{player} does not have it and shows: {cards}.")
    story.add(text.format(player=story.name(fact.seat), cards=cardtext.cards(fact.cards)))


# Discarding


def discarded(story: Story, fact: ev.CardDiscarded) -> None:
    """Onto the discard pile, for whatever reason."""
    run = [fact, *story.run(ev.CardDiscarded, lambda more: (more.seat, more.why) == (fact.seat, fact.why))]
    left = [one.card for one in run if one.card not in story.told]
    story.told -= {one.card for one in run}
    if not left:
        return
    facts = {"player": story.name(fact.seat), "cards": cardtext.cards(left), "why": cardtext.title(fact.why)}
    if fact.why in _DISCARDS:
        _DISCARDS[fact.why](story, facts)
    elif fact.card < 0:
        _put_back(story, facts, len(left))
    elif fact.why in _BY_EVERYBODY:
        each = _("{player} – {cards}").format(**facts)
        story.line(_("{why}: {discards}.").format(why=facts["why"], discards=open_list([each])))
    else:
        facts["cards"] = open_list([cardtext.card(number) for number in left])
        text = _("{player} discards {cards}.") if fact.why == "limit" else _("{player} discards {cards} ({why}).")
        story.line(text.format(**facts))


_BY_EVERYBODY = {"Tornado", "Poker", "Bandidos", "Brawl", "The Daltons"}
"""For which several players discard, one after the other."""


def _put_back(story: Story, facts: dict[str, str], count: int) -> None:
    text = ngettext(
        "{player} puts {count} card back on the draw pile.", "{player} puts {count} cards back on the draw pile.", count
    )
    story.line(text.format(count=count, **facts))


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
    text = _("{player} takes {card}").format(player=story.name(fact.seat), card=cardtext.card(fact.card))
    story.line(_("🏪 {choices}.").format(choices=open_list([text])))
