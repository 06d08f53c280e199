"""The action space, the decisions and the public events (HH-DEC-1, HH-DEC-2)."""

from enum import IntEnum

import numpy as np

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.haunting_house.content import MAX_SEATS, Effect
from haunted_env.games.haunting_house.tables import AMOUNT, EFFECT, N_CELLS, N_ORDINARY, N_SIDES

ACTIONS = Layout(
    Block("CARD", N_ORDINARY, "put an ordinary card in the next slot of the own program"),
    Block("DIR", N_SIDES, "go north, east, south, west"),
    Block("TILE", N_CELLS, "choose the tile at row r, column c (6r + c)"),
    Block("CW", meaning="clockwise"),
    Block("CCW", meaning="counter-clockwise"),
    Block("PAWN", MAX_SEATS, "choose a seat's pawn", seats=True),
)
N_ACTIONS = ACTIONS.size
Act = ACTIONS.enum("Act")


class Round(IntEnum):
    """HH-TURN-1."""

    RANDOM = 0
    CHOSEN = 1


class Decision(IntEnum):
    """HH-DEC-2."""

    NONE = 0
    PROGRAM_1 = 1
    PROGRAM_2 = 2
    PROGRAM_3 = 3
    PROGRAM_4 = 4
    STEP = 5
    PASSAGE = 6
    SWITCH_PAWN = 7
    ROT90_TILE = 8
    ROT90_DIR = 9
    ROT180_TILE = 10
    SWAP_FIRST = 11
    SWAP_SECOND = 12
    TRAP_TARGET = 13
    EXIT_DIR = 14


N_DECISIONS = len(Decision) - 1  # NONE is none

_FIRST = {
    Effect.NOTHING: Decision.NONE,
    Effect.MOVE: Decision.STEP,
    Effect.SWITCH_PLACES: Decision.SWITCH_PAWN,
    Effect.SECRET_PASSAGE: Decision.PASSAGE,
    Effect.ROTATE: Decision.ROT90_TILE,
    Effect.SWITCH_TILES: Decision.SWAP_FIRST,
    Effect.TRAP_DOOR: Decision.TRAP_TARGET,
    Effect.MOVE_EXIT: Decision.EXIT_DIR,
}
# What a card asks first, by card.
FIRST_DECISION = np.array([_FIRST[Effect(effect)] for effect in EFFECT], np.int8)
FIRST_DECISION[(EFFECT == Effect.ROTATE) & (AMOUNT == 2)] = Decision.ROT180_TILE


class Event(IntEnum):
    """What everybody sees happen. `place` is a cell or a place outside, `other` a seat, a second cell or a number."""

    NONE = 0
    TURN = 1  # a turn begins; seat: who holds the marker, n: its number
    PROGRAM = 2  # a seat has made its program
    FLIP = 3  # cards are turned up; other: the Round, n: the flip
    STEP = 4  # place: where to
    PASSAGE = 5
    SWITCH_PAWN = 6  # other: the seat
    ROTATE = 7  # place: cell, n: quarter turns clockwise (-1 to 2)
    SWAP = 8  # place, other: cells
    TRAP_DOOR = 9  # place: cell
    MIRRORS = 10
    MOVE_EXIT = 11  # place: slot
    IMPOSSIBLE = 12
    WIN = 13
    END = 14  # max_turns


class End(IntEnum):
    """Why a game is over."""

    NONE = 0
    EXIT = 1  # HH-WIN-1
    MAX_TURNS = 2  # HH-WIN-4
