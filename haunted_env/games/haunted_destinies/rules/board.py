"""The board: neighbours, edges, steps, connectedness (HD-MOVE, HD-OPEN-17 to 20, HD-SETUP-12 and 20)."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.amounts import SEALED_COST
from haunted_env.games.haunted_destinies.rules.stack import note
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, rule
from haunted_env.games.haunted_destinies.tables import CEMETERY, TILE_EDGES, TILE_SEARCHABLE

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns of a step north, east, south, west
# NEIGHBOUR[cell, direction]: the cell to the N, E, S or W (0..3); NONE off the grid.
NEIGHBOUR = np.full((CELLS, 4), NONE, np.int8)
for _cell in range(CELLS):
    for _direction, (_down, _right) in enumerate(STEPS):
        _row, _col = _cell // GRID + _down, _cell % GRID + _right
        if 0 <= _row < GRID and 0 <= _col < GRID:
            NEIGHBOUR[_cell, _direction] = GRID * _row + _col


@rule
def neighbour(cell, direction):
    """The cell to the N, E, S or W (0..3); NONE off the grid."""
    return int(NEIGHBOUR[cell, direction])


@rule
def neighbour_tile(table, cell, direction):
    """The tile in the neighbouring cell; NONE if there is none."""
    near = neighbour(cell, direction)
    return int(table.tile[near]) if near >= 0 else NONE


@rule
def is_searchable(table, cell):
    return TILE_SEARCHABLE[table.tile[cell]] == 1


@rule
def is_sealed(table, cell):
    """HD-MOVE-7: no non-X edge of the tile faces an existing tile."""
    for direction in range(4):
        if TILE_EDGES[table.tile[cell], direction] > 0 and neighbour_tile(table, cell, direction) >= 0:
            return False
    return True


@rule
def edge_cost(tile, direction, cap, cost_x):
    """HD-MOVE-3, HD-MOVE-4, HD-MOVE-10: what crossing an edge of a tile costs; 0 if it cannot be crossed."""
    cost = int(TILE_EDGES[tile, direction])
    if cost == 0:
        return cost_x
    return min(cost, cap) if cap > 0 else cost


@rule
def exit_cost(table, cell, direction, cap, cost_x):
    """HD-MOVE-3 to HD-MOVE-7, HD-MOVE-10: what leaving a cell costs; 0 if it cannot be left that way at any price.

    `cap` and `cost_x` are the lowest `edge_cap` and `edge_x` of who leaves it, 0 for none.
    """
    near = NEIGHBOUR[cell, direction]
    if near < 0 or table.tile[near] < 0:
        return 0
    cost = edge_cost(table.tile[cell], direction, cap, cost_x)
    if (cost == 0 or cost > SEALED_COST) and is_sealed(table, cell):
        return SEALED_COST
    return cost


@rule
def step_cost(table, seat, direction):
    """What a step of a pawn costs; 0 if it cannot be made at any price."""
    cap = lowest_limit(table, seat, EDGE_CAPS)
    return exit_cost(table, table.pawn[seat], direction, cap, lowest_limit(table, seat, EDGE_XS))


@rule
def relocate(game, seat, cell):
    """HD-MOVE-11: an effect moves a pawn."""
    game.table.pawn[seat] = cell
    note(game, Event.RELOCATE, seat, NONE, cell, NONE, NONE)


@rule
def add_gloom(game, cell, n):
    game.table.gloom[cell] += n
    note(game, Event.TILE_GLOOM, NONE, NONE, cell, NONE, n)


@rule
def stays_connected(table, removed):
    """HD-OPEN-19: whether the tiles other than `removed` are one orthogonally connected group."""
    reached = np.zeros(CELLS, np.int8)
    queue = np.zeros(CELLS, np.int8)
    n_tiles = 0
    start = NONE
    for cell in range(CELLS):
        if table.tile[cell] >= 0 and cell != removed:
            n_tiles += 1
            start = cell
    if start < 0:
        return False
    reached[start] = 1
    queue[0] = start
    tail = 1
    head = 0
    while head < tail:
        cell = int(queue[head])
        head += 1
        for direction in range(4):
            near = neighbour(cell, direction)
            if near >= 0 and near != removed and table.tile[near] >= 0 and not reached[near]:
                reached[near] = 1
                queue[tail] = near
                tail += 1
    return tail == n_tiles


@rule
def can_remove(table, cell):
    """HD-OPEN-17 to HD-OPEN-20: whether the Opener may remove the tile of this cell now."""
    tile = table.tile[cell]
    if tile < 0 or tile == CEMETERY or TILE_SEARCHABLE[tile] or table.gloom[cell] > 0:
        return False
    total = 0
    for direction in range(4):
        total += TILE_EDGES[tile, direction]
    if total >= table.health[table.opener] + table.move_light + table.move_dark:
        return False
    for seat in range(table.n_seats):
        if table.pawn[seat] == cell:
            return False
    return stays_connected(table, cell)


@rule
def touches(table, cell):
    """HD-SETUP-12: an empty cell beside a placed tile."""
    if table.tile[cell] >= 0:
        return False
    for direction in range(4):
        if neighbour_tile(table, cell, direction) >= 0:
            return True
    return False


@rule
def connects(table, cell, tile):
    """HD-SETUP-20: one can walk from the new tile to a neighbour, and from a neighbour to it."""
    leaves = False
    enters = False
    for direction in range(4):
        near = neighbour_tile(table, cell, direction)
        if near >= 0:
            leaves |= TILE_EDGES[tile, direction] > 0
            enters |= TILE_EDGES[near, (direction + 2) % 4] > 0
    return leaves and enters
