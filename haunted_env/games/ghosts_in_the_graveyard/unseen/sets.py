"""The sets of cards that a seat's Secrets may be, given a clue: listed, counted, drawn."""

from haunted_env.engine.bits import n_in
from haunted_env.engine.rng import random_below
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import MAY, N_YES, SIZE, YES, rule

ANY, EVERY = range(2)  # see span()
N_SPAN = 2
MAX_SETS = N_CARDS * (N_CARDS - 1) * (N_CARDS - 2) // 6


@rule
def last_cards(clue, held):
    """The cards any one of which, together with those `held`, satisfies every Yes."""
    cards = clue[MAY] & ~held
    for i in range(clue[N_YES]):
        if clue[YES + i] & held == 0:
            cards &= clue[YES + i]
    return cards


@rule
def fits(clue, some):
    """Whether the Secrets may be just these cards."""
    if some & ~clue[MAY] != 0:
        return False
    for i in range(clue[N_YES]):
        if clue[YES + i] & some == 0:
            return False
    return n_in(some) == clue[SIZE]


@rule
def list_sets(clue, sets):
    """Write down every set the Secrets may be; returns how many there are."""
    if clue[SIZE] == 0:
        sets[0] = 0
        return int(clue[N_YES] == 0)
    if clue[SIZE] == 1:
        return list_with(clue, 0, clue[MAY], sets, 0)
    n = 0
    first = clue[MAY]
    while first:
        one = first & -first
        first ^= one
        if clue[SIZE] == 2:
            n = list_with(clue, one, first, sets, n)
            continue
        second = first
        while second:
            two = second & -second
            second ^= two
            n = list_with(clue, one | two, second, sets, n)
    return n


@rule
def list_with(clue, held, among, sets, n):
    """The sets made of those `held` and one card `among` the rest, listed from place n on."""
    cards = last_cards(clue, held) & among
    while cards:
        one = cards & -cards
        cards ^= one
        sets[n] = held | one
        n += 1
    return n


@rule
def span(clue, sets):
    """Of all sets that the Secrets may be: the cards of any (`sets[ANY]`), and those in every one (`sets[EVERY]`)."""
    sets[ANY] = 0
    sets[EVERY] = clue[MAY]
    if clue[SIZE] == 0 or n_in(clue[MAY]) < clue[SIZE]:
        sets[EVERY] = 0
        return
    first = settle(clue, 0, clue[SIZE], sets)
    while first and (sets[ANY] != clue[MAY] or sets[EVERY]):
        one = first & -first
        first ^= one
        second = settle(clue, one, clue[SIZE] - 1, sets)
        while second:
            two = second & -second
            second ^= two
            settle(clue, one | two, clue[SIZE] - 2, sets)
    sets[EVERY] &= sets[ANY]


@rule
def settle(clue, held, left, sets):
    """Add the sets with the cards `held` and `left` more. If they are too many, return cards of which each has one."""
    area = smallest_open(clue, held)
    if area > 0 and left > 1:
        return area
    if area < 0:
        sets[ANY] |= clue[MAY] if left else held
        if n_in(clue[MAY]) > clue[SIZE]:
            sets[EVERY] &= held
    elif left == 1:
        cards = last_cards(clue, held)
        if cards:
            sets[ANY] |= held | cards
            sets[EVERY] &= held | (cards if cards & (cards - 1) == 0 else 0)
    return 0


@rule
def smallest_open(clue, held):
    """The smallest area with a Yes that none of the cards held lies in; -1 if there is none left."""
    smallest = -1
    for i in range(clue[N_YES]):
        area = clue[YES + i]
        if area & held == 0 and (smallest < 0 or n_in(area) < n_in(smallest)):
            smallest = area
    return smallest


@rule
def pick_card(generator, some):
    """A random card of a set, as a set of one."""
    for _ in range(random_below(generator, n_in(some))):
        some &= some - 1
    return some & -some


@rule
def pick_cards(generator, some, n):
    """A random set of n of the cards."""
    picked = 0
    for _ in range(n):
        picked |= pick_card(generator, some & ~picked)
    return picked
