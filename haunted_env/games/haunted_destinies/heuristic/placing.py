"""Setup: tiles and gloom."""

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.heuristic.noise import noise, rule
from haunted_env.games.haunted_destinies.rules.board import neighbour_tile
from haunted_env.games.haunted_destinies.rules.placing import in_hand, is_free, may_place
from haunted_env.games.haunted_destinies.setup import PAWN_ON
from haunted_env.games.haunted_destinies.state import CELLS, N_HAND
from haunted_env.games.haunted_destinies.tables import N_TILES, TILE_EDGES, TILE_SEARCHABLE


@rule
def is_pawn_tile(table, ledger):
    """Whether the pawn will stand on the tile placed next (HD-SETUP-14, HD-SETUP-15)."""
    placed = N_HAND + (ledger.seat == table.holder)
    for i in range(N_HAND):
        placed -= ledger.hand[i] >= 0
    return placed + 1 == PAWN_ON


@rule
def choose_tile(table, ledger, mask, generator):
    """SETUP_TILE: the pawn starts on a searchable tile, so one is kept for it."""
    best = -1
    top = -1e9
    searchable = 0
    for i in range(N_HAND):
        searchable += ledger.hand[i] >= 0 and TILE_SEARCHABLE[ledger.hand[i]]
    for i in range(N_HAND):
        if mask[Act.TILE + i]:
            worth = noise(generator)
            if TILE_SEARCHABLE[ledger.hand[i]]:
                worth += 1.0 if is_pawn_tile(table, ledger) else -1.0 + 0.1 * searchable
            if worth > top:
                top = worth
                best = i
    return Act.TILE + best


@rule
def choose_cell(table, ledger, mask, generator):
    """SETUP_CELL: where ways are short."""
    tile = in_hand(ledger)
    best = -1
    top = -1e9
    for cell in range(CELLS):
        if not mask[Act.CELL + cell]:
            continue
        worth = noise(generator) + ways_worth(table, cell, tile)
        if worth > top:
            top = worth
            best = cell
    return Act.CELL + best


@rule
def ways_worth(table, cell, tile):
    """How short the ways between a tile put there and its neighbours are."""
    worth = 0.0
    for direction in range(4):
        near = neighbour_tile(table, cell, direction)
        if near >= 0:
            worth += 0.5 / max(1, TILE_EDGES[tile, direction]) if TILE_EDGES[tile, direction] > 0 else 0.0
            worth += 0.2 if TILE_EDGES[near, (direction + 2) % 4] > 0 else 0.0
    return worth


@rule
def choose_turn(table, ledger, mask, generator):
    """SETUP_TURN: so that ways are short in the best cell."""
    best = -1
    top = -1e9
    free = is_free(table, ledger)
    for turn in range(N_TURNS):
        if not mask[Act.AMOUNT + turn]:
            continue
        tile = ledger.hand[ledger.chosen_tile] + N_TILES * turn
        for cell in range(CELLS):
            if may_place(table, free, tile, cell):
                worth = noise(generator) + ways_worth(table, cell, tile)
                if worth > top:
                    top = worth
                    best = turn
    return Act.AMOUNT + best


@rule
def choose_gloom(table, ledger, mask, generator):
    """SETUP_GLOOM: where others will want to search."""
    best = -1
    top = -1e9
    for cell in range(CELLS):
        if not mask[Act.CELL + cell]:
            continue
        worth = noise(generator) - 0.3 * float(table.gloom[cell])
        for other in range(table.n_seats):
            if table.pawn[other] == cell:
                worth += -5.0 if other == ledger.seat else 1.0
        if worth > top:
            top = worth
            best = cell
    return Act.CELL + best
