"""Which steps of a path to do, and what they need (DS-DEST-3, DS-DEST-13 to DS-DEST-15)."""

import numpy as np

from haunted_env.games.destinies.data import FLAG_BITS, N_FLAG_WORDS, N_PLAYER_FLAGS, N_STEPS, N_TILES, NONE
from haunted_env.games.destinies.heuristic.aims import EASING, N_AIMS, OTHER, PLACES, PRICE, SOLD_CATS, WANTED
from haunted_env.games.destinies.heuristic.deeds import place_days
from haunted_env.games.destinies.odds import rule
from haunted_env.games.destinies.rules.destiny import n_bits
from haunted_env.games.destinies.rules.movement import place_of

DISTANCE = 0.5  # days for each step between the place of a deed and the end of the path


@rule
def want(table, scenario, seat, need, word, aims):
    """A step needs these flags: they are wanted as far as they are missing, and what comes before them."""
    missing = need & ~table.pflags[seat, word]
    aims[WANTED + word] |= missing
    for bit in range(FLAG_BITS):
        if missing >> bit & 1:
            for other in range(N_FLAG_WORDS):
                earlier = scenario.before[word * FLAG_BITS + bit, other]
                aims[WANTED + other] |= earlier & ~table.pflags[seat, other]


@rule
def clear_wants(aims):
    for i in range(WANTED, N_AIMS):
        if i < OTHER or EASING <= i < SOLD_CATS or i >= PRICE:
            aims[i] = 0


@rule
def visit_days(table, scenario, seat, aims, poi, end):
    """Days for a deed at its place, and for the way from there to the end of the path."""
    aims[PLACES] |= 1 << poi
    return place_days(table, scenario, seat, aims, poi) + DISTANCE * scenario.steps[end, place_of(table, scenario, poi)]


@rule
def nearest_grant(table, scenario, seat, flag):
    """The nearest place where a player flag can be had for certain, and how far it is; NONE if there is none."""
    best = NONE
    least = N_TILES
    for poi in range(scenario.n_pois):
        if scenario.granted_at[flag] >> poi & 1:
            away = int(scenario.steps[table.place[seat], place_of(table, scenario, poi)])
            if away < least:
                least = away
                best = poi
    return best, least


@rule
def want_some(table, ledger, scenario, path, step, aims, end):
    """A step that needs only some of its flags (DS-DEST-13): those that are nearest are wanted. Returns the days."""
    seat = ledger.seat
    row = scenario.destiny[ledger.destiny].path[path].step[step]
    left = int(row.least)
    for word in range(N_FLAG_WORDS):
        left -= n_bits(row.need[word] & table.pflags[seat, word])
    days = 0.0
    chosen = np.zeros(N_FLAG_WORDS, np.int64)
    for _ in range(left):
        best = NONE
        where = NONE
        least = N_TILES
        for flag in range(N_PLAYER_FLAGS):
            word = flag // FLAG_BITS
            if (row.need[word] & ~table.pflags[seat, word] & ~chosen[word]) >> (flag % FLAG_BITS) & 1:
                poi, away = nearest_grant(table, scenario, seat, flag)
                if poi >= 0 and (best < 0 or away < least):
                    best = flag
                    where = poi
                    least = away
        if best < 0:
            break
        chosen[best // FLAG_BITS] |= 1 << (best % FLAG_BITS)
        want(table, scenario, seat, 1 << (best % FLAG_BITS), best // FLAG_BITS, aims)
        days += visit_days(table, scenario, seat, aims, where, end)
    return days


@rule
def needs_all(scenario, destiny, path, step):
    row = scenario.destiny[destiny].path[path].step[step]
    n = 0
    for word in range(N_FLAG_WORDS):
        n += n_bits(row.need[word])
    return n == row.least


@rule
def follow_steps(table, ledger, scenario, path, steps, aims):
    """Want what some steps (bits) need; returns the days reckoned for those that are not done."""
    way = scenario.destiny[ledger.destiny].path[path]
    end = place_of(table, scenario, scenario.finale[way.finale].poi)
    seat = ledger.seat
    days = 0.0
    for step in range(way.n_steps):
        if steps >> step & 1 and needs_all(scenario, ledger.destiny, path, step):
            for word in range(N_FLAG_WORDS):
                want(table, scenario, seat, way.step[step].need[word], word, aims)
    for step in range(way.n_steps):
        if (steps & ~ledger.done[path]) >> step & 1:
            if needs_all(scenario, ledger.destiny, path, step):
                days += visit_days(table, scenario, seat, aims, way.step[step].poi, end)
            else:
                days += want_some(table, ledger, scenario, path, step, aims, end)
    return days


@rule
def steps_to_do(table, ledger, scenario, path, aims):
    """The steps by which a path is completed soonest (DS-DEST-14, DS-DEST-15), done ones included: bits."""
    way = scenario.destiny[ledger.destiny].path[path]
    every = (1 << way.n_steps) - 1
    if way.enough == way.n_steps:
        return every
    cost = np.zeros(N_STEPS, np.float64)
    for step in range(way.n_steps):
        clear_wants(aims)
        cost[step] = follow_steps(table, ledger, scenario, path, 1 << step, aims)
    clear_wants(aims)
    best = every
    least = np.inf
    for steps in range(every + 1):
        fits = ledger.done[path] & ~steps == 0 and n_bits(steps) >= way.enough
        days = 0.0
        for step in range(way.n_steps):
            if steps >> step & 1:
                fits = fits and way.step[step].after & ~steps == 0
                days += cost[step]
        if fits and days < least:
            least = days
            best = steps
    return best
