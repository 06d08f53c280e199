"""How seats, categories and numbers are written into an observation.

`out` is zero already, so NONE writes nothing. Seats are relative to `origin` (0: absolute).
"""

from haunted_env.games.haunted_destinies.observation import BITS, MOST, SEAT_BITS
from haunted_env.games.haunted_destinies.state import rule


@rule
def relative(table, seat, origin):
    """A seat as the viewer counts it. Without branches, and `& 7` tells the compiler that it is not negative."""
    index = seat - origin
    return (index + (table.n_seats & (index >> 63))) & 7


@rule
def relative_or_none(table, seat, origin):
    return relative(table, seat, origin) | (seat >> 63)


@rule
def put_one(out, first, index):
    """One-hot; nothing for NONE."""
    if index >= 0:
        out[first + index] = 1


@rule
def put_seat(table, seat, origin, first, out):
    """One-hot; nothing for NONE."""
    if seat >= 0:
        out[first + relative(table, seat, origin)] = 1


@rule
def put_two_seats(table, one, two, origin, first, out):
    """As bits, one after the other; 0 for NONE."""
    one = relative_or_none(table, one, origin) + 1
    two = relative_or_none(table, two, origin) + 1
    put_bits(out, first, one | two << SEAT_BITS, 2 * SEAT_BITS)


@rule
def put_bits(out, first, number, width):
    for bit in range(width):
        out[first + bit] = BITS[number & MOST, bit]


@rule
def put_wide(out, first, number):
    """A number that may exceed an int8."""
    out[first] = number & 15
    out[first + 1] = min(number >> 4, MOST)
