"""Names of cards and places, and what the house looks like from Python."""

from typing import Any

from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, NONE
from haunted_env.games.haunting_house.tables import (
    CARDS,
    KINDS,
    OPENINGS,
    RING_CELL,
    RING_SIDE,
    SIZE,
    TRAP_DOOR,
)

DIRECTIONS = ("north", "east", "south", "west")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
ROUNDS = ("Random Round", "Chosen Round")


def card(number: int) -> str:
    return CARDS[number].name if number >= 0 else "a face-down card"


def at(cell: int) -> str:
    """The cell as the rules write it."""
    return f"({cell // SIZE},{cell % SIZE})"


def place(number: int) -> str:
    if number == ENTRANCE:
        return "the entrance"
    return "the exit" if number == EXIT else at(number)


def slot(number: int) -> str:
    """A place outside the house (HH-RING-2)."""
    return f"{DIRECTIONS[RING_SIDE[number]]} of {at(int(RING_CELL[number]))}"


def openings(table: Any, cell: int) -> list[bool]:
    """Which sides of the tile on a cell are open: N, E, S, W."""
    mask = int(OPENINGS[table["tile"][cell], table["rotation"][cell]])
    return [bool(mask >> side & 1) for side in range(4)]


def is_trap_door(table: Any, cell: int) -> bool:
    return bool(TRAP_DOOR[table["tile"][cell]])


def tile(table: Any, cell: int) -> str:
    """The tile on a cell: its kind and open sides."""
    sides = "".join(name[0].upper() for name, is_open in zip(DIRECTIONS, openings(table, cell)) if is_open)
    trap = ", trap door" if is_trap_door(table, cell) else ""
    return f"{KINDS[table['tile'][cell]]} open {sides}{trap}"


def pawns_at(table: Any, number: int) -> list[int]:
    """The seats whose pawns are on a place."""
    return [seat for seat in range(int(table["n_seats"])) if table["pawn"][seat] == number]


def next_place(table: Any, seat: int, direction: int) -> int:
    """Where a movement of a seat's pawn leads; NONE if nowhere (walls are not looked at)."""
    here = int(table["pawn"][seat])
    if here == ENTRANCE:
        return int(RING_CELL[table["entrance"]])
    if here == RING_CELL[table["exit"]] and direction == RING_SIDE[table["exit"]]:
        return EXIT
    row, col = here // SIZE + STEPS[direction][0], here % SIZE + STEPS[direction][1]
    return SIZE * row + col if 0 <= row < SIZE and 0 <= col < SIZE else NONE
