"""Draw where the unseen Psyche cards lie: all consistent ways are equally likely."""

import numpy as np

from haunted_env.engine.rng import next_word, random_below
from haunted_env.games.haunted_destinies.state import MAX_PILE, N_PSYCHE, NONE, PA, PE, SEEN, G, P, U
from haunted_env.games.haunted_destinies.tables import PSYCHE_SET
from haunted_env.games.haunted_destinies.unseen.places import (
    BORDER,
    GREY,
    HIGH,
    KEPT,
    KNOWN,
    LOW,
    N_COLUMNS,
    N_GROUPS,
    N_POOL,
    N_SETS,
    TAKEN,
    count,
    is_free,
    is_known_in,
    returning,
    rule,
)
from haunted_env.games.haunted_destinies.unseen.ways import (
    MAX_GREY,
    group_ways,
    loosen,
    n_cases,
    n_loose,
    next_case,
    split_ways,
    weigh,
)

MAX_CASES = 1024  # if there are more, this many are drawn at random and one of them is chosen by weight


@rule
def lay_psyche(world, seat, facts, faces, lanes, generator):
    """Lay every Psyche card; the other places are left with a grey fact, and no face unless it is known."""
    ledger = world.ledger[seat]
    tally = np.zeros((N_GROUPS, N_COLUMNS), np.int64)
    pool = np.zeros(N_POOL, np.int64)
    suffix = np.zeros((N_GROUPS + 1, MAX_GREY), np.float64)
    more_low = returning(world.table, world.work, 0)
    more_high = returning(world.table, world.work, 1)
    count(world.table, ledger, facts, lanes, tally, pool, more_low, more_high)
    if not choose_case(tally, pool, suffix, generator):
        loosen(tally)
        choose_case(tally, pool, suffix, generator)
    left = pool[GREY]
    for group in range(N_GROUPS):
        grey = choose_grey(tally, suffix, group, left, generator)
        left -= grey
        lay_known(ledger, facts, faces, tally, group, grey, generator)
        mark_grey(facts, faces, group, grey, generator)
    lay_free(ledger, facts, faces, generator)


@rule
def fraction(generator):
    """A number in [0, 1)."""
    return next_word(generator) / 4294967296.0


@rule
def choose_case(tally, pool, suffix, generator):
    """Choose a case by weight and fill `suffix` for it. False if no world is possible."""
    cases = n_cases(tally)
    total = weigh(tally, pool, suffix)
    if cases == 1:
        return total > 0.0
    copy_case(tally, TAKEN, KEPT)
    for _case in range(min(cases, MAX_CASES) - 1):
        if cases <= MAX_CASES:
            next_case(tally)
        else:
            random_case(tally, generator)
        ways = weigh(tally, pool, suffix)
        total += ways
        if ways > 0.0 and fraction(generator) * total < ways:
            copy_case(tally, TAKEN, KEPT)
    if total == 0.0 and cases > MAX_CASES:
        total = first_case(tally, pool, suffix, cases)
    copy_case(tally, KEPT, TAKEN)
    weigh(tally, pool, suffix)
    return total > 0.0


@rule
def copy_case(tally, origin, to):
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
def first_case(tally, pool, suffix, cases):
    """The first possible case, if none of those drawn at random was."""
    for _case in range(cases):
        next_case(tally)
        ways = weigh(tally, pool, suffix)
        if ways > 0.0:
            copy_case(tally, TAKEN, KEPT)
            return ways
    return 0.0


@rule
def choose_grey(tally, suffix, group, left, generator):
    """How many OPEN places of a group are grey; this and the later groups have `left` together."""
    low = tally[group, LOW]
    high = min(tally[group, HIGH], left)
    if low >= high:
        return low
    wanted = fraction(generator) * suffix[group, left]
    chosen = low
    for grey in range(low, high + 1):
        ways = group_ways(tally, group, grey) * suffix[group + 1, left - grey]
        if ways > 0.0:
            chosen = grey
            wanted -= ways
            if wanted < 0.0:
                break
    return chosen


@rule
def choose_open(tally, group, loose, grey, generator):
    """How many of the loose KNOWN cards of a group lie in its OPEN places."""
    wanted = fraction(generator) * group_ways(tally, group, grey)
    chosen = 0
    for in_open in range(loose + 1):
        ways = split_ways(tally, group, loose, grey, in_open)
        if ways > 0.0:
            chosen = in_open
            wanted -= ways
            if wanted < 0.0:
                break
    return chosen


@rule
def lay_known(ledger, facts, faces, tally, group, grey, generator):
    """Lay the cards known to be in a pile at random places that fit."""
    known = 0
    for i in range(N_SETS):
        known += tally[group, KNOWN + i]
    if known == 0:
        return
    loose = n_loose(tally, group)
    in_open = choose_open(tally, group, loose, grey, generator)
    for card in range(N_PSYCHE):
        if not is_known_in(ledger, card, group):
            continue
        i = int(PSYCHE_SET[card])
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
        faces[group, place] = card


@rule
def random_place(facts, faces, group, fact, generator):
    """A random place without a card of which exactly `fact` is known."""
    n = 0
    for place in range(MAX_PILE):
        n += facts[group, place] == fact and faces[group, place] == NONE
    wanted = random_below(generator, n)
    for place in range(MAX_PILE):
        if facts[group, place] == fact and faces[group, place] == NONE:
            if wanted == 0:
                return place
            wanted -= 1
    return NONE


@rule
def mark_grey(facts, faces, group, grey, generator):
    """Of the OPEN places left, `grey` hold grey cards and the others Psyche cards."""
    for _card in range(grey):
        facts[group, random_place(facts, faces, group, U, generator)] = G
    for place in range(MAX_PILE):
        if facts[group, place] == U and faces[group, place] == NONE:
            facts[group, place] = P
        elif facts[group, place] >= SEEN:
            faces[group, place] = facts[group, place] - SEEN


@rule
def lay_free(ledger, facts, faces, generator):
    """Lay the cards that may be anywhere: first where the border is known, then everywhere else."""
    deck = np.zeros(N_PSYCHE, np.int8)
    n = 0
    for card in range(N_PSYCHE):
        if is_free(ledger, card):
            deck[n] = card
            n += 1
    for wants_border in range(1, -1, -1):
        for group in range(N_GROUPS):
            for place in range(MAX_PILE):
                fact = int(facts[group, place])
                has_border = PA <= fact <= PE
                if faces[group, place] != NONE or has_border != wants_border or (fact != P and not has_border):
                    continue
                i = random_card(deck, n, fact, generator)
                faces[group, place] = deck[i]
                n -= 1
                deck[i] = deck[n]


@rule
def random_card(deck, n, fact, generator):
    """The index of a random one of the n cards that agree with the fact P or PX."""
    if fact == P:
        return random_below(generator, n)
    fitting = 0
    for i in range(n):
        fitting += PSYCHE_SET[deck[i]] == fact - PA
    wanted = random_below(generator, fitting)
    for i in range(n):
        if PSYCHE_SET[deck[i]] == fact - PA:
            if wanted == 0:
                return i
            wanted -= 1
    return 0
