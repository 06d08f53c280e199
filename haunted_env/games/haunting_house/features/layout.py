"""The compact observation: the maze as a player walks it in the mind, from the table and the own program alone.

Distances count an edge as 1 and every wall between as 1 more (`maze/distance.py`). Rows of one kind (cells, directions,
ways to turn, cards, seats) have the same entries, so that one set of weights can judge all actions that name one.
NEARER says by how much an action shortens the way to the exit as the house stands (`maze/outlook.py`). Left out: cards
of past rounds, which of the starred cards are gone, and what the others have shown before in this round.
"""

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.haunting_house.actions import N_DECISIONS
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS
from haunted_env.games.haunting_house.observation import MIN_SEATS
from haunted_env.games.haunting_house.tables import MAX_STEPS, N_CARDS, N_CELLS, N_ORDINARY, N_SIDES

# Rows that repeat.
CELL = Layout(
    Block("OPEN", N_SIDES, "open to the north, east, south, west"),
    Block("TRAP_DOOR", meaning="trap door"),
    Block("PAWNS", meaning="other pawns there"),
    Block("TO_EXIT", meaning="distance to the exit"),
    Block("TO_PAWN", meaning="distance to the own pawn"),
)
DIRECTION = Layout(
    Block("WALLS", meaning="0 nothing lies there, else 1 + walls before it"),
    Block("TO_EXIT", meaning="distance to the exit from there"),
    Block("NEARER", meaning="steps nearer, with what is left of the own program, when a step or passage is asked"),
)
TURN = Layout(
    Block("NEARER", meaning="steps nearer, when the way to turn a tile or move the exit is asked"),
    Block("OTHERS_NEARER", meaning="likewise for the other pawn that is nearest to the exit"),
)
CARD = Layout(
    Block("SLOT", PROGRAM_CARDS, "slot of the own program, one-hot"),
    Block("NEARER", meaning="steps nearer if it is put next, when a program is made"),
)
SEAT = Layout(
    Block("PLAYS", meaning="1, at the table"),
    Block("DECIDES", meaning="decides"),
    Block("MARKER", meaning="holds the starting-player marker"),
    Block("ROW", meaning="row of the pawn from 1, 0 outside the house"),
    Block("COLUMN", meaning="column likewise"),
    Block("TO_EXIT", meaning="distance to the exit"),
    Block("PROGRAMMED", meaning="slots of the program that are filled"),
    Block("REMOVED", meaning="starred cards removed under `quick`"),
    Block("WAITS", N_CARDS, "card turned up that is still to be resolved in this flip, one-hot"),
)


FEATURES = Layout(
    Block("PLAYERS", MAX_SEATS - MIN_SEATS + 1, "number of players 2..6, one-hot"),
    Block("QUICK", meaning="quick"),
    Block("PASSAGE_TO_EXIT", meaning="passage_to_exit"),
    Block("TURNS_LEFT", meaning="turns until the game is truncated, this one included, at most 127; 0 = never"),
    Block("CHOSEN_ROUND", meaning="1 in a Chosen Round, 0 in a Random Round"),
    Block("FLIP", PROGRAM_CARDS + 1, "flip of the round, 0 while programs are made, one-hot"),
    Block("DECISION", N_DECISIONS, "kind of the decision (HH-DEC-2), one-hot"),
    Block("CARD", N_CARDS, "card being resolved, one-hot"),
    Block("STEP", MAX_STEPS, "first or second step of a move, one-hot"),
    Block("EXIT_SIDE", N_SIDES, "side of the house where the exit is, one-hot"),
    Block("EXIT_AT", 2, "row and column, from 1, of the cell before the exit"),
    Block.of_rows("SEATS", MAX_SEATS, SEAT, "per seat", seats=True),
    Block.of_rows("CARDS", N_ORDINARY, CARD, "per ordinary card"),
    Block.of_rows("DIRECTIONS", N_SIDES, DIRECTION, "per direction from the own pawn, north, east, south, west"),
    Block.of_rows("TURNS", 2, TURN, "clockwise, counter-clockwise"),
    Block.of_rows("CHOSEN", 1, CELL, "the cell already chosen for Rotate 90 or Switch 2 Tiles"),
    Block.of_rows("CELLS", N_CELLS, CELL, "per cell"),
)
N_FEATURES = FEATURES.size
At = FEATURES.enum("At")
Cell, Direction, Turn, Card, Seat = (
    layout.enum(name)
    for name, layout in (("Cell", CELL), ("Direction", DIRECTION), ("Turn", TURN), ("Card", CARD), ("Seat", SEAT))
)
CELL_SIZE, DIRECTION_SIZE, TURN_SIZE, CARD_SIZE, SEAT_SIZE = (
    layout.size for layout in (CELL, DIRECTION, TURN, CARD, SEAT)
)
