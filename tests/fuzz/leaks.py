"""What a seat may not know is exchanged, in games of random players: everything the seat sees stays the same.

Worlds that agree with what the seat knows are drawn by the game's own `resample`, hundreds at a time, and compared in
all that compiled code shows: both observations, legal actions, masks, roles. Now and then an exchange by the
tests' own `scramble` (`tests/games/<game>/hidden.py`) is compared in words too, some in pictures.
"""

import importlib
from typing import Any

import numpy as np

from haunted_env.leakcheck import own
from haunted_env.play.batch import Batch
from haunted_env.play.worlds import draw_worlds
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL
from tests.fuzz.games import random_options
from tests.fuzz.watch import FaultError, Tally

KINDS = tuple(name for name in GAMES if spec(name).inference)
SIDE_BY_SIDE = 256
ROUNDS = 40  # with the same options
APART = 60  # decisions at most from one round to the next
IN_WORDS, DRAWN = 0.2, 0.1  # how often words are compared in a round, and how often then pictures, which take longer


def everything_seen(spec: GameSpec, game: np.ndarray, seat: int, relative: bool) -> dict[str, Any]:
    """All that a seat can get hold of, to be compared at once."""
    seen = own.everything_seen(spec, game, seat, relative)
    return {name: value.tobytes() if isinstance(value, np.ndarray) else value for name, value in seen.items()}


def differing(batch: Batch, other: Batch, views: np.ndarray) -> np.ndarray:
    """The rows in which the viewing seats see something else."""
    roles = batch.spec.queries.role_of
    found = roles(batch.games, views) != roles(other.games, views)
    for kind in (FULL, COMPACT) if batch.spec.features else (FULL,):
        for mine, theirs in zip(
            *(one.look(views, observation=kind, masks=True) for one in (batch, other)), strict=True
        ):
            found |= (mine != theirs).reshape(batch.n, -1).any(axis=1)
    return np.flatnonzero(found)


def exchange(batch: Batch, twin: Batch, rng: np.random.Generator, tally: Tally) -> None:
    """One exchange in every game, for a seat drawn at random."""
    views = rng.integers(batch.n_seats, size=batch.n)
    twin.load(draw_worlds(batch.spec, batch.games, views, int(rng.integers(2**31))), resume=False)
    for row in differing(batch, twin, views):
        raise FaultError(f"seat {views[row]} sees what it may not know in the game of seed {batch.seeds[row]}")
    tally.add(int((twin.raw != batch.raw).any(axis=1).sum()))


def exchange_in_words(batch: Batch, rng: np.random.Generator, tally: Tally) -> None:
    spec, row, seat = batch.spec, int(rng.integers(batch.n)), int(rng.integers(batch.n_seats))
    game = batch.copied(np.array([row]))
    other = importlib.import_module(f"tests.games.{spec.name}.hidden").scramble(game, seat, rng)
    for relative in (True, False):
        mine, theirs = (everything_seen(spec, one, seat, relative) for one in (game, other))
        for name in mine:
            if mine[name] != theirs[name]:
                raise FaultError(f"{name} tells seat {seat} what it may not know, game of seed {batch.seeds[row]}")
    if rng.random() < DRAWN and (spec.words.draw(game, seat) != spec.words.draw(other, seat)).any():
        raise FaultError(f"the picture tells seat {seat} what it may not know, game of seed {batch.seeds[row]}")
    tally.add(1, 1)


def run(name: str, seed: int, tally: Tally) -> None:
    """Exchanges are counted that changed something, and those compared in words as well."""
    game, rng = spec(name), np.random.default_rng(seed)
    while tally.wants_more():
        options = random_options(game, rng)
        relative = bool(rng.random() < 0.5)
        batch, twin = (
            Batch(game, SIDE_BY_SIDE, options, observation=None, relative_seats=relative, autoreset=True)
            for _ in range(2)
        )
        start = int(rng.integers(2**31))
        batch.deal(start + SIDE_BY_SIDE * np.arange(SIDE_BY_SIDE))
        generators = batch.generators(start)
        for number in range(ROUNDS):
            if not tally.wants_more():
                return
            tally.trying(f"options {options}, seed {start}, relative seats {relative}, round {number}")
            for _ in range(rng.integers(1, APART + 1)):
                batch.step_random(generators)
            exchange(batch, twin, rng, tally)
            if rng.random() < IN_WORDS:
                exchange_in_words(batch, rng, tally)
