"""A game that stands still: paused because nobody objects, or stopped because nobody is left who answers.

``notes["pause"]`` holds the seats that agree to a pause which is asked for; ``notes["halted"]`` is set in a game that
stopped by itself, ``notes["play_out"]`` where the computer players were told to finish it.
"""

import engine
from engine import Game
from storage.shapes import Button, Table
from tgbot import face, pace, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.texts import _, speaking

ASKED = "pause"
"""Name of the deadline by which somebody must object."""
OBJECT_SECONDS = 6 * 3600.0
DRAW = "draw"
"""Name of the deadline at which a game that nobody goes on with is closed."""
DRAW_SECONDS = 72 * 3600.0


def player(draft: Draft, who: Who) -> int:
    """The seat of somebody who plays or has played and has not left. Raises Refused."""
    seat, holder = draft.holder(who.id)
    if holder.bot and not holder.away:
        raise Refused(_("You have left the game."))
    return seat


def voters(draft: Draft, game: Game) -> list[int]:
    """Seats of the living whose people answer for them."""
    seats = engine.view(game, None).seats
    return [s.seat for s in seats if s.alive and _is_person(draft.table, s.seat) and not draft.table.seats[s.seat].bot]


def _is_person(table: Table, seat: int) -> bool:
    """Somebody who plays or may come back; not one who has left for good."""
    holder = table.seats[seat]
    return holder.user_id is not None and (bool(holder.away) or not holder.bot)


# By common consent


def ask(draft: Draft, who: Who) -> None:
    """Somebody would like a pause; it comes if nobody objects."""
    seat = player(draft, who)
    _must_run(draft)
    if ASKED in draft.table.notes:
        raise Refused(_("A pause is asked for already."))
    draft.table.notes[ASKED] = {"by": seat, "agree": []}
    draft.deadlines[ASKED] = draft.now + OBJECT_SECONDS
    _show_request(draft, mode="new", silent=False)
    agree(draft, who)


def _show_request(draft: Draft, **how: object) -> None:
    table, asked = draft.table, draft.table.notes[ASKED]
    until = draft.deadlines.get(ASKED) or draft.in_force[ASKED]
    with speaking(draft.language):
        names = face.names(table)
        text = _("⏸ {player} asks for a pause. It begins at {time} if nobody objects.")
        lines = [text.format(player=names[asked["by"]], time=pace.moment(until))]
        if asked["agree"]:
            lines.append(_("Agreed: {players}").format(players=", ".join(names[seat] for seat in asked["agree"])))
        buttons = [pace.button(table, _("Agree"), "agree"), pace.button(table, _("Object"), "object")]
    draft.group("pause", "\n".join(lines), [buttons], retire="delete", **how)


def _must_run(draft: Draft) -> None:
    if draft.table.phase == "paused":
        raise Refused(_("The game is paused."))
    if draft.table.phase != "running":
        raise Refused(_("No game is being played."))


def _must_be_asked(draft: Draft) -> None:
    _must_run(draft)
    if ASKED not in draft.table.notes:
        raise Refused(_("This is settled already."))


def agree(draft: Draft, who: Who) -> None:
    """Somebody is for it: when all are, there is no need to wait."""
    seat = player(draft, who)
    _must_be_asked(draft)
    agreed: list[int] = draft.table.notes[ASKED]["agree"]
    if seat not in agreed:
        agreed.append(seat)
    game = engine.load(draft.table.game)
    if set(voters(draft, game)) <= set(agreed):
        begin(draft)
    else:
        _show_request(draft)


def object_to(draft: Draft, who: Who) -> None:
    """Somebody is against it: the game goes on."""
    seat = player(draft, who)
    _must_be_asked(draft)
    del draft.table.notes[ASKED]
    draft.deadlines[ASKED] = None
    with speaking(draft.language):
        text = _("▶️ {player} objects to a pause: the game goes on.").format(player=face.names(draft.table)[seat])
    draft.group("pause", text)


def begin(draft: Draft) -> None:
    """Nobody has objected. Raises Refused if nobody asks any more."""
    _must_be_asked(draft)
    del draft.table.notes[ASKED]
    draft.deadlines[ASKED] = None
    _freeze(draft)
    with speaking(draft.language):
        button = pace.button(draft.table, _("Resume"), "resume")
        draft.group("pause", _("⏸ The game is paused. Everybody keeps the time they had left."), [[button]])


def resume(draft: Draft, who: Who) -> None:
    """Anybody at the table lets a paused game go on."""
    seat = player(draft, who)
    if draft.table.phase != "paused" or draft.table.notes.get("halted"):
        raise Refused(_("The game is not paused."))
    with speaking(draft.language):
        text = _("▶️ {player} lets the game go on.").format(player=face.names(draft.table)[seat])
    draft.group("pause", text)
    _thaw(draft)


# Standing still and going on


def _freeze(draft: Draft) -> None:
    game = engine.load(draft.table.game)
    pace.freeze(draft)
    draft.table.phase = "paused"
    tell.computer_players(draft, game)
    tell.clocks_changed(draft, game)


def _thaw(draft: Draft) -> None:
    draft.table.phase = "running"
    draft.touch()
    game = engine.load(draft.table.game)
    frozen = pace.thaw(draft)
    regroup(draft, game)
    for seat in set(frozen) & set(pace.running(draft)):
        tell.remind(draft, game, seat, lambda: _("▶️ The game goes on."))


def regroup(draft: Draft, game: Game) -> None:
    """Who plays a seat has changed, or who may: bring clocks and computer players in line, and show it."""
    pace.follow(draft, game, engine.view(game, None))
    tell.computer_players(draft, game)
    tell.clocks_changed(draft, game)
    halt_if_deserted(draft, game)


# Nobody is left who answers


def halt_if_deserted(draft: Draft, game: Game) -> None:
    """Stop and ask, rather than let the computer players finish the game of people who are away."""
    table = draft.table
    if table.phase != "running" or table.notes.get("play_out") or voters(draft, game):
        return
    if not any(s.alive and _is_person(table, s.seat) for s in engine.view(game, None).seats):
        return  # the people are all out: the computer players settle it among themselves
    table.notes["halted"] = True
    draft.deadlines[DRAW] = draft.now + DRAW_SECONDS
    _freeze(draft)
    with speaking(draft.language):
        text = _("🕰 Nobody is left who answers, so the game has stopped. At {time} it ends as a draw.")
        text = text.format(time=pace.moment(draft.now + DRAW_SECONDS))
        keyboard = [[back_button(table)], [pace.button(table, _("Let the computer players finish"), "finish")]]
        keyboard.append([pace.button(table, _("End it as a draw"), "draw")])
    draft.group("halt", text, keyboard, mode="new", retire="delete", silent=False, priority=3)


def back_button(table: Table) -> Button:
    """Gives the presser's own seat back to them."""
    return pace.button(table, _("I'm back"), "back")


def go_on(draft: Draft) -> None:
    """Somebody is there again: a game that had stopped goes on."""
    if draft.table.notes.pop("halted", False):
        draft.deadlines[DRAW] = None
        draft.group("halt", mode="delete")
        _thaw(draft)


def play_out(draft: Draft, who: Who) -> None:
    """Somebody at the table wants to see how it ends."""
    player(draft, who)
    _must_have_halted(draft)
    draft.table.notes["play_out"] = True
    go_on(draft)


def end_as_draw(draft: Draft, who: Who | None = None) -> None:
    """The game that has stopped ends without winners; ``who`` wants it, None: nobody came for three days."""
    if who is not None:
        player(draft, who)
    _must_have_halted(draft)
    draft.group("halt", mode="delete")
    tell.stop(draft, lambda: _("🤝 Nobody went on with the game: it ends as a draw."))


def _must_have_halted(draft: Draft) -> None:
    if not draft.table.notes.get("halted") or draft.table.phase != "paused":
        raise Refused(_("This is settled already."))


# More time


def grant(draft: Draft, who: Who, seat: int) -> None:
    """Somebody gives a slow player more time, once for each question."""
    giver = player(draft, who)
    _must_run(draft)
    if seat not in pace.running(draft):
        raise Refused(_("This is settled already."))
    if giver == seat:
        raise Refused(_("The others may give you more time."), alert=True)
    if not pace.may_grant(draft, seat, giver):
        raise Refused(_("You have given more time already."))
    seconds = pace.pace_of(draft.table).grant
    pace.unmention(draft, seat)
    pace.extend(draft, seat, seconds)
    names = face.names(draft.table)
    tell.say(draft, lambda: _granted().format(giver=names[giver], player=names[seat], time=pace.in_words(seconds)))
    tell.clocks_changed(draft, engine.load(draft.table.game))


def _granted() -> str:
    return _("⏳ {giver} gives {player} {time} more.")
