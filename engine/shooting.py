"""Shots and their answers, Gatling, Indians!, Duel (base rules, sections 4 and 5)."""

from dataclasses import field

from engine.cards import CARDS, KINDS
from engine.damage import Hit, card_used
from engine.decisions import NO_CARD, PASS, Decision, Option
from engine.effects import EFFECTS, effect, escaped, escapes, is_immune, untouched
from engine.events import Avoided, CardPlayed, Declined, FlipSettled
from engine.flipping import is_suit
from engine.game import Act, Game
from engine.hooks import in_force, rule_named
from engine.legal import answers_as, front_answers, is_bang, is_missed
from engine.piles import leave_hand, to_discard, use_up
from engine.stack import Frame, frame


def give_up(game: Game, seat: int, option: Option, duel: bool = False) -> None:
    """Lays down a hand card as an answer."""
    leave_hand(game, seat, option.card, "duel" if duel else "answer")
    to_discard(game, option.card)
    game.tell(CardPlayed(seat, option.card, option.as_, answer=True))
    card_used(game, seat, option.card)


def shoot(game: Game, act: Act, target: int, damage: int = 1) -> None:
    """Puts a shot at the target on the stack."""
    need = 1
    for rule, me in in_force(game, "missed_needed"):
        need = rule.missed_needed(game, me, need, act, target)
    for rule, me in in_force(game, "damage"):
        damage = rule.damage(game, me, damage, act, target)
    game.do(Shot(target, act, need, damage))


@frame
class Shot(Frame):
    """One player is shot at. Missed! effects cancel it when as many as needed have come; each Barrel-like chance may
    be tried once; else life is lost."""

    instant = True
    target: int
    act: Act
    need: int = 1
    damage: int = 1
    tried: list[str] = field(default_factory=list)
    fired: bool = False
    sure: bool = False
    """Cannot be avoided."""

    def ask(self, game: Game) -> Decision | None:
        if not self.fired or self.need <= 0 or self.sure or not game.seats[self.target].alive:
            return None
        return self.question(game)

    def question(self, game: Game) -> Decision:
        options = answers_as(game, self.target, is_missed)
        options.extend(front_answers(game, self.target))
        for rule, me in in_force(game, "shot_answers"):
            options.extend(rule.shot_answers(game, me, self))
        options.extend(escapes(game, self.act, self.target, shot=True))
        facts = {"missed": self.need, "points": self.damage}
        return Decision(self.target, "shot", [*options, PASS], self.act.seat, self.act.kind, facts)

    def work(self, game: Game) -> None:
        if not game.seats[self.target].alive:
            return
        if not self.fired:
            self.fired = True
            if not untouched(game, self.act, self.target):
                game.do(self)
                for rule, me in in_force(game, "shot_fired"):
                    rule.shot_fired(game, me, self)
        elif self.need <= 0 and not self.sure:
            self.avoided(game)
        else:
            self.hits(game)

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pass":
            game.tell(Declined(self.target, self.act.kind))
            self.hits(game)
        elif escaped(game, self.act, self.target, option):
            return
        elif option.card != NO_CARD:
            self._miss(game, option)
        else:
            self.tried.append(option.name)
            rule_named(game, "shot_answers", option.name, self.target).answer_shot(game, self.target, self, option)

    def _miss(self, game: Game, option: Option) -> None:
        """A Missed! effect, from the hand or a green card in front, and what it brings besides."""
        self.need -= 1
        game.do(self)
        if option.verb == "play":
            give_up(game, self.target, option)
        else:
            use_up(game, self.target, option.card)
        kind = KINDS[option.as_ or CARDS[option.card].name]
        for name, number in kind.answers:
            EFFECTS[name](game, Act(self.target, kind.name, option.card, self.act.seat), number)
        for rule, me in in_force(game, "missed_played"):
            rule.missed_played(game, me, self, option)

    def got(self, game: Game, value: int) -> None:
        """The card flipped for a Barrel or the like: a heart is one Missed! effect (base rules, 5.13)."""
        success = is_suit(game, value, "H")
        self.need -= success
        game.tell(FlipSettled(self.target, value, self.tried[-1], success))

    def avoided(self, game: Game) -> None:
        """Cancelled."""
        game.tell(Avoided(self.target, self.act.kind, self.act.seat))

    def hits(self, game: Game) -> None:
        """Not cancelled."""
        game.do(Hit(self.target, self.act, self.damage), Landed(self.target, self.act))


@frame
class Landed(Frame):
    """The shot has hit and its loss is settled."""

    target: int
    act: Act

    def work(self, game: Game) -> None:
        for rule, me in in_force(game, "shot_hit"):
            rule.shot_hit(game, me, self.act, self.target)


@frame
class Volley(Frame):
    """Everybody in the queue is shot at, one after the other (Gatling)."""

    settles = True
    act: Act
    queue: list[int]

    def work(self, game: Game) -> None:
        if not self.queue:
            return
        target = self.queue.pop(0)
        game.do(self)
        if game.seats[target].alive:
            shoot(game, self.act, target)

    def ahead(self, game: Game) -> list[Decision]:
        queue = [seat for seat in self.queue if game.seats[seat].alive and not is_immune(game, self.act, seat)]
        return [Shot(seat, self.act).question(game) for seat in queue]


@frame
class Raid(Frame):
    """Everybody in the queue gives up a BANG! card or loses a life point (Indians!)."""

    settles = True
    act: Act
    queue: list[int]

    def ask(self, game: Game) -> Decision | None:
        if not self.queue or not game.seats[self.queue[0]].alive:
            return None
        return self.question(game, self.queue[0])

    def question(self, game: Game, seat: int) -> Decision:
        options = [*answers_as(game, seat, is_bang), *escapes(game, self.act, seat), PASS]
        return Decision(seat, "bang", options, self.act.seat, self.act.kind)

    def work(self, game: Game) -> None:
        """The first in the queue has been eliminated meanwhile."""
        if self.queue:
            self.queue.pop(0)
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue.pop(0)
        game.do(self)
        if option.verb == "pass":
            game.tell(Declined(seat, self.act.kind))
            game.do(Hit(seat, self.act))
        elif not escaped(game, self.act, seat, option):
            give_up(game, seat, option)
            game.tell(Avoided(seat, self.act.kind, self.act.seat))

    def ahead(self, game: Game) -> list[Decision]:
        return [self.question(game, seat) for seat in self.queue if game.seats[seat].alive]


@frame
class DuelRound(Frame):
    """The seat must give up a BANG! card or loses the Duel; then it is the other's turn to."""

    seat: int
    other: int
    act: Act
    opening: bool = False
    """The challenged player's first answer: he may still escape the whole Duel."""

    def ask(self, game: Game) -> Decision | None:
        options = answers_as(game, self.seat, is_bang)
        if self.opening:
            options.extend(escapes(game, self.act, self.seat))
        return Decision(self.seat, "bang", [*options, PASS], self.other, self.act.kind)

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pass":
            game.tell(Declined(self.seat, self.act.kind))
            game.do(Hit(self.seat, self.act))
        elif not self.opening or not escaped(game, self.act, self.seat, option):
            game.do(DuelRound(self.other, self.seat, self.act))
            give_up(game, self.seat, option, duel=True)


def touched(game: Game, act: Act, *, itself: bool = False) -> list[int]:
    """The others, clockwise from the left, whom the act touches; with ``itself`` beginning with the player."""
    return [seat for seat in game.clockwise(act.seat, itself=itself) if not untouched(game, act, seat)]


@effect("shoot")
def _shoot(game: Game, act: Act, number: int) -> None:
    shoot(game, act, act.target)


@effect("shoot_others")
def _shoot_others(game: Game, act: Act, number: int) -> None:
    game.do(Volley(act, game.clockwise(act.seat)))


@effect("indians")
def _indians(game: Game, act: Act, number: int) -> None:
    game.do(Raid(act, touched(game, act)))


@effect("duel")
def _duel(game: Game, act: Act, number: int) -> None:
    if not untouched(game, act, act.target):
        game.do(DuelRound(act.target, act.seat, act, opening=True))
