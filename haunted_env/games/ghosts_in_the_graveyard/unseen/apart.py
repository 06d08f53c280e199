"""In how many ways the Secrets of other seats can lie apart from a given set of cards, and from each other.

The sets a clue allows are counted in a `tally` (pair of cards: sets with both; a card with itself: sets with it; last
row: all) and a `third` (pair of cards: the cards that make a set of three with them). Ways without an overlap follow
by inclusion and exclusion, since a set has three cards at most.
"""

from haunted_env.engine.bits import n_in, number_of
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import MAY, N_YES, SIZE, YES, add_yes, rule
from haunted_env.games.ghosts_in_the_graveyard.unseen.sets import list_sets

ALL = N_CARDS
N_TALLY = N_CARDS + 1
# Rows of `clues`, `tallies` and `thirds`: two seats, and what both clues allow.
FIRST, SECOND, COMMON = range(3)


@rule
def count_sets(clue, sets, tally, third):
    """Fill `tally` and `third`."""
    n = list_sets(clue, sets)
    for a in range(N_CARDS):
        tally[ALL, a] = n
        for b in range(N_CARDS):
            tally[a, b] = 0.0
            third[a, b] = 0
    for i in range(n):
        left = sets[i]
        while left:
            one = left & -left
            left ^= one
            a = number_of(one)
            tally[a, a] += 1.0
            rest = left
            while rest:
                two = rest & -rest
                rest ^= two
                b = number_of(two)
                tally[a, b] += 1.0
                tally[b, a] += 1.0
                third[a, b] |= sets[i] & ~(one | two)
                third[b, a] = third[a, b]


@rule
def unite(clues):
    """Sets of three that are allowed by both clues; with fewer cards the tallies of pairs say it all."""
    common = clues[COMMON]
    common[SIZE] = clues[FIRST, SIZE]
    common[MAY] = clues[FIRST, MAY] & clues[SECOND, MAY]
    common[N_YES] = 0
    for i in range(clues[FIRST, N_YES]):
        add_yes(common, clues[FIRST, YES + i] & common[MAY])
    for i in range(clues[SECOND, N_YES]):
        add_yes(common, clues[SECOND, YES + i] & common[MAY])


@rule
def n_apart(tally, third, some):
    """How many sets have no card of `some`."""
    n = tally[ALL, 0]
    left = some
    while left:
        one = left & -left
        left ^= one
        a = number_of(one)
        n -= tally[a, a]
        rest = left
        while rest:
            two = rest & -rest
            rest ^= two
            b = number_of(two)
            n += tally[a, b] - n_in(third[a, b] & rest)
    return n


@rule
def n_with(tally, third, card, some):
    """How many sets have the card, but none of `some`."""
    n = tally[card, card]
    left = some
    while left:
        one = left & -left
        left ^= one
        a = number_of(one)
        n += n_in(third[card, a] & left) - tally[card, a]
    return n


@rule
def n_both_apart(tallies, thirds, some):
    """How many pairs of sets, of two seats, have no card of `some` and none in common."""
    n = n_apart(tallies[FIRST], thirds[FIRST], some) * n_apart(tallies[SECOND], thirds[SECOND], some)
    n -= n_apart(tallies[COMMON], thirds[COMMON], some)
    for a in range(N_CARDS):
        if some >> a & 1:
            continue
        n -= n_with(tallies[FIRST], thirds[FIRST], a, some) * n_with(tallies[SECOND], thirds[SECOND], a, some)
        for b in range(a):
            if some >> b & 1 == 0 and tallies[FIRST, a, b] > 0.0 and tallies[SECOND, a, b] > 0.0:
                first = tallies[FIRST, a, b] - n_in(thirds[FIRST, a, b] & some)
                n += first * (tallies[SECOND, a, b] - n_in(thirds[SECOND, a, b] & some))
    return n
