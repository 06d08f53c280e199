"""Which parts of games end (the chapters of a campaign), in a batch of them."""

from typing import Any

import numpy as np

from haunted_env.play.batch import Batch


class Boundaries:
    """`name` is that of a part, "chapter"; empty in games that are whole, which never have any to tell of."""

    def __init__(self, batch: Batch) -> None:
        spec = batch.spec
        self._batch = batch
        self._parts = spec.parts.of(batch.game(0)) if spec.parts else None
        self._numbers = np.zeros(batch.n, np.int64)  # of parts that are over
        self.name = self._parts.name if self._parts else ""

    def begin(self, rows: np.ndarray) -> None:
        """Other games have been dealt in these rows."""
        self._numbers[rows] = 0

    def passed(self) -> dict[int, dict[str, Any]]:
        """By row, what has become of the part that has ended since this was asked last."""
        if self._parts is None:
            return {}
        numbers = self._parts.number(self._batch.games)
        rows = np.flatnonzero(numbers != self._numbers)
        self._numbers = numbers
        return {row: self._parts.result(self._batch.game(row), int(numbers[row]) - 1) for row in rows.tolist()}
