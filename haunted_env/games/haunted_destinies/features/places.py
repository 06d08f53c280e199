"""Places: the viewer's tile, what lies each way, and cells that may be chosen."""

import numpy as np

from haunted_env.engine.encoding import MOST, relative
from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.amounts import TIERS
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
    NEVER,
    cap_of,
    cost_x_of,
    edge_cost,
    exit_cost,
    is_searchable,
    neighbour,
    neighbour_tile,
    touches,
)
from haunted_env.games.haunted_destinies.rules.rolls import reaches, search_lead
from haunted_env.games.haunted_destinies.rules.ways import (
    COST,
    DISTANCE,
    FAR,
    FIRST,
    N_REACH,
    STRIDE,
    find_near,
    turns_away,
)
from haunted_env.games.haunted_destinies.state import CELLS, GRID

N_TIERS = len(TIERS)
TIER = np.array(TIERS, np.int64)
FADED = np.array([round(100 * 0.8**turns) for turns in range(20)], np.int64)  # per cent left after so many turns
GOALS = N_REACH  # one more row of `reach`: cells where there is something to do
NEXT_TURN = STRIDE + 1  # ways are looked for as far as one comes in this turn and the next
MOST_SYPHONED = 6  # gloom beyond it is worth no more: what one die can take


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
    cap = cap_of(table, seat)
    cost_x = cost_x_of(table, seat)
    n_open = 0
    for way in range(N_WAYS):
        n_open += put_step(table, seat, way, cap, cost_x, out)
    if n_open == 0:
        return
    reach = np.empty((N_REACH + 1, CELLS + 1), np.int16)
    find_near(table, seat, table.mp + NEXT_TURN, reach)
    put_goals(table, seat, reach, out)
    for other in range(table.n_seats):
        if other != seat and table.pawn[other] >= 0:
            put_meeting(table, seat, other, relative(table.n_seats, other, origin), reach, out)


@rule
def put_step(table, seat, way, cap, cost_x, out):
    """The step itself, and the tile next to the viewer's; returns whether the step can be made now."""
    here = int(table.pawn[seat])
    cost = exit_cost(table, here, way, cap, cost_x)
    if cost == 0:
        return 0
    first = At.WAYS + WAY_SIZE * way
    near = neighbour(here, way)
    is_open = cost <= table.mp and not table.tile_removed
    out[first + Way.COST] = cost
    out[first + Way.OPEN] = is_open
    out[first + Way.SEARCHABLE] = is_searchable(table, near)
    out[first + Way.GLOOM] = min(table.gloom[near], MOST)
    exits = 0
    for onward in range(N_WAYS):
        exits += exit_cost(table, near, onward, cap, cost_x) > 0
    out[first + Way.EXITS] = exits
    return int(is_open)


@rule
def put_goals(table, seat, reach, out):
    """What there is to search and to syphon each way."""
    here = int(table.pawn[seat])
    lead = search_lead(table, seat, here) + int(table.gloom[here])  # on a tile without gloom
    n = 0
    for cell in range(CELLS):  # first gather those that matter: where they are, a processor could not guess
        reach[GOALS, n] = cell
        n += int(reach[FIRST, cell] >= 0) & (int(table.gloom[cell] > 0) | int(is_searchable(table, cell)))
    for i in range(n):
        cell = int(reach[GOALS, i])
        cost = int(reach[COST, cell])
        gloom = int(table.gloom[cell])
        first = At.WAYS + WAY_SIZE * reach[FIRST, cell]
        left = faded(table, cost)
        out[first + Way.SYPHON] = max(int(out[first + Way.SYPHON]), min(gloom, MOST_SYPHONED) * left // 10)
        if is_searchable(table, cell):
            if out[first + Way.NEAREST] == 0 or cost < out[first + Way.NEAREST]:
                out[first + Way.NEAREST] = min(cost, MOST)
            for tier in range(N_TIERS):
                odds = per_cent(reaches(lead - gloom, TIER[tier])) * left // 100
                out[first + Way.SEARCH + tier] = max(int(out[first + Way.SEARCH + tier]), odds)


@rule
def faded(table, cost):
    """How much is left, in per cent, of what can be done once so much is paid for the way."""
    return FADED[min(turns_away(cost, table.mp) + int(table.action_used), FADED.shape[0] - 1)]


@rule
def put_meeting(table, seat, other, index, reach, out):
    """Another player: the way there, and what it promises or threatens."""
    here = int(table.pawn[seat])
    there = int(table.pawn[other])
    row = At.SEATS + SEAT_SIZE * index
    odds = int(out[row + Seat.ODDS])
    fear = int(out[row + Seat.FEAR])
    cost = int(reach[COST, there])
    if 0 < cost < FAR:
        first = At.WAYS + WAY_SIZE * reach[FIRST, there]
        out[row + Seat.COST] = min(cost, MOST)
        out[first + Way.TOWARDS + index] = 2
        if not table.ghost[other]:
            odds_there = odds * faded(table, cost) // 100
            hunt = odds_there * out[row + Seat.CHANCE] // 100
            out[first + Way.FIGHT] = max(int(out[first + Way.FIGHT]), odds_there)
            out[first + Way.HUNT] = max(int(out[first + Way.HUNT]), hunt)
    out[row + Seat.IN_REACH] = 0 <= cost <= table.mp
    for way in range(N_WAYS):
        first = At.WAYS + WAY_SIZE * way
        if out[first + Way.COST] == 0:
            continue
        near = neighbour(here, way)
        nearer = int(DISTANCE[here, there]) - int(DISTANCE[near, there])
        if near == there:
            out[first + (Way.GHOSTS if table.ghost[other] else Way.LIVING)] += 1
        if fear > odds:
            out[first + Way.DANGER] += fear * nearer // 10
        if cost == FAR and nearer > 0:
            out[first + Way.TOWARDS + index] = 1


@rule
def put_cells(table, ledger, decision, out):
    """In decisions that name a cell."""
    if decision == Decision.SETUP_CELL:
        if ledger.chosen_tile >= 0:
            for cell in range(CELLS):
                if touches(table, cell):
                    out[At.CELLS + CELL_SIZE * cell + Cell.FIT] = links(table, cell, ledger.hand[ledger.chosen_tile])
    elif decision == Decision.SETUP_GLOOM or decision == Decision.FX_CELL or decision == Decision.REMOVE_CELL:
        for cell in range(CELLS):
            if table.tile[cell] >= 0:
                put_cell(table, ledger.seat, cell, out)


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
