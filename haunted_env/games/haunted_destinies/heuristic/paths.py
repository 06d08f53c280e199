"""Shortest ways over the board (HD-MOVE)."""

import numpy as np

from haunted_env.games.haunted_destinies.heuristic.judging import rule
from haunted_env.games.haunted_destinies.rules.board import SEALED_COST, is_sealed, neighbour
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, NONE
from haunted_env.games.haunted_destinies.tables import TILE_EDGES

# Rows of `reach`: what a cell costs to reach, and the first step on the way (a direction).
COST, FIRST = 0, 1
FAR = 9999


@rule
def find_ways(table, seat, reach):
    """Cheapest ways from a pawn to every cell."""
    for cell in range(CELLS):
        reach[COST, cell] = FAR
        reach[FIRST, cell] = NONE
    cap = lowest_limit(table, seat, EDGE_CAPS)
    cost_x = lowest_limit(table, seat, EDGE_XS)
    queue = np.empty(4 * CELLS, np.int64)
    start = int(table.pawn[seat])
    reach[COST, start] = 0
    queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        cell = queue[head % (4 * CELLS)]
        head += 1
        for direction in range(4):
            near = neighbour(cell, direction)
            if near < 0 or table.tile[near] < 0:
                continue
            cost = edge_cost(table, cell, direction, cap, cost_x)
            total = reach[COST, cell] + cost
            if cost > 0 and total < reach[COST, near]:
                reach[COST, near] = total
                reach[FIRST, near] = direction if cell == start else reach[FIRST, cell]
                queue[tail % (4 * CELLS)] = near
                tail += 1


@rule
def edge_cost(table, cell, direction, cap, cost_x):
    """HD-MOVE-3 to HD-MOVE-10: 0 if the edge cannot be crossed."""
    cost = int(TILE_EDGES[table.tile[cell], direction])
    if cost > 0:
        return min(cost, cap) if cap > 0 else cost
    if is_sealed(table, cell) and (cost_x == 0 or cost_x > SEALED_COST):
        return SEALED_COST
    return cost_x
