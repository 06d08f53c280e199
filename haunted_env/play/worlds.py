"""Worlds a seat cannot tell from the real one, drawn by a game's `resample` from what that seat may know alone."""

from typing import Any

import numpy as np

from haunted_env.engine.entries import WORLDS
from haunted_env.play.stack import data_of
from haunted_env.spec import GameSpec

__all__ = ["data_of", "draw_worlds"]


def draw_worlds(spec: GameSpec, games: np.ndarray, seats: Any, seed: int) -> np.ndarray:
    """A world for each game, from the view of the seat given; the same seed draws the same.

    The unfinished work of a decision is known to the seat that decides and to nobody else: play goes on only in
    worlds of deciding seats.
    """
    if spec.inference is None:
        raise ValueError(f"{spec.name} cannot imagine worlds: its GameSpec has no `inference`")
    n = len(games)
    worlds = np.zeros(n, spec.record)
    generators = np.random.SeedSequence(seed).generate_state(4 * n, np.uint32).reshape(n, 4) | np.uint32(1)
    views = np.array(np.broadcast_to(seats, n), np.int64)
    raw = np.ascontiguousarray(games).view(np.uint8).reshape(n, -1)
    worlds_raw = worlds.view(np.uint8).reshape(n, -1)
    spec.compiled(WORLDS)[0](raw, views, worlds_raw, worlds, generators, data_of(spec, games))
    return worlds
