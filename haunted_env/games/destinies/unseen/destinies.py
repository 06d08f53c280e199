"""Which destinies the other seats may have, for all one seat knows (DS-SETUP-6, DS-SETUP-7, DS-OBS-14).

A destiny follows from the character, or (shuffled) every way to deal different ones is equally likely; a finale that
was triggered shows what it belongs to, and its steps must be done; a hint that was read aloud belongs to some destinies
alone. What players chose to do is no evidence.
"""

from numba import int64

from haunted_env.engine.jit import make_rule
from haunted_env.engine.rng import random_below
from haunted_env.games.destinies.data import MAX_SEATS, N_PATHS, NONE
from haunted_env.games.destinies.options import SHUFFLED
from haunted_env.games.destinies.rules.destiny import is_complete, steps_met
from haunted_env.games.destinies.state import compiler

ARRAYS = dict.fromkeys(("may", "dealt", "sums", "counts"), int64[::1])
rule = make_rule({**compiler.types, **ARRAYS})


@rule
def has_finale(table, scenario, seat, destiny, finale):
    """Whether a path of the destiny that the seat has completed leads to this finale."""
    for path in range(N_PATHS):
        if scenario.destiny[destiny].path[path].finale == finale:
            if is_complete(scenario, destiny, path, steps_met(table, scenario, seat, destiny, path)):
                return 1
    return 0


@rule
def may_have(table, ledger, scenario, seat, destiny):
    """Whether a seat may have a destiny, other seats aside."""
    if seat == ledger.seat:
        return int(destiny == ledger.destiny)
    if table.destiny_deal != SHUFFLED:
        return int(destiny == scenario.character[table.character[seat]].destiny)
    if table.heard[seat] & ~scenario.destiny[destiny].aloud:  # DS-DEST-12
        return 0
    return int(table.finale[seat] < 0 or has_finale(table, scenario, seat, destiny, table.finale[seat]) == 1)


@rule
def find_may(table, ledger, scenario, may):
    """Per seat the destinies it may have, as bits; returns the number of ways to deal them (0 before the deal)."""
    for seat in range(MAX_SEATS):
        may[seat] = 0
    if ledger.destiny < 0:  # DS-SETUP-13
        return 0
    for seat in range(table.n_seats):
        for destiny in range(scenario.n_destinies):
            may[seat] |= may_have(table, ledger, scenario, seat, destiny) << destiny
    n = n_deals(may, table.n_seats, scenario.n_destinies)
    if n == 0:  # a position made by hand need not be one that can come about
        for seat in range(table.n_seats):
            if seat != ledger.seat:
                may[seat] = ((1 << scenario.n_destinies) - 1) & ~(1 << ledger.destiny)
        n = n_deals(may, table.n_seats, scenario.n_destinies)
    return n


@rule
def read_deal(n_seats, n_destinies, number, dealt):
    """The deal of a number below n_destinies ** n_seats: a destiny per seat, NONE for absent seats."""
    for seat in range(MAX_SEATS):
        dealt[seat] = NONE
        if seat < n_seats:
            dealt[seat] = number % n_destinies
            number //= n_destinies


@rule
def fits(may, n_seats, n_destinies, number):
    """Whether the deal gives each seat a destiny it may have, no two the same."""
    taken = 0
    for seat in range(n_seats):
        destiny = number % n_destinies
        number //= n_destinies
        if (may[seat] & ~taken) >> destiny & 1 == 0:
            return 0
        taken |= 1 << destiny
    return 1


@rule
def n_deals(may, n_seats, n_destinies):
    n = 0
    for number in range(n_destinies**n_seats):
        n += fits(may, n_seats, n_destinies, number)
    return n


@rule
def draw_deal(table, ledger, scenario, may, dealt, generator):
    """A destiny for every seat, each way to deal them equally likely; NONE before the deal."""
    n = find_may(table, ledger, scenario, may)
    for seat in range(MAX_SEATS):
        dealt[seat] = NONE
    if n == 0:
        return
    wanted = random_below(generator, n)
    for number in range(scenario.n_destinies**table.n_seats):
        if fits(may, table.n_seats, scenario.n_destinies, number):
            if wanted == 0:
                read_deal(table.n_seats, scenario.n_destinies, number, dealt)
                return
            wanted -= 1
