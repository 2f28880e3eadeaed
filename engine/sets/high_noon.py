"""High Noon: thirteen events, and The Bullet's two that lie in the same pile (docs/rules/high_noon.md)."""

from engine import comeback, eventpile
from engine.cards import CARDS, CHARACTERS, KINDS
from engine.comeback import GHOST
from engine.damage import Hit, heal, life_fixed
from engine.decisions import NO, YES, Decision, Option, Refusal
from engine.events import CharacterChanged, SuitNamed
from engine.game import Act, Game
from engine.hooks import CHARACTERS as ABILITIES
from engine.hooks import Family, Rule, event_rule
from engine.piles import discard_from_front, hand_matters
from engine.setup import prepares
from engine.stack import Frame, frame

SUITS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}


@prepares("high_noon")
def lay_pile(game: Game) -> None:
    """Thirteen events, with The Bullet's two among them where it is in the box; High Noon lies last."""
    eventpile.lay(game, "high_noon", "bullet")


@event_rule("high_noon", "Blessing")
class Blessing(Rule):
    """Every card counts as Hearts."""

    def suit(self, game: Game, me: int, value: str, card: int) -> str:
        return "H"


@event_rule("high_noon", "Curse")
class Curse(Rule):
    """Every card counts as Spades; its rank stays."""

    def suit(self, game: Game, me: int, value: str, card: int) -> str:
        return "S"


@event_rule("high_noon", "The Daltons")
class Daltons(Rule):
    """Once, when they come: each player with blue cards in front discards one of them, the sheriff first, clockwise."""

    def comes(self, game: Game, me: int) -> None:
        game.do(DaltonRaid(game.clockwise(game.turn, itself=True)))


@frame
class DaltonRaid(Frame):
    """Each in the queue gives up one of the blue cards in front of him."""

    queue: list[int]

    def ask(self, game: Game) -> Decision | None:
        return self._question(game, self.queue[0]) if self.queue else None

    def _question(self, game: Game, seat: int) -> Decision | None:
        cards = [card for card in game.seats[seat].play if CARDS[card].kind.border == "blue"]
        if not cards or not game.seats[seat].alive:
            return None
        return Decision(seat, "give up", [Option("discard", card) for card in cards], card="The Daltons")

    def work(self, game: Game) -> None:
        """The next in the queue has nothing to give up."""
        if self.queue:
            self.queue.pop(0)
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        seat = self.queue.pop(0)
        game.do(self)
        discard_from_front(game, seat, option.card, "The Daltons")

    def ahead(self, game: Game) -> list[Decision]:
        return [question for seat in self.queue[1:] if (question := self._question(game, seat))]


@event_rule("high_noon", "The Doctor")
class Doctor(Rule):
    """Once, when he comes: the living players with the fewest life points regain one (house rule doctor_full_life)."""

    def comes(self, game: Game, me: int) -> None:
        patients = [seat for seat in game.clockwise(game.turn, itself=True) if not life_fixed(game, seat)]
        fewest = min((game.seats[seat].life for seat in patients), default=0)
        for seat in patients:
            if game.seats[seat].life == fewest:
                heal(game, seat, 1, self.name)


@event_rule("high_noon", "Ghost Town")
class GhostTown(Rule):
    """Eliminated players have their turn as ghosts and draw three cards in it; abilities count where they give more
    (house rule ghost_draws)."""

    def takes_turn(self, game: Game, me: int, seat: int) -> int:
        return GHOST

    def enters(self, game: Game, me: int, seat: int) -> None:
        comeback.visit(game, seat, GHOST, self.name)

    def draws_at_least(self, game: Game, me: int, value: int, seat: int) -> int:
        return 3 if game.seats[seat].visit == GHOST else 0


@event_rule("high_noon", "Gold Rush")
class GoldRush(Rule):
    """Turns pass counter-clockwise; effects of cards do not."""

    def turn_order(self, game: Game, me: int, value: int) -> int:
        return -1


@event_rule("high_noon", "Hangover")
class Hangover(Rule):
    """No character has an ability."""

    def silences(self, game: Game, me: int, family: Family, owner: int) -> bool:
        return family == "character"

    def comes(self, game: Game, me: int) -> None:
        for seat in game.living():
            if game.seats[seat].character in ABILITIES:
                ABILITIES[game.seats[seat].character].silenced(game, seat)

    def goes(self, game: Game, me: int) -> None:
        """Whoever acts on an empty hand does so at once (Suzy Lafayette)."""
        for seat in game.clockwise(game.turn, itself=True):
            hand_matters(game, seat)


@event_rule("high_noon", "High Noon")
class HighNoon(Rule):
    """At the start of each turn the player loses a life point; nobody did it."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        game.do(Hit(seat, Act(-1, self.name)))


@event_rule("high_noon", "The Reverend")
class Reverend(Rule):
    """No Beer can be played, not even at the last life point."""

    def forbids(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        if "beer" not in KINDS[kind].tags:
            return None
        return Refusal("The Reverend is here: no {card} can be played", {"card": kind})


@event_rule("high_noon", "The Sermon")
class Sermon(Rule):
    """Nobody can use BANG! cards, or what counts as one, in his own turn: not to shoot, not in a Duel."""

    def forbids(self, game: Game, me: int, seat: int, card: int, kind: str) -> Refusal | None:
        if seat != game.turn or "bang" not in KINDS[kind].tags:
            return None
        return Refusal("The Sermon is on: no {card} card can be used in one's own turn", {"card": kind})


@event_rule("high_noon", "Shootout")
class Shootout(Rule):
    """Two BANG! cards a turn instead of one."""

    def bang_limit(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1


@event_rule("high_noon", "Thirst")
class Thirst(Rule):
    """Phase 1: one card less (house rule thirst_extra_draws)."""

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        return value - 1


@event_rule("high_noon", "Train Arrival")
class TrainArrival(Rule):
    """Phase 1: one card more."""

    def draw_count(self, game: Game, me: int, value: int, seat: int) -> int:
        return value + 1


@event_rule("high_noon", "Handcuffs")
class Handcuffs(Rule):
    """At the end of phase 1 the player names a suit; for this turn he can play only hand cards on which it is printed
    (house rules handcuffs_scope, handcuffs_suits)."""

    def after_draw(self, game: Game, me: int, seat: int) -> None:
        game.do(SuitChoice(seat))

    def binds(self, game: Game, me: int, seat: int, card: int) -> Refusal | None:
        named = next((name for name in SUITS if game.used.get(f"Handcuffs {name}")), None)
        if named is None or seat != game.turn or CARDS[card].suit == SUITS[named]:
            return None
        return Refusal("Handcuffs: you can play only {suit} in this turn", {"suit": named})


@frame
class SuitChoice(Frame):
    """The player names the suit that Handcuffs leave him."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        if not game.seats[self.seat].alive:
            return None
        return Decision(self.seat, "suit", [Option("pick", name=name) for name in SUITS], card="Handcuffs")

    def work(self, game: Game) -> None:
        """He is out of the game."""

    def take(self, game: Game, option: Option) -> None:
        game.count_use(f"Handcuffs {option.name}")
        game.tell(SuitNamed(self.seat, option.name))


@event_rule("high_noon", "New Identity")
class NewIdentity(Rule):
    """At the start of each turn the player looks at his second character and may change to it for the rest of the game;
    he then has two life points (house rules new_identity_source, new_identity_ghost)."""

    def turn_start(self, game: Game, me: int, seat: int) -> None:
        place = game.seats[seat]
        if place.marks.get(self.name) or not game.unused:
            return
        if place.second not in game.unused:
            place.second = game.rng.pick(game.unused)
        game.do(IdentityOffer(seat))


@frame
class IdentityOffer(Frame):
    """The player may become his second character."""

    seat: int

    def ask(self, game: Game) -> Decision | None:
        facts = {"character": game.seats[self.seat].second}
        return Decision(self.seat, "identity", [YES, NO], card="New Identity", facts=facts)

    def take(self, game: Game, option: Option) -> None:
        if option == YES:
            change_character(game, self.seat)
            game.seats[self.seat].marks["New Identity"] = 1


def change_character(game: Game, seat: int) -> None:
    """The second character takes the place of the first. Hand, cards in front and role stay; a ghost stays at 0."""
    place = game.seats[seat]
    game.unused.remove(place.second)
    lent = [name for name in place.copied if all(name != other.character for other in game.seats)]
    game.unused[:0] = [place.character, *(name for name in lent if name not in game.unused)]
    place.character, place.second = place.second, ""
    place.copied = []
    place.max_life = CHARACTERS[place.character].life + (place.role == "sheriff")
    place.life = 0 if life_fixed(game, seat) else min(2, place.max_life)
    game.changed()
    game.tell(CharacterChanged(seat, place.character, place.life))
    hand_matters(game, seat)
