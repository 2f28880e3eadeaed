"""Losing life, dying, elimination, rewards and penalties (base rules, sections 6 and 7)."""

from engine import victory
from engine.cards import CARDS
from engine.decisions import HAND, PASS, Decision, Option
from engine.events import CardPlayed, Eliminated, LifeGained, LifeLost, NoEffect, Punished, Rewarded
from engine.game import Act, Game
from engine.hooks import in_force, rule_named
from engine.legal import answers_as, is_beer, pick_options
from engine.piles import discard_any, draw, leave_hand, random_hand_card, steal, to_discard
from engine.stack import Frame, frame


def life_fixed(game: Game, seat: int) -> bool:
    """Ghosts and shadows can neither lose nor gain life points."""
    if game.seats[seat].visit:
        return True
    return any(rule.life_fixed(game, me, seat) for rule, me in in_force(game, "life_fixed"))


def heal(game: Game, seat: int, points: int, card: str) -> None:
    """Regains life points, never above the maximum."""
    place = game.seats[seat]
    gained = 0 if life_fixed(game, seat) else min(points, place.max_life - place.life)
    if gained > 0:
        place.life += gained
        game.tell(LifeGained(seat, gained, card, place.life))
    else:
        game.tell(NoEffect(seat, card))


def beer_works(game: Game) -> bool:
    """A Beer does nothing while only two players are alive (base rules, Beer)."""
    return len(game.living()) > 2


def drink(game: Game, seat: int, card: str) -> None:
    """The effect of a Beer."""
    if not beer_works(game):
        game.tell(NoEffect(seat, card))
        return
    points = 1
    for rule, me in in_force(game, "beer_heals"):
        points = rule.beer_heals(game, me, points, seat)
    heal(game, seat, points, card)


@frame
class Hit(Frame):
    """Life points are lost: first whoever can prevent it, then the loss, the rescue, and what follows from it."""

    seat: int
    act: Act
    points: int = 1
    asked: bool = False

    def work(self, game: Game) -> None:
        place = game.seats[self.seat]
        if self.points <= 0 or not place.alive:
            return
        if life_fixed(game, self.seat):
            game.tell(NoEffect(self.seat, self.act.kind))
        elif not self.asked and in_force(game, "before_loss"):
            self.asked = True
            game.do(self)
            for rule, me in in_force(game, "before_loss"):
                rule.before_loss(game, me, self)
        else:
            self._lose(game)

    def got(self, game: Game, value: int) -> None:
        """Somebody has prevented ``value`` life points."""
        self.points -= value

    def _lose(self, game: Game) -> None:
        place = game.seats[self.seat]
        place.life -= self.points
        game.tell(LifeLost(self.seat, self.points, self.act.kind, self.act.seat, place.life))
        game.blame(self.act.seat, self.seat)
        after = Hurt(self.seat, self.act, self.points, place.life)
        game.do(Dying(self.seat, self.act), after) if place.life <= 0 else game.do(after)
        for rule, me in in_force(game, "life_lost"):
            rule.life_lost(game, me, self.seat, self.points, self.act)


@frame
class Hurt(Frame):
    """The seat has survived a loss: Bart Cassidy, El Gringo and the like."""

    seat: int
    act: Act
    points: int
    left: int
    """Life points just after the loss."""

    def work(self, game: Game) -> None:
        if game.seats[self.seat].alive:
            for rule, me in in_force(game, "after_damage"):
                rule.after_damage(game, me, self.seat, self.points, self.act, self.left)


@frame
class Dying(Frame):
    """Life at 0 or less: Beers and abilities one after the other until life is 1, or the player gives up."""

    seat: int
    act: Act

    def ask(self, game: Game) -> Decision | None:
        place = game.seats[self.seat]
        if place.life > 0 or not place.alive:
            return None
        options = answers_as(game, self.seat, is_beer) if beer_works(game) else []
        for rule, me in in_force(game, "rescues"):
            options.extend(rule.rescues(game, me, self.seat))
        facts = {"needed": 1 - place.life}
        return Decision(self.seat, "dying", [*options, PASS], self.act.seat, self.act.kind, facts)

    def work(self, game: Game) -> None:
        """Rescued."""

    def take(self, game: Game, option: Option) -> None:
        if option.verb == "pass":
            game.do(Death(self.seat, self.act))
            return
        game.do(self)
        if option.verb == "play":
            leave_hand(game, self.seat, option.card, "answer")
            to_discard(game, option.card)
            game.tell(CardPlayed(self.seat, option.card, option.as_, answer=True))
            drink(game, self.seat, CARDS[option.card].name)
            card_used(game, self.seat, option.card)
            beer_drunk = Act(self.seat, CARDS[option.card].name, option.card, self.seat)
            for rule, me in in_force(game, "card_played"):
                rule.card_played(game, me, beer_drunk)
        else:
            rule_named(game, "rescues", option.name, self.seat).rescue(game, self.seat, self.seat, option)


@frame
class Death(Frame):
    """Elimination: the role is shown, the cards go, reward or penalty is due, then the end of the game is tested."""

    seat: int
    act: Act
    asked: bool = False

    def work(self, game: Game) -> None:
        if not game.seats[self.seat].alive or game.seats[self.seat].life > 0:
            return
        if not self.asked and in_force(game, "would_die"):
            self.asked = True
            game.do(self)
            for rule, me in in_force(game, "would_die"):
                rule.would_die(game, me, self.seat, self.act)
            return
        place = game.seats[self.seat]
        place.shown = True
        game.tell(Eliminated(self.seat, place.role, self.act.seat, self.act.kind))
        eliminate(game, self.seat, self.act)


def eliminate(game: Game, seat: int, act: Act) -> None:
    """The seat goes out of the game: its cards go to the heirs, then everybody who lives by it has his share."""
    place = game.seats[seat]
    willing = {me for rule, me in in_force(game, "inherits") if rule.inherits(game, me, seat)}
    heirs = [other for other in game.clockwise(seat) if other in willing]
    place.alive = False
    place.life = 0
    if seat not in game.deaths:
        game.deaths.append(seat)
    game.changed()
    game.check = True
    game.do(Estate(seat, heirs, 0), Reckoning(seat, act))


@frame
class Estate(Frame):
    """The cards of an eliminated player: all to one heir, else to the discard pile. Two Vulture Sams take by turns,
    beginning on the left of the dead player, a random card of the hand or one in front (Dodge City, FAQ D03).

    House rule death_discard_order: the hand in its order, then what lies in front.
    """

    seat: int
    heirs: list[int]
    next: int

    def ask(self, game: Game) -> Decision | None:
        place = game.seats[self.seat]
        if len(self.heirs) < 2 or not place.hand + place.play:
            return None
        heir = self.heirs[self.next % len(self.heirs)]
        return Decision(heir, "inherit", pick_options(game, heir, self.seat), facts={"player": self.seat})

    def work(self, game: Game) -> None:
        place = game.seats[self.seat]
        for card in place.hand + place.play:
            if self.heirs:
                steal(game, self.heirs[0], self.seat, card, "death")
            else:
                discard_any(game, self.seat, card, "death")

    def take(self, game: Game, option: Option) -> None:
        heir = self.heirs[self.next % len(self.heirs)]
        self.next += 1
        game.do(self)
        card = random_hand_card(game, self.seat) if option.pick == HAND else option.card
        steal(game, heir, self.seat, card, "death")


@frame
class Reckoning(Frame):
    """Reward, penalty, and who else lives by a death (base rules, section 7)."""

    seat: int
    act: Act

    def work(self, game: Game) -> None:
        killer = self.act.seat
        if killer not in (-1, self.seat) and game.seats[killer].alive:
            self._settle_with(game, killer)
        if game.winners is not None:
            return
        for rule, me in in_force(game, "eliminated"):
            rule.eliminated(game, me, self.seat, self.act)
        if game.option("end_check", "after_card") == "each_death":
            victory.check(game)

    def _settle_with(self, game: Game, killer: int) -> None:
        role = victory.side_of(game.seats[self.seat].role)
        if victory.three_handed(game):
            victory.prey_taken(game, killer, self.seat)
            if game.winners is None:
                self._reward(game, killer)
        elif role == "outlaw":
            self._reward(game, killer)
        elif role == "deputy" and game.seats[killer].role == "sheriff":
            game.tell(Punished(killer, self.seat))
            game.do(Forfeit(killer))

    def _reward(self, game: Game, killer: int) -> None:
        game.tell(Rewarded(killer, 3, self.seat))
        draw(game, killer, 3, "reward")


@frame
class Forfeit(Frame):
    """The sheriff who has eliminated a deputy discards all cards, hand and in front (equipment too, nuggets not)."""

    seat: int

    def work(self, game: Game) -> None:
        place = game.seats[self.seat]
        for card in place.hand + place.play:
            discard_any(game, self.seat, card, "penalty")
        for rule, me in in_force(game, "stripped"):
            rule.stripped(game, me, self.seat, "penalty")


def card_used(game: Game, seat: int, card: int) -> None:
    """Tells the rules that a hand card was used of its owner's own will."""
    for rule, me in in_force(game, "card_used"):
        rule.card_used(game, me, seat, card)
