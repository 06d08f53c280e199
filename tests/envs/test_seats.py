"""One seat of every game learns: what the environments of all libraries share."""

import numpy as np
import pytest

from haunted_env.envs.seats import SeatGames
from tests.toy_game import SPEC as TOY


@pytest.fixture
def games():
    found = SeatGames(TOY, 6, players=3)
    found.start(3)
    return found


def first_legal(games, rows):
    return games.batch.masks[rows].argmax(axis=1)


def test_some_games_go_on_and_the_others_wait(games):
    rows, before = np.array([4, 1]), games.batch.raw.copy()
    games.play(first_legal(games, rows), rows)
    changed = [not np.array_equal(games.batch.raw[row], before[row]) for row in range(6)]
    assert changed == [False, True, False, False, True, False]
    assert (games.batch.seats == games.learner_seats).all()


def test_the_same_one_by_one_as_all_at_once():
    together, apart = SeatGames(TOY, 4, players=3), SeatGames(TOY, 4, players=3)
    together.start(5)
    apart.start(5)
    for _ in range(12):
        actions = first_legal(together, together.batch.rows)
        together.play(actions)
        rewards, dones = np.zeros(4), np.zeros(4, bool)
        for row in range(4):
            apart.play(actions[row : row + 1], np.array([row]))
            rewards[row], dones[row] = apart.rewards[row], apart.dones[row]
            assert not np.delete(apart.dones, row).any()
        assert np.array_equal(together.batch.raw, apart.batch.raw)
        assert np.array_equal(together.rewards, rewards) and np.array_equal(together.dones, dones)


def test_games_that_are_left_begin_anew_unless_they_have_only_just_begun(games):
    rows = np.array([0, 2])
    games.play(first_legal(games, rows), rows)
    seeds = games.batch.seeds.copy()
    over = games.dones.copy()
    games.restart(np.array([0, 1, 2]))
    left = (games.batch.seeds != seeds).tolist()
    assert left == [not over[0], False, not over[2], False, False, False]
    assert (games.batch.seats == games.learner_seats).all()
