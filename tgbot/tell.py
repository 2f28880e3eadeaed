"""From what happened to what everybody is shown: the group's table and story, each person's hand and questions.

Works from views and redacted events only. What must be remembered until the next answer lies in the table's ``notes``:

- ``story``: the lines of the narration message so far, ``hands``: digest of the hand shown to each seat,
- ``asked``: the question that stands open in each seat's private chat, ``acted``: when each seat last answered.
"""

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import engine
from engine import Decision, Event, Game, redact
from engine.events import Eliminated, TurnStarted
from tgbot import automatic, chronicle, face, pace, ranking, tally
from tgbot.draft import Draft, Refused
from tgbot.keyboards import Menu
from tgbot.story import extended
from tgbot.texts import _, speaking

STORY_LIMIT = 3300
"""Characters of a narration message, markup included, after which a new one goes on; Telegram takes 4096."""
JUST_ACTED = 120.0
"""Seconds for which a person who has answered needs no ringing."""
BOT_MOVE = "bot"
"""Name of the deadlines at which computer players move: ``bot:seat``."""


def begin(draft: Draft, game: Game) -> None:
    """The cards are dealt: show the table and every hand, and ask the first."""
    draft.table.game = engine.dump(game)
    draft.table.notes |= {"story": [], "hands": {}, "asked": {}, "acted": {}, "tally": {}}
    happened(draft, game, game.facts, actor=None, first=True)


def happened(draft: Draft, game: Game, facts: Sequence[Event], *, actor: int | None, first: bool = False) -> None:
    """Show what an answer has led to. ``actor``: the person who has just tapped it."""
    public = engine.view(game, None)
    pace.follow(draft, game, public)
    with speaking(draft.language):
        _story(draft, facts)
    _show_table(draft, public, mode="new" if first else "edit", pin=first, priority=6)
    show_hands(draft, game, {fact.seat for fact in facts if isinstance(fact, TurnStarted | Eliminated)})
    _questions(draft, game, actor)
    ranking.follow(draft, game, public)
    computer_players(draft, game)
    if game.winners is not None:
        _end(draft, public)


# The group


def _story(draft: Draft, facts: Sequence[Event]) -> None:
    """Let the narration message grow; a new one begins with a turn, an elimination, and where the old one is full."""
    for part in _parts(facts):
        told = [redact(fact, None) for fact in part]
        tally.count(draft.table.notes["tally"], told)
        lines = face.lines(draft.table, told)
        if isinstance(part[0], TurnStarted | Eliminated):
            rings = isinstance(part[0], TurnStarted) and draft.table.seats[part[0].seat].reachable
            _tell(draft, lines, new=True, silent=rings)  # who is to play is rung by the question in private
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
    chronicle.add(draft, lines)
    if new or not story or sum(map(len, story)) + sum(map(len, lines)) + len(story) > STORY_LIMIT:
        draft.table.notes["story"] = story = list(lines)
        draft.group("turn", "\n".join(story), mode="new", retire="keep", silent=silent, priority=3)
    else:
        draft.table.notes["story"] = story = extended(story, lines)
        draft.group("turn", "\n".join(story))


def say(draft: Draft, line: Callable[[], str]) -> None:
    """Tell the group, in its language, something that is not part of the rules: a line of the narration."""
    draft.table.notes.setdefault("story", [])
    with speaking(draft.language):
        _tell(draft, [line()])


def announce(draft: Draft, line: Callable[[], str], *, silent: bool = True) -> None:
    """Tell the group who has come or gone, in a new message: in an old one, far up in the chat, nobody would see it."""
    draft.table.notes.setdefault("story", [])
    with speaking(draft.language):
        _tell(draft, [line()], new=True, silent=silent)


def _end(draft: Draft, public: engine.View) -> None:
    """All roles, the winners, a short account, and the way to another game."""
    draft.table.phase = "over"
    with speaking(draft.language):
        end = face.end(draft.table, public)
    draft.group("end", end.text, end.keyboard, mode="new", silent=False, priority=3)
    _no_more_deadlines(draft)


def stop(draft: Draft, why: Callable[[], str]) -> None:
    """Close the game without winners."""
    draft.table.phase = "cancelled"
    draft.group("sure", mode="delete")
    announce(draft, why, silent=False)
    for seat in [int(name) for name in draft.table.notes["asked"]]:
        with speaking(draft.table.seats[seat].language):
            answered(draft, seat, why())
    pace.stop_all(draft)
    _no_more_deadlines(draft)


def _no_more_deadlines(draft: Draft) -> None:
    for name in {*draft.in_force, *draft.deadlines}:
        draft.deadlines[name] = None


def show_table(draft: Draft) -> None:
    """The table message anew, at the bottom of the group's chat. Raises Refused if nothing was dealt."""
    if draft.table.game is None:
        raise Refused(_("There is no game here. /newgame opens one."))
    _show_table(draft, engine.view(engine.load(draft.table.game), None), mode="new", retire="delete", pin=True)


def _show_table(draft: Draft, public: engine.View, **how: Any) -> None:
    with speaking(draft.language):
        table = face.table(draft.table, public)
        names = face.names(draft.table)
        text = "\n".join([table.text, *pace.table_lines(draft, names)])
        keyboard = [*table.keyboard, *pace.grant_rows(draft, public, names)]
    digest = _digest(text, keyboard)
    if how.get("mode", "edit") == "edit" and draft.table.notes.get("table") == digest:
        return  # an answer given ahead of time must not show anywhere
    draft.table.notes["table"] = digest
    draft.group("table", text, keyboard, **how)


def _digest(*shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]


def clocks_changed(draft: Draft, game: Game, *, prompts: bool = True) -> None:
    """Show the clocks as they are now, on the table and under the questions that stand open."""
    _show_table(draft, engine.view(game, None), priority=6)
    for decision in engine.waiting(game) if prompts else ():
        if draft.table.notes["asked"].get(str(decision.seat)) == key(decision):
            shown = _question(draft, engine.view(game, decision.seat))
            draft.private(decision.seat, "ask", shown.text, shown.keyboard, protect=True, priority=6)


# Private chats


def show_hands(draft: Draft, game: Game, anew: Collection[int] = ()) -> None:
    """Bring every hand message that no longer holds up to date. ``anew``: seats whose hand goes to the bottom of their
    chat: before a turn it should stand above the question, not far up, and who is out should see that."""
    shown: dict[str, str] = draft.table.notes["hands"]
    for seat, holder in enumerate(draft.table.seats):
        if holder.user_id is None or holder.bot:
            continue
        with speaking(holder.language):
            hand = face.hand(draft.table, engine.view(game, seat))
        digest = _digest(hand.text)
        if shown.get(str(seat)) != digest or seat in anew:
            mode = "edit" if str(seat) in shown and seat not in anew else "new"
            shown[str(seat)] = digest
            draft.private(seat, "hand", hand.text, hand.keyboard, mode=mode, retire="delete", protect=True, priority=4)


def _questions(draft: Draft, game: Game, actor: int | None) -> None:
    """Close the questions that are settled; ask the new ones, with a new message unless the person has just tapped."""
    asked: dict[str, str] = draft.table.notes["asked"]
    waiting = {decision.seat: decision for decision in engine.waiting(game)}
    for seat in [int(name) for name in asked]:
        if seat not in waiting and asked.pop(str(seat)) and seat != actor:
            with speaking(draft.table.seats[seat].language):
                draft.private(seat, "ask", face.settled(draft.table))
    for seat, decision in waiting.items():
        if asked.get(str(seat)) != key(decision):
            _ask(draft, game, decision, just_tapped=seat == actor)


def _ask(draft: Draft, game: Game, decision: Decision, *, just_tapped: bool) -> None:
    seat = decision.seat
    held_back = automatic.is_held_back(draft.table, seat)
    if not pace.in_charge(draft.table, seat) or (held_back and len(decision.options) > 1):
        return
    with speaking(draft.table.seats[seat].language):
        missed = chronicle.missed(draft, seat)
    if missed is not None:
        draft.private(seat, "recap", missed, mode="new", retire="delete")
    question = _question(draft, engine.view(game, seat))
    draft.table.notes["asked"][str(seat)] = key(decision)
    draft.private(
        seat,
        "ask",
        question.text,
        question.keyboard,
        mode="edit" if just_tapped and missed is None else "new",
        retire="delete",
        silent=_just_acted(draft, seat) or held_back,
        protect=True,
    )


def _question(draft: Draft, view: engine.View, menu: Menu | None = None) -> face.Shown:
    """An open question with the time there is for it."""
    assert view.viewer is not None
    with speaking(draft.table.seats[view.viewer].language):
        shown = face.question(draft.table, view, menu)
        line = pace.prompt_line(draft, view.viewer)
        if automatic.is_held_back(draft.table, view.viewer):
            line = _("You hold nothing that helps. The game goes on in a while by itself, so that nobody can tell.")
    return face.Shown(f"{shown.text}\n{line}", shown.keyboard) if line else shown


def _just_acted(draft: Draft, seat: int) -> bool:
    """Whether a person needs no ringing; somebody asked out of turn does sooner."""
    lull = pace.pace_of(draft.table).lull if pace.is_out_of_turn(draft, seat) else JUST_ACTED
    return bool(draft.now - draft.table.notes["acted"].get(str(seat), 0.0) < lull)


def remind(draft: Draft, game: Game, seat: int, head: Callable[[], str]) -> None:
    """Put an open question once more, loudly and in place of the old message, under a line that says why."""
    if not pace.in_charge(draft.table, seat) or automatic.is_held_back(draft.table, seat):
        return
    view = engine.view(game, seat)
    if view.decision is None:
        return  # answered ahead of time, which nobody else knows
    shown = _question(draft, view)
    with speaking(draft.table.seats[seat].language):
        text = f"{head()}\n{shown.text}"
    until = pace.due(draft, seat)
    draft.private(
        seat, "ask", text, shown.keyboard, mode="new", retire="delete", silent=False, protect=True, expires=until
    )


def key(decision: Decision) -> str:
    """What tells a question from every other one put to the same seat in this game."""
    return f"{decision.no}.{decision.digest()}"


def answered(draft: Draft, seat: int, text: str) -> None:
    """Close the question that a person has just answered; ``happened`` may put the next in its place."""
    draft.table.notes["acted"][str(seat)] = draft.now
    closed(draft, seat, text)


def closed(draft: Draft, seat: int, text: str) -> None:
    """Close a question that a person did not answer themselves."""
    draft.table.notes["asked"].pop(str(seat), None)
    draft.private(seat, "ask", text)


def show_again(draft: Draft, game: Game, seat: int) -> None:
    """Hand and open question anew, at the bottom of the private chat."""
    draft.table.notes["hands"].pop(str(seat), None)
    draft.table.notes["asked"].pop(str(seat), None)
    draft.table.notes["acted"].pop(str(seat), None)
    show_hands(draft, game)
    for decision in engine.waiting(game):
        if decision.seat == seat:
            _ask(draft, game, decision, just_tapped=False)


def show_menu(draft: Draft, view: engine.View, menu: Menu) -> None:
    """Put the next choice under a question that stands open."""
    assert view.viewer is not None
    question = _question(draft, view, menu)
    draft.private(view.viewer, "ask", question.text, question.keyboard, protect=True)


# Who plays


def computer_players(draft: Draft, game: Game) -> None:
    """Let computer players move a little later; forget the moves of those who need not."""
    waiting = [] if draft.table.phase == "paused" else engine.waiting(game)
    movers = {d.seat: d for d in waiting if not pace.in_charge(draft.table, d.seat)}
    for name in draft.in_force:
        if name.startswith(f"{BOT_MOVE}:"):
            draft.deadlines[name] = None
    for seat, decision in movers.items():
        draft.deadlines[f"{BOT_MOVE}:{seat}"] = draft.now + 1.0 + (decision.no + seat) % 5 * 0.5
