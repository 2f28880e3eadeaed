"""Cards that bring somebody back or keep something off him: Ghost, Escape, Saved!."""

from engine.cards import CARDS, KINDS
from engine.damage import Hit, card_used, eliminate
from engine.decisions import NO_CARD, PASS, Decision, Option, Refusal
from engine.drawing import FROM_DECK, hand_source
from engine.events import CameBack, CardPlayed, WentAgain
from engine.game import Act, Game
from engine.hooks import Family, Rule, variant
from engine.legal import target_rule, why_not_use
from engine.piles import draw, leave_hand, provoke, random_hand_card, steal, to_discard
from engine.shooting import give_up
from engine.stack import Frame, frame

GHOST_CARD = "Ghost"
MARK = "ghost"
"""Seat mark: an eliminated player who is in the game while a Ghost lies in front of him."""


def czech(game: Game) -> bool:
    """Do the texts of the Czech edition hold?"""
    return bool(game.option("udoli_stinu", False))


@variant("valley_of_shadows")
class Valley(Rule):
    """What the set's cards do that need no place in front: ghosts come and go, Escape and Saved! out of the hand."""

    def put_in_front(self, game: Game, me: int, act: Act) -> None:
        if act.kind == GHOST_CARD:
            come_back(game, act.target)

    def left_front(self, game: Game, me: int, seat: int, card: int) -> None:
        if CARDS[card].name == GHOST_CARD and game.seats[seat].marks.pop(MARK, 0):
            game.now(Fade(seat))

    def placed(self, game: Game, me: int) -> None:
        for seat in range(len(game.seats)):
            if game.front(seat, GHOST_CARD) >= 0:
                come_back(game, seat)

    def life_fixed(self, game: Game, me: int, seat: int) -> bool:
        return MARK in game.seats[seat].marks

    def escapes(self, game: Game, me: int, act: Act, seat: int, shot: bool) -> list[Option]:
        return _hand_cards(game, seat, "Escape") if escapable(game, act, seat) else []

    def escape(self, game: Game, me: int, act: Act, seat: int, option: Option) -> None:
        give_up(game, seat, option)

    def before_loss(self, game: Game, me: int, hit: Hit) -> None:
        savers = [seat for seat in game.clockwise(hit.seat) if _hand_cards(game, seat, "Saved!")]
        if czech(game):
            savers = [seat for seat in savers if seat != game.turn]
        if savers:
            game.do(Saving(savers, hit.seat, hit.act))


@variant("udoli_stinu")
class SilentGhosts(Rule):
    """The Czech Ghost comes back without the character's ability."""

    def silences(self, game: Game, me: int, family: Family, owner: int) -> bool:
        return family == "character" and MARK in game.seats[owner].marks


def _hand_cards(game: Game, seat: int, name: str) -> list[Option]:
    """Cards of this name that the seat may play out of its hand now."""
    hand = game.seats[seat].hand
    return [Option("play", c) for c in hand if CARDS[c].name == name and not why_not_use(game, seat, c, name)]


# --- Ghost ----------------------------------------------------------------------------------------------------------


@target_rule("eliminated", dead=True)
def eliminated(game: Game, seat: int, target: int) -> Refusal | None:
    """A player who is out of the game (Ghost)."""
    place = game.seats[target]
    return Refusal("{player} is still in the game", {"player": place.name}) if place.alive else None


def come_back(game: Game, seat: int) -> None:
    """While the Ghost lies there the player is in the game, on his turns and off them, with no life point that could
    be gained or lost."""
    place = game.seats[seat]
    place.alive = True
    place.life = 0
    place.sealed = False
    place.marks[MARK] = 1
    game.changed()
    game.tell(CameBack(seat, GHOST_CARD, 0))


@frame
class Fade(Frame):
    """The Ghost has left: its player is out again, and his cards go like those of anybody eliminated."""

    seat: int

    def work(self, game: Game) -> None:
        if game.seats[self.seat].alive:
            game.tell(WentAgain(self.seat))
            eliminate(game, self.seat, Act(-1, GHOST_CARD))


# --- Escape ---------------------------------------------------------------------------------------------------------


def escapable(game: Game, act: Act, seat: int) -> bool:
    """Is it the effect of a brown card other than BANG!? In the Czech edition: of any card other than BANG! that has
    the seat as its only target."""
    if act.card == NO_CARD or act.kind not in KINDS or act.seat == act.target == seat:
        return False
    kind = KINDS[act.kind]
    if "bang" in kind.tags:
        return False
    return bool(kind.target) and act.target == seat if czech(game) else kind.border == "brown"


# --- Saved! ---------------------------------------------------------------------------------------------------------


@frame
class Saving(Frame):
    """Somebody is about to lose life for certain: whoever holds a Saved! may take a point off the loss below."""

    queue: list[int]
    victim: int
    act: Act

    def ask(self, game: Game) -> Decision | None:
        points = game.stack[_loss(game)].points
        options = _hand_cards(game, self.queue[0], "Saved!") if self.queue and points > 0 else []
        if not options:
            return None
        facts = {"player": self.victim, "points": points}
        return Decision(self.queue[0], "save", [*options, PASS], self.act.seat, self.act.kind, facts)

    def work(self, game: Game) -> None:
        """The next in the queue has no Saved! left."""
        if self.queue and game.stack[_loss(game)].points > 0:
            self.queue.pop(0)
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        saver = self.queue[0]
        game.do(self)
        if option.verb == "pass":
            self.queue.pop(0)
            return
        place = _loss(game)
        loss: Hit = game.stack[place]
        fatal = loss.points >= game.seats[self.victim].life
        loss.got(game, 1)
        game.stack.insert(place, Thanks(saver, self.victim, fatal))
        leave_hand(game, saver, option.card, "answer")
        to_discard(game, option.card)
        game.tell(CardPlayed(saver, option.card, option.as_, self.victim, answer=True))
        card_used(game, saver, option.card)


def _loss(game: Game) -> int:
    """The place on the stack of the loss that is about to happen."""
    return next(place for place in range(len(game.stack) - 1, -1, -1) if isinstance(game.stack[place], Hit))


@frame
class Thanks(Frame):
    """The saved player has survived: his saver draws two cards from his hand at random or from the deck; in the Czech
    edition only from the hand, and only of a player saved from elimination."""

    saver: int
    saved: int
    fatal: bool

    def ask(self, game: Game) -> Decision | None:
        if czech(game) or not game.seats[self.saver].alive or not game.seats[self.saved].alive:
            return None
        options = [FROM_DECK, hand_source(self.saved)] if game.seats[self.saved].hand else [FROM_DECK]
        return Decision(self.saver, "thanks", options, card="Saved!", facts={"player": self.saved})

    def take(self, game: Game, option: Option) -> None:
        if option.name:
            draw(game, self.saver, 2, "Saved!")
        else:
            self._from_hand(game)

    def work(self, game: Game) -> None:
        if czech(game) and self.fatal:
            self._from_hand(game)

    def _from_hand(self, game: Game) -> None:
        game.do(Gift(self.saver, self.saved), Gift(self.saver, self.saved))


@frame
class Gift(Frame):
    """One random card of the saved player's hand goes to his saver."""

    saver: int
    saved: int
    asked: bool = False

    def work(self, game: Game) -> None:
        giver = game.seats[self.saved]
        if not game.seats[self.saver].alive or not giver.alive or not giver.hand:
            return
        if not self.asked:
            self.asked = True
            game.do(self)
            provoke(game, self.saved, self.saver)
        else:
            steal(game, self.saver, self.saved, random_hand_card(game, self.saved), "Saved!")
