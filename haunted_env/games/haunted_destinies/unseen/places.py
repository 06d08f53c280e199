"""Unseen places and the Psyche cards that may lie there, from the table and one ledger alone (section 17).

A *group* is a Destiny pile (numbered by seat) or a card on its way (N_PILES + lane); a *place* is one card of it.
"""

from numba import float64, int8, int64

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.actions import PLACING, Decision, Event, Origin
from haunted_env.games.haunted_destinies.rules.stack import Task
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

# Columns of `tally`, one row per group. Where it counts by set, the column given is that of set A.
LOW, HIGH = 0, 1  # bounds on the grey cards among the places of which nothing is known
OPEN, PSYCHE = 2, 3  # places of which nothing is known; places known to hold some Psyche card
KNOWN = 4  # by set: Psyche cards known to be somewhere in the group
BORDER = KNOWN + N_SETS  # by set: places of which that border is known
TAKEN = BORDER + N_SETS  # by set: KNOWN cards that lie in places of BORDER, in the case looked at
KEPT = TAKEN + N_SETS  # by set: the same in the case chosen
N_COLUMNS = KEPT + N_SETS

# `pool`: by set, the Psyche cards that may be anywhere; then the number of grey cards among all OPEN places.
GREY = N_SETS
N_POOL = N_SETS + 1

# Columns of `lanes`, one row per lane: its place (group NONE: nothing is on its way), kind of card, recipient.
GROUP, PLACE, KIND, RECIPIENT = range(4)
N_LANE_COLUMNS = 4
ANY_KIND, SEARCH_KIND, HAUNTING_KIND = range(3)

TYPES = {
    **compiler.types,
    "facts": int8[:, ::1],  # what is known of each place; NONE where there is none
    "faces": int8[:, ::1],  # the card laid in each place
    "lanes": int64[:, ::1],
    "tally": int64[:, ::1],
    "pool": int64[::1],
    "suffix": float64[:, ::1],
    "prefix": float64[::1],
    "hidden": int64[::1],
    "deck": int8[::1],
    "copy": compiler.types["claim"],
}
rule = make_rule(TYPES)


@rule
def find_lanes(table, ledger, lanes):
    """HD-INFO-24: cards on their way; there are some exactly while somebody is PLACING. A swap has two."""
    for lane in range(N_LANES):
        lanes[lane, GROUP] = NONE
    if table.label != PLACING or table.over:
        return
    last = table.events[max(0, table.n_events - 1) % N_EVENTS]
    lane = int(ledger.lane)
    if last.kind == Event.SWAP:  # both cards wait; otherwise, if the second one of a swap does, it shows by its fact
        add_lane(lanes, 1, last.actor)
    elif ledger.seat != table.decider and ledger.incoming[1] != U:
        lane = 1
    add_lane(lanes, lane, table.recipient)
    if table.origin == Origin.SEARCH_DECK:
        lanes[lane, KIND] = SEARCH_KIND
    elif table.origin == Origin.HAUNTING_DECK:
        lanes[lane, KIND] = HAUNTING_KIND
    elif table.origin == Origin.SEAT_SLOT and table.origin_seat == table.recipient:
        lanes[lane, GROUP] = table.recipient  # HD-INFO-26: it comes back, so it is one more card of the pile
        lanes[lane, PLACE] = table.pile_size[table.recipient]


@rule
def add_lane(lanes, lane, recipient):
    lanes[lane, GROUP] = N_PILES + lane
    lanes[lane, PLACE] = 0
    lanes[lane, KIND] = ANY_KIND
    lanes[lane, RECIPIENT] = recipient


@rule
def lay_out(table, ledger, facts, lanes):
    """What the seat knows of every place."""
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
    """Whether the seat knows this very card to wait for its insertion."""
    for lane in range(N_LANES):
        if ledger.incoming[lane] == SEEN + card:
            return True
    return False


@rule
def is_free(ledger, card):
    """Whether a Psyche card may be anywhere for all the seat knows."""
    location = ledger.location[card]
    return location == UNKNOWN or STALE <= location < STALE + MAX_SEATS


@rule
def is_known_in(ledger, card, group):
    """Whether a Psyche card is known to be in a pile, but not where."""
    return group < N_PILES and ledger.location[card] == PILE + group and not is_on_its_way(ledger, card)


@rule
def returning(table, work, upper):
    """HD-INFO-26: what the card of a `move_card` in progress adds to the lower or upper grey bound of its pile.

    Only the seat that decides has the unfinished work in hand; for others the card may be grey or not.
    """
    if work.depth >= 2:
        frame = work.stack[work.depth - 2]
        if frame.task == Task.MOVE_CARD:
            if upper:
                return int(frame.bits) - int(table.grey_max[frame.seat])
            return int(frame.n) - int(table.grey_min[frame.seat])
    return upper


@rule
def count(table, ledger, facts, lanes, tally, pool, more_low, more_high):
    """Fill `tally` and `pool` from zero. `more_*`: what a card that comes back adds to its pile's grey bounds."""
    n_psyche = 0  # Psyche cards still to be laid, less the places that surely take one
    for card in range(N_PSYCHE):
        if is_free(ledger, card):
            pool[PSYCHE_SET[card]] += 1
            n_psyche += 1
        elif PILE <= ledger.location[card] < STALE and not is_on_its_way(ledger, card):
            tally[ledger.location[card] - PILE, KNOWN + PSYCHE_SET[card]] += 1
            n_psyche += 1
    for pile in range(table.n_seats):
        tally[pile, LOW] = table.grey_min[pile]
        tally[pile, HIGH] = table.grey_max[pile]
    for lane in range(N_LANES):
        group = lanes[lane, GROUP]
        if group >= N_PILES:
            tally[group, HIGH] = 1
        elif group >= 0:
            tally[group, LOW] += more_low
            tally[group, HIGH] += more_high
    n_open = 0
    for group in range(N_GROUPS):
        for place in range(MAX_PILE):
            n_psyche -= count_place(tally, group, int(facts[group, place]))
        n_open += tally[group, OPEN]
        tally[group, LOW] = max(tally[group, LOW], 0)
        tally[group, HIGH] = min(tally[group, HIGH], tally[group, OPEN])
    pool[GREY] = n_open - n_psyche


@rule
def count_place(tally, group, fact):
    """Returns 1 if the place surely takes one of the Psyche cards still to be laid."""
    if fact == NONE:
        return 0
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
