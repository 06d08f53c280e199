"""Where a tile of the hand may go (HD-SETUP-12, HD-SETUP-20, HD-SETUP-21)."""

from haunted_env.games.haunted_destinies.rules.board import connects, touches
from haunted_env.games.haunted_destinies.state import CELLS, N_HAND, rule


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
        if ledger.hand[i] >= 0 and has_cell(table, ledger.hand[i]):
            return False
    return True


@rule
def may_place(table, free, tile, cell):
    return touches(table, cell) and (free or connects(table, cell, tile))


@rule
def may_choose(table, free, tile):
    """A tile of the hand is legal only if it has a legal cell."""
    return tile >= 0 and (free or has_cell(table, tile))
