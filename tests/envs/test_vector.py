"""The vector environment and the batch under it: the same games as one by one, for any number of threads."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import haunted_env
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.envs.vector import VectorGame
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.seeds import game_seeds
from tests.envs.play import same
from tests.toy_game import SPEC as TOY

STEPS = 1200  # enough for games to end and to be dealt again


def random_actions(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def row_of(observations, row):
    return {name: array[row] for name, array in observations.items()}


def test_spaces_and_metadata(spec):
    env = VectorGame(spec, 4)
    assert env.metadata["autoreset_mode"] is env.autoreset_mode is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert all(env.single_observation_space.contains(row_of(observations, row)) for row in range(4))
    assert infos.keys() == {"seat", "role", "action_mask"}
    assert np.array_equal(infos["action_mask"], observations["action_mask"])
    actions = random_actions(observations["action_mask"], np.random.default_rng(1))
    assert env.action_space.contains(actions)
    observations, rewards, terminations, truncations, infos = env.step(actions)
    assert env.observation_space.contains(observations)
    assert (rewards.shape, rewards.dtype) == ((4,), np.float64)
    assert terminations.shape == truncations.shape == (4,)
    assert terminations.dtype == truncations.dtype == np.bool_
    assert infos["rewards"].shape == (4, env.batch.n_seats)
    assert infos.keys() == {"seat", "role", "action_mask", "mover", "rewards"}
    assert all(name in spec.roles for name in (spec.roles[role] for role in infos["role"]))
    env.close()
    env.close()


@pytest.mark.parametrize("relative", [True, False])
def test_rows_are_the_games_of_the_single_environment(spec, relative):
    """Observation, mask, seat, rewards, last view, results and what is dealt next: byte for byte."""
    n, rng = 4, np.random.default_rng(2)
    env = VectorGame(spec, n, relative_seats=relative, masks=True)
    observations, infos = env.reset(seed=2)
    singles = [raw_env(spec, relative_seats=relative) for _ in range(n)]
    for single, seed in zip(singles, env.batch.seeds, strict=True):
        single.reset(seed=int(seed))
    ended = 0
    for _ in range(STEPS):
        for row, single in enumerate(singles):
            assert single.agent_selection == f"player_{infos['seat'][row]}"
            assert same(single.last()[0], row_of(observations, row))
        actions = random_actions(observations["action_mask"], rng)
        observations, rewards, terminations, _, infos = env.step(actions)
        for row, single in enumerate(singles):
            mover = single.agent_selection
            single.step(int(actions[row]))
            assert terminations[row] == any(single.terminations.values())
            assert infos["rewards"][row].tolist() == list(single.rewards.values())
            assert rewards[row] == single.rewards[mover]
            assert mover == f"player_{infos['mover'][row]}"
            assert bool(infos.get("_final_info", [False] * n)[row]) == bool(terminations[row])
            if terminations[row]:
                ended += 1
                final, told = infos["final_info"], single.infos[mover]
                assert same(infos["final_obs"][row], single.observe(mover))
                assert [f"player_{seat}" for seat in np.flatnonzero(final["winners"][row])] == told["winners"]
                assert final["reason"][row] == told["reason"]
                assert list(final["roles"][row]) == list(told["roles"].values())
                single.reset()
            assert np.array_equal(single.batch.raw[0], env.batch.raw[row])
    assert ended


def test_threads_make_no_difference(spec):
    runs = []
    for threads in (1, 2, 3):
        env = VectorGame(spec, 7, threads=threads)
        rng, seen = np.random.default_rng(3), [env.reset(seed=3)]
        for _ in range(STEPS // 4):
            seen.append(env.step(random_actions(seen[-1][0]["action_mask"], rng)))
        runs.append((env.batch.raw.copy(), env.batch.seeds.copy(), seen))
        env.close()
    assert same(runs[0], runs[1])
    assert same(runs[0], runs[2])


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_batch_deals_again_like_the_vector_environment(spec, threads):
    env = VectorGame(spec, 5)
    env.reset(seed=4)
    batch = Batch(spec, 5, threads=threads, autoreset=True)
    batch.deal(game_seeds(4, 5))
    generators = batch.generators(1)
    ended = 0
    for number in range(STEPS):
        if number % 2:
            batch.step_random(generators)
        else:
            batch.step(batch.random_actions(generators))
        observations, _, terminations, _, infos = env.step(batch.actions)
        assert np.array_equal(batch.raw, env.batch.raw)
        assert np.array_equal(batch.seeds, env.batch.seeds)
        assert np.array_equal(batch.observations, observations["observation"])
        assert np.array_equal(batch.masks, observations["action_mask"])
        assert np.array_equal(batch.rewards, infos["rewards"])
        assert np.array_equal(batch.status == ENDED, terminations)
        ended += terminations.sum()
    assert ended
    batch.close()


def test_seeds(spec):
    env, larger = VectorGame(spec, 3), VectorGame(spec, 5)
    env.reset(seed=7)
    larger.reset(seed=7)
    assert np.array_equal(env.batch.raw, larger.batch.raw[:3])
    assert len(set(larger.batch.seeds)) == 5
    env.reset(seed=[5, 6, 7])
    assert env.batch.seeds.tolist() == [5, 6, 7]
    env.reset(seed=8)
    env.reset()
    again = VectorGame(spec, 3)
    again.reset(seed=8)
    first = again.batch.raw.copy()
    again.reset()
    assert np.array_equal(env.batch.raw, again.batch.raw)
    assert not np.array_equal(first, again.batch.raw)
    others = [VectorGame(spec, 3) for _ in range(2)]
    for other in others:
        other.reset(options={"options": 1})
    assert not np.array_equal(others[0].batch.seeds, others[1].batch.seeds)


def test_some_games_can_be_reset(spec):
    env = VectorGame(spec, 4)
    observations, _ = env.reset(seed=1)
    env.step(random_actions(observations["action_mask"], np.random.default_rng(1)))
    before = env.batch.raw.copy()
    mask = np.array([True, False, False, True])
    env.reset(seed=1, options={"reset_mask": mask})
    fresh = VectorGame(spec, 4)
    fresh.reset(seed=1)
    assert np.array_equal(env.batch.raw[mask], fresh.batch.raw[mask])
    assert np.array_equal(env.batch.raw[~mask], before[~mask])


def test_truncation():
    env = VectorGame(TOY, 2, limit=2)
    observations, _ = env.reset(seed=1)
    for _ in range(20):
        masks, rng = observations["action_mask"], np.random.default_rng(1)
        observations, _, terminations, truncations, infos = env.step(random_actions(masks, rng))
        assert not terminations.any()
        if truncations.any():
            assert infos["final_info"]["reason"][truncations.argmax()] == "limit"
            return
    raise AssertionError("no game was cut off")


def test_copies(spec):
    rng = np.random.default_rng(1)
    safe, fast = VectorGame(spec, 3), VectorGame(spec, 3, copy=False)
    observations, _ = safe.reset(seed=1)
    shared, _ = fast.reset(seed=1)
    kept = {name: array.copy() for name, array in observations.items()}
    actions = random_actions(observations["action_mask"], rng)
    assert same(safe.step(actions)[0], fast.step(actions)[0])
    assert same(observations, kept)
    assert fast.step(random_actions(fast.batch.masks, rng))[0]["observation"] is shared["observation"]


def test_an_illegal_action_changes_no_game(spec):
    env = VectorGame(spec, 4)
    observations, _ = env.reset(seed=1)
    actions = random_actions(observations["action_mask"], np.random.default_rng(1))
    bad = actions.copy()
    bad[2] = np.flatnonzero(observations["action_mask"][2] == 0)[0]
    before = env.batch.raw.copy()
    with pytest.raises(ValueError, match=rf"game 2: action {bad[2]} \(.*not legal now: player_\d decides .*legal: "):
        env.step(bad)
    assert np.array_equal(env.batch.raw, before)
    fresh = VectorGame(spec, 4)
    fresh.reset(seed=1)
    assert same(env.step(actions)[0], fresh.step(actions)[0])


@pytest.mark.parametrize(
    ("actions", "error", "match"),
    [
        ([0, 0], ValueError, r"expected shape \(3,\)"),
        (0, ValueError, r"expected shape \(3,\)"),
        ([0.0, 0.0, 0.0], TypeError, "whole numbers"),
        (["a", "b", "c"], TypeError, "whole numbers"),
        ([None, None, None], TypeError, "whole numbers"),
        ([True, True, True], TypeError, "whole numbers"),
        ([0, -1, 0], ValueError, "game 1: action -1 is outside"),
        ([0, 0, 10**6], ValueError, "game 2: action 1000000 is outside"),
        (np.array([0, 0, 2**64 - 1], np.uint64), ValueError, "game 2: action 18446744073709551615 is outside"),
    ],
)
def test_actions_that_are_none(spec, actions, error, match):
    env = VectorGame(spec, 3)
    env.reset(seed=1)
    before = env.batch.raw.copy()
    with pytest.raises(error, match=match):
        env.step(actions)
    assert np.array_equal(env.batch.raw, before)


def test_other_mistakes(spec):
    for settings, match in (
        ({"num_envs": 0}, "number of games=0"),
        ({"num_envs": 2, "threads": 0}, "threads=0"),
        ({"num_envs": 2, "players": 99}, "option players=99"),
        ({"num_envs": 2, "render_mode": "human"}, "render_mode='human'"),
    ):
        with pytest.raises(ValueError, match=match):
            VectorGame(spec, **settings)
    env = VectorGame(spec, 2)
    with pytest.raises(AttributeError, match="reset"):
        env.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="first reset"):
        env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(ValueError, match="expected 2 seeds"):
        env.reset(seed=[1])
    with pytest.raises(ValueError, match="single games"):
        env.reset(options={"position": {}})
    with pytest.raises(ValueError, match="bool array"):
        env.reset(options={"reset_mask": [True, False]})


def test_seats_that_do_not_decide_can_be_observed(spec):
    batch = Batch(spec, 3)
    batch.deal(game_seeds(1, 3))
    before = (batch.observations.copy(), batch.masks.copy(), batch.card_masks.copy())
    for seat in range(batch.n_seats):
        views = batch.look(seat, masks=True)
        for row in range(3):
            single = raw_env(spec)
            single.reset(seed=int(batch.seeds[row]))
            seen = single.observe(f"player_{seat}")
            assert same([view[row] for view in views], list(seen.values()))
    assert same((batch.observations, batch.masks, batch.card_masks), before)
    twin = batch.clone()
    twin.step_random(twin.generators(1))
    assert same((batch.observations, batch.masks, batch.card_masks), before)


def test_gymnasium_wrappers(spec):
    """Those that know about same-step autoreset count episodes and split infos correctly."""
    counted = RecordEpisodeStatistics(VectorGame(spec, 3))
    split = DictInfoToList(VectorGame(spec, 3))
    observations, _ = counted.reset(seed=1)
    split.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(STEPS):
        actions = random_actions(observations["action_mask"], rng)
        observations, _, terminations, _, infos = counted.step(actions)
        listed = split.step(actions)[-1]
        ended += terminations.sum()
        assert [("final_info" in info) for info in listed] == terminations.tolist()
        assert ("episode" in infos) == terminations.any()
    assert counted.episode_count == ended > 0


def test_render(spec):
    assert VectorGame(spec, 2).render() is None
    env = VectorGame(spec, 2, render_mode="ansi")
    env.reset(seed=1)
    assert [type(frame) for frame in env.render()] == [str, str]
    env = VectorGame(spec, 2, render_mode="rgb_array")
    env.reset(seed=1)
    assert all(frame.dtype == np.uint8 and frame.shape[2] == 3 for frame in env.render())


def test_making_by_name(spec):
    name = f"{spec.name}_v{spec.version}"
    env = haunted_env.make_vec(name, num_envs=2, threads=2, players=spec.players[1])
    assert env.batch.n_seats == spec.players[1]
    env.close()
    if spec is not TOY:  # Gymnasium knows the games that were there when haunted_env was imported
        env = gymnasium.make_vec(f"haunted/{spec.name}-v{spec.version}", num_envs=2, players=spec.players[0])
        assert isinstance(env, VectorGame)
        assert env.batch.n_seats == spec.players[0]
