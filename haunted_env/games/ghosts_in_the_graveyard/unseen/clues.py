"""What the log says about a seat's Secrets, as seen by somebody who knows which cards are free.

Of the Secrets that a seat still holds, marks and answers tell the set of cards they lie among (No, misses), and areas
that hold at least one of them (Yes). Nothing tells them apart: a Decoy found or paid is marked at once, and who is the
Haunt among the others is never told (GG-HID-6), Vanish or not. So every Secret held is the Haunt with equal chance.
"""

from numba import float64, int64

from haunted_env.engine.jit import make_rule
from haunted_env.games.ghosts_in_the_graveyard.actions import Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import secrets_of
from haunted_env.games.ghosts_in_the_graveyard.rules.search import asked_area
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.state import N_SEARCHES, compiler
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS

# A clue: how many Secrets, the cards they are among, and areas (cut down to those cards) that hold one of them.
SIZE, MAY, N_YES, YES = range(4)
N_CLUE = YES + N_SEARCHES

TYPES = {
    **compiler.types,
    "clue": int64[::1],
    "own": int64[::1],
    "clues": int64[:, ::1],  # by seat
    "sets": int64[::1],  # sets of cards
    "lists": int64[:, ::1],  # by seat
    "lengths": int64[::1],
    "holdings": int64[::1],  # by seat: a set of cards
    "tally": float64[:, ::1],  # see unseen/apart.py
    "tallies": float64[:, :, ::1],
    "third": int64[:, ::1],
    "thirds": int64[:, :, ::1],
}
rule = make_rule(TYPES, inline=True)


@rule
def unmarked(table):
    """The cards that are not on the discard pile."""
    free = 0
    for card in range(N_CARDS):
        free |= int(table.mark[card] == Mark.NONE) << card
    return free


@rule
def unseen_by(table, ledger):
    """The cards that may be anywhere as far as a seat knows."""
    return unmarked(table) & ~(ledger.hand | secrets_of(ledger))


@rule
def lost_secrets(table, seat):
    """The Secrets a seat has lost, Haunt included."""
    lost = 0
    for card in range(N_CARDS):
        why = table.mark[card]
        was_secret = (why == Mark.DECOY_FOUND) | (why == Mark.PENALTY) | (why == Mark.HAUNT_FOUND)
        lost |= int(was_secret & (table.marked_by[card] == seat)) << card
    return lost


@rule
def lost_in(table, guess, seat):
    """The Secrets a seat lost in a logged Guess."""
    row = table.guesses[guess]
    lost = 0
    if row.penalty >= 0 and row.seat == seat:
        lost |= 1 << row.penalty
    if row.result >= Result.DECOY and target_of(table, row.seat) == seat:
        lost |= 1 << row.named
    return lost


@rule
def read_clue(table, free, seat, clue):
    """What is known of the Secrets that `seat` holds, all of them among the `free` cards."""
    may = free
    for i in range(table.n_guesses):
        guess = table.guesses[i]
        if guess.result == Result.MISS and target_of(table, guess.seat) == seat:
            may &= ~(1 << guess.named)
    for i in range(table.n_searches):
        row = table.searches[i]
        if not row.yes and target_of(table, row.seat) == seat:
            may &= ~asked_area(table, row.light, row.played, row.place)
    clue[SIZE] = table.n_secrets[seat]
    clue[MAY] = may
    clue[N_YES] = 0
    read_yes(table, seat, clue)


@rule
def read_yes(table, seat, clue):
    """A Yes speaks of the Secrets of that moment: those held now, and those lost since.

    The log of a position may leave out turns: a Secret lost in none of the logged ones may have been there.
    """
    lost = lost_secrets(table, seat)
    guess = 0
    for i in range(table.n_searches):
        while guess < table.n_guesses and table.guesses[guess].after <= i:
            lost &= ~lost_in(table, guess, seat)
            guess += 1
        row = table.searches[i]
        if row.yes and target_of(table, row.seat) == seat:
            area = asked_area(table, row.light, row.played, row.place)
            if area & lost == 0:
                add_yes(clue, area & clue[MAY])


@rule
def add_yes(clue, area):
    """An area with a Secret. What follows from a smaller area need not be kept."""
    kept = 0
    for i in range(clue[N_YES]):
        other = clue[YES + i]
        if other & ~area == 0:
            return
        if area & ~other != 0:
            clue[YES + kept] = other
            kept += 1
    clue[YES + kept] = area
    clue[N_YES] = kept + 1
