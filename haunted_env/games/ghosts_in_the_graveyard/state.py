"""The game record, split by who may know it: table (all), ledger[seat] (that seat), secret (nobody).

A card is the index of its tombstone, 0..49; a set of cards is an int64 with one bit per card. NONE = -1 everywhere.
The records have no padding, so that equal games have equal bytes however they were copied.
"""

from pathlib import Path

import numpy as np

from haunted_env.engine.jit import Compiler
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS

NONE = -1
MAX_SEATS = 4  # GG-SETUP-1
N_DEALT = 5  # GG-SETUP-2
N_SECRETS = 3  # GG-SETUP-4
N_SEARCHES = 42  # GG-HID-2
N_GUESSES = 15  # GG-HID-2
N_TURNS = 49  # GG-END-4
N_HANDS = 2  # GG-ICON-1
HAND = N_DEALT - N_SECRETS  # cards in hand between turns (GG-INV-4)

# The log of the turns (GG-HID-2): every turn is one Search or one Guess. The target is the seat to the left.
SEARCHED = np.dtype(
    [
        ("seat", "i1"),
        ("played", "i1"),  # card
        ("light", "i1"),  # flashlight, or FLOOD
        ("place", "i1"),  # placement, or direction of the Flood Light
        ("yes", "i1"),
    ]
)
GUESSED = np.dtype(
    [
        ("after", "i1"),  # Searches logged before this Guess: the order of the two lists
        ("seat", "i1"),
        ("named", "i1"),  # card
        ("raven", "i1"),
        ("result", "i1"),  # Result
        ("penalty", "i1"),  # card revealed for a miss
        ("silenced", "i1"),
    ]
)

TABLE = np.dtype(
    [
        # Options (section 12).
        ("n_seats", "i1"),
        ("overhang", "i1"),
        ("pre_marked", "i1"),
        ("deal_flashlights", "i1"),
        ("abilities", "i1"),
        ("max_turns", "i2"),
        ("auto_forced", "i1"),
        # Whose turn and what is asked.
        ("turn", "i1"),  # completed turns
        ("turn_seat", "i1"),  # NONE before the first turn and after the last one
        ("decider", "i1"),  # NONE once the game is over
        ("decision", "i1"),  # Decision
        ("over", "i1"),
        ("winner", "i1"),  # seat
        ("reason", "i1"),  # End
        # Context of an unfinished turn.
        ("raven", "i1"),  # declared
        ("played", "i1"),  # card
        ("light", "i1"),  # chosen
        # Seats.
        ("hand_size", "i1", (MAX_SEATS,)),
        ("n_secrets", "i1", (MAX_SEATS,)),
        ("flashlight", "i1", (MAX_SEATS,)),
        ("vanish_left", "i1", (MAX_SEATS,)),
        ("raven_left", "i1", (MAX_SEATS,)),
        ("hands_left", "i1", (MAX_SEATS,)),
        ("silenced", "i1", (MAX_SEATS,)),
        ("vanished", "i1", (MAX_SEATS,)),  # in which turn Vanish was used: the turns completed by then
        # The map.
        ("draw_pile_size", "i1"),
        ("mark", "i1", (N_CARDS,)),  # Mark: why a number is marked, 0 if it is not
        ("marked_by", "i1", (N_CARDS,)),  # the seat that gave up the card (GG-HID-9)
        # The log.
        ("n_searches", "i1"),
        ("n_guesses", "i1"),
        ("searches", SEARCHED, (N_SEARCHES,)),
        ("guesses", GUESSED, (N_GUESSES,)),
    ]
)

LEDGER = np.dtype(
    [
        ("seat", "i1"),
        ("dealt", "i8"),  # sets of cards
        ("hand", "i8"),
        ("decoys", "i8"),
        ("haunt", "i1"),  # card; NONE before it is chosen and after it is exposed
    ]
)

SECRET = np.dtype(
    [
        ("seed", "i8"),
        ("rng", "u4", (4,)),
        ("draw_pile", "i1", (N_CARDS,)),  # cards, the next one is the last; NONE beyond
        ("flashlight", "i1", (MAX_SEATS,)),  # dealt, but not yet shown (GG-OPT-4)
    ]
)

GAME = np.dtype([("table", TABLE), ("ledger", LEDGER, (MAX_SEATS,)), ("secret", SECRET)])

compiler = Compiler(
    "ghosts_in_the_graveyard",
    Path(__file__).parent,
    {"game": GAME, "table": TABLE, "ledger": LEDGER},
    inline=True,
    parts={
        "engine": ("unseen",),
        "heuristic": ("heuristic", "unseen"),
        "belief": ("unseen", "belief.py", "resample.py"),
        "search": ("heuristic", "unseen", "belief.py", "resample.py"),
        "features": ("features.py", "unseen"),
    },
    uncompiled=("__init__.py", "words", "position"),
)
rule = compiler.rule
