"""During a visit or stage: which option, entry, item or purchase."""

import numpy as np

from haunted_env.games.destinies.actions import Act, Node
from haunted_env.games.destinies.data import GROUND_SIZE, N_CHOICES, N_HOSTED, N_PATHS, STACK_SIZE, Kind
from haunted_env.games.destinies.heuristic.aims import PATH
from haunted_env.games.destinies.heuristic.finale import is_ready
from haunted_env.games.destinies.heuristic.judging import bargain, entry_worth, may_end, option_worth, scanned_worth
from haunted_env.games.destinies.heuristic.worth import COIN, item_worth, new_item_worth
from haunted_env.games.destinies.odds import rule
from haunted_env.games.destinies.rules.trade import price_at

LEAST = 0.05  # what is not worth this is left alone
ENDING = 100.0  # options that may end the visit come last
PICKED = 0.3


@rule
def choose_option(table, ledger, scenario, aims, values, mask):
    """OPTIONS and STAGE."""
    seat = ledger.seat
    for path in range(N_PATHS):
        if mask[Act.OPTION + N_HOSTED + path] and is_ready(table, ledger, scenario, aims, path):
            return Act.OPTION + N_HOSTED + path
    found = pick_up(table, scenario, seat, aims, values, mask)
    if found >= 0:
        return found
    best = -1
    highest = -np.inf
    for slot in range(N_HOSTED):
        if not mask[Act.OPTION + slot]:
            continue
        option = table.slot[slot]
        if scenario.option[option].kind == Kind.SCAN_DESTINY:
            continue
        value = option_worth(table, scenario, seat, aims, values, option, table.effort[seat])
        if table.node == Node.OPTIONS:
            if value < LEAST:
                continue
            if may_end(scenario, option):
                value -= ENDING
        if value > highest:
            highest = value
            best = Act.OPTION + slot
    return best if best >= 0 else Act.DONE + 0


@rule
def pick_up(table, scenario, seat, aims, values, mask):
    """An item on the ground that is worth it; -1."""
    for i in range(GROUND_SIZE):
        if mask[Act.PICK + i]:
            item = table.ground[table.place[seat], i]
            if new_item_worth(table, scenario, seat, aims, values, item) > PICKED:
                return Act.PICK + i
    return -1


@rule
def choose_entry(table, scenario, seat, aims, values, mask):
    """CHOICE."""
    best = 0
    highest = -np.inf
    for i in range(N_CHOICES):
        if mask[Act.CHOICE + i]:
            entry = scenario.option[table.option].choice_first + i
            value = entry_worth(table, scenario, seat, aims, values, entry)
            if value > highest:
                highest = value
                best = i
    return Act.CHOICE + best


@rule
def choose_scan(table, scenario, seat, aims, values):
    """SCAN_ITEM."""
    best = 0
    highest = -np.inf
    for i in range(table.item_n[seat]):
        value = scanned_worth(table, scenario, seat, aims, values, table.option, table.item[seat, i])
        if value > highest:
            highest = value
            best = i
    return Act.ITEM + best


@rule
def choose_path(aims):
    """SCAN_PATH."""
    return Act.PATH + aims[PATH]


@rule
def choose_trade(table, scenario, seat, aims, values, mask):
    """TRADE: the best bargain; else sell what is worth less than its price."""
    best = -1
    highest = LEAST
    for i in range(STACK_SIZE):
        if mask[Act.BUY + i]:
            value = bargain(table, scenario, seat, aims, values, table.trade, table.stack[table.trade, i])
            if value > highest:
                highest = value
                best = Act.BUY + i
    if best >= 0:
        return best
    for i in range(table.item_n[seat]):
        item = table.item[seat, i]
        if mask[Act.ITEM + i]:
            price = price_at(table, scenario, table.trade, item)
            if item_worth(scenario, aims, values, item) + LEAST < price * values[COIN]:
                return Act.ITEM + i
    return Act.DONE + 0
