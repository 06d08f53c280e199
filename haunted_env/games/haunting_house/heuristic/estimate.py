"""Which changes of the house are worth a closer look: a guess from distances in the house as it stands.

If a tile changes, a way over its cell costs what it takes to get beside it, in, out, and on to the exit. A pawn on
whose cheapest way the cell lies has to take that or a detour; the others go that way only if it is cheaper.
"""

import numpy as np

from haunted_env.games.haunting_house.heuristic.maze import ENTRY_CELL, ENTRY_SIDE, EXIT_CELL, EXIT_SIDE, OPEN, rule
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, NONE
from haunted_env.games.haunting_house.tables import COL_STEP, N_CELLS, N_SIDES, ROW_STEP, SIZE

DETOUR = 3  # what there may be instead of a way over a changed cell
FAR = 1000

# What is known of a cell: by side, the price of the edge if the cell has an opening there plus the distances of the
# place behind it from the own pawn, from the hunted pawn, and from the exit.
OWN, HUNTED, OUT = 0, N_SIDES, 2 * N_SIDES
N_SITE = 3 * N_SIDES

BESIDE = np.full((N_CELLS, N_SIDES), NONE, np.int64)  # by cell and side: the next cell
for _cell in range(N_CELLS):
    for _side in range(N_SIDES):
        _row, _col = _cell // SIZE + int(ROW_STEP[_side]), _cell % SIZE + int(COL_STEP[_side])
        if 0 <= _row < SIZE and 0 <= _col < SIZE:
            BESIDE[_cell, _side] = SIZE * _row + _col


@rule
def survey(maze, cell, before, hunted, behind, site):
    """Look around a cell. `before` and `hunted` are distances from the two pawns, `behind` from the exit."""
    for side in range(N_SIDES):
        price = 1
        other = BESIDE[cell, side]
        if other >= 0:
            price = 2 - (maze[OPEN + (side ^ 2)] >> other & 1)
        elif cell == maze[EXIT_CELL] and side == maze[EXIT_SIDE]:
            other = EXIT
        elif cell == maze[ENTRY_CELL] and side == maze[ENTRY_SIDE]:
            other = ENTRANCE
        else:
            other = cell
            price = FAR
        site[OWN + side] = before[other] + price
        site[HUNTED + side] = hunted[other] + price
        site[OUT + side] = behind[other] + price


@rule
def way_over(site, whose, shape):
    """The price of a pawn's way over the cell to the exit, if the cell had openings of this shape."""
    to = FAR
    on = FAR
    for side in range(N_SIDES):
        wall = 1 - (shape >> side & 1)
        to = min(to, site[whose + side] + wall)
        on = min(on, site[OUT + side] + wall)
    return to + on


@rule
def guess_way(site, whose, shape, now, is_on_way):
    """About how far a pawn will be from the exit; `now`: how far it is; whether the cell is on its way."""
    found = way_over(site, whose, shape)
    return min(found, now + DETOUR if is_on_way else now)


@rule
def own_promise(site, shape, cell, before, behind):
    """How near the exit a change brings the own pawn, the sooner the better: the lowest is the best."""
    is_on_way = before[cell] + behind[cell] == before[EXIT]
    return guess_way(site, OWN, shape, before[EXIT], is_on_way) << 6 | before[cell]


@rule
def hunted_promise(site, shape, cell, hunted, behind):
    """How far from the exit a change leaves the hunted pawn, the sooner the better: the lowest is the best."""
    is_on_way = hunted[cell] + behind[cell] == hunted[EXIT]
    return (FAR - guess_way(site, HUNTED, shape, hunted[EXIT], is_on_way)) << 6 | hunted[cell]
