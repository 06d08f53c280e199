"""RLlib: its own check of environments, the games of the PettingZoo environment, a policy that learns on a cluster."""

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="RLlib is not installed: python -m tests.stacks rllib")

from ray.rllib.utils.pre_checks.env import check_multiagent_environments

from haunted_env.envs.pettingzoo import raw_env
from haunted_env.envs.rllib import MultiAgentGame
from tests.stacks.trained import beats_random

GAME = "ghosts_in_the_graveyard"
CONFIGS = [
    {"game": GAME, "players": 3},
    {"game": GAME, "players": 2, "observation": "full"},
    {"game": "haunting_house", "players": 2, "max_turns": 2},
    {"game": "destinies", "players": 2, "scenario": "hallow_pass"},
]


@pytest.mark.parametrize("config", CONFIGS)
def test_it_is_what_rllib_expects(config):
    check_multiagent_environments(MultiAgentGame({**config, "illegal": "random"}))


@pytest.mark.parametrize("config", CONFIGS)
def test_the_same_game_as_in_pettingzoo(config):
    env, rng = MultiAgentGame(config), np.random.default_rng(1)
    settings = {"observation": "compact", **config}
    other = raw_env(settings.pop("game"), **settings)
    seen, _ = env.reset(seed=5)
    other.reset(seed=5)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for _ in range(20_000):
        (agent,) = seen.keys() & set(env.agents)
        assert agent == other.agent_selection
        expected = other.observe(agent)
        assert np.array_equal(seen[agent]["observations"], expected["observation"])
        assert np.array_equal(seen[agent]["action_mask"], expected["action_mask"])
        assert all(env.observation_spaces[name].contains(one) for name, one in seen.items())
        action = int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
        seen, rewards, terminated, truncated, infos = env.step({agent: action})
        other.step(action)
        assert rewards == other.rewards
        for name, reward in rewards.items():
            totals[name] += reward
        while other.agents and (other.terminations | other.truncations)[other.agent_selection]:
            last = other.agent_selection
            assert last in seen and not seen[last]["action_mask"].any()
            assert (terminated | truncated)[last] is True
            other.step(None)
        if terminated["__all__"] or truncated["__all__"]:
            break
    assert not env.agents and terminated["__all__"] != truncated["__all__"]
    assert set(infos) == set(env.possible_agents) and all(info["reason"] for info in infos.values())
    assert truncated["__all__"] == (config["game"] != GAME) and set(totals) == set(env.possible_agents)


def test_actions_of_others_are_refused():
    env = MultiAgentGame({"game": GAME, "players": 2})
    (mover,), other = env.reset(seed=1)[0], {"player_0": "player_1", "player_1": "player_0"}
    with pytest.raises(ValueError, match=f"{mover} decides, and nobody else"):
        env.step({other[mover]: 0})
    with pytest.raises(ValueError, match="nobody: "):
        env.step({})


@pytest.mark.parametrize("illegal", ["raise", "random", "terminate"])
def test_illegal_actions(illegal):
    env = MultiAgentGame({"game": GAME, "players": 2, "illegal": illegal})
    seen, _ = env.reset(seed=1)
    (mover,) = seen
    bad = int(np.flatnonzero(seen[mover]["action_mask"] == 0)[0])
    if illegal == "raise":
        with pytest.raises(ValueError, match="not legal now"):
            env.step({mover: bad})
        return
    seen, rewards, terminated, _, infos = env.step({mover: bad})
    assert infos[mover] == {"illegal": True} and terminated["__all__"] == (illegal == "terminate")
    assert rewards[mover] == (-1 if illegal == "terminate" else 0) and sum(rewards.values()) == rewards[mover]


def test_the_example_learns_on_several_workers():
    beats_random("rllib_self_play", 0.7, iterations=1)
