"""Which of several actions is best, from simulations (sequential halving, Karnin et al., 2013), and how sure it is."""

import math
from collections.abc import Callable

import numpy as np

LEAST_ERROR = 0.002  # a handful of equal outcomes is not certainty

Simulate = Callable[[np.ndarray, np.ndarray], None]  # of these actions, by place, so many each: fills `outcomes`


class Halving:
    """The actions (in the caller's numbers) that are tried, and what came of every simulation.

    suggested: the first of the actions is somebody's advice: it stays in to the end, and is taken unless another has
        proved better. Most decisions hardly matter, and there few simulations would only add noise.
    """

    def __init__(self, actions: np.ndarray, sims: int, suggested: bool) -> None:
        self.actions, self.suggested = actions, suggested
        self.visits = np.zeros(len(actions), np.int64)
        self.outcomes = np.zeros((len(actions), sims))  # of the searching seat, 0 worst to 1 best
        self.kept = np.arange(len(actions))

    def run(self, sims: int, simulate: Simulate) -> None:
        """The same number of simulations for all that are left, then only the better half. The n-th simulation of
        every action should meet the same luck."""
        rounds = max(1, math.ceil(math.log2(len(self.kept))))
        for number in range(rounds):
            share = (sims - self.visits.sum()) // (rounds - number)
            ends = share * np.arange(len(self.kept) + 1) // len(self.kept)
            simulate(self.kept, np.diff(ends))
            self.visits[self.kept] += np.diff(ends)
            if number < rounds - 1:
                order = np.argsort(-self.means()[self.kept], kind="stable")
                better = self.kept[order[: (len(self.kept) + 1) // 2]]
                self.kept = np.union1d(better, np.array([0] if self.suggested else [], np.int64))

    def means(self) -> np.ndarray:
        return self.outcomes.sum(1) / np.maximum(self.visits, 1)

    def lead(self, k: int) -> float:
        """By how many standard errors an action is better than the suggested one, simulation by simulation."""
        n = int(min(self.visits[k], self.visits[0]))
        if n < 2:
            return 0.0
        more = self.outcomes[k, :n] - self.outcomes[0, :n]
        return float(more.mean() / math.sqrt(more.var(ddof=1) / n + LEAST_ERROR**2))

    def best(self, trust: float) -> int:
        """The action with the best outcomes; the suggested one, unless another is better by `trust` standard errors."""
        if not self.suggested or len(self.actions) == 1:
            return int(self.actions[self.kept[self.means()[self.kept].argmax()]])
        leads = [self.lead(int(k)) if k else trust for k in self.kept]
        return int(self.actions[self.kept[int(np.argmax(leads))]])
