"""A scenario of your own for Destinies: a copy of one that comes with the game, changed, checked and played.

python examples/own_scenario.py      # writes my_scenario.toml; docs/scenarios.md says what may be in it
"""

import importlib.resources
from pathlib import Path

import gymnasium
import numpy as np

import haunted_env  # noqa: F401  makes its games known to Gymnasium
from haunted_env.registry import spec

CHANGES = {
    'id = "hallow_pass"': 'id = "my_scenario"',
    'title = "A Lamp at Hallow Pass"': 'title = "A Longer Winter"',
    "challenger_days = 8": "challenger_days = 14",
    "start_coins = 1": "start_coins = 3",
}


def main(path: str = "my_scenario.toml") -> dict:
    text = (importlib.resources.files("haunted_env.games.destinies") / "scenarios" / "hallow_pass.toml").read_text(
        "utf-8"
    )
    for old, new in CHANGES.items():
        assert old in text, f"{old} is not in the scenario any more"
        text = text.replace(old, new)
    Path(path).write_text(text, encoding="utf-8")
    print(spec("destinies").scenarios.summary(path))  # refuses a bad file, and says all that is wrong with it

    env = gymnasium.make("haunted_env/Destinies-v0", scenario=path, mode="challenger", render_mode="ansi")
    _, info = env.reset(seed=3)
    rng, over = np.random.default_rng(3), False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    print(env.render())
    print(f"reward {reward:+.0f}: {info['result']['reason']}")
    return info["result"]


if __name__ == "__main__":
    main()
