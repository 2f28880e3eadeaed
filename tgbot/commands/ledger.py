"""Counts what a simulated game writes to Telegram: the bot's own texts over a table that is stored nowhere.

What one answer changes goes out together, with whatever orders and plans add at once: changes of the same message are
one request, as the sender folds them.
"""

from collections.abc import Sequence

from engine import Event, Game, Option, View
from storage.lanes import Lane, Plan
from storage.outbox import Row
from storage.shapes import Holder, Table
from tgbot import face, tell
from tgbot.draft import Draft, Keyboard
from tgbot.keyboards import STEPS

GROUP = -1


class Ledger:
    """One game's messages. ``group`` counts new messages in the group, ``calls`` all requests to Telegram."""

    def __init__(self, game: Game) -> None:
        people = [Holder(user_id=number, name=seat.name) for number, seat in enumerate(game.seats, 1)]
        self._table = Table(id="SIMUL8", chat_id=GROUP, creator=1, chat_title="Saloon", phase="running", seats=people)
        self._draft = Draft(self._table, 1, 0.0)
        self._shown: dict[str, tuple[str, Keyboard]] = {}
        self._facts: list[Event] = []
        self._actor: int | None = None
        self.group = 0
        self.calls = 0
        tell.begin(self._draft, game)
        self._send()

    def answered(self, before: View, option: Option, facts: Sequence[Event], now: float, *, tapped: bool) -> None:
        """An answer was given; ``before`` is the view of whoever gave it. ``tapped``: by hand, not by order or plan."""
        seat = before.viewer
        assert seat is not None
        words = face.answered(self._table, before, option)
        if tapped:
            self._actor, self._facts = seat, []
            self._draft = Draft(self._table, 1, now, self._in_force())
            tell.answered(self._draft, seat, words)
            self.calls += 2 * _taps(before, option) - 1  # each is answered, and leads to a menu until the last
        else:
            self._draft.private(seat, "order", words, mode="new", retire="delete")
        self._facts += facts

    def goes_out(self, game: Game) -> None:
        """Nothing more follows by itself: all that has happened since the last tap is sent."""
        tell.happened(self._draft, game, self._facts, actor=self._actor)
        self._facts = []
        self._send()

    def _in_force(self) -> dict[str, float]:
        rows = {**self._draft.in_force, **self._draft.deadlines}
        return {name: due for name, due in rows.items() if due is not None}

    def _send(self) -> None:
        """Count the requests that what waits needs."""
        lane = Lane()
        now, table_id = self._draft.now, self._table.id
        lane.add([Row(str(n), table_id, n, now, row, row.mode) for n, row in enumerate(self._draft.out)])
        self._draft.out = []
        while (plan := lane.plan(self._draft.now)) is not None:
            self._count(plan)
            lane.settle(plan.covers)

    def _count(self, plan: Plan) -> None:
        message = plan.head.message
        former, looks = self._shown.get(message.slot), (message.text, message.keyboard)
        match plan.doing:
            case "delete" if former is not None:
                self.calls += 1
                del self._shown[message.slot]
            case "edit" if former is not None:
                self.calls += former != looks
                self._shown[message.slot] = looks
            case "new" | "edit":
                retired = former is not None and (
                    message.retire == "delete" or (message.retire == "strip" and bool(former[1]))
                )
                self.calls += 1 + message.pin + retired
                self.group += message.chat_id == GROUP
                self._shown[message.slot] = looks


def _taps(view: View, option: Option) -> int:
    """How many buttons lead to an answer."""
    assert view.decision is not None
    left, taps = view.decision.options, 0
    for place, step in enumerate(STEPS):
        choices = {step(other) for other in left}
        taps += place == 0 or len(choices) > 1
        left = [other for other in left if step(other) == step(option)]
    return taps
