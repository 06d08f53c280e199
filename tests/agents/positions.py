"""Views of games in the middle."""

import numpy as np

from haunted_env.agents import View
from haunted_env.play.batch import Batch
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL


def running(
    spec: GameSpec, n: int = 12, steps: int = 60, relative: bool = True, observation: str | None = FULL
) -> Batch:
    """Games some random decisions after the start."""
    batch = Batch(spec, n, relative_seats=relative, observation=observation, autoreset=True)
    batch.deal(np.arange(n))
    generators = batch.generators(3)
    for _ in range(steps):
        batch.step_random(generators)
    return batch


def view_of(batch: Batch, seed: int = 5, rows: np.ndarray | None = None) -> View:
    rows = np.arange(batch.n) if rows is None else rows
    return View(batch, rows, batch.generators(seed)[rows])
