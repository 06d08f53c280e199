"""Which tombstones may be among a seat's Secrets, for all another seat knows, by counting (GG-HID-11 to GG-HID-13)."""

import numpy as np
from numba import int64

from haunted_env.engine.encoding import relative
from haunted_env.engine.jit import make_rule
from haunted_env.engine.scratch import list_of
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import secrets_of
from haunted_env.games.ghosts_in_the_graveyard.state import MAX_SEATS
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import N_CLUE, N_YES, TYPES, read_clue, unseen_by
from haunted_env.games.ghosts_in_the_graveyard.unseen.sets import ANY, EVERY, N_SPAN, span

N_PLACES = MAX_SEATS
rule = make_rule({**TYPES, "may": int64[::1], "must": int64[::1]}, inline=True)


@rule
def location_mask(table, ledger, origin, out, data):
    """By tombstone and relative seat: 0 no Secret of that seat, 1 possibly one, 2 certainly."""
    may = list_of(MAX_SEATS, np.int64)
    must = list_of(MAX_SEATS, np.int64)
    for seat in range(MAX_SEATS):
        may[seat] = secrets_of(ledger) if seat == ledger.seat else 0
        must[seat] = may[seat]
    find_secrets(table, ledger, may, must)
    for i in range(N_PLACES * N_CARDS):
        out[i] = 0
    for seat in range(table.n_seats):
        place = relative(table.n_seats, seat, origin)
        for card in range(N_CARDS):
            out[N_PLACES * card + place] = (may[seat] >> card & 1) + (must[seat] >> card & 1)


@rule
def find_secrets(table, ledger, may, must):
    """For every other seat, the cards that can be its Secrets and those that have to be, as sets. What has to be one
    seat's is nobody else's: that is gone through again until nothing new follows."""
    clue = list_of(N_CLUE, np.int64)
    sets = list_of(N_SPAN, np.int64)
    free = unseen_by(table, ledger)
    news = True
    while news:
        news = False
        for seat in range(table.n_seats):
            if seat == ledger.seat:
                continue
            read_clue(table, free | must[seat], seat, clue)
            span(clue, sets)
            if sets[ANY] == 0:  # the log of a position made by hand need not be one that can come about
                clue[N_YES] = 0
                span(clue, sets)
            news = news or (sets[EVERY] != must[seat] and table.n_seats > 2)
            may[seat] = sets[ANY]
            must[seat] = sets[EVERY]
            free &= ~must[seat]
