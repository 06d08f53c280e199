"""Who sits at the table with the learners: themselves, their own past, hand-written players, other agents."""

import copy
from typing import Any

import numpy as np

from haunted_env.agents import Agent, make_agent
from haunted_env.spec import GameSpec
from training.config import MIXED, SELF, SNAPSHOTS, Config
from training.players import Policies, TrioAgent
from training.weights import Weights, put_state, state_of

LEARNER = -1
ACTIVE = 2  # snapshots in use at the same time: each costs network calls of its own
MEMORY = 0.02  # weight of a new game in the running score against a snapshot


class Snapshot:
    """The policies of a moment, in half precision, and how the learners fare against them."""

    def __init__(self, number: int, weights: dict[int, Weights], score: float = 0.5) -> None:
        self.number = number
        self.weights = weights
        self.score = score  # share of the winning seats that were learners', per seat; 0.5 = as good as the snapshot


class Pool:
    """Fills the seats of new games.

    The kind of a game is drawn by the weights in `config.opponents`. In a game of kind "self" every seat learns; in
    others `config.learners` seats do, and the rest is played by the kind's player; in a mixed game each of the rest is
    a learner's or one of the agents', all as likely. Of the snapshots, `ACTIVE` are in use at a time, drawn anew after
    every update, those that the learners win less against more often; `frozen` plays their roles that do not learn.
    """

    def __init__(
        self, spec: GameSpec, config: Config, policies: Policies, frozen: Agent, chance: np.random.Generator
    ) -> None:
        self.chance = chance
        self.limit = config.snapshots
        self.learners = config.learners
        self.snapshots: list[Snapshot] = []
        named = [name for name in config.opponents if name != "heuristic" or "suggest" in spec.functions]
        weights = {name: config.opponents[name] for name in named if config.opponents[name] > 0}
        self.kinds = list(weights) or [SELF]
        self.weights = np.array(list(weights.values()) or [1.0]) / (sum(weights.values()) or 1.0)
        self.names = [name for name in named if name not in (SELF, SNAPSHOTS, MIXED)]
        self.players: list[Agent] = [make_agent(name, spec) for name in self.names]
        self.first_snapshot = len(self.players)
        self.active: list[Snapshot] = []
        self._slots = [copy.deepcopy(policies) for _ in range(ACTIVE)]
        self.players += [TrioAgent(spec=spec, policies=copies, instead=frozen) for copies in self._slots]

    def seating(self, n_seats: int) -> np.ndarray:
        """Who plays which seat of a new game: LEARNER or the number of a player."""
        seats = np.full(n_seats, LEARNER)
        kind = self.kinds[self.chance.choice(len(self.kinds), p=self.weights)]
        if kind == SELF or n_seats == 1 or (kind == SNAPSHOTS and not self.active):
            return seats
        learners = min(self.learners, n_seats - 1) or self.chance.integers(1, n_seats)
        others = self.chance.permutation(n_seats)[learners:]
        if kind == SNAPSHOTS:
            seats[others] = self.first_snapshot + self.chance.integers(len(self.active), size=len(others))
        elif kind == MIXED:
            seats[others] = self.chance.choice([LEARNER, *range(len(self.names))], len(others))
        else:
            seats[others] = self.names.index(kind)
        return seats

    def add(self, number: int, policies: Policies) -> Snapshot:
        """Keep the policies as they are now; the oldest but the first gives way."""
        weights = {
            role: {name: tensor.half() for name, tensor in state_of(policy).items()}
            for role, policy in policies.items()
        }
        self.snapshots.append(Snapshot(number, weights))
        if len(self.snapshots) > self.limit:
            del self.snapshots[min(1, self.limit - 1)]
        return self.snapshots[-1]

    def choose_active(self) -> None:
        """Draw the snapshots in use: the harder the likelier."""
        if not self.snapshots or SNAPSHOTS not in self.kinds:
            return
        hardness = np.array([(1 - snapshot.score) ** 2 + 0.02 for snapshot in self.snapshots])
        n = min(ACTIVE, len(self.snapshots))
        chosen = self.chance.choice(len(self.snapshots), n, replace=False, p=hardness / hardness.sum())
        self.use([self.snapshots[i] for i in chosen])

    def use(self, snapshots: list[Snapshot]) -> None:
        self.active = snapshots
        for copies, snapshot in zip(self._slots, snapshots):
            for role, policy in copies.items():
                put_state(policy, snapshot.weights[role])

    def note(self, seating: np.ndarray, won: np.ndarray) -> None:
        """Keep score against the snapshots in a finished game."""
        mine = won[seating == LEARNER]
        for slot, snapshot in enumerate(self.active):
            theirs = won[seating == self.first_snapshot + slot]
            if len(mine) and len(theirs) and won.any():
                share = mine.mean() / (mine.mean() + theirs.mean()) if mine.any() or theirs.any() else 0.5
                snapshot.score += MEMORY * (share - snapshot.score)

    def state(self) -> dict[str, Any]:
        """Everything but the snapshots' weights, ready for JSON."""
        return {
            "snapshots": {str(snapshot.number): snapshot.score for snapshot in self.snapshots},
            "active": [snapshot.number for snapshot in self.active],
        }
