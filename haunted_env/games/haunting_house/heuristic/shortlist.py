"""The changes of the house that promise most, for the deciding seat or against the one ahead; see estimate.py."""

import numpy as np

from haunted_env.engine.bits import number_of
from haunted_env.games.haunting_house.actions import Act, Decision
from haunted_env.games.haunting_house.heuristic.estimate import (
    N_SITE,
    OUT,
    cheapest,
    hunted_promise,
    own_promise,
    survey,
)
from haunted_env.games.haunting_house.maze.distance import fill_distances, fill_layers, nearest
from haunted_env.games.haunting_house.maze.places import AT_EXIT, EVERYWHERE, rule
from haunted_env.games.haunting_house.rules.board import touching
from haunted_env.games.haunting_house.state import EXIT, N_PLACES, NONE
from haunted_env.games.haunting_house.tables import N_CELLS, OPENINGS

N_EACH = 3  # for the own pawn, then against the one ahead
N_LISTED = 2 * N_EACH
NOTHING = 1 << 60
SLACK = 1  # how much longer than the cheapest way a way over a cell is that may become the cheapest


@rule
def openings(table, cell, quarters):
    """The open sides of the tile on a cell, rotated by a number of quarter turns."""
    return int(OPENINGS[table.tile[cell], (table.rotation[cell] + quarters) & 3])


@rule
def insert(shortlist, first, entry):
    """Keep the lowest entries of one half of the list."""
    if entry >= shortlist[first + N_EACH - 1]:
        return
    for i in range(first, first + N_EACH):
        if entry < shortlist[i]:
            entry, shortlist[i] = shortlist[i], entry


@rule
def enlist(site, shape, cell, before, behind, hunted, change, shortlist):
    """Keep a change if it is one of those that promise most for the own pawn, or against the hunted one."""
    on = cheapest(site, OUT, shape)
    insert(shortlist, 0, own_promise(site, shape, on, cell, before, behind) << 16 | change)
    insert(shortlist, N_EACH, hunted_promise(site, shape, on, cell, hunted, behind) << 16 | change)


@rule
def change_of(entry):
    return entry & 0xFFFF


@rule
def is_new(shortlist, i):
    """Whether there is an i-th change, and it is not in the first half already."""
    if shortlist[i] == NOTHING:
        return False
    for k in range(N_EACH if i >= N_EACH else 0):
        if change_of(shortlist[k]) == change_of(shortlist[i]) and shortlist[k] != NOTHING:
            return False
    return True


@rule
def leader(table, seat, layers, n_layers):
    """The other seat that is nearest to the exit."""
    best = NONE
    least = n_layers + 1
    for other in range(table.n_seats):
        if other != seat:
            distance = nearest(layers, n_layers, 1 << table.pawn[other])
            if distance < least:
                least = distance
                best = other
    return best


@rule
def fill_from(maze, layers, place, distances):
    """Distances from a place."""
    fill_distances(layers, fill_layers(maze, 1 << place, EVERYWHERE, layers), distances)


@rule
def matters(before, behind, cell):
    """Whether a way over the cell is, or may become, the cheapest one."""
    return before[cell] + behind[cell] <= before[EXIT] + SLACK


@rule
def fill_shortlist(table, ledger, maze, layers, mask, shortlist):
    """The most promising changes: 4 x cell + quarters, or 36 x cell + cell to switch with."""
    before = np.empty(N_PLACES, np.int64)
    behind = np.empty(N_PLACES, np.int64)
    hunted = np.empty(N_PLACES, np.int64)
    n_layers = fill_layers(maze, AT_EXIT, EVERYWHERE, layers)
    fill_distances(layers, n_layers, behind)
    rival = leader(table, ledger.seat, layers, n_layers)
    fill_from(maze, layers, table.pawn[ledger.seat], before)
    fill_from(maze, layers, table.pawn[rival], hunted)
    near = 0
    for cell in range(N_CELLS):
        if mask[Act.TILE + cell] and (matters(before, behind, cell) or matters(hunted, behind, cell)):
            near |= 1 << cell
    for i in range(N_LISTED):
        shortlist[i] = NOTHING
    if table.decision == Decision.SWAP_FIRST:
        list_switches(table, maze, mask, near, before, behind, hunted, shortlist)
    else:
        list_turns(table, maze, near, before, behind, hunted, shortlist)


@rule
def list_turns(table, maze, near, before, behind, hunted, shortlist):
    """ROT90_TILE, ROT180_TILE."""
    site = np.empty(N_SITE, np.int64)
    half = table.decision == Decision.ROT180_TILE
    for cell in range(N_CELLS):
        if near >> cell & 1 == 0:
            continue
        survey(maze, cell, before, hunted, behind, site)
        for quarters in range(2 if half else 1, 3 if half else 4, 2):
            shape = openings(table, cell, quarters)
            if shape != openings(table, cell, 0):
                enlist(site, shape, cell, before, behind, hunted, 4 * cell + quarters, shortlist)


@rule
def list_switches(table, maze, mask, near, before, behind, hunted, shortlist):
    """SWAP_FIRST: switches are judged by one of the two cells."""
    site = np.empty(N_SITE, np.int64)
    free = 0
    for cell in range(N_CELLS):
        free |= int(mask[Act.TILE + cell]) << cell
    for one in range(N_CELLS):
        if near >> one & 1 == 0:
            continue
        survey(maze, one, before, hunted, behind, site)
        partners = touching(1 << one) & free
        shape = openings(table, one, 0)
        done = 1 << shape
        while partners:
            two = number_of(partners & -partners)
            partners &= partners - 1
            shape = openings(table, two, 0)
            if done >> shape & 1 == 0:
                done |= 1 << shape
                enlist(site, shape, one, before, behind, hunted, N_CELLS * one + two, shortlist)
