"""Damaged positions: either the error names a field, or the game can be shown, written and played on."""

import copy
import random

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.play.batch import Batch
from haunted_env.spec.position import PositionError
from tests.games.haunting_house.invariants import violations

JUNK = [
    None,
    True,
    -1,
    0,
    1,
    5,
    23,
    10**9,
    2**70,
    0.5,
    "",
    "move_1",
    "2,3",
    "exit",
    "T01.0",
    [],
    {},
    [[]],
    ["move_2"],
    {"x": 1},
]


def written_positions(seed):
    batch = Batch(SPEC, 6, {"players": 2 + seed % 5, "quick": bool(seed % 2), "max_turns": 4}, relative_seats=False)
    generators = batch.generators(seed)
    batch.deal(np.arange(6) + 10 * seed)
    for i in range(90):
        batch.step_random(generators)
        if i % 9 == 0:
            yield SPEC.positions.write(batch.games[i % 6 : i % 6 + 1])


def damage(value, rng):
    """One value somewhere inside replaced, removed, doubled or exchanged."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.15:
            del value[key]
        else:
            value[key] = damage(value[key], rng)
        return value
    if isinstance(value, list) and value and rng.random() < 0.85:
        i = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.1:
            del value[i]
        elif kind < 0.2:
            value.append(copy.deepcopy(value[i]))
        elif kind < 0.35:
            j = rng.randrange(len(value))
            value[i], value[j] = value[j], value[i]
        else:
            value[i] = damage(value[i], rng)
        return value
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return value + rng.choice([-1, 1])
    return copy.deepcopy(rng.choice(JUNK))


@pytest.mark.parametrize("seed", range(4))
def test_damaged_positions(seed):
    rng = random.Random(seed)
    loaded = refused = 0
    for position in written_positions(seed):
        for _ in range(30):
            bad = damage(copy.deepcopy(position), rng)
            try:
                game = SPEC.positions.read(bad)
            except PositionError as error:
                assert error.path or "position" in str(error)
                refused += 1
                continue
            loaded += 1
            play_on(game)
    assert loaded > 20
    assert refused > 100


def play_on(game):
    assert SPEC.positions.read(SPEC.positions.write(game)).tobytes() == game.tobytes()
    batch = Batch(SPEC, 1, {"players": int(game["table"]["n_seats"][0])}, relative_seats=False)
    batch.load(game)
    generators = batch.generators(1)
    for _ in range(12):
        assert violations(batch.games, batch.games).tolist() == [0]
        assert SPEC.words.text(batch.games, 0)
        SPEC.words.events(batch.games, 0)
        if batch.status[0]:
            break
        batch.step_random(generators)
