"""``/quiet``: a person's quiet hours and time zone, by buttons or in words: "/quiet 23-7 Europe/Rome", "/quiet off"."""

import re
from collections.abc import Callable, Sequence

import engine
from storage.shapes import Button, Person
from tgbot import pace, quiet, tell
from tgbot.draft import Draft, Refused
from tgbot.intents import Command, Tap
from tgbot.saloon import Answer, Saloon
from tgbot.texts import _

LETTER = "q"
"""First letter of the callback data: ``q|verb|argument``."""
DEFAULT = (23 * 60, 7 * 60)
STEP = 30
ZONES = [
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/London",
    "Europe/Rome",
    "Europe/Athens",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
]
"""Zones offered as buttons; any other is written behind the command."""
_HOURS = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?")

Change = Callable[[Person], None]


async def command(saloon: Saloon, said: Command) -> None:
    """Set what is written behind the command, and show how it stands. Raises Refused."""
    change = _read(said.args) if said.args.strip() else None
    person = await saloon.people.load(said.who.id) if change is None else await _set(saloon, said.who.id, change)
    await saloon.say(said.where, _text(person), _menu(person))


def is_ours(data: str) -> bool:
    """Whether a button belongs to this menu."""
    return data.startswith(f"{LETTER}|")


async def tapped(saloon: Saloon, tap: Tap, answer: Answer) -> None:
    """A button of the menu: it concerns whoever presses it. Raises Refused."""
    verb, _sep, argument = tap.data.removeprefix(f"{LETTER}|").partition("|")
    if verb == "zones":
        await answer.give()
        await saloon.rewrite(tap, _("Where do you live?"), _zone_menu())
        return
    person = await saloon.people.load(tap.who.id) if verb == "menu" else await _press(saloon, tap, verb, argument)
    await answer.give()
    await saloon.rewrite(tap, _text(person), _menu(person))


async def _press(saloon: Saloon, tap: Tap, verb: str, argument: str) -> Person:
    if verb == "off":
        return await _set(saloon, tap.who.id, _off)
    if verb == "zone":
        return await _set(saloon, tap.who.id, _to_zone(argument))
    match = re.fullmatch(r"(\d{1,4})-(\d{1,4})", argument)
    if verb != "hours" or match is None or max(map(int, match.groups())) >= 24 * 60:
        raise Refused(_("This button is of an older version of the bot."))
    return await _set(saloon, tap.who.id, _to_hours((int(match[1]), int(match[2]))))


# Changes


def _read(text: str) -> Change:
    """What somebody has written: hours, a zone, both, or "off". Raises Refused."""
    if text.strip().casefold() == "off":
        return _off
    match = _HOURS.search(text)
    changes = []
    if match is not None:
        begin, end = (60 * int(match[i]) + int(match[i + 1] or 0) for i in (1, 3))
        changes.append(_to_hours((begin, end)))
        text = text[: match.start()] + text[match.end() :]
    if text.strip():
        changes.append(_to_zone(text))

    def change(person: Person) -> None:
        for part in changes:
            part(person)

    return change


def _off(person: Person) -> None:
    person.quiet = None


def _to_hours(hours: tuple[int, int]) -> Change:
    begin, end = (minutes % (24 * 60) for minutes in hours)
    if max(hours) > 24 * 60 or not quiet.is_sensible((begin, end)):
        raise Refused(
            _("Quiet hours last 16 hours at most: /quiet 23-7, or /quiet 22:30-6:45 Europe/Rome."), alert=True
        )

    def change(person: Person) -> None:
        person.quiet = (begin, end)

    return change


def _to_zone(text: str) -> Change:
    try:
        name = quiet.zone_name(text)
    except quiet.BadZone:
        raise Refused(
            _("I don't know this time zone. Write it like Europe/Rome, or as hours from UTC: +3, -4:30."), alert=True
        ) from None

    def change(person: Person) -> None:
        person.time_zone = name
        person.quiet = person.quiet or DEFAULT

    return change


async def _set(saloon: Saloon, user_id: int, change: Change) -> Person:
    """Change a person, and their clocks in all games: what is left runs by the new hours."""
    person = await saloon.people.change(user_id, change)

    def step(draft: Draft) -> None:
        seat, holder = draft.holder(user_id)
        if (holder.quiet, holder.time_zone) == (person.quiet, person.time_zone):
            raise Refused
        pace.reckon_anew(draft, seat, person.quiet, person.time_zone)
        if draft.table.phase == "running":
            tell.clocks_changed(draft, engine.load(draft.table.game))

    await saloon.change_each(user_id, step)
    return person


# The menu


def _text(person: Person) -> str:
    where = (person.time_zone or "UTC").replace("_", " ")
    if person.quiet is None:
        return _("🌙 You have no quiet hours. In quiet hours your clock stands still and nothing rings.")
    begin, end = (f"{minutes // 60:02}:{minutes % 60:02}" for minutes in person.quiet)
    text = _("🌙 Your quiet hours: {begin} to {end}, {zone}. Your clock stands still then, and nothing rings.")
    return text.format(begin=begin, end=end, zone=where)


def _menu(person: Person) -> Sequence[Sequence[Button]]:
    begin, end = person.quiet or DEFAULT
    hours = [
        [_hours_button("23–7", 23 * 60, 7 * 60), _hours_button("22–8", 22 * 60, 8 * 60), _hours_button("0–9", 0, 540)]
    ]
    if person.quiet is not None:
        hours += [
            [_hours_button(_("Begin earlier"), begin - STEP, end), _hours_button(_("Begin later"), begin + STEP, end)],
            [_hours_button(_("End earlier"), begin, end - STEP), _hours_button(_("End later"), begin, end + STEP)],
        ]
    rest = [_button(_("Time zone"), "zones")]
    if person.quiet is not None:
        rest.append(_button(_("No quiet hours"), "off"))
    return [*hours, rest]


def _zone_menu() -> Sequence[Sequence[Button]]:
    buttons = [_button(name.rpartition("/")[2].replace("_", " "), "zone", name) for name in ZONES]
    return [*(buttons[i : i + 3] for i in range(0, len(buttons), 3)), [_button(_("« Back"), "menu")]]


def _hours_button(label: str, begin: int, end: int) -> Button:
    return _button(label, "hours", f"{begin % 1440}-{end % 1440}")


def _button(label: str, verb: str, argument: str = "") -> Button:
    return Button(text=label, data=f"{LETTER}|{verb}|{argument}".rstrip("|"))
