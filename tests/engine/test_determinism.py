"""The same seed and answers give the same game, byte for byte, everywhere."""

import dataclasses
import hashlib
import json
import os
import subprocess
import sys
from typing import Any

from engine import Event, Setup, answer, dump, new_game, redact, waiting
from tgbot.commands.simulate import random_chooser

PINNED = "8566"
"""First digits of the digest of the games below. It changes only when rules or the order of options change: then say
so in the changelog, since running games are touched."""


def digest_of_games(*, states: bool) -> str:
    """All public events of some games, and if wanted their last states, as one number."""
    digest = hashlib.sha256()
    for seed in range(12):
        game = new_game(Setup([f"P{number}" for number in range(3 + seed % 5)]), seed)
        choose = random_chooser(seed)
        while game.winners is None:
            decision = waiting(game)[0]
            facts = answer(game, decision.seat, choose(game, decision))
            digest.update(json.dumps([_as_json(redact(fact, None)) for fact in facts]).encode())
        if states:
            digest.update(json.dumps(dump(game), sort_keys=True).encode())
    return digest.hexdigest()


def _as_json(fact: Event) -> list[Any]:
    return [type(fact).__name__, *dataclasses.astuple(fact)]  # type: ignore[call-overload]


def _in_a_process(hash_seed: str) -> str:
    code = "from tests.engine.test_determinism import digest_of_games; print(digest_of_games(states=True))"
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_hash_seed_does_not_matter() -> None:
    assert _in_a_process("1") == _in_a_process("2")


def test_games_are_what_they_were() -> None:
    """On every supported Python: CI of any version compares with the same pinned value."""
    assert digest_of_games(states=False)[:4] == PINNED
