"""Cheapest ways over the board, by the cost of a step (HD-MOVE-3 to HD-MOVE-10)."""

import numpy as np
from numba import int16

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.rules.board import (
    NEIGHBOUR,
    NEVER,
    cap_of,
    cost_x_of,
    exit_cost,
)
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, compiler

# Rows of `reach`, by cell: what it costs to reach, and the first step on the way (a direction). Users may add rows.
COST, FIRST = 0, 1
N_REACH = 2
FAR = NEVER
N_COSTS = 8  # more than any edge costs

TYPES = {**compiler.types, "reach": int16[:, ::1]}
rule = make_rule(TYPES)

# Steps between two cells, edges ignored.
DISTANCE = np.array(
    [[abs(a // GRID - b // GRID) + abs(a % GRID - b % GRID) for b in range(CELLS)] for a in range(CELLS)], np.int8
)
STRIDE = 6  # movement points of a turn, about


@rule
def turns_away(cost, mp):
    """In how many turns one can be where it costs so much to go, with `mp` left now."""
    return 1 + (cost - mp - 1) // STRIDE if cost > mp else 0


@rule
def find_ways(table, seat, reach):
    """Cheapest ways from a pawn to every cell, cells left in order of their cost."""
    for cell in range(CELLS):
        reach[COST, cell] = FAR
    cap = cap_of(table, seat)
    cost_x = cost_x_of(table, seat)
    waiting = np.empty((N_COSTS, CELLS), np.int8)  # cells by cost modulo N_COSTS; outdated ones are passed over
    n_waiting = np.zeros(N_COSTS, np.int64)
    waiting[0, 0] = table.pawn[seat]
    n_waiting[0] = 1
    reach[COST, table.pawn[seat]] = 0
    reach[FIRST, table.pawn[seat]] = NONE
    left = 1
    cost = 0
    while left > 0:
        now = cost % N_COSTS
        for i in range(n_waiting[now]):
            cell = int(waiting[now, i])
            if reach[COST, cell] != cost:
                continue
            for direction in range(4):
                step = exit_cost(table, cell, direction, cap, cost_x)
                near = NEIGHBOUR[cell, direction]
                if step > 0 and cost + step < reach[COST, near]:
                    reach[COST, near] = cost + step
                    reach[FIRST, near] = reach[FIRST, cell] if cost > 0 else direction
                    place = (cost + step) % N_COSTS
                    waiting[place, n_waiting[place]] = near
                    n_waiting[place] += 1
                    left += 1
        left -= n_waiting[now]
        n_waiting[now] = 0
        cost += 1
