"""PufferLib: its own vectorisation runs the native environment, with masks in front of the observations.

PufferLib 3.0 comes as sources whose build fetches raylib and box2d from elsewhere. Where that is not possible it cannot
be installed, and these tests are skipped.
"""

import numpy as np
import pytest

pytest.importorskip("pufferlib", reason="PufferLib is not installed (its build fetches sources from elsewhere)")

import pufferlib.vector

from haunted_env.envs.pufferlib import SeatPufferEnv
from haunted_env.envs.seats import SeatGames

GAME, SETTINGS = "ghosts_in_the_graveyard", {"opponents": "random", "observation": "compact", "players": 2}


def test_the_same_games_step_by_step():
    made = pufferlib.vector.make(SeatPufferEnv, num_envs=2, env_kwargs={"game": GAME, "n": 8, **SETTINGS}, seed=0)
    games, rng = [SeatGames(GAME, 8, **SETTINGS) for _ in range(2)], np.random.default_rng(1)
    observations, _ = made.reset(seed=3)
    for number, one in enumerate(games):
        one.start(3 + number)
    ended = 0
    for _ in range(60):
        masks, seen = made.driver_env.split(observations)
        assert np.array_equal(masks, np.concatenate([one.action_masks() for one in games]))
        assert np.array_equal(seen, np.concatenate([one.look().observations for one in games]))
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        observations, rewards, terminals, truncations, infos = made.step(actions)
        for one, part in zip(games, np.split(actions, 2)):
            one.play(part)
        assert np.array_equal(rewards, np.concatenate([one.rewards for one in games]))
        assert np.array_equal(terminals | truncations, np.concatenate([one.dones for one in games]))
        assert len(infos) == sum(len(one.ends) for one in games)
        ended += len(infos)
    assert ended


def test_policies_without_masks_play_legally_all_the_same():
    env = SeatPufferEnv(GAME, 4, seed=1, **SETTINGS)
    env.reset()
    for _ in range(30):
        env.step(np.zeros(4, np.int32))
