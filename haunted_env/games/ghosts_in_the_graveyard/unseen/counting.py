"""How many sets a seat's Secrets may be, and how many of them miss an area: exact, and fast enough for every question.

By inclusion and exclusion over the Yes answers: the sets that hit all their areas are all sets, less those that miss
one, and so on; n answers give 2^n unions of areas. With many answers there are few sets left: these are listed.
"""

from math import comb

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.state import N_SECRETS
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import MAY, N_YES, SIZE, YES, rule
from haunted_env.games.ghosts_in_the_graveyard.unseen.sets import MAX_SETS, list_sets, n_in

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
def kind_of(clue, card):
    """In which of the areas with a Yes a card lies, as bits: cards of one kind are equally likely."""
    kind = 0
    for i in range(min(clue[N_YES], MOST_YES)):
        kind |= (clue[YES + i] >> card & 1) << i
    return kind


@rule
def fill_hits(clue, chances):
    """By card: the chance that it is one of the Secrets; returns the likeliest card, NONE (-1) if nothing fits."""
    sets = new_sets(clue)
    n = prepare(clue, sets)
    total = n_missing(clue, sets, n, 0)
    of_kind = np.full(N_TERMS, -1.0)
    best = -1
    for card in range(N_CARDS):
        chances[card] = 0.0
        if total > 0 and clue[MAY] >> card & 1:
            kind = kind_of(clue, card)
            if of_kind[kind] < 0.0 or clue[N_YES] > MOST_YES:
                of_kind[kind] = 1.0 - n_missing(clue, sets, n, 1 << card) / total
            chances[card] = of_kind[kind]
            if best < 0 or chances[card] > chances[best]:
                best = card
    return best
