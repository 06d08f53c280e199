"""The board: neighbours, edges, steps, connectedness (HD-MOVE, HD-OPEN-17 to 20, HD-SETUP-12 and 20)."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.rules.stack import note
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, rule
from haunted_env.games.haunted_destinies.tables import CEMETERY, TILE_EDGES, TILE_SEARCHABLE

SEALED_COST = 6  # HD-MOVE-7


@rule
def neighbour(cell, direction):
    """The cell to the N, E, S or W (0..3); NONE off the grid."""
    row = cell // GRID
    col = cell % GRID
    if direction == 0:
        return cell - GRID if row > 0 else NONE
    if direction == 1:
        return cell + 1 if col < GRID - 1 else NONE
    if direction == 2:
        return cell + GRID if row < GRID - 1 else NONE
    return cell - 1 if col > 0 else NONE


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
def step_cost(table, seat, direction):
    """HD-MOVE-3 to HD-MOVE-7, HD-MOVE-10: what the step costs; 0 if it cannot be made at any price."""
    cell = table.pawn[seat]
    if neighbour_tile(table, cell, direction) < 0:
        return 0
    cost = int(TILE_EDGES[table.tile[cell], direction])
    if cost > 0:
        cap = lowest_limit(table, seat, EDGE_CAPS)
        return min(cost, cap) if cap > 0 else cost
    cost = lowest_limit(table, seat, EDGE_XS)
    if is_sealed(table, cell) and (cost == 0 or cost > SEALED_COST):
        cost = SEALED_COST
    return cost


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
