"""What one seat observes, block by block: the public state of HH-HID-2 and the private part of HH-HID-3, as int8.

Seats are counted clockwise from the viewer (0 = oneself), absent seats are zero. Categories are one-hot, nothing
set for none. Tiles are shown by their openings and trap doors: two tiles that agree in both play alike, so the
tile's number is left out (the record has it). Past events other than turned-up cards are not observed (HH-HID-8).
"""

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.haunting_house.actions import N_DECISIONS
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.state import N_PLACES
from haunted_env.games.haunting_house.tables import MAX_STEPS, N_CARDS, N_CELLS, N_ORDINARY, N_SLOTS, N_STARRED

MIN_SEATS = 2  # HH-SETUP-1


def _seat(name: str, meaning: str) -> Block:
    return Block(name, MAX_SEATS, f"{meaning}, one-hot", seats=True)


def _per_seat(name: str, meaning: str, size: int = 1) -> Block:
    return Block(name, MAX_SEATS * size, f"per seat: {meaning}", seats=True)


OBSERVATION = Layout(
    # Options (section 10).
    Block("PLAYERS", MAX_SEATS - MIN_SEATS + 1, "number of players 2..6, one-hot"),
    Block("OPT_QUICK", meaning="quick"),
    Block("OPT_PASSAGE_TO_EXIT", meaning="passage_to_exit"),
    Block("OPT_AUTO_FORCED", meaning="auto_forced"),
    Block("OPT_MAX_TURNS", 2, "max_turns: remainder and quotient by 128; 0 = none"),
    # Where the turn stands, and what is asked.
    Block("OWN_SEAT", MAX_SEATS, "the viewer's seat at the table (absolute), one-hot"),
    Block("TURN", 2, "number of the turn, from 1: remainder and quotient by 128"),
    Block("CHOSEN_ROUND", meaning="1 in a Chosen Round, 0 in a Random Round"),
    Block("FLIP", PROGRAM_CARDS + 1, "flip of the round, 0 while programs are made, one-hot"),
    _seat("MARKER", "who holds the starting-player marker"),
    _seat("DECIDER", "who decides"),
    Block("DECISION", N_DECISIONS, "kind of the decision (HH-DEC-2), one-hot"),
    Block("CARD", N_CARDS, "card being resolved, one-hot"),
    Block("STEP", MAX_STEPS, "first or second step of a move, one-hot"),
    Block("CHOSEN_TILE", N_CELLS, "per cell: already chosen for Rotate 90 or Switch 2 Tiles"),
    # The house: planes of 36 cells, row by row from the north.
    Block("OPEN_N", N_CELLS, "per cell: open to the north"),
    Block("OPEN_E", N_CELLS, "per cell: open to the east"),
    Block("OPEN_S", N_CELLS, "per cell: open to the south"),
    Block("OPEN_W", N_CELLS, "per cell: open to the west"),
    Block("TRAP_DOOR", N_CELLS, "per cell: trap door"),
    Block("ENTRANCE", N_SLOTS, "place of the entrance outside the house (HH-RING-2), one-hot"),
    Block("EXIT", N_SLOTS, "place of the exit, one-hot"),
    # Seats.
    _per_seat("PAWN", f"place of the pawn: {N_CELLS} cells, entrance, exit, one-hot", N_PLACES),
    _per_seat("SHOWN", f"cards turned up in this round, {PROGRAM_CARDS} slots, one-hot", PROGRAM_CARDS * N_CARDS),
    _per_seat("PROGRAMMED", "slots of the program that are filled"),
    _per_seat("REMOVED", "starred cards removed under `quick`", N_STARRED),
    _per_seat(
        "PAST_RANDOM", f"cards of the last finished Random Round, {RANDOM_CARDS} slots, one-hot", RANDOM_CARDS * N_CARDS
    ),
    _per_seat(
        "PAST_CHOSEN",
        f"cards of the last finished Chosen Round, {PROGRAM_CARDS} slots, one-hot",
        PROGRAM_CARDS * N_ORDINARY,
    ),
    # Private (HH-HID-3).
    Block("PROGRAM", PROGRAM_CARDS * N_ORDINARY, f"own program, {PROGRAM_CARDS} slots, one-hot"),
)
N_OBSERVATION = OBSERVATION.size
Obs = OBSERVATION.enum("Obs")
