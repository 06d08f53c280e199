"""PettingZoo with flat observations: the same game, the mask in `infos`."""

import numpy as np
import pytest
from pettingzoo.test import api_test

from haunted_env.envs.pettingzoo import make_env, raw_env


def test_the_same_as_in_the_dict(spec):
    flat, plain = make_env(spec, flatten=True), raw_env(spec)
    flat.reset(seed=5)
    plain.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(80):
        agent = plain.agent_selection
        assert flat.agent_selection == agent and flat.infos.keys() == plain.infos.keys()
        seen, reward, *ends, info = flat.last()
        expected, same_reward, *same_ends, same_info = plain.last()
        assert np.array_equal(seen, expected["observation"]) and flat.observation_space(agent).contains(seen)
        assert (reward, ends) == (same_reward, same_ends)
        for name in plain.agents:
            assert np.array_equal(flat.infos[name]["action_mask"], plain.observe(name)["action_mask"])
        assert {name: what for name, what in info.items() if name != "action_mask"} == same_info
        if any(ends):
            break
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        flat.step(action)
        plain.step(action)


def test_it_is_what_pettingzoo_expects(spec, monkeypatch):
    env = make_env(spec, flatten=True)
    assert env.observation_space("player_0") is env.observation_space("player_0")
    api_test(env, num_cycles=50)


def test_illegal_actions_can_end_the_game(spec):
    env = make_env(spec, flatten=True, illegal="terminate")
    env.reset(seed=1)
    offender, info = env.agent_selection, env.last()[-1]
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert all(env.terminations.values()) and env.rewards[offender] == -1
    with pytest.raises(ValueError, match="illegal='random': choose"):
        make_env(spec, illegal="random")
