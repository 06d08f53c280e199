"""What a network is given: columns of an observation that are ever used, what the game works out of it, and advice."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from haunted_env.spec import GameSpec

GAP = 8  # columns: copying a few more is quicker than another range


class Inputs:
    """(n, observation) int8 -> (n, size) int8: some columns, then the game's insight (`GameSpec.insight`) if wanted,
    then, one-hot, what the game's hand-written player advises (`View.advice`), if wanted.

    `ranges` are the columns, as (first, end) pairs; None takes all of them.
    """

    def __init__(
        self,
        spec: GameSpec,
        ranges: Sequence[Sequence[int]] | None = None,
        insight: int | None = None,
        advice: float = 0.0,
    ) -> None:
        """`insight`: the version of the insight that a policy was trained with; None does without. `advice`: what is
        added to the logit of the advised action; 0 does without."""
        n_observed = spec.observation.size
        self.spec = spec
        self.ranges = [[int(a), int(b)] for a, b in ([[0, n_observed]] if ranges is None else ranges)]
        if any(not 0 <= a < b <= n_observed for a, b in self.ranges):
            raise ValueError(f"columns {self.ranges}: expected pairs within 0..{n_observed}")
        mine = None if spec.insight is None else spec.insight.version
        if insight is not None and insight != mine:
            raise ValueError(f"made for version {insight} of the insight into {spec.name}; here it is {mine}")
        if advice and "suggest" not in spec.functions:
            raise ValueError(f"made to be advised by the hand-written player of {spec.name}, which has none")
        self.insight, self.advice = insight, advice
        self.n_columns = sum(b - a for a, b in self.ranges)
        self.n_insight = spec.insight.layout.size if spec.insight and insight is not None else 0
        self.n_advice = spec.actions.size if advice else 0
        self.size = self.n_columns + self.n_insight + self.n_advice

    def __call__(self, observations: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """`advice`: an action per row; without it, nothing is advised."""
        out = np.empty((len(observations), self.size), np.int8)
        at = 0
        for a, b in self.ranges:
            out[:, at : at + b - a] = observations[:, a:b]
            at += b - a
        if self.insight is not None:
            insights = np.empty((len(observations), self.n_insight), np.int8)
            self.spec.work_out(np.ascontiguousarray(observations), insights)
            out[:, at : at + self.n_insight] = insights
            at += self.n_insight
        if self.n_advice:
            out[:, at:] = 0
            if advice is not None:
                out[np.arange(len(out)), at + advice] = 1
        return out

    @classmethod
    def described(cls, spec: GameSpec, said: dict[str, Any]) -> "Inputs":
        """The inputs of a `description`."""
        return cls(spec, said["ranges"], said["insight"], said.get("advice", 0.0))

    @property
    def description(self) -> dict[str, Any]:
        """Plain data from which to make the same inputs again, kept with the policies that use them."""
        return {"ranges": self.ranges, "insight": self.insight, "advice": self.advice}


def choose_inputs(
    spec: GameSpec, used: np.ndarray | None = None, with_insight: bool = True, advice: float = 0.0
) -> Inputs:
    """The columns that are `used` (a boolean array; None: all), less what the insight sums up, and the insight."""
    columns = np.ones(spec.observation.size, bool) if used is None else used.copy()
    if spec.insight is None or not with_insight:
        return Inputs(spec, ranges_of(columns), advice=advice)
    for name, kept in spec.insight.newest.items():
        span = spec.observation.span(name)
        columns[span.start + kept : span.stop] = False
    return Inputs(spec, ranges_of(columns), spec.insight.version, advice)


def ranges_of(columns: np.ndarray) -> list[list[int]]:
    """The (first, end) pairs of a boolean array; gaps of a few columns are closed."""
    found: list[list[int]] = []
    for column in np.flatnonzero(columns).tolist():
        if found and column - found[-1][1] < GAP:
            found[-1][1] = column + 1
        else:
            found.append([column, column + 1])
    return found
