"""Which destiny is whose, for all a seat knows: every way to deal them is gone through (DS-OBS-16 to DS-OBS-18)."""

import numpy as np

from haunted_env.engine.encoding import relative
from haunted_env.engine.scratch import list_of
from haunted_env.games.destinies.data import MAX_SEATS, N_CHARACTERS
from haunted_env.games.destinies.state import world_of
from haunted_env.games.destinies.unseen.destinies import find_may, fits, read_deal, rule

N_PLACES = MAX_SEATS


@rule
def location_mask(table, ledger, origin, out, data):
    """By destiny and relative seat: 0 not that seat's, 1 possibly, 2 certainly; all 0 before the deal."""
    scenario = data[world_of(table, data)]
    may = list_of(MAX_SEATS, np.int64)
    for i in range(N_PLACES * N_CHARACTERS):
        out[i] = 0
    if find_may(table, ledger, scenario, may) == 0:
        return
    find_dealt(table, scenario, may)
    for seat in range(table.n_seats):
        place = relative(table.n_seats, seat, origin)
        value = 1 + int(may[seat] & (may[seat] - 1) == 0)
        for destiny in range(N_CHARACTERS):
            out[N_PLACES * destiny + place] = value * (may[seat] >> destiny & 1)


@rule
def find_dealt(table, scenario, may):
    """Of the destinies that each seat may have by itself, leave those that some deal gives it."""
    dealt = list_of(MAX_SEATS, np.int64)
    found = list_of(MAX_SEATS, np.int64)
    for seat in range(MAX_SEATS):
        found[seat] = 0
    for number in range(scenario.n_destinies**table.n_seats):
        if fits(may, table.n_seats, scenario.n_destinies, number):
            read_deal(table.n_seats, scenario.n_destinies, number, dealt)
            for seat in range(table.n_seats):
                found[seat] |= 1 << dealt[seat]
    for seat in range(MAX_SEATS):
        may[seat] = found[seat]
