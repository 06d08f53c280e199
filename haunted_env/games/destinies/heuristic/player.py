"""The hand-written player: explores, does the deeds of its better path, prepares, and dares the finale in time."""

import numpy as np

from haunted_env.engine.choice import only_action, random_action
from haunted_env.games.destinies.actions import N_ACTIONS, Act, Node
from haunted_env.games.destinies.data import N_TILES
from haunted_env.games.destinies.heuristic.aims import N_AIMS
from haunted_env.games.destinies.heuristic.paths import find_aims
from haunted_env.games.destinies.heuristic.testing import after_roll, before_roll, drop, use_freely
from haunted_env.games.destinies.heuristic.training import choose_step
from haunted_env.games.destinies.heuristic.travel import N_ALL_VALUES, choose_place, choose_tile
from haunted_env.games.destinies.heuristic.visiting import (
    choose_entry,
    choose_option,
    choose_path,
    choose_scan,
    choose_trade,
)
from haunted_env.games.destinies.heuristic.worth import fill_values
from haunted_env.games.destinies.odds import rule
from haunted_env.games.destinies.rules.abilities import is_free_node
from haunted_env.games.destinies.state import world_of


@rule
def suggest(table, ledger, mask, style, generator, data):
    """One of the legal actions, from what the deciding seat knows."""
    only = only_action(mask, N_ACTIONS)
    if only >= 0:
        return only
    node = table.node
    if node == Node.CHARACTER:
        return random_action(mask, N_ACTIONS, generator)  # none is known to be better
    if mask[Act.SPEND_XP]:
        return Act.SPEND_XP + 0
    scenario = data[world_of(table, data)]
    seat = ledger.seat
    aims = np.zeros(N_AIMS, np.int64)
    values = np.zeros(N_ALL_VALUES, np.float64)
    find_aims(table, ledger, scenario, aims)
    if node == Node.STEP_GAIN or node == Node.STEP_LOSS or node == Node.STAY_GAIN:
        return choose_step(table, scenario, seat, aims, mask)
    fill_values(table, scenario, seat, aims, values)
    if is_free_node(node):
        free = use_freely(table, scenario, seat, aims, mask)
        if free >= 0:
            return free
    if node == Node.MOVE or node == Node.TRAVEL:
        turns = np.zeros(N_TILES, np.int64)
        return choose_tile(table, ledger, scenario, aims, values, turns, mask, generator)
    if node == Node.VISIT:
        return choose_place(table, ledger, scenario, aims, values, mask)
    if node == Node.OPTIONS or node == Node.STAGE:
        return choose_option(table, ledger, scenario, aims, values, mask)
    return finish_option(table, ledger, scenario, aims, values, mask)


@rule
def finish_option(table, ledger, scenario, aims, values, mask):
    """What an option asks for."""
    node = table.node
    seat = ledger.seat
    if node == Node.TEST_PRE:
        return before_roll(table, scenario, seat, aims, values, mask)
    if node == Node.TEST_POST:
        return after_roll(table, scenario, seat, aims, values, mask)
    if node == Node.CHOICE:
        return choose_entry(table, scenario, seat, aims, values, mask)
    if node == Node.SCAN_ITEM:
        return choose_scan(table, scenario, seat, aims, values)
    if node == Node.SCAN_PATH:
        return choose_path(aims)
    if node == Node.TRADE:
        return choose_trade(table, scenario, seat, aims, values, mask)
    return drop(table, scenario, seat, aims, values, mask)
