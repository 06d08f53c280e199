"""Many imagined worlds of one game."""

import numpy as np

from haunted_env.play.worlds import draw_worlds
from haunted_env.spec import GameSpec


def many_worlds(spec: GameSpec, game: np.ndarray, seat: int, n: int, seed: int = 0) -> np.ndarray:
    """n worlds of one game."""
    rows = np.repeat(game.view(np.uint8).reshape(1, -1), n, axis=0)
    return draw_worlds(spec, rows.view(spec.record).reshape(n), seat, seed)
