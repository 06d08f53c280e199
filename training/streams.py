"""The decisions of one role, as the streams they form: in every game, those of each seat, one after the other.

A decision's successor is the same seat's next decision in the same role of the same game; the last one ends with the
game, and with its result, also if the seat has long since changed its role.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

NONE = -1


class Minibatch(NamedTuple):
    """Decisions as arrays; `finished` says which of them belong to games that are over."""

    inputs: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    log_probs: np.ndarray
    advantages: np.ndarray
    returns: np.ndarray
    masks: np.ndarray
    finished: np.ndarray


@dataclass
class Part:
    """Rows of the arrays of one `Streams`, with what the decisions turned out worth."""

    streams: "Streams"
    rows: np.ndarray
    advantages: np.ndarray
    returns: np.ndarray
    finished: np.ndarray

    def take(self, chosen: np.ndarray) -> Minibatch:
        streams, rows = self.streams, self.rows[chosen]
        return Minibatch(
            inputs=streams.inputs[rows],
            actions=streams.actions[rows],
            values=streams.values[rows],
            log_probs=streams.log_probs[rows],
            advantages=self.advantages[chosen],
            returns=self.returns[chosen],
            masks=streams.masks[rows],
            finished=self.finished[chosen],
        )


@dataclass
class Rollout:
    """Decisions that are ready to be learnt from, out of one or several tables."""

    parts: list[Part]

    def __len__(self) -> int:
        return sum(len(part.rows) for part in self.parts)

    @property
    def values(self) -> np.ndarray:
        return np.concatenate([part.streams.values[part.rows] for part in self.parts])

    @property
    def returns(self) -> np.ndarray:
        return np.concatenate([part.returns for part in self.parts])

    def minibatches(self, size: int, chance: np.random.Generator) -> Iterator[Minibatch]:
        """All decisions once, in random order, in minibatches of about the same size."""
        n = len(self)
        ends = np.cumsum([len(part.rows) for part in self.parts])
        for chosen in np.array_split(chance.permutation(n), max(1, round(n / size))):
            if len(self.parts) == 1:
                yield self.parts[0].take(chosen)
                continue
            owner = np.searchsorted(ends, chosen, side="right")
            taken = [part.take(chosen[owner == i] - (ends[i] - len(part.rows))) for i, part in enumerate(self.parts)]
            yield Minibatch(*map(np.concatenate, zip(*taken)))


class Streams:
    """Decisions in the order they were made. `next` links each to its successor; `last` has each seat's open one."""

    ARRAYS = ("inputs", "masks", "actions", "log_probs", "values", "potentials", "next", "rewards", "ended")

    def __init__(self, n_games: int, n_seats: int, n_inputs: int, n_actions: int, capacity: int = 1024) -> None:
        self.count = 0
        self.last = np.full((n_games, n_seats), NONE, np.int64)
        self.inputs = np.zeros((capacity, n_inputs), np.int8)
        self.masks = np.zeros((capacity, n_actions), bool)
        self.actions = np.zeros(capacity, np.int64)
        self.log_probs = np.zeros(capacity, np.float32)
        self.values = np.zeros(capacity, np.float32)
        self.potentials = np.zeros(capacity, np.float32)
        self.next = np.full(capacity, NONE, np.int64)
        self.rewards = np.zeros(capacity, np.float32)
        self.ended = np.zeros(capacity, bool)

    def add(
        self,
        games: np.ndarray,
        seats: np.ndarray,
        inputs: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        log_probs: np.ndarray,
        values: np.ndarray,
        potentials: np.ndarray | float = 0.0,
    ) -> None:
        """One decision in each of several games."""
        first, end = self.count, self.count + len(games)
        self._make_room(end)
        new = np.arange(first, end)
        before = self.last[games, seats]
        self.next[before[before >= 0]] = new[before >= 0]
        self.last[games, seats] = new
        self.inputs[first:end] = inputs
        self.masks[first:end] = masks
        self.actions[first:end] = actions
        self.log_probs[first:end] = log_probs
        self.values[first:end] = values
        self.potentials[first:end] = potentials
        self.next[first:end] = NONE
        self.rewards[first:end] = 0
        self.ended[first:end] = False
        self.count = end

    def fill(self, arrays: dict[str, np.ndarray]) -> None:
        """Take over decisions from elsewhere, `last` included."""
        count = len(arrays["actions"])
        self._make_room(count)
        for name in self.ARRAYS:
            getattr(self, name)[:count] = arrays[name]
        self.last[:] = arrays["last"]
        self.count = count

    def pay(self, games: np.ndarray, rewards: np.ndarray) -> None:
        """What every seat of some games received, (games, seats), came of its open decision."""
        last = self.last[games]
        open_ = last >= 0
        self.rewards[last[open_]] += rewards[open_]

    def end(self, games: np.ndarray) -> None:
        """Games are over."""
        last = self.last[games]
        self.ended[last[last >= 0]] = True
        self.last[games] = NONE

    def clear(self) -> None:
        self.last[:] = NONE
        self.count = 0

    @property
    def n_ready(self) -> int:
        return self.count - int((self.last >= 0).sum())

    def rollout(self, gamma: float, gae_lambda: float, value_lambda: float = 1.0) -> Part:
        """All decisions whose successor or result is known, with generalised advantages along the streams.

        Potentials say what to expect of a position beside the values: the values learn the rest. What they are to
        become is reckoned with a lambda of its own: advantages want little noise, values little bias.
        """
        n = self.count
        links = self.next[:n], self.ended[:n]
        rows = np.flatnonzero(self.ended[:n] | (self.next[:n] >= 0))
        advantages, surprises, over = np.zeros((3, n), np.float32)
        expected = self.values[:n] + self.potentials[:n]
        estimate(*links, self.rewards[:n], expected, gamma, gae_lambda, advantages)
        estimate(*links, self.rewards[:n], expected, gamma, value_lambda, surprises)
        # A reward of 1 at the end of every game comes through to the decisions of games that are over.
        estimate(*links, self.ended[:n].astype(np.float32), np.zeros(n, np.float32), 1.0, 1.0, over)
        return Part(self, rows, advantages[rows], (surprises + self.values[:n])[rows], over[rows] > 0)

    def carry_over(self) -> None:
        """Keep the open decisions only: they will be learnt from once it is known what came of them."""
        cells = np.nonzero(self.last >= 0)
        rows = self.last[cells]
        order = np.argsort(rows)
        rows, kept = rows[order], len(rows)
        for name in self.ARRAYS:
            array = getattr(self, name)
            array[:kept] = array[rows]
        self.last[cells[0][order], cells[1][order]] = np.arange(kept)
        self.count = kept

    def _make_room(self, n: int) -> None:
        capacity = len(self.actions)
        if n <= capacity:
            return
        wanted = max(n, capacity + capacity // 2)
        for name in self.ARRAYS:
            old = getattr(self, name)
            new = np.zeros((wanted, *old.shape[1:]), old.dtype)
            new[: self.count] = old[: self.count]
            setattr(self, name, new)


@numba.njit
def estimate(following, ended, rewards, values, gamma, gae_lambda, advantages):
    """Generalised advantages; a successor comes later than its decision, and an open decision has advantage 0."""
    for i in range(len(following) - 1, -1, -1):
        j = following[i]
        if ended[i]:
            advantages[i] = rewards[i] - values[i]
        elif j >= 0:
            advantages[i] = rewards[i] + gamma * values[j] - values[i] + gamma * gae_lambda * advantages[j]
        else:
            advantages[i] = 0.0
