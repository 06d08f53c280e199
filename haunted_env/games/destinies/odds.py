"""Odds of tests for the player to move, from the table of the dice that comes with a scenario."""

from numba import float64, int64

from haunted_env.engine.jit import make_rule
from haunted_env.games.destinies.actions import MARKERS
from haunted_env.games.destinies.data import MAX_EFFORT, N_SKILLS, N_TOTALS, TRACK_SPACES, Ability
from haunted_env.games.destinies.rules.items import always_sum
from haunted_env.games.destinies.state import compiler

TYPES = {**compiler.types, "aims": int64[::1], "values": float64[::1], "turns": int64[::1], "away": int64[::1]}
rule = make_rule(TYPES)

# The first entries of `aims`: where the markers of each track are, and what items add to its totals.
MARKS = 0
ADDED = MARKS + N_SKILLS * MARKERS
N_ODDS = ADDED + N_SKILLS
NO_MARKER = 2 * N_TOTALS


@rule
def read_track(scenario, track, skill, aims):
    k = 0
    for space in range(TRACK_SPACES):
        if track >> space & 1 and k < MARKERS:
            aims[MARKS + MARKERS * skill + k] = scenario.track_min + space
            k += 1
    while k < MARKERS:
        aims[MARKS + MARKERS * skill + k] = NO_MARKER
        k += 1


@rule
def read_tracks(table, scenario, seat, aims):
    for skill in range(N_SKILLS):
        read_track(scenario, table.track[seat, skill], skill, aims)
        aims[ADDED + skill] = always_sum(table, scenario, seat, Ability.TOTAL, skill)


@rule
def chance(scenario, aims, skill, dice, more, wanted):
    """The probability of at least `wanted` successes with `dice` effort dice, `more` of them coming from items."""
    found = 0.0
    for successes in range(min(dice, MAX_EFFORT) + 1):
        markers = wanted - more - successes
        if markers <= 0:
            found += scenario.tail[dice, successes, 0]
        elif markers <= MARKERS:
            total = aims[MARKS + MARKERS * skill + markers - 1] - aims[ADDED + skill]
            found += scenario.tail[dice, successes, min(max(total, 0), N_TOTALS - 1)]
    return found


@rule
def reached(aims, skill, total):
    """Markers at or below a total that is fixed."""
    n = 0
    for k in range(MARKERS):
        n += aims[MARKS + MARKERS * skill + k] <= total + aims[ADDED + skill]
    return n
