"""SuperSuit's common wrappers on the PettingZoo environment: all that suit a turn-based game with discrete actions."""

import numpy as np
import pytest

ss = pytest.importorskip("supersuit", reason="SuperSuit is not installed: python -m tests.stacks supersuit")

import haunted_env

OF_OBSERVATIONS = {  # on env(flatten=True): they know Box observations alone
    "flatten": lambda env: ss.flatten_v0(env),
    "dtype": lambda env: ss.dtype_v0(env, "float32"),
    "frame_stack": lambda env: ss.frame_stack_v1(env, 4),
    "normalize_obs": lambda env: ss.normalize_obs_v0(ss.dtype_v0(env, "float32")),
    "agent_indicator": lambda env: ss.agent_indicator_v0(env),
    "pad_observations": lambda env: ss.pad_observations_v0(env),
    "delay_observations": lambda env: ss.delay_observations_v0(env, 1),
    "max_observation": lambda env: ss.max_observation_v0(env, 2),
}
OF_ALL = {  # on the dict as well
    "clip_reward": lambda env: ss.clip_reward_v0(env),
    "reward_lambda": lambda env: ss.reward_lambda_v0(env, lambda reward: 2 * reward),
    "pad_action_space": lambda env: ss.pad_action_space_v0(env),
    "nan_random": lambda env: ss.nan_random_v0(env),
}


def play(env, games: int = 2) -> dict:
    rng = np.random.default_rng(1)
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            assert env.observation_space(agent).contains(seen)
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
    return info


@pytest.mark.parametrize("name", [*OF_OBSERVATIONS, *OF_ALL])
def test_with_flat_observations(name):
    env = haunted_env.make("ghosts_in_the_graveyard", players=2, flatten=True)
    assert play((OF_OBSERVATIONS | OF_ALL)[name](env))["winners"]


@pytest.mark.parametrize("name", OF_ALL)
def test_with_dicts(name):
    assert play(OF_ALL[name](haunted_env.make("ghosts_in_the_graveyard", players=2)))["winners"]
