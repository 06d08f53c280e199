"""Decisions as streams per seat and role: successors, results, generalised advantages, what is carried over."""

import numpy as np
import pytest

from training.streams import NONE, Rollout, Streams


def make(n_games=2, n_seats=2):
    return Streams(n_games, n_seats, 1, 2, capacity=2)


def decide(streams, games, seats, value, mark=0):
    n = len(games)
    arrays = (np.full((n, 1), mark, np.int8), np.ones((n, 2), bool), np.full(n, mark), np.zeros(n))
    streams.add(np.array(games), np.array(seats), *arrays, np.full(n, value, np.float32))


def test_a_successor_is_the_same_seats_next_decision_in_its_game():
    streams = make()
    decide(streams, [0, 1], [0, 0], 0.0)
    decide(streams, [0, 1], [1, 0], 0.0)
    decide(streams, [0], [0], 0.0)
    assert streams.next[:5].tolist() == [4, 3, NONE, NONE, NONE]
    assert streams.n_ready == 2


def test_every_seat_ends_with_its_own_result_of_the_game():
    streams = make()
    decide(streams, [0], [0], 0.25)
    decide(streams, [0], [1], 0.5)
    streams.pay(np.array([0]), np.array([[1.0, -1.0]], np.float32))
    streams.end(np.array([0]))
    part = streams.rollout(1.0, 1.0, 1.0)
    assert part.advantages.tolist() == [0.75, -1.5] and part.returns.tolist() == [1.0, -1.0]
    assert part.finished.all() and (streams.last == NONE).all()


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 1.0), (0.9, 0.5)])
def test_advantages_are_the_textbooks(gamma, gae_lambda):
    """Against the sum of discounted one-step errors, written out; a payment before the end counts where it comes."""
    values, paid = [0.1, 0.4, -0.2, 0.3], [0.0, 0.5, 0.0, 1.0]
    streams = make(1, 1)
    for value, reward in zip(values, paid):
        decide(streams, [0], [0], value)
        streams.pay(np.array([0]), np.array([[reward]], np.float32))
    streams.end(np.array([0]))
    errors = [r + gamma * after - v for r, after, v in zip(paid, [*values[1:], 0.0], values)]
    wanted = [sum((gamma * gae_lambda) ** k * e for k, e in enumerate(errors[i:])) for i in range(4)]
    assert streams.rollout(gamma, gae_lambda).advantages == pytest.approx(wanted, abs=1e-6)


def test_open_decisions_wait_for_what_comes_of_them():
    streams = make(1, 1)
    decide(streams, [0], [0], 0.5, mark=1)
    decide(streams, [0], [0], 0.25, mark=2)
    part = streams.rollout(1.0, 0.9)
    assert part.rows.tolist() == [0] and part.advantages == pytest.approx([-0.25]) and not part.finished.any()
    streams.carry_over()
    assert streams.count == 1 and streams.inputs[0, 0] == 2 and streams.n_ready == 0
    streams.pay(np.array([0]), np.array([[1.0]], np.float32))
    streams.end(np.array([0]))
    assert streams.rollout(1.0, 0.9).advantages == pytest.approx([0.75])


def test_minibatches_have_every_decision_once_out_of_all_tables():
    tables = [make(1, 1), make(1, 1)]
    for mark, streams in enumerate(tables):
        for i in range(5):
            decide(streams, [0], [0], 0.0, mark=10 * mark + i)
        streams.end(np.array([0]))
    rollout = Rollout([streams.rollout(1.0, 1.0) for streams in tables])
    parts = list(rollout.minibatches(3, np.random.default_rng(0)))
    marks = np.concatenate([part.inputs[:, 0] for part in parts])
    assert sorted(marks.tolist()) == [0, 1, 2, 3, 4, 10, 11, 12, 13, 14]
    assert all((part.inputs[:, 0] == part.actions).all() for part in parts) and len(parts) == 3


def test_values_may_look_further_than_advantages():
    streams = make(1, 1)
    for value in (0.5, 0.25):
        decide(streams, [0], [0], value)
    streams.pay(np.array([0]), np.array([[1.0]], np.float32))
    streams.end(np.array([0]))
    part = streams.rollout(1.0, 0.0, 1.0)
    assert part.advantages == pytest.approx([-0.25, 0.75])  # one step
    assert part.returns == pytest.approx([1.0, 1.0])  # the result


def test_potentials_are_part_of_what_is_expected_and_values_learn_the_rest():
    streams = make(1, 1)
    arrays = (np.zeros((1, 1), np.int8), np.ones((1, 2), bool), np.zeros(1), np.zeros(1))
    for value, potential in ((0.1, 0.4), (0.2, -0.3)):
        streams.add(np.array([0]), np.array([0]), *arrays, np.full(1, value, np.float32), np.full(1, potential))
    streams.pay(np.array([0]), np.array([[1.0]], np.float32))
    streams.end(np.array([0]))
    part = streams.rollout(1.0, 0.5, 1.0)
    errors = [-0.1 - 0.5, 1.0 + 0.1]
    assert part.advantages == pytest.approx([errors[0] + 0.5 * errors[1], errors[1]])
    assert part.returns == pytest.approx([1.0 - 0.4, 1.0 + 0.3])
