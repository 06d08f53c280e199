"""What a network is given: columns of an observation that are ever used, what the game works out of it, and advice."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from haunted_env.spec import GameSpec

GAP = 8  # columns: copying a few more is quicker than another range


class Inputs:
    """(n, observation) int8 -> (n, size) int8: some columns, then the game's insight (`GameSpec.insight`) if wanted,
    then, one-hot, what the game's hand-written player advises (`View.advice`), if wanted.

    `ranges` are the columns, as (first, end) pairs, `insight_ranges` those of the insight; None takes all of them.
    """

    def __init__(
        self,
        spec: GameSpec,
        ranges: Sequence[Sequence[int]] | None = None,
        insight: int | None = None,
        advice: float = 0.0,
        insight_ranges: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """`insight`: the version of the insight that a policy was trained with; None does without. `advice`: what is
        added to the logit of the advised action; 0 does without."""
        self.spec = spec
        self.ranges = _checked("columns", ranges, spec.observation.size)
        mine = None if spec.insight is None else spec.insight.version
        if insight is not None and insight != mine:
            raise ValueError(f"made for version {insight} of the insight into {spec.name}; here it is {mine}")
        if advice and "suggest" not in spec.functions:
            raise ValueError(f"made to be advised by the hand-written player of {spec.name}, which has none")
        self.insight, self.advice = insight, advice
        worked_out = spec.insight.layout.size if spec.insight and insight is not None else 0
        self.insight_ranges = _checked("columns of the insight", insight_ranges, worked_out)
        self.n_columns = sum(b - a for a, b in self.ranges)
        self.n_insight = sum(b - a for a, b in self.insight_ranges)
        self.n_advice = spec.actions.size if advice else 0
        self.size = self.n_columns + self.n_insight + self.n_advice

    def __call__(self, observations: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """`advice`: an action per row; without it, nothing is advised."""
        out = np.empty((len(observations), self.size), np.int8)
        at = _copy(observations, self.ranges, out, 0)
        if self.n_insight:
            at = _copy(insight_into(self.spec, observations), self.insight_ranges, out, at)
        if self.n_advice:
            out[:, at:] = 0
            if advice is not None:
                out[np.arange(len(out)), at + advice] = 1
        return out

    @classmethod
    def described(cls, spec: GameSpec, said: dict[str, Any]) -> "Inputs":
        """The inputs of a `description`."""
        return cls(spec, said["ranges"], said["insight"], said.get("advice", 0.0), said.get("insight_ranges"))

    @property
    def description(self) -> dict[str, Any]:
        """Plain data from which to make the same inputs again, kept with the policies that use them."""
        return {
            "ranges": self.ranges,
            "insight": self.insight,
            "advice": self.advice,
            "insight_ranges": self.insight_ranges,
        }


def _checked(what: str, ranges: Sequence[Sequence[int]] | None, size: int) -> list[list[int]]:
    """Ranges of so many columns, all of them if none are named."""
    pairs = [[int(a), int(b)] for a, b in ranges] if ranges is not None else [[0, size]] if size else []
    if any(not 0 <= a < b <= size for a, b in pairs):
        raise ValueError(f"{what} {pairs}: expected pairs within 0..{size}")
    return pairs


def _copy(columns: np.ndarray, ranges: list[list[int]], out: np.ndarray, at: int) -> int:
    """Put ranges of columns side by side, from `at` on; returns where they end."""
    for a, b in ranges:
        out[:, at : at + b - a] = columns[:, a:b]
        at += b - a
    return at


def insight_into(spec: GameSpec, observations: np.ndarray) -> np.ndarray:
    """What the game works out of observations; no columns if it works out nothing."""
    found = np.empty((len(observations), spec.insight.layout.size if spec.insight else 0), np.int8)
    if spec.insight:
        spec.work_out(np.ascontiguousarray(observations), found)
    return found


def choose_inputs(
    spec: GameSpec,
    used: np.ndarray | None = None,
    with_insight: bool = True,
    advice: float = 0.0,
    used_insight: np.ndarray | None = None,
) -> Inputs:
    """The columns that are `used` (a boolean array; None: all), less what the insight sums up, and the insight, of
    which, if it is sparse, likewise only columns are taken that are used."""
    columns = np.ones(spec.observation.size, bool) if used is None else used.copy()
    if spec.insight is None or not with_insight:
        return Inputs(spec, ranges_of(columns), advice=advice)
    for name, kept in spec.insight.newest.items():
        span = spec.observation.span(name)
        columns[span.start + kept : span.stop] = False
    worked_out = ranges_of(used_insight) if spec.insight.sparse and used_insight is not None else None
    return Inputs(spec, ranges_of(columns), spec.insight.version, advice, worked_out)


def ranges_of(columns: np.ndarray) -> list[list[int]]:
    """The (first, end) pairs of a boolean array; gaps of a few columns are closed."""
    found: list[list[int]] = []
    for column in np.flatnonzero(columns).tolist():
        if found and column - found[-1][1] < GAP:
            found[-1][1] = column + 1
        else:
            found.append([column, column + 1])
    return found
