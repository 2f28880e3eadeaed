"""Sentences about hits and escapes, life and death, and what is turned up for luck."""

from engine import events as ev
from tgbot import cardtext
from tgbot.story import Story, open_list
from tgbot.texts import N_, _, ngettext

FLIPS = {
    "Barrel": (N_("the shot hits the barrel!"), N_("the barrel does not help.")),
    "Jourdonnais": (N_("the shot hits the barrel!"), N_("no luck.")),
    "Jail": (N_("out of jail!"), N_("stays in jail and misses this turn.")),
    "Dynamite": (N_("it does not go off."), N_("💥 it explodes!")),
    "Rattlesnake": (N_("it does not bite."), N_("it bites!")),
    "Colorado Bill": (N_("nobody can avoid this shot."), N_("an ordinary shot.")),
    "Vendetta": (N_("one more turn!"), N_("no second turn.")),
    "Teren Kill": (N_("Death is cheated!"), N_("no escape this time.")),
    "Helena Zontero": (N_("the roles are dealt anew!"), N_("all roles stay.")),
    "Don Bell": (N_("one more turn!"), N_("no second turn.")),
}
WAS = {
    "sheriff": N_("{player} was the Sheriff!"),
    "deputy": N_("{player} was a Deputy."),
    "outlaw": N_("{player} was an Outlaw."),
    "renegade": N_("{player} was the Renegade."),
    "shadow_deputy": N_("{player} had played for the law."),
    "shadow_outlaw": N_("{player} had played for the outlaws."),
}


def flipped(story: Story, fact: ev.Flipped) -> None:
    """Cards turned up, and what they mean if that is known."""
    story.topic = fact.why
    settled = story.next(ev.FlipSettled, lambda f: f.seat == fact.seat and f.why == fact.why)
    facts = {"player": story.name(fact.seat), "why": cardtext.title(fact.why), "cards": cardtext.cards(fact.cards)}
    if settled is None or len(fact.cards) > 1:
        story.line(_("🎴 {player} draws for {why}: {cards}.").format(**facts))
        if settled is not None:
            flip_settled(story, settled)
        return
    result = _result(fact.why, success=settled.success)
    story.line(_("🎴 {player} draws for {why}: {cards} – {result}").format(result=result, **facts))


def flip_settled(story: Story, fact: ev.FlipSettled) -> None:
    """The card that counts."""
    result = _result(fact.why, success=fact.success)
    story.add(_("{card} counts: {result}").format(card=cardtext.card(fact.card), result=result))


def _result(why: str, *, success: bool) -> str:
    good, bad = FLIPS.get(why, (N_("it works."), N_("it does not work.")))
    return _(good if success else bad)


def declined(story: Story, fact: ev.Declined) -> None:
    """Told by the life point that goes; else that nothing is done against it."""


def avoided(story: Story, fact: ev.Avoided) -> None:
    """A shot or another effect is cancelled."""
    story.add(_("{player} gets away.").format(player=story.name(fact.seat)))


def no_effect(story: Story, fact: ev.NoEffect) -> None:
    """A card does nothing to somebody."""
    facts = {"player": story.name(fact.seat), "card": cardtext.title(fact.card)}
    if fact.why == "immune":
        story.add(_("{player} is immune.").format(**facts))
    elif fact.why == "ace":
        story.line(_("{player} gets nothing: there is an ace.").format(**facts))
    elif fact.card != "Saloon":
        others = [more.seat for more in story.run(ev.NoEffect, lambda f: f.card == fact.card and not f.why)]
        players = story.all([fact.seat, *others])
        story.add(_("No effect on {players}.").format(players=players))


def life_lost(story: Story, fact: ev.LifeLost) -> None:
    """A hit: in the line of the shot if it was just told, else in a line that says what hit."""
    known = fact.card == story.topic
    if known:
        text = _lost(fact)
    elif fact.by in (-1, fact.seat):
        text = _lost_by(fact)
    else:
        text = _lost_to(fact)
    facts = {"player": story.name(fact.seat), "points": fact.points, "left": fact.left}
    line = text.format(card=cardtext.title(fact.card), by=story.name(fact.by), **facts)
    story.add(line) if known else story.line(line)


def _lost(fact: ev.LifeLost) -> str:
    if fact.left <= 0:
        return _("💔 {player} loses the last life point.")
    return ngettext(
        "💔 {player} loses {points} life point, {left} left.",
        "💔 {player} loses {points} life points, {left} left.",
        fact.points,
    )


def _lost_by(fact: ev.LifeLost) -> str:
    if fact.left <= 0:
        return _("💔 {player} loses the last life point ({card}).")
    return ngettext(
        "💔 {player} loses {points} life point ({card}), {left} left.",
        "💔 {player} loses {points} life points ({card}), {left} left.",
        fact.points,
    )


def _lost_to(fact: ev.LifeLost) -> str:
    if fact.left <= 0:
        return _("💔 {player} loses the last life point to {by}'s {card}.")
    return ngettext(
        "💔 {player} loses {points} life point to {by}'s {card}, {left} left.",
        "💔 {player} loses {points} life points to {by}'s {card}, {left} left.",
        fact.points,
    )


def life_gained(story: Story, fact: ev.LifeGained) -> None:
    """Life points come back; several at once make one sentence."""
    each = open_list([_("{player} has {left}").format(player=story.name(fact.seat), left=fact.left)])
    story.line(_("❤️ {card}: {players}.").format(card=cardtext.title(fact.card), players=each))


def eliminated(story: Story, fact: ev.Eliminated) -> None:
    """Out of the game, with the role face up."""
    facts = {"player": story.name(fact.seat), "by": story.name(fact.by), "card": cardtext.title(fact.card)}
    if fact.by in (-1, fact.seat):
        text = _("💀 <b>{player} is out</b> ({card}).")
    else:
        text = _("💀 <b>{by} eliminates {player}.</b>")
    story.line(text.format(**facts))
    story.add(_(WAS[fact.role]).format(**facts))
    story.topic = ""


def rewarded(story: Story, fact: ev.Rewarded) -> None:
    """For an outlaw."""
    story.next(ev.CardsDrawn, lambda f: f.why == "reward")
    text = _("{player} draws {count} cards as the reward.")
    story.add(text.format(player=story.name(fact.seat), count=fact.cards))


def punished(story: Story, fact: ev.Punished) -> None:
    """The sheriff has shot a deputy."""
    text = _("{player} has shot a deputy and loses all cards.")
    story.add(text.format(player=story.name(fact.seat)))


def came_back(story: Story, fact: ev.CameBack) -> None:
    """Somebody who was out plays again."""
    facts = {"player": story.name(fact.seat), "why": cardtext.title(fact.why), "life": fact.life}
    if fact.life > 0:
        story.line(_("🌅 {player} is back in the game with {life} life ({why}).").format(**facts))
    else:
        story.line(_("👻 {player} is back as a ghost ({why}).").format(**facts))


def went_again(story: Story, fact: ev.WentAgain) -> None:
    """The ghost leaves."""
    story.line(_("👻 {player} is gone again.").format(player=story.name(fact.seat)))
