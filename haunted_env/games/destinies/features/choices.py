"""What may be chosen: offered options with their odds, items in hand and within reach."""

import numpy as np
from numba import float64

from haunted_env.engine.encoding import MOST, put_bits
from haunted_env.engine.jit import make_rule
from haunted_env.games.destinies.data import N_HOSTED, N_PATHS, PASS_RANGES, Ability, Described, Kind
from haunted_env.games.destinies.features.layout import (
    ITEM_NUMBER_BITS,
    ITEM_SIZE,
    OPTION_NUMBER_BITS,
    OWN_ITEM_SIZE,
    SLOT_SIZE,
    At,
    Item,
    Slot,
)
from haunted_env.games.destinies.odds import TYPES, chance
from haunted_env.games.destinies.rules.visit import is_legal_option

rule = make_rule({**TYPES, "share": float64})

# What a test needs as far as its description tells: the middle of the range, rounded up.
EXPECTED = np.array([(sum(PASS_RANGES[word.name.lower()]) + 1) // 2 for word in Described], np.int8)

IN_TESTS = (
    Ability.SUCC,
    Ability.SUCC_IF_ZERO,
    Ability.SUCC_TURN,
    Ability.REROLL,
    Ability.FIX_TOTAL,
    Ability.ALL_EFFORT,
    Ability.PEEK,
)
# By the ability that an item is discarded for: whether it helps in a test, or brings something at any time.
TESTS = np.array([ability in IN_TESTS for ability in Ability], np.int8)
GAINS = np.array([ability not in (*IN_TESTS, Ability.NONE) for ability in Ability], np.int8)


@rule
def per_cent(share):
    """A chance in per cent, rounded; not 0 for what is possible."""
    return max(int(100.0 * share + 0.5), int(share > 0.0))


@rule
def put_slots(table, ledger, scenario, aims, out):
    """DS-OBS-6, DS-OBS-10: unoffered options are zeros."""
    if table.offered:
        for slot in range(N_HOSTED):
            if table.offered >> slot & 1:
                put_slot(table, ledger, scenario, aims, table.slot[slot], At.SLOTS + SLOT_SIZE * slot, out)
    for path in range(N_PATHS):
        out[At.SLOTS + SLOT_SIZE * (N_HOSTED + path) + Slot.LEGAL] = ledger.offered >> path & 1


@rule
def put_slot(table, ledger, scenario, aims, option, first, out):
    about = scenario.option[option]
    put_bits(out, first + Slot.NUMBER, option, OPTION_NUMBER_BITS)
    out[first + Slot.KIND + about.kind] = 1
    out[first + Slot.DESCRIBED] = about.described + 1
    out[first + Slot.COST] = about.cost
    out[first + Slot.LEGAL] = is_legal_option(table, scenario, table.active, option)
    if about.kind == Kind.TEST:
        wanted = int(ledger.peeked[option])
        if wanted == 0:
            wanted = int(EXPECTED[about.described])
        dice = table.effort[ledger.seat]
        out[first + Slot.ODDS] = per_cent(chance(scenario, aims, about.skill, dice, table.succ_turn, wanted))


@rule
def put_item(scenario, item, first, out):
    """What an item is good for."""
    about = scenario.item[item]
    out[first + Item.VALUE] = min(about.value, MOST)
    out[first + Item.LASTS] = about.always != Ability.NONE
    out[first + Item.TESTS] = TESTS[about.discard]
    out[first + Item.GAINS] = GAINS[about.discard]


@rule
def put_hand(table, scenario, seat, out):
    for i in range(table.item_n[seat]):
        first = At.HAND + OWN_ITEM_SIZE * i
        put_item(scenario, table.item[seat, i], first, out)
        put_bits(out, first + Item.NUMBER, table.item[seat, i], ITEM_NUMBER_BITS)


@rule
def put_things(table, scenario, seat, out):
    """What may be bought, and picked up."""
    here = table.place[seat]
    if table.trade >= 0:
        for i in range(table.stack_n[table.trade]):
            put_item(scenario, table.stack[table.trade, i], At.STACK + ITEM_SIZE * i, out)
    if here >= 0:
        for i in range(table.ground_n[here]):
            put_item(scenario, table.ground[here, i], At.GROUND + ITEM_SIZE * i, out)
