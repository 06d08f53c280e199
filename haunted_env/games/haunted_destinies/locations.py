"""Where each Psyche card may be, for all one seat knows, by counting (HD-INFO-40 to HD-INFO-43).

Cards of one set of which nothing is known may be in the same places, so sets are counted, all at once (`fields.py`). A
*group* is a Destiny pile or a card on its way, as in `unseen/places.py`. Nothing here is handed `secret`.
"""

import numpy as np
from numba import int64

from haunted_env.engine.encoding import MOST
from haunted_env.engine.jit import make_rule
from haunted_env.engine.scratch import table_of
from haunted_env.games.haunted_destinies.actions import PLACING, Decision
from haunted_env.games.haunted_destinies.fields import FIELD, FULL, N_SETS, SETS, excess, field_sum, positive
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    GONE,
    MAX_SEATS,
    N_LANES,
    N_PSYCHE,
    PA,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    UP,
    G,
    P,
    U,
)
from haunted_env.games.haunted_destinies.tables import PSYCHE_SET
from haunted_env.games.haunted_destinies.unseen import places as unseen
from haunted_env.games.haunted_destinies.unseen.places import (
    GROUP,
    N_GROUPS,
    N_LANE_COLUMNS,
    N_PILES,
    RECIPIENT,
    find_lanes,
    is_on_its_way,
)

N_PLACES = MAX_SEATS + 1
OUT = MAX_SEATS  # the place of cards out of the game

BITS = 8  # of numbers by seat
# A tally counts the places of a group by what is known of them: by set those whose border is known, then in fields that
# begin here those of which nothing is known, that have some Psyche card, that have a grey one, that were seen.
OPEN, PSYCHE, GREY, SLOTS_SEEN = (FIELD * (N_SETS + i) for i in range(4))

# Columns of `groups`: the tally; by set, the cards known to be there, but not where; bounds on the grey cards among the
# OPEN places; the OPEN and PSYCHE places that no card known to be there takes.
TALLY, INSIDE, LOW, HIGH, SPARE = range(5)
N_COLUMNS = 5


def _tallies() -> np.ndarray:
    """By fact: 1 in the field that a place counts in."""
    rows = np.zeros(MOST + 1, np.int64)
    rows[U], rows[P], rows[G] = 1 << OPEN, 1 << PSYCHE, 1 << GREY
    rows[PA : PA + N_SETS] = 1 << FIELD * np.arange(N_SETS)
    rows[SEEN:] = 1 << SLOTS_SEEN
    rows[SEEN + N_PSYCHE :] |= 1 << GREY
    return rows


def _known() -> np.ndarray:
    """By location: the place, as a bit, if it is certain; otherwise 0."""
    rows = np.zeros(MOST + 1, np.int64)
    rows[GONE] = 1 << OUT
    for first in (UP, PILE, AT_SLOT):
        rows[first : first + MAX_SEATS] = 1 << np.arange(MAX_SEATS)
    return rows


def _free() -> np.ndarray:
    """By location: 1 if the card may be with anybody."""
    rows = np.zeros(MOST + 1, np.int64)
    rows[UNKNOWN] = rows[STALE : STALE + MAX_SEATS] = 1
    return rows


def _seats(first: int) -> np.ndarray:
    """By location: 1 in the number of its seat, if it is of this kind."""
    seats = np.zeros(MOST + 1, np.int64)
    seats[first : first + MAX_SEATS] = 1 << BITS * np.arange(MAX_SEATS)
    return seats


def _rows() -> np.ndarray:
    """By the places where a card may be, as bits: 0 excluded, 1 possible, 2 certain."""
    bits = np.arange(1 << N_PLACES)[:, None] >> np.arange(N_PLACES) & 1
    return (bits * np.where(bits.sum(axis=1, keepdims=True) == 1, 2, 1)).astype(np.int8)


TALLIES, KNOWN, FREE, ROWS = _tallies(), _known(), _free(), _rows()
SEATS_UP, SEATS_INSIDE = _seats(UP), _seats(PILE)
SHIFT = FIELD * PSYCHE_SET[:N_PSYCHE].astype(np.int64)  # where the field of a card's set begins

TYPES = {**unseen.TYPES, "groups": int64[:, ::1]}
rule = make_rule(TYPES, inline=True)


@rule
def location_mask(table, ledger, origin, out, data):
    """HD-INFO-40, by card and relative place: 0 excluded, 1 possible, 2 certain."""
    groups = table_of(N_GROUPS, N_COLUMNS, np.int64)
    free, _up, _inside = count_known(table, ledger, groups)
    places = find_places(table, ledger, groups, free)
    for card in range(N_PSYCHE):
        row = seats_from(places_of(ledger, places, card), table.n_seats, origin)
        for place in range(N_PLACES):
            out[N_PLACES * card + place] = ROWS[row, place]


@rule
def places_of(ledger, places, card):
    """The places where a card may be, as bits; `places` as found by `find_places`."""
    location = ledger.location[card] & MOST
    return KNOWN[location] | FREE[location] * (places >> SHIFT[card] & FULL)


@rule
def seats_from(places, n_seats, origin):
    """The same with seats relative to `origin`."""
    seats = places & ((1 << n_seats) - 1)
    turned = (seats >> origin | seats << (n_seats - origin)) & ((1 << n_seats) - 1)
    return turned | places & 1 << OUT


@rule
def count_known(table, ledger, groups):
    """Fill `groups` for the piles. Returns, by set, how many cards may be anywhere; then by seat, BITS for each, how
    many lie face up there, and how many are known to be in the pile, but not where."""
    for pile in range(table.n_seats):
        tally = 0
        for slot in range(table.pile_size[pile]):
            tally += TALLIES[ledger.fact[pile, slot] & MOST]
        groups[pile, TALLY] = tally
        groups[pile, INSIDE] = 0
        groups[pile, LOW] = table.grey_min[pile]
        groups[pile, HIGH] = table.grey_max[pile]
    free = 0
    up = 0
    inside = 0
    for card in range(N_PSYCHE):
        location = ledger.location[card] & MOST
        free += FREE[location] << SHIFT[card]
        up += SEATS_UP[location]
        inside += SEATS_INSIDE[location]
    if inside:
        for card in range(N_PSYCHE):
            location = ledger.location[card]
            if PILE <= location < STALE and not is_on_its_way(ledger, card):
                groups[location - PILE, INSIDE] += 1 << SHIFT[card]
    return free, up, inside


@rule
def find_places(table, ledger, groups, free):
    """By set, the seats at which cards that may be anywhere can be, as bits. From what `count_known` found."""
    if table.label == PLACING and not table.over:
        return find_seats(groups, N_GROUPS, free, add_lanes(table, ledger, groups))
    return find_seats(groups, int(table.n_seats), free, 0)


@rule
def add_lanes(table, ledger, groups):
    """HD-INFO-24: a card on its way is a group of its own, unless it comes back to its pile (HD-INFO-26); returns whose
    cards these groups are counted with, 3 bits each."""
    lanes = table_of(N_LANES, N_LANE_COLUMNS, np.int64)
    find_lanes(table, ledger, lanes)
    for group in range(table.n_seats, N_GROUPS):
        for column in range(N_COLUMNS):
            groups[group, column] = column == HIGH
    recipients = 0
    for lane in range(N_LANES):
        group = lanes[lane, GROUP]
        if group >= 0:
            fact = int(ledger.incoming[lane])
            if ledger.decision == Decision.DUAL_CARD:
                fact = SEEN + int(ledger.face)
            groups[group, TALLY] += TALLIES[fact & MOST]
            if group >= N_PILES:
                recipients |= lanes[lane, RECIPIENT] << 3 * lane
            else:
                groups[group, HIGH] += 1
    return recipients


@rule
def find_seats(groups, n_groups, free, recipients):
    """HD-INFO-41: what `find_places` gives, from the groups counted."""
    n_grey = -field_sum(free)  # of all groups, among their OPEN places
    least = 0
    most = 0
    wanted = 0  # by set: places of known border that are left to cards that may be anywhere
    places = 0
    for group in range(n_groups):
        left = settle(groups, group)
        wanted += left
        places |= positive(left) << seat_of(group, recipients)
        n_grey += groups[group, SPARE] + field_sum(left)
        least += groups[group, LOW]
        most += groups[group, HIGH]
    room = 0
    for group in range(n_groups):
        grey = max(groups[group, LOW], n_grey - most + groups[group, HIGH])
        if not least <= n_grey <= most:  # only in a position that contradicts itself
            grey = 0
        room |= int(groups[group, SPARE] > grey) << seat_of(group, recipients)
    return places | room * positive(excess(free, wanted))


@rule
def settle(groups, group):
    """Lay the cards known to be in a group, as many as can be where their border is known. Fills SPARE; LOW and HIGH
    become bounds on the OPEN places. Returns, by set, what is left of the places whose border is known."""
    tally = groups[group, TALLY]
    inside = groups[group, INSIDE]
    n_open = tally >> OPEN & FULL
    n_grey = tally >> GREY & FULL
    spare = n_open + (tally >> PSYCHE & FULL) - field_sum(excess(inside, tally & SETS))
    groups[group, SPARE] = spare
    groups[group, LOW] = max(groups[group, LOW] - n_grey, 0)
    groups[group, HIGH] = min(min(groups[group, HIGH] - n_grey, n_open), spare)
    return excess(tally & SETS, inside)


@rule
def seat_of(group, recipients):
    """Whose cards a group is counted with."""
    return recipients >> 3 * (group - N_PILES) & 7 if group >= N_PILES else group
