"""A hand-written player: plans over its own cards through the maze, and weighs changes by how the race then stands."""

import numpy as np

from haunted_env.engine.choice import only_action
from haunted_env.games.haunting_house.actions import N_ACTIONS, Act, Decision
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS
from haunted_env.games.haunting_house.heuristic.programs import FAR, card_to_program
from haunted_env.games.haunting_house.heuristic.race import all_of, own_cost, pack, place_of, put_place, share
from haunted_env.games.haunting_house.heuristic.tiles import (
    partner_to_switch,
    tile_to_switch,
    tile_to_turn,
    way_of_exit,
    way_to_turn,
)
from haunted_env.games.haunting_house.maze.distance import N_LAYERS, fill_layers
from haunted_env.games.haunting_house.maze.outlook import N_CHANCES
from haunted_env.games.haunting_house.maze.places import AT_EXIT, N_MAZE, block, read_maze, rule
from haunted_env.games.haunting_house.rules.board import WALLS, way
from haunted_env.games.haunting_house.state import NONE, compiler
from haunted_env.games.haunting_house.tables import N_CELLS, N_SIDES


@compiler.called
def suggest(table, ledger, mask, style, generator, data):
    """One of the legal actions, from what the deciding seat knows."""
    forced = only_action(mask, N_ACTIONS)
    if forced >= 0:
        return forced
    decision = table.decision
    maze = np.empty(N_MAZE, np.int64)
    layers = np.empty(N_LAYERS, np.int64)
    reach = np.empty((PROGRAM_CARDS + 1, N_CHANCES), np.int64)
    places = pack(table)
    read_maze(table, maze)
    if decision <= Decision.PROGRAM_4:
        n_layers = fill_layers(maze, AT_EXIT, all_of(table, places), layers)
        return Act.CARD + card_to_program(table, ledger, maze, layers, n_layers)
    if decision == Decision.STEP or decision == Decision.PASSAGE:
        return way_to_go(table, ledger, maze, layers, reach, places, mask)
    if decision == Decision.TRAP_TARGET:
        return trap_door_to_take(table, ledger, maze, layers, reach, places, mask)
    if decision == Decision.SWITCH_PAWN:
        return pawn_to_switch(table, ledger, maze, layers, reach, places, mask)
    if decision == Decision.ROT90_TILE or decision == Decision.ROT180_TILE:
        return tile_to_turn(table, ledger, maze, layers, reach, places, mask)
    if decision == Decision.ROT90_DIR:
        return way_to_turn(table, ledger, maze, layers, reach, places)
    if decision == Decision.SWAP_FIRST:
        return tile_to_switch(table, ledger, maze, layers, reach, places, mask)
    if decision == Decision.SWAP_SECOND:
        return partner_to_switch(table, ledger, maze, layers, reach, places, mask)
    return way_of_exit(table, ledger, maze, layers, reach, places, mask)


@rule
def way_to_go(table, ledger, maze, layers, reach, places, mask):
    """STEP, PASSAGE: the neighbour from which the rest of the program leads farthest."""
    n_layers = fill_layers(maze, AT_EXIT, all_of(table, places), layers)
    block(table, maze, ledger.seat)
    best = NONE
    least = FAR
    for direction in range(N_SIDES):
        if mask[Act.DIR + direction]:
            place = way(table, table.pawn[ledger.seat], direction) % WALLS
            cost = own_cost(table, ledger, maze, layers, n_layers, reach, place)
            if cost < least:
                least = cost
                best = direction
    return Act.DIR + best


@rule
def trap_door_to_take(table, ledger, maze, layers, reach, places, mask):
    """TRAP_TARGET: the one nearest to the exit."""
    n_layers = fill_layers(maze, AT_EXIT, all_of(table, places), layers)
    best = NONE
    least = FAR
    for cell in range(N_CELLS):
        if mask[Act.TILE + cell]:
            cost = own_cost(table, ledger, maze, layers, n_layers, reach, cell)
            if cost < least:
                least = cost
                best = cell
    return Act.TILE + best


@rule
def pawn_to_switch(table, ledger, maze, layers, reach, places, mask):
    """SWITCH_PAWN: with whom the race stands best."""
    best = NONE
    most = -1.0
    here = place_of(places, ledger.seat)
    for other in range(MAX_SEATS):
        if mask[Act.PAWN + other]:
            after = put_place(put_place(places, ledger.seat, place_of(places, other)), other, here)
            found = share(table, ledger, maze, layers, reach, after)
            if found > most:
                most = found
                best = other
    return Act.PAWN + best
