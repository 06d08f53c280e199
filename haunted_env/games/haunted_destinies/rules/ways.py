"""Cheapest ways over the board, by the cost of a step (HD-MOVE-3 to HD-MOVE-10)."""

import numpy as np
from numba import int16

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.rules.board import (
    NEIGHBOUR,
    NEVER,
    cap_of,
    cost_x_of,
    edge_cost,
    exit_cost,
    is_sealed,
)
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE, compiler

# Rows of `reach`, by cell: what it costs to reach, and the first step on the way (a direction).
# The others are for looking for ways: by cell (OFF for all that is off the grid) the best one so far, whether the cell
# waits to be left, and a ring of those that wait. A way is a number, its cost times WAY plus its first step, so that of
# two ways the cheaper one is the lower number. Users may add rows.
COST, FIRST, BEST, WAITS, RING = range(5)
N_REACH = 5
N_PLACES = 128  # a power of two, more than there are cells
OFF = CELLS
WAY = 4
FAR = NEVER
NEXT = np.where(NEIGHBOUR == NONE, OFF, NEIGHBOUR).astype(np.uint8)

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
def find_ways(table, seat, limit, reach):
    """Cheapest ways from a pawn to every cell that cost less than a limit (FAR: to all that can be reached).

    Of equally cheap ones that with the lower first step. Cells are left again whenever a better way to them is found.
    That takes more steps than going by their cost, but has hardly a branch that the processor could guess wrong, which
    would take most of the time.
    """
    start = int(table.pawn[seat])
    cap = cap_of(table, seat)
    cost_x = cost_x_of(table, seat)
    for cell in range(CELLS):
        reach[BEST, cell] = WAY * limit if table.tile[cell] >= 0 else NONE  # nothing is better than NONE
        reach[WAITS, cell] = 0
    reach[BEST, OFF] = NONE
    reach[WAITS, OFF] = 0
    reach[BEST, start] = 0
    reach[RING, 0] = start
    head = 0
    tail = 1
    while head < tail:
        cell = int(reach[RING, head & N_PLACES - 1])
        head += 1
        reach[WAITS, cell] = 0
        tile = int(table.tile[cell])
        before = int(reach[BEST, cell])
        sealed = is_sealed(table, cell)
        for direction in range(4):
            near = NEXT[cell, direction]
            step = edge_cost(tile, direction, cap, cost_x)
            if sealed:
                step = exit_cost(table, cell, direction, cap, cost_x) or NEVER
            way = before + WAY * step + (direction if cell == start else 0)
            best = int(reach[BEST, near])
            is_better = int(way < best)
            reach[BEST, near] = min(way, best)
            reach[RING, tail & N_PLACES - 1] = near
            tail += is_better & ~int(reach[WAITS, near])
            reach[WAITS, near] |= is_better
    for cell in range(CELLS):
        is_reached = 0 <= reach[BEST, cell] < WAY * limit
        reach[COST, cell] = reach[BEST, cell] // WAY if is_reached else FAR
        reach[FIRST, cell] = reach[BEST, cell] % WAY if is_reached else NONE
    reach[FIRST, start] = NONE
