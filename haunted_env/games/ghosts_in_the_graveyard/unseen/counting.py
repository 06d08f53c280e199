"""How many sets a seat's Secrets may be, and how many of them miss an area: exact, and fast enough for every question.

By inclusion and exclusion over the Yes answers: the sets that hit all their areas are all sets, less those that miss
one, and so on; n answers give 2^n unions of areas. With many answers there are few sets left: these are listed.
"""

from math import comb

import numpy as np

from haunted_env.engine.bits import n_in, number_of
from haunted_env.games.ghosts_in_the_graveyard.state import N_SECRETS
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import MAY, N_YES, SIZE, YES, rule
from haunted_env.games.ghosts_in_the_graveyard.unseen.sets import MAX_SETS, list_sets

MOST_YES = 6  # up to here by inclusion and exclusion
N_TERMS = 1 << MOST_YES

# By numbers of Secrets and cards: ways to choose these Secrets from these cards.
WAYS = np.array([[comb(n, size) for n in range(N_CARDS + 1)] for size in range(N_SECRETS + 1)], np.int64)


@rule
def new_sets(clue):
    """Room for `prepare`."""
    return np.empty(N_TERMS if clue[N_YES] <= MOST_YES else MAX_SETS, np.int64)


@rule
def prepare(clue, sets):
    """Unions of areas, or all sets; returns how many."""
    if clue[N_YES] > MOST_YES:
        return list_sets(clue, sets)
    sets[0] = 0
    n = 1
    for i in range(clue[N_YES]):
        for k in range(n):
            sets[n + k] = sets[k] | clue[YES + i]
        n *= 2
    return n


@rule
def n_missing(clue, sets, n, area):
    """How many of the sets have no card in the area."""
    found = 0
    if clue[N_YES] > MOST_YES:
        for i in range(n):
            found += sets[i] & area == 0
        return found
    may = clue[MAY] & ~area
    for i in range(n):
        ways = WAYS[clue[SIZE], n_in(may & ~sets[i])]
        found += -ways if n_in(i) & 1 else ways
    return found


@rule
def alike(clue, card):
    """The cards that lie in the same areas with a Yes as this one: all of them are equally likely."""
    cards = clue[MAY]
    for i in range(clue[N_YES]):
        area = clue[YES + i]
        cards &= area ^ ((area >> card & 1) - 1)  # the area, or what lies outside
    return cards


@rule
def fill_hits(clue, chances):
    """By card: the chance that it is one of the Secrets; returns the likeliest card, NONE (-1) if nothing fits."""
    sets = new_sets(clue)
    n = prepare(clue, sets)
    total = n_missing(clue, sets, n, 0)
    for card in range(N_CARDS):
        chances[card] = 0.0
    best = -1
    left = clue[MAY] if total > 0 else 0
    while left:
        one = left & -left
        first = number_of(one)
        chance = 1.0 - n_missing(clue, sets, n, one) / total
        if best < 0 or chance > chances[best]:
            best = first
        cards = alike(clue, first)
        left &= ~cards
        for card in range(N_CARDS):
            if cards >> card & 1:
                chances[card] = chance
    return best
