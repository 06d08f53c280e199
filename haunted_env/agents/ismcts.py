"""Search: information-set Monte Carlo tree search on the compiled engine (`play/search.py`).

The first actions share the simulations by sequential halving (`halving.py`), where the hand-written player's choice, if
there is one, is taken unless another action has proved better. Where a game can evaluate positions (its `Evaluation`),
simulations stop after a few decisions: the luck of what follows would hide what the action was worth.
"""

import math
import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from haunted_env.agents.halving import Halving
from haunted_env.agents.interface import Agent
from haunted_env.engine import rng
from haunted_env.play import search as ismcts
from haunted_env.play.view import View

ROLLOUTS = {"random": ismcts.RANDOM, "heuristic": ismcts.HEURISTIC}
TO_THE_END = 2**40
A_FEW = 16
TRUST, TRUST_JUDGED = 2.0, 3.0  # an evaluation has a bias, random play has none
LONGEST_PATH = 512
FIRST_LOOK = 64  # simulations after which the speed is known, for searches limited by time
next_word = getattr(rng.next_word, "py_func", rng.next_word)


@dataclass(kw_only=True)
class IsmctsAgent(Agent):
    """`sims` simulations per decision, or as many as fit into `seconds` (then play depends on the machine)."""

    sims: int = 200
    seconds: float = 0.0
    rollout: str = ""  # who plays on below the tree: heuristic or random (as the game has it)
    depth: int = 0  # decisions played below the tree; 0 = a few if the game can evaluate positions, else to the end
    explore: float = 0.5
    widen: float = 1.0  # a position visited n times may try widen * n ** widen_power actions
    widen_power: float = 0.4
    trust: float = -1.0  # in the hand-written player: standard errors by which others have to be better; -1 = as usual

    batched: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.rollout = self.rollout or ("heuristic" if self.spec.heuristic is not None else "random")
        if self.rollout not in ROLLOUTS:
            raise ValueError(f"agent 'ismcts': rollout={self.rollout}: choose one of {', '.join(ROLLOUTS)}")
        if self.rollout == "heuristic" and self.spec.heuristic is None:
            raise ValueError(f"agent 'ismcts': rollout=heuristic: {self.spec.name} has no hand-written player")
        for name, lowest in (("sims", 1), ("seconds", 0), ("depth", 0), ("explore", 0), ("widen", 0)):
            if getattr(self, name) < lowest:
                raise ValueError(f"agent 'ismcts': {name}={getattr(self, name)}: expected at least {lowest}")
        judged = self.spec.evaluation is not None
        self.depth = self.depth or (A_FEW if judged else TO_THE_END)
        self.trust = self.trust if self.trust >= 0 else (TRUST_JUDGED if judged else TRUST)
        if self.spec.inference is None:
            raise ValueError(f"agent 'ismcts': {self.spec.name} cannot be searched: its GameSpec has no `inference`")
        self.spec.compiled(ismcts.SEARCH)  # now, not at the first decision

    def belief(self, view: View) -> np.ndarray | None:
        return view.belief()

    def act(self, view: View) -> np.ndarray:
        suggested = view.suggested() if self.rollout == "heuristic" else [None] * len(view)
        best = [self.search(view, i, suggested[i]).best(self.trust) for i in range(len(view))]
        return view.from_absolute(np.array(best, np.int64))

    def search(self, view: View, i: int, suggested: int | None = None) -> "Search":
        """Search one game of the view. `suggested`: an action to take unless another is better (absolute)."""
        seed = int(next_word(view.generators[i]))
        if not self.seconds:
            return Search(self, view, i, seed, self.sims, suggested)
        started = time.perf_counter()
        quick = Search(self, view, i, seed, FIRST_LOOK, suggested)
        took = time.perf_counter() - started
        more = int(FIRST_LOOK * (self.seconds - took) / took)
        return quick if more <= FIRST_LOOK else Search(self, view, i, seed, more, suggested)


class Search(Halving):
    """The search of one decision: the first actions (absolute) that were tried and what came of every simulation."""

    def __init__(
        self, agent: IsmctsAgent, view: View, i: int, seed: int, sims: int, suggested: int | None = None
    ) -> None:
        legal = np.random.default_rng(seed).permutation(view.legal(i))
        if suggested is not None:
            legal = np.concatenate(([suggested], legal[legal != suggested]))
        tried = legal[: max(2, math.ceil(agent.widen * sims**agent.widen_power))]
        super().__init__(tried, sims, suggested is not None)
        if len(self.actions) > 1:
            self._prepare(agent, view, i, seed, sims)
            self.run(sims, self._simulate)

    def _prepare(self, agent: IsmctsAgent, view: View, i: int, seed: int, sims: int) -> None:
        """The tree, with a node for every first action, and everything else the compiled search takes."""
        spec, n = agent.spec, len(self.actions)
        raw = view.game(i).view(np.uint8).reshape(1, -1)
        world = np.zeros_like(raw)
        self.tree = np.zeros((sims + n + 1, ismcts.N_COLUMNS), np.int32)
        self.tree[: n + 1, ismcts.FIRST_CHILD] = ismcts.NONE
        self.tree[1 : n + 1, ismcts.ACTION] = self.actions
        self.tree[1 : n + 1, ismcts.MOVER] = view.seats[i]
        self.used = np.array([n + 1])
        masks = np.zeros((2, spec.actions.size), np.int8)
        knobs = np.array([agent.explore, agent.widen, agent.widen_power, *spec.rewards])
        self._arrays = (
            *(raw, view.seats[i : i + 1], world, world.view(spec.record).reshape(1), np.zeros((1, 4), np.uint32)),
            *(masks[0], masks[1], self.tree, np.zeros(len(self.tree)), np.zeros(LONGEST_PATH, np.int64)),
            *(self.used, knobs),
        )
        self._numbers = (agent.depth, ROLLOUTS[agent.rollout], view.data)
        self._run, self._seed = agent.spec.compiled(ismcts.SEARCH)[0], seed

    def _simulate(self, kept: np.ndarray, counts: np.ndarray) -> None:
        for k, n in zip(kept.tolist(), counts.tolist()):
            self._run(*self._arrays, self.outcomes[k], self._seed, k + 1, n, *self._numbers)
