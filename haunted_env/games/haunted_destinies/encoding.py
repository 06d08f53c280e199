"""How this game writes what `engine/encoding.py` does not know, or writes faster: bits come from a table.

`out` is zero already, so NONE writes nothing. Seats are relative to `origin` (0: absolute).
"""

from haunted_env.engine.encoding import relative
from haunted_env.games.haunted_destinies.observation import BITS, MOST, SEAT_BITS
from haunted_env.games.haunted_destinies.state import rule


@rule
def relative_or_none(n_seats, seat, origin):
    return relative(n_seats, seat, origin) | (seat >> 63)


@rule
def put_two_seats(n_seats, one, two, origin, first, out):
    """As bits, one after the other; 0 for NONE."""
    one = relative_or_none(n_seats, one, origin) + 1
    two = relative_or_none(n_seats, two, origin) + 1
    put_bits(out, first, one | two << SEAT_BITS, 2 * SEAT_BITS)


@rule
def put_bits(out, first, number, width):
    for bit in range(width):
        out[first + bit] = BITS[number & MOST, bit]
