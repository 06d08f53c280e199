"""Seeds of games and generators of players: whole numbers in, independent streams out."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.engine import rng
from haunted_env.engine.entries import bind

SEED_LIMIT = 2**63


def _interpreted(rule: Any) -> Callable:
    return getattr(rule, "py_func", rule)


# The seed a place of a batch goes on with after a game, as compiled code computes it.
following_seed = bind(_interpreted(rng.following_seed), {"mix": _interpreted(rng.mix)})


def fresh_seed() -> int:
    """A seed from the operating system's entropy."""
    return int(game_seeds(np.random.SeedSequence().entropy, 1)[0])


def game_seeds(seed: Any, n: int) -> np.ndarray:
    """The seeds of n games derived from one seed; game i's does not depend on n."""
    return (np.random.SeedSequence(seed).generate_state(n, np.uint64) >> np.uint64(2)).astype(np.int64)


def check_seed(seed: Any) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError(f"seed={seed!r}: expected a whole number or None") from None
    if not 0 <= number < SEED_LIMIT:
        raise ValueError(f"seed={seed!r}: expected a whole number from 0 to 2**63 - 1")
    return number


def generators(seed: int, n: int) -> np.ndarray:
    """n random generators for players, (n, 4) uint32, independent of those in games of the same seed."""
    states = np.random.SeedSequence((check_seed(seed), 1)).generate_state(4 * n, np.uint32)
    states[::4] |= 1
    return states.reshape(n, 4)
