"""Ghosts in the Graveyard: a hidden-information deduction race for 2 to 4 players over 50 tombstones.

Everybody hides a Haunt and two Decoys behind tombstones. Lights shone from played cards tell whether the left
neighbour hides something in an area; whoever first names that neighbour's Haunt wins.

    env = ghosts_in_the_graveyard_v0.env(players=2, render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

| | |
|---|---|
| Agents | `player_0` to `player_3` (option `players`, 2 to 4) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask` int8, `card_mask` int8 by seat, number |
| Actions | Discrete 89 (`spec.action_table()`) |
| Rewards | at the end only: +1 to the winner, -1/(players - 1) to the others; 0 to all if cut off by `max_turns` |
| Final infos | `winners`, `reason`, `roles` (active or silenced); before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/ghosts_in_the_graveyard/rules.md`.
"""

from functools import partial

from haunted_env.envs import pettingzoo

env = partial(pettingzoo.make_env, "ghosts_in_the_graveyard_v0")
raw_env = partial(pettingzoo.raw_env, "ghosts_in_the_graveyard_v0")
