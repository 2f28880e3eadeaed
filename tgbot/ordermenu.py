"""``/orders``: standing orders by buttons, for all games of a person or for one of them.

Callback data: ``o|TABLE|VERB|ARGUMENT``; without a table it is about all games. Buttons carry the value to set, so a
press that arrives twice changes nothing.
"""

from collections.abc import Callable
from typing import Any

import engine
from engine.cards import CARDS, cards_of
from storage.shapes import Button
from tgbot import cardtext, labels, orders, play, settings
from tgbot.draft import Draft, Keyboard, Refused
from tgbot.intents import Command, Tap
from tgbot.names import safe
from tgbot.orders import FIELDS, Field
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _

LETTER = "o"
HERE = "here"
WISHES = "wishes"
Change = Callable[[dict[str, Any]], None]


async def command(saloon: Saloon, said: Command) -> None:
    """Show the orders for all games."""
    text, keyboard = await _page(saloon, said.who.id, "")
    await saloon.say(said.where, text, keyboard)


def read(data: str) -> tuple[str, str, str] | None:
    """Table, verb and argument of a button; None if it belongs to something else."""
    letter, *parts = data.split("|")
    return (parts[0], parts[1], parts[2]) if letter == LETTER and len(parts) == 3 else None


async def tapped(saloon: Saloon, tap: Tap, button: tuple[str, str, str], answer: Answer) -> None:
    """A button of the menu: it concerns whoever presses it. Raises Refused."""
    table_id, verb, argument = button
    if verb != "menu":
        change = change_of(verb, argument)
        if table_id:
            await saloon.change(table_id, lambda draft: change_here(draft, tap.who.id, change), update_id=tap.update_id)
        else:
            await _everywhere(saloon, tap.who.id, change)
    await answer.give()
    page = _wish_page if verb in ("store", WISHES) or argument == WISHES else _page
    await saloon.rewrite(tap, *await page(saloon, tap.who.id, table_id))


# Changes


def change_of(verb: str, argument: str) -> Change:
    """What a button does to a stored document of orders."""
    if verb == HERE:
        return lambda stored: stored.clear()
    if verb == "store":
        return _wish(argument)
    field = orders.field_of(verb)
    value = next((value for value in field.values if str(value) == argument), None) if field else None
    if value is None:
        raise Refused(_("This button is of an older version of the bot."))
    return lambda stored: stored.update({verb: value})


def _wish(argument: str) -> Change:
    """``+NUMBER`` puts a card (its number in the card list) last, ``-NUMBER`` takes it out, ``clear`` all of them."""
    sign, number = argument[:1], argument[1:]
    if argument == "clear":
        return lambda stored: stored.update(store=[])
    if sign not in ("+", "-") or not number.isdecimal() or int(number) >= len(CARDS):
        raise Refused(_("This button is of an older version of the bot."))
    name = CARDS[int(number)].name

    def change(stored: dict[str, Any]) -> None:
        others = [wish for wish in orders.read(stored).store if wish != name]
        stored["store"] = [*others, name] if sign == "+" else others

    return change


def change_here(draft: Draft, user_id: int, change: Change) -> None:
    """Change the orders of one game, and follow them at once. Raises Refused."""
    _seat, holder = draft.holder(user_id)
    stored = {**holder.orders, **holder.orders_here}
    change(stored)
    holder.orders_here = {name: value for name, value in stored.items() if holder.orders.get(name) != value}
    _obey(draft)


async def _everywhere(saloon: Saloon, user_id: int, change: Change) -> None:
    """Change a person's orders, and those at all their tables."""
    person = await saloon.people.change(user_id, lambda person: change(person.orders))

    def step(draft: Draft) -> None:
        _seat, holder = draft.holder(user_id)
        holder.orders = dict(person.orders)
        _obey(draft)

    for draft in await saloon.change_each(user_id, step):
        await play.settle(saloon, draft)


def _obey(draft: Draft) -> None:
    """A question that stands open may be answered by the new orders."""
    if draft.table.phase == "running":
        play.go_on(draft, engine.load(draft.table.game))


# The menu


async def _page(saloon: Saloon, user_id: int, table_id: str) -> tuple[str, Keyboard]:
    tables = [draft.table for draft in await saloon.games_of(user_id)]
    stored, title = await _stored(saloon, user_id, table_id)
    mine = orders.read(stored)
    shown = [field for field in FIELDS if field.key != "keep" or mine.shot == "missed"]
    rows = [[_field_button(table_id, field, getattr(mine, field.key), field.following(mine))] for field in shown]
    rows.append([_button(orders.wishes(mine), table_id, "menu", WISHES)])
    if tables:
        rows.append([_page_button(_("In all games"), "", table_id)])
        games = [_page_button(labels.plain(safe(table.chat_title)), table.id, table_id) for table in tables]
        rows += [games[i : i + 2] for i in range(0, len(games), 2)]
    if table_id and (await _seat_orders(saloon, user_id, table_id))[1]:
        rows.append([_button(_("Here too as in all games"), table_id, HERE)])
    head = _("📜 <b>Standing orders in {group}</b>") if table_id else _("📜 <b>Standing orders in all games</b>")
    about = _(
        "What they say is done at once, without asking you. They never do what you could not. Tap one to change it."
    )
    return "\n".join([head.format(group=title), about]), rows


async def _wish_page(saloon: Saloon, user_id: int, table_id: str) -> tuple[str, Keyboard]:
    stored, _title = await _stored(saloon, user_id, table_id)
    wishes = orders.read(stored).store
    sets = settings.sets_of((await saloon.look(table_id)).table.settings) if table_id else []
    first = {CARDS[number].name: number for number in reversed(cards_of(sets))}
    first |= {card.name: card.id for card in CARDS if card.name in wishes}
    rest = [
        _button(cardtext.title(name), table_id, "store", f"+{first[name]}")
        for name in sorted(first, key=cardtext.title)
        if name not in wishes
    ]
    chosen = [
        [_button(f"✔ {place}. {cardtext.title(name)}", table_id, "store", f"-{first[name]}")]
        for place, name in enumerate(wishes, 1)
    ]
    rows = [*chosen, *(rest[i : i + 3] for i in range(0, len(rest), 3))]
    back = [_button(_("« Back"), table_id, "menu")]
    if wishes:
        back.append(_button(_("Ask me instead"), table_id, "store", "clear"))
    text = _(
        "🏪 <b>General Store.</b> Tap the cards you want, the best first. "
        "Whatever is not named comes last, by usefulness."
    )
    return text, [*rows, back]


async def _stored(saloon: Saloon, user_id: int, table_id: str) -> tuple[dict[str, Any], str]:
    """The document of orders that the page is about, and the game's title (HTML)."""
    if not table_id:
        return (await saloon.people.load(user_id)).orders, ""
    everywhere, here = await _seat_orders(saloon, user_id, table_id)
    return {**everywhere, **here}, safe((await saloon.look(table_id)).table.chat_title)


async def _seat_orders(saloon: Saloon, user_id: int, table_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    _seat, holder = (await saloon.look(table_id)).holder(user_id)
    return holder.orders, holder.orders_here


def _field_button(table_id: str, field: Field, value: Any, following: Any) -> Button:
    return _button(field.label(value), table_id, field.key, str(following))


def _page_button(label: str, page: str, open_page: str) -> Button:
    """Leads to the orders in all games, or in one; the page that is open is marked."""
    return _button(_("✔ {page}").format(page=label) if page == open_page else label, page, "menu")


def _button(label: str, table_id: str, verb: str, argument: str = "") -> Button:
    return Button(text=label[:64], data=f"{LETTER}|{table_id}|{verb}|{argument}")
