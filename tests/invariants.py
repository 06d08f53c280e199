"""What the invariants of all games share: their types, the compiled loop over many games, and ways to break a game.

A game's own checks are `first_violation(game, earlier, mask, data)` in `tests/games/<game>/invariants.py`: the number
of the violated clause, 0 for none.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from haunted_env.engine.entries import bind
from haunted_env.engine.interpreted import wrap
from haunted_env.engine.jit import COMPILED, OPTIONS, Compiler, signature
from haunted_env.play.worlds import data_of
from haunted_env.spec import GameSpec

first_violation: Any = None  # the game's


def types_of(compiler: Compiler) -> dict[str, Any]:
    """The types of arguments by name: those of the rules, and games one decision earlier."""
    return {**compiler.types, "earlier": compiler.types["game"], "before": compiler.types["games"]}


def check_games(games, before, status, mask, data):
    """Write each game's violated clause (0 for none) to `status`."""
    for i in range(games.shape[0]):
        status[i] = first_violation(games[i], before[i], mask, data)


def checked_by(spec: GameSpec, first: Callable) -> Callable[..., np.ndarray]:
    """The violated clause of every game; `before` holds the same games one decision earlier, `data` what all of them
    are played with (found by itself if need be, which takes longer)."""

    @functools.cache  # compiled when it is first used, not when tests are collected
    def compiled() -> Any:
        check = bind(check_games, {"first_violation": first})
        return njit(signature(check, types_of(spec.compiler)), **OPTIONS)(check) if COMPILED else wrap(check)

    def violations(games: np.ndarray, before: np.ndarray, data: Any = None) -> np.ndarray:
        assert games.dtype == spec.record
        status, mask = np.zeros(len(games), np.int8), np.zeros(spec.actions.size, np.int8)
        compiled()(games, before, status, mask, data_of(spec, games) if data is None else data)
        return status

    return violations


def broken(violations: Callable, game: np.ndarray, change: Callable) -> int:
    """The clause that a change to a sound game breaks."""
    before = game.copy()
    assert violations(game, before).tolist() == [0]
    change(game["table"][0], game["ledger"][0], game["secret"][0])
    return int(violations(game, before)[0])


def put(record, field, index, value):
    record[field][index] = value
