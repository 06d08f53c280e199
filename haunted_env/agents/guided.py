"""Search guided by a trained policy and its values: `ismcts:policy=CHECKPOINT`.

The policy's likeliest actions are tried in worlds that the seat cannot tell from the real one. After each, the policy
plays on in every seat until the searching one has decided a few times more; there its value says what that is worth,
so that little of the luck that follows hides what the action was worth. The policy's own choice is taken unless another
has proved better.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np

from haunted_env.agents.halving import Halving
from haunted_env.agents.interface import Agent
from haunted_env.agents.network import Network
from haunted_env.agents.policy import PolicyAgent, load_checkpoint
from haunted_env.engine import rng
from haunted_env.play import seeds
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.table import Observer, Table
from haunted_env.play.view import View
from haunted_env.play.worlds import draw_worlds

next_word = getattr(rng.next_word, "py_func", rng.next_word)
LONGEST = 400  # decisions of all seats after the first action


@dataclass(kw_only=True)
class GuidedAgent(Agent):
    """`sims` simulations per decision; see the module."""

    policy: str = ""  # a checkpoint folder
    sims: int = 128
    depth: int = 8  # own decisions played after the first action, until the value is asked
    actions: int = 6  # of the likeliest ones are tried
    trust: float = 2.0  # in the policy's choice: standard errors by which another has to be better

    batched: ClassVar[bool] = False
    player: PolicyAgent = field(init=False, repr=False)
    _batches: dict[str, Batch] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for name, lowest in (("sims", 2), ("depth", 0), ("actions", 2), ("trust", 0)):
            if getattr(self, name) < lowest:
                raise ValueError(f"agent 'ismcts': {name}={getattr(self, name)}: expected at least {lowest}")
        if self.spec.inference is None:
            raise ValueError(f"agent 'ismcts': {self.spec.name} cannot be searched: its GameSpec has no `inference`")
        self.player = load_checkpoint(Path(self.policy), self.spec)
        if len(self.player.networks) < len(self.spec.roles):
            raise ValueError(f"agent 'ismcts': policy={self.policy}: it does not play all roles of {self.spec.name}")

    def belief(self, view: View) -> np.ndarray | None:
        return view.belief()

    def act(self, view: View) -> np.ndarray:
        return np.array([self.search(view, i).best(self.trust) for i in range(len(view))], np.int64)

    def search(self, view: View, i: int) -> Halving:
        """Search one game of the view."""
        seed = int(next_word(view.generators[i]))
        chosen = np.arange(len(view)) == i
        logits = self.network(int(view.roles[i])).logits(
            view.observed(self.player.observes)[chosen], view.masks[chosen]
        )
        likeliest = np.argsort(-logits[0], kind="stable")[: min(self.actions, int(view.masks[i].sum()))]
        found = Halving(likeliest, self.sims, suggested=True)
        if len(likeliest) > 1:
            found.run(self.sims, Simulations(self, view, i, seed, found).play)
        return found

    def network(self, role: int) -> Network:
        network = self.player.networks[role]
        assert isinstance(network, Network)
        return network

    def batch(self, view: View) -> Batch:
        """A batch to imagine games in, kept from one decision to the next."""
        key = repr(sorted(view.options.items()))
        if key not in self._batches:
            self._batches[key] = Batch(
                self.spec, self.sims, view.options, observation=self.player.observes, relative_seats=view.relative
            )
        return self._batches[key]


class Horizon(Observer):
    """Stops games where the searching seat is to decide once more than `depth` times; counts what it receives."""

    def __init__(self, seat: int, depth: int, n_games: int) -> None:
        self.seat, self.depth = seat, depth
        self.own, self.got = np.zeros(n_games, np.int64), np.zeros(n_games)

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        self.own[view.rows] += view.seats == self.seat

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        self.got[rows] += table.batch.rewards[rows, self.seat]
        self.stop(table, rows)

    def stop(self, table: Table, rows: np.ndarray) -> None:
        table.running[rows[(table.batch.seats[rows] == self.seat) & (self.own[rows] >= self.depth)]] = False


class Simulations:
    """Of one decision: the n-th simulation of every action is in the same world, with the same luck."""

    def __init__(self, agent: GuidedAgent, view: View, i: int, seed: int, found: Halving) -> None:
        self.agent, self.found, self.seat = agent, found, int(view.seats[i])
        self.batch = agent.batch(view)
        games = np.repeat(view.game(i), agent.sims)
        self.worlds = draw_worlds(agent.spec, games, self.seat, seed)
        n_seats = self.batch.n_seats
        self.generators = seeds.generators(seed, agent.sims * n_seats).reshape(agent.sims, n_seats, 4)

    def play(self, kept: np.ndarray, counts: np.ndarray) -> None:
        found, batch = self.found, self.batch
        places = np.repeat(kept, counts)
        numbers = np.concatenate([found.visits[k] + np.arange(n) for k, n in zip(kept, counts)])
        rows = np.arange(len(places))
        batch.load(self.worlds[numbers], rows, resume=False)
        batch.step(found.actions[places], rows)
        got = batch.rewards[rows, self.seat].astype(np.float64)
        self._play_on(rows, self.generators[numbers], got)
        self._add_values(rows, got)
        lowest, highest = self.agent.spec.rewards
        found.outcomes[places, numbers] = np.clip((got - lowest) / (highest - lowest), 0.0, 1.0)

    def _play_on(self, rows: np.ndarray, generators: np.ndarray, got: np.ndarray) -> None:
        """Until the searching seat is to decide for the last time, or the game is over; adds what it receives."""
        batch, horizon = self.batch, Horizon(self.seat, self.agent.depth, self.batch.n)
        spare = np.zeros((batch.n, batch.n_seats, 4), np.uint32)
        spare[rows] = generators
        table = Table(batch, [self.agent.player], 0, spare, observers=[horizon])
        table.running[:] = False
        table.running[rows] = True
        horizon.stop(table, rows)
        steps = iter(range(LONGEST))
        table.play(until=lambda: next(steps, None) is None)
        got += horizon.got[rows]

    def _add_values(self, rows: np.ndarray, got: np.ndarray) -> None:
        """What the searching seat may still expect in games that are not over."""
        asked = rows[self.batch.status[rows] != ENDED]
        if not len(asked):
            return
        looked = self.batch.look(self.seat, asked)
        roles = self.agent.spec.queries.role_of(self.batch.copied(asked), np.full(len(asked), self.seat))
        for role in np.unique(roles).tolist():
            part = roles == role
            _, values = self.agent.network(role).outputs(looked.observations[part], looked.masks[part])
            got[asked[part]] += values
