"""HH-INV: the checks themselves, and short random play under them (the long one is `make fuzz`)."""

import numpy as np
import pytest

from tests.fuzz import games
from tests.fuzz.watch import Tally
from tests.games.haunting_house.invariants import violations
from tests.games.haunting_house.table import SPEC, Table, resolving
from tests.invariants import broken, put


def sound():
    """Seat 0 to choose a direction for (0,0); seats 1 and 2 in the house, seat 3 on the entrance."""
    return Table(resolving("rotate_90", "move_1", pawns=("1,1", "2,3", "3,3", "entrance"))).do("TILE 0,0")


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        pytest.param(1, lambda t, _, s: put(t, "tile", 3, 0), marks=pytest.mark.clause("HH-INV-1")),
        pytest.param(2, lambda t, _, s: put(t, "pawn", 2, 15), marks=pytest.mark.clause("HH-INV-2")),
        pytest.param(2, lambda t, _, s: put(t, "pawn", 2, 37), marks=pytest.mark.clause("HH-INV-9")),
        pytest.param(3, lambda t, _, s: put(t, "pawn", 2, 36), marks=pytest.mark.clause("HH-INV-3")),
        pytest.param(3, lambda t, _, s: t.__setitem__("entrance", 0), marks=pytest.mark.clause("HH-INV-4")),
        pytest.param(4, lambda t, _, s: t.__setitem__("exit", 12), marks=pytest.mark.clause("HH-INV-4")),
        pytest.param(4, lambda t, _, s: t.__setitem__("exit", 0), marks=pytest.mark.clause("HH-INV-4")),
        pytest.param(5, lambda t, _, s: put(t, "rotation", 21, 1), marks=pytest.mark.clause("HH-INV-5")),
        pytest.param(
            6, lambda t, _, s: put(s, "drawn", (2, 2), s["drawn"][2, 0]), marks=pytest.mark.clause("HH-INV-6")
        ),
        pytest.param(7, lambda t, _, s: put(t, "removed", 3, 1), marks=pytest.mark.clause("HH-INV-7")),
        pytest.param(8, lambda t, _, s: t.__setitem__("decider", 1), marks=pytest.mark.clause("HH-INV-8")),
        pytest.param(10, lambda t, _, s: t.__setitem__("reason", 2), marks=pytest.mark.clause("HH-INV-10")),
    ],
)
def test_the_checks_find_broken_games(clause, change):
    assert broken(violations, sound().game, change) == clause


@pytest.mark.clause(
    "HH-INV-1", "HH-INV-2", "HH-INV-3", "HH-INV-4", "HH-INV-5", "HH-INV-6", "HH-INV-7", "HH-INV-8", "HH-INV-9",
    "HH-INV-10",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_all_sizes_and_options_keep_every_invariant(seed):
    tally = Tally(400_000)
    games.run(SPEC.name, 2000 + seed, tally)
    assert tally.tried >= 400_000 and tally.special > 100


@pytest.mark.clause("HH-INV-8")
@pytest.mark.parametrize("card", ["rotate_90", "rotate_180", "switch_2_tiles", "move_exit"])
def test_these_cards_are_always_possible(card):
    rng = np.random.default_rng(3)
    for _ in range(40):
        cells = rng.permutation(36)[:6]
        pawns = tuple(f"{cell // 6},{cell % 6}" for cell in cells)
        table = Table(resolving(card, pawns=pawns, exit=int(rng.integers(1, 23))))
        assert table.decider == 0
        assert table.legal
