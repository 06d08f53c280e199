"""How far away things are in turns, and what they are worth by then."""

import numpy as np

from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.rules import ways
from haunted_env.games.haunted_destinies.rules.ways import find_ways
from haunted_env.games.haunted_destinies.state import CELLS, NONE

# One more row of `reach`, by cell: whom to fight there.
PREY = ways.N_REACH
N_REACH = ways.N_REACH + 1

LATER = np.array([0.8**turns for turns in range(12)], np.float64)  # by turns: what something is worth that much later


@rule
def later(turns):
    return LATER[min(turns, len(LATER) - 1)]


@rule
def survey(table, seat, reach):
    """Cheapest ways from a pawn, and nobody to fight yet."""
    find_ways(table, seat, reach)
    for cell in range(CELLS):
        reach[PREY, cell] = NONE
