"""Write the compact observation. Nothing here is handed `secret`; every seat is written relative to `origin`."""

import numpy as np

from haunted_env.engine.encoding import MOST, put_one, relative
from haunted_env.engine.scratch import list_of
from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS
from haunted_env.games.haunting_house.features.layout import (
    CARD_SIZE,
    CELL_SIZE,
    DIRECTION_SIZE,
    N_FEATURES,
    SEAT_SIZE,
    At,
    Card,
    Cell,
    Direction,
    Seat,
)
from haunted_env.games.haunting_house.features.outlook import put_outlook
from haunted_env.games.haunting_house.maze.distance import N_LAYERS, distance_in, fill_layers, nearest, planes_of
from haunted_env.games.haunting_house.maze.places import (
    AT_EXIT,
    EVERYWHERE,
    N_MAZE,
    OPEN,
    TRAPS,
    read_maze,
    rule,
)
from haunted_env.games.haunting_house.observation import MIN_SEATS
from haunted_env.games.haunting_house.rules.board import ALL, WALLS, way
from haunted_env.games.haunting_house.state import EXIT
from haunted_env.games.haunting_house.tables import (
    N_CELLS,
    N_SIDES,
    N_STARRED,
    RING_CELL,
    RING_SIDE,
    SIZE,
)


@rule
def features(table, ledger, origin, out, data):
    """The compact observation of the seat `ledger.seat`; every entry is written."""
    for i in range(N_FEATURES):
        out[i] = 0
    seat = int(ledger.seat)
    maze = list_of(N_MAZE, np.int64)
    layers = list_of(N_LAYERS, np.int64)
    read_maze(table, maze)
    put_course(table, out)
    put_cells(maze, out)
    n_layers = fill_layers(maze, 1 << table.pawn[seat], ALL, layers)
    put_distances(planes_of(layers, n_layers), At.CELLS + Cell.TO_PAWN, out)
    n_layers = fill_layers(maze, AT_EXIT, EVERYWHERE, layers)
    put_distances(planes_of(layers, n_layers), At.CELLS + Cell.TO_EXIT, out)
    for other in range(table.n_seats):
        put_seat_row(table, layers, n_layers, other, At.SEATS + SEAT_SIZE * relative(table.n_seats, other, origin), out)
        if other != seat and table.pawn[other] < N_CELLS:
            out[At.CELLS + CELL_SIZE * table.pawn[other] + Cell.PAWNS] += 1
    for slot in range(PROGRAM_CARDS):
        if ledger.program[slot] >= 0:
            out[At.CARDS + CARD_SIZE * ledger.program[slot] + Card.SLOT + slot] = 1
    put_directions(table, seat, out)
    if table.chosen >= 0:
        for i in range(CELL_SIZE):
            out[At.CHOSEN + i] = out[At.CELLS + CELL_SIZE * table.chosen + i]
    if table.decider == seat:
        put_outlook(table, ledger, maze, layers, n_layers, out)


@rule
def put_course(table, out):
    out[At.PLAYERS + table.n_seats - MIN_SEATS] = 1
    out[At.QUICK] = table.quick
    out[At.PASSAGE_TO_EXIT] = table.passage_to_exit
    if table.max_turns > 0:
        out[At.TURNS_LEFT] = min(max(table.max_turns - table.turn + 1, 0), MOST)
    out[At.CHOSEN_ROUND] = table.round == Round.CHOSEN
    out[At.FLIP + table.flip] = 1
    put_one(out, At.DECISION, table.decision - 1)
    put_one(out, At.CARD, table.card)
    put_one(out, At.STEP, table.step - 1)
    out[At.EXIT_SIDE + RING_SIDE[table.exit]] = 1
    out[At.EXIT_AT] = RING_CELL[table.exit] // SIZE + 1
    out[At.EXIT_AT + 1] = RING_CELL[table.exit] % SIZE + 1


@rule
def put_cells(maze, out):
    north = maze[OPEN]
    east = maze[OPEN + 1]
    south = maze[OPEN + 2]
    west = maze[OPEN + 3]
    traps = maze[TRAPS]
    for cell in range(N_CELLS):
        row = At.CELLS + CELL_SIZE * cell
        out[row + Cell.OPEN] = north >> cell & 1
        out[row + Cell.OPEN + 1] = east >> cell & 1
        out[row + Cell.OPEN + 2] = south >> cell & 1
        out[row + Cell.OPEN + 3] = west >> cell & 1
        out[row + Cell.TRAP_DOOR] = traps >> cell & 1


@rule
def put_distances(planes, first, out):
    for cell in range(N_CELLS):
        out[first + CELL_SIZE * cell] = distance_in(planes, cell)


@rule
def put_seat_row(table, layers, n_layers, seat, first, out):
    place = table.pawn[seat]
    out[first + Seat.PLAYS] = 1
    out[first + Seat.DECIDES] = table.decider == seat
    out[first + Seat.MARKER] = table.marker == seat
    if place < N_CELLS:
        out[first + Seat.ROW] = place // SIZE + 1
        out[first + Seat.COLUMN] = place % SIZE + 1
    out[first + Seat.TO_EXIT] = nearest(layers, n_layers, 1 << place)
    out[first + Seat.PROGRAMMED] = table.programmed[seat]
    for card in range(N_STARRED):
        out[first + Seat.REMOVED] += table.removed[seat] >> card & 1
    if table.decider >= 0 and table.flip > 0 and is_next(table, seat):
        put_one(out, first + Seat.WAITS, table.shown[seat, table.flip - 1])


@rule
def is_next(table, seat):
    """HH-TURN-2: whether a seat acts after the deciding one."""
    n = int(table.n_seats)
    return (seat - table.marker + n) % n > (table.decider - table.marker + n) % n


@rule
def put_directions(table, seat, out):
    if table.pawn[seat] == EXIT:
        return
    for direction in range(N_SIDES):
        found = way(table, table.pawn[seat], direction)
        if found >= 0:
            row = At.DIRECTIONS + DIRECTION_SIZE * direction
            out[row + Direction.WALLS] = found // WALLS + 1
            if found % WALLS < N_CELLS:
                out[row + Direction.TO_EXIT] = out[At.CELLS + CELL_SIZE * (found % WALLS) + Cell.TO_EXIT]
