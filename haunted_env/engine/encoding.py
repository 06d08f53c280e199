"""How seats, categories and numbers are written into an observation.

`out` is zero already, so NONE (-1) writes nothing. Seats are relative to `origin` (0: absolute).
"""

from haunted_env.engine.jit import rule

MOST = 127  # of an int8


@rule
def relative(n_seats, seat, origin):
    """A seat as the viewer counts it. Without branches, and `& 7` tells the compiler that it is not negative."""
    index = seat - origin
    return (index + (n_seats & (index >> 63))) & 7


@rule
def put_one(out, first, index):
    """One-hot; nothing for NONE."""
    if index >= 0:
        out[first + index] = 1


@rule
def put_seat(out, first, n_seats, seat, origin):
    """One-hot; nothing for NONE."""
    if seat >= 0:
        out[first + relative(n_seats, seat, origin)] = 1


@rule
def put_wide(out, first, number):
    """A number that may exceed an int8: remainder and quotient by 128, cut off."""
    out[first] = number & MOST
    out[first + 1] = min(number >> 7, MOST)


@rule
def put_bits(out, first, number, width):
    """A number as bits, lowest first."""
    for bit in range(width):
        out[first + bit] = number >> bit & 1
