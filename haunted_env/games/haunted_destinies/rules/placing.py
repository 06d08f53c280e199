"""Where a tile of the hand may go, and how it may lie (HD-SETUP-12, HD-SETUP-20, HD-SETUP-21, HD-SETUP-23)."""

from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.rules.board import connects, touches
from haunted_env.games.haunted_destinies.state import CELLS, N_HAND, rule
from haunted_env.games.haunted_destinies.tables import N_TILES


@rule
def in_hand(ledger):
    """The chosen tile of the hand, turned as chosen."""
    return int(ledger.hand[ledger.chosen_tile]) + N_TILES * max(0, int(ledger.chosen_turn))


@rule
def has_cell(table, tile):
    for cell in range(CELLS):
        if touches(table, cell) and connects(table, cell, tile):
            return True
    return False


@rule
def is_free(table, ledger):
    """Whether touching is enough: option "free", or no tile of the hand could be connected (HD-SETUP-21)."""
    if table.placement == 1:
        return True
    for i in range(N_HAND):
        if ledger.hand[i] >= 0 and fits(table, ledger.hand[i]):
            return False
    return True


@rule
def fits(table, tile):
    """Whether the tile can be connected somewhere, turned or not."""
    for turn in range(N_TURNS if table.rotation else 1):
        if has_cell(table, tile + N_TILES * turn):
            return True
    return False


@rule
def may_place(table, free, tile, cell):
    return touches(table, cell) and (free or connects(table, cell, tile))


@rule
def may_choose(table, free, tile):
    """A tile of the hand is legal only if it has a legal cell."""
    return tile >= 0 and (free or fits(table, tile))


@rule
def may_turn(table, free, tile, turn):
    """HD-SETUP-23: turned like this it has a legal cell."""
    return free or has_cell(table, tile + N_TILES * turn)
