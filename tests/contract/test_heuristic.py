"""Hand-written players: always legal, from what the seat knows alone, the same for the same generator."""

import importlib

import numpy as np
import pytest

from haunted_env.engine.entries import NONE
from haunted_env.play.batch import Batch
from haunted_env.registry import GAMES, spec
from tests.contract.test_hidden import random_games
from tests.fuzz.games import random_options
from tests.hand_written import suggested

PLAYED = [name for name in GAMES if spec(name).heuristic]
N = 24


@pytest.mark.parametrize("name", PLAYED)
def test_every_choice_is_legal_whatever_the_options(name):
    """In random games, whose positions a sensible player would never get into, and among other players of its kind."""
    game_spec = spec(name)
    rng = np.random.default_rng(8)
    for round_ in range(20):
        options = random_options(game_spec, rng)
        batch = Batch(game_spec, N, options, relative_seats=False, autoreset=True, observation=None)
        batch.deal(1000 * round_ + np.arange(N))
        generators = batch.generators(round_)
        for _ in range(150):
            actions = suggested(game_spec, batch.games, round_, round_ // 2 % len(game_spec.heuristic.styles))
            assert batch.masks[np.arange(N), actions].all()
            if round_ % 2:
                batch.step(actions)
            else:
                batch.step_random(generators)


@pytest.mark.parametrize("name", PLAYED)
def test_the_choice_depends_on_nothing_the_seat_may_not_know(name):
    game_spec = spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(9)
    for game in random_games(game_spec, seed=9):
        other = scramble(game, int(game["table"]["decider"][0]), rng)
        for style in range(len(game_spec.heuristic.styles)):
            assert suggested(game_spec, game, style=style)[0] == suggested(game_spec, other, style=style)[0]


@pytest.mark.parametrize("name", PLAYED)
def test_the_same_generator_makes_the_same_choice_and_changes_nothing(name):
    game_spec = spec(name)
    batch = Batch(game_spec, N, autoreset=True, observation=None)
    batch.deal(np.arange(N))
    generators = batch.generators(0)
    for _ in range(200):
        batch.step_random(generators)
        before = batch.games.tobytes()
        assert (suggested(game_spec, batch.games) == suggested(game_spec, batch.games)).all()
        assert batch.games.tobytes() == before


@pytest.mark.parametrize("name", PLAYED)
def test_finished_games_are_left_alone(name):
    game_spec = spec(name)
    batch = Batch(game_spec, 1, observation=None)
    batch.deal(3)
    generators = batch.generators(0)
    while not batch.games["table"]["over"][0]:
        batch.step_random(generators)
    assert suggested(game_spec, batch.games)[0] == NONE
