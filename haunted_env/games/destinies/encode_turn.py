"""The visit, the test and the log of an observation (DS-OBS-6 to DS-OBS-8)."""

from haunted_env.engine.encoding import MOST, put_bits, put_one, put_seat, put_wide
from haunted_env.games.destinies.data import HAND, MAX_EFFORT, N_HOSTED, N_MAIN, N_PATHS, SUCCESS
from haunted_env.games.destinies.observation import (
    LOG,
    LOG_A,
    LOG_B,
    LOG_CODE,
    LOG_SEAT,
    OPTION_BITS,
    POI_BITS,
    SLOT,
    SLOT_COST,
    SLOT_DESCRIBED,
    SLOT_KIND,
    SLOT_LEGAL,
    SLOT_PEEKED,
    SLOT_SKILL,
    Obs,
)
from haunted_env.games.destinies.rules.visit import is_legal_option
from haunted_env.games.destinies.state import N_LOG, rule

FINALE_OPTION = (1 << OPTION_BITS) - 1  # what stands in slots 14 and 15


@rule
def put_slot(table, ledger, scenario, slot, out):
    """One offered option; "legal" speaks of the active player."""
    option = table.slot[slot]
    row = scenario.option[option]
    first = Obs.SLOT + SLOT * slot
    put_bits(out, first, option + 1, OPTION_BITS)
    out[first + SLOT_KIND + row.kind] = 1
    put_one(out, first + SLOT_SKILL, row.skill)
    put_one(out, first + SLOT_DESCRIBED, row.described)
    out[first + SLOT_COST] = row.cost
    out[first + SLOT_LEGAL] = is_legal_option(table, scenario, table.active, option)
    out[first + SLOT_PEEKED] = ledger.peeked[option]


@rule
def put_visit(table, ledger, scenario, out):
    """DS-OBS-6, DS-OBS-10: unoffered options are zeros; slots 14 and 15 are the visitor's own."""
    put_bits(out, Obs.VISIT_POI, table.visit_poi + 1, POI_BITS)
    if table.offered:
        for slot in range(N_HOSTED):
            if table.offered >> slot & 1:
                put_slot(table, ledger, scenario, slot, out)
    for path in range(N_PATHS):
        if ledger.offered >> path & 1:
            first = Obs.SLOT + SLOT * (N_HOSTED + path)
            put_bits(out, first, FINALE_OPTION, OPTION_BITS)
            out[first + SLOT_LEGAL] = 1


@rule
def put_test(table, ledger, scenario, out):
    """DS-OBS-7, DS-OBS-13."""
    if table.testing == 0:
        return
    row = scenario.option[table.option]
    out[Obs.TESTING + table.testing - 1] = 1
    out[Obs.TEST_SKILL + row.skill] = 1
    put_one(out, Obs.TEST_DESCRIBED, row.described)
    out[Obs.TEST_PEEKED] = ledger.peeked[table.option]
    for die in range(N_MAIN):
        out[Obs.MAIN + die] = table.main[die]
    for die in range(MAX_EFFORT):
        out[Obs.EFFORT_DIE + 2 * die] = max(table.effort_die[die], 0)
        out[Obs.EFFORT_DIE + 2 * die + 1] = table.effort_die[die] == SUCCESS
    out[Obs.TOTAL] = min(table.total, MOST)
    out[Obs.SUCCESSES] = min(table.successes, MOST)
    for i in range(HAND):
        out[Obs.TEST_ITEMS + i] = table.test_items[i] + 1


@rule
def put_log(table, origin, out):
    """DS-OBS-8: newest first."""
    for i in range(min(table.n_log, N_LOG)):
        row = table.log[(table.n_log - 1 - i) % N_LOG]
        first = Obs.LOG + LOG * i
        out[first] = min(table.day - row.day, MOST)
        put_seat(out, first + LOG_SEAT, table.n_seats, row.seat, origin)
        put_one(out, first + LOG_CODE, row.code - 1)
        put_wide(out, first + LOG_A, row.a)
        out[first + LOG_B] = min(row.b, MOST)
