"""Cheapest ways over the board, by the cost of a step (HD-MOVE-3 to HD-MOVE-10)."""

import numpy as np
from numba import int8, int16

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.rules.board import NEIGHBOUR, exit_cost
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, compiler

# Rows of `reach`, by cell: what it costs to reach, and the first step on the way (a direction). Users may add rows.
COST, FIRST = 0, 1
N_REACH = 2
FAR = 9999
N_COSTS = 8  # more than any edge costs

TYPES = {**compiler.types, "reach": int16[:, ::1], "waiting": int8[:, ::1], "n_waiting": int8[::1]}
rule = make_rule(TYPES)

# Steps between two cells, edges ignored.
DISTANCE = np.array(
    [[abs(a // GRID - b // GRID) + abs(a % GRID - b % GRID) for b in range(CELLS)] for a in range(CELLS)], np.int8
)


@rule
def find_ways(table, seat, reach):
    """Cheapest ways from a pawn to every cell, cells taken in order of their cost."""
    for cell in range(CELLS):
        reach[COST, cell] = FAR
    cap = lowest_limit(table, seat, EDGE_CAPS)
    cost_x = lowest_limit(table, seat, EDGE_XS)
    waiting = np.empty((N_COSTS, CELLS), np.int8)  # cells by cost modulo N_COSTS; outdated ones are passed over
    n_waiting = np.zeros(N_COSTS, np.int8)
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
            cell = int(waiting[now, i])
            if reach[COST, cell] == cost:
                left += leave(table, cell, cap, cost_x, reach, waiting, n_waiting)
        left -= n_waiting[now]
        n_waiting[now] = 0
        cost += 1


@rule
def leave(table, cell, cap, cost_x, reach, waiting, n_waiting):
    """Go on from a cell to its neighbours; returns how many of them now wait."""
    n = 0
    before = int(reach[COST, cell])
    for direction in range(4):
        step = exit_cost(table, cell, direction, cap, cost_x)
        near = NEIGHBOUR[cell, direction]
        if step == 0 or before + step >= reach[COST, near]:
            continue
        reach[COST, near] = before + step
        reach[FIRST, near] = reach[FIRST, cell] if before > 0 else direction
        place = (before + step) % N_COSTS
        waiting[place, n_waiting[place]] = near
        n_waiting[place] += 1
        n += 1
    return n
