"""Shortest ways over the board (HD-MOVE)."""

import numpy as np

from haunted_env.games.haunted_destinies.heuristic.rolls import rule
from haunted_env.games.haunted_destinies.rules.board import SEALED_COST
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE
from haunted_env.games.haunted_destinies.tables import TILE_EDGES

# Rows of `reach`, by cell: what it costs to reach, the first step on the way (a direction), whom to fight there.
COST, FIRST, PREY = 0, 1, 2
N_REACH = 3
FAR = 9999
N_COSTS = 8  # more than any edge costs

STRIDE = 6  # movement points of a turn, about
LATER = np.array([0.8**turns for turns in range(12)], np.float64)  # what something is worth so many turns later

# NEIGHBOUR[cell, direction]: the cell there; NONE off the grid.
NEIGHBOUR = np.full((CELLS, 4), NONE, np.int64)
# Steps between two cells, edges ignored.
DISTANCE = np.array(
    [[abs(a // GRID - b // GRID) + abs(a % GRID - b % GRID) for b in range(CELLS)] for a in range(CELLS)], np.int8
)
for _cell in range(CELLS):
    _row, _col = divmod(_cell, GRID)
    for _direction, (_down, _right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
        if 0 <= _row + _down < GRID and 0 <= _col + _right < GRID:
            NEIGHBOUR[_cell, _direction] = GRID * (_row + _down) + _col + _right


@rule
def turns_away(cost, mp):
    """In how many turns one can be where it costs so much to go, with `mp` left now."""
    return 1 + (cost - mp - 1) // STRIDE if cost > mp else 0


@rule
def later(turns):
    return LATER[min(turns, len(LATER) - 1)]


@rule
def find_ways(table, seat, reach):
    """Cheapest ways from a pawn to every cell (HD-MOVE-3 to HD-MOVE-10), cells taken in order of their cost."""
    for cell in range(CELLS):
        reach[COST, cell] = FAR
        reach[PREY, cell] = NONE
    cap = lowest_limit(table, seat, EDGE_CAPS)
    cap = cap if cap > 0 else FAR
    cost_x = lowest_limit(table, seat, EDGE_XS)
    waiting = np.empty((N_COSTS, CELLS), np.int64)  # cells by cost modulo N_COSTS; outdated ones are passed over
    n_waiting = np.zeros(N_COSTS, np.int64)
    start = int(table.pawn[seat])
    reach[COST, start] = 0
    reach[FIRST, start] = NONE
    waiting[0, 0] = start
    n_waiting[0] = 1
    left = 1
    cost = 0
    while left > 0:
        now = cost % N_COSTS
        for i in range(n_waiting[now]):
            cell = waiting[now, i]
            if reach[COST, cell] == cost:
                left += leave(table, cell, cap, cost_x, reach, waiting, n_waiting)
        left -= n_waiting[now]
        n_waiting[now] = 0
        cost += 1


@rule
def leave(table, cell, cap, cost_x, reach, waiting, n_waiting):
    """Go on from a cell to its neighbours; returns how many of them now wait."""
    n = 0
    over_x = x_cost(table, cell, cost_x)
    tile = table.tile[cell]
    for direction in range(4):
        near = NEIGHBOUR[cell, direction]
        if near < 0 or table.tile[near] < 0:
            continue
        edge = int(TILE_EDGES[tile, direction])
        cost = reach[COST, cell] + (min(edge, cap) if edge > 0 else over_x)
        if cost < reach[COST, near]:
            reach[COST, near] = cost
            reach[FIRST, near] = reach[FIRST, cell] if reach[COST, cell] > 0 else direction
            waiting[cost % N_COSTS, n_waiting[cost % N_COSTS]] = near
            n_waiting[cost % N_COSTS] += 1
            n += 1
    return n


@rule
def x_cost(table, cell, cost_x):
    """What leaving a cell across an X edge costs; FAR if it is impossible."""
    if cost_x > 0 and cost_x <= SEALED_COST:
        return cost_x
    tile = table.tile[cell]
    for direction in range(4):
        if TILE_EDGES[tile, direction] > 0:
            near = NEIGHBOUR[cell, direction]
            if near >= 0 and table.tile[near] >= 0:
                return cost_x if cost_x > 0 else FAR
    return SEALED_COST
