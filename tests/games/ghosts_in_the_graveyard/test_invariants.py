"""GG-INV: the checks themselves, and short random play under them (the long one is `make fuzz`)."""

import pytest

from tests import fuzz
from tests.games.ghosts_in_the_graveyard.invariants import violations
from tests.games.ghosts_in_the_graveyard.table import SPEC, g2


def broken(change, earlier=None) -> int:
    """The clause that a change to a sound game breaks (or a change to the game one decision earlier)."""
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5", "GUESS")
    before = table.game.copy()
    table.do("TOMB 49")
    assert violations(table.game, before).tolist() == [0]
    if change:
        change(table.game["table"][0], table.game["ledger"][0], table.game["secret"][0])
    if earlier:
        earlier(before["table"][0], before["ledger"][0], before["secret"][0])
    return int(violations(table.game, before)[0])


def put(record, field, index, value):
    record[field][index] = value


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        pytest.param(1, lambda t, l, s: put(s, "draw_pile", 0, 3), marks=pytest.mark.clause("GG-INV-1")),
        pytest.param(1, lambda t, l, s: put(t, "mark", 38, 3), marks=pytest.mark.clause("GG-INV-5")),
        pytest.param(3, lambda t, l, s: put(t, "n_secrets", 0, 2), marks=pytest.mark.clause("GG-INV-3")),
        pytest.param(6, lambda t, l, s: put(t, "hands_left", 0, 3), marks=pytest.mark.clause("GG-INV-6")),
        pytest.param(7, lambda t, l, s: put(t["guesses"], 0, "result", 2), marks=pytest.mark.clause("GG-INV-7")),
        pytest.param(8, lambda t, l, s: t.__setitem__("winner", 1), marks=pytest.mark.clause("GG-INV-8")),
        pytest.param(9, lambda t, l, s: t.__setitem__("turn", 7), marks=pytest.mark.clause("GG-INV-9")),
    ],
)
def test_the_checks_find_broken_games(clause, change):
    assert broken(change) == clause


@pytest.mark.parametrize(
    ("clause", "earlier"),
    [
        pytest.param(2, lambda t, l, s: put(t, "mark", 0, 3), marks=pytest.mark.clause("GG-INV-2")),
        pytest.param(3, lambda t, l, s: put(l["decoys"], 1, ..., 0), marks=pytest.mark.clause("GG-INV-3")),
        pytest.param(6, lambda t, l, s: put(t, "raven_left", 0, 0), marks=pytest.mark.clause("GG-INV-6")),
        pytest.param(7, lambda t, l, s: t.__setitem__("n_searches", 0), marks=pytest.mark.clause("GG-INV-7")),
    ],
)
def test_the_checks_find_what_only_a_comparison_shows(clause, earlier):
    if clause == 7:  # the Search was truly answered, unless the target had other Secrets then
        assert broken(None, lambda t, l, s: (earlier(t, l, s), l["haunt"].__setitem__(1, 0), l["decoys"].__setitem__(1, 0)))
    else:
        assert broken(None, earlier) == clause


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
    games, decisions = fuzz.fuzz(SPEC, 500, 1000 + seed)
    assert games == 500
    assert decisions > 10_000
