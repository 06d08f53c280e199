"""A complete game that one seat cannot tell from the real one, drawn without ever seeing the real one.

All worlds that agree with the table, the seat's ledger, the grey bounds and the number of copies of every card are
equally likely (`unseen.py` counts them). Beyond that, a Search card in a pile is one that can be kept there (it has
a Probe effect). What a seat that does not decide cannot know exactly is said where it is done.
"""

import numpy as np

from haunted_env.core.rng import next_word, random_below
from haunted_env.games.haunted_destinies import unseen
from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.state import (
    GONE,
    MAX_PILE,
    MAX_SEATS,
    N_EVENTS,
    N_HAND,
    N_ITEMS,
    N_LANES,
    N_PERSIST,
    N_PSYCHE,
    NONE,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    UP,
    G,
    P,
    U,
)
from haunted_env.games.haunted_destinies.tables import (
    CEMETERY,
    COPIES,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    ITEM_CODE,
    N_GREY,
    N_HAUNTING_CARDS,
    N_SEARCH_CARDS,
    N_TILES,
    PERSIST_CODE,
    PROBE_LIST,
    PSYCHE_SET,
    TILE_SEARCHABLE,
)
from haunted_env.games.haunted_destinies.unseen import (
    ANY_KIND,
    BORDER,
    GREY,
    GROUP,
    HAUNTING_KIND,
    HIGH,
    KEPT,
    KIND,
    KNOWN,
    LOW,
    MAX_GREY,
    N_COLUMNS,
    N_GROUPS,
    N_PILES,
    N_SETS,
    PLACE,
    RECIPIENT,
    SEARCH_KIND,
    TAKEN,
    count,
    fill_suffix,
    lay_out,
    loosen,
    n_cases,
    n_loose,
    next_case,
    split_ways,
    weigh,
)

MAX_CASES = 1024  # with more than this many cases as many are drawn at random and one of them is chosen by weight
SEARCHABLE_IN_HAND = 2  # HD-SETUP-7

TYPES = {**unseen.TYPES, "left": unseen.int64[::1], "deck": unseen.int8[::1], "loose": unseen.int8[::1]}
rule = unseen.make_rule(TYPES)


@rule
def resample(world, seat, generator):
    """Fill in everything that `seat` may not know."""
    facts = np.zeros((N_GROUPS, MAX_PILE), np.int8)
    faces = np.full((N_GROUPS, MAX_PILE), NONE, np.int8)
    lanes = np.zeros((N_LANES, 4), np.int64)
    lay_out(world.table, world.ledger[seat], facts, lanes)
    lay_psyche(world, seat, facts, faces, lanes, generator)
    lay_grey(world, seat, facts, faces, lanes, generator)
    fill_secret(world, faces, lanes, generator)
    for other in range(MAX_SEATS):
        if other != seat:
            fill_ledger(world, seat, other)
    if world.table.in_setup:
        deal_hands(world, seat, generator)


@rule
def returning(world, higher):
    """HD-INFO-26: what the card of a `move_card` in progress adds to its pile's grey bounds (higher: the upper)."""
    if world.work.depth >= 2:
        frame = world.work.stack[world.work.depth - 2]
        if frame.task == Task.MOVE_CARD:
            if higher:
                return int(frame.bits) - int(world.table.grey_max[frame.seat])
            return int(frame.n) - int(world.table.grey_min[frame.seat])
    return int(higher)


@rule
def lay_psyche(world, seat, facts, faces, lanes, generator):
    """Every Psyche card to a place; the OPEN places that get none become G."""
    ledger = world.ledger[seat]
    tally = np.zeros((N_GROUPS, N_COLUMNS), np.int64)
    pool = np.zeros(N_SETS + 1, np.int64)
    suffix = np.zeros((N_GROUPS + 1, MAX_GREY), np.float64)
    count(world.table, ledger, facts, lanes, tally, pool, returning(world, 0), returning(world, 1))
    if not choose_case(tally, pool, suffix, generator):
        loosen(tally)
        choose_case(tally, pool, suffix, generator)
    left = pool[GREY]
    for group in range(N_GROUPS):
        grey = choose_grey(tally, suffix, group, left, generator)
        left -= grey
        lay_known(world, ledger, facts, faces, tally, group, grey, generator)
    lay_pool(ledger, facts, faces, generator)


@rule
def fraction(generator):
    """A number in [0, 1)."""
    return next_word(generator) / 4294967296.0


@rule
def choose_case(tally, pool, suffix, generator):
    """Choose how many KNOWN cards lie in places of known border, by weight. False if no world is possible."""
    cases = n_cases(tally)
    total = weigh(tally, pool, suffix)
    if cases == 1:
        return total > 0.0
    keep_case(tally, KEPT, TAKEN)
    for _case in range(min(cases, MAX_CASES) - 1):
        if cases <= MAX_CASES:
            next_case(tally)
        else:
            random_case(tally, generator)
        ways = weigh(tally, pool, suffix)
        total += ways
        if ways > 0.0 and fraction(generator) * total < ways:
            keep_case(tally, KEPT, TAKEN)
    if total == 0.0 and cases > MAX_CASES:
        total = any_case(tally, pool, suffix, cases)
    keep_case(tally, TAKEN, KEPT)
    fill_suffix(tally, pool, suffix)
    return total > 0.0


@rule
def keep_case(tally, to, origin):
    for group in range(N_GROUPS):
        for i in range(N_SETS):
            tally[group, to + i] = tally[group, origin + i]


@rule
def random_case(tally, generator):
    for group in range(N_GROUPS):
        for i in range(N_SETS):
            most = min(tally[group, KNOWN + i], tally[group, BORDER + i])
            tally[group, TAKEN + i] = random_below(generator, most + 1)


@rule
def any_case(tally, pool, suffix, cases):
    """The first possible case: the last resort if none of those drawn at random was."""
    for _case in range(cases):
        next_case(tally)
        ways = weigh(tally, pool, suffix)
        if ways > 0.0:
            keep_case(tally, KEPT, TAKEN)
            return ways
    return 0.0


@rule
def choose_grey(tally, suffix, group, left, generator):
    """How many OPEN places of a group are grey, `left` being what this and the later groups have."""
    wanted = fraction(generator) * suffix[group, left]
    grey = 0
    for n in range(tally[group, LOW], min(tally[group, HIGH], left) + 1):
        ways = 0.0
        for in_open in range(n_loose(tally, group) + 1):
            ways += split_ways(tally, group, n, in_open)
        ways *= suffix[group + 1, left - n]
        if ways > 0.0:
            grey = n
            wanted -= ways
            if wanted < 0.0:
                break
    return grey


@rule
def choose_open(tally, group, grey, generator):
    """How many loose KNOWN cards of a group lie in its OPEN places."""
    loose = n_loose(tally, group)
    total = 0.0
    for n in range(loose + 1):
        total += split_ways(tally, group, grey, n)
    wanted = fraction(generator) * total
    in_open = 0
    for n in range(loose + 1):
        ways = split_ways(tally, group, grey, n)
        if ways > 0.0:
            in_open = n
            wanted -= ways
            if wanted < 0.0:
                break
    return in_open


@rule
def lay_known(world, ledger, facts, faces, tally, group, grey, generator):
    """Lay the KNOWN cards of a group, then make `grey` of its OPEN places G and the rest P."""
    if group < N_PILES:
        loose = n_loose(tally, group)
        in_open = choose_open(tally, group, grey, generator) if loose > 0 else 0
        for card in range(N_PSYCHE):
            if ledger.location[card] != PILE + group or unseen.is_on_its_way(ledger, card):
                continue
            i = PSYCHE_SET[card]
            fact = int(P)
            if random_below(generator, tally[group, KNOWN + i]) < tally[group, TAKEN + i]:
                tally[group, TAKEN + i] -= 1
                fact = PA + i
            else:
                if random_below(generator, loose) < in_open:
                    in_open -= 1
                    fact = int(U)
                loose -= 1
            tally[group, KNOWN + i] -= 1
            place = random_place(facts, faces, group, fact, generator)
            facts[group, place] = SEEN + card
            faces[group, place] = card
    size = group_size(world, group)
    for _grey in range(grey):
        facts[group, random_place(facts, faces, group, U, generator)] = G
    return size


@rule
def group_size(world, group):
    return MAX_PILE
