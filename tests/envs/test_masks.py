"""Location masks are the same through every adapter that is asked for them, and tell a seat nothing it may not know."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.envs.gymnasium import SoloEnv
from haunted_env.envs.pettingzoo import make_env
from haunted_env.envs.vector import VectorGame
from haunted_env.play.batch import Batch
from haunted_env.play.view import View
from haunted_env.spec import GameSpec
from tests.envs.conftest import NAMES, prepared
from tests.envs.play import choose, same
from tests.envs.test_compact import legal, scrambled

STEPS = 40
Moment = tuple[dict[str, np.ndarray], Any, Batch]  # what is shown, a row per game; its space; the games


def aec(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = make_env(spec)
    env.reset(seed=3)
    while not any(env.terminations.values()):
        seen = env.last()[0]
        rows = {name: array[None] for name, array in seen.items()}
        yield rows, env.observation_space(env.agent_selection), env.batch
        env.step(choose(seen, rng))


def vector(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = VectorGame(spec, 3, masks=True, threads=2)
    seen, _ = env.reset(seed=3)
    while True:
        assert env.observation_space.contains(seen)
        yield seen, env.single_observation_space, env.batch
        seen = env.step(legal(seen["action_mask"], rng))[0]


def sb3(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    pytest.importorskip("stable_baselines3")
    from haunted_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(spec, 3, masks=True)
    env.seed(3)
    seen = env.reset()
    while True:
        yield seen, env.observation_space, env.batch
        seen = env.step(legal(env.action_masks(), rng))[0]


def solo(spec: GameSpec, rng: np.random.Generator) -> Iterator[Moment]:
    env = SoloEnv(spec, masks=True, illegal="raise")
    seen, ended = env.reset(seed=3)[0], False
    while not ended:
        yield {name: array[None] for name, array in seen.items()}, env.observation_space, env.batch
        seen, _, *ends, _ = env.step(legal(env.action_masks()[None], rng)[0])
        ended = any(ends)


ADAPTERS = [(name, adapter) for name in NAMES for adapter in (aec, vector, sb3)]
ADAPTERS += [(name, solo) for name in NAMES if name in registry.GAMES and registry.GAMES[name].solo]


@pytest.mark.parametrize(("name", "adapter"), ADAPTERS)
def test_every_adapter_shows_what_the_seat_may_know(monkeypatch, name: str, adapter: Callable[..., Iterator[Moment]]):
    spec, rng, changed = prepared(name, monkeypatch), np.random.default_rng(4), 0
    for _, (shown, space, batch) in zip(range(STEPS), adapter(spec, rng)):
        for row in range(batch.n):
            assert space.contains({key: array[row] for key, array in shown.items()})
        look = batch.look(masks=True)
        assert np.array_equal(shown["location_mask"], look.location_masks)
        assert np.array_equal(shown["card_mask"], look.card_masks)
        assert np.array_equal(shown["observation"], look.observations)
        twin = batch.clone()
        for row, seat in enumerate(batch.seats.tolist()):
            twin.load(scrambled(spec, batch.copied(np.array([row])), seat, rng), row, resume=False)
        assert np.array_equal(shown["location_mask"], twin.look(batch.seats, masks=True).location_masks)
        assert np.array_equal(View(twin).location_masks, View(batch).location_masks)
        changed += not np.array_equal(twin.raw, batch.raw)
    assert changed > 5


def test_adapters_leave_them_out_unless_asked(spec):
    env = VectorGame(spec, 2)
    seen, _ = env.reset(seed=1)
    assert seen.keys() == env.observation_space.spaces.keys() == {"observation", "action_mask", "card_mask"}


def test_the_games_are_the_same(spec):
    """Masks cost time and change nothing else; the last view of a game has them too."""
    plain, masked = VectorGame(spec, 3), VectorGame(spec, 3, masks=True)
    rng, ended = np.random.default_rng(1), False
    seen, told = plain.reset(seed=4), masked.reset(seed=4)
    for _ in range(2000):
        assert same({**told[0], "location_mask": 0}, {**seen[0], "location_mask": 0})
        if "final_obs" in told[-1]:
            row = int(np.argmax(told[-1]["_final_obs"]))
            assert told[-1]["final_obs"][row]["location_mask"].shape == spec.locations.shape
            ended = True
            break
        actions = legal(seen[0]["action_mask"], rng)
        seen, told = plain.step(actions), masked.step(actions)
    assert ended


def test_last_observations_of_stable_baselines3_are_dicts_too(monkeypatch):
    pytest.importorskip("stable_baselines3")
    from haunted_env.envs.sb3 import SeatVecEnv

    spec = prepared("toy_game", monkeypatch)
    env, rng = SeatVecEnv(spec, 4, masks=True, rounds=2), np.random.default_rng(1)
    env.seed(1)
    env.reset()
    for _ in range(20):
        _, _, dones, infos = env.step(legal(env.action_masks(), rng))
        for row in np.flatnonzero(dones):
            assert env.observation_space.contains(infos[row]["terminal_observation"])
            return
    raise AssertionError("no game ended")


def test_maskable_ppo_takes_them(monkeypatch):
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from haunted_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(prepared("toy_game", monkeypatch), 4, masks=True)
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=8, batch_size=16, n_epochs=1, seed=1)
    model.learn(64)
    assert model.num_timesteps >= 64
