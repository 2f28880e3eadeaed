"""\"Draw!\": turning up a card and looking at its suit and rank (base rules, section 4)."""

from dataclasses import dataclass

from engine.cards import CARDS
from engine.decisions import NO_CARD, Decision, Option
from engine.events import Flipped
from engine.game import Game
from engine.hooks import in_force
from engine.piles import suit_of, to_discard, top_card
from engine.stack import Frame, frame, hand_over


@frame
class Flip(Frame):
    """Turns up one card, or several of which the seat chooses one; all go to the discard pile. The card that counts
    is handed to the frame below; -1 where no card was left (a "draw!" without a card fails)."""

    seat: int
    why: str
    cards: list[int] | None = None

    def ask(self, game: Game) -> Decision | None:
        if not self.cards:
            return None
        return Decision(self.seat, "flip", [Option("pick", card) for card in self.cards], card=self.why)

    def work(self, game: Game) -> None:
        if self.cards is not None:
            hand_over(game, -1)
            return
        count = 1
        for rule, me in in_force(game, "flips"):
            count = rule.flips(game, me, count, self.seat)
        cards = [card for card in (top_card(game) for _ in range(count)) if card >= 0]
        if cards:
            game.tell(Flipped(self.seat, list(cards), self.why))
        self.cards = cards
        if len(cards) == 1:
            self._settle(game, cards[0])
        else:
            game.do(self)

    def take(self, game: Game, option: Option) -> None:
        self._settle(game, option.card)

    def _settle(self, game: Game, chosen: int) -> None:
        """The waiting frame learns the card; when what it means is settled, somebody may take it (John Pain)."""
        cards, self.cards = self.cards or [], []
        for card in sorted(cards, key=lambda card: card == chosen):
            to_discard(game, card)
        waiting = game.stack[-1]
        if in_force(game, "flip_settled"):
            after = Settled(self.seat, [chosen])
            game.now(after) if waiting.instant else game.stack.insert(len(game.stack) - 1, after)
        waiting.got(game, chosen)

    def held(self) -> list[int]:
        return self.cards or []


@dataclass(slots=True)
class Verdict(Frame):
    """Base of what a "draw!" means for the seat that made it: waits below the ``Flip``, learns the card, then works."""

    seat: int
    flipped: int = NO_CARD

    def got(self, game: Game, value: int) -> None:
        self.flipped = value


@frame
class Settled(Frame):
    """A "draw!" and what it meant is over."""

    seat: int
    cards: list[int]

    def work(self, game: Game) -> None:
        for rule, me in in_force(game, "flip_settled"):
            rule.flip_settled(game, me, self.seat, self.cards)


def is_suit(game: Game, card: int, suits: str) -> bool:
    """Is it of one of these suits, as rules see it now? No card is of none."""
    return card >= 0 and suit_of(game, card) in suits


def explodes(game: Game, card: int) -> bool:
    """Spades 2 to 9 (base rules, Dynamite)."""
    return is_suit(game, card, "S") and CARDS[card].rank in "23456789"
