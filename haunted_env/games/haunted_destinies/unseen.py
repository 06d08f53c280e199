"""What a seat does not know: unseen places, the cards that may lie there, and in how many ways they can.

A *group* is a Destiny pile (numbered by seat) or a card on its way (N_PILES + lane). A place is one card of a
group. Everything here follows from the table and one ledger (HD-INFO-1 to HD-INFO-28); nothing reads `secret`.

Ways are counted over labelled cards, so that all consistent worlds weigh the same. Two things tie the choices
together: the grey bounds of the piles (a sum over piles, `fill_suffix`), and Psyche cards known to be in a pile of
which the border of some slot is known (few, so all cases are gone through: `next_case`).
"""

from math import comb, factorial

import numpy as np
from numba import float64, int8, int64

from haunted_env.core.jit import make_rule
from haunted_env.games.haunted_destinies.actions import PLACING, Decision, Event, Origin
from haunted_env.games.haunted_destinies.state import (
    MAX_PILE,
    MAX_SEATS,
    N_EVENTS,
    N_LANES,
    N_PSYCHE,
    NONE,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    G,
    P,
    U,
    compiler,
)
from haunted_env.games.haunted_destinies.tables import PSYCHE_SET

N_PILES = MAX_SEATS
N_GROUPS = N_PILES + N_LANES
N_SETS = 5
MAX_GREY = N_GROUPS * MAX_PILE

# Columns of `tally`, one row per group. Where it counts by set, the column given is that of set A.
LOW, HIGH = 0, 1  # bounds on the grey cards among the places of which nothing is known
OPEN, PSYCHE = 2, 3  # places of which nothing is known; places known to hold some Psyche card
KNOWN = 4  # by set: Psyche cards known to be somewhere in the group
BORDER = KNOWN + N_SETS  # by set: places of which that border is known
TAKEN = BORDER + N_SETS  # by set: KNOWN cards that lie in places of BORDER, in the case looked at
KEPT = TAKEN + N_SETS  # by set: the same in the case chosen
N_COLUMNS = KEPT + N_SETS

# `pool`: by set, the Psyche cards that may be anywhere; then the grey cards among all OPEN places.
GREY = N_SETS

# Columns of `lanes`, one row per lane: its place (group NONE: nothing is on its way), kind of card, recipient.
GROUP, PLACE, KIND, RECIPIENT = range(4)
ANY_KIND, SEARCH_KIND, HAUNTING_KIND = range(3)

BINOMIAL = np.array([[comb(n, k) for k in range(MAX_PILE + 1)] for n in range(N_PSYCHE + 1)], np.float64)
FACTORIAL = np.array([factorial(n) for n in range(N_PSYCHE + 1)], np.float64)

TYPES = {
    **compiler.types,
    "facts": int8[:, ::1],
    "faces": int8[:, ::1],
    "lanes": int64[:, ::1],
    "tally": int64[:, ::1],
    "pool": int64[::1],
    "suffix": float64[:, ::1],
}
rule = make_rule(TYPES)


@rule
def find_lanes(table, ledger, lanes):
    """HD-INFO-24: cards on their way; there are some exactly while somebody is PLACING. A swap has two."""
    for lane in range(N_LANES):
        lanes[lane, GROUP] = NONE
    if table.label != PLACING:
        return
    last = table.events[(table.n_events - 1) % N_EVENTS]
    lane = int(ledger.lane) if ledger.seat == table.decider else 0
    if ledger.incoming[0] == U and ledger.incoming[1] != U:
        lane = 1
    add_lane(table, lanes, lane, table.recipient)
    if table.origin == Origin.SEARCH_DECK:
        lanes[lane, KIND] = SEARCH_KIND
    elif table.origin == Origin.HAUNTING_DECK:
        lanes[lane, KIND] = HAUNTING_KIND
    elif table.origin == Origin.SEAT_SLOT and table.origin_seat == table.recipient:
        lanes[lane, GROUP] = table.recipient  # HD-INFO-26: it comes back, so it is one more card of the pile
        lanes[lane, PLACE] = table.pile_size[table.recipient]
    if table.n_events > 0 and last.kind == Event.SWAP:
        add_lane(table, lanes, 1, last.actor)


@rule
def add_lane(table, lanes, lane, recipient):
    lanes[lane, GROUP] = N_PILES + lane
    lanes[lane, PLACE] = 0
    lanes[lane, KIND] = ANY_KIND
    lanes[lane, RECIPIENT] = recipient


@rule
def lay_out(table, ledger, facts, lanes):
    """What the seat knows of every place; U where there is none."""
    find_lanes(table, ledger, lanes)
    for pile in range(table.n_seats):
        for slot in range(table.pile_size[pile]):
            facts[pile, slot] = ledger.fact[pile, slot]
    for lane in range(N_LANES):
        if lanes[lane, GROUP] >= 0:
            fact = int(ledger.incoming[lane])
            if ledger.decision == Decision.DUAL_CARD:
                fact = SEEN + int(ledger.face)
            facts[lanes[lane, GROUP], lanes[lane, PLACE]] = fact


@rule
def is_on_its_way(ledger, card):
    for lane in range(N_LANES):
        if ledger.incoming[lane] == SEEN + card:
            return True
    return False


@rule
def count(table, ledger, facts, lanes, tally, pool, more_low, more_high):
    """Fill `tally` and `pool` from zero. `more_*`: what a card that comes back adds to its pile's grey bounds."""
    n_psyche = 0  # Psyche cards still to be placed, less the places that surely hold one
    for card in range(N_PSYCHE):
        location = int(ledger.location[card])
        if location == UNKNOWN or STALE <= location < STALE + MAX_SEATS:
            pool[PSYCHE_SET[card]] += 1
            n_psyche += 1
        elif PILE <= location < STALE and not is_on_its_way(ledger, card):
            tally[location - PILE, KNOWN + PSYCHE_SET[card]] += 1
            n_psyche += 1
    for pile in range(table.n_seats):
        tally[pile, LOW] = table.grey_min[pile]
        tally[pile, HIGH] = table.grey_max[pile]
        for slot in range(table.pile_size[pile]):
            n_psyche -= count_place(tally, pile, int(facts[pile, slot]))
    for lane in range(N_LANES):
        group = lanes[lane, GROUP]
        if group >= 0:
            tally[group, LOW] += more_low if group < N_PILES else 0
            tally[group, HIGH] += more_high if group < N_PILES else 1
            n_psyche -= count_place(tally, group, int(facts[group, lanes[lane, PLACE]]))
    n_open = 0
    for group in range(N_GROUPS):
        n_open += tally[group, OPEN]
        tally[group, LOW] = max(tally[group, LOW], 0)
        tally[group, HIGH] = min(tally[group, HIGH], tally[group, OPEN])
    pool[GREY] = n_open - n_psyche


@rule
def count_place(tally, group, fact):
    """Returns 1 if the place surely holds a Psyche card that is still to be placed."""
    if fact == U:
        tally[group, OPEN] += 1
        return 0
    if fact == P:
        tally[group, PSYCHE] += 1
        return 1
    if PA <= fact <= PE:
        tally[group, BORDER + fact - PA] += 1
        return 1
    if fact == G or fact >= SEEN + N_PSYCHE:
        tally[group, LOW] -= 1
        tally[group, HIGH] -= 1
    return 0


@rule
def loosen(tally):
    """Forget the grey bounds: only a position that contradicts itself needs this."""
    for group in range(N_GROUPS):
        tally[group, LOW] = 0
        tally[group, HIGH] = tally[group, OPEN]


@rule
def n_loose(tally, group):
    """KNOWN cards of a group that lie in OPEN or PSYCHE places."""
    n = 0
    for i in range(N_SETS):
        n += tally[group, KNOWN + i] - tally[group, TAKEN + i]
    return n


@rule
def split_ways(tally, group, grey, in_open):
    """Ways to lay the loose KNOWN cards, `in_open` of them in OPEN places, and to make `grey` of the others grey."""
    loose = n_loose(tally, group)
    n_open = tally[group, OPEN]
    n_psyche = tally[group, PSYCHE]
    if in_open < 0 or in_open + grey > n_open or loose - in_open > n_psyche:
        return 0.0
    ways = BINOMIAL[loose, in_open] * BINOMIAL[n_open - in_open, grey]
    ways *= FACTORIAL[n_open] / FACTORIAL[n_open - in_open]
    return ways * (FACTORIAL[n_psyche] / FACTORIAL[n_psyche - loose + in_open])


@rule
def group_ways(tally, group, grey):
    """Ways for the KNOWN cards and `grey` grey cards of a group to lie among its OPEN and PSYCHE places."""
    total = 0.0
    for in_open in range(n_loose(tally, group) + 1):
        total += split_ways(tally, group, grey, in_open)
    return total


@rule
def fill_suffix(tally, pool, suffix):
    """suffix[g, n]: ways for groups g and later to have n grey cards among their OPEN places."""
    n_grey = pool[GREY]
    for n in range(n_grey + 1):
        suffix[N_GROUPS, n] = 0.0
    suffix[N_GROUPS, 0] = 1.0
    for group in range(N_GROUPS - 1, -1, -1):
        for n in range(n_grey + 1):
            suffix[group, n] = 0.0
        for grey in range(tally[group, LOW], min(tally[group, HIGH], n_grey) + 1):
            ways = group_ways(tally, group, grey)
            if ways > 0.0:
                for n in range(n_grey - grey + 1):
                    suffix[group, n + grey] += ways * suffix[group + 1, n]


@rule
def border_ways(tally, pool):
    """Ways to fill the places of known border in the case looked at, and to lay all cards of the pool."""
    ways = 1.0
    n_rest = 0
    for i in range(N_SETS):
        wanted = 0
        for group in range(N_GROUPS):
            known = tally[group, KNOWN + i]
            border = tally[group, BORDER + i]
            taken = tally[group, TAKEN + i]
            wanted += border - taken
            ways *= BINOMIAL[known, taken] * BINOMIAL[border, taken] * FACTORIAL[taken]
        if wanted > pool[i]:
            return 0.0
        ways *= FACTORIAL[pool[i]] / FACTORIAL[pool[i] - wanted]
        n_rest += pool[i] - wanted
    return ways * FACTORIAL[n_rest]


@rule
def weigh(tally, pool, suffix):
    """Ways of the case looked at; leaves its `suffix` in place."""
    if pool[GREY] < 0 or pool[GREY] >= MAX_GREY:
        return 0.0
    ways = border_ways(tally, pool)
    if ways > 0.0:
        fill_suffix(tally, pool, suffix)
        ways *= suffix[0, pool[GREY]]
    return ways


@rule
def n_cases(tally):
    """How many cases there are: for every group and set, how many KNOWN cards lie in places of that BORDER."""
    n = 1
    for group in range(N_GROUPS):
        for i in range(N_SETS):
            n *= 1 + min(tally[group, KNOWN + i], tally[group, BORDER + i])
    return n


@rule
def next_case(tally):
    """Count TAKEN up like an odometer, back to all zero after the last case."""
    for group in range(N_GROUPS):
        for i in range(N_SETS):
            if tally[group, TAKEN + i] < min(tally[group, KNOWN + i], tally[group, BORDER + i]):
                tally[group, TAKEN + i] += 1
                return
            tally[group, TAKEN + i] = 0
