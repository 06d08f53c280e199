"""A card of your own in Haunted Destinies: one row of TOML, without touching the package.

python examples/own_card.py      # the engine is compiled anew for the new content: half a minute, once
"""

import importlib.resources
import os
import tempfile
from pathlib import Path

import numpy as np

CARD = """
[[search]]
index = 24
id = "se_warm_bread"
name = "Warm Bread"
category = "boon"
count = 3
draw = [{ op = "heal", who = "self", n = 2 }]
"""


def content_with_the_card() -> str:
    """A folder with the game's own content and the card at its end: numbers of cards must not change."""
    folder = Path(tempfile.gettempdir()) / "haunted_env_own_card"  # always the same: compiled code is kept for it
    folder.mkdir(exist_ok=True)
    own = importlib.resources.files("haunted_env.games.haunted_destinies") / "content.toml"
    (folder / "haunted_destinies.toml").write_text(own.read_text(encoding="utf-8") + CARD, encoding="utf-8")
    return str(folder)


def main(games: int = 200) -> str:
    os.environ["HAUNTED_ENV_CONTENT"] = content_with_the_card()  # before the game is loaded
    from haunted_env import haunted_destinies_v0

    env, rng = haunted_destinies_v0.env(players=3, setup="random"), np.random.default_rng(0)
    for seed in range(games):
        env.reset(seed=seed)
        words, told = env.unwrapped.spec.words, 0
        while not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
            told, events = words.events(env.unwrapped.batch.games, told)
            if any("draws a Search card" in event for event in events):
                discarded = next(line for line in env.unwrapped.view().splitlines() if line.startswith("Search deck"))
                if "Warm Bread" in discarded:
                    print(f"Game {seed}: {' '.join(events)}\n{discarded}")
                    return discarded
    raise SystemExit(f"nobody drew it in {games} games")


if __name__ == "__main__":
    main()
