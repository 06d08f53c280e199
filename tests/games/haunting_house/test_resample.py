"""Worlds that a seat cannot tell from the real one."""

from collections import Counter

import numpy as np
import pytest

from haunted_env.engine.entries import WORLDS
from haunted_env.games.haunting_house import SPEC
from haunted_env.play.batch import Batch
from haunted_env.spec.game import NO_DATA
from tests.games.haunting_house.invariants import violations
from tests.games.haunting_house.table import Table, resolving
from tests.games.haunting_house.test_hidden_information import seen


@pytest.fixture(scope="module")
def sample():
    """sample(game, seat, generators): worlds, one per generator."""
    compiled = SPEC.compiled(WORLDS)[0]

    def worlds(game, seat, generators):
        n = len(generators)
        raw = np.repeat(game.view(np.uint8).reshape(1, -1), n, axis=0)
        found = np.zeros(n, SPEC.record)
        compiled(raw, np.full(n, seat, np.int64), found.view(np.uint8).reshape(n, -1), found, generators, NO_DATA)
        return found

    return worlds


def generators(n, seed=1):
    words = np.random.default_rng(seed).integers(1, 2**32, (n, 4), dtype=np.uint32)
    return np.ascontiguousarray(words)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_worlds_look_the_same_and_keep_every_invariant(sample, players):
    batch = Batch(SPEC, 8, {"players": players, "quick": True}, relative_seats=False, autoreset=True)
    randoms = batch.generators(players)
    batch.deal(np.arange(8))
    for i in range(160):
        batch.step_random(randoms)
        if i % 11:
            continue
        game = batch.games[i % 8 : i % 8 + 1].copy()
        for seat in range(players):
            for world in sample(game, seat, generators(3, i)).reshape(3, 1):
                assert seen(world, seat) == seen(game, seat)
                assert SPEC.words.text(world, seat) == SPEC.words.text(game, seat)
                assert violations(world, world).tolist() == [0]
                assert SPEC.positions.read(SPEC.positions.write(world)).tobytes() == world.tobytes()


def test_face_down_cards_are_uniform(sample):
    n = 6000
    game = Table(resolving("rotate_90", "move_1")).game
    worlds = sample(game, 0, generators(n))
    pairs = Counter(map(tuple, worlds["secret"]["drawn"][:, 0, 1:].tolist()))
    assert len(pairs) == 9 * 8  # any two others, the owner's own too
    assert max(pairs.values()) < 2 * n / 72
    chosen = Table({"round": "chosen", "options": {"players": 3}}).do("CARD move_1", "CARD rotate_90").game
    own = sample(chosen, 0, generators(50))
    assert (own["ledger"]["program"][:, 0] == chosen["ledger"]["program"][0, 0]).all()
    others = sample(chosen, 1, generators(n))
    pairs = Counter(map(tuple, others["ledger"]["program"][:, 0, :2].tolist()))
    assert len(pairs) == 7 * 6
    assert max(pairs.values()) < 2 * n / 42
    assert (others["ledger"]["program"][:, 0, 2:] == -1).all()
