"""`env.resample`: a world the acting agent cannot tell from the real one, to search in."""

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import raw_env
from haunted_env.play.replay import verify
from tests.envs.play import play, same


@pytest.fixture
def env(spec):
    if spec.inference is None:
        pytest.skip(f"{spec.name} cannot imagine worlds")
    env = raw_env(spec)
    env.reset(seed=4)
    return env


def test_the_acting_agent_cannot_tell_it_from_the_real_one(env):
    moments = 0
    while moments < 8 and not any(env.terminations.values()):
        before = env.get_state()
        world = env.resample(seed=9)
        agent = env.agent_selection
        assert world.agent_selection == agent
        assert same(world.last(), env.last())
        assert world.view(agent) == env.view(agent)
        assert same(world.get_state(), env.resample(seed=9).get_state())
        assert world.get_state()["record"] not in (before["record"], env.resample(seed=10).get_state()["record"])
        assert same(env.get_state(), before)
        moments += 1
        play(env, np.random.default_rng(moments), 3)
    assert moments > 1


def test_the_world_knows_neither_seed_nor_what_was_done(env):
    play(env, np.random.default_rng(1), 2)
    state = env.resample(seed=9).get_state()
    assert state["seed"] is None
    assert state["actions"] == []


def test_play_goes_on_in_it_and_can_be_replayed(env):
    play(env, np.random.default_rng(1), 2)
    world = env.resample(seed=9)
    play(world, np.random.default_rng(2), 60)
    verify(world.spec, world.replay())


def test_only_a_running_game_can_be_imagined(spec):
    with pytest.raises(ValueError, match="reset"):
        raw_env(spec).resample(seed=1)
    env = raw_env(spec)
    env.reset(seed=1)
    while not all(env.terminations.values()):
        play(env, np.random.default_rng(1), 1)
    with pytest.raises(ValueError, match="before the end"):
        env.resample(seed=1)
