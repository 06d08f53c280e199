"""Setup (section 2) and the options that change it."""

from collections import Counter

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.tables import OPENINGS
from haunted_env.play.batch import Batch
from tests.games.haunting_house.table import Table

N = 6000


@pytest.fixture(scope="module")
def dealt():
    batch = Batch(SPEC, N, {"players": 3}, observation=None)
    batch.deal(np.arange(N))
    return batch.games["table"]


def is_uniform(counts, n, k):
    """Every count within five standard deviations of n / k."""
    spread = 5 * (n / k * (1 - 1 / k)) ** 0.5
    return len(counts) == k and all(abs(count - n / k) < spread for count in counts.values())


@pytest.mark.clause("HH-SETUP-1", "HH-OPT-1")
def test_two_to_six_play():
    assert Table(seed=1).table["n_seats"] == 2
    for players in range(2, 7):
        assert Table(seed=1, players=players).table["n_seats"] == players
    for players in (1, 7):
        with pytest.raises(ValueError, match="players"):
            Table(seed=1, players=players)


@pytest.mark.clause("HH-SETUP-2")
def test_tiles_are_a_uniform_permutation_with_uniform_rotations(dealt):
    assert (np.sort(dealt["tile"], axis=1) == np.arange(36)).all()
    for cell in (0, 17, 35):
        assert is_uniform(Counter(dealt["tile"][:, cell].tolist()), N, 36)
        assert is_uniform(Counter(dealt["rotation"][:, cell].tolist()), N, 4)
    pairs = Counter(zip(dealt["rotation"][:, 3].tolist(), dealt["rotation"][:, 4].tolist()))
    assert is_uniform(pairs, N, 16)
    neighbours = dealt["tile"][:, 20] < dealt["tile"][:, 21]
    assert is_uniform(Counter(neighbours.tolist()), N, 2)


@pytest.mark.clause("HH-SETUP-3", "HH-OPT-4", "HH-OPT-5")
def test_doors_are_at_opposite_corners_drawn_at_random(dealt):
    assert is_uniform(Counter(zip(dealt["entrance"].tolist(), dealt["exit"].tolist())), N, 4)
    assert set(dealt["entrance"].tolist()) == {0, 23}
    assert set(dealt["exit"].tolist()) == {11, 12}


@pytest.mark.clause("HH-SETUP-3", "HH-OPT-4", "HH-OPT-5")
@pytest.mark.parametrize("entrance", [0, 23])
@pytest.mark.parametrize("way_out", [11, 12])
def test_doors_may_be_set(entrance, way_out):
    for seed in range(10):
        table = Table(seed=seed, entrance_slot=entrance, exit_slot=way_out).table
        assert (table["entrance"], table["exit"]) == (entrance, way_out)
    for wrong in ({"entrance_slot": 11}, {"exit_slot": 0}, {"exit_slot": True}):
        with pytest.raises(ValueError, match="choose one of"):
            Table(seed=1, **wrong)


@pytest.mark.clause("HH-SETUP-4", "HH-SETUP-5")
def test_all_pawns_start_on_the_entrance_and_seat_0_has_the_marker():
    for seed in range(8):
        table = Table(seed=seed, players=6)
        assert table.table["marker"] == 0
        moved = [event for event in table.events() if "steps" in event or "slips" in event or "drops" in event]
        assert moved == []
        assert [table.pawn(seat) for seat in range(6)] == ["entrance"] * 6


@pytest.mark.clause("HH-SETUP-6")
def test_the_layout_is_not_repaired(dealt):
    """The corner tile may have a wall towards the entrance: 96 of 144 sides are open."""
    side = np.where(dealt["entrance"] == 0, 0, 3)
    opened = OPENINGS[dealt["tile"][:, 0], dealt["rotation"][:, 0]] >> side & 1
    assert abs(opened.mean() - 96 / 144) < 0.03


@pytest.mark.clause("HH-ENV-3")
def test_setup_and_draws_are_the_only_chance():
    """While nothing is drawn the generator stands still, whatever the seats do."""
    table = Table(seed=4, players=3)
    rng = np.random.default_rng(4)
    states = {}
    while not table.is_over and table.table["turn"] < 4:
        states.setdefault(int(table.table["turn"]), set()).add(table.game["secret"][0]["rng"].tobytes())
        legal = sorted(table.legal)
        table.do(legal[rng.integers(len(legal))])
    assert all(len(words) == 1 for words in states.values())
    assert len(set().union(*states.values())) == len(states)
