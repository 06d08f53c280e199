"""A first game of Haunted Destinies: random players, the board as one of them sees it, how it ended.

python examples/first_game.py
"""

import numpy as np

from haunted_env import haunted_destinies_v0


def main() -> dict:
    env = haunted_destinies_v0.env(players=4, setup="random", render_mode="ansi")
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        if len(env.unwrapped.replay().actions) == 40:
            print(env.render())  # what this player may know, and nothing else
            print(f"{agent}: {env.describe(action)}\n")
        env.step(action)
    print(
        f"It ended by {info['reason']}; {', '.join(info['winners']) or 'nobody'} won. The roles were {info['roles']}."
    )
    return info


if __name__ == "__main__":
    main()
