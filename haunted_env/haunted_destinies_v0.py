"""Haunted Destinies: hidden-role deduction and pursuit for 3 to 6 players on a moor laid tile by tile.

One player holds the Opener card without knowing it. Investigators want to bind the Opener, the Opener wants to
consume everyone, and the dead play on as ghosts with goals of their own.

    env = haunted_destinies_v0.env(players=4, setup="random", render_mode="ansi")
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
| Agents | `player_0` to `player_5` (option `players`, 3 to 6) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask` int8, `card_mask` int8 by seat and slot |
| Actions | Discrete (`spec.action_table()`); seats are relative, 0 is oneself |
| Rewards | at the end only: +1 to winners, -1 to all others; at dawn the option `draw_reward` to all |
| Final infos | `winners`, `reason`, `roles`; before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/haunted_destinies/rules.md`.
"""

from functools import partial

from haunted_env.envs import pettingzoo

env = partial(pettingzoo.make_env, "haunted_destinies_v0")
raw_env = partial(pettingzoo.raw_env, "haunted_destinies_v0")
