"""Random games of the base box: they end, stay in order, and can be stored at every step."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import Setup, new_game
from tests.engine.checks import check_winners, play_out
from tgbot.commands.simulate import random_chooser

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "character_choice": st.sampled_from(["one", "two"]),
        "end_check": st.sampled_from(["after_card", "each_death"]),
        "suzy_duel_draw": st.sampled_from(["end_of_duel", "immediate"]),
        "sid_any_time": st.sampled_from(["turn_and_dying", "always"]),
    },
)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@settings(max_examples=420, suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))
@given(seed=st.integers(0, 2**32), options=OPTIONS)
def test_random_games(players: int, seed: int, options: dict[str, str]) -> None:
    """2,100 games in all, checked and stored after every answer."""
    game = new_game(Setup([f"P{number}" for number in range(players)], [], options), seed)
    play_out(game, random_chooser(seed))
    if players > 3 and options.get("end_check") != "each_death":
        check_winners(game)
