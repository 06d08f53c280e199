"""Who is the Opener? What follows from one player's knowledge, turn by turn, and as a picture.

python examples/belief_tracking.py     # writes beliefs.png: a row for every player, dark is certain
"""

import numpy as np
from PIL import Image

from haunted_env import haunted_destinies_v0
from haunted_env.agents import make_agent

PLAYERS, LOOKING, CELL = 4, "player_0", 12


def main(picture: str = "beliefs.png", seed: int = 11) -> list[dict[str, float]]:
    env = haunted_destinies_v0.env(players=PLAYERS, setup="random")
    env.reset(seed=seed)
    agent = make_agent("heuristic", env.unwrapped.spec)
    rows, turn = [], 0
    for _ in env.agent_iter():
        if any(env.terminations.values()):
            break
        now = env.unwrapped.spec.queries.turn(env.unwrapped.batch.games)
        if now != turn:
            rows.append(env.belief(LOOKING))  # exact counting over all that it cannot tell apart
            turn = now
            print(f"turn {turn:3}  " + "  ".join(f"{name} {chance:4.0%}" for name, chance in rows[-1].items()))
        env.step(agent.choose(env))
    roles = env.infos[env.agents[0]]["roles"]
    print(f"It was {next((name for name, role in roles.items() if role == 'opener'), 'nobody')}: {roles}")
    chances = np.array([list(row.values()) for row in rows]).T  # a row for every player, a column for every turn
    shades = (255 * (1 - chances)).astype(np.uint8).repeat(CELL, axis=0).repeat(CELL, axis=1)
    Image.fromarray(shades).save(picture)
    return rows


if __name__ == "__main__":
    main()
