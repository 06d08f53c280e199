"""Saving and copying the AEC environment: the game goes on exactly, in the middle of a turn too."""

import copy
import json
import pickle

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import make_env, raw_env
from haunted_env.play.replay import Replay, verify
from tests.envs.play import play, same


def through_json(env):
    twin = raw_env(env.spec)
    twin.set_state(json.loads(json.dumps(env.get_state())))
    return twin


def through_pickle(env):
    return pickle.loads(pickle.dumps(env))


WAYS = [copy.copy, copy.deepcopy, through_pickle, through_json, lambda env: env.clone()]


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle", "get_state", "clone"])
def test_copies_go_on_exactly(spec, way):
    """Copied at many moments, the last among agents leaving: the copy and the original play the same game."""
    env = raw_env(spec)
    env.reset(seed=11)
    length = len(play(env, np.random.default_rng(11)))
    for steps in {0, 1, 2, 3, 7, 20, length // 2, length - len(env.possible_agents), length - 2, length - 1, length}:
        env.reset(seed=11)
        play(env, np.random.default_rng(11), steps)
        twin = way(env)
        assert same(twin.get_state(), env.get_state())
        assert {agent: twin.infos[agent] for agent in twin.agents} == env.infos
        before = env.get_state()
        rest = play(twin, np.random.default_rng(12))
        assert same(env.get_state(), before), "playing the copy must not touch the original"
        assert same(play(env, np.random.default_rng(12)), rest)
        assert same(twin.get_state(), env.get_state())
        twin.reset()
        env.reset()
        assert same(twin.get_state(), env.get_state())


@pytest.mark.parametrize("way", [copy.deepcopy, through_pickle], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("illegal", ["raise", "terminate"])
def test_wrapped_and_unreset_environments_can_be_copied(spec, way, illegal):
    env = make_env(spec, illegal=illegal, render_mode="ansi", players=spec.players[1])
    twin = way(env)
    env.reset(seed=3)
    twin.reset(seed=3)
    assert twin.render_mode == "ansi"
    assert same(play(env, np.random.default_rng(1), 10), play(twin, np.random.default_rng(1), 10))
    again = way(env)
    assert same(play(env, np.random.default_rng(1), 10), play(again, np.random.default_rng(1), 10))


@pytest.mark.parametrize("way", [copy.deepcopy, through_pickle], ids=["deepcopy", "pickle"])
def test_copies_sample_the_same_actions(spec, way):
    env = raw_env(spec)
    env.reset(seed=3)
    env.action_space("player_0").seed(5)
    env.action_space("player_0").sample()
    twin = way(env)
    drawn = [env.action_space("player_0").sample() for _ in range(5)]
    assert [twin.action_space("player_0").sample() for _ in range(5)] == drawn


def test_a_state_may_be_set_again_and_again(spec):
    env = raw_env(spec)
    env.reset(seed=4)
    play(env, np.random.default_rng(4), 9)
    state = env.get_state()
    games = []
    for _ in range(2):
        env.set_state(state)
        games.append(play(env, np.random.default_rng(5)))
    assert same(*games)


def test_the_record_of_actions_replays_the_game(spec):
    env = raw_env(spec)
    env.reset(seed=6)
    play(env, np.random.default_rng(6))
    state = env.get_state()
    again = raw_env(spec, relative_seats=False)
    again.reset(seed=state["seed"])
    for action in state["actions"]:
        again.step(action)
    assert again.get_state()["record"] == state["record"]


@pytest.mark.parametrize("steps", [0, 6, 10**6])
def test_replay(spec, steps, tmp_path):
    env = raw_env(spec)
    env.reset(seed=6)
    play(env, np.random.default_rng(6), steps)
    env.replay().save(tmp_path / "from_seed.jsonl")
    env.reset(seed=6)
    play(env, np.random.default_rng(6), 4)
    env.reset(options={"position": env.position()})
    play(env, np.random.default_rng(7), steps)
    env.replay().save(tmp_path / "from_position.jsonl")
    for name in ("from_seed.jsonl", "from_position.jsonl"):
        verify(spec, Replay.load(tmp_path / name))


def test_a_game_has_the_options_it_is_played_with():
    """Not those of the environment: a position or a state may come from elsewhere."""
    env = raw_env("haunted_destinies", players=3, evil_twins="both", max_turns=7)
    position = {"seats": [{"pile": ["ps_opener"]}, {}, {}]}
    env.reset(options={"position": position})
    assert (env.options["evil_twins"], env.options["max_turns"]) == ("both", 7)
    env.reset(options={"position": {**position, "options": {"max_turns": 9}}})
    assert (env.options["evil_twins"], env.options["max_turns"]) == ("choose", 9)
    other = raw_env("haunted_destinies", players=3, setup="random", claims_per_turn=0)
    other.reset(seed=1)
    env.set_state(other.get_state())
    assert env.options == other.options
    play(env, np.random.default_rng(1), 30)
    verify(env.spec, env.replay())
    env.reset(seed=2)
    assert env.options["evil_twins"] == "both"
