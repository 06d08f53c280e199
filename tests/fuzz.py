"""Random games over all player counts and options, every invariant checked at every decision; then changed positions.

`make fuzz` runs 20,000 games and 100,000 positions (`tests/fuzz_positions.py`) of each game;
`python -m tests.fuzz --games 500 --positions 1000 --game haunted_destinies --seed 7` a few. A game's own checks are
`violations(games, before)` in `tests/games/<game>/invariants.py`.
"""

import argparse
import contextlib
import importlib
import time
from typing import Any

import numpy as np

from haunted_env.play.batch import ENDED, Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec, Option
from tests import fuzz_positions

BATCH = 128
GAMES_PER_CONFIG = 250


def random_value(option: Option, rng: np.random.Generator) -> Any:
    if option.values:
        return option.values[rng.integers(len(option.values))]
    if option.read is not None:
        return option.default
    low = option.low or 0
    high = option.high if option.high is not None and option.high <= 10 else low + 199
    return int(rng.integers(low, high + 1))


def random_options(game: GameSpec, rng: np.random.Generator) -> dict[str, Any]:
    """Every option at its default or at a random value, half and half; players always random."""
    while True:
        chosen = {
            option.name: random_value(option, rng)
            for option in game.options
            if option.name == "players" or rng.random() < 0.5
        }
        with contextlib.suppress(ValueError):  # options that do not go together
            game.new_game(game.check_options(chosen))
            return chosen


def play(game: GameSpec, options: dict[str, Any], n_games: int, seed: int) -> int:
    """Play n games of one configuration; returns the number of decisions. Raises at the first violation."""
    violations = importlib.import_module(f"tests.games.{game.name}.invariants").violations
    n = min(BATCH, n_games)
    batch = Batch(game, n, options, observation=None)
    generators = batch.generators(seed)
    batch.deal(seed * 1_000_003 + np.arange(n))
    started, finished, decisions = n, 0, 0
    running = np.ones(n, bool)
    before = batch.games.copy()
    while finished < n_games:
        found = violations(batch.games, before)
        if found.any():
            row = int(found.argmax())
            raise AssertionError(
                f"{game.name}: invariant {found[row]} broken; options {options}, seed {int(batch.seeds[row])}, "
                f"generators {seed}, row {row}, decision {decisions // n}"
            )
        before[:] = batch.games
        batch.step_random(generators)
        decisions += int(running.sum())
        for row in np.flatnonzero((batch.status == ENDED) & running):
            final = violations(batch.games[row : row + 1], before[row : row + 1])
            assert not final.any(), (
                f"{game.name}: invariant {final[0]} broken at the end; {options} seed {batch.seeds[row]}"
            )
            finished += 1
            if started < n_games:
                batch.deal(seed * 1_000_003 + started, row)
                before[row] = batch.games[row]
                started += 1
            else:
                running[row] = False
    return decisions


def fuzz(game: GameSpec, n_games: int, seed: int, progress: bool = False) -> tuple[int, int]:
    """(games, decisions) played."""
    rng = np.random.default_rng(seed)
    done = decisions = config = 0
    start = time.perf_counter()
    while done < n_games:
        n = min(GAMES_PER_CONFIG, n_games - done)
        decisions += play(game, random_options(game, rng), n, seed + config)
        done += n
        config += 1
        if progress:
            print(
                f"{game.name}: {done} games, {decisions:,} decisions, {time.perf_counter() - start:.0f} s", flush=True
            )
    return done, decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.game or GAMES:
        fuzz(spec(name), args.games, args.seed, progress=True)
        count = fuzz_positions.fuzz(spec(name), args.positions, args.seed, progress=True)
        print(f"{name}: {count.tried:,} positions, {count.accepted:,} of them accepted and played on", flush=True)


if __name__ == "__main__":
    main()
