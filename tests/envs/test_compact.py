"""Compact observations are the same through every adapter, and tell a seat nothing that it may not know."""

import copy
import dataclasses
import importlib
import pickle
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from gymnasium.spaces import Box
from pettingzoo.test import api_test, seed_test

from haunted_env import registry
from haunted_env.envs.gymnasium import SoloEnv
from haunted_env.envs.pettingzoo import make_env, raw_env
from haunted_env.envs.vector import VectorGame
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer
from haunted_env.play.worlds import draw_worlds
from haunted_env.spec import GameSpec
from tests import toy_game
from tests.envs.conftest import NAMES, prepared
from tests.envs.play import choose, play, same

STEPS = 60
FEATURED = [name for name in NAMES if (toy_game.SPEC if name == "toy_game" else registry.spec(name)).features]


@pytest.fixture(params=FEATURED)
def compact(request, monkeypatch):
    """A game that has compact observations."""
    return prepared(request.param, monkeypatch)


class Moment(NamedTuple):
    """What an adapter shows while decisions are asked for, a row per game."""

    shown: np.ndarray
    space: Box
    batch: Batch


def aec(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = make_env(spec, observation="compact")
    env.reset(seed=3)
    while not any(env.terminations.values()):
        seen = env.last()[0]
        assert env.observation_space(env.agent_selection).contains(seen)
        yield Moment(seen["observation"][None], env.observation_space(env.agent_selection)["observation"], env.batch)
        env.step(choose(seen, rng))


def vector(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = VectorGame(spec, 3, observation="compact", threads=2)
    seen, _ = env.reset(seed=3)
    while True:
        assert env.observation_space.contains(seen)
        yield Moment(seen["observation"], env.single_observation_space["observation"], env.batch)
        seen = env.step(legal(seen["action_mask"], rng))[0]


def sb3(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = seats(spec, 3, "compact")
    shown = env.reset()
    while True:
        yield Moment(shown, env.observation_space, env.batch)
        shown = env.step(legal(env.action_masks(), rng))[0]


def solo(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = SoloEnv(spec, observation="compact", illegal="raise")
    shown, ended = env.reset(seed=3)[0], False
    while not ended:
        yield Moment(shown[None], env.observation_space, env.batch)
        shown, _, *ends, _ = env.step(legal(env.action_masks()[None], rng)[0])
        ended = any(ends)


def legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def seats(spec: GameSpec, n: int, observation: str) -> Any:
    """stable-baselines3's environment, from the start of the same games."""
    pytest.importorskip("stable_baselines3")
    from haunted_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(spec, n, observation=observation)
    env.seed(3)
    return env


def scrambled(spec: GameSpec, game: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Another game that looks the same to a seat."""
    if spec.name == "toy_game":
        return draw_worlds(spec, game, seat, int(rng.integers(2**31)))
    return importlib.import_module(f"tests.games.{spec.name}.hidden").scramble(game, seat, rng)


ADAPTERS = [(name, adapter) for name in FEATURED for adapter in (aec, vector, sb3)]
ADAPTERS += [(name, solo) for name in FEATURED if name in registry.GAMES and registry.GAMES[name].solo]


@pytest.mark.parametrize(("name", "adapter"), ADAPTERS)
def test_every_adapter_shows_what_the_seat_may_know(monkeypatch, name: str, adapter: Callable[..., Iterator[Moment]]):
    compact, rng, changed = prepared(name, monkeypatch), np.random.default_rng(4), 0
    for _, (shown, space, batch) in zip(range(STEPS), adapter(compact, rng)):
        assert all(space.contains(row) for row in shown)
        assert np.array_equal(shown, batch.look(observation="compact").observations)
        twin = batch.clone()
        for row, seat in enumerate(batch.seats.tolist()):
            twin.load(scrambled(compact, batch.copied(np.array([row])), seat, rng), row, resume=False)
        assert np.array_equal(shown, twin.look(batch.seats, observation="compact").observations)
        changed += not np.array_equal(twin.raw, batch.raw)
    assert changed > 5


@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of agents whose game is over
def test_pettingzoos_own_tests(compact):
    api_test(make_env(compact, observation="compact"), num_cycles=300)
    seed_test(lambda: make_env(compact, observation="compact"), num_cycles=100)


def test_the_game_is_the_one_with_full_observations(compact):
    """Everything but the observation itself: agents, masks, rewards, infos; on and off turn."""
    env, full = (raw_env(compact, observation=kind) for kind in ("compact", "full"))
    rng, decisions = np.random.default_rng(6), 0
    for one in (env, full):
        one.reset(seed=6)
    while full.agents and decisions < 400:
        assert env.agent_selection == full.agent_selection
        seen, *told = full.last()
        assert same(env.last()[1:], tuple(told))
        for seat, agent in enumerate(full.possible_agents):
            mine, theirs = env.observe(agent), full.observe(agent)
            assert env.observation_space(agent).contains(mine)
            assert same({**mine, "observation": 0}, {**theirs, "observation": 0})
            looked = full.batch.look(seat, observation="compact").observations[0]
            assert np.array_equal(mine["observation"], looked)
        action = None if told[1] or told[2] else choose(seen, rng)
        for one in (env, full):
            one.step(action)
        decisions += 1
    assert decisions > 10


def test_state_is_every_seats_observation(compact):
    env = raw_env(compact, observation="compact")
    env.reset(seed=2)
    state = env.state()
    assert env.state_space.contains(state)
    assert np.array_equal(state, [env.observe(agent)["observation"] for agent in env.possible_agents])


def test_copies_and_saved_games_stay_compact(compact):
    env = raw_env(compact, observation="compact")
    env.reset(seed=5)
    play(env, np.random.default_rng(5), 8)
    other = raw_env(compact, observation="compact")
    other.set_state(env.get_state())
    twins = [env.clone(), copy.deepcopy(env), other]
    if compact.name not in ("toy_game", "destinies"):  # these are registered, or have their options, for tests only
        twins.append(pickle.loads(pickle.dumps(env)))
    expected = play(env, np.random.default_rng(1), 20)
    for twin in twins:
        assert same(play(twin, np.random.default_rng(1), 20), expected)


def test_vector_games_are_those_of_the_single_environment_to_their_last_observation(compact):
    n, rng, ended = 3, np.random.default_rng(2), 0
    env = VectorGame(compact, n, observation="compact", masks=True)
    observations, _ = env.reset(seed=2)
    singles = [raw_env(compact, observation="compact") for _ in range(n)]
    for single, seed in zip(singles, env.batch.seeds.tolist(), strict=True):
        single.reset(seed=seed)
    for _ in range(3000):
        actions = legal(observations["action_mask"], rng)
        observations, _, terminations, _, infos = env.step(actions)
        for row, single in enumerate(singles):
            mover = single.agent_selection
            single.step(int(actions[row]))
            if terminations[row]:
                ended += 1
                assert same(infos["final_obs"][row], single.observe(mover))
                single.reset()
            assert same({name: array[row] for name, array in observations.items()}, single.last()[0])
    assert ended


def test_episodes_of_sb3_end_with_what_the_learner_sees_then(compact):
    env, full = seats(compact, 4, "compact"), seats(compact, 4, "full")
    expected: dict[int, np.ndarray] = {}

    class LastLook(Observer):
        def ended(self, table, rows):
            for row in rows.tolist():
                seat = int(full.learner_seats[row])
                expected.setdefault(row, table.batch.look(seat, row, "compact").observations[0])

    full.table.observers.insert(0, LastLook())
    rng, ended = np.random.default_rng(1), 0
    env.reset()
    full.reset()
    for _ in range(400):
        actions = legal(env.action_masks(), rng)
        expected.clear()
        _, rewards, dones, infos = env.step(actions)
        _, same_rewards, same_dones, _ = full.step(actions)
        assert np.array_equal(rewards, same_rewards) and np.array_equal(dones, same_dones)
        for row in np.flatnonzero(dones):
            ended += 1
            assert env.observation_space.contains(infos[row]["terminal_observation"])
            assert np.array_equal(infos[row]["terminal_observation"], expected[row])
    assert ended


def test_a_game_without_compact_observations_says_so():
    bare = dataclasses.replace(toy_game.SPEC, features=None)
    with pytest.raises(ValueError, match="observation='compact': toy_game has no compact observation"):
        make_env(bare, observation="compact")


def test_another_kind_is_refused(compact):
    for make in (make_env, lambda spec, **kw: VectorGame(spec, 1, **kw), lambda spec, **kw: seats(spec, 1, **kw)):
        with pytest.raises(ValueError, match="observation='small': choose 'full' or 'compact'"):
            make(compact, observation="small")
