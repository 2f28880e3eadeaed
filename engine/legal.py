"""What may be done: one family of predicates that say why not, and the options they leave.

The options of a decision are exactly what no predicate refuses; the refusals are what a player is told.
"""

from collections.abc import Callable, Iterator

from engine.cards import CARDS, KINDS, Kind
from engine.decisions import END_TURN, GOLD, HAND, NO_CARD, NOBODY, Option, Refusal
from engine.distance import distance, in_reach, range_of
from engine.game import Game
from engine.hooks import cards_silent, in_force

TargetRule = Callable[[Game, int, int], Refusal | None]

TARGETS: dict[str, TargetRule] = {}
"""Target rules by the name that card rows use: (game, seat, target) -> why not."""

DEAD_TARGETS: set[str] = set()
"""Target rules that look at eliminated players."""


def target_rule(name: str, *, dead: bool = False) -> Callable[[TargetRule], TargetRule]:
    """Decorator: makes a target rule known to card rows. ``dead``: it is asked for eliminated players."""

    def enter(rule: TargetRule) -> TargetRule:
        TARGETS[name] = rule
        if dead:
            DEAD_TARGETS.add(name)
        return rule

    return enter


NOT_YOURSELF = Refusal("not on yourself: choose another player")


@target_rule("other")
def other(game: Game, seat: int, target: int) -> Refusal | None:
    """Any other player, at any distance."""
    return NOT_YOURSELF if target == seat else None


@target_rule("any")
def anybody(game: Game, seat: int, target: int) -> Refusal | None:
    """Any player, the seat itself too."""
    return None


@target_rule("in_reach")
def reachable(game: Game, seat: int, target: int) -> Refusal | None:
    """Another player whose distance is not above the seat's range (base rules, section 3)."""
    if target in in_reach(game, seat):
        return None
    if target == seat:
        return NOT_YOURSELF
    facts = {"distance": distance(game, seat, target), "range": range_of(game, seat)}
    return Refusal("out of reach: distance {distance}, your range is {range}", facts)


@target_rule("near")
def near(game: Game, seat: int, target: int) -> Refusal | None:
    """Another player at distance 1, whatever the weapon."""
    return NOT_YOURSELF if target == seat else within(game, seat, target, 1)


def within(game: Game, seat: int, target: int, limit: int) -> Refusal | None:
    """Why the target is farther than ``limit``; weapons do not help."""
    away = distance(game, seat, target)
    if away > limit:
        facts = {"distance": away, "limit": limit}
        return Refusal("too far: distance {distance}, this works up to distance {limit}", facts)
    return None


@target_rule("holder")
def holder(game: Game, seat: int, target: int) -> Refusal | None:
    """A player with a card to lose; of one's own only those in front (house rule target_own_cards)."""
    return None if pickable(game, seat, target) else Refusal("there is no card to take there")


@target_rule("near_holder")
def near_holder(game: Game, seat: int, target: int) -> Refusal | None:
    """A player at distance 1 with a card to lose (Panic!: weapons do not help)."""
    return within(game, seat, target, 1) or holder(game, seat, target)


@target_rule("prisoner")
def prisoner(game: Game, seat: int, target: int) -> Refusal | None:
    """Jail: another player, never the sheriff (base rules, 5.16)."""
    if game.seats[target].role == "sheriff":
        return Refusal("the sheriff cannot be put in Jail")
    return NOT_YOURSELF if target == seat else None


def pickable(game: Game, seat: int, target: int) -> list[int]:
    """What can be taken from the target: HAND for a random hand card, and each card in front."""
    place = game.seats[target]
    return ([HAND] if place.hand and target != seat else []) + place.play


def pick_options(game: Game, seat: int, target: int) -> list[Option]:
    """The same as answers of their own: ``pick hand``, ``pick Barrel``."""
    random = Option("pick", pick=HAND)
    return [random if card == HAND else Option("pick", card) for card in pickable(game, seat, target)]


# --- cards in hand -------------------------------------------------------------------------------------------------


def ways(game: Game, seat: int, card: int) -> list[str]:
    """The kinds a hand card may be used as: its own first."""
    kinds = [CARDS[card].name]
    for rule, me in in_force(game, "counts_as"):
        kinds += [kind for kind in rule.counts_as(game, me, seat, card) if kind not in kinds]
    return kinds


def _forbidden(game: Game, seat: int, card: int, kind: str) -> Refusal | None:
    for rule, me in in_force(game, "forbids"):
        if refusal := rule.forbids(game, me, seat, card, kind):
            return refusal
    return None


def why_not_use(game: Game, seat: int, card: int, kind: str) -> Refusal | None:
    """Why a rule in force forbids using this hand card as this kind, in turn or as an answer."""
    if refusal := _forbidden(game, seat, card, kind):
        return refusal
    for rule, me in in_force(game, "binds"):
        if refusal := rule.binds(game, me, seat, card):
            return refusal
    return None


def why_not_play(game: Game, seat: int, card: int, kind: str) -> Refusal | None:
    """Why a rule in force forbids playing this hand card as this kind in phase 2."""
    if refusal := why_not_use(game, seat, card, kind):
        return refusal
    for rule, me in in_force(game, "forbids_playing"):
        if refusal := rule.forbids_playing(game, me, seat, card, kind):
            return refusal
    return None


def bang_limit(game: Game, seat: int) -> int:
    """How many BANG! cards the seat may play in its turn (base rules, 5.1)."""
    limit = 1
    for rule, me in in_force(game, "bang_limit"):
        limit = rule.bang_limit(game, me, limit, seat)
    return limit


def why_not_kind(game: Game, seat: int, kind: Kind) -> Refusal | None:
    """Why this kind cannot be played in phase 2 now, whoever the target."""
    if kind.missed and not kind.does and kind.border == "brown":
        return Refusal("{card} only answers a shot at yourself", {"card": kind.name})
    if kind.border == "brown" and not kind.does:
        return Refusal("{card} only answers what others do", {"card": kind.name})
    if uses_up_bang(kind) and seat == game.turn and game.used.get("bang", 0) >= bang_limit(game, seat):
        return Refusal("you have already played your BANG! of this turn")
    if kind.cost > len(game.seats[seat].hand) - 1:
        return Refusal("{card} costs another card from your hand, and you have none", {"card": kind.name})
    if "with_bang" in kind.tags and not bang_cards(game, seat):
        return Refusal("{card} is played together with a BANG! card, and you have none", {"card": kind.name})
    if kind.border == "green" or (kind.border == "blue" and not kind.target):
        return why_not_in_front(game, seat, kind)
    return None


def why_not_in_front(game: Game, owner: int, kind: Kind) -> Refusal | None:
    """Two cards of one name never lie in front of one player."""
    if game.front(owner, kind.name) >= 0:
        return Refusal(
            "there is already a {card} in front of {player}", {"card": kind.name, "player": game.seats[owner].name}
        )
    return None


def why_not_target(game: Game, seat: int, kind: Kind, target: int) -> Refusal | None:
    """Why this kind cannot be played on this target."""
    if refusal := why_not_aim(game, seat, kind.target, kind.name, target):
        return refusal
    return why_not_in_front(game, target, kind) if kind.border == "blue" else None


def why_not_aim(game: Game, seat: int, target_rule: str, name: str, target: int) -> Refusal | None:
    """Why a card or ability of this name with this target rule cannot be aimed at the target."""
    if not game.seats[target].alive and target_rule not in DEAD_TARGETS:
        return Refusal("{player} is out of the game", {"player": game.seats[target].name})
    if refusal := TARGETS[target_rule](game, seat, target):
        return refusal
    for rule, me in in_force(game, "forbids_target"):
        if refusal := rule.forbids_target(game, me, seat, name, target):
            return refusal
    return None


def aims(game: Game, seat: int, target_rule: str, name: str) -> list[int]:
    """Legal targets of an ability of this name among the others, clockwise."""
    return [t for t in game.clockwise(seat) if why_not_aim(game, seat, target_rule, name, t) is None]


def targets_of(game: Game, seat: int, kind: Kind) -> list[int]:
    """Legal targets, clockwise from the seat's left, itself last; NOBODY alone where no target is named. A green card
    has them when it is used."""
    if not kind.target:
        return [NOBODY]
    order = [*game.around(seat), seat]
    return [target for target in order if why_not_target(game, seat, kind, target) is None]


def landings(game: Game, seat: int, kind: Kind) -> list[int]:
    """On whom a hand card is played; a green one is only put down."""
    return [NOBODY] if kind.border == "green" else targets_of(game, seat, kind)


def picks_of(game: Game, seat: int, target: int, kind: Kind) -> list[int]:
    """What is named of the target beside it."""
    return pickable(game, seat, target) if kind.picks and target != NOBODY else [NO_CARD]


def costs_of(game: Game, seat: int, card: int, kind: Kind) -> list[tuple[int, ...]]:
    """The other hand cards that can pay for this one."""
    if not kind.cost:
        return [()]
    if "with_bang" in kind.tags:
        return [(other,) for other in bang_cards(game, seat) if other != card]
    return [(other,) for other in game.seats[seat].hand if other != card]


def card_options(game: Game, seat: int, card: int, known: dict[str, list[int]]) -> Iterator[Option]:
    """Everything the seat may do with one hand card in its phase 2. ``known``: targets by kind, as far as looked up."""
    for name in ways(game, seat, card):
        kind = KINDS[name]
        as_ = "" if name == CARDS[card].name else name
        if name not in known:
            known[name] = [] if why_not_kind(game, seat, kind) else landings(game, seat, kind)
        if not known[name] or why_not_play(game, seat, card, name):
            continue
        if not kind.cost and not kind.picks:
            yield from (Option("play", card, "", as_, target) for target in known[name])
            continue
        for target in known[name]:
            for cost in costs_of(game, seat, card, kind):
                for pick in picks_of(game, seat, target, kind):
                    yield Option("play", card, "", as_, target, pick, cost)


def play_options(game: Game, seat: int) -> list[Option]:
    """Phase 2: cards in hand order, then abilities and cards in front, then the end of the turn."""
    options: list[Option] = []
    known: dict[str, list[int]] = {}
    for card in game.seats[seat].hand:
        options.extend(card_options(game, seat, card, known))
    for rule, me in in_force(game, "uses"):
        options.extend(rule.uses(game, me, seat))
    options.extend(front_options(game, seat))
    for rule, me in in_force(game, "deals"):
        options.extend(rule.deals(game, me, seat))
    if why_not_end(game, seat, options) is None:
        options.append(END_TURN)
    return options


def is_deal(option: Option) -> bool:
    """Buying, making another player discard equipment, or a card played for gold: what ``deals`` of a rule offers."""
    return option.verb == "buy" or (option.verb == "discard" and option.target != NOBODY) or option.as_ == GOLD


def why_not_end(game: Game, seat: int, options: list[Option]) -> Refusal | None:
    """Why the seat may not end its phase 2 while it can do these other things."""
    for rule, me in in_force(game, "ends_turn"):
        if refusal := rule.ends_turn(game, me, seat, options):
            return refusal
    return None


def throwable(game: Game, seat: int, wanted: Callable[[Kind], bool]) -> list[int]:
    """Hand cards that count as a wanted kind and may be thrown for something that is not playing them."""
    return [
        card
        for card in game.seats[seat].hand
        if any(wanted(KINDS[name]) and not _forbidden(game, seat, card, name) for name in ways(game, seat, card))
    ]


# --- green cards in front ------------------------------------------------------------------------------------------


def why_not_green(game: Game, seat: int, card: int) -> Refusal | None:
    """Why a card in front cannot be used up at the moment, whatever for (Dodge City, green-bordered cards)."""
    if CARDS[card].kind.border != "green":
        return Refusal("{card} works by itself", {"card": CARDS[card].name})
    if card in game.seats[seat].fresh:
        return Refusal("{card} can be used from the next player's turn on", {"card": CARDS[card].name})
    if cards_silent(game, seat):
        return Refusal("your cards in front have no effect at the moment")
    return None


def front_options(game: Game, seat: int) -> Iterator[Option]:
    """What the seat may do with green cards in its phase 2."""
    for card in game.seats[seat].play:
        kind = CARDS[card].kind
        if not kind.does or why_not_green(game, seat, card):
            continue
        for target in targets_of(game, seat, kind):
            for pick in picks_of(game, seat, target, kind):
                if pick != card:  # it has left the table when it acts
                    yield Option("use", card, target=target, pick=pick)


def front_answers(game: Game, seat: int) -> list[Option]:
    """Green cards that cancel a shot at the seat."""
    cards = [card for card in game.seats[seat].play if CARDS[card].kind.missed]
    return [Option("use", card) for card in cards if not why_not_green(game, seat, card)]


# --- answers -------------------------------------------------------------------------------------------------------


def answers_as(game: Game, seat: int, wanted: Callable[[Kind], bool]) -> list[Option]:
    """Hand cards that may be given up as an answer: each as the first of its kinds that is wanted."""
    options = []
    for card in game.seats[seat].hand:
        for name in ways(game, seat, card):
            if wanted(KINDS[name]) and not why_not_use(game, seat, card, name):
                options.append(Option("play", card, "", "" if name == CARDS[card].name else name))
                break
    return options


def uses_up_bang(kind: Kind) -> bool:
    """Is it the BANG! of the turn: a BANG! card, or what says so (Fanning)?"""
    return "bang" in kind.tags or "bang_of_turn" in kind.tags


def bang_cards(game: Game, seat: int) -> list[int]:
    """Hand cards that the seat may play as BANG! cards."""
    hand = game.seats[seat].hand
    return [card for card in hand if any(is_bang(kind) for kind in usable_as(game, seat, card))]


def usable_as(game: Game, seat: int, card: int) -> list[Kind]:
    """The kinds as which the seat may use this hand card."""
    return [KINDS[name] for name in ways(game, seat, card) if not why_not_use(game, seat, card, name)]


def is_bang(kind: Kind) -> bool:
    """A BANG! card: one a turn, answers Indians! and Duels."""
    return "bang" in kind.tags


def is_missed(kind: Kind) -> bool:
    """Cancels a shot out of the hand."""
    return kind.missed and kind.border == "brown"


def is_missed_card(kind: Kind) -> bool:
    """A Missed! card or what counts as one (Backfire), not any other card with the symbol."""
    return "missed_card" in kind.tags


def is_beer(kind: Kind) -> bool:
    """Saves a dying player."""
    return "beer" in kind.tags
