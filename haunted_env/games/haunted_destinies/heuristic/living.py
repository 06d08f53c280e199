"""How the living play their turns: where to go, what to do there, when to run."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.heuristic.fighting import fight_worth, look_worth, probe_worth
from haunted_env.games.haunted_destinies.heuristic.judging import (
    attack_lead,
    bonus,
    loses,
    noise,
    opener_known,
    reaches,
    rule,
)
from haunted_env.games.haunted_destinies.heuristic.looking import has_safe_show, own_look_worth
from haunted_env.games.haunted_destinies.heuristic.paths import COST, FAR, FIRST, find_ways
from haunted_env.games.haunted_destinies.heuristic.talking import wants_to_talk
from haunted_env.games.haunted_destinies.rules.board import is_searchable
from haunted_env.games.haunted_destinies.rules.free import can_use_psyche, mutual_seats
from haunted_env.games.haunted_destinies.state import CELLS, GRID, MAX_SEATS, N_PSYCHE
from haunted_env.games.haunted_destinies.tables import EFFECT_LIST, OPS, Col, Op

LATER = 0.8  # what something is worth a turn later
STRIDE = 6  # movement points of a turn, about


@rule
def search_worth(table, ledger, seat, cell, values, chances):
    """What searching a tile is worth: `values` are those of drawing, of looking at others, of looking at oneself."""
    lead = int(table.health[seat]) - int(table.gloom[cell]) + bonus(table, seat, 1)
    one = reaches(lead, 1)
    three = reaches(lead, 3)
    five = reaches(lead, 5)
    draw = values[0]
    look = max(values[0], values[1])
    own = max(look, values[2])
    return draw * (one - three) + look * (three - five) + own * five - 0.04 * loses(lead)


@rule
def value_search(table, ledger, chances, values):
    """The three things a search can give."""
    seat = int(ledger.seat)
    values[0] = 0.05 + (0.03 if table.wounds[seat] > 0 else 0.0)
    values[1] = 0.0
    for other in range(table.n_seats):
        if other != seat and table.pile_size[other] > 0:
            values[1] = max(values[1], look_worth(table, ledger, other, chances))
    values[2] = own_look_worth(table, ledger, chances)


@rule
def distance(cell, other):
    """Steps between two cells, edges ignored."""
    return abs(cell // GRID - other // GRID) + abs(cell % GRID - other % GRID)


@rule
def threat(table, seat, other, chances):
    """How much `seat` has to fear from an attack by another player."""
    if table.ghost[other]:
        return 0.0
    lead = attack_lead(table, other, seat)
    if table.ritual:
        if other != table.opener:
            return 0.0
        return 0.05 * (lead + 3) if lead > -3 else 0.0
    if lead < 1:
        return 0.0
    fear = 0.01 * lead
    if table.health[seat] <= 2:
        fear *= 2.0
    return fear * (1.0 + 2.0 * chances[seat])


@rule
def danger(table, seat, cell, threats):
    """What standing on a cell at the end of the turn costs."""
    total = 0.0
    for other in range(table.n_seats):
        if threats[other] > 0.0:
            total += threats[other] * max(0, 8 - distance(cell, table.pawn[other])) / 8.0
    return total


@rule
def main_living(table, ledger, mask, chances, generator):
    """MAIN of a living player."""
    seat = int(ledger.seat)
    free = free_action(table, ledger, mask, chances, generator)
    if free >= 0:
        return free
    here = int(table.pawn[seat])
    fights = np.empty(MAX_SEATS, np.float64)
    values = np.empty(3, np.float64)
    threats = np.zeros(MAX_SEATS, np.float64)
    value_search(table, ledger, chances, values)
    for other in range(table.n_seats):
        fights[other] = -1.0
        if other != seat and not table.ghost[other]:
            fights[other] = max(fight_worth(table, seat, other, chances), probe_worth(table, ledger, other, chances))
            threats[other] = threat(table, seat, other, chances)
    if table.mp > 0 and not table.tile_removed:
        step = choose_step(table, ledger, mask, chances, values, fights, threats, generator)
        if step >= 0:
            return step
    if mask[Act.REMOVE_TILE]:
        return Act.REMOVE_TILE
    return act_here(table, ledger, mask, chances, values, here)


@rule
def choose_step(table, ledger, mask, chances, values, fights, threats, generator):
    """The first step towards the best cell; -1 to stay."""
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    reach = np.empty((2, CELLS), np.int64)
    find_ways(table, seat, reach)
    goal = here
    top = cell_worth(table, ledger, here, 0, chances, values, fights, threats) + 2e-3
    for cell in range(CELLS):
        if table.tile[cell] >= 0 and cell != here and reach[COST, cell] < FAR:
            worth = cell_worth(table, ledger, cell, reach[COST, cell], chances, values, fights, threats)
            worth += noise(generator)
            if worth > top:
                top = worth
                goal = cell
    if goal == here:
        return -1
    step = Act.MOVE_N + reach[FIRST, goal]
    return step if mask[step] else -1


@rule
def cell_worth(table, ledger, cell, cost, chances, values, fights, threats):
    """What can be done on a cell, less for every turn it takes to get there, less its danger."""
    worth = 0.0
    if is_searchable(table, cell):
        worth = max(worth, search_worth(table, ledger, ledger.seat, cell, values, chances))
    for other in range(table.n_seats):
        if fights[other] > worth and table.pawn[other] == cell:
            worth = fights[other]
    turns = int(table.action_used)
    if cost > table.mp:
        turns += 1 + (cost - table.mp - 1) // STRIDE
    for _turn in range(turns):
        worth *= LATER
    return worth - danger(table, ledger.seat, cell, threats) - 1e-4 * cost


@rule
def act_here(table, ledger, mask, chances, values, here):
    """The best action on this tile; END_TURN if none is worth it."""
    seat = int(ledger.seat)
    best = Act.END_TURN
    top = 0.0
    if mask[Act.SEARCH]:
        worth = search_worth(table, ledger, seat, here, values, chances)
        if worth > top:
            top = worth
            best = Act.SEARCH
    if mask[Act.ATTACK]:
        for other in range(table.n_seats):
            if other == seat or table.pawn[other] != here:
                continue
            worth = fight_worth(table, seat, other, chances)
            if worth > top:
                top = worth
                best = Act.ATTACK
            worth = probe_worth(table, ledger, other, chances)
            if worth > top:
                top = worth
                best = Act.PROBE
    return best


@rule
def free_action(table, ledger, mask, chances, generator):
    """A free action worth taking now; -1 if there is none."""
    if mask[Act.MUTUAL_LOOK] and wants_mutual_look(table, ledger, chances):
        return Act.MUTUAL_LOOK
    if mask[Act.USE_POWER] and best_power(table, ledger, chances) >= 0:
        return Act.USE_POWER
    if mask[Act.TALK] and wants_to_talk(table, ledger, chances):
        return Act.TALK
    return -1


@rule
def wants_mutual_look(table, ledger, chances):
    """With a card to show that tells nothing new; for what the other must show, or for the reward."""
    if mutual_seats(table, ledger.seat) == 0 or not has_safe_show(table, ledger):
        return False
    return opener_known(ledger) < 0 or table.wounds[ledger.seat] > 0


@rule
def best_power(table, ledger, chances):
    """A turn power worth using now; -1 if there is none."""
    seat = int(ledger.seat)
    for card in range(N_PSYCHE):
        if not can_use_psyche(table, seat, card):
            continue
        op = OPS[EFFECT_LIST[card, 0], Col.OP]
        if op == Op.REMOVE_GLOOM and not table.action_used and is_searchable(table, table.pawn[seat]):
            return card
        if op == Op.MOVE_CARD and opener_known(ledger) == seat and not table.ritual:
            return card
        if op == Op.HEAL and table.ritual and seat != table.opener:
            return card
    return -1


@rule
def choose_roll(table, ledger, mask, chances, generator):
    """ROLL: two dice unless what one wants is here already."""
    if not mask[Act.ROLL2]:
        return Act.ROLL1
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    values = np.empty(3, np.float64)
    value_search(table, ledger, chances, values)
    stay = 0.0
    if is_searchable(table, here):
        stay = search_worth(table, ledger, seat, here, values, chances)
    others = 0.0
    for other in range(table.n_seats):
        if other != seat and not table.ghost[other]:
            worth = fight_worth(table, seat, other, chances)
            if table.pawn[other] == here:
                stay = max(stay, worth)
            else:
                others = max(others, worth)
    for cell in range(CELLS):
        if table.tile[cell] >= 0 and cell != here and is_searchable(table, cell):
            others = max(others, search_worth(table, ledger, seat, cell, values, chances))
    return Act.ROLL1 if stay > 0.0 and stay >= others - 0.01 else Act.ROLL2
