"""What the choices of the deciding seat lead to, as the house stands."""

import numpy as np

from haunted_env.engine.scratch import table_of
from haunted_env.games.haunting_house.actions import Decision, Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS
from haunted_env.games.haunting_house.features.layout import (
    CARD_SIZE,
    DIRECTION_SIZE,
    TURN_SIZE,
    At,
    Card,
    Direction,
    Turn,
)
from haunted_env.games.haunting_house.maze.distance import fill_layers, nearest
from haunted_env.games.haunting_house.maze.outlook import N_CHANCES, begin, cost_of, play_card, walk, won_at
from haunted_env.games.haunting_house.maze.places import (
    AT_EXIT,
    block,
    find_edges,
    lay_tile,
    place_exit,
    rule,
)
from haunted_env.games.haunting_house.rules.board import WALLS, way
from haunted_env.games.haunting_house.tables import (
    AMOUNT,
    N_ORDINARY,
    N_SIDES,
    N_SLOTS,
    OPENINGS,
)

N_PLAYED = PROGRAM_CARDS + 1  # rows of `reach`: after none, one ... all cards of a program


@rule
def put_outlook(table, ledger, maze, layers, n_layers, out):
    """By decision: cards to program, ways to go, ways to turn."""
    decision = table.decision
    now = nearest(layers, n_layers, 1 << table.pawn[ledger.seat])
    if decision == Decision.ROT90_DIR or decision == Decision.EXIT_DIR:
        put_turns(table, ledger.seat, maze, layers, n_layers, now, out)
        return
    reach = table_of(N_PLAYED, N_CHANCES, np.int64)
    block(table, maze, ledger.seat)
    if decision <= Decision.PROGRAM_4:
        n = int(table.programmed[ledger.seat])
        begin(reach, 0, table.pawn[ledger.seat])
        won = False
        for slot in range(n):
            won |= play_card(maze, reach, slot, ledger.program[slot])
        for card in range(N_ORDINARY):
            if play_card(maze, reach, n, card) or won:
                cost = won_at(0)
            else:
                cost = cost_of(layers, n_layers, reach, n + 1)
            out[At.CARDS + CARD_SIZE * card + Card.NEARER] = now - cost
        for slot in range(n):  # they are gone
            out[At.CARDS + CARD_SIZE * ledger.program[slot] + Card.NEARER] = 0
    elif decision == Decision.STEP or decision == Decision.PASSAGE:
        for direction in range(N_SIDES):
            found = way(table, table.pawn[ledger.seat], direction)
            if found >= 0 and found // WALLS == int(decision == Decision.PASSAGE):
                cost = cost_from(table, ledger, maze, layers, n_layers, reach, found % WALLS)
                out[At.DIRECTIONS + DIRECTION_SIZE * direction + Direction.NEARER] = now - cost


@rule
def cost_from(table, ledger, maze, layers, n_layers, reach, place):
    """The way left from a place, after the steps and the program that the deciding seat has left."""
    begin(reach, 0, place)
    if table.decision == Decision.STEP:
        for _ in range(table.step, AMOUNT[table.card]):
            walk(maze, reach, 0)
    if reach[0, 0] & AT_EXIT:
        return won_at(0)
    if table.round == Round.RANDOM:
        return cost_of(layers, n_layers, reach, 0)
    for slot in range(table.flip, PROGRAM_CARDS):
        if play_card(maze, reach, slot - table.flip, ledger.program[slot]):
            return won_at(slot - table.flip)
    return cost_of(layers, n_layers, reach, PROGRAM_CARDS - table.flip)


@rule
def put_turns(table, seat, maze, layers, n_layers, now, out):
    """ROT90_DIR, EXIT_DIR: the distances once the tile is turned or the exit moved."""
    others = 0
    for other in range(table.n_seats):
        if other != seat:
            others |= 1 << table.pawn[other]
    before = nearest(layers, n_layers, others)
    for i in range(2):  # clockwise, counter-clockwise
        if table.decision == Decision.EXIT_DIR:
            place_exit(maze, (table.exit + (N_SLOTS - 1 if i else 1)) % N_SLOTS)
        else:
            rotation = (table.rotation[table.chosen] + (3 if i else 1)) & 3
            lay_tile(maze, table.chosen, int(OPENINGS[table.tile[table.chosen], rotation]))
            find_edges(maze)
        n = fill_layers(maze, AT_EXIT, others | 1 << table.pawn[seat], layers)
        out[At.TURNS + TURN_SIZE * i + Turn.NEARER] = now - nearest(layers, n, 1 << table.pawn[seat])
        out[At.TURNS + TURN_SIZE * i + Turn.OTHERS_NEARER] = before - nearest(layers, n, others)
