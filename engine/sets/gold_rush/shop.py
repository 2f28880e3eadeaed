"""Earning nuggets and spending them: the shop, equipment paid away, Beers sold, and what brown equipment does."""

from engine.cards import CARDS, EQUIPMENT, KINDS, Equipment
from engine.damage import card_used, heal
from engine.decisions import GOLD, NO_CARD, NOBODY, Option, Refusal
from engine.effects import effect
from engine.events import AbilityUsed, Bought, CardPlayed, Flipped
from engine.explain import why_not_at
from engine.game import Act, Game
from engine.hooks import Rule, in_force, variant
from engine.legal import is_beer, picks_of, targets_of, usable_as, ways, why_not_aim, why_not_use
from engine.piles import draw, leave_hand, suit_of, to_discard, top_card
from engine.setup import prepares
from engine.treasury import (
    earn,
    equip,
    in_shop,
    lay_shop,
    lay_under,
    owned,
    pay,
    refill,
    unequip,
)
from engine.turn import Effect, turn_of


@prepares("gold_rush")
def open_shop(game: Game) -> None:
    """Three cards are turned up, everybody starts without gold."""
    lay_shop(game)


@variant("gold_rush")
class Economy(Rule):
    """A nugget for each life point that somebody makes another player lose; three things to do with nuggets in phase 2;
    what becomes of nuggets and equipment when a player is eliminated."""

    def life_lost(self, game: Game, me: int, seat: int, points: int, act: Act) -> None:
        """Nobody is paid for Dynamite, nor for wounding himself (house rule duel_self_loss_pays)."""
        if act.seat not in (NOBODY, seat) and game.seats[act.seat].alive:
            earn(game, act.seat, points, act.kind)

    def eliminated(self, game: Game, me: int, seat: int, act: Act) -> None:
        """The bounty on a Wanted player; then his equipment goes, and his gold if he is not to return as a shadow."""
        killer = act.seat
        if owned(game, seat, "Wanted") >= 0 and killer not in (NOBODY, seat) and game.seats[killer].alive:
            draw(game, killer, 2, "Wanted")
            earn(game, killer, 1, "Wanted")
        self.stripped(game, me, seat, "death")
        if not game.option("shadow_gunslingers", False):
            pay(game, seat, game.seats[seat].gold, "death")

    def stripped(self, game: Game, me: int, seat: int, why: str) -> None:
        for number in list(game.seats[seat].equipment):
            unequip(game, seat, number, why)

    def turn_end(self, game: Game, me: int, seat: int) -> None:
        """Gold Rush: phase 3 is over, done with the old life points (house rule gold_rush_discard_first)."""
        if game.used.get(NEW_TURN):
            heal(game, seat, game.seats[seat].max_life, NEW_TURN)

    def deals(self, game: Game, me: int, seat: int) -> list[Option]:
        return [*_sales(game, seat), *_purchases(game, seat), *_evictions(game, seat)]

    def deal(self, game: Game, me: int, seat: int, option: Option) -> None:
        if option.verb == "buy":
            buy(game, seat, option)
        elif option.verb == "discard":
            pay_away(game, seat, option)
        else:
            sell(game, seat, option.card)

    def why_no_deal(self, game: Game, me: int, seat: int, option: Option) -> Refusal | None:
        if option.verb == "buy":
            return _why_not_buy(game, seat, option)
        return _why_not_pay_away(game, seat, option) if option.verb == "discard" else _why_not_sell(game, seat, option)


# --- buying ---------------------------------------------------------------------------------------------------------


def price_of(game: Game, seat: int, item: Equipment) -> int:
    """What the seat pays for it in the shop."""
    price = item.cost
    for rule, me in in_force(game, "price"):
        price = rule.price(game, me, price, seat)
    return max(0, price)


def _why_not_owner(game: Game, seat: int, item: Equipment, owner: int) -> Refusal | None:
    """Why ``seat`` cannot have this equipment for ``owner`` (nobody has two black cards of one name)."""
    if item.target and (refusal := why_not_aim(game, seat, item.target, item.name, owner)):
        return refusal
    if item.border == "black" and owned(game, owner, item.name) >= 0:
        player = game.seats[owner].name
        return Refusal("there is already a {card} in front of {player}", {"card": item.name, "player": player})
    return None


def choices(game: Game, seat: int, item: Equipment, verb: str) -> list[Option]:
    """Every way for the seat to have an equipment: as what, for whom, and on which card."""
    if item.acts_as:
        return [
            Option(verb, name=item.name, as_=name, target=target, pick=pick)
            for name in item.acts_as
            for target in targets_of(game, seat, KINDS[name])
            for pick in picks_of(game, seat, target, KINDS[name])
        ]
    owners = [*game.clockwise(seat), seat] if item.target else [seat]
    owners = [owner for owner in owners if _why_not_owner(game, seat, item, owner) is None]
    return [Option(verb, name=item.name, target=owner if item.target else NOBODY) for owner in owners]


def _purchases(game: Game, seat: int) -> list[Option]:
    items = {EQUIPMENT[number].name: EQUIPMENT[number] for number in game.shop}
    affordable = [item for item in items.values() if price_of(game, seat, item) <= game.seats[seat].gold]
    return [option for item in affordable for option in choices(game, seat, item, "buy")]


def _why_not_buy(game: Game, seat: int, option: Option) -> Refusal | None:
    number = in_shop(game, _name(option))
    if number < 0:
        return Refusal("there is no {card} in the shop", {"card": _name(option)})
    item, gold = EQUIPMENT[number], game.seats[seat].gold
    if (price := price_of(game, seat, item)) > gold:
        return Refusal("{card} costs {price}, you have {gold}", {"card": item.name, "price": price, "gold": gold})
    if item.acts_as:
        if option.as_ not in item.acts_as:
            return Refusal(
                "say what {card} is to act as: {kinds}", {"card": item.name, "kinds": ", ".join(item.acts_as)}
            )
        return why_not_at(game, seat, option, KINDS[option.as_])
    if item.target and option.target == NOBODY:
        return Refusal("choose a player for {card}", {"card": item.name})
    return _why_not_owner(game, seat, item, option.target if item.target else seat)


def _name(option: Option) -> str:
    """What is asked for, where it is no equipment but a card that the player holds."""
    return option.name or CARDS[option.card].name


def buy(game: Game, seat: int, option: Option) -> None:
    """Pays for an equipment of the shop and has it at once; another one takes its place."""
    number = in_shop(game, option.name)
    item, place = EQUIPMENT[number], game.shop.index(number)
    price = price_of(game, seat, item)
    game.tell(Bought(seat, item.name, price, option.as_, option.target))
    pay(game, seat, price, item.name)
    for rule, me in in_force(game, "bought"):
        rule.bought(game, me, seat)
    game.shop.remove(number)
    have(game, seat, number, option)
    refill(game, place)


def have(game: Game, seat: int, number: int, option: Option) -> None:
    """A brown equipment goes under the deck and does what it says, a black one lies in front of its owner."""
    item = EQUIPMENT[number]
    if option.target >= 0 and _is_hostile(item, option):
        game.blame(seat, option.target)
    if item.border == "black":
        equip(game, option.target if option.target >= 0 else seat, number, seat)
        return
    lay_under(game, number)
    act = Act(seat, item.name, NO_CARD, option.target, option.pick)
    for name, points in reversed(item.acts_as.get(option.as_, item.does)):
        game.do(Effect(act, name, points))


def _is_hostile(item: Equipment, option: Option) -> bool:
    return item.border == "black" or bool(option.as_ and "friendly" not in KINDS[option.as_].tags)


# --- paying away, selling -------------------------------------------------------------------------------------------


def _evictions(game: Game, seat: int) -> list[Option]:
    gold = game.seats[seat].gold
    return [
        Option("discard", name=EQUIPMENT[number].name, target=owner)
        for owner in game.clockwise(seat)
        for number in game.seats[owner].equipment
        if EQUIPMENT[number].cost + 1 <= gold
    ]


def _why_not_pay_away(game: Game, seat: int, option: Option) -> Refusal | None:
    if option.target == seat:
        return Refusal("only another player can be made to discard equipment")
    number = owned(game, option.target, _name(option))
    if number < 0:
        player = game.seats[option.target].name
        return Refusal("there is no equipment {card} in front of {player}", {"card": _name(option), "player": player})
    facts = {"card": option.name, "price": EQUIPMENT[number].cost + 1, "gold": game.seats[seat].gold}
    return Refusal("to have {card} discarded costs {price}, you have {gold}", facts)


def pay_away(game: Game, seat: int, option: Option) -> None:
    """Another player discards an equipment for its cost and one nugget more; he cannot prevent it."""
    number = owned(game, option.target, option.name)
    pay(game, seat, EQUIPMENT[number].cost + 1, option.name)
    unequip(game, option.target, number, "paid", seat)
    if not EQUIPMENT[number].target:
        game.blame(seat, option.target)


def _sales(game: Game, seat: int) -> list[Option]:
    hand = game.seats[seat].hand
    return [Option("play", card, as_=GOLD) for card in hand if _sellable(game, seat, card)]


def _sellable(game: Game, seat: int, card: int) -> bool:
    beers = [name for name in ways(game, seat, card) if is_beer(KINDS[name])]
    return any(why_not_use(game, seat, card, name) is None for name in beers)


def _why_not_sell(game: Game, seat: int, option: Option) -> Refusal | None:
    if option.card not in game.seats[seat].hand:
        return Refusal("that card is not in your hand")
    beers = [name for name in ways(game, seat, option.card) if is_beer(KINDS[name])]
    if beers:
        return why_not_use(game, seat, option.card, beers[0])
    return Refusal("only a Beer can be played for gold, not {card}", {"card": CARDS[option.card].name})


def sell(game: Game, seat: int, card: int) -> None:
    """Plays a Beer for a nugget instead of a life point. Works at full life, and with two players left too (house rule
    beer_for_gold_two_players)."""
    kind = next(kind for kind in usable_as(game, seat, card) if is_beer(kind))
    game.tell(CardPlayed(seat, card, GOLD))
    leave_hand(game, seat, card, "play")
    card_used(game, seat, card)
    to_discard(game, card)
    earn(game, seat, 1, kind.name)
    for rule, me in in_force(game, "card_played"):
        rule.card_played(game, me, Act(seat, kind.name, card))


# --- brown equipment ------------------------------------------------------------------------------------------------

NEW_TURN = "Gold Rush"
"""Counted in ``used`` when the card ends the running turn."""


@effect("rhum")
def _rhum(game: Game, act: Act, number: int) -> None:
    """Turns up so many cards and regains a life point for each suit among them. Whoever may turn up more does, and all
    count (house rule horseshoe_rhum_five)."""
    for rule, me in in_force(game, "flips"):
        number = rule.flips(game, me, number, act.seat)
    cards = [card for card in (top_card(game) for _ in range(number)) if card >= 0]
    suits = {suit_of(game, card) for card in cards}
    game.tell(Flipped(act.seat, list(cards), act.kind))
    for card in cards:
        to_discard(game, card)
    heal(game, act.seat, len(suits), act.kind)
    for rule, me in in_force(game, "flip_settled"):
        rule.flip_settled(game, me, act.seat, cards)


@effect("new_turn")
def _new_turn(game: Game, act: Act, number: int) -> None:
    """Phase 2 ends; when phase 3 is over the player regains all life points and has one more turn."""
    turn = turn_of(game)
    turn.step = "discard"
    turn.again += 1
    game.count_use(NEW_TURN)
    game.tell(AbilityUsed(act.seat, act.kind))
