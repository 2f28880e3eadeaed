"""The turn: start, draw, play, discard, and whose turn is next (base rules, section 2)."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from engine import comeback, eventpile, victory
from engine.cards import CARDS, KINDS
from engine.comeback import Away
from engine.damage import card_used
from engine.decisions import NO_CARD, PASS, Decision, Option
from engine.drawing import draw_phase
from engine.effects import EFFECTS, escaped, escapes
from engine.events import AbilityUsed, CardDiscarded, CardPlayed, TurnSkipped, TurnStarted
from engine.game import Act, Game
from engine.hooks import CARD_RULES, in_force, rule_named
from engine.legal import is_deal, play_options, uses_up_bang
from engine.piles import discard_from_front, discard_from_hand, leave_hand, put_in_front, to_discard, use_up
from engine.stack import Frame, frame

STEPS = ("start", "begin", "checks", "awake", "draw", "drawn", "play", "playing", "discard", "end", "over")
FOLLOWING = dict(pairwise(STEPS))
PHASES = {
    "start": "start",
    "begin": "start",
    "checks": "start",
    "awake": "start",
    "draw": "draw",
    "drawn": "draw",
    "play": "play",
}


@frame
class Turn(Frame):
    """One turn. ``step`` is what comes next: start (a new event), begin (effects "at the start of the turn"), checks
    (Dynamite, Jail), awake (choices before drawing), draw, drawn, play (phase 2 begins), playing, discard, end, over. A
    player who is out has no further step."""

    seat: int
    step: str = "start"
    skipped: bool = False
    again: int = 0
    """How many extra turns of this seat follow."""

    def ask(self, game: Game) -> Decision | None:
        if self.step != "playing" or game.check or not game.seats[self.seat].alive:
            return None
        return Decision(self.seat, "play", play_options(game, self.seat))

    def work(self, game: Game) -> None:
        if game.check:
            game.do(self)
            victory.check(game)
            return
        game.do(self)
        while game.stack[-1] is self and not game.urgent and self._goes_on(game):
            pass  # a step at which nothing happens is followed by the next at once

    def _goes_on(self, game: Game) -> bool:
        """Takes the next step, with the turn itself at the top of the stack; False where it has to ask or has ended."""
        step = self.step if game.seats[self.seat].alive else "over"
        if step == "over":
            game.stack.pop()
            _over(game, self)
            return False
        self.step = FOLLOWING[step]
        game.phase = PHASES.get(step, "discard")
        _STEPS[step](game, self)
        return self.step != "playing" and not game.check

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "end turn":
            self.step = "discard"
            game.do(self)
        else:
            game.do(self)
            perform(game, self.seat, option)

    def skip(self) -> None:
        """The rest of the turn does not take place."""
        self.step, self.skipped = "over", True


def _start(game: Game, turn: Turn) -> None:
    if not game.extra:
        eventpile.turn_starts(game, turn.seat)


def _begin(game: Game, turn: Turn) -> None:
    if in_force(game, "turn_start"):
        game.do(Beginning(turn.seat, []))


@frame
class Beginning(Frame):
    """Effects "at the start of the turn", one after the other: each may change which rules are in force."""

    seat: int
    done: list[str]

    def work(self, game: Game) -> None:
        for rule, me in in_force(game, "turn_start"):
            name = f"{rule.family} {rule.name} {me}"
            if name not in self.done and game.seats[self.seat].alive:
                self.done.append(name)
                game.do(self)
                rule.turn_start(game, me, self.seat)
                return


def _checks(game: Game, turn: Turn) -> None:
    """Cards in front that wait for the owner's turn, in the order of the card list: Dynamite before Jail."""
    names = [CARDS[card].name for card in game.seats[turn.seat].play]
    for name in reversed(_checked() if names else ()):
        if name in names:
            game.do(Check(turn.seat, name))


@cache
def _checked() -> tuple[str, ...]:
    return tuple(name for name in KINDS if name in CARD_RULES and "turn_check" in CARD_RULES[name].hooks)


@frame
class Check(Frame):
    """A card in front is looked at as its owner's turn starts, if it still lies there and is in force."""

    seat: int
    name: str

    def work(self, game: Game) -> None:
        if game.seats[self.seat].alive and not turn_of(game).skipped:
            for rule, me in in_force(game, "turn_check"):
                if rule.name == self.name and me == self.seat:
                    rule.turn_check(game, me)


def _awake(game: Game, turn: Turn) -> None:
    for rule, me in in_force(game, "before_draw"):
        rule.before_draw(game, me, turn.seat)


def _draw(game: Game, turn: Turn) -> None:
    draw_phase(game, turn.seat)


def _drawn(game: Game, turn: Turn) -> None:
    for rule, me in in_force(game, "after_draw"):
        rule.after_draw(game, me, turn.seat)


def _play(game: Game, turn: Turn) -> None:
    """Phase 2 begins; the next step asks."""


def _discard(game: Game, turn: Turn) -> None:
    game.do(Trim(turn.seat))


def _end(game: Game, turn: Turn) -> None:
    for rule, me in in_force(game, "turn_end"):
        rule.turn_end(game, me, turn.seat)


def _over(game: Game, turn: Turn) -> None:
    game.do(Away(turn.seat), Next(turn.seat, turn.again))
    for rule, me in in_force(game, "turn_over"):
        rule.turn_over(game, me, turn.seat)


_STEPS: dict[str, Callable[[Game, Turn], None]] = {
    "start": _start,
    "begin": _begin,
    "checks": _checks,
    "awake": _awake,
    "draw": _draw,
    "drawn": _drawn,
    "play": _play,
    "playing": _discard,
    "discard": _discard,
    "end": _end,
}


@frame
class Trim(Frame):
    """Phase 3: the hand is cut down to the current life points (base rules, section 2)."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        hand = game.seats[self.seat].hand
        excess = len(hand) - hand_limit(game, self.seat)
        if excess <= 0 or not game.seats[self.seat].alive:
            return None
        if excess == len(hand):
            return None
        options = [Option("discard", card) for card in hand]
        return Decision(self.seat, "discard", options, facts={"excess": excess})

    def work(self, game: Game) -> None:
        """Few enough, or nothing may be kept (a ghost)."""
        hand = game.seats[self.seat].hand
        if game.seats[self.seat].alive and hand_limit(game, self.seat) == 0:
            for card in list(hand):
                discard_excess(game, self.seat, card)

    def take(self, game: Game, option: Option) -> None:
        game.do(self)
        discard_excess(game, self.seat, option.card)


def discard_excess(game: Game, seat: int, card: int) -> None:
    """Lays off one excess card."""
    if any(rule.drops_on_deck(game, me, seat) for rule, me in in_force(game, "drops_on_deck")):
        leave_hand(game, seat, card, "discard")
        game.deck.append(card)
        game.tell(CardDiscarded(seat, -9, "limit"))
    else:
        discard_from_hand(game, seat, card, "discard", "limit")
        for rule, me in in_force(game, "discarded_excess"):
            rule.discarded_excess(game, me, seat, card)


def hand_limit(game: Game, seat: int) -> int:
    """Cards the seat may keep: as many as its current life points, unless a rule says otherwise."""
    limit = max(0, game.seats[seat].life)
    for rule, me in in_force(game, "hand_limit"):
        limit = rule.hand_limit(game, me, limit, seat)
    return limit


@frame
class Next(Frame):
    """The turn passes to the next living player, or to one whom a rule gives a turn all the same; before that the
    seat may have extra turns."""

    after: int
    again: int = 0

    def work(self, game: Game) -> None:
        if game.check:
            game.do(self)
            victory.check(game)
            return
        if self.again and comeback.may_play(game, self.after):
            start_turn(game, self.after, extra=self.again)
            return
        circle = [*game.around(self.after)[:: direction(game)], self.after]
        for seat in circle * 2:  # in the first round all may miss a turn
            if takes_turn(game, seat):
                start_turn(game, seat)
                return
        raise RuntimeError("nobody is left to take a turn")


def direction(game: Game) -> int:
    """How turns pass: 1 clockwise, -1 the other way."""
    step = 1
    for rule, me in in_force(game, "turn_order"):
        step = rule.turn_order(game, me, step)
    return step


def takes_turn(game: Game, seat: int) -> bool:
    """Does the turn that comes to this seat take place?"""
    if not comeback.may_play(game, seat):
        return False
    for rule, me in in_force(game, "skips_turn"):
        if why := rule.skips_turn(game, me, seat):
            game.tell(TurnSkipped(seat, why))
            return False
    return True


def start_turn(game: Game, seat: int, *, extra: int = 0) -> None:
    """The turn comes to this seat; ``extra``: it is the first of so many more turns."""
    game.turn = seat
    game.turn_number += 1
    game.used = {}
    game.extra = extra > 0
    game.phase = "start"
    for place in game.seats:
        place.fresh = []
    game.changed()
    game.tell(TurnStarted(seat, game.turn_number))
    game.do(Turn(seat, again=max(0, extra - 1)))
    comeback.enter(game, seat)
    for rule, me in in_force(game, "turn_comes"):
        rule.turn_comes(game, me, seat)


def turn_of(game: Game) -> Turn:
    """The frame of the running turn."""
    return next(frame for frame in reversed(game.stack) if isinstance(frame, Turn))


# --- phase 2 --------------------------------------------------------------------------------------------------------


@frame
class Settle(Frame):
    """Lies below the frames of a card or ability being played: reactions that wait for its end wait above this. Then
    it is tested whether the game is over."""

    settles = True
    seat: int

    def work(self, game: Game) -> None:
        game.early.clear()
        if game.check:
            victory.check(game)


def perform(game: Game, seat: int, option: Option) -> None:
    """Carries out a phase 2 option other than ending the turn."""
    game.do(Settle(seat))
    if is_deal(option):
        for rule, me in in_force(game, "deals"):
            rule.deal(game, me, seat, option)
    elif option.verb == "play":
        play_card(game, seat, option)
    elif option.card != NO_CARD and not option.name:
        use_green(game, seat, option)
    else:
        use_ability(game, seat, option)


def use_ability(game: Game, seat: int, option: Option) -> None:
    """An ability, card in front, equipment or event is used in phase 2."""
    rule = rule_named(game, "uses", option.name, seat)
    seen = list(option.cost) if rule.shows_price(game, seat, option) else []
    game.tell(AbilityUsed(seat, option.name, option.target, seen))
    rule.use(game, seat, seat, option)


def use_green(game: Game, seat: int, option: Option) -> None:
    """A green card is taken from the table and discarded, then does what it says (Dodge City, green cards, 2)."""
    use_up(game, seat, option.card, option.target)
    apply(game, Act(seat, CARDS[option.card].name, option.card, option.target, option.pick))


def play_card(game: Game, seat: int, option: Option, *, willing: bool = True) -> None:
    """A card leaves the hand, is laid where it belongs, and does what it says. ``willing``: of its owner's own will."""
    kind = KINDS[option.as_ or CARDS[option.card].name]
    act = Act(seat, kind.name, option.card, option.target, option.pick, list(option.cost))
    if uses_up_bang(kind) and seat == game.turn:
        game.count_use("bang")
    if option.target >= 0 and "friendly" not in kind.tags:
        game.blame(seat, option.target)
    game.tell(CardPlayed(seat, option.card, option.as_, option.target, list(option.cost)))
    for paid in option.cost:
        leave_hand(game, seat, paid, "play")
        to_discard(game, paid)
    leave_hand(game, seat, option.card, "play")
    if willing:
        card_used(game, seat, option.card)
    if kind.border == "brown":
        to_discard(game, option.card)
        apply(game, act)
    else:
        lay_in_front(game, act)
    for rule, me in in_force(game, "card_played"):
        rule.card_played(game, me, act)


def apply(game: Game, act: Act) -> None:
    """What the card's row says, in order."""
    for name, number in reversed(KINDS[act.kind].does):
        game.do(Effect(act, name, number))


@frame
class Effect(Frame):
    """One effect of a card row."""

    act: Act
    name: str
    number: int

    def work(self, game: Game) -> None:
        EFFECTS[self.name](game, self.act, self.number)


def lay_in_front(game: Game, act: Act) -> None:
    """Blue and green cards, in front of the player or of another, who may know how to prevent it."""
    if act.target not in (-1, act.seat) and escapes(game, act, act.target):
        game.do(Delivery(act))
    else:
        arrive(game, act)


@frame
class Delivery(Frame):
    """A card is about to lie in front of another player, unless he escapes."""

    act: Act

    def ask(self, game: Game) -> Decision | None:
        act = self.act
        return Decision(act.target, "escape", [*escapes(game, act, act.target), PASS], act.seat, act.kind)

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pass":
            arrive(game, self.act)
        elif escaped(game, self.act, self.act.target, option):
            to_discard(game, self.act.card)

    def held(self) -> list[int]:
        return [self.act.card]


def arrive(game: Game, act: Act) -> None:
    """The card lies in front; a new weapon takes the place of the old one (base rules, section 5)."""
    owner = act.target if act.target >= 0 else act.seat
    if "weapon" in KINDS[act.kind].tags:
        for card in list(game.seats[owner].play):
            if "weapon" in CARDS[card].kind.tags:
                discard_from_front(game, owner, card, "replaced")
    put_in_front(game, owner, act.card)
    for rule, me in in_force(game, "put_in_front"):
        rule.put_in_front(game, me, act)
