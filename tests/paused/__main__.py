"""``make freeze``: stores paused games of this release under ``tests/paused/v<schema>/``, for later releases to load.

Games over all sets are played at random; of every procedure that can wait for an answer a few games are kept that wait
in just it. Run it when a release is made, and whenever a new procedure can wait. Files already there are kept.
"""

import json
from collections import Counter
from pathlib import Path

from engine import Setup, answer, dump, new_game, waiting
from engine.cards import SETS
from engine.save import SCHEMA
from tgbot.commands.simulate import random_chooser

FOLDER = Path(__file__).parent / f"v{SCHEMA}"
OF_EACH = 2
GAMES = 3_000


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    kept = Counter(path.stem.rsplit("-", 1)[0] for path in FOLDER.glob("*.json"))
    for seed in range(GAMES):
        sets = [name for place, name in enumerate(SETS) if name != "base" and seed % 3 and (seed >> place) & 1 == 0]
        players = 3 + seed % (6 if "dodge_city" in sets else 5)
        choice = "two" if seed % 7 == 0 else "one"
        game = new_game(Setup([f"P{n}" for n in range(players)], sets, {"character_choice": choice}), f"frozen {seed}")
        choose = random_chooser(seed)
        while game.winners is None:
            name = type(game.stack[-1]).__name__
            if kept[name] < OF_EACH and game.no >= 20 * kept[name]:
                (FOLDER / f"{name}-{kept[name]}.json").write_text(json.dumps(dump(game)) + "\n")
                kept[name] += 1
            decision = waiting(game)[0]
            answer(game, decision.seat, choose(game, decision))
    print(f"{sum(kept.values())} paused games of {len(kept)} procedures in {FOLDER}")


if __name__ == "__main__":
    main()
