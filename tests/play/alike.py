"""Games in several worlds beside the same games alone, and beside copies of themselves."""

import copy
import pickle

import numpy as np

from haunted_env.play.batch import ENDED, Batch


def assert_as_alone(batch: Batch, singles: list[Batch], decisions: int) -> None:
    """Random play goes in every row as in the batch of one that was dealt the same game."""
    generators = batch.generators(1)
    left = batch.rows
    for _ in range(decisions):
        actions = batch.random_actions(generators).copy()
        batch.step(actions[left], left)
        for row in left.tolist():
            single = singles[row]
            single.step(actions[row : row + 1])
            assert single.raw[0].tobytes() == batch.raw[row].tobytes()
            assert (single.observations[0] == batch.observations[row]).all()
            assert (single.masks[0] == batch.masks[row]).all()
        left = left[batch.status[left] != ENDED]


def assert_copies_go_on(batch: Batch, generators: np.ndarray, steps: int) -> None:
    """Clones, deep copies and pickles play on as the batch does."""
    for twin in (batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        mine, rng = [batch.clone(), twin], [generators.copy(), generators.copy()]
        for _ in range(steps):
            for each, own in zip(mine, rng):
                each.step_random(own)
        assert mine[0].raw.tobytes() == mine[1].raw.tobytes()
