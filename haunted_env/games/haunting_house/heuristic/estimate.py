"""Which changes of the house are worth a closer look: a guess from distances in the house as it stands.

If a tile changes, a way over its cell costs what it takes to get beside it, in, out, and on to the exit. A pawn on
whose cheapest way the cell lies has to take that or a detour; the others go that way only if it is cheaper.
"""

import numpy as np

from haunted_env.games.haunting_house.maze.places import ENTRY_CELL, ENTRY_SIDE, EXIT_CELL, EXIT_SIDE, OPEN, rule
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
def cheapest(site, whose, shape):
    """The least of what is known of the sides, if the cell had openings of this shape."""
    found = FAR
    for side in range(N_SIDES):
        found = min(found, site[whose + side] + 1 - (shape >> side & 1))
    return found


@rule
def guess_way(to, on, here, now):
    """About how far a pawn will be from the exit: `to` and `on` from a changed cell, `here` by way of it as it is,
    `now` by the cheapest way as it is."""
    return min(to + on, now + DETOUR if here == now else now)


@rule
def own_promise(site, shape, on, cell, before, behind):
    """How near the exit a change brings the own pawn, the sooner the better: the lowest is the best."""
    to = cheapest(site, OWN, shape)
    return guess_way(to, on, before[cell] + behind[cell], before[EXIT]) << 6 | before[cell]


@rule
def hunted_promise(site, shape, on, cell, hunted, behind):
    """How far from the exit a change leaves the hunted pawn, the sooner the better: the lowest is the best."""
    to = cheapest(site, HUNTED, shape)
    return (FAR - guess_way(to, on, hunted[cell] + behind[cell], hunted[EXIT])) << 6 | hunted[cell]
