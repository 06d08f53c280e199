"""What becomes of illegal actions in environments of many games.

Many libraries probe environments with random actions, legal or not, and algorithms without masks choose such ones.
"raise" refuses them, with the reason, and changes no game; "random" plays a random legal action instead; "terminate"
ends that game: the offender gets ILLEGAL_REWARD, the others nothing.
"""

from typing import Any

import numpy as np

from haunted_env.play.batch import Batch

RAISE, RANDOM, TERMINATE = CHOICES = ("raise", "random", "terminate")
ILLEGAL_REWARD = -1.0


class Referee:
    """Judges the actions in the games of a batch."""

    def __init__(self, batch: Batch, illegal: str) -> None:
        if illegal not in CHOICES:
            raise ValueError(f"illegal={illegal!r}: choose one of {CHOICES}")
        self.batch = batch
        self.illegal = illegal
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Of the random actions in place of illegal ones."""
        self._rng = np.random.default_rng((seed, 1))

    def judge(self, actions: Any, rows: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The actions to carry out in all games or some, and which of those given are illegal."""
        given = np.asarray(actions)
        rows = self.batch.rows if rows is None else rows
        if self.illegal == RAISE:
            return given, np.zeros(len(rows), np.bool_)  # the batch refuses
        offended = ~self.batch.is_legal(given, rows)
        if self.illegal == RANDOM and offended.any():
            given = given.astype(np.int64)
            for at in np.flatnonzero(offended).tolist():
                given[at] = self._rng.choice(np.flatnonzero(self.batch.masks[rows[at]]))
        return given, offended
