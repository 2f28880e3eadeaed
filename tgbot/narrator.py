"""From what happened to what the group reads: a few short sentences for the facts of one answer."""

from collections.abc import Callable, Sequence
from typing import Any

from engine import Event
from engine import events as ev
from tgbot import narrator_game as game
from tgbot import narrator_life as life
from tgbot import narrator_play as play
from tgbot.story import Story, extended
from tgbot.texts import ended

Tell = Callable[[Story, Any], None]

TELL: dict[type[Event], Tell] = {
    ev.GameStarted: game.started,
    ev.RoleShown: game.role_shown,
    ev.CharacterTaken: game.character_taken,
    ev.TurnStarted: game.turn_started,
    ev.TurnSkipped: game.turn_skipped,
    ev.CardsDrawn: play.drawn,
    ev.CardShown: play.shown,
    ev.DiscardTaken: play.from_discard,
    ev.HandCardTaken: play.hand_card_taken,
    ev.CardTaken: play.card_taken,
    ev.CardPlayed: play.played,
    ev.AbilityUsed: play.used,
    ev.CardDiscarded: play.discarded,
    ev.CardMoved: play.moved,
    ev.Flipped: life.flipped,
    ev.FlipSettled: life.flip_settled,
    ev.Declined: life.declined,
    ev.Avoided: life.avoided,
    ev.NoEffect: life.no_effect,
    ev.LifeLost: life.life_lost,
    ev.LifeGained: life.life_gained,
    ev.Eliminated: life.eliminated,
    ev.CardsOffered: play.offered,
    ev.OfferedTaken: play.offered_taken,
    ev.Rewarded: life.rewarded,
    ev.Punished: life.punished,
    ev.Reshuffled: game.reshuffled,
    ev.GameOver: game.over,
    ev.EventCame: game.event_came,
    ev.CameBack: life.came_back,
    ev.WentAgain: life.went_again,
    ev.CharacterChanged: game.character_changed,
    ev.SuitNamed: game.suit_named,
    ev.GoldChanged: game.gold_changed,
    ev.Bought: game.bought,
    ev.EquipmentDrawn: game.equipment_drawn,
    ev.EquipmentPlaced: game.equipment_placed,
    ev.EquipmentGone: game.equipment_gone,
    ev.ShopFilled: game.shop_filled,
    ev.EquipmentShuffled: game.equipment_shuffled,
    ev.RoleDealt: game.role_dealt,
    ev.CharactersLent: game.characters_lent,
    ev.SeatsSwapped: game.seats_swapped,
    ev.Ordered: play.ordered,
    ev.HandShown: play.hand_shown,
}
"""How each kind of fact is told; some functions look at the facts that follow and take those they have told along."""


def lines(facts: Sequence[Event], names: Sequence[str], mentions: Sequence[str] = ()) -> list[str]:
    """The lines (HTML) that tell what one answer has led to; none if there is nothing to tell.

    ``facts`` are redacted for the reader, ``names`` HTML-safe by seat. ``mentions`` are used instead of them where a
    turn begins, so that the player's phone rings. Put the lines behind earlier ones with ``story.extended``.
    """
    story = Story(facts, names, mentions)
    while (fact := story.take()) is not None:
        TELL[type(fact)](story, fact)
    return extended([], [ended(line) for line in story.lines])
