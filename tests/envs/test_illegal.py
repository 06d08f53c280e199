"""Illegal actions in environments of many games: refused, replaced, or the end of the game."""

import numpy as np
import pytest

from haunted_env.envs.illegal import ILLEGAL_REWARD
from haunted_env.envs.seat_vector import SeatVector
from haunted_env.envs.seats import SeatGames
from haunted_env.envs.vector import VectorGame
from haunted_env.play.batch import Batch
from tests.envs.play import same

STEPS = 60
MAKERS = [VectorGame, SeatVector]


def bad(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """In the even games an illegal action (in game 0 a number that is none), a legal one in the others."""
    actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
    for row in range(0, len(masks), 2):
        illegal = np.flatnonzero(masks[row] == 0)
        actions[row] = rng.choice(illegal) if row and len(illegal) else -1
    return actions


def test_a_batch_says_what_is_legal(spec):
    batch = Batch(spec, 4)
    batch.deal([1, 2, 3, 4])
    for action in range(-1, spec.actions.size + 1):
        expected = [0 <= action < spec.actions.size and bool(mask[action]) for mask in batch.masks]
        assert batch.is_legal(np.full(4, action)).tolist() == expected
        assert batch.is_legal(np.full(2, action), np.array([3, 1])).tolist() == [expected[3], expected[1]]
    assert not batch.is_legal(np.full(4, 2**64 - 1, np.uint64)).any()
    with pytest.raises(TypeError, match="whole numbers"):
        batch.is_legal([0.5] * 4)


@pytest.mark.parametrize("make", MAKERS)
def test_a_random_legal_action_is_played_instead(spec, make):
    envs = [make(spec, 5, illegal="random") for _ in range(2)]
    seen = [env.reset(seed=3) for env in envs]
    rng = np.random.default_rng(1)
    for _ in range(STEPS):
        actions = bad(seen[0][1]["action_mask"], rng)
        assert same(seen[0], seen[1])
        seen = [((stepped := env.step(actions))[0], stepped[-1]) for env in envs]
        assert seen[0][1]["illegal"].tolist() == [True, False, True, False, True]


@pytest.mark.parametrize("make", MAKERS)
def test_an_illegal_action_ends_its_game_and_no_other(spec, make):
    env, plain = make(spec, 5, illegal="terminate"), make(spec, 5)
    infos = env.reset(seed=3)[1]
    others = plain.reset(seed=3)[1]
    actions = bad(infos["action_mask"], np.random.default_rng(2))
    before = env.batch.seeds.copy()
    movers = infos["seat"]
    _, rewards, terminations, truncations, infos = env.step(actions)
    fine = actions.copy()
    fine[::2] = others["action_mask"][::2].argmax(axis=1)
    plain_rewards = plain.step(fine)[1]
    assert infos["illegal"].tolist() == [True, False, True, False, True]
    assert terminations[::2].all() and not truncations[::2].any()
    assert (rewards[::2] == ILLEGAL_REWARD).all() and (rewards[1::2] == plain_rewards[1::2]).all()
    assert (env.batch.seeds[::2] != before[::2]).all()
    assert np.array_equal(env.batch.raw[1::2], plain.batch.raw[1::2])
    assert [infos["final_info"]["reason"][row] for row in (0, 2, 4)] == ["illegal"] * 3
    assert not infos["final_info"]["winners"][::2].any()
    if make is VectorGame:
        expected = np.zeros((5, env.batch.n_seats))
        expected[[0, 2, 4], movers[::2]] = ILLEGAL_REWARD
        assert np.array_equal(infos["rewards"][::2], expected[::2])
    rng = np.random.default_rng(3)
    for _ in range(STEPS):
        infos = env.step(bad(infos["action_mask"], rng))[-1]
        assert infos["action_mask"].any(axis=1).all()


def test_refusing_is_what_happens_unless_asked_otherwise(spec):
    for env in (VectorGame(spec, 2), SeatVector(spec, 2)):
        env.reset(seed=1)
        before = env.batch.raw.copy()
        with pytest.raises(ValueError, match=r"game 0: action -1 is outside"):
            env.step(np.array([-1, -1]))
        assert np.array_equal(env.batch.raw, before)
    for make in (VectorGame, SeatGames):
        with pytest.raises(ValueError, match="illegal='ignore': choose one of"):
            make(spec, 2, illegal="ignore")
