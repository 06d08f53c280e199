"""DS-INV: the checks themselves, and short random play under them (the long one is `make fuzz`)."""

import numpy as np
import pytest

from haunted_env.play.batch import Batch
from tests.envs.conftest import DEFAULTS
from tests.fuzz import games
from tests.fuzz.watch import Tally
from tests.games.destinies.invariants import violations
from tests.games.destinies.table import SPEC, Table, in_finale, visiting
from tests.invariants import broken, put

SOUND = visiting("quay_inn", players=3, items=["mastiff"], flags=["deed_names"], revealed={"B": [1]})
FINALE = in_finale("fin_call")


@pytest.mark.parametrize(
    ("clause", "position", "change"),
    [
        pytest.param(1, SOUND, lambda t, own, s: put(t, "track", (1, 0), 3), marks=pytest.mark.clause("DS-INV-1")),
        pytest.param(
            1, SOUND, lambda t, own, s: put(t, "track", (1, 0), 7 << 11), marks=pytest.mark.clause("DS-INV-1")
        ),
        pytest.param(2, SOUND, lambda t, own, s: put(t, "coins", 1, 31), marks=pytest.mark.clause("DS-INV-2")),
        pytest.param(2, SOUND, lambda t, own, s: put(t, "effort", 1, 4), marks=pytest.mark.clause("DS-INV-2")),
        pytest.param(3, SOUND, lambda t, own, s: put(t, "item_n", 0, 6), marks=pytest.mark.clause("DS-INV-3")),
        pytest.param(4, SOUND, lambda t, own, s: put(s, "box", 16, 1), marks=pytest.mark.clause("DS-INV-4")),
        pytest.param(5, SOUND, lambda t, own, s: put(t, "tile", 3, 0), marks=pytest.mark.clause("DS-INV-5")),
        pytest.param(6, SOUND, lambda t, own, s: put(own["revealed"], 0, 1, 0), marks=pytest.mark.clause("DS-INV-6")),
        pytest.param(7, FINALE, lambda t, own, s: put(t, "in_finale", 0, 0), marks=pytest.mark.clause("DS-INV-7")),
        pytest.param(9, SOUND, lambda t, own, s: put(own["done"], 0, 0, 2), marks=pytest.mark.clause("DS-INV-9")),
        pytest.param(10, SOUND, lambda t, own, s: t.__setitem__("decider", -1), marks=pytest.mark.clause("DS-INV-10")),
    ],
)
def test_the_checks_find_broken_games(clause, position, change):
    assert broken(violations, Table(position).game, change) == clause


@pytest.mark.clause("DS-INV-1", "DS-INV-2", "DS-INV-3", "DS-INV-4", "DS-INV-5", "DS-INV-6", "DS-INV-7", "DS-INV-9")
@pytest.mark.parametrize("seed", range(2))
def test_random_games_of_all_sizes_and_options_keep_every_invariant(seed):
    tally = Tally(250_000)
    games.run(SPEC.name, 3001 + seed, tally)
    assert tally.tried >= 250_000 and tally.special > 50


@pytest.mark.clause("DS-INV-7")
def test_finales_keep_every_invariant():
    """In a scenario that random players finish."""
    n = 64
    batch = Batch(SPEC, n, {"players": 3, **DEFAULTS["destinies"]}, relative_seats=False, autoreset=True)
    generators = batch.generators(3)
    batch.deal(np.arange(n))
    before, ended = batch.games.copy(), 0
    for _ in range(300):
        assert not violations(batch.games, before).any()
        before[:] = batch.games
        batch.step_random(generators)
        ended += int((batch.status == 1).sum())
    assert ended > n


@pytest.mark.clause("DS-INV-8")
def test_each_step_changes_the_sum_of_spaces_by_one():
    batch = Batch(SPEC, 32, {"players": 3}, relative_seats=False)
    generators = batch.generators(4)
    batch.deal(np.arange(32))
    seen = 0
    for _ in range(400):
        table = batch.games["table"].copy()
        batch.step_random(generators)
        chosen = batch.actions - SPEC.actions.first["STEP"]
        for row in np.flatnonzero((chosen >= 0) & (chosen < 12)):
            seat, track = int(table["decider"][row]), int(chosen[row]) // 4
            sums = [
                sum(i for i in range(11) if int(t["track"][row][seat][track]) >> i & 1)
                for t in (table, batch.games["table"])
            ]
            assert sums[1] - sums[0] == -int(table["step_sign"][row])
            seen += 1
    assert seen > 300
