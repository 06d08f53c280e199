"""Cards that change the house: every way is weighed by how the race stands afterwards."""

import numpy as np

from haunted_env.games.haunting_house.actions import Act
from haunted_env.games.haunting_house.heuristic.race import share
from haunted_env.games.haunting_house.heuristic.shortlist import (
    N_LISTED,
    change_of,
    fill_shortlist,
    is_new,
    openings,
)
from haunted_env.games.haunting_house.maze.places import find_edges, lay_tile, place_exit, rule
from haunted_env.games.haunting_house.state import NONE
from haunted_env.games.haunting_house.tables import N_CELLS


@rule
def any_tile(mask):
    """A legal tile, if no change does anything."""
    for cell in range(N_CELLS):
        if mask[Act.TILE + cell]:
            return cell
    return NONE


@rule
def turned_share(table, ledger, maze, layers, reach, places, cell, quarters):
    """The share once a tile is turned."""
    lay_tile(maze, cell, openings(table, cell, quarters))
    find_edges(maze)
    found = share(table, ledger, maze, layers, reach, places)
    lay_tile(maze, cell, openings(table, cell, 0))
    return found


@rule
def switched_share(table, ledger, maze, layers, reach, places, one, two):
    """The share once two tiles are switched."""
    lay_tile(maze, one, openings(table, two, 0))
    lay_tile(maze, two, openings(table, one, 0))
    find_edges(maze)
    found = share(table, ledger, maze, layers, reach, places)
    lay_tile(maze, one, openings(table, one, 0))
    lay_tile(maze, two, openings(table, two, 0))
    return found


@rule
def tile_to_turn(table, ledger, maze, layers, reach, places, mask):
    """ROT90_TILE, ROT180_TILE."""
    shortlist = np.empty(N_LISTED, np.int64)
    fill_shortlist(table, ledger, maze, layers, mask, shortlist)
    best = any_tile(mask)
    most = -1.0
    for i in range(N_LISTED):
        if is_new(shortlist, i):
            cell = change_of(shortlist[i]) >> 2
            quarters = change_of(shortlist[i]) & 3
            found = turned_share(table, ledger, maze, layers, reach, places, cell, quarters)
            if found > most:
                most = found
                best = cell
    return Act.TILE + best


@rule
def way_to_turn(table, ledger, maze, layers, reach, places):
    """ROT90_DIR."""
    clockwise = turned_share(table, ledger, maze, layers, reach, places, table.chosen, 1)
    counter = turned_share(table, ledger, maze, layers, reach, places, table.chosen, 3)
    return Act.CW if clockwise >= counter else Act.CCW


@rule
def tile_to_switch(table, ledger, maze, layers, reach, places, mask):
    """SWAP_FIRST: one of the best pair, the second of which comes later."""
    shortlist = np.empty(N_LISTED, np.int64)
    fill_shortlist(table, ledger, maze, layers, mask, shortlist)
    best = any_tile(mask)
    most = -1.0
    for i in range(N_LISTED):
        if is_new(shortlist, i):
            one = change_of(shortlist[i]) // N_CELLS
            two = change_of(shortlist[i]) % N_CELLS
            found = switched_share(table, ledger, maze, layers, reach, places, one, two)
            if found > most:
                most = found
                best = one
    return Act.TILE + best


@rule
def partner_to_switch(table, ledger, maze, layers, reach, places, mask):
    """SWAP_SECOND."""
    best = NONE
    most = -1.0
    for two in range(N_CELLS):
        if mask[Act.TILE + two]:
            found = switched_share(table, ledger, maze, layers, reach, places, table.chosen, two)
            if found > most:
                most = found
                best = two
    return Act.TILE + best


@rule
def way_of_exit(table, ledger, maze, layers, reach, places, mask):
    """EXIT_DIR."""
    if not mask[Act.CW]:
        return Act.CCW
    if not mask[Act.CCW]:
        return Act.CW
    place_exit(maze, table.exit + 1)
    clockwise = share(table, ledger, maze, layers, reach, places)
    place_exit(maze, table.exit - 1)
    counter = share(table, ledger, maze, layers, reach, places)
    return Act.CW if clockwise >= counter else Act.CCW
