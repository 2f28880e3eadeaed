"""Sentences about the course of the game: start, turns, event cards, the gold rush, the end."""

from engine import events as ev
from tgbot import cardtext, rulebook
from tgbot.story import Story
from tgbot.texts import N_, _, joined, ngettext

ENDS = {
    "law": N_("🏆 <b>The law wins:</b> {winners}."),
    "outlaws": N_("🏆 <b>The outlaws win:</b> {winners}."),
    "renegade": N_("🏆 <b>The renegade wins:</b> {winners}."),
    "deputy": N_("🏆 <b>The deputy has caught the renegade and wins:</b> {winners}."),
    "outlaw": N_("🏆 <b>The outlaw has caught the deputy and wins:</b> {winners}."),
    "last": N_("🏆 <b>The last one standing wins:</b> {winners}."),
    "nobody": N_("🏆 <b>Nobody wins.</b>"),
}


def started(story: Story, fact: ev.GameStarted) -> None:
    """All is dealt."""
    story.line(_("🤠 <b>The cards are dealt.</b>"))


def role_shown(story: Story, fact: ev.RoleShown) -> None:
    """At the start; at the end the closing message says it."""
    run = [fact, *story.run(ev.RoleShown)]
    if not story.ahead(ev.GameOver):
        for one in run:
            text = _("{badge} {player} is the {role}.")
            badge, role = cardtext.BADGES[one.role], cardtext.role(one.role)
            story.line(text.format(badge=badge, player=story.name(one.seat), role=role))


def character_taken(story: Story, fact: ev.CharacterTaken) -> None:
    """Who is who."""
    run = [fact, *story.run(ev.CharacterTaken)]
    who = [_("{player}: {character}").format(player=story.name(f.seat), character=f.character) for f in run]
    story.line(f"🎭 {' · '.join(who)}")


def turn_started(story: Story, fact: ev.TurnStarted) -> None:
    """A turn begins."""
    story.headline(_("▶️ <b>{player}'s turn</b>").format(player=story.mentions[fact.seat]))


def turn_skipped(story: Story, fact: ev.TurnSkipped) -> None:
    """No turn at all; the card drawn for Jail has told it."""
    if fact.card == "Jail":
        return
    text = _("{player} misses this turn ({card}).")
    story.add(text.format(player=story.name(fact.seat), card=cardtext.title(fact.card)))


def reshuffled(story: Story, fact: ev.Reshuffled) -> None:
    """The discard pile becomes the draw pile."""
    story.headline(_("🔀 The discard pile is shuffled into a new draw pile."))


def over(story: Story, fact: ev.GameOver) -> None:
    """Somebody has won."""
    story.line(end(fact.side).format(winners=story.all(fact.winners)))


def end(side: str) -> str:
    """How the end is told, by the side that won: a sentence with a gap for the winners."""
    return _(ENDS.get(side, N_("🏆 <b>The winners:</b> {winners}.")))


def event_came(story: Story, fact: ev.EventCame) -> None:
    """A new rule for everybody."""
    text = _("📜 <b>{event}:</b> {effect}")
    story.headline(text.format(event=fact.name, effect=rulebook.does("events", fact.name)))


def character_changed(story: Story, fact: ev.CharacterChanged) -> None:
    """Somebody is somebody else."""
    text = _("🎭 {player} is {character} from now on, with {left} life points.")
    story.line(text.format(player=story.name(fact.seat), character=fact.character, left=fact.left))


def suit_named(story: Story, fact: ev.SuitNamed) -> None:
    """Handcuffs."""
    text = _("{player} can play only {suit} in this turn.")
    story.add(text.format(player=story.name(fact.seat), suit=cardtext.SUITS_BY_NAME[fact.suit]))


def role_dealt(story: Story, fact: ev.RoleDealt) -> None:
    """Dealt anew, face down."""
    seats = [fact.seat, *(one.seat for one in story.run(ev.RoleDealt))]
    text = ngettext(
        "🕵 {players} has a role dealt anew, face down.", "🕵 {players} have roles dealt anew, face down.", len(seats)
    )
    story.add(text.format(players=story.all(seats)))


def characters_lent(story: Story, fact: ev.CharactersLent) -> None:
    """Greygory Deck."""
    text = _("🎭 {player} has the abilities of {characters}.")
    story.line(text.format(player=story.name(fact.seat), characters=joined(fact.characters)))


def seats_swapped(story: Story, fact: ev.SeatsSwapped) -> None:
    """Lady Rose."""
    text = _("💃 {player} changes places with {other}, who misses the next turn.")
    story.line(text.format(player=story.name(fact.seat), other=story.name(fact.other)))


# The gold rush


def gold_changed(story: Story, fact: ev.GoldChanged) -> None:
    """Nuggets taken or paid; what the dead leave goes without saying."""
    run = [one for one in (fact, *story.run(ev.GoldChanged)) if one.why != "death"]
    changes = [_("{player} {change:+d}").format(player=story.name(one.seat), change=one.change) for one in run]
    if changes:
        story.add(_("💰 {changes}.").format(changes=", ".join(changes)))


def bought(story: Story, fact: ev.Bought) -> None:
    """From the shop; the price is part of the sentence, and so is where it goes."""
    story.next(ev.GoldChanged, lambda f: f.seat == fact.seat)
    story.topic = fact.name
    facts = {
        "player": story.name(fact.seat),
        "item": cardtext.title(fact.name),
        "price": fact.price,
        "kind": cardtext.title(fact.as_),
        "target": story.name(fact.target),
    }
    story.line(_bought(fact).format(**facts))
    story.next(ev.EquipmentPlaced, lambda f: f.name == fact.name)


def _bought(fact: ev.Bought) -> str:
    aimed = fact.target >= 0 and fact.target != fact.seat
    if fact.as_ and aimed:
        return _("💰 {player} buys {item} for {price} and uses it as {kind} on {target}.")
    if fact.as_:
        return _("💰 {player} buys {item} for {price} and uses it as {kind}.")
    if aimed:
        return _("💰 {player} buys {item} for {price}, for {target}.")
    return _("💰 {player} buys {item} for {price}.")


def equipment_drawn(story: Story, fact: ev.EquipmentDrawn) -> None:
    """Josh McCloud's luck."""
    text = _("{player} turns up {item}.")
    story.add(text.format(player=story.name(fact.seat), item=cardtext.title(fact.name)))


def equipment_placed(story: Story, fact: ev.EquipmentPlaced) -> None:
    """Lies in front of somebody from now on."""
    text = _("{player} has {item} now.")
    story.add(text.format(player=story.name(fact.seat), item=cardtext.title(fact.name)))


def equipment_gone(story: Story, fact: ev.EquipmentGone) -> None:
    """Somebody loses equipment."""
    run = [fact, *story.run(ev.EquipmentGone, lambda f: (f.seat, f.why) == (fact.seat, fact.why))]
    facts = {
        "player": story.name(fact.seat),
        "items": joined([cardtext.title(one.name) for one in run]),
        "by": story.name(fact.by),
    }
    if fact.why == "paid":
        story.line(_("💰 {by} pays to rid {player} of {items}.").format(**facts))
    else:
        story.add(_("{player} loses {items}.").format(**facts))


def shop_filled(story: Story, fact: ev.ShopFilled) -> None:
    """Told by the table message, which shows the shop."""


def equipment_shuffled(story: Story, fact: ev.EquipmentShuffled) -> None:
    """Nothing that anybody needs to know."""
