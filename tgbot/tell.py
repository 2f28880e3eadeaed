"""From what happened to what everybody is shown: the group's table and story, each person's hand and questions.

Works from views and redacted events only. What must be remembered until the next answer lies in the table's ``notes``:

- ``story``: the lines of the narration message so far, ``hands``: digest of the hand shown to each seat,
- ``asked``: the question that stands open in each seat's private chat, ``acted``: when each seat last answered.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import engine
from engine import Decision, Event, Game, redact
from engine.events import Eliminated, TurnStarted
from tgbot import face
from tgbot.draft import Draft, Refused
from tgbot.keyboards import Menu
from tgbot.texts import _

Step = Callable[[Draft], None]

STORY_LIMIT = 3300
"""Characters of a narration message, markup included, after which a new one goes on; Telegram takes 4096."""
JUST_ACTED = 120.0
"""Seconds for which a person who has answered needs no ringing."""
BOT_MOVE = "bot"
"""Name of the deadlines at which computer players move: ``bot:seat``."""


def begin(draft: Draft, game: Game) -> None:
    """The cards are dealt: show the table and every hand, and ask the first."""
    draft.table.game = engine.dump(game)
    draft.table.notes |= {"story": [], "hands": {}, "asked": {}, "acted": {}, "account": []}
    happened(draft, game, game.facts, actor=None, first=True)


def happened(
    draft: Draft, game: Game, facts: Sequence[Event], *, actor: int | None, first: bool = False, prelude: str = ""
) -> None:
    """Show what an answer has led to. ``actor`` gave it; ``prelude`` is told before it."""
    public = engine.view(game, None)
    _story(draft, public, facts, prelude)
    table = face.table(draft.table, public)
    draft.group("table", table.text, table.keyboard, mode="new" if first else "edit", pin=first, priority=6)
    _hands(draft, game)
    _questions(draft, game, actor)
    computer_players(draft, game)
    if game.winners is not None:
        _end(draft, public)


# The group


def _story(draft: Draft, public: engine.View, facts: Sequence[Event], prelude: str) -> None:
    """Let the narration message grow; a new one begins with a turn, an elimination, and where the old one is full."""
    if prelude:
        _tell(draft, [prelude])
    for part in _parts(facts):
        lines = face.lines(draft.table, public, [redact(fact, None) for fact in part])
        draft.table.notes["account"] += [line for fact in part for line in face.account(draft.table, fact)]
        if isinstance(part[0], TurnStarted | Eliminated):
            loud = not isinstance(part[0], TurnStarted) or draft.table.seats[part[0].seat].user_id is not None
            _tell(draft, lines, new=True, silent=not loud)
        else:
            _tell(draft, lines)


def _parts(facts: Sequence[Event]) -> Iterator[list[Event]]:
    """The facts in runs, each of which goes into one message."""
    part: list[Event] = []
    for fact in facts:
        if isinstance(fact, TurnStarted | Eliminated) and part:
            yield part
            part = []
        part.append(fact)
    if part:
        yield part


def _tell(draft: Draft, lines: Sequence[str], *, new: bool = False, silent: bool = True) -> None:
    story: list[str] = draft.table.notes["story"]
    if not lines and not new:
        return
    if new or not story or sum(map(len, story)) + sum(map(len, lines)) + len(story) > STORY_LIMIT:
        draft.table.notes["story"] = story = list(lines)
        draft.group("turn", "\n".join(story), mode="new", retire="keep", silent=silent, priority=3)
    else:
        story += lines
        draft.group("turn", "\n".join(story))


def say(draft: Draft, line: str, *, silent: bool = True) -> None:
    """Tell the group something that is not part of the rules: a line of the narration."""
    draft.table.notes.setdefault("story", [])
    _tell(draft, [line], silent=silent)


def _end(draft: Draft, public: engine.View) -> None:
    """All roles, the winners, a short account, and the way to another game."""
    draft.table.phase = "over"
    end = face.end(draft.table, public)
    draft.group("end", end.text, end.keyboard, mode="new", silent=False, priority=3)
    for name in draft.in_force:
        draft.deadlines[name] = None


def stop(draft: Draft, why: str) -> None:
    """Close the game without winners."""
    draft.table.phase = "cancelled"
    draft.group("sure", "", mode="delete")
    say(draft, why, silent=False)
    for seat in [int(name) for name in draft.table.notes["asked"]]:
        answered(draft, seat, why)
    for name in draft.in_force:
        draft.deadlines[name] = None


def show_table(draft: Draft) -> None:
    """The table message anew, at the bottom of the group's chat. Raises Refused if nothing was dealt."""
    if draft.table.game is None:
        raise Refused(_("There is no game here. /newgame opens one."))
    table = face.table(draft.table, engine.view(engine.load(draft.table.game), None))
    draft.group("table", table.text, table.keyboard, mode="new", retire="delete", pin=True)


# Private chats


def _hands(draft: Draft, game: Game) -> None:
    """Bring every hand message that no longer holds up to date."""
    shown: dict[str, str] = draft.table.notes["hands"]
    for seat, holder in enumerate(draft.table.seats):
        if holder.user_id is None or holder.bot:
            continue
        hand = face.hand(draft.table, engine.view(game, seat))
        digest = hashlib.sha256(hand.text.encode()).hexdigest()[:12]
        if shown.get(str(seat)) != digest:
            mode = "edit" if str(seat) in shown else "new"
            shown[str(seat)] = digest
            draft.private(seat, "hand", hand.text, hand.keyboard, mode=mode, retire="delete", protect=True, priority=4)


def _questions(draft: Draft, game: Game, actor: int | None) -> None:
    """Close the questions that are settled; ask the new ones, with a new message unless the person has just tapped."""
    asked: dict[str, str] = draft.table.notes["asked"]
    waiting = {decision.seat: decision for decision in engine.waiting(game)}
    for seat in [int(name) for name in asked]:
        if seat not in waiting and asked.pop(str(seat)) and seat != actor:
            draft.private(seat, "ask", face.settled(draft.table))
    for seat, decision in waiting.items():
        if asked.get(str(seat)) != key(decision):
            _ask(draft, game, decision, just_tapped=seat == actor)


def _ask(draft: Draft, game: Game, decision: Decision, *, just_tapped: bool) -> None:
    seat = decision.seat
    holder = draft.table.seats[seat]
    if holder.user_id is None or holder.bot:
        return
    question = face.question(draft.table, engine.view(game, seat))
    acted = draft.table.notes["acted"].get(str(seat), 0.0)
    draft.table.notes["asked"][str(seat)] = key(decision)
    draft.private(
        seat,
        "ask",
        question.text,
        question.keyboard,
        mode="edit" if just_tapped else "new",
        silent=draft.now - acted < JUST_ACTED,
        protect=True,
    )


def key(decision: Decision) -> str:
    """What tells a question from every other one put to the same seat in this game."""
    return f"{decision.no}.{decision.digest()}"


def answered(draft: Draft, seat: int, text: str) -> None:
    """Close the question that a person has just answered; ``happened`` may put the next in its place."""
    draft.table.notes["asked"].pop(str(seat), None)
    draft.table.notes["acted"][str(seat)] = draft.now
    draft.private(seat, "ask", text)


def show_again(draft: Draft, game: Game, seat: int) -> None:
    """Hand and open question anew, at the bottom of the private chat."""
    draft.table.notes["hands"].pop(str(seat), None)
    draft.table.notes["asked"].pop(str(seat), None)
    draft.table.notes["acted"].pop(str(seat), None)
    _hands(draft, game)
    for decision in engine.waiting(game):
        if decision.seat == seat:
            _ask(draft, game, decision, just_tapped=False)


def show_menu(draft: Draft, view: engine.View, menu: Menu) -> None:
    """Put the next choice under a question that stands open."""
    assert view.viewer is not None
    question = face.question(draft.table, view, menu)
    draft.private(view.viewer, "ask", question.text, question.keyboard, protect=True)


# Who plays



def computer_players(draft: Draft, game: Game) -> None:
    """Let computer players move a little later; forget the moves of those who need not."""
    movers = {d.seat: d for d in engine.waiting(game) if draft.table.seats[d.seat].bot}
    for name in draft.in_force:
        if name.startswith(f"{BOT_MOVE}:"):
            draft.deadlines[name] = None
    for seat, decision in movers.items():
        draft.deadlines[f"{BOT_MOVE}:{seat}"] = draft.now + 1.0 + (decision.no + seat) % 5 * 0.5
