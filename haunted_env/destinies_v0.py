"""Destinies: a story-driven race for 1 to 3 players, each with a secret destiny and two paths to it.

Players explore tiles, visit places, talk, trade and pass tests with dice; hidden virtue opens and closes options.
Everything story-specific comes from a scenario file; the one supplied is The Long Ebb.

    env = destinies_v0.env(players=3, destiny_deal="shuffled", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Alone (`players=1`, modes explorer and challenger) the same game is a plain Gymnasium environment:

    env = gymnasium.make("haunted_env/Destinies-v0", mode="challenger", step_reward=0.05)

| | |
|---|---|
| Agents | `player_0` to `player_2` (option `players`, 1 to 3) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask` int8, `card_mask` int8: destinies |
| Actions | Discrete(156) (`spec.action_table()`) |
| Rewards | +1 to the winner, -1 to the others; -1 on defeat (at once), 0 if truncated after `max_days` |
| Final infos | `winners`, `reason`, `roles`; before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/destinies/rules.md`.
"""

from functools import partial

from haunted_env.envs import pettingzoo

env = partial(pettingzoo.make_env, "destinies_v0")
raw_env = partial(pettingzoo.raw_env, "destinies_v0")
