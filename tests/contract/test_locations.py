"""Location masks: where things may be for all a seat knows. What each game says of it is tested with the game.

Each game supplies `located(games)`, the truth, in `tests/games/<game>/located.py`.
"""

import importlib

import numpy as np
import pytest

from haunted_env.play.batch import Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec.game import COMPACT, FULL
from haunted_env.spec.position import options_of
from tests.contract.test_hidden import random_games
from tests.worlds import many_worlds

SHUFFLED = {"destinies": {"destiny_deal": "shuffled"}}  # elsewhere a character says it all
WORLDS = 12


def absolute_mask(game_spec, game, seat):
    batch = Batch(game_spec, 1, options_of(game_spec, game), relative_seats=False, masks=True)
    batch.load(game, resume=False)
    return batch.look(seat).location_masks[0]


@pytest.mark.clause("HD-INFO-43", "GG-HID-13", "HH-HID-12", "DS-OBS-18")
@pytest.mark.parametrize("name", GAMES)
def test_the_truth_and_all_worlds_are_inside(name):
    """Where things are is never excluded, what is certain is so: in the real game and in whatever the seat imagines."""
    game_spec = spec(name)
    located = importlib.import_module(f"tests.games.{name}.located").located
    met = np.zeros(3, int)
    for game in random_games(game_spec, seed=21, **SHUFFLED.get(name, {})):
        for seat in range(int(game["table"]["n_seats"][0])):
            mask = absolute_mask(game_spec, game, seat)
            assert mask.shape == game_spec.locations.shape
            for truth in located(np.concatenate([game, many_worlds(game_spec, game, seat, WORLDS)])):
                assert (mask[truth] > 0).all()
                assert truth[mask == 2].all()
            met += np.bincount(mask.ravel(), minlength=3)
    assert (met > 0).all()


@pytest.mark.parametrize("name", GAMES)
def test_seats_come_first_and_are_relative(name):
    game_spec = spec(name)
    for game in random_games(game_spec, seed=22, n=2):
        n = int(game["table"]["n_seats"][0])
        batch = Batch(game_spec, 1, options_of(game_spec, game), masks=True)
        batch.load(game, resume=False)
        for seat in range(n):
            mine, plain = batch.look(seat).location_masks[0], absolute_mask(game_spec, game, seat)
            assert (mine[:, :n] == np.roll(plain[:, :n], -seat, axis=1)).all()
            assert (mine[:, n:] == plain[:, n:]).all()


@pytest.mark.parametrize("name", GAMES)
def test_written_after_every_step_for_whoever_decides(name):
    """With both kinds of observations, over what the array held before, and at the end for the seat that moved."""
    game_spec = spec(name)
    kinds = (FULL, COMPACT, None) if game_spec.features else (FULL, None)
    batches = [Batch(game_spec, 12, observation=kind, masks=True, threads=2) for kind in kinds]
    plain = Batch(game_spec, 12)
    for batch in (*batches, plain):
        batch.deal(np.arange(12))
    assert plain.location_masks.size == plain.look().location_masks.size == 0
    for decision in range(400):
        rows = np.flatnonzero(plain.seats >= 0)
        if not len(rows):
            break
        movers = plain.seats.copy()
        actions = [np.flatnonzero(mask)[decision % int(mask.sum())] for mask in plain.masks[rows]]
        for batch in batches:
            batch.location_masks[:] = 99
        for batch in (*batches, plain):
            batch.step(actions, rows)
        views = np.where(plain.seats >= 0, plain.seats, movers)[rows]
        wanted = plain.look(views, rows, masks=True).location_masks
        for batch in batches:
            assert (batch.location_masks[rows] == wanted).all()


@pytest.mark.parametrize("name", GAMES)
def test_names(name):
    things, places = spec(name).locations
    high = spec(name).players[1]
    assert places[:high] == tuple(f"seat {seat}" for seat in range(high))
    assert len(set(things)) == len(things)
    assert len(set(places)) == len(places)
