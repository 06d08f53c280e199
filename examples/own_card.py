"""A card of your own: another flashlight for Ghosts in the Graveyard, without touching the package.

python examples/own_card.py      # the engine is compiled anew for the new content: some seconds, once
"""

import os
import tempfile
from importlib.resources import files
from pathlib import Path

import numpy as np

OLD = """
id = "crook"
name = "Crook"
picture = ["####", "#...", "#..."]
"""
OWN = """
id = "weathercock"
name = "Weathercock"
picture = ["###.", ".#..", "##.."]
"""


def content_with_the_card() -> str:
    """A folder with the game's own content, one flashlight exchanged (Haunted Destinies takes additional cards)."""
    folder = Path(tempfile.gettempdir()) / "haunted_env_own_card"  # always the same: compiled code is kept for it
    folder.mkdir(exist_ok=True)
    # Found without importing the game, which would read its content now.
    content = (files("haunted_env") / "games/ghosts_in_the_graveyard/content.toml").read_text(encoding="utf-8")
    assert OLD in content
    (folder / "ghosts_in_the_graveyard.toml").write_text(content.replace(OLD, OWN), encoding="utf-8")
    return str(folder)


def main(games: int = 20) -> str:
    os.environ["HAUNTED_ENV_CONTENT"] = content_with_the_card()
    from haunted_env import ghosts_in_the_graveyard_v0

    env, rng = ghosts_in_the_graveyard_v0.env(players=2), np.random.default_rng(0)
    for seed in range(games):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            legal = np.flatnonzero(env.last()[0]["action_mask"])
            for action in legal.tolist():
                if "Weathercock" in (words := env.describe(action)):
                    print(f"Game {seed}, {env.agent_selection} can {words}:\n{env.unwrapped.view(env.agent_selection)}")
                    return words
            env.step(int(rng.choice(legal)))
    raise SystemExit(f"nobody had it in {games} games")


if __name__ == "__main__":
    main()
