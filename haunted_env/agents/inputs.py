"""What of an observation a network is given: the columns that are ever used, and what the game works out of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from haunted_env.spec import GameSpec

GAP = 8  # columns: copying a few more is quicker than another range


class Inputs:
    """(n, observation) int8 -> (n, size) int8: some columns, then the game's insight (`GameSpec.insight`) if wanted.

    `ranges` are the columns, as (first, end) pairs; None takes all of them.
    """

    def __init__(
        self, spec: GameSpec, ranges: Sequence[Sequence[int]] | None = None, insight: int | None = None
    ) -> None:
        """`insight`: the version of the insight that a policy was trained with; None does without."""
        n_observed = spec.observation.size
        self.spec = spec
        self.ranges = [[int(a), int(b)] for a, b in ([[0, n_observed]] if ranges is None else ranges)]
        if any(not 0 <= a < b <= n_observed for a, b in self.ranges):
            raise ValueError(f"columns {self.ranges}: expected pairs within 0..{n_observed}")
        mine = None if spec.insight is None else spec.insight.version
        if insight is not None and insight != mine:
            raise ValueError(f"made for version {insight} of the insight into {spec.name}; here it is {mine}")
        self.insight = insight
        self.n_columns = sum(b - a for a, b in self.ranges)
        self.size = self.n_columns + (spec.insight.layout.size if spec.insight and insight is not None else 0)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        out = np.empty((len(observations), self.size), np.int8)
        at = 0
        for a, b in self.ranges:
            out[:, at : at + b - a] = observations[:, a:b]
            at += b - a
        if self.insight is not None:
            insights = np.empty((len(observations), self.size - at), np.int8)
            self.spec.work_out(np.ascontiguousarray(observations), insights)
            out[:, at:] = insights
        return out

    @property
    def description(self) -> dict[str, Any]:
        """Plain data from which to make the same inputs again, kept with the policies that use them."""
        return {"ranges": self.ranges, "insight": self.insight}


def choose_inputs(spec: GameSpec, used: np.ndarray | None = None, with_insight: bool = True) -> Inputs:
    """The columns that are `used` (a boolean array; None: all), less what the insight sums up, and the insight."""
    columns = np.ones(spec.observation.size, bool) if used is None else used.copy()
    if spec.insight is None or not with_insight:
        return Inputs(spec, ranges_of(columns))
    for name, kept in spec.insight.newest.items():
        span = spec.observation.span(name)
        columns[span.start + kept : span.stop] = False
    return Inputs(spec, ranges_of(columns), spec.insight.version)


def ranges_of(columns: np.ndarray) -> list[list[int]]:
    """The (first, end) pairs of a boolean array; gaps of a few columns are closed."""
    found: list[list[int]] = []
    for column in np.flatnonzero(columns).tolist():
        if found and column - found[-1][1] < GAP:
            found[-1][1] = column + 1
        else:
            found.append([column, column + 1])
    return found
