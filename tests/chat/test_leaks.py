"""Nothing secret on anybody's screen, over whole games and from the first to the last message."""

import bisect
from collections.abc import Iterator
from dataclasses import dataclass, fields

import engine
from engine.cards import cards_of
from storage.shapes import LogEntry, Table
from tests.chat.harness import Stage
from tgbot import cardtext, settings
from tgbot.app import App
from tgbot.emulator.model import Seen
from tgbot.names import seat_labels

LABELS = {card: cardtext.card(card) for card in cards_of([])}


@dataclass
class Knowledge:
    """What one viewer may know after each answer: cards seen so far, and roles."""

    cards: list[set[int]]
    roles: list[dict[int, str]]


def knowledge(table: Table, seed: str, log: list[LogEntry], viewer: int | None) -> Knowledge:
    """The same game played again from its seed and its answers, through one pair of eyes."""
    chosen = settings.options_of(table.settings)
    setup = engine.Setup(seat_labels([seat.name for seat in table.seats]), settings.sets_of(table.settings), chosen)
    game = engine.new_game(setup, seed)
    known = Knowledge([], [])
    seen: set[int] = set()
    facts = game.facts
    for entry in [*log, None]:
        view = engine.view(game, viewer)
        seen |= set(_cards(facts, viewer)) | set(_in_view(view))
        known.cards.append(set(seen))
        known.roles.append({seat.seat: seat.role for seat in view.seats if seat.role})
        if entry is not None:
            facts = engine.answer_text(game, entry.seat, entry.answer)
    return known


def _cards(facts: list[engine.Event], viewer: int | None) -> Iterator[int]:
    for fact in facts:
        told = engine.redact(fact, viewer)
        for field in fields(told):  # type: ignore[arg-type]
            value = getattr(told, field.name)
            if field.name in ("card", "cards", "cost"):
                yield from (card for card in (value if isinstance(value, list) else [value]) if isinstance(card, int))


def _in_view(view: engine.View) -> Iterator[int]:
    for seat in view.seats:
        yield from [*(seat.hand or []), *seat.play]
    yield from [] if view.discard_top is None else [view.discard_top]
    if view.decision is not None:
        yield from (card for option in view.decision.options for card in (option.card, option.pick, *option.cost))


async def check(saloon: Stage, app: App, table: Table, people: list[int], marks: list[tuple[int, int]]) -> int:
    """Look at everything that ever stood on a screen; how many cards were mentioned."""
    log = await app.saloon.tables.log(table.id)
    names = [seat.name for seat in table.seats]
    mentioned = 0
    for person in people:
        seat = next((i for i, holder in enumerate(table.seats) if holder.user_id == person), None)
        known = knowledge(table, saloon.seeds[-1], log, seat)
        for text in saloon.world.seen(person):
            answers = marks[min(bisect.bisect_left(marks, (text.seq, 0)), len(marks) - 1)][1]
            mentioned += _check_cards(text, known.cards[answers], person)
            _check_roles(text, names, known.roles[-1], known.roles[answers], person)
    return mentioned


def _check_cards(text: Seen, known: set[int], person: int) -> int:
    shown = {label for label in LABELS.values() if label in text.text}
    may = {LABELS[card] for card in known if card in LABELS}
    assert shown <= may, f"{person} was shown {shown - may}: {text.text}"
    return len(shown)


def _check_roles(text: Seen, names: list[str], final: dict[int, str], known: dict[int, str], person: int) -> None:
    for line in text.text.splitlines():
        for seat, name in enumerate(names):
            title = cardtext.role(final[seat])
            if name in line and title in line and seat not in known:
                others = [other for other, role in known.items() if cardtext.role(role) == title]
                assert any(names[other] in line for other in others), f"{person} was shown a role: {line}"


async def test_no_screen_shows_what_its_owner_may_not_know(saloon: Stage) -> None:
    async with saloon.bot() as app:
        people = saloon.people(5)
        players, watcher = people[:4], people[4]
        chat = saloon.group(people)
        await saloon.open_lobby(players, chat)
        saloon.press(players[0], chat, "Start")
        await saloon.sees(players[0], chat, "My hand")
        table = await saloon.table(app, chat)
        marks = [(saloon.world.state.seq, 0)]
        while await saloon.tap_something(players, chat):
            if saloon.luck.random() < 0.1:
                saloon.press(saloon.luck.choice(people), chat, "My hand")
            marks.append((saloon.world.state.seq, len(await app.saloon.tables.log(table.id))))
        marks.append((saloon.world.state.seq, marks[-1][1]))
        assert await check(saloon, app, table, [*players, watcher], marks) > 100


async def test_alerts_are_for_one_pair_of_eyes(saloon: Stage) -> None:
    async with saloon.bot():
        people = saloon.people(3)
        chat = await saloon.start_game(people)
        for user in people:
            since = saloon.world.state.seq
            saloon.press(user, chat, "My hand")
            await saloon.toast(user, since=since)
            [alert] = saloon.world.alerts(user, since=since)
            for other in people:
                texts = [seen.text for seen in saloon.world.seen(other, since=since)]
                assert (alert.text in texts) == (other == user)
