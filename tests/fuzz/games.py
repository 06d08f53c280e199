"""Random games over all player counts and options: after every step, every invariant of the rules holds.

A game's own checks are `violations(games, before, data)` in `tests/games/<game>/invariants.py`.
"""

import contextlib
import importlib
from typing import Any

import numpy as np

from haunted_env.play.batch import ENDED, Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec, Option
from tests.fuzz.watch import FaultError, Tally

KINDS = tuple(GAMES)
BATCH = 128
STEPS = 3000  # with the same options: enough for most games to end


def random_value(option: Option, rng: np.random.Generator) -> Any:
    if option.values:
        return option.values[rng.integers(len(option.values))]
    if option.read is not None:
        return option.default
    low = option.low or 0
    high = option.high if option.high is not None and option.high <= 10 else low + 199
    return int(rng.integers(low, high + 1))


def random_options(game: GameSpec, rng: np.random.Generator) -> dict[str, Any]:
    """Every option at its default or at a random value, half and half; players always random. Now and then one of the
    game's own settings (`SETTINGS` of its invariants)."""
    settings = getattr(importlib.import_module(f"tests.games.{game.name}.invariants"), "SETTINGS", ())
    while True:
        chosen = {
            option.name: random_value(option, rng)
            for option in game.options
            if option.name == "players" or rng.random() < 0.5
        }
        if settings and rng.random() < 0.25:
            chosen |= settings[rng.integers(len(settings))]
        with contextlib.suppress(ValueError):  # options that do not go together
            game.new_game(game.check_options(chosen))
            return chosen


def play(game: GameSpec, options: dict[str, Any], seed: int, tally: Tally) -> None:
    """Games of one configuration side by side; those that end are counted and make room for others."""
    violations = importlib.import_module(f"tests.games.{game.name}.invariants").violations
    batch = Batch(game, BATCH, options, observation=None)
    generators = batch.generators(seed)
    before = np.zeros_like(batch.games)
    earlier = before.view(np.uint8).reshape(BATCH, -1)
    next_seed = seed * 1_000_003

    def check(rows: np.ndarray, games: np.ndarray, before: np.ndarray) -> None:
        found = violations(games, before, batch.data)
        if found.any():
            row = int(found.argmax())
            raise FaultError(f"invariant {found[row]} broken in the game of seed {batch.seeds[rows[row]]}")

    def deal(rows: np.ndarray) -> None:
        nonlocal next_seed
        batch.deal(next_seed + np.arange(len(rows)), rows)
        next_seed += len(rows)
        dealt = batch.copied(rows)
        check(rows, dealt, dealt)

    deal(batch.rows)
    for step in range(STEPS):
        if not tally.wants_more():
            return
        if step % 100 == 0:
            tally.trying(f"options {options}, seed {seed}, from step {step}")
        earlier[:] = batch.raw
        batch.step_random(generators)
        check(batch.rows, batch.games, before)
        ended = np.flatnonzero(batch.status == ENDED)
        if len(ended):
            deal(ended)
        tally.add(BATCH, len(ended))


def run(name: str, seed: int, tally: Tally) -> None:
    """Steps are counted, and games that ended."""
    game, rng = spec(name), np.random.default_rng(seed)
    while tally.wants_more():
        play(game, random_options(game, rng), int(rng.integers(2**31)), tally)
