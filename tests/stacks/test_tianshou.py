"""Tianshou: collectors run on the batch, by steps and by episodes; the games of `SeatGames`; a policy that learns."""

import numpy as np
import pytest

pytest.importorskip("tianshou", reason="Tianshou is not installed: python -m tests.stacks tianshou")

from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.utils.net.common import Net

from haunted_env.envs.seats import SeatGames
from haunted_env.envs.tianshou import SeatVectorEnv
from tests.stacks.trained import beats_random

GAME, SETTINGS = "ghosts_in_the_graveyard", {"opponents": "random", "observation": "compact", "players": 2}


def test_the_same_games_step_by_step():
    envs, games, rng = SeatVectorEnv(GAME, 6, **SETTINGS), SeatGames(GAME, 6, **SETTINGS), np.random.default_rng(1)
    seen, infos = envs.reset(seed=3)
    games.start(3)
    ended = 0
    for _ in range(60):
        look = games.look()
        assert np.array_equal(seen.obs, look.observations) and np.array_equal(seen.mask, look.masks)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen.mask])
        then, rewards, terminated, truncated, infos = envs.step(actions)
        games.play(actions)
        assert np.array_equal(rewards, games.rewards) and np.array_equal(terminated | truncated, games.dones)
        assert [info["env_id"] for info in infos] == list(range(6))
        for row, (last, _) in games.ends.items():
            ended += 1
            assert np.array_equal(then.obs[row], last.observations[0]) and not then.mask[row].any()
        done = np.flatnonzero(games.dones)
        seen = then
        if len(done):
            seen[done] = envs.reset(done)[0]
    assert ended


def test_some_games_go_on_alone():
    envs = SeatVectorEnv(GAME, 4, **SETTINGS)
    seen, _ = envs.reset(seed=1)
    before = envs.games.batch.raw.copy()
    rows = np.array([2, 0])
    then, rewards, *_, infos = envs.step(seen.mask[rows].argmax(axis=1), rows)
    assert then.obs.shape[0] == len(rewards) == 2 and [info["env_id"] for info in infos] == [2, 0]
    assert [np.array_equal(envs.games.batch.raw[row], before[row]) for row in range(4)] == [False, True, False, True]


@pytest.mark.parametrize("amount", [{"n_step": 64}, {"n_episode": 11}])
def test_a_collector_gets_legal_decisions(amount):
    envs = SeatVectorEnv(GAME, 8, **SETTINGS)
    network = Net(state_shape=envs.space.shape, action_shape=envs.actions.n, hidden_sizes=[16])
    policy = DiscreteQLearningPolicy(model=network, action_space=envs.actions, eps_training=1.0, eps_inference=1.0)
    buffer = VectorReplayBuffer(4000, 8)
    collector = Collector[CollectStats](policy, envs, buffer, exploration_noise=True)
    collector.reset()
    found = collector.collect(**amount)
    assert found.n_collected_steps >= 64 if "n_step" in amount else found.n_collected_episodes == 11
    taken = buffer[:]
    assert taken.obs.mask[np.arange(len(taken.act)), taken.act].all()
    envs.close()


def test_random_collection_needs_illegal_actions_to_be_replaced():
    envs = SeatVectorEnv(GAME, 4, illegal="random", **SETTINGS)
    network = Net(state_shape=envs.space.shape, action_shape=envs.actions.n, hidden_sizes=[16])
    policy = DiscreteQLearningPolicy(model=network, action_space=envs.actions)
    collector = Collector[CollectStats](policy, envs, VectorReplayBuffer(400, 4))
    collector.reset()
    assert collector.collect(n_step=40, random=True).n_collected_steps == 40


def test_the_example_learns():
    beats_random("tianshou_dqn", 0.7, decisions=2048)
