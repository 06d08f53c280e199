"""Who sits at the table with the learner: itself, its own past, other agents by name."""

from typing import Any

import numpy as np

from haunted_env.agents import Agent, make_agent
from haunted_env.agents.network import Network, pointers_of
from haunted_env.agents.policy import PolicyAgent
from haunted_env.learning.config import SELF, SNAPSHOTS, Config
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT

LEARNER = 0  # the learner's number at its tables; opponents follow
ACTIVE = 2  # snapshots in use at the same time: each costs network calls of its own
KEPT = 12  # snapshots


class Opponents:
    """Fills the seats of new games.

    The kind of a game is drawn by the weights in `config.opponents`. In a game of the kind `self` every seat learns; in
    others `config.learners` seats do, and the kind's player has the rest. `ACTIVE` of the snapshots are in use, drawn
    anew after every update.
    """

    def __init__(self, spec: GameSpec, config: Config, instead: Agent, rng: np.random.Generator) -> None:
        self.spec, self.config, self.instead, self.rng = spec, config, instead, rng
        kinds = {name: weight for name, weight in config.opponents.items() if weight > 0}
        self.kinds, self.weights = list(kinds), np.array(list(kinds.values())) / sum(kinds.values())
        self.names = [name for name in kinds if name not in (SELF, SNAPSHOTS)]
        slots = [PolicyAgent(spec=spec, networks={}, instead=instead) for _ in range(ACTIVE * (SNAPSHOTS in kinds))]
        self.agents: list[Agent] = [*(make_agent(name, spec) for name in self.names), *slots]
        self.slots = slots
        self.snapshots: dict[int, dict[str, np.ndarray]] = {}  # weights by the number of decisions they have seen
        self.active: list[int] = []
        self.dealt = dealt_weights(spec, config)

    def seatings(self, games: np.ndarray, n_seats: int) -> list[np.ndarray]:
        """Who has which seat of games just dealt, by number."""
        if self.dealt is None or self.spec.queries.dealt_roles is None:
            return [self.seating(n_seats) for _ in games]
        weights = self.dealt[self.spec.queries.dealt_roles(games)]
        return [self.seating(n_seats, row / row.sum()) for row in weights]

    def seating(self, n_seats: int, chances: np.ndarray | None = None) -> np.ndarray:
        """Of one game. `chances`: of every seat to be the learner's; they are the same if none are given."""
        seats = np.full(n_seats, LEARNER)
        kind = self.kinds[self.rng.choice(len(self.kinds), p=self.weights)]
        if kind == SELF or n_seats == 1 or (kind == SNAPSHOTS and not self.active):
            return seats
        learners = min(self.config.learners, n_seats - 1) or int(self.rng.integers(1, n_seats))
        others = self.rng.choice(n_seats, n_seats, replace=False, p=chances)[learners:]
        if kind == SNAPSHOTS:
            seats[others] = 1 + len(self.names) + self.rng.integers(len(self.active), size=len(others))
        else:
            seats[others] = 1 + self.names.index(kind)
        return seats

    def add(self, decisions: int, arrays: dict[str, np.ndarray]) -> None:
        """Keep the weights as they are now, in half precision; the oldest gives way."""
        self.snapshots[decisions] = {name: array.astype(np.float16) for name, array in arrays.items()}
        while len(self.snapshots) > KEPT:
            del self.snapshots[min(self.snapshots)]

    def choose_active(self) -> None:
        if self.snapshots and self.slots:
            n = min(ACTIVE, len(self.snapshots))
            self.use(self.rng.choice(list(self.snapshots), n, replace=False).tolist())

    def use(self, active: list[int]) -> None:
        self.active = active
        for slot, number in zip(self.slots, active):
            network = Network(self.snapshots[number], pointers_of(self.spec, COMPACT))
            slot.networks = dict.fromkeys(learning_roles(self.spec, self.config), network)

    def state(self) -> dict[str, Any]:
        """Everything but the weights, ready for JSON."""
        return {"active": self.active, "rng": self.rng.bit_generator.state}

    def restore(self, state: dict[str, Any], snapshots: dict[int, dict[str, np.ndarray]]) -> None:
        self.snapshots = snapshots
        self.rng.bit_generator.state = state["rng"]
        self.use(state["active"])


def dealt_weights(spec: GameSpec, config: Config) -> np.ndarray | None:
    """How often a learner sits where a role was dealt, by the role's number; None if that does not matter."""
    if not config.dealt:
        return None
    if spec.queries.dealt_roles is None:
        raise ValueError(f"dealt: {spec.name} deals no roles")
    for role, weight in config.dealt.items():
        if role not in spec.roles:
            raise ValueError(f"dealt: {spec.name} has no role {role!r}; there are {', '.join(spec.roles)}")
        if weight == 0:
            raise ValueError(f"dealt: {role}={weight:g}: expected more than 0")
    return np.array([config.dealt.get(role, 1.0) for role in spec.roles])


def learning_roles(spec: GameSpec, config: Config) -> list[int]:
    """The roles that learn, by number."""
    unknown = sorted(set(config.roles) - set(spec.roles))
    if unknown:
        raise ValueError(f"roles: {spec.name} has no role {unknown[0]!r}; there are {', '.join(spec.roles)}")
    return [number for number, name in enumerate(spec.roles) if not config.roles or name in config.roles]
