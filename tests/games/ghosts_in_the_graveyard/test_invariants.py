"""GG-INV: the checks themselves, and short random play under them (the long one is `make fuzz`)."""

import pytest

from tests.fuzz import games
from tests.fuzz.watch import Tally
from tests.games.ghosts_in_the_graveyard.invariants import violations
from tests.games.ghosts_in_the_graveyard.table import SPEC, g2


def played():
    """A sound game in which seat 1 has just found a Decoy, and the same one decision earlier."""
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5", "GUESS")
    before = table.game.copy()
    table.do("TOMB 49")
    assert violations(table.game, before).tolist() == [0]
    return table.game, before


def put(game, part, field, index, value):
    game[part][field][(0, *index)] = value


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        pytest.param(1, ("secret", "draw_pile", (0,), 3), marks=pytest.mark.clause("GG-INV-1")),
        pytest.param(1, ("secret", "draw_pile", (45,), 3), marks=pytest.mark.clause("GG-INV-1")),
        pytest.param(1, ("table", "mark", (38,), 3), marks=pytest.mark.clause("GG-INV-5")),
        pytest.param(2, ("table", "marked_by", (0,), 1), marks=pytest.mark.clause("GG-INV-2")),
        pytest.param(3, ("table", "n_secrets", (1,), 2), marks=pytest.mark.clause("GG-INV-3")),
        pytest.param(6, ("table", "hands_left", (0,), 3), marks=pytest.mark.clause("GG-INV-6")),
        pytest.param(8, ("table", "winner", (), 1), marks=pytest.mark.clause("GG-INV-8")),
        pytest.param(9, ("table", "turn", (), 7), marks=pytest.mark.clause("GG-INV-9")),
        pytest.param(4, ("table", "silenced", (0,), 1), marks=pytest.mark.clause("GG-INV-4")),
    ],
)
def test_the_checks_find_broken_games(clause, change):
    game, before = played()
    put(game, *change)
    assert violations(game, before).tolist() == [clause]


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        pytest.param(2, ("table", "mark", (0,), 3), marks=pytest.mark.clause("GG-INV-2")),
        pytest.param(3, ("ledger", "decoys", (1,), 0), marks=pytest.mark.clause("GG-INV-3")),
        pytest.param(6, ("table", "raven_left", (0,), 0), marks=pytest.mark.clause("GG-INV-6")),
        pytest.param(7, ("ledger", "haunt", (0,), 48), marks=pytest.mark.clause("GG-INV-7")),
        pytest.param(7, ("table", "n_searches", (), 2), marks=pytest.mark.clause("GG-INV-7")),
    ],
)
def test_the_checks_find_what_only_a_comparison_shows(clause, change):
    game, before = played()
    put(before, *change)
    assert violations(game, before).tolist() == [clause]


@pytest.mark.clause("GG-INV-7")
def test_the_checks_find_false_answers():
    game, before = played()
    put(before, "table", "n_searches", (), 0)  # the Search, too, is new
    assert violations(game, before).tolist() == [0]
    game["table"]["searches"]["yes"][0, 0] = 0
    assert violations(game, before).tolist() == [7]


@pytest.mark.clause("GG-INV-4")
def test_the_checks_find_hands_of_the_wrong_size():
    table = g2()
    before = table.game.copy()
    assert violations(table.game, before).tolist() == [0]
    pile, ledger = table.game["secret"][0]["draw_pile"], table.game["ledger"][0, 0]
    ledger["hand"] |= 1 << int(pile[37])
    pile[37] = -1
    table.table["draw_pile_size"] -= 1
    table.table["hand_size"][0] += 1
    assert violations(table.game, before).tolist() == [4]


@pytest.mark.clause(
    "GG-INV-1", "GG-INV-2", "GG-INV-3", "GG-INV-4", "GG-INV-5", "GG-INV-6", "GG-INV-7", "GG-INV-8", "GG-INV-9"
)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_all_sizes_and_options_keep_every_invariant(seed):
    tally = Tally(100_000)
    games.run(SPEC.name, 1000 + seed, tally)
    assert tally.tried >= 100_000 and tally.special > 500
