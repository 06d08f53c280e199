"""Search: information-set Monte Carlo tree search on the compiled engine (`core/ismcts.py`)."""

import time
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.agents.view import View
from haunted_env.core import ismcts

ROLLOUTS = {"random": ismcts.RANDOM, "heuristic": ismcts.HEURISTIC}
TO_THE_END = 2**40
MOST_NODES = 200_000  # of a search limited by time
LONGEST_PATH = 512
LEAST_VARIANCE = 1e-4  # a handful of equal returns is not certainty
SIMS_BETWEEN_LOOKS = 32  # at the clock


@dataclass(kw_only=True)
class IsmctsAgent(Agent):
    """`sims` simulations per decision, or as many as fit into `seconds` (then play depends on the machine)."""

    sims: int = 200
    seconds: float = 0.0
    rollout: str = ""  # who plays on below the tree: heuristic or random (as the game has it)
    depth: int = 0  # decisions played below the tree; 0 = to the end of the game
    explore: float = 0.5
    widen: float = 1.0  # a position visited n times may try widen * n ** widen_power actions
    widen_power: float = 0.4
    trust: float = 1.0  # in the hand-written player: standard errors by which another action has to be better

    batched: ClassVar[bool] = False
    _search: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.rollout = self.rollout or ("heuristic" if "suggest" in self.spec.functions else "random")
        if self.rollout not in ROLLOUTS:
            raise ValueError(f"agent 'ismcts': rollout={self.rollout}: choose one of {', '.join(ROLLOUTS)}")
        if self.rollout == "heuristic" and "suggest" not in self.spec.functions:
            raise ValueError(f"agent 'ismcts': rollout=heuristic: {self.spec.name} has no hand-written player")
        for name, lowest in (("sims", 1), ("seconds", 0), ("depth", 0), ("explore", 0), ("widen", 0)):
            if getattr(self, name) < lowest:
                raise ValueError(f"agent 'ismcts': {name}={getattr(self, name)}: expected at least {lowest}")
        self._search = ismcts.compiled_search(self.spec)

    def belief(self, view: View) -> np.ndarray | None:
        return view.belief()

    def act(self, view: View) -> np.ndarray:
        best = [self.searched(view, i).best(self.trust) for i in range(len(view))]
        return view.in_own_words(np.array(best, np.int64))

    def searched(self, view: View, i: int) -> "Searched":
        """What the search finds in one game of the view."""
        legal = view.legal(i)
        if len(legal) == 1:
            return Searched(legal, np.ones(1), np.zeros(1), np.zeros(1), suggested=True)
        tree, totals, used = self._grow(view, i)
        children = np.flatnonzero(tree[1 : used[0], ismcts.PARENT] == 0) + 1
        visits = tree[children, ismcts.VISITS]
        means = totals[children, ismcts.SUM] / visits
        variances = np.maximum(totals[children, ismcts.SQUARES] / visits - means**2, 0) + LEAST_VARIANCE
        suggested = self.rollout == "heuristic"
        return Searched(tree[children, ismcts.ACTION], visits, means, np.sqrt(variances / visits), suggested)

    def _grow(self, view: View, i: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        nodes = MOST_NODES if self.seconds else self.sims + 1
        size = self.spec.record.itemsize
        raw = view.game(i).view(np.uint8).reshape(1, size)
        worlds_raw = np.zeros((1, size), np.uint8)
        tree = np.zeros((nodes, ismcts.N_COLUMNS), np.int32)
        tree[0, ismcts.FIRST_CHILD] = ismcts.NONE
        totals = np.zeros((nodes, 2))
        used = np.ones(1, np.int64)
        masks = np.zeros((2, self.spec.actions.size), np.int8)
        knobs = np.array([self.explore, self.widen, self.widen_power, *self.spec.rewards])
        arrays = (
            *(raw, view.seats[i : i + 1], worlds_raw, worlds_raw.view(self.spec.record).reshape(1)),
            *(view.generators[i : i + 1], masks[0], masks[1]),
            *(tree, totals, np.zeros(LONGEST_PATH, np.int64), used, knobs),
        )
        until = time.perf_counter() + self.seconds
        left = self.sims if not self.seconds else TO_THE_END
        while left > 0:
            now = min(left, SIMS_BETWEEN_LOOKS) if self.seconds else left
            self._search(*arrays, now, self.depth or TO_THE_END, ROLLOUTS[self.rollout], *view.data)
            left -= now
            if self.seconds and time.perf_counter() >= until:
                break
        return tree, totals, used


@dataclass
class Searched:
    """The actions tried at the root (absolute), in the order they were first tried, and what came of them."""

    actions: np.ndarray
    visits: np.ndarray
    means: np.ndarray
    errors: np.ndarray  # standard errors of the means
    suggested: bool  # the first action is the hand-written player's

    def best(self, trust: float) -> int:
        """The action tried most; or the hand-written player's, unless another one has proved to be better."""
        if not self.suggested:
            return int(self.actions[self.visits.argmax()])
        doubt = np.maximum(np.hypot(self.errors, self.errors[0]), 1e-9)  # no doubt, as among equal returns: no lead
        lead = (self.means - self.means[0]) / doubt
        return int(self.actions[lead.argmax() if lead.max() > trust else 0])
