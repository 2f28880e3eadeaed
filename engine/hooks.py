"""Where characters, cards in front, equipment, events and variants interfere with the rules.

A ``Rule`` is what one of them does. Its methods are the hooks; each is documented here with the moment it is asked.
*Modifiers* take a value and return it changed, *reactions* put frames on the stack. A rule overrides what it needs and
nothing else; the lookup finds only those in force that override a hook, so a hook nobody uses costs nothing.

Order wherever several rules answer one hook: variants, events, characters, cards in front, equipment; each of the last
three by seats in turn order from the player whose turn it is.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeVar

from engine.cards import CARDS, EQUIPMENT, EVENTS
from engine.decisions import Option, Refusal
from engine.game import Act, Game

if TYPE_CHECKING:
    from engine.damage import Hit
    from engine.decisions import Decision
    from engine.drawing import Draw
    from engine.shooting import Shot

Family = Literal["variant", "event", "character", "card", "equipment"]
Why = Literal["play", "answer", "duel", "robbed", "discard"]


class Rule:
    """What one character, card in front, piece of equipment, event or variant does.

    ``me`` is the seat it belongs to; for events and variants -1.
    """

    name: str = ""
    family: Family = "character"
    hooks: frozenset[str] = frozenset()

    # --- modifiers -------------------------------------------------------------------------------------------------

    def silences(self, game: Game, me: int, family: Family, owner: int) -> bool:
        """Are the rules of this family and owner out of force (Hangover, Lasso, Belle Star)?"""
        return False

    def steps(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        """Steps around the table, before anything is added."""
        return value

    def distance(self, game: Game, me: int, value: int, seer: int, seen: int) -> int:
        """Distance of ``seen`` as ``seer`` sees it; below 1 counts as 1 in the end."""
        return value

    def reach(self, game: Game, me: int, value: int, seat: int) -> int:
        """How far the seat shoots; the weapon in front is already counted."""
        return value

    def bang_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        """BANG! cards the seat may play in its turn."""
        return value

    def missed_needed(self, game: Game, me: int, value: int, act: Act, target: int) -> int:
        """Missed! effects that cancel this shot."""
        return value

    def damage(self, game: Game, me: int, value: int, act: Act, target: int) -> int:
        """Life points a hit of this shot costs."""
        return value

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        """Cards drawn in phase 1."""
        return value

    def draws_at_least(self, game: Game, me: int, value: int, seat: int) -> int:
        """The fewest cards of phase 1, where abilities give less."""
        return value

    def hand_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        """Cards kept at the end of the turn."""
        return value

    def flips(self, game: Game, me: int, value: int, seat: int) -> int:
        """Cards turned up at a "draw!", one of which the seat chooses."""
        return value

    def suit(self, game: Game, me: int, value: str, card: int) -> str:
        """Suit of a card where a rule looks at suits (H, D, C, S)."""
        return value

    def beer_heals(self, game: Game, me: int, value: int, seat: int) -> int:
        """Life points a Beer gives."""
        return value

    def counts_as(self, game: Game, me: int, seat: int, card: int) -> list[str]:
        """Further kinds that a hand card of ``seat`` may be played or answered as."""
        return []

    def forbids(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        """Why the seat may not use this hand card as this kind at all, in turn or as an answer."""
        return None

    def binds(self, game: Game, me: int, seat: int, card: int) -> Refusal | None:
        """Why the seat may not play this hand card, in turn or as an answer; it may still be the price of something."""
        return None

    def forbids_playing(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        """Why the seat may not play this hand card as this kind in phase 2; it may still answer or pay with it."""
        return None

    def forbids_target(self, game: Game, me: int, seat: int, kind: str, target: int) -> Refusal | None:
        """Why the seat may not aim this kind at the target."""
        return None

    def immune(self, game: Game, me: int, act: Act, target: int) -> bool:
        """Does the act not touch the target at all?"""
        return False

    def life_fixed(self, game: Game, me: int, seat: int) -> bool:
        """Can the seat neither lose nor gain life points (ghosts, shadows)?"""
        return False

    def inherits(self, game: Game, me: int, dead: int) -> bool:
        """Does ``me`` take the cards of an eliminated player?"""
        return False

    def turn_order(self, game: Game, me: int, value: int) -> int:
        """Direction in which turns pass: 1 clockwise, -1 the other way."""
        return value

    def takes_turn(self, game: Game, me: int, seat: int) -> int:
        """How an eliminated player gets a turn all the same (``comeback``: SHADOW, GHOST, FOR_GOOD); 0: not at all.
        Asked as the turn comes to the seat; the rule with the highest number brings it back (``enters``)."""
        return 0

    def ends_turn(self, game: Game, me: int, seat: int, options: list[Option]) -> Refusal | None:
        """Why the seat may not end phase 2 yet; ``options`` are the other things it can do."""
        return None

    def skips_turn(self, game: Game, me: int, seat: int) -> str:
        """Why the seat is passed over this time, for the story ("": it is not). Asked once as the turn comes to it."""
        return ""

    def outcome(self, game: Game, me: int) -> tuple[list[int] | None, str] | None:
        """Winners and side, or (None, "") to go on, in place of the usual test; None: leave it to the usual test."""
        return None

    def hands_open(self, game: Game, me: int) -> bool:
        """May everybody see every hand?"""
        return False

    def draws_from_discard(self, game: Game, me: int, seat: int) -> bool:
        """Are the seat's phase 1 cards taken from the discard pile?"""
        return False

    def drops_on_deck(self, game: Game, me: int, seat: int) -> bool:
        """Do excess cards go face down on the draw pile?"""
        return False

    # --- the turn --------------------------------------------------------------------------------------------------

    def turn_comes(self, game: Game, me: int, seat: int) -> None:
        """The turn has come to ``seat`` and nothing has happened in it yet: what lasted until now ends here. Nothing
        may be asked. ``game.extra``: it is one more turn of the same player."""

    def comes(self, game: Game, me: int) -> None:
        """The event has just come into force."""

    def goes(self, game: Game, me: int) -> None:
        """The event has just been replaced by the next one, which is in force already."""

    def silenced(self, game: Game, me: int) -> None:
        """An event has just taken the abilities of ``me`` away (asked although they are out of force)."""

    def enters(self, game: Game, me: int, seat: int) -> None:
        """Brings an eliminated player back as its turn starts (after ``takes_turn``; see ``comeback``)."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        """Before anything else in the turn of ``seat``, Dynamite and Jail included (a new event has come already).
        Rules are asked one after the other, each when what the one before it started is over."""

    def turn_check(self, game: Game, me: int) -> None:
        """A card in front of the seat whose turn starts (Dynamite, Jail), in the order of the card list."""

    def before_draw(self, game: Game, me: int, seat: int) -> None:
        """After Dynamite and Jail, before phase 1."""

    def draw_offer(self, game: Game, me: int, seat: int) -> None:
        """Phase 1 begins; a frame put on the stack may give it up (``hand_over(game, 1)``)."""

    def draw_instead(self, game: Game, me: int, draw: "Draw") -> bool:
        """Takes phase 1 over completely (putting its own frames on the stack) and says so."""
        return False

    def draw_options(self, game: Game, me: int, draw: "Draw") -> list[Option]:
        """Other places to take the next card of phase 1 from (Jesse Jones, Pedro Ramirez)."""
        return []

    def card_drawn(self, game: Game, me: int, draw: "Draw", card: int) -> None:
        """A phase 1 card has been drawn; ``draw.drawn`` holds all so far."""

    def after_draw(self, game: Game, me: int, seat: int) -> None:
        """Phase 1 is over."""

    def discarded_excess(self, game: Game, me: int, seat: int, card: int) -> None:
        """The seat has laid off an excess card in phase 3."""

    def turn_end(self, game: Game, me: int, seat: int) -> None:
        """After phase 3 of a turn that was not skipped."""

    def turn_over(self, game: Game, me: int, seat: int) -> None:
        """The very last moment of a turn, skipped or not."""

    # --- abilities and answers -------------------------------------------------------------------------------------

    def uses(self, game: Game, me: int, seat: int) -> list[Option]:
        """``use`` (or ``buy``) options in the phase 2 of ``seat``."""
        return []

    def use(self, game: Game, me: int, seat: int, option: Option) -> None:
        """Carries out an option of ``uses`` (a Settle frame is already below)."""

    def why_no_use(self, game: Game, me: int, option: Option, decision: "Decision") -> Refusal | None:
        """Why an ability of ``me`` is not open to it, though it is asked something."""
        return None

    def shows_price(self, game: Game, me: int, option: Option) -> bool:
        """Does everybody see the cards with which this option of ``uses`` is paid?"""
        return True

    def shot_answers(self, game: Game, me: int, shot: "Shot") -> list[Option]:
        """Answers to a shot at ``shot.target`` besides Missed! cards."""
        return []

    def answer_shot(self, game: Game, me: int, shot: "Shot", option: Option) -> None:
        """Carries out an option of ``shot_answers``; puts the shot back on the stack."""

    def missed_played(self, game: Game, me: int, shot: "Shot", option: Option) -> None:
        """A Missed! effect has been played against a shot and is counted; the shot lies on the stack again."""

    def escapes(self, game: Game, me: int, act: Act, seat: int, shot: bool) -> list[Option]:
        """What ``seat`` may do to keep the effect of this act off itself alone (Escape, Mick Defender). ``shot``: it is
        shot at, so that Missed! cards are open to it anyway. Asked whenever the act reaches the seat."""
        return []

    def escape(self, game: Game, me: int, act: Act, seat: int, option: Option) -> None:
        """Carries out an option of ``escapes``: lays down what it costs."""

    def meanwhile(self, game: Game, me: int, decision: "Decision") -> list[Option]:
        """``use`` options beside the answers to any question ``decision.seat`` is asked; ``use`` carries them out."""
        return []

    def rescues(self, game: Game, me: int, seat: int) -> list[Option]:
        """``use`` options of a dying seat."""
        return []

    def rescue(self, game: Game, me: int, seat: int, option: Option) -> None:
        """Carries out an option of ``rescues``."""

    def deals(self, game: Game, me: int, seat: int) -> list[Option]:
        """Further options in the phase 2 of ``seat`` that neither play a card for what it says nor use an ability:
        ``buy``, ``discard CARD of PLAYER``, ``play CARD for gold``."""
        return []

    def deal(self, game: Game, me: int, seat: int, option: Option) -> None:
        """Carries out an option of ``deals`` (a Settle frame is already below)."""

    def why_no_deal(self, game: Game, me: int, seat: int, option: Option) -> Refusal | None:
        """Why an option like those of ``deals`` is not open to the seat in its phase 2."""
        return None

    def price(self, game: Game, me: int, value: int, seat: int) -> int:
        """Nuggets that the seat pays for equipment from the shop."""
        return value

    def bought(self, game: Game, me: int, seat: int) -> None:
        """The seat has paid for equipment from the shop."""

    # --- what others do --------------------------------------------------------------------------------------------

    def card_played(self, game: Game, me: int, act: Act) -> None:
        """A card was played from a hand in turn (its frames come after those put on the stack ``settled``)."""

    def put_in_front(self, game: Game, me: int, act: Act) -> None:
        """A card was played in front of a player."""

    def card_used(self, game: Game, me: int, seat: int, card: int) -> None:
        """A hand card was used of its owner's own will, in turn or as an answer."""

    def shot_fired(self, game: Game, me: int, shot: "Shot") -> None:
        """A shot is about to be answered."""

    def shot_hit(self, game: Game, me: int, act: Act, target: int) -> None:
        """A shot was not cancelled and has cost life."""

    def before_loss(self, game: Game, me: int, hit: "Hit") -> None:
        """Life is about to be lost; a frame put on the stack may hand over a number that lowers the loss."""

    def life_lost(self, game: Game, me: int, seat: int, points: int, act: Act) -> None:
        """Life points have just gone, before anybody can be rescued."""

    def after_damage(self, game: Game, me: int, seat: int, points: int, act: Act, left: int) -> None:
        """The seat has survived the loss. ``left``: its life points just after it, before any rescue."""

    def would_die(self, game: Game, me: int, seat: int, act: Act) -> None:
        """The seat is about to be eliminated; a frame may still bring its life to 1 or more."""

    def eliminated(self, game: Game, me: int, seat: int, act: Act) -> None:
        """The seat has been eliminated, its cards are gone, rewards are paid."""

    def stripped(self, game: Game, me: int, seat: int, why: str) -> None:
        """The seat loses all it has without being eliminated (the sheriff's penalty, a shadow that leaves): what it has
        besides playing cards."""

    def hand_emptied(self, game: Game, me: int, why: Why) -> None:
        """The last card has left the hand of ``me``."""

    def provoked(self, game: Game, me: int, by: int) -> None:
        """Another player is about to take or discard a card of ``me`` (hand or in front) with a card or an ability of
        his choice; what is put on the stack comes before, and if he is out then the card stays."""

    def left_front(self, game: Game, me: int, seat: int, card: int) -> None:
        """A card has just left its place in front of ``seat``."""

    def placed(self, game: Game, me: int) -> None:
        """A position has been set up by hand: what follows from the cards in front."""

    def flip_settled(self, game: Game, me: int, seat: int, cards: list[int]) -> None:
        """A "draw!" of ``seat`` and what it meant is settled; the cards that counted went to the discard pile."""


HOOKS = frozenset(name for name in vars(Rule) if not name.startswith("_") and callable(getattr(Rule, name)))

CHARACTERS: dict[str, Rule] = {}
CARD_RULES: dict[str, Rule] = {}
EVENT_RULES: dict[str, Rule] = {}
"""By name alone: no two event sets share one, and piles may be mixed."""
EQUIPMENT_RULES: dict[str, Rule] = {}
VARIANTS: dict[str, Rule] = {}
"""By option or set name: in force where the option is true or the set is in the box."""

R = TypeVar("R", bound=type[Rule])


def _make(cls: type[Rule], name: str, family: Family) -> Rule:
    own = ("name", "family", "hooks")
    unknown = [n for n in vars(cls) if not n.startswith("_") and n not in HOOKS and n not in own]
    if unknown:
        raise TypeError(f"{cls.__name__} has methods that are no hooks: {', '.join(unknown)}")
    rule = cls()
    rule.name, rule.family = name, family
    rule.hooks = frozenset(n for n in HOOKS if getattr(cls, n) is not getattr(Rule, n))
    return rule


def _register(into: dict[str, Rule], family: Family, names: tuple[str, ...]) -> Callable[[R], R]:
    def enter(cls: R) -> R:
        for name in names:
            into[name] = _make(cls, name, family)
        return cls

    return enter


def character(*names: str) -> Callable[[R], R]:
    """Decorator: the class is what the characters of these names can do."""
    return _register(CHARACTERS, "character", names)


def card_rule(*names: str) -> Callable[[R], R]:
    """Decorator: the class is what cards of these names do while they lie in front of a player."""
    return _register(CARD_RULES, "card", names)


def equipment(*names: str) -> Callable[[R], R]:
    """Decorator: the class is what equipment of these names does for its owner."""
    return _register(EQUIPMENT_RULES, "equipment", names)


def variant(*names: str) -> Callable[[R], R]:
    """Decorator: the class is a rule of a whole set (always in force with it) or of an option that is true."""
    return _register(VARIANTS, "variant", names)


def event_rule(set_name: str, name: str) -> Callable[[R], R]:
    """Decorator: the class is what this event of this set does while it is in force."""

    def enter(cls: R) -> R:
        assert (set_name, name) in EVENTS or ("bullet", name) in EVENTS, name
        EVENT_RULES[name] = _make(cls, name, "event")
        return cls

    return enter


def in_force(game: Game, hook: str) -> Sequence[tuple[Rule, int]]:
    """The rules in force that answer a hook, each with its seat (-1: nobody's), in the order given at the top."""
    return (game.rules or _index(game))[hook]


def _index(game: Game) -> dict[str, Sequence[tuple[Rule, int]]]:
    """Looks up who answers which hook; remembered until something changes that this depends on."""
    game.rules = _by_hook(())  # while it is made, nothing is in force for those that ask: silences are asked directly
    variants = tuple((VARIANTS[n], -1) for n in VARIANTS if n in game.sets or game.options.get(n) is True)
    index = dict(_by_hook(variants))
    events = [(EVENT_RULES[name], -1) for name in game.events.values() if name in EVENT_RULES]
    for pair in events + _of_seats(game, [*variants, *events]):
        for name in pair[0].hooks:
            index[name] = (*index[name], pair)
    game.rules = index
    return index


@cache
def _by_hook(rules: tuple[tuple[Rule, int], ...]) -> dict[str, Sequence[tuple[Rule, int]]]:
    """Variants stay the same for a whole game: their index is remembered."""
    return {hook: tuple(pair for pair in rules if hook in pair[0].hooks) for hook in HOOKS}


def _of_seats(game: Game, common: list[tuple[Rule, int]]) -> list[tuple[Rule, int]]:
    """Characters, cards in front, equipment. What silences others is asked family by family, so a silenced character
    silences nobody."""
    people: list[tuple[Rule, int]] = []
    cards: list[tuple[Rule, int]] = []
    equipment_: list[tuple[Rule, int]] = []
    for seat in game.clockwise(game.turn, itself=True):
        place = game.seats[seat]
        people += [(CHARACTERS[n], seat) for n in (place.character, *place.copied) if n in CHARACTERS]
        cards += [(CARD_RULES[n], seat) for card in place.play if (n := CARDS[card].name) in CARD_RULES]
        if place.equipment:
            names = [EQUIPMENT[number].name for number in place.equipment]
            equipment_ += [(EQUIPMENT_RULES[n], seat) for n in names if n in EQUIPMENT_RULES]
    people = _audible(game, common, "character", people)
    return people + _audible(game, common + people, "card", cards) + equipment_


def _audible(
    game: Game, active: list[tuple[Rule, int]], family: Family, candidates: list[tuple[Rule, int]]
) -> list[tuple[Rule, int]]:
    silencers = [pair for pair in active if "silences" in pair[0].hooks]
    if not silencers:
        return candidates
    return [
        (rule, owner)
        for rule, owner in candidates
        if not any(silencer.silences(game, me, family, owner) for silencer, me in silencers)
    ]


def cards_silent(game: Game, owner: int) -> bool:
    """Do the cards in front of this seat do nothing at the moment (weapons and green cards included)?"""
    key = ("silent", owner)
    found: bool | None = game.memo.get(key)
    if found is None:
        found = game.memo[key] = any(rule.silences(game, me, "card", owner) for rule, me in in_force(game, "silences"))
    return found


def rule_named(game: Game, hook: str, name: str, seat: int) -> Rule:
    """The rule of this name that offers ``seat`` something through ``hook``: its own, or one that is nobody's."""
    for rule, me in in_force(game, hook):
        if rule.name == name and me in (seat, -1):
            return rule
    raise LookupError(f"no rule {name!r} in force for {hook}")
