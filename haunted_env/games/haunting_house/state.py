"""The game record, split by who may know it: table (all), ledger[seat] (that seat), secret (nobody).

NONE = -1 everywhere. The records have no padding, so that equal games have equal bytes however they were copied.
"""

from pathlib import Path

import numpy as np

from haunted_env.engine.jit import Compiler
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.tables import N_CELLS

NONE = -1
ENTRANCE = N_CELLS  # places of a pawn: cells 0 to 35, then these two
EXIT = N_CELLS + 1
N_PLACES = N_CELLS + 2
N_EVENTS = 48
N_FORCED = 36  # draws of a position's script: six rounds of six seats

EVENT = np.dtype([("kind", "i1"), ("seat", "i1"), ("card", "i1"), ("place", "i1"), ("other", "i1"), ("n", "i4")])

TABLE = np.dtype(
    [
        # Options (section 10), as indices into their lists of values.
        ("n_seats", "i1"),
        ("quick", "i1"),
        ("entrance_slot", "i1"),
        ("exit_slot", "i1"),
        ("passage_to_exit", "i1"),
        ("auto_forced", "i1"),
        ("max_turns", "i2"),
        # The house.
        ("tile", "i1", (N_CELLS,)),
        ("rotation", "i1", (N_CELLS,)),
        ("entrance", "i1"),  # slots (HH-RING-2)
        ("exit", "i1"),
        ("pawn", "i1", (MAX_SEATS,)),  # cell, ENTRANCE or EXIT
        # Where the turn stands.
        ("turn", "i4"),  # from 1
        ("marker", "i1"),  # who holds the starting-player marker
        ("round", "i1"),  # Round
        ("flip", "i1"),  # 0 until the first cards of the round are turned up (HH-HID-9)
        ("acted", "i1"),  # seats that are done with this flip, or with their programs
        # What is asked, and its context (HH-HID-2).
        ("decider", "i1"),  # NONE once the game is over
        ("decision", "i1"),
        ("card", "i1"),  # being resolved
        ("step", "i1"),  # of a move: 1 or 2
        ("chosen", "i1"),  # cell chosen for Rotate 90 or Switch 2 Tiles
        # Cards.
        ("shown", "i1", (MAX_SEATS, PROGRAM_CARDS)),  # turned up in this round, by slot
        ("programmed", "i1", (MAX_SEATS,)),  # slots of the program that are filled
        ("removed", "i1", (MAX_SEATS,)),  # `quick`: starred cards gone, bits
        ("past_random", "i1", (MAX_SEATS, RANDOM_CARDS)),  # HH-HID-8
        ("past_chosen", "i1", (MAX_SEATS, PROGRAM_CARDS)),
        # The end.
        ("over", "i1"),
        ("winner", "i1"),
        ("reason", "i1"),  # End
        # Memory, for words only: no observation depends on it.
        ("n_events", "i4"),  # ever; the last N_EVENTS are kept, newest at (n_events - 1) % N_EVENTS
        ("events", EVENT, (N_EVENTS,)),
    ]
)

LEDGER = np.dtype([("seat", "i1"), ("program", "i1", (PROGRAM_CARDS,))])  # HH-HID-3

SECRET = np.dtype(
    [
        ("seed", "i8"),
        ("rng", "u4", (4,)),
        ("drawn", "i1", (MAX_SEATS, RANDOM_CARDS)),  # cards of a Random Round, by slot
        ("forced", "i1", (N_FORCED, RANDOM_CARDS)),  # draws to come (HH-ENV-6), used up in order
        ("n_forced", "i1"),
    ]
)

GAME = np.dtype([("table", TABLE), ("ledger", LEDGER, (MAX_SEATS,)), ("secret", SECRET)])

compiler = Compiler(
    "haunting_house",
    Path(__file__).parent,
    {"game": GAME, "table": TABLE, "ledger": LEDGER},
    inline=True,
    parts={
        "heuristic": ("heuristic", "maze"),
        "belief": ("resample.py",),
        "search": ("heuristic", "maze", "resample.py"),
        "features": ("features", "maze"),
    },
    uncompiled=("__init__.py", "words", "position"),
)
rule = compiler.rule
