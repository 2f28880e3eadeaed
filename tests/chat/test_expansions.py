"""Expansions are chosen in the lobby and played in the chat."""

from engine.cards import SETS
from tests.chat.harness import Stage
from tgbot import expansions

ALL = {name for name in SETS if name != "base"}


def test_every_expansion_can_be_chosen_and_says_what_it_adds() -> None:
    assert set(expansions.TITLES) == set(expansions.ABOUT) == set(expansions.KEYS) == ALL
    assert len(expansions.descriptions()) == len(ALL) + 1
    assert all(len(row.key) <= 8 for row in expansions.ROWS)


async def test_one_tap_takes_all_sets_of_the_bullet(saloon: Stage) -> None:
    async with saloon.bot() as app:
        (ann,) = saloon.people(1)
        chat = saloon.group([ann])
        await saloon.open_lobby([ann], chat)
        for label in ("Settings", "Expansions »", "The Bullet: all"):
            await saloon.sees(ann, chat, label)
            saloon.press(ann, chat, label)
        await saloon.sees(ann, chat, "✅ High Noon")
        assert "an event each round" in saloon.texts(ann, chat)
        assert "✅ Gold Rush" not in saloon.labels(ann, chat)
        table = await saloon.table(app, chat)
        assert {name for name, on in table.settings["sets"].items() if on} == set(expansions.THE_BULLET)


async def test_a_game_with_everything_in_the_chat(saloon: Stage) -> None:
    """Taps over all sets: buttons for shop, green cards, abilities and events lead somewhere, and the game goes on."""
    async with saloon.bot() as app:
        people = saloon.people(4)
        chat = saloon.group(people)
        await saloon.open_lobby(people, chat)
        saloon.press(people[0], chat, "Settings")
        await saloon.sees(people[0], chat, "Expansions »")
        saloon.press(people[0], chat, "Expansions »")
        for title in expansions.TITLES.values():
            await saloon.sees(people[0], chat, f"☐ {title}")
            saloon.press(people[0], chat, f"☐ {title}")
            await saloon.sees(people[0], chat, f"✅ {title}")
        saloon.press(people[0], chat, "« Back")
        await saloon.sees(people[0], chat, "Expansions »")
        saloon.press(people[0], chat, "« Back")
        await saloon.sees(people[0], chat, "Start")
        saloon.press(people[0], chat, "Start")
        await saloon.sees(people[0], chat, "My hand")
        assert set((await saloon.game(app, chat)).sets) == ALL
        for _tap in range(120):
            if not await saloon.tap_something(people, chat):
                break
