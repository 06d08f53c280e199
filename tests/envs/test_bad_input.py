"""Mistakes in using the AEC environment: a clear error each, and the game unchanged."""

import numpy as np
import pytest

import haunted_env
from haunted_env.envs.pettingzoo import make_env
from tests.envs.play import play, same, to_the_end


@pytest.fixture
def env(spec):
    env = make_env(spec)
    env.reset(seed=1)
    play(env, np.random.default_rng(1), 12)
    return env


def refused(env, action, error, match):
    before, seen = env.get_state(), env.last()
    with pytest.raises(error, match=match) as caught:
        env.step(action)
    assert same(env.get_state(), before)
    assert same(env.last(), seen)
    return str(caught.value)


def test_illegal_actions_are_named(env):
    mask = env.last()[0]["action_mask"]
    legal = np.flatnonzero(mask).tolist()
    for action in np.flatnonzero(mask == 0).tolist():
        message = refused(env, action, ValueError, rf"action {action} \(.*\) is not legal now")
        assert env.spec.actions.find(action)[0].name in message
        assert env.spec.words.decision_name(env.batch.games, int(env.batch.seats[0])) in message
        assert f"{legal[0]} ({env.describe(legal[0])})" in message


@pytest.mark.parametrize(
    ("action", "error", "match"),
    [
        (-1, ValueError, "outside 0"),
        (-2, ValueError, "outside 0"),
        (10**6, ValueError, "outside 0"),
        (10**30, ValueError, "outside 0"),
        (np.int64(10**6), ValueError, "outside 0"),
        (None, ValueError, "None is only for agents whose game is over"),
        (1.0, TypeError, "expected a whole number"),
        (float("nan"), TypeError, "expected a whole number"),
        ("3", TypeError, "expected a whole number"),
        (True, TypeError, "expected a whole number"),
        (np.bool_(True), TypeError, "expected a whole number"),
        (np.float32(1), TypeError, "expected a whole number"),
        ([1], TypeError, "expected a whole number"),
        (np.array([1, 2]), TypeError, "expected a whole number"),
    ],
)
def test_actions_that_are_none(env, action, error, match):
    refused(env, action, error, match)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.array])
def test_any_whole_number_is_an_action(env, kind):
    action = next(a for a in np.flatnonzero(env.last()[0]["action_mask"]).tolist())
    if kind is np.int8 and action > 127:
        pytest.skip("does not fit")
    env.step(kind(action))
    assert len(env.get_state()["actions"]) == 13


def test_order_of_calls(spec):
    env = make_env(spec)
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    for call in (
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        env.last,
        env.state,
        env.render,
        lambda: next(env.agent_iter()),
        env.get_state,
        env.position,
        env.replay,
        lambda: env.view("all"),
        lambda: env.describe(0),
    ):
        with pytest.raises(AttributeError, match="before"):
            call()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


def test_after_the_end(env):
    to_the_end(env, np.random.default_rng(1))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    for action in (None, 0):
        with pytest.raises(RuntimeError, match="call reset"):
            env.step(action)
    assert list(env.agent_iter()) == []
    env.reset()
    assert env.agents == env.possible_agents


def test_unknown_names(env, spec):
    with pytest.raises(KeyError, match="player_9"):
        env.observe("player_9")
    with pytest.raises(KeyError, match="player_9"):
        env.view("player_9")
    with pytest.raises(IndexError, match="outside"):
        env.describe(10**6)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = env.nothing
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        haunted_env.make("chess")
    with pytest.raises(ValueError, match="unknown version"):
        haunted_env.make(f"{spec.name}_v99")


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"players": 99}, "option players=99"),
        ({"players": "four"}, "option players='four'"),
        ({"no_such_option": 1}, "unknown option 'no_such_option'"),
        ({"render_mode": "gif"}, "render_mode='gif'"),
        ({"render_view": "player_9"}, "render_view='player_9'"),
        ({"illegal": "ignore"}, "illegal='ignore'"),
    ],
)
def test_settings(spec, settings, match):
    with pytest.raises(ValueError, match=match):
        make_env(spec, **settings)


@pytest.mark.parametrize(
    ("seed", "error"), [(-1, ValueError), (2**63, ValueError), (1.5, TypeError), ("1", TypeError), ([1], TypeError)]
)
def test_seeds(env, seed, error):
    before = env.get_state()
    with pytest.raises(error, match="seed="):
        env.reset(seed=seed)
    assert same(env.get_state(), before)


def test_positions(env, spec):
    before = env.get_state()
    with pytest.raises(TypeError, match="expected a dict"):
        env.reset(options={"position": 3})
    with pytest.raises(ValueError):
        env.reset(options={"position": {"no such field": 3}})
    players = spec.players[0] if len(env.possible_agents) == spec.players[1] else spec.players[1]
    other = make_env(spec, players=players)
    other.reset(seed=1)
    with pytest.raises(ValueError, match=rf"has {players} players"):
        env.reset(options={"position": other.position()})
    assert same(env.get_state(), before)


@pytest.mark.parametrize(
    ("field", "value", "match"),
    [
        ("game", "chess_v6", "state: game is 'chess_v6'"),
        ("content_hash", "other", "state: content_hash"),
        ("record", "AAAA", "record is damaged"),
        ("check", 1, "record is damaged"),
        ("agents", None, "state: agents"),
        ("actions", "missing", "state: actions is missing"),
    ],
)
def test_states(env, field, value, match):
    before = env.get_state()
    bad = {**before, field: value}
    if value == "missing":
        del bad[field]
    with pytest.raises(ValueError, match=match):
        env.set_state(bad)
    assert same(env.get_state(), before)
