"""Places: the viewer's tile, what lies each way, and cells that may be chosen."""

import numpy as np

from haunted_env.engine.encoding import MOST, relative
from haunted_env.engine.scratch import table_of
from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.amounts import MOST_SYPHONED, N_TURNS, SEALED_COST, TIERS
from haunted_env.games.haunted_destinies.features.layout import (
    CELL_SIZE,
    N_WAYS,
    SEAT_SIZE,
    WAY_SIZE,
    At,
    Cell,
    Seat,
    Way,
)
from haunted_env.games.haunted_destinies.features.seats import per_cent, rule
from haunted_env.games.haunted_destinies.rules.board import (
    NEIGHBOUR,
    NEVER,
    cap_of,
    cost_x_of,
    edge_cost,
    exit_cost,
    is_sealed,
    is_searchable,
    neighbour,
    neighbour_tile,
    touches,
)
from haunted_env.games.haunted_destinies.rules.placing import in_hand
from haunted_env.games.haunted_destinies.rules.rolls import reaches, search_lead
from haunted_env.games.haunted_destinies.rules.ways import DISTANCE
from haunted_env.games.haunted_destinies.state import CELLS, GRID, NONE
from haunted_env.games.haunted_destinies.tables import N_TILES

N_TIERS = len(TIERS)
TIER = np.array(TIERS, np.int64)

# Rows of `reach`. By cell: the best way so far, and whether it waits to be left; the cells that wait; those reached.
BEST, WAITS, RING, REACHED = range(4)
N_REACH = 4
N_RING = 128  # a power of two, more than there are cells
OFF = CELLS  # stands for all cells off the grid
NEXT = np.where(NEIGHBOUR == NONE, OFF, NEIGHBOUR).astype(np.uint8)
WAY = 4  # a way is a number: its cost times WAY, and its first step; the cheaper one is the lower number

NEAREST = np.argsort(DISTANCE, axis=1, kind="stable")[:, 1:].astype(np.int8)  # by cell: the others, nearest first
N_OTHERS = CELLS - 1


@rule
def put_here(table, seat, out):
    here = int(table.pawn[seat])
    out[At.HERE + 1] = min(table.gloom[here], MOST)
    if is_searchable(table, here):
        out[At.HERE] = 1
        lead = search_lead(table, seat, here)
        for tier in range(N_TIERS):
            out[At.HERE + 2 + tier] = per_cent(reaches(lead, TIER[tier]))


@rule
def put_ways(table, seat, origin, out):
    """What each step costs, and what the ways that begin with it lead to, if one can be made."""
    here = int(table.pawn[seat])
    cap = cap_of(table, seat)
    cost_x = cost_x_of(table, seat)
    n_open = 0
    for way in range(N_WAYS):
        cost = exit_cost(table, here, way, cap, cost_x)
        is_open = int(0 < cost <= table.mp) & int(table.tile_removed == 0)
        out[At.WAYS + WAY_SIZE * way + Way.COST] = cost
        out[At.WAYS + WAY_SIZE * way + Way.OPEN] = is_open
        n_open += is_open
    if n_open == 0:
        return
    for way in range(N_WAYS):
        if out[At.WAYS + WAY_SIZE * way + Way.COST] > 0:
            put_step(table, seat, origin, way, out)
    reach = table_of(N_REACH, N_RING, np.int16)
    n_reached = find_near(table, seat, cap, cost_x, reach)
    if put_goals(table, seat, n_reached, reach, out) == 0:
        put_far_goal(table, here, out)
    for other in range(table.n_seats):
        if other != seat and table.pawn[other] >= 0:
            put_meeting(table, seat, other, relative(table.n_seats, other, origin), reach, out)


@rule
def put_step(table, seat, origin, way, out):
    """The tile next to the viewer's, and whom the step leads nearer to."""
    here = int(table.pawn[seat])
    near = neighbour(here, way)
    first = At.WAYS + WAY_SIZE * way
    out[first + Way.SEARCHABLE] = is_searchable(table, near)
    out[first + Way.GLOOM] = min(table.gloom[near], MOST)
    danger = 0
    for other in range(table.n_seats):
        there = int(table.pawn[other])
        if other == seat or there < 0:
            continue
        index = relative(table.n_seats, other, origin)
        row = At.SEATS + SEAT_SIZE * index
        nearer = int(DISTANCE[here, there]) - int(DISTANCE[near, there])
        danger += max(int(out[row + Seat.FEAR]) - int(out[row + Seat.ODDS]), 0) * nearer
        out[first + Way.LIVING + table.ghost[other]] += near == there
        out[first + Way.TOWARDS + index] = nearer > 0
    out[first + Way.DANGER] = danger // 10


@rule
def find_near(table, seat, cap, cost_x, reach):
    """Cheapest ways from a pawn to the cells that its movement points reach; returns how many there are (REACHED).

    Of equally cheap ways that with the lower first step. Cells are left again whenever a better way to them is found.
    That takes more steps than going by their cost, but has hardly a branch that the processor could guess wrong, which
    would take most of the time.
    """
    start = int(table.pawn[seat])
    beyond = WAY * (int(table.mp) + 1)
    for cell in range(CELLS):
        reach[BEST, cell] = beyond if table.tile[cell] >= 0 else NONE  # nothing is better than NONE
        reach[WAITS, cell] = 0
    reach[BEST, OFF] = NONE
    reach[WAITS, OFF] = 0
    reach[BEST, start] = 0
    reach[RING, 0] = start
    n_reached = 0
    head = 0
    tail = 1
    while head < tail:
        cell = int(reach[RING, head & N_RING - 1])
        head += 1
        reach[WAITS, cell] = 0
        tile = int(table.tile[cell])
        before = int(reach[BEST, cell])
        sealed = before + WAY * SEALED_COST < beyond and is_sealed(table, cell)
        for direction in range(N_WAYS):
            near = NEXT[cell, direction]
            step = edge_cost(tile, direction, cap, cost_x)
            if sealed:
                step = exit_cost(table, cell, direction, cap, cost_x) or NEVER
            way = before + WAY * step + (direction if cell == start else 0)
            best = int(reach[BEST, near])
            is_better = int(way < best)
            reach[BEST, near] = min(way, best)
            reach[REACHED, n_reached] = near
            n_reached += is_better & int(best == beyond)
            reach[RING, tail & N_RING - 1] = near
            leads_on = is_better & int(way < beyond - WAY)
            tail += leads_on & ~reach[WAITS, near]
            reach[WAITS, near] |= leads_on
    return n_reached


@rule
def put_goals(table, seat, n_reached, reach, out):
    """What there is to search and to syphon each way; returns how many tiles of use to the viewer there are."""
    here = int(table.pawn[seat])
    lead = search_lead(table, seat, here) + int(table.gloom[here])  # on a tile without gloom
    n = 0
    for i in range(n_reached):
        cell = int(reach[REACHED, i])
        best = int(reach[BEST, cell])
        first = At.WAYS + WAY_SIZE * (best % WAY)
        gloom = int(table.gloom[cell])
        searchable = int(is_searchable(table, cell))
        left = searchable * (table.mp + 1 - best // WAY)
        odds = searchable * per_cent(reaches(lead - gloom, TIER[0]))
        out[first + Way.NEAREST] = max(int(out[first + Way.NEAREST]), left)
        out[first + Way.SEARCH] = max(int(out[first + Way.SEARCH]), odds)
        out[first + Way.SYPHON] = max(int(out[first + Way.SYPHON]), min(gloom, MOST_SYPHONED))
        n += searchable
    return n


@rule
def put_far_goal(table, here, out):
    """Which steps lead nearer to the nearest searchable tile."""
    i = 0
    while i < N_OTHERS and not is_searchable(table, NEAREST[here, i]):
        i += 1
    if i == N_OTHERS:
        return
    nearest = NEAREST[here, i]
    for way in range(N_WAYS):
        first = At.WAYS + WAY_SIZE * way
        if out[first + Way.COST] > 0:
            out[first + Way.SEEKS] = DISTANCE[neighbour(here, way), nearest] < DISTANCE[here, nearest]


@rule
def put_meeting(table, seat, other, index, reach, out):
    """Another player within reach: the way there, and what it promises."""
    best = int(reach[BEST, table.pawn[other]])
    if table.pawn[other] == table.pawn[seat] or best > WAY * table.mp + WAY - 1 or best < 0:
        return
    row = At.SEATS + SEAT_SIZE * index
    first = At.WAYS + WAY_SIZE * (best % WAY)
    out[row + Seat.COST] = min(best // WAY, MOST)
    out[first + Way.TOWARDS + index] = 2
    if not table.ghost[other]:
        odds = int(out[row + Seat.ODDS])
        out[first + Way.FIGHT] = max(int(out[first + Way.FIGHT]), odds)
        out[first + Way.HUNT] = max(int(out[first + Way.HUNT]), odds * out[row + Seat.CHANCE] // 100)


@rule
def put_cells(table, ledger, decision, out):
    """In decisions that name a cell."""
    if decision == Decision.SETUP_CELL:
        if ledger.chosen_tile >= 0:
            for cell in range(CELLS):
                if touches(table, cell):
                    out[At.CELLS + CELL_SIZE * cell + Cell.FIT] = links(table, cell, in_hand(ledger))
    elif decision == Decision.SETUP_TURN:
        put_turns(table, ledger.hand[ledger.chosen_tile], out)
    elif decision == Decision.SETUP_GLOOM or decision == Decision.FX_CELL or decision == Decision.REMOVE_CELL:
        for cell in range(CELLS):
            if table.tile[cell] >= 0:
                put_cell(table, ledger.seat, cell, out)


@rule
def put_turns(table, tile, out):
    """HD-SETUP-23: what turning the chosen tile is good for."""
    for turn in range(N_TURNS):
        for cell in range(CELLS):
            if touches(table, cell):
                n = links(table, cell, tile + N_TILES * turn)
                out[At.TURNS + turn] = max(int(out[At.TURNS + turn]), n)


@rule
def links(table, cell, tile):
    """Edges across which one could walk from a tile put there, or to it."""
    n = 0
    for direction in range(N_WAYS):
        near = neighbour_tile(table, cell, direction)
        if near >= 0:
            n += edge_cost(tile, direction, NEVER, NEVER) < NEVER
            n += edge_cost(near, (direction + 2) % N_WAYS, NEVER, NEVER) < NEVER
    return n


@rule
def put_cell(table, seat, cell, out):
    first = At.CELLS + CELL_SIZE * cell
    if is_searchable(table, cell):
        out[first + Cell.SEARCH] = per_cent(reaches(search_lead(table, seat, cell), TIER[0]))
    nearest = 2 * GRID
    for other in range(table.n_seats):
        if other != seat and not table.ghost[other] and table.pawn[other] >= 0:
            nearest = min(nearest, int(DISTANCE[cell, table.pawn[other]]))
    out[first + Cell.FIT] = nearest
