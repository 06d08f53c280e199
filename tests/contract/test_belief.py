"""Beliefs: probabilities that allow the truth, from what the seat knows alone, in words that users know."""

import importlib
import itertools

import numpy as np
import pytest

import haunted_env
from haunted_env.registry import GAMES, spec
from tests.contract.test_hidden import random_games

FINDING = [name for name in GAMES if spec(name).belief is not None]


def positions(name: str, seed: int):
    """(game, seat) at some decisions of random games, all seats in turn: counting may take long."""
    for i, game in enumerate(itertools.islice(random_games(spec(name), seed), 0, None, 5)):
        yield game, i % int(game["table"]["n_seats"][0])


def test_there_are_games_with_something_to_find_out():
    assert {"haunted_destinies", "ghosts_in_the_graveyard"} <= set(FINDING)


@pytest.mark.parametrize("name", FINDING)
def test_chances_are_probabilities_that_allow_the_truth(name):
    belief = spec(name).belief
    found = 0
    for game, seat in positions(name, 21):
        chances = belief.chances(game, seat)[0]
        truth = int(belief.truth(game, np.array([seat]))[0])
        assert chances.shape == (belief.size(int(game["table"]["n_seats"][0])),)
        assert (chances >= 0).all() and chances.sum() <= 1 + 1e-9
        if truth >= 0:
            found += 1
            assert chances[truth] > 0
            assert chances.sum() == pytest.approx(1)
    assert found


@pytest.mark.parametrize("name", FINDING)
def test_nothing_a_seat_may_not_know_plays_a_part(name):
    belief = spec(name).belief
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(3)
    for game, seat in positions(name, 22):
        assert belief.chances(scramble(game, seat, rng), seat).tolist() == belief.chances(game, seat).tolist()


@pytest.mark.parametrize("name", FINDING)
def test_turned_beliefs_are_counted_from_the_seat_and_back(name):
    belief = spec(name).belief
    chances = np.arange(2 * belief.size(4), dtype=float).reshape(2, -1)
    turned = belief.turned(chances, np.array([1, 2]))
    assert belief.turned(turned, -np.array([1, 2])).tolist() == chances.tolist()
    if belief.outcomes:
        assert turned.tolist() == chances.tolist()
    else:
        assert turned[:, 0].tolist() == [chances[0, 1], chances[1, 2]]


@pytest.mark.parametrize("name", FINDING)
def test_the_environment_names_the_outcomes(name):
    env = haunted_env.make(name)
    env.reset(seed=3)
    belief = env.unwrapped.spec.belief
    said = env.unwrapped.belief("player_1")
    assert list(said) == list(belief.names(env.possible_agents))
    assert list(said.values()) == belief.chances(env.unwrapped._games, 1)[0].tolist()
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        env.unwrapped.belief("nobody")


def test_games_with_nothing_to_find_out_say_so():
    env = haunted_env.make("haunting_house")
    env.reset(seed=3)
    with pytest.raises(ValueError, match="The Haunting House has nothing to find out"):
        env.unwrapped.belief("player_0")
