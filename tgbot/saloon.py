"""What every handler works with: the store, the bot, the clock; and the one way in which a table is changed."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog
from telegram import Bot, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import TelegramError

from engine import BadSave
from storage.bindings import Bindings
from storage.clock import Clock
from storage.errors import Duplicate, Stale, Unreadable
from storage.limits import Limits
from storage.people import People
from storage.tables import Tables
from tgbot.delivery import markup
from tgbot.draft import Draft, Keyboard, Refused, Step
from tgbot.intents import Tap, Where
from tgbot.texts import _

log = structlog.get_logger(__name__)

TRIES = 20
"""Times a change is made again because somebody else was faster."""
ANSWER_SECONDS = 0.8
"""A tap is answered after so many seconds at the latest, whatever the store is doing."""
_LONGEST_WAIT = 5.0
"""Seconds after which a reply is of no use any more."""
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_GOING_ON = {"lobby", "running", "paused"}
"""Phases of tables that are not over."""


def new_table_id() -> str:
    """Six letters and digits that are not mixed up when read aloud."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(6))


def new_seed() -> str:
    """The chance of one game: 32 bytes as hexadecimal digits."""
    return secrets.token_hex(32)


@dataclass(frozen=True)
class Saloon:
    """Everything that handlers need. Holds no state of any game."""

    bot: Bot
    tables: Tables
    people: People
    bindings: Bindings
    clock: Clock
    limits: Limits
    new_id: Callable[[], str] = new_table_id
    new_seed: Callable[[], str] = new_seed

    async def change(
        self,
        table_id: str,
        step: Step,
        *,
        update_id: int | str | None = None,
        fired: tuple[str, float] | None = None,
        before: Callable[[Draft], Awaitable[None]] | None = None,
    ) -> Draft | None:
        """Load the table, let ``step`` change it, and commit; from the start again if somebody else was faster.

        Args:
            table_id: the table.
            step: what to do.
            update_id: the cause, which never acts twice on one table.
            fired: the deadline that causes it.
            before: awaited once the step has succeeded and before the commit: the place to answer a tap.

        Returns:
            what was committed; None if this cause had been acted on before.

        Raises:
            Refused: by the step, or because the table is gone.
            Unreadable: this release cannot read the table.
        """
        for _try in range(TRIES):
            draft = await self.look(table_id)
            step(draft)
            if before is not None:
                await before(draft)
            try:
                await self.tables.commit(draft.commit(update_id, fired))
            except Stale:
                continue
            except Duplicate:
                return None
            return draft
        raise Stale(f"table {table_id}: no end of changes by others")

    async def change_each(
        self, user_id: int, step: Step, *, update_id: int | str | None = None, strict: bool = False
    ) -> list[Draft]:
        """Change all tables of a person, but those where the step is refused or that this release cannot read.

        Args:
            user_id: the person.
            step: what to do at each table.
            update_id: the cause, as in ``change``.
            strict: being refused everywhere is an error.

        Returns:
            what was committed.

        Raises:
            Refused: if ``strict``, the last refusal where no table was changed.
        """
        committed, done, refused = [], False, Refused(_("You are in no game."))
        for table_id in sorted(await self.people.tables_of(user_id)):
            try:
                draft = await self.change(table_id, step, update_id=update_id)
            except Refused as error:
                refused = error
            except (Unreadable, BadSave):
                continue
            else:
                done = True
                committed += [draft] if draft is not None else []
        if strict and not done:
            raise refused
        return committed

    async def games_of(self, user_id: int) -> list[Draft]:
        """The tables that a person sits at and that are not over, the oldest first; but those that cannot be read."""
        drafts = []
        for table_id in await self.people.tables_of(user_id):
            try:
                draft = await self.look(table_id)
            except (Refused, Unreadable):
                continue
            if draft.table.phase in _GOING_ON and draft.seat_of(user_id) is not None:
                drafts.append(draft)
        return sorted(drafts, key=lambda draft: (draft.table.created_at, draft.table.id))

    async def table_here(self, where: Where) -> str:
        """Id of the table that is played in this group or topic. Raises Refused if there is none."""
        table_id = await self.bindings.table_of_chat(where.chat_id, where.topic_id)
        if table_id is None:
            raise Refused(_("There is no game here. /newgame opens one."))
        return table_id

    async def look(self, table_id: str) -> Draft:
        """The table as it is now. Raises Refused if there is none."""
        stored = await self.tables.load(table_id)
        if stored is None:
            raise Refused(_("This game is over and gone."))
        return Draft.of(stored, self.clock.now())

    async def say(self, where: Where, text: str, keyboard: Keyboard = ()) -> None:
        """Reply at once to a command that changes no table. Best effort: nobody waits for it for long."""
        if not text or not await self._turn(where.chat_id):
            return
        try:
            await self.bot.send_message(
                where.chat_id,
                text,
                parse_mode=ParseMode.HTML,
                disable_notification=True,
                message_thread_id=where.topic_id,
                reply_markup=markup(keyboard),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except TelegramError as error:
            log.info("reply not sent", error=type(error).__name__)

    async def rewrite(self, tap: Tap, text: str, keyboard: Keyboard = ()) -> None:
        """Change the message whose button was pressed, where no table is concerned. Best effort."""
        if tap.where is None or tap.message_id is None or not await self._turn(tap.where.chat_id):
            return
        try:
            await self.bot.edit_message_text(
                text, tap.where.chat_id, tap.message_id, parse_mode=ParseMode.HTML, reply_markup=markup(keyboard)
            )
        except TelegramError as error:
            log.info("message not rewritten", error=type(error).__name__)

    async def _turn(self, chat_id: int) -> bool:
        """Wait until something may be sent to a chat; no if that would take too long."""
        wait = await self.limits.take(chat_id)
        if wait > _LONGEST_WAIT:
            log.info("reply left out", wait=wait)
            return False
        await self.clock.sleep(wait)
        return True

    async def is_admin(self, chat_id: int, user_id: int) -> bool:
        """Whether a person may run things in a group at this moment; no if Telegram does not say."""
        try:
            return any(admin.user.id == user_id for admin in await self.bot.get_chat_administrators(chat_id))
        except TelegramError as error:
            log.info("administrators unknown", error=type(error).__name__)
            return False

    async def is_outside(self, chat_id: int, user_id: int) -> bool:
        """Whether Telegram says that a person is not in the group; it need not tell a bot that is no administrator."""
        try:
            member = await self.bot.get_chat_member(chat_id, user_id)
        except TelegramError:
            return False
        return member.status in {member.LEFT, member.BANNED}


class Answer:
    """The answer to one tap, given once: by the handler, or empty when that takes too long."""

    def __init__(self, bot: Bot, tap: Tap) -> None:
        self._bot = bot
        self._tap = tap
        self._given = False
        self._timer = asyncio.create_task(self._in_time())

    async def give(self, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        """Answer the tap, if nobody has; a refusal of Telegram (too late) changes nothing."""
        if self._given:
            return
        self._given = True
        if asyncio.current_task() is not self._timer:
            self._timer.cancel()
        with contextlib.suppress(TelegramError):
            await self._bot.answer_callback_query(
                self._tap.query_id, text=text[:200] or None, show_alert=alert or None, url=url
            )

    async def refuse(self, refused: Refused) -> None:
        """Show why not."""
        await self.give(refused.text, alert=refused.alert, url=refused.url)

    async def _in_time(self) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        await self.give()
