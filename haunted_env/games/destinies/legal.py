"""Legal actions of the deciding seat, from what that seat may know (DS-DEC-2)."""

from haunted_env.games.destinies.actions import Act, Node
from haunted_env.games.destinies.data import N_CHOICES, N_PATHS, Skill
from haunted_env.games.destinies.rules.abilities import is_free_node, legal_uses
from haunted_env.games.destinies.rules.movement import reachable
from haunted_env.games.destinies.rules.skills import can_step, legal_steps
from haunted_env.games.destinies.rules.trade import legal_trade
from haunted_env.games.destinies.rules.visit import legal_options
from haunted_env.games.destinies.state import EXPLORED, rule, world_of


@rule
def legal(table, ledger, mask, data):
    """Mark the legal actions in a zeroed mask; none for a seat that does not decide."""
    if table.decider == ledger.seat:
        legal_here(table, ledger, data[world_of(table, data)], mask)


@rule
def legal_here(table, ledger, scenario, mask):
    node = table.node
    seat = ledger.seat
    if node == Node.STEP_GAIN or node == Node.STEP_LOSS or node == Node.STAY_GAIN:
        legal_steps(table, scenario, seat, table.step_skill, table.step_sign, mask)
        mask[Act.DONE] = node == Node.STAY_GAIN
    elif node <= Node.VISIT:
        legal_places(table, scenario, seat, mask)
    elif node == Node.CHOICE:
        for i in range(N_CHOICES):
            mask[Act.CHOICE + i] = table.choices >> i & 1
    elif node == Node.SCAN_ITEM or node == Node.OVERFLOW:
        for i in range(table.item_n[seat]):
            mask[Act.ITEM + i] = 1
    elif node == Node.SCAN_PATH:
        for path in range(N_PATHS):
            mask[Act.PATH + path] = 1
    elif node == Node.TRADE:
        legal_trade(table, scenario, seat, mask)
    elif node == Node.TEST_PRE:
        for n in range(table.effort[seat] + 1):  # DS-TEST-4
            mask[Act.EFFORT + n] = 1
    elif node == Node.TEST_POST:
        mask[Act.DONE] = 1
    else:
        legal_options(table, ledger, scenario, mask)
        if node == Node.OPTIONS:
            mask[Act.DONE] = 1
            legal_picks(table, seat, mask)
    legal_free(table, ledger, scenario, mask)


@rule
def legal_places(table, scenario, seat, mask):
    """Characters of a draft, tiles to go to, POIs to visit."""
    node = table.node
    if node == Node.CHARACTER:
        for character in range(scenario.n_characters):
            mask[Act.CHARACTER + character] = 1
        for other in range(table.n_seats):
            if table.character[other] >= 0:
                mask[Act.CHARACTER + table.character[other]] = 0
    elif node == Node.MOVE:
        tiles = reachable(table, scenario, seat)
        for tile in range(scenario.n_tiles):
            mask[Act.TILE + tile] = tiles >> tile & 1
    elif node == Node.TRAVEL:
        for tile in range(scenario.n_tiles):
            mask[Act.TILE + tile] = table.tile[tile] == EXPLORED and tile != table.place[seat]
    else:
        for poi in range(scenario.n_pois):
            mask[Act.POI + poi] = table.poi_tile[poi] == table.place[seat]
        mask[Act.DONE] = 1


@rule
def legal_picks(table, seat, mask):
    """DS-ITEM-15."""
    tile = table.place[seat]
    for i in range(table.ground_n[tile]):
        mask[Act.PICK + i] = table.ground_fresh[tile] >> i & 1 == 0


@rule
def legal_free(table, ledger, scenario, mask):
    """DS-TURN-6: free actions; item abilities also in tests and at OVERFLOW."""
    node = table.node
    free = is_free_node(node)
    if free and table.xp[ledger.seat] > 0:
        mask[Act.SPEND_XP] = can_step(table, scenario, ledger.seat, Skill.ANY, 1)
    if free or node == Node.TEST_PRE or node == Node.TEST_POST or node == Node.OVERFLOW:
        legal_uses(table, ledger, scenario, mask)
