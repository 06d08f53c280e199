"""Cheapest ways over the board, by the cost of a step (HD-MOVE-3 to HD-MOVE-10)."""

import numpy as np
from numba import int16

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.rules.board import NEIGHBOUR, edge_cost, exit_cost, is_sealed
from haunted_env.games.haunted_destinies.rules.standing import EDGE_CAPS, EDGE_XS, lowest_limit
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, compiler
from haunted_env.games.haunted_destinies.tables import TILE_EDGES

# Rows of `reach`, by cell: what it costs to reach (NONE where there is no tile), and the first step on the way (a
# direction); then the cells themselves, nearest first. Users may add rows. One more place stands for off the grid.
COST, FIRST, ORDER = range(3)
N_REACH = 3
OFF = CELLS
N_PLACES = CELLS + 1
FAR = 9999
N_COSTS = 8  # more than any edge costs

NEXT = np.where(NEIGHBOUR == NONE, OFF, NEIGHBOUR).astype(np.int64)
HAS_X = (TILE_EDGES == 0).any(axis=1)

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
    """Cheapest ways from a pawn to every cell, cells taken in order of their cost; returns how many can be reached."""
    for cell in range(CELLS):
        reach[COST, cell] = FAR if table.tile[cell] >= 0 else NONE  # what costs NONE is never reached for less
    reach[COST, OFF] = NONE
    cap = lowest_limit(table, seat, EDGE_CAPS)
    cost_x = lowest_limit(table, seat, EDGE_XS)
    waiting = np.empty((N_COSTS, CELLS), np.int8)  # cells by cost modulo N_COSTS; outdated ones are passed over
    n_waiting = np.zeros(N_COSTS, np.int64)
    waiting[0, 0] = table.pawn[seat]
    n_waiting[0] = 1
    reach[COST, table.pawn[seat]] = 0
    reach[FIRST, table.pawn[seat]] = NONE
    left = 1
    cost = 0
    n = 0
    while left > 0:
        now = cost % N_COSTS
        for i in range(n_waiting[now]):
            cell = int(waiting[now, i])
            if reach[COST, cell] != cost:
                continue
            reach[ORDER, n] = cell
            n += 1
            tile = int(table.tile[cell])
            sealed = HAS_X[tile] and is_sealed(table, cell)
            for direction in range(4):  # not a function of its own: calling one with so many arrays takes longer
                near = NEXT[cell, direction]
                step = edge_cost(tile, direction, cap, cost_x)
                if sealed:
                    step = exit_cost(table, cell, direction, cap, cost_x)
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
    return n
