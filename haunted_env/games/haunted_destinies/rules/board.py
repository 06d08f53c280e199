"""The board: neighbours, edges, steps, connectedness (HD-MOVE, HD-OPEN-17 to 20, HD-SETUP-12 and 20)."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.amounts import SEALED_COST
from haunted_env.games.haunted_destinies.rules.stack import note
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, rule
from haunted_env.games.haunted_destinies.tables import CEMETERY, TILE_EDGES, TILE_SEARCHABLE

NEVER = 4000  # a cost that cannot be paid
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
    n_exits = 0
    for direction in range(4):
        n_exits += int(TILE_EDGES[table.tile[cell], direction] > 0) & int(neighbour_tile(table, cell, direction) >= 0)
    return n_exits == 0


@rule
def cap_of(table, seat):
    """The lowest `edge_cap` of a seat, NEVER for none."""
    return lowest_limit(table, seat, EDGE_CAPS) or NEVER


@rule
def cost_x_of(table, seat):
    """The lowest `edge_x` of a seat, NEVER for none."""
    return lowest_limit(table, seat, EDGE_XS) or NEVER


@rule
def edge_cost(tile, direction, cap, cost_x):
    """HD-MOVE-3, HD-MOVE-4, HD-MOVE-10: what crossing an edge of a tile costs.

    `cap` and `cost_x` are the lowest `edge_cap` and `edge_x` of who crosses it, NEVER for none.
    """
    cost = int(TILE_EDGES[tile, direction])
    return cost_x if cost == 0 else min(cost, cap)


@rule
def exit_cost(table, cell, direction, cap, cost_x):
    """HD-MOVE-3 to HD-MOVE-7, HD-MOVE-10: what leaving a cell costs; 0 if it cannot be left that way at any price.

    `cap` and `cost_x` are as for `edge_cost`.
    """
    near = NEIGHBOUR[cell, direction]
    if near < 0 or table.tile[near] < 0:
        return 0
    cost = edge_cost(table.tile[cell], direction, cap, cost_x)
    if cost > SEALED_COST and is_sealed(table, cell):
        return SEALED_COST
    return cost if cost < NEVER else 0


@rule
def step_cost(table, seat, direction):
    """What a step of a pawn costs; 0 if it cannot be made at any price."""
    return exit_cost(table, table.pawn[seat], direction, cap_of(table, seat), cost_x_of(table, seat))


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
