"""In how many ways the unseen cards can lie.

Cards are counted as labelled, so that all consistent worlds weigh the same. Two things tie the piles together: how
many of the grey cards each has (`fill_suffix` sums over that, pile by pile), and Psyche cards known to be in a pile
of which some borders are known (seldom, and then few: all *cases* are gone through, `next_case`).
"""

from math import comb, factorial

import numpy as np

from haunted_env.games.haunted_destinies.state import MAX_PILE, N_PSYCHE
from haunted_env.games.haunted_destinies.unseen.places import (
    BORDER,
    GREY,
    HIGH,
    KNOWN,
    LOW,
    N_GROUPS,
    N_SETS,
    OPEN,
    PSYCHE,
    TAKEN,
    rule,
)

MAX_GREY = N_GROUPS * MAX_PILE
BINOMIAL = np.array([[comb(n, k) for k in range(N_PSYCHE + 1)] for n in range(N_PSYCHE + 1)], np.float64)
FACTORIAL = np.array([factorial(n) for n in range(N_PSYCHE + 1)], np.float64)


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
def split_ways(tally, group, loose, grey, in_open):
    """Ways to lay the loose KNOWN cards, `in_open` of them in OPEN places, and to make `grey` of the others grey."""
    n_open = tally[group, OPEN]
    n_psyche = tally[group, PSYCHE]
    if in_open + grey > n_open or loose - in_open > n_psyche:
        return 0.0
    if loose == 0:
        return BINOMIAL[n_open, grey]
    ways = BINOMIAL[loose, in_open] * BINOMIAL[n_open - in_open, grey]
    ways *= FACTORIAL[n_open] / FACTORIAL[n_open - in_open]
    return ways * (FACTORIAL[n_psyche] / FACTORIAL[n_psyche - loose + in_open])


@rule
def group_ways(tally, group, grey):
    """Ways for the KNOWN cards and `grey` grey cards of a group to lie among its OPEN and PSYCHE places."""
    loose = n_loose(tally, group)
    total = 0.0
    for in_open in range(loose + 1):
        total += split_ways(tally, group, loose, grey, in_open)
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
    """Ways to fill the places of known border in the case looked at, and to order the cards of the pool."""
    ways = 1.0
    n_rest = 0
    for i in range(N_SETS):
        wanted = 0
        for group in range(N_GROUPS):
            border = tally[group, BORDER + i]
            taken = tally[group, TAKEN + i]
            wanted += border - taken
            if taken > 0:
                ways *= BINOMIAL[tally[group, KNOWN + i], taken] * BINOMIAL[border, taken] * FACTORIAL[taken]
        if wanted > pool[i]:
            return 0.0
        ways *= FACTORIAL[pool[i]] / FACTORIAL[pool[i] - wanted]
        n_rest += pool[i] - wanted
    return ways * FACTORIAL[n_rest]


@rule
def weigh(tally, pool, suffix):
    """Ways of the case looked at; leaves its `suffix` in place."""
    if pool[GREY] < 0:
        return 0.0
    ways = border_ways(tally, pool)
    if ways > 0.0:
        fill_suffix(tally, pool, suffix)
        ways *= suffix[0, pool[GREY]]
    return ways


@rule
def n_cases(tally):
    """The number of cases: how many KNOWN cards lie in places of known border, for every group and set."""
    n = 1
    for group in range(N_GROUPS):
        for i in range(N_SETS):
            n *= 1 + min(tally[group, KNOWN + i], tally[group, BORDER + i])
    return n


@rule
def next_case(tally):
    """Count TAKEN up like an odometer, back to zero after the last case."""
    for group in range(N_GROUPS):
        for i in range(N_SETS):
            if tally[group, TAKEN + i] < min(tally[group, KNOWN + i], tally[group, BORDER + i]):
                tally[group, TAKEN + i] += 1
                return
            tally[group, TAKEN + i] = 0
