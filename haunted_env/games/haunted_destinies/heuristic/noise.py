"""The types that the hand-written player's functions are compiled with, and its noise."""

from numba import float64

from haunted_env.engine.jit import make_rule
from haunted_env.engine.rng import next_word
from haunted_env.games.haunted_destinies import counting
from haunted_env.games.haunted_destinies.rules import ways

TYPES = {
    **ways.TYPES,
    **counting.TYPES,
    "values": float64[::1],
    "fights": float64[::1],
    "threats": float64[::1],
    "haunts": float64[::1],
    "chance": float64,
    "factor": float64,
}
rule = make_rule(TYPES)

TINY = 1e-13
HALF_NOISE = 2**31 * TINY  # half of all `noise` is below


@rule
def noise(generator):
    """A tiny random number to break ties."""
    return next_word(generator) * TINY
