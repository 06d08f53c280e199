"""Batches and vector environments pickle, deepcopy and fork in the middle of games, and go on identically."""

import copy
import multiprocessing
import os
import pickle
import threading

import gymnasium
import numpy as np
import pytest

from haunted_env import registry
from haunted_env.envs.gymnasium import SoloEnv
from haunted_env.envs.vector import VectorGame
from haunted_env.play.batch import Batch
from tests.envs.conftest import registered
from tests.envs.play import same
from tests.toy_game import SPEC as UNREGISTERED

WAYS = {"deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}
GAMES, STEPS = 6, 40


@pytest.fixture(params=WAYS)
def way(request):
    return WAYS[request.param]


def drawn(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def seen_of_batch(batch, steps, seed):
    generators, seen = batch.generators(seed), []
    for _ in range(steps):
        batch.step_random(generators)
        seen.append((batch.raw.copy(), *(array.copy() for array in batch.arrays)))
    return seen


def seen_of_vector(env, steps, seed):
    rng = np.random.default_rng(seed)
    return [env.step(drawn(env.batch.masks, rng)) for _ in range(steps)]


@pytest.mark.parametrize(
    "settings", [{}, {"observation": "compact", "threads": 2}, {"observation": None, "relative_seats": False}]
)
def test_a_batch_goes_on(spec, way, settings):
    batch = Batch(spec, GAMES, autoreset=True, **settings)
    untouched = way(batch)
    for one in (batch, untouched):
        one.deal(range(GAMES))
    assert same(seen_of_batch(batch, STEPS, 1), seen_of_batch(untouched, STEPS, 1))
    twin = way(batch)
    after = seen_of_batch(batch, STEPS, 2)
    assert same(seen_of_batch(twin, STEPS, 2), after)
    assert (twin.options, twin.threads, twin.observation) == (batch.options, batch.threads, batch.observation)
    batch.close()


@pytest.mark.parametrize("settings", [{}, {"observation": "compact", "copy": False, "threads": 2}])
def test_a_vector_environment_goes_on(spec, way, settings):
    env = VectorGame(spec, GAMES, **settings)
    env.reset(seed=3)
    seen_of_vector(env, STEPS, 1)
    env.action_space.seed(4)
    twin = way(env)
    before = env.batch.raw.copy()
    after = copy.deepcopy(seen_of_vector(twin, STEPS, 2))
    assert np.array_equal(env.batch.raw, before), "playing the copy must not touch the original"
    assert same(copy.deepcopy(seen_of_vector(env, STEPS, 2)), after)
    assert same(env.action_space.sample(), twin.action_space.sample())
    assert same(env.reset(), twin.reset())


@pytest.mark.parametrize("opponents", ["random", "heuristic", "ismcts:sims=4,depth=4"])
def test_an_environment_of_stable_baselines_goes_on(spec, way, opponents):
    pytest.importorskip("stable_baselines3")
    from haunted_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(spec, 3, opponents=("random", opponents))
    env.seed(3)
    env.reset()
    steps = 4 if "ismcts" in opponents else STEPS

    def seen(one, seed):
        rng = np.random.default_rng(seed)
        return [one.step(drawn(one.action_masks(), rng)) for _ in range(steps)]

    seen(env, 1)
    twin = way(env)
    assert twin.table.batch is twin.batch and twin.table.learners is twin.learner_seats
    assert same(seen(twin, 2), seen(env, 2))
    assert same(twin.reset(), env.reset())


def test_an_environment_with_a_policy_as_opponent_goes_on(way, monkeypatch, tmp_path):
    pytest.importorskip("stable_baselines3")
    from haunted_env.envs.sb3 import SeatVecEnv
    from tests.agents.made_policies import write_policy

    toy = registered("toy_game", monkeypatch)
    env = SeatVecEnv(toy, 3, opponents=str(write_policy(tmp_path, toy)), role="player")
    env.reset()
    twin, rng = way(env), np.random.default_rng(1)
    for _ in range(STEPS):
        actions = drawn(env.action_masks(), rng)
        assert same(env.step(actions), twin.step(actions))


def test_an_environment_for_one_player_goes_on(way):
    env = SoloEnv("destinies")
    env.reset(seed=3)
    for _ in range(20):
        env.step(-1)  # illegal: a random one instead
    twin = way(env)
    for _ in range(20):
        assert same(env.step(-1), twin.step(-1))
    made = gymnasium.make("haunted_env/Destinies-v0")
    assert same(way(made).reset(seed=1), made.reset(seed=1))


def test_a_game_that_is_not_registered_cannot_be_pickled_and_says_so():
    with pytest.raises(pickle.PicklingError, match=r"toy_game goes by its name, but is not in registry\.GAMES"):
        pickle.dumps(Batch(UNREGISTERED, 1))
    assert copy.deepcopy(Batch(UNREGISTERED, 1)).spec is UNREGISTERED


def test_a_game_with_other_cards_is_refused():
    spec = registry.spec("haunting_house")
    data = pickle.dumps(Batch(spec, 1)).replace(spec.content_hash.encode(), b"x" * len(spec.content_hash))
    with pytest.raises(ValueError, match="other cards"):
        pickle.loads(data)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # of Python 3.12: it forks with threads
@pytest.mark.parametrize("name", ["toy_game", *registry.GAMES])
def test_a_batch_with_threads_works_in_a_forked_child(name, monkeypatch):
    batch = Batch(registered(name, monkeypatch), 64, threads=3, autoreset=True)
    batch.deal(range(64))
    seen_of_batch(batch, 5, 1)
    before = batch.clone()
    after = seen_of_batch(before, 5, 2)[-1]
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe()

    def child():
        seen = seen_of_batch(batch, 5, 2)[-1]
        helpers = sum(thread.name.startswith("haunted_env") for thread in threading.enumerate())
        batch.close()
        theirs.send((seen, helpers))

    process = context.Process(target=child)
    process.start()
    try:
        assert mine.poll(60), "the child hangs"
        seen, helpers = mine.recv()
    finally:
        process.kill()
        process.join()
    assert same(seen, after)
    assert helpers > 0, "its threads are gone and no others have come"
    assert same(seen_of_batch(batch, 5, 2)[-1], after), "the parent's threads are still there"
    batch.close()
