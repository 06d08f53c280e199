"""Decisions as streams by seat: successors, rewards, generalised advantages, what is kept for the next rollout."""

from types import SimpleNamespace

import numpy as np
import pytest

from haunted_env.learning.streams import END, OPEN, Decisions, Streams
from haunted_env.play.batch import Batch
from haunted_env.play.table import Table


class Seats:
    """Streams of some games, fed by hand: `decide` is one decision per game given."""

    def __init__(self, n_games=2, n_seats=2, capacity=16):
        self.decisions = Decisions(capacity, 1, 2)
        self.streams = Streams(self.policy, self.decisions, (n_games, n_seats))
        self.shape = n_games, n_seats

    def policy(self, view):
        return np.full(len(view), view.mark), np.zeros(len(view)), np.full(len(view), view.value, np.float32)

    def decide(self, games, seats, value, mark=0):
        view = FakeView(np.array(games), np.array(seats), value, mark)
        self.streams.act(view)

    def pay(self, game, rewards):
        batch = SimpleNamespace(rewards=np.zeros(self.shape, np.float32))
        batch.rewards[game] = rewards
        self.streams.stepped(SimpleNamespace(batch=batch), np.array([game]))

    def end(self, game):
        self.streams.ended(None, np.array([game]))


class FakeView:
    def __init__(self, rows, seats, value, mark):
        self.rows, self.seats, self.value, self.mark = rows, seats, value, mark
        self.observations = np.full((len(rows), 1), mark, np.int8)
        self.masks = np.ones((len(rows), 2), np.int8)

    def __len__(self):
        return len(self.rows)


def test_a_successor_is_the_same_seats_next_decision_in_its_game():
    seats = Seats()
    seats.decide([0, 1], [0, 0], 0.0)
    seats.decide([0, 1], [1, 0], 0.0)
    seats.decide([0], [0], 0.0)
    assert seats.decisions.successors[:5].tolist() == [4, 3, OPEN, OPEN, OPEN]


def test_every_seat_ends_with_its_own_reward_and_the_other_game_goes_on():
    seats = Seats()
    seats.decide([0, 1], [0, 0], 0.25)
    seats.decide([0], [1], 0.5)
    seats.pay(0, [1.0, -1.0])
    seats.end(0)
    assert seats.decisions.successors[:3].tolist() == [END, OPEN, END]
    rollout = seats.decisions.finish(1.0, 1.0, 1.0)
    assert rollout.advantages.tolist() == [0.75, -1.5] and rollout.returns.tolist() == [1.0, -1.0]
    assert (seats.streams.newest == [[OPEN, OPEN], [0, OPEN]]).all()


@pytest.mark.parametrize(("gamma", "advantage_lambda", "value_lambda"), [(1.0, 1.0, 0.0), (0.9, 0.5, 0.95)])
def test_advantages_are_the_textbooks(gamma, advantage_lambda, value_lambda):
    """Against the sum of discounted one-step residuals, written out; a reward before the end counts where it comes."""
    values, paid = [0.1, 0.4, -0.2, 0.3], [0.0, 0.5, 0.0, 1.0]
    seats = Seats(1, 1)
    for value, reward in zip(values, paid):
        seats.decide([0], [0], value)
        seats.pay(0, [reward])
    seats.end(0)
    residuals = [r + gamma * after - v for r, after, v in zip(paid, [*values[1:], 0.0], values)]

    def estimates(decay):
        return [sum((gamma * decay) ** k * one for k, one in enumerate(residuals[i:])) for i in range(4)]

    rollout = seats.decisions.finish(gamma, advantage_lambda, value_lambda)
    assert rollout.advantages == pytest.approx(estimates(advantage_lambda), abs=1e-6)
    assert rollout.returns == pytest.approx(np.array(values) + estimates(value_lambda), abs=1e-6)


def test_open_decisions_wait_for_what_comes_of_them():
    seats = Seats(1, 1)
    seats.decide([0], [0], 0.5, mark=1)
    seats.decide([0], [0], 0.25, mark=2)
    first = seats.decisions.finish(1.0, 0.9, 0.9)
    assert first.observations.tolist() == [[1]] and first.advantages == pytest.approx([-0.25])
    assert seats.decisions.count == 1
    seats.pay(0, [1.0])
    seats.end(0)
    second = seats.decisions.finish(1.0, 0.9, 0.9)
    assert second.observations.tolist() == [[2]] and second.advantages == pytest.approx([0.75])
    assert seats.decisions.count == 0 and (seats.streams.newest == OPEN).all()


def test_too_many_decisions_are_refused_instead_of_lost():
    seats = Seats(1, 1, capacity=1)
    seats.decide([0], [0], 0.5)
    with pytest.raises(ValueError, match="no room for more than 1 decisions"):
        seats.decide([0], [0], 0.5)


@pytest.mark.parametrize("players", [2, 4])
def test_at_a_table_no_decision_is_lost_and_none_comes_twice(toy, players):
    """Real games: every decision of every finished game is in one rollout, and the last of each seat has its result."""
    batch = Batch(toy, 5, {"players": players}, observation="compact")
    decisions = Decisions(4000, toy.features.layout.size, toy.actions.size)
    made, results = [], []

    def policy(view):
        actions = batch.random_actions(np.ones((batch.n, 4), np.uint32) + batch.raw[:, :1])[view.rows].copy()
        made.append(len(view))
        return actions, np.zeros(len(view)), np.zeros(len(view))

    def new_games(table, rows):
        results.append(table.batch.rewards[rows].copy())
        table.deal(rows, rows + 100 * len(results))

    streams = Streams(policy, decisions, (batch.n, players), new_games=new_games)
    batch.deal(np.arange(batch.n))
    table = Table(batch, [streams], 0, observers=[streams])
    rollouts = []
    for _ in range(4):
        table.play(until=lambda: decisions.count >= 200)
        rollouts.append(decisions.finish(1.0, 1.0, 1.0))
    assert sum(map(len, rollouts)) + decisions.count == sum(made) and streams.games == sum(map(len, results)) > 20
    # Values are 0 and nothing is discounted: a return is the result of its seat, seen from every one of its decisions.
    assert {float(one) for rollout in rollouts for one in rollout.returns} <= {-1.0, 0.0, 1.0}
    wins = sum((result > 0).sum() for result in results)
    assert sum((rollout.returns > 0).sum() for rollout in rollouts) >= wins > 0


def test_roles_that_do_not_learn_are_somebody_elses(toy):
    batch = Batch(toy, 3, observation="compact")
    asked = []

    class Other:
        observes = None

        def act(self, view):
            asked.append(len(view))
            return np.zeros(len(view), np.int64)  # pass

    decisions = Decisions(100, toy.features.layout.size, toy.actions.size)
    nobody = Streams(None, decisions, batch.rewards.shape, roles=frozenset(), instead=Other())
    batch.deal(np.arange(3))
    Table(batch, [nobody], 0, observers=[nobody]).play()
    assert sum(asked) == 3 * 4 * 3 and decisions.count == 0
