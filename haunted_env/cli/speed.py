"""How fast a game is here: the figures of `haunted-env bench`, best of several repeats."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from haunted_env import registry
from haunted_env.agents import View
from haunted_env.agents.ismcts import IsmctsAgent
from haunted_env.engine.entries import HEURISTIC
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.play.batch import Batch
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL

BATCH = 4096  # enough that waking a thread (about a tenth of a millisecond) does not count
SMALL_BATCH = 1024  # where it does
THREADS = 2
SEARCHED, SIMS, SEARCH_DEPTH = 16, 200, 40  # positions, simulations in each, decisions below the tree
WARM_UP = 300  # steps before measuring, so that the games of a batch are at different stages
START = "from haunted_env import registry; from haunted_env.play.batch import Batch; Batch(registry.spec({name!r}), 1)"


def measure(game: str, players: int | None = None, quick: bool = False) -> dict[str, Any]:
    """One row of figures. `quick` takes fewer repeats and skips the first compile (null)."""
    spec = registry.spec(game)
    options = spec.check_options({} if players is None else {"players": players})
    repeats, seconds = (3, 0.2) if quick else (7, 0.5)
    cold, warm = starting_times(spec.name, quick)
    return {
        "game": f"{spec.name}_v{spec.version}",
        "players": options.get("players", spec.players[0]),
        "observation_size": spec.observation.size,
        "actions": spec.actions.size,
        "aec_steps_per_s": round(1 / fastest(aec_steps(raw_env(spec, **options)), repeats, seconds)),
        "single_step_us": round(1e6 * single_step(spec, options, repeats, seconds), 2),
        "batch": BATCH,
        "batch_threads": THREADS,
        "batch_steps_per_s": batch_speed(spec, options, FULL, repeats, seconds),
        "compact_size": spec.features.layout.size if spec.features else None,
        "compact_batch_steps_per_s": batch_speed(spec, options, COMPACT, repeats, seconds),
        "small_batch": SMALL_BATCH,
        "small_batch_steps_per_s": batch_speed(spec, options, FULL, repeats, seconds, SMALL_BATCH),
        "compact_small_batch_steps_per_s": batch_speed(spec, options, COMPACT, repeats, seconds, SMALL_BATCH),
        "clone_us": round(1e6 * fastest(clones(spec, options), repeats, seconds / 4), 2),
        "cold_compile_s": cold,
        "warm_start_s": warm,
        "record_bytes": spec.record.itemsize,
        "heuristic_steps_per_s": heuristic_speed(spec, options, repeats, seconds),
        "ismcts_sims_per_s": search_speed(spec, options, repeats, seconds, rollout="random", depth=SEARCH_DEPTH),
        "ismcts_as_played_sims_per_s": search_speed(spec, options, repeats, seconds),
    }


def fastest(work: Callable[[int], None], repeats: int, seconds: float) -> float:
    """Seconds per round of `work(rounds)`, best of several repeats of about `seconds` each."""
    rounds, took = 1, 0.0
    while took < seconds / 4:
        rounds *= 2
        took = _timed(work, rounds)
    rounds = max(1, round(rounds * seconds / took))
    return min(_timed(work, rounds) for _ in range(repeats)) / rounds


def _timed(work: Callable[[int], None], rounds: int) -> float:
    started = time.perf_counter()
    work(rounds)
    return time.perf_counter() - started


def random_numbers() -> Iterator[float]:
    """Cheap uniform numbers, so that choosing an action does not hide what a step costs."""
    generator = np.random.default_rng(0)
    while True:
        yield from generator.random(4096).tolist()


def aec_steps(env: Any) -> Callable[[int], None]:
    """`last()` and `step()` of an AEC environment, random legal actions, as a user of PettingZoo would write it."""
    env.reset(seed=0)
    numbers = random_numbers()

    def work(rounds: int) -> None:
        for _ in range(rounds):
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(next(numbers) * len(legal))]))

    return work


def single_step(spec: GameSpec, options: dict[str, Any], repeats: int, seconds: float) -> float:
    """One step with observation and mask, without the choice of the action."""
    batch, generators = _running(spec, options, 1, 1)

    def choose(rounds: int) -> None:
        for _ in range(rounds):
            batch.random_actions(generators)

    def choose_and_step(rounds: int) -> None:
        for _ in range(rounds):
            batch.act(batch.random_actions(generators)[0])

    return fastest(choose_and_step, repeats, seconds) - fastest(choose, repeats, seconds / 4)


def batch_speed(
    spec: GameSpec, options: dict[str, Any], observation: str, repeats: int, seconds: float, n: int = BATCH
) -> int | None:
    """All games of a batch one step on: choice, step, observation, mask; None where there is no such observation."""
    if observation == COMPACT and spec.features is None:
        return None
    batch, generators = _running(spec, options, n, THREADS, observation)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            batch.step_random(generators)

    return round(n / fastest(work, repeats, seconds))


def heuristic_speed(spec: GameSpec, options: dict[str, Any], repeats: int, seconds: float) -> int | None:
    """Decisions of the hand-written player in a batch, one thread, without observations; None where there is none."""
    if spec.heuristic is None:
        return None
    batch, generators = _running(spec, options, BATCH, 1, None, relative_seats=False)
    choose = spec.compiled(HEURISTIC)[0]
    mask = np.zeros(spec.actions.size, np.int8)
    actions = np.zeros(BATCH, np.int64)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            choose(batch.games, generators, actions, mask, 0, batch.data)
            batch.step(actions)

    return round(BATCH / fastest(work, repeats, seconds))


def search_speed(spec: GameSpec, options: dict[str, Any], repeats: int, seconds: float, **settings: Any) -> int | None:
    """Simulations of the search on one core, with its usual settings or others."""
    if spec.inference is None:
        return None
    batch, generators = _running(spec, options, SEARCHED, 1, None)
    agent = IsmctsAgent(spec=spec, sims=SIMS, **settings)
    view = View(batch, generators=generators)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            agent.act(view)

    return round(SEARCHED * SIMS / fastest(work, repeats, seconds))


def clones(spec: GameSpec, options: dict[str, Any]) -> Callable[[int], None]:
    batch, _ = _running(spec, options, 1, 1)
    row = batch.raw[0]

    def work(rounds: int) -> None:
        for _ in range(rounds):
            row.copy()

    return work


def _running(
    spec: GameSpec, options: dict[str, Any], n: int, threads: int, observation: str | None = FULL, **settings: Any
) -> tuple[Batch, np.ndarray]:
    batch = Batch(spec, n, options, threads=threads, autoreset=True, observation=observation, **settings)
    batch.deal(np.arange(n))
    generators = batch.generators(0)
    for _ in range(WARM_UP):
        batch.step_random(generators)
    return batch, generators


def starting_times(name: str, quick: bool) -> tuple[float | None, float]:
    """Seconds until a new process can play: for the first time on a machine, and later."""
    with tempfile.TemporaryDirectory() as folder:
        place = {} if quick else {"HAUNTED_ENV_CACHE": folder}
        cold = None if quick else _start(name, place)
        warm = min(_start(name, place) for _ in range(3))
    return cold, warm


def _start(name: str, place: dict[str, str]) -> float:
    environment = {**os.environ, **place, "HAUNTED_ENV_QUIET": "1"}
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", START.format(name=name)], env=environment, check=True)
    return round(time.perf_counter() - started, 2)
