"""Who may hold the Opener card, counted roughly from the places that a seat has not seen.

The exact chances (`belief.py`) take far longer. What others did and said is left out: that is for players to judge.
"""

import numpy as np
from numba import float64, int64

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.actions import Claim
from haunted_env.games.haunted_destinies.fields import FULL
from haunted_env.games.haunted_destinies.locations import BITS, SHIFT, TALLY
from haunted_env.games.haunted_destinies.locations import GREY as TALLY_GREY
from haunted_env.games.haunted_destinies.locations import OPEN as TALLY_OPEN
from haunted_env.games.haunted_destinies.locations import PSYCHE as TALLY_PSYCHE
from haunted_env.games.haunted_destinies.locations import SLOTS_SEEN as TALLY_SEEN
from haunted_env.games.haunted_destinies.state import AT_SLOT, MAX_SEATS, PA, PILE, STALE, UP, P, U, compiler
from haunted_env.games.haunted_destinies.tables import OPENER, PSYCHE_SET

# Rows of `guess`, by seat: the chance of being the Opener; the chance that a look at its pile finds the Opener card;
# slots of its pile of which nothing is known, that have a Psyche card of unknown border, or unseen the Opener's, or a
# grey card, and slots seen; its cards face up.
IS, FIND, OPEN, PSYCHE, BORDER, GREY, SLOTS_SEEN, FACE_UP = range(8)
N_GUESS = 8
OPENER_BORDER = PA + int(PSYCHE_SET[OPENER])  # the slot fact of a card with the Opener's border

BYTE = (1 << BITS) - 1
FROM_TALLY = np.array([TALLY_OPEN, TALLY_PSYCHE, SHIFT[OPENER], TALLY_GREY, TALLY_SEEN])  # rows OPEN to SLOTS_SEEN
TYPES = {**compiler.types, "groups": int64[:, ::1], "guess": float64[:, ::1]}
rule = make_rule(TYPES, inline=True)


@rule
def opener_known(ledger):
    """The seat known to hold the Opener card; -1 if it is not known."""
    return holder_known(ledger, OPENER)


@rule
def holder_known(ledger, card):
    """The seat known to hold a Psyche card, in the pile or face up; -1 if none is."""
    location = int(ledger.location[card])
    if location >= AT_SLOT:
        return location - AT_SLOT
    if PILE <= location < STALE:
        return location - PILE
    if UP <= location < PILE:
        return location - UP
    return -1


@rule
def guess_from(table, ledger, groups, free, up, inside, guess):
    """Fill `guess` by counting, not yet normalised, from what `count_known` found."""
    known = opener_known(ledger)
    for seat in range(MAX_SEATS):
        guess[IS, seat] = 1.0 if seat == known else 0.0
        guess[FIND, seat] = 0.0
    for seat in range(table.n_seats):
        for row in range(OPEN, FACE_UP):
            guess[row, seat] = groups[seat, TALLY] >> FROM_TALLY[row - OPEN] & FULL
        guess[FACE_UP, seat] = up >> BITS * seat & BYTE
    if known >= 0:
        return
    n_set = free >> SHIFT[OPENER] & FULL
    total = 0.0
    borders = 0.0
    for seat in range(table.n_seats):
        guess[IS, seat] = -(inside >> BITS * seat & BYTE)
        count_pile(table, seat, guess)
        borders += guess[BORDER, seat]
        total += guess[IS, seat]
    each = 1.0 / max(n_set, 1)
    spread = max(0.0, 1.0 - borders * each) / max(total, 1e-9)
    for seat in range(table.n_seats):
        with_border = guess[BORDER, seat]
        guess[IS, seat] = guess[IS, seat] * spread + with_border * each
        guess[FIND, seat] = each if with_border > 0 else guess[FIND, seat] * spread


@rule
def normalise(table, guess):
    """Somebody is the Opener: let the chances add up to 1."""
    total = 0.0
    for seat in range(MAX_SEATS):  # those of absent seats are 0
        total += guess[IS, seat]
    total = max(total, 1e-9)
    for seat in range(MAX_SEATS):
        guess[IS, seat] /= total
        guess[FIND, seat] /= total


@rule
def count_pile(table, pile, guess):
    """Add to IS about how many unknown Psyche cards a pile has, put the likeliest slot's share in FIND."""
    n_open = guess[OPEN, pile]
    grey = 0.5 * (table.grey_min[pile] + table.grey_max[pile]) - guess[GREY, pile]
    hidden = n_open - min(max(grey, 0.0), n_open)
    if guess[PSYCHE, pile] > 0:
        guess[FIND, pile] = 1.0
    elif n_open > 0:
        guess[FIND, pile] = max(0.0, hidden + guess[IS, pile]) / n_open
    guess[IS, pile] = max(0.0, guess[IS, pile] + guess[PSYCHE, pile] + hidden)


@rule
def may_be_opener(fact):
    """Whether a slot of which one knows this may hold the Opener card, if one does not know where it is."""
    return fact == U or fact == P or fact == OPENER_BORDER


@rule
def accuses(kind, card):
    """Whether a claim says that a seat is the Opener, or holds the Opener card."""
    return (kind == Claim.ACCUSE) | ((kind == Claim.HOLDS) & (card == OPENER))


@rule
def clears(kind, card):
    """Whether a claim says the opposite."""
    return (kind == Claim.CLEAR) | ((kind == Claim.NOT_HOLDS) & (card == OPENER))
