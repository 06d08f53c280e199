"""The house as sets of places, so that all ways of a card are followed with a few shifts.

A set of places has a bit per cell, one for the entrance and one for the exit. By kind of edge (no wall, one, two), a
maze has for every direction the cells that have such an edge there, and what leads in from the entrance and out.
"""

from numba import int64, types

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunting_house.rules.board import ALL, EAST, WEST, occupied
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, compiler
from haunted_env.games.haunting_house.tables import (
    N_CELLS,
    N_SIDES,
    OPENINGS,
    RING_CELL,
    RING_SIDE,
    SIZE,
    TRAP_DOOR,
)

# Of a kind: four directions, the cell that the entrance leads to, the cell that leads to the exit, all that can move.
ENTERED, LEFT, ABLE, N_KIND = 4, 5, 6, 7
HALL, WALL, THICK = 0, N_KIND, 2 * N_KIND  # edges with no, one, two walls
OPEN = 3 * N_KIND  # by side: cells whose tile is open there
BLOCKED = OPEN + N_SIDES  # cells that may not be entered (HH-MOVE-2)
TRAPS = BLOCKED + 1  # cells with a trap door
ENTRY_CELL, ENTRY_SIDE, EXIT_CELL, EXIT_SIDE, BY_PASSAGE = range(TRAPS + 1, TRAPS + 6)
N_MAZE = TRAPS + 6

N_PLANES = 6  # bits of a distance

AT_ENTRANCE, AT_EXIT = 1 << ENTRANCE, 1 << EXIT
EVERYWHERE = ALL | AT_ENTRANCE | AT_EXIT
NORTH_ROW = (1 << SIZE) - 1
INNER = (ALL & ~NORTH_ROW, ALL & ~EAST, ALL & ~(NORTH_ROW << N_CELLS - SIZE), ALL & ~WEST)  # with a cell that way
INNER_N, INNER_E, INNER_S, INNER_W = INNER

TYPES = {
    **compiler.types,
    "maze": int64[::1],
    "layers": int64[::1],  # see distance.py
    "reach": int64[:, ::1],  # see outlook.py
    "distances": int64[::1],  # by place
    "planes": types.UniTuple(int64, N_PLANES),  # see distance.py
    "before": int64[::1],
    "behind": int64[::1],
    "shortlist": int64[::1],
    "hunted": int64[::1],
    "cards": int64[::1],  # of a program
    "site": int64[::1],  # see estimate.py
}
rule = make_rule(TYPES, inline=True)


@rule
def read_maze(table, maze):
    """The house as it stands; nothing is blocked."""
    north = east = south = west = traps = 0
    for cell in range(N_CELLS):
        tile = int(table.tile[cell])
        openings = int(OPENINGS[tile, table.rotation[cell]])
        north |= (openings & 1) << cell
        east |= (openings >> 1 & 1) << cell
        south |= (openings >> 2 & 1) << cell
        west |= (openings >> 3) << cell
        traps |= int(TRAP_DOOR[tile]) << cell
    maze[OPEN] = north
    maze[OPEN + 1] = east
    maze[OPEN + 2] = south
    maze[OPEN + 3] = west
    maze[TRAPS] = traps
    maze[ENTRY_CELL] = RING_CELL[table.entrance]
    maze[ENTRY_SIDE] = RING_SIDE[table.entrance]
    maze[BY_PASSAGE] = table.passage_to_exit
    maze[BLOCKED] = 0
    place_exit(maze, table.exit)


@rule
def block(table, maze, seat):
    """HH-MOVE-2: trap doors with another pawn on them."""
    maze[BLOCKED] = maze[TRAPS] & occupied(table, seat)


@rule
def place_exit(maze, slot):
    maze[EXIT_CELL] = RING_CELL[slot]
    maze[EXIT_SIDE] = RING_SIDE[slot]
    find_edges(maze)


@rule
def lay_tile(maze, cell, openings):
    """Put other openings on a cell; `find_edges` has to follow."""
    for side in range(N_SIDES):
        maze[OPEN + side] = maze[OPEN + side] & ~(1 << cell) | (openings >> side & 1) << cell


@rule
def put_edges(maze, direction, here, there, inner):
    """`here`: cells open in a direction; `there`: cells whose neighbour is open towards them; `inner`: with one."""
    maze[HALL + direction] = here & there & inner
    maze[WALL + direction] = (here ^ there) & inner
    maze[THICK + direction] = ~(here | there) & inner


@rule
def find_edges(maze):
    """From the openings: all edges by kind (HH-TILE-6, HH-RING-3)."""
    north = maze[OPEN]
    east = maze[OPEN + 1]
    south = maze[OPEN + 2]
    west = maze[OPEN + 3]
    put_edges(maze, 0, north, south << SIZE, INNER_N)
    put_edges(maze, 1, east, west >> 1, INNER_E)
    put_edges(maze, 2, south, north >> SIZE, INNER_S)
    put_edges(maze, 3, west, east << 1, INNER_W)
    entry = 1 << maze[ENTRY_CELL]
    is_hall = maze[OPEN + maze[ENTRY_SIDE]] >> maze[ENTRY_CELL] & 1
    maze[HALL + ENTERED] = entry * is_hall
    maze[WALL + ENTERED] = entry * (1 - is_hall)
    maze[THICK + ENTERED] = 0
    door = 1 << maze[EXIT_CELL]
    is_hall = maze[OPEN + maze[EXIT_SIDE]] >> maze[EXIT_CELL] & 1
    passable = (1 - is_hall) * maze[BY_PASSAGE]  # HH-PASS-4
    maze[HALL + LEFT] = door * is_hall
    maze[WALL + LEFT] = door * passable
    maze[THICK + LEFT] = door * (1 - is_hall - passable)
    for kind in range(HALL, OPEN, N_KIND):
        able = maze[kind] | maze[kind + 1] | maze[kind + 2] | maze[kind + 3] | maze[kind + LEFT]
        if maze[kind + ENTERED]:
            able |= AT_ENTRANCE
        maze[kind + ABLE] = able


@rule
def spread(maze, kind, cells):
    """The cells across an edge of a kind from one of these."""
    north_south = (cells & maze[kind]) >> SIZE | (cells & maze[kind + 2]) << SIZE
    return north_south | (cells & maze[kind + 1]) << 1 | (cells & maze[kind + 3]) >> 1


@rule
def across(maze, kind, places):
    """The places that a move over an edge of a kind leads to."""
    to = spread(maze, kind, places)
    if places & AT_ENTRANCE:
        to |= maze[kind + ENTERED]
    to &= ~maze[BLOCKED]
    if places & maze[kind + LEFT]:
        to |= AT_EXIT
    return to


@rule
def beside(maze, places):
    """The places next to these, whatever is between; never the entrance (HH-MOVE-4)."""
    to = (places & INNER_N) >> SIZE | (places & INNER_S) << SIZE | (places & INNER_E) << 1 | (places & INNER_W) >> 1
    if places & AT_ENTRANCE:
        to |= 1 << maze[ENTRY_CELL]
    to &= ~maze[BLOCKED]
    if places >> maze[EXIT_CELL] & 1:
        to |= AT_EXIT
    return to


@rule
def moved(maze, kind, places):
    """Where a pawn on one of these places may be after a move that it must make if it can (HH-MUST-1)."""
    return across(maze, kind, places) | places & ~maze[kind + ABLE]
