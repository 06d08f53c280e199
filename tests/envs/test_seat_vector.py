"""The Gymnasium vector environment of one seat among opponents: the same games as stable-baselines3 gets."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import haunted_env
from haunted_env.envs.seat_vector import SeatVector
from haunted_env.envs.vector import VectorGame
from tests.envs.play import same
from tests.toy_game import SPEC as TOY

STEPS = 60


def legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("form", [{}, {"masks": True}, {"flatten": True}])
def test_rows_are_decisions_of_the_seat_that_learns(spec, form):
    env, rng = SeatVector(spec, 4, **form), np.random.default_rng(0)
    assert env.metadata["autoreset_mode"] is env.autoreset_mode is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=3)
    for _ in range(STEPS):
        assert env.observation_space.contains(observations)
        assert (env.batch.seats == infos["seat"]).all()
        assert np.array_equal(infos["action_mask"], env.batch.masks)
        if not form.get("flatten"):
            assert np.array_equal(observations["action_mask"], infos["action_mask"])
        observations, rewards, terminations, truncations, infos = env.step(legal(infos["action_mask"], rng))
        ended = terminations | truncations
        assert rewards.dtype == np.float64 and not (terminations & truncations).any()
        assert bool(ended.any()) == ("final_info" in infos)
        for row in np.flatnonzero(ended):
            assert env.single_observation_space.contains(infos["final_obs"][row])
            final = infos["final_info"]
            assert final["winners"][row].shape == (env.batch.n_seats,) and final["reason"][row]
            won = final["winners"][row][final["seat"][row]]
            assert truncations[row] or not won or rewards[row] > 0


def test_the_same_games_as_for_stable_baselines3(spec):
    pytest.importorskip("stable_baselines3")
    from haunted_env.envs.sb3 import SeatVecEnv

    settings = {"opponents": ["random", "random"]}
    env, other = SeatVector(spec, 3, flatten=True, **settings), SeatVecEnv(spec, 3, **settings)
    other.seed(5)
    observations, infos = env.reset(seed=5)
    assert np.array_equal(observations, other.reset())
    rng = np.random.default_rng(5)
    for _ in range(STEPS):
        actions = legal(infos["action_mask"], rng)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        seen, paid, dones, told = other.step(actions)
        assert same((observations, rewards, terminations | truncations), (seen, paid.astype(float), dones))
        for row in np.flatnonzero(dones):
            assert np.array_equal(infos["final_obs"][row], told[row]["terminal_observation"])


def test_making_by_name():
    env = haunted_env.make_vec("haunting_house_v0", 2, opponents="random", players=3, flatten=True)
    assert isinstance(env, SeatVector) and env.batch.n_seats == 3 and env.single_observation_space.shape == (1194,)
    same_kind = gymnasium.make_vec("haunted/haunting_house-v0", num_envs=2, opponents="random")
    assert isinstance(same_kind, SeatVector)
    assert isinstance(haunted_env.make_vec("haunting_house_v0", 2), VectorGame)
    env.close()


def test_a_wrapper_of_gymnasium_counts_episodes():
    env, rng, ended = RecordEpisodeStatistics(SeatVector(TOY, 3)), np.random.default_rng(1), 0
    infos = env.reset(seed=1)[1]
    for _ in range(STEPS):
        _, _, terminations, truncations, infos = env.step(legal(infos["action_mask"], rng))
        ended += (terminations | truncations).sum()
    assert env.episode_count == ended > 0


def test_flat_observations_of_whoever_decides(spec):
    flat, plain = VectorGame(spec, 3, flatten=True), VectorGame(spec, 3)
    (seen, infos), (found, _) = flat.reset(seed=2), plain.reset(seed=2)
    rng, finals = np.random.default_rng(2), 0
    for _ in range(20 * STEPS):
        assert np.array_equal(seen, found["observation"])
        actions = legal(infos["action_mask"], rng)
        seen, *_, infos = flat.step(actions)
        found, *_, told = plain.step(actions)
        for row in np.flatnonzero(told.get("_final_obs", [])):
            assert np.array_equal(infos["final_obs"][row], told["final_obs"][row]["observation"])
            finals += 1
    assert finals
    assert flat.observation_space.contains(seen)


def test_mistakes_are_named():
    with pytest.raises(ValueError, match=r"masks=True adds to the dict .* without flatten=True"):
        VectorGame(TOY, 2, masks=True, flatten=True)
    with pytest.raises(ValueError, match="render_mode='human'"):
        SeatVector(TOY, 2, render_mode="human")
    env = SeatVector(TOY, 2, render_mode="ansi")
    with pytest.raises(AttributeError, match="reset"):
        env.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="games that end are dealt again by themselves"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=1)
    assert [type(frame) for frame in env.render()] == [str, str]
