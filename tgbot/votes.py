"""Votes of the players: to hand a silent seat to the computer player at once, and to end the game.

``notes["votes"]`` holds for each proposal ("end", or the number of a seat) the seats that are for it. A proposal passes
with more than half of the living who play themselves; the one it is about has no vote.
"""

import html

import engine
from engine import Game
from storage.deadlines import Due
from storage.shapes import Button
from tgbot import away, face, pace, pause, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Who
from tgbot.saloon import Saloon
from tgbot.texts import _, speaking

OPEN = "vote"
"""Name of the deadline at which the votes are void."""
OPEN_SECONDS = 24 * 3600.0
END = "end"


def offer(draft: Draft, who: Who) -> None:
    """Show what can be voted on, with the votes so far, at the bottom of the group's chat."""
    pause.player(draft, who)
    _must_be_played(draft)
    _show(draft, engine.load(draft.table.game), mode="new", retire="delete")
    draft.deadlines[OPEN] = draft.now + OPEN_SECONDS


def vote(draft: Draft, who: Who, proposal: str) -> None:
    """Somebody is for a proposal, or takes their vote back; act on it if that is enough. Raises Refused."""
    seat = pause.player(draft, who)
    _must_be_played(draft)
    game = engine.load(draft.table.game)
    if seat not in _voters(draft, game, proposal):
        raise Refused(_("You have no vote in this."))
    if proposal != END and not _may_be_taken(draft, int(proposal)):
        raise Refused(_("This is settled already."))
    votes: list[int] = _votes(draft).setdefault(proposal, [])
    votes.remove(seat) if seat in votes else votes.append(seat)
    draft.toast = _("Your vote counts.") if seat in votes else _("You have taken your vote back.")
    if _passes(draft, game, proposal):
        _act(draft, proposal)
    else:
        draft.deadlines[OPEN] = draft.now + OPEN_SECONDS
        _show(draft, game)


def answered(draft: Draft, seat: int) -> None:
    """Somebody is there: nobody need vote about their seat."""
    _votes(draft).pop(str(seat), None)


async def expired(saloon: Saloon, due: Due) -> None:
    """Nobody has voted for a day."""

    def step(draft: Draft) -> None:
        _close(draft)

    await saloon.change(due.table_id, step, fired=due.fired)


def seat_button(draft: Draft, game: Game, seat: int) -> Button:
    """A vote for the computer player in a seat; in the language of whoever is spoken to."""
    label = _("🤖 Bot for {player} · {votes} of {needed}")
    return _button(draft, game, str(seat), label.replace("{player}", html.unescape(face.names(draft.table)[seat])))


def _votes(draft: Draft) -> dict[str, list[int]]:
    votes: dict[str, list[int]] = draft.table.notes.setdefault("votes", {})
    return votes


def _must_be_played(draft: Draft) -> None:
    if draft.table.phase not in {"running", "paused"}:
        raise Refused(_("No game is being played."))


def _may_be_taken(draft: Draft, seat: int) -> bool:
    return draft.table.phase == "running" and pace.is_silent(draft, seat)


def _voters(draft: Draft, game: Game, proposal: str) -> list[int]:
    return [seat for seat in pause.voters(draft, game) if str(seat) != proposal]


def _passes(draft: Draft, game: Game, proposal: str) -> bool:
    votes = set(_votes(draft).get(proposal, [])) & set(_voters(draft, game, proposal))
    return len(votes) >= _needed(draft, game, proposal)


def _needed(draft: Draft, game: Game, proposal: str) -> int:
    return len(_voters(draft, game, proposal)) // 2 + 1


def _act(draft: Draft, proposal: str) -> None:
    _close(draft)
    if proposal == END:
        tell.stop(draft, lambda: _("🏁 The players have voted to end the game. Nobody wins."))
    else:
        away.hand_over(draft, int(proposal), "vote")


def _close(draft: Draft) -> None:
    draft.table.notes.pop("votes", None)
    draft.deadlines[OPEN] = None
    draft.group("votes", mode="delete")


def _show(draft: Draft, game: Game, **how: object) -> None:
    with speaking(draft.language):
        rows = [[seat_button(draft, game, s)] for s in sorted(pace.running(draft)) if _may_be_taken(draft, s)]
        rows.append([_button(draft, game, END, _("🏁 End the game · {votes} of {needed}"))])
        text = _("🗳 What shall be done? Press once more to take your vote back.")
    draft.group("votes", text, rows, **how)


def _button(draft: Draft, game: Game, proposal: str, label: str) -> Button:
    votes = set(_votes(draft).get(proposal, [])) & set(_voters(draft, game, proposal))
    label = label.replace("{votes}", str(len(votes))).replace("{needed}", str(_needed(draft, game, proposal)))
    return pace.button(draft.table, label, "vote", proposal)
