"""The house: openings, walls, and sets of cells as bits (HH-TILE-4 to HH-TILE-6, HH-RING-1 to HH-RING-3).

A set of cells is an integer with bit 6r + c for cell (r, c): whole sets move with a shift.
"""

from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, N_PLACES, NONE, rule
from haunted_env.games.haunting_house.tables import (
    COL_STEP,
    N_CELLS,
    N_SIDES,
    OPENINGS,
    RING_CELL,
    RING_SIDE,
    ROW_STEP,
    SIZE,
    TRAP_DOOR,
)

ALL = (1 << N_CELLS) - 1
WEST = sum(1 << SIZE * row for row in range(SIZE))  # the cells of column 0
EAST = WEST << SIZE - 1
WALLS = N_PLACES  # a way is a place plus WALLS times the number of walls before it


@rule
def is_open(table, cell, side):
    """1 if the tile on the cell has an opening there, 0 if a wall (HH-TILE-6)."""
    return int(OPENINGS[table.tile[cell], table.rotation[cell]]) >> side & 1


@rule
def way(table, place, direction):
    """What lies next to a place: a place plus WALLS for every wall between (HH-TILE-6, HH-RING-3).

    NONE where there is nothing, and for the entrance, which is never entered (HH-MOVE-4).
    """
    if place == ENTRANCE:
        side = int(RING_SIDE[table.entrance])
        if direction != side ^ 2:  # HH-MOVE-5
            return NONE
        cell = int(RING_CELL[table.entrance])
        return cell + WALLS * (1 - is_open(table, cell, side))
    row = place // SIZE + int(ROW_STEP[direction])
    col = place % SIZE + int(COL_STEP[direction])
    wall = 1 - is_open(table, place, direction)
    if 0 <= row < SIZE and 0 <= col < SIZE:
        cell = SIZE * row + col
        return cell + WALLS * (wall + 1 - is_open(table, cell, direction ^ 2))
    if place == RING_CELL[table.exit] and direction == RING_SIDE[table.exit]:  # HH-MOVE-6
        return EXIT + WALLS * wall
    return NONE  # HH-MOVE-7


@rule
def occupied(table, but):
    """Cells with a pawn, those of one seat left out (NONE: none left out)."""
    cells = 0
    for seat in range(table.n_seats):
        if seat != but:
            cells |= 1 << table.pawn[seat]
    return cells & ALL


@rule
def trap_doors(table):
    """Cells with a trap door."""
    cells = 0
    for cell in range(N_CELLS):
        cells |= int(TRAP_DOOR[table.tile[cell]]) << cell
    return cells


@rule
def may_enter(table, seat, place):
    """HH-MOVE-2, HH-MOVE-3: a trap-door tile holds one pawn, any other place any number."""
    if place >= N_CELLS or not TRAP_DOOR[table.tile[place]]:
        return True
    return occupied(table, seat) >> place & 1 == 0


@rule
def touching(cells):
    """All cells that touch one of these, diagonals included."""
    across = (cells & ~EAST) << 1 | (cells & ~WEST) >> 1
    row = cells | across
    return (across | row << SIZE | row >> SIZE) & ALL


@rule
def open_sides(table, side):
    """Cells whose tile is open on a side."""
    cells = 0
    for cell in range(N_CELLS):
        cells |= is_open(table, cell, side) << cell
    return cells


@rule
def nearest_trap_doors(table, seat):
    """HH-TD-1 to HH-TD-6: the free trap doors that take the fewest steps to reach; none if none can be reached."""
    others = occupied(table, seat)
    traps = trap_doors(table)
    blocked = traps & others
    north = open_sides(table, 0)
    south = open_sides(table, 2)
    east = open_sides(table, 1) & ~EAST
    west = open_sides(table, 3) & ~WEST
    # From here on: cells from which a step in that direction meets no wall.
    north, south = north & south << SIZE, south & north >> SIZE
    east, west = east & west >> 1, west & east << 1
    reached = 0
    if table.pawn[seat] == ENTRANCE:
        for direction in range(N_SIDES):
            place = way(table, ENTRANCE, direction)
            if 0 <= place < WALLS:
                reached = 1 << place & ~blocked
        if reached & traps:
            return reached
    else:
        reached = 1 << table.pawn[seat]
    edge = reached
    while edge:
        edge = (edge & north) >> SIZE | (edge & south) << SIZE | (edge & east) << 1 | (edge & west) >> 1
        edge &= ~reached & ~blocked
        if edge & traps:
            return edge & traps
        reached |= edge
    return 0
