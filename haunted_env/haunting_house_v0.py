"""The Haunting House: a programmed race for 2 to 6 players through a maze that everybody turns and shifts.

Every turn has a Random Round (three blind cards each) and a Chosen Round (four secretly programmed cards each). Cards
move pawns, turn and exchange tiles, drop through trap doors and move the exit. The first pawn on the exit wins.

    env = haunting_house_v0.env(players=4, quick=True, render_mode="ansi")
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
| Agents | `player_0` to `player_5` (option `players`, 2 to 6) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask` int8, `card_mask` int8 by seat and slot |
| Actions | Discrete (`spec.action_table()`); the seats of PAWN are relative, 0 is oneself |
| Rewards | at the end only: +1 to the winner, -1/(n-1) to each other; 0 to all if truncated after `max_turns` |
| Final infos | `winners`, `reason`, `roles`; before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/haunting_house/rules.md`.
"""

from functools import partial

from haunted_env.envs import pettingzoo

env = partial(pettingzoo.make_env, "haunting_house_v0")
raw_env = partial(pettingzoo.raw_env, "haunting_house_v0")
