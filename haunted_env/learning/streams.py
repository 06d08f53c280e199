"""Every decision of the learning seats, and what came of it.

At a table with several learners a step's reward belongs to seats that decided long before. So the decisions of each
seat in each game form a stream: what a seat receives between one of its decisions and the next is the reward of the
first, and the next one's value is what it leads to. When a game ends, so do its streams. Needs no torch.

    decisions = Decisions(capacity, spec.features.layout.size, spec.actions.size)
    streams = Streams(policy, decisions, (batch.n, batch.n_seats))  # policy(view) -> actions, log probabilities, values
    table = Table(batch, [streams, *opponents], seating, observers=[streams])
    table.deal(batch.rows, seeds)
    table.play(until=lambda: decisions.count >= 65_536)
    rollout = decisions.finish(gamma=1.0, advantage_lambda=0.85, value_lambda=0.95)
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from haunted_env.engine.jit import kept
from haunted_env.play.table import Observer, Player, Table
from haunted_env.play.view import View
from haunted_env.spec.game import COMPACT

OPEN, END = -1, -2  # in place of a successor: there is none yet; the game was over before

Policy = Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]  # of a view, and of `secrets` where there are any
NewGames = Callable[[Table, np.ndarray], None]


@dataclass(frozen=True)
class Rollout:
    """Decisions with all that a learner needs, a row each."""

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    log_probs: np.ndarray
    secrets: np.ndarray  # what a critic is told besides
    values: np.ndarray
    advantages: np.ndarray
    returns: np.ndarray  # what the values are to become

    def __len__(self) -> int:
        return len(self.actions)


class Decisions:
    """Arrays of decisions in the order in which they were made. One whose successor is not known yet is kept for the
    next rollout: no decision is lost, and none is learnt from twice."""

    ARRAYS = ("observations", "masks", "actions", "log_probs", "secrets", "values", "rewards", "successors")

    def __init__(self, capacity: int, n_features: int, n_actions: int, n_secrets: int = 0) -> None:
        self.observations = np.zeros((capacity, n_features), np.int8)
        self.masks = np.zeros((capacity, n_actions), np.int8)
        self.secrets = np.zeros((capacity, n_secrets), np.int8)
        self.actions = np.zeros(capacity, np.int64)
        self.log_probs, self.values, self.rewards = (np.zeros(capacity, np.float32) for _ in range(3))
        self.successors = np.full(capacity, OPEN, np.int64)
        self.count = 0
        self.streams: list[Streams] = []

    def add(
        self,
        view: View,
        actions: np.ndarray,
        log_probs: np.ndarray,
        values: np.ndarray,
        secrets: np.ndarray | None = None,
    ) -> np.ndarray:
        """Note decisions; returns their numbers."""
        numbers = np.arange(self.count, self.count + len(view))
        if numbers.size and numbers[-1] >= len(self.actions):
            raise ValueError(f"no room for more than {len(self.actions)} decisions: finish the rollout earlier")
        span = slice(self.count, self.count + len(view))
        self.observations[span], self.masks[span] = view.observations, view.masks
        self.actions[span], self.log_probs[span], self.values[span] = actions, log_probs, values
        self.rewards[span], self.successors[span] = 0, OPEN
        if secrets is not None:
            self.secrets[span] = secrets
        self.count = span.stop
        return numbers

    def finish(self, gamma: float, advantage_lambda: float, value_lambda: float) -> Rollout:
        """All decisions whose successor is known; the others stay for the next time.

        Advantages are generalised advantage estimates along the streams; targets of the values have their own lambda.
        """
        n = self.count
        advantages, residuals = np.zeros(n, np.float32), np.zeros(n, np.float32)
        estimate(
            self.values[:n], self.rewards[:n], self.successors[:n], gamma, advantage_lambda, value_lambda, advantages,
            residuals,
        )  # fmt: skip
        done = np.flatnonzero(self.successors[:n] != OPEN)
        rollout = Rollout(
            observations=self.observations[done],
            masks=self.masks[done],
            actions=self.actions[done],
            log_probs=self.log_probs[done],
            secrets=self.secrets[done],
            values=self.values[done],
            advantages=advantages[done],
            returns=self.values[done] + residuals[done],
        )
        self._keep(np.flatnonzero(self.successors[:n] == OPEN))
        return rollout

    def _keep(self, still_open: np.ndarray) -> None:
        """Move these to the front; whoever refers to them is told their new numbers."""
        new = np.full(self.count + 1, OPEN)  # the last entry is for "none", -1
        new[still_open] = np.arange(len(still_open))
        for name in self.ARRAYS:
            array = getattr(self, name)
            array[: len(still_open)] = array[still_open]
        self.count = len(still_open)
        for streams in self.streams:
            streams.newest = new[streams.newest]


@kept(nogil=True)
def estimate(values, rewards, successors, gamma, advantage_lambda, value_lambda, advantages, residuals):
    """Backwards, for a successor has the greater number. `residuals`: how far values are from their targets."""
    for i in range(len(values) - 1, -1, -1):
        after = successors[i]
        if after == OPEN:
            continue
        delta = rewards[i] - values[i]
        if after >= 0:
            delta += gamma * values[after]
            advantages[i] = delta + gamma * advantage_lambda * advantages[after]
            residuals[i] = delta + gamma * value_lambda * residuals[after]
        else:
            advantages[i] = residuals[i] = delta


class Streams(Observer):
    """The learner at one table: plays its seats and keeps their decisions.

    secrets: what a critic may be told that the seats may not know; kept with the decisions, and handed to `policy`.
    roles: only decisions in these roles (by number) are learnt from; `instead` takes the others. None: all.
    new_games: is told which games are over, and puts others in their place.
    """

    observes = COMPACT

    def __init__(
        self,
        policy: Policy,
        decisions: Decisions,
        shape: tuple[int, int],
        *,
        secrets: Callable[[View], np.ndarray] | None = None,
        roles: frozenset[int] | None = None,
        instead: Player | None = None,
        new_games: NewGames | None = None,
    ) -> None:
        """`shape`: of the table's seating."""
        self.policy, self.decisions, self.secrets = policy, decisions, secrets
        self.roles, self.instead, self.new_games = roles, instead, new_games
        self.newest = np.full(shape, OPEN)  # the number of every seat's newest decision
        self.games = 0  # that have ended
        decisions.streams.append(self)

    # As a player

    def act(self, view: View) -> np.ndarray:
        if self.roles is None:
            return self._learn(view)
        actions = np.zeros(len(view), np.int64)
        learns = np.isin(view.roles, list(self.roles))
        for learning, chosen, part in view.split(learns):
            player = self._learn if learning or self.instead is None else self.instead.act
            actions[chosen] = player(part)
        return actions

    def _learn(self, view: View) -> np.ndarray:
        secrets = self.secrets(view) if self.secrets else None
        actions, log_probs, values = self.policy(view) if secrets is None else self.policy(view, secrets)
        numbers = self.decisions.add(view, actions, log_probs, values, secrets)
        before = self.newest[view.rows, view.seats]
        self.decisions.successors[before[before >= 0]] = numbers[before >= 0]
        self.newest[view.rows, view.seats] = numbers
        return actions

    # As an observer

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        """Rewards belong to every seat's newest decision."""
        rewards = table.batch.rewards[rows]
        if rewards.any():
            numbers = self.newest[rows]
            self.decisions.rewards[numbers[numbers >= 0]] += rewards[numbers >= 0]

    def ended(self, table: Table, rows: np.ndarray) -> None:
        numbers = self.newest[rows]
        self.decisions.successors[numbers[numbers >= 0]] = END
        self.newest[rows] = OPEN
        self.games += len(rows)
        if self.new_games is not None:
            self.new_games(table, rows)
