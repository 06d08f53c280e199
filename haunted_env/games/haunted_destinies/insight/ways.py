"""Where everybody stands, how to get there, and what lies in each direction."""

import numpy as np

from haunted_env.games.haunted_destinies.insight.shape import (
    N_TIERS,
    N_WAYS,
    WAY_SIZE,
    In,
    Way,
    distance,
    odds,
    rule,
)
from haunted_env.games.haunted_destinies.observation import Obs
from haunted_env.games.haunted_destinies.state import CELLS, GRID, MAX_SEATS

FAR = 999
COST, FIRST_STEP = 0, 1  # rows of `reach`, by cell
LATER, STRIDE = 0.8, 6  # what comes a turn later counts so much; a turn goes about so far
MOST_GLOOM = 6  # told apart
STEPS = np.array([[-1, 0], [0, 1], [1, 0], [0, -1]], np.int64)


@rule
def find_pawns(row, cells):
    """The cell of every pawn; -1 if it is not on the board."""
    for seat in range(MAX_SEATS):
        cells[seat] = -1
        line = -1
        column = -1
        for k in range(GRID):
            if row[Obs.PAWN_ROW + seat * GRID + k] != 0:
                line = k
            if row[Obs.PAWN_COL + seat * GRID + k] != 0:
                column = k
        if line >= 0 and column >= 0:
            cells[seat] = line * GRID + column


@rule
def is_tile(row, cell):
    """A tile has four edges, none of them 0."""
    return row[Obs.EDGE_N + cell] != 0


@rule
def neighbour(cell, way):
    line = cell // GRID + STEPS[way, 0]
    column = cell % GRID + STEPS[way, 1]
    if 0 <= line < GRID and 0 <= column < GRID:
        return line * GRID + column
    return -1


@rule
def find_ways(row, start, reach):
    """Cheapest ways from a cell to all others: what they cost, and their first step."""
    for cell in range(CELLS):
        reach[COST, cell] = FAR
        reach[FIRST_STEP, cell] = -1
    reach[COST, start] = 0
    open_cells = np.empty(CELLS, np.int64)
    open_cells[0] = start
    n_open = 1
    while n_open > 0:
        best = 0
        for i in range(1, n_open):
            if reach[COST, open_cells[i]] < reach[COST, open_cells[best]]:
                best = i
        cell = open_cells[best]
        n_open -= 1
        open_cells[best] = open_cells[n_open]
        for way in range(N_WAYS):
            near = neighbour(cell, way)
            cost = int(row[Obs.EDGE_N + way * CELLS + cell])
            if cost <= 0 or near < 0 or not is_tile(row, near):
                continue
            if reach[COST, cell] + cost < reach[COST, near]:
                if reach[COST, near] == FAR:
                    open_cells[n_open] = near
                    n_open += 1
                reach[COST, near] = reach[COST, cell] + cost
                reach[FIRST_STEP, near] = way if cell == start else reach[FIRST_STEP, cell]


@rule
def apart(a, b):
    """Steps between two cells, edges ignored."""
    return abs(a // GRID - b // GRID) + abs(a % GRID - b % GRID)


@rule
def fading(row, cost):
    """What something is still worth that can be done when this has been paid for the way."""
    worth = 1.0 if row[Obs.ACTION_USED] == 0 else LATER
    short = cost - int(row[Obs.MP])
    if short > 0:
        for _turn in range(1 + (short - 1) // STRIDE):
            worth *= LATER
    return worth


@rule
def search_lead(row, cell):
    return int(row[Obs.HEALTH]) - int(row[Obs.GLOOM + cell])


@rule
def put_search(row, cell, worth, out, first):
    """Odds of each tier of a search on a tile, if better than what is noted already."""
    for tier in range(N_TIERS):
        out[first + tier] = max(int(out[first + tier]), int(worth * odds(search_lead(row, cell) - 2 * tier)))


@rule
def put_steps(row, cells, reach, out):
    """The next tile in each direction, and who is that way."""
    here = cells[0]
    for way in range(N_WAYS):
        at = In.WAYS + way * WAY_SIZE
        near = neighbour(here, way)
        cost = int(row[Obs.EDGE_N + way * CELLS + here])
        is_open = near >= 0 and cost > 0 and is_tile(row, near)
        if is_open:
            out[at + Way.OPEN] = cost <= row[Obs.MP]
            out[at + Way.COST] = cost
        for seat in range(1, MAX_SEATS):
            cell = cells[seat]
            if cell < 0:
                continue
            if is_open:
                out[at + Way.CLOSER + seat - 1] = apart(here, cell) - apart(near, cell)
            if reach[FIRST_STEP, cell] == way:
                out[at + Way.TOWARDS + seat - 1] = 1


@rule
def put_places(row, here, reach, out):
    """What there is to search and to drain in each direction, and here."""
    nearest = np.full(N_WAYS, FAR, np.int64)
    for cell in range(CELLS):
        cost = reach[COST, cell]
        if cell == here or cost == FAR:
            continue
        way = reach[FIRST_STEP, cell]
        at = In.WAYS + way * WAY_SIZE
        worth = fading(row, cost)
        if row[Obs.SEARCHABLE + cell] != 0:
            put_search(row, cell, worth, out, at + Way.SEARCH)
            nearest[way] = min(nearest[way], cost)
        gloom = min(int(row[Obs.GLOOM + cell]), MOST_GLOOM)
        if gloom > 0:
            out[at + Way.DRAIN] = max(int(out[at + Way.DRAIN]), int(worth * 100 * gloom / MOST_GLOOM))
    for way in range(N_WAYS):
        if nearest[way] < FAR:
            out[In.WAYS + way * WAY_SIZE + Way.NEAREST + distance(nearest[way])] = 1
    out[In.HERE] = row[Obs.SEARCHABLE + here]
    out[In.HERE + 1] = row[Obs.GLOOM + here]
    if row[Obs.SEARCHABLE + here] != 0:
        put_search(row, here, fading(row, 0), out, In.HERE + 2)


@rule
def put_fights(row, cells, reach, leads, chances, out):
    """The best fights in each direction, and the way to those who are stronger."""
    for seat in range(1, MAX_SEATS):
        cell = cells[seat]
        if cell < 0 or row[Obs.GHOST + seat] != 0:
            continue
        if reach[FIRST_STEP, cell] >= 0:
            at = In.WAYS + reach[FIRST_STEP, cell] * WAY_SIZE
            worth = fading(row, reach[COST, cell]) * odds(leads[seat])
            out[at + Way.FIGHT] = max(int(out[at + Way.FIGHT]), int(worth))
            out[at + Way.HUNT] = max(int(out[at + Way.HUNT]), int(worth * chances[seat]))
        for way in range(N_WAYS):
            at = In.WAYS + way * WAY_SIZE
            near = neighbour(cells[0], way)
            if near >= 0 and leads[seat] < 0 and out[at + Way.COST] > 0:
                out[at + Way.AWAY] += min(-leads[seat], 4) * (apart(cells[0], cell) - apart(near, cell))
