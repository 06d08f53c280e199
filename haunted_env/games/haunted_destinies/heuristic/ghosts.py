"""How ghosts play: gather gloom, fill piles with Haunting cards, wake them, and meet a win condition in play."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.amounts import MOST_SYPHONED, TIERS
from haunted_env.games.haunted_destinies.heuristic.noise import HALF_NOISE, noise, rule
from haunted_env.games.haunted_destinies.heuristic.paths import later
from haunted_env.games.haunted_destinies.rules.conditions import goal, in_play, is_condition, total_gloom, weak_health
from haunted_env.games.haunted_destinies.rules.rolls import EQUAL_DICE, haunt_lead, loses, reaches, wins
from haunted_env.games.haunted_destinies.rules.ways import COST, FAR, FIRST, N_REACH, find_ways, turns_away
from haunted_env.games.haunted_destinies.state import CELLS, N_PERSIST
from haunted_env.games.haunted_destinies.tables import CEMETERY, WIN_COND, Cond

ENOUGH_GLOOM = 8  # what a ghost wants before it would rather haunt than syphon
ONE_MORE, SATED = 0.018, 0.006  # one more gloom, before and after that
GLOOM_WINS = 0.037  # one more gloom if that wins
KEEP_BOARD = 0.048  # gloom taken off the board if that would win
WAKES = 0.05  # a Haunting card woken while no condition is in play
FILLS = 0.023  # a card in a pile if that wins
NEAR_PREY = 0.06  # being with somebody not yet weak enough to possess
HAUNT_1, HAUNT_3, HAUNT_5, HAUNT_LOST = 0.032, 0.034, 0.053, 0.038  # what a haunt gains from so much on, or costs

# Entries of `values`: one more gloom, waking a Haunting card, filling a pile; designs of conditions about places.
GLOOM, WAKE, FILL, POSSESS, CHURCHYARD = range(5)
N_VALUES = 5


@rule
def weigh_aims(table, seat, values):
    """What the win conditions in play make worth doing."""
    values[GLOOM] = ONE_MORE if table.own_gloom[seat] < ENOUGH_GLOOM else SATED
    values[WAKE] = WAKES
    values[FILL] = 0.0
    values[POSSESS] = -1.0
    values[CHURCHYARD] = -1.0
    for design in range(N_PERSIST):
        if not is_condition(table, design):
            continue
        values[WAKE] = 0.0
        cond = WIN_COND[design]
        if cond == Cond.GHOST_SINGLE_GLOOM or cond == Cond.GHOST_VS_HEALTH:
            values[GLOOM] = GLOOM_WINS
        elif cond == Cond.POSSESSION:
            values[POSSESS] = design
            if table.own_gloom[seat] < goal(table, design):
                values[GLOOM] = GLOOM_WINS
        elif cond == Cond.BOARD_GLOOM:
            values[GLOOM] -= KEEP_BOARD
        elif cond == Cond.PILE_SIZE:
            values[FILL] = FILLS
        elif cond == Cond.CEMETERY_GLOOM:
            values[CHURCHYARD] = design


@rule
def choose_revival(table):
    """REVIVE_REPLY: against the risen Opener the living win together; otherwise two health are soon lost again."""
    if not table.ritual:
        return Act.NO
    for design in range(N_PERSIST):
        if is_condition(table, design):
            return Act.NO
    return Act.YES


@rule
def syphon_worth(table, cell, values):
    """What a syphon on a tile is worth (HD-SYPH)."""
    gloom = float(table.gloom[cell])
    worth = (wins(0) * min(gloom, 4.0) + EQUAL_DICE * gloom) * values[GLOOM]
    if values[CHURCHYARD] >= 0.0 and table.tile[cell] == CEMETERY:
        worth -= 0.1
    return worth


@rule
def haunt_worth(table, seat, other, values):
    """What haunting a living player is worth."""
    lead = haunt_lead(table, seat, other)
    more = reaches(lead, TIERS[1])
    worth = HAUNT_1 * wins(lead) + HAUNT_3 * more + HAUNT_5 * reaches(lead, TIERS[2]) - HAUNT_LOST * loses(lead)
    if table.grey_min[other] > 0:
        worth += values[WAKE] * more
    return worth + values[FILL] * wins(lead) * table.pile_size[other] / 6.0


@rule
def standing_worth(table, seat, cell, values):
    """What it is worth to end the turn on a cell: some conditions ask where ghosts stand."""
    worth = 0.0
    if values[POSSESS] >= 0.0:
        design = int(values[POSSESS])
        if table.own_gloom[seat] >= goal(table, design):
            for other in range(table.n_seats):
                if not table.ghost[other] and table.pawn[other] == cell:
                    worth = max(worth, 1.0 if table.health[other] <= weak_health(design) else NEAR_PREY)
    if values[CHURCHYARD] >= 0.0 and table.tile[cell] == CEMETERY:
        worth = max(worth, 1.0 if table.gloom[cell] >= goal(table, int(values[CHURCHYARD])) else 0.01)
    return worth


@rule
def cell_worth(table, seat, cell, values):
    """The best a ghost can do on a cell this turn."""
    worth = 0.0
    if not table.action_used:
        if table.gloom[cell] > 0:
            worth = max(worth, syphon_worth(table, cell, values))
        for other in range(table.n_seats):
            if table.pawn[other] == cell and not table.ghost[other]:
                worth = max(worth, haunt_worth(table, seat, other, values))
    return worth + standing_worth(table, seat, cell, values)


@rule
def main_ghost(table, ledger, mask, generator):
    """MAIN of a ghost: go where most can be done, and do it."""
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    values = np.empty(N_VALUES, np.float64)
    weigh_aims(table, seat, values)
    if table.mp > 0:
        reach = np.empty((N_REACH, CELLS), np.int16)
        find_ways(table, seat, reach)
        goal = here
        top = cell_worth(table, seat, here, values) + 1e-3
        for cell in range(CELLS):
            if table.tile[cell] < 0 or reach[COST, cell] >= FAR or cell == here:
                continue
            worth = cell_worth(table, seat, cell, values)
            worth *= later(turns_away(reach[COST, cell], table.mp))
            worth -= 1e-4 * reach[COST, cell]
            if worth > top or (worth == top and noise(generator) < HALF_NOISE):
                top = worth
                goal = cell
        step = Act.MOVE_N + reach[FIRST, goal]
        if goal != here and mask[step]:
            return step
    return act_here(table, seat, mask, values)


@rule
def act_here(table, seat, mask, values):
    here = int(table.pawn[seat])
    best = Act.END_TURN
    top = 0.0
    if mask[Act.SYPHON]:
        worth = syphon_worth(table, here, values)
        if worth > top:
            top = worth
            best = Act.SYPHON
    if mask[Act.HAUNT]:
        for other in range(table.n_seats):
            if table.pawn[other] == here and not table.ghost[other]:
                worth = haunt_worth(table, seat, other, values)
                if worth > top:
                    top = worth
                    best = Act.HAUNT
    return best


@rule
def choose_haunted(table, ledger, mask, generator):
    """TARGET of a haunt."""
    values = np.empty(N_VALUES, np.float64)
    weigh_aims(table, ledger.seat, values)
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if mask[Act.SEAT + other]:
            worth = haunt_worth(table, ledger.seat, other, values) + noise(generator)
            if worth > top:
                top = worth
                best = other
    return Act.SEAT + best


@rule
def choose_haunt(table, ledger, mask):
    """HAUNT_OPTION."""
    other = int(table.opponent)
    if in_play(table, Cond.PILE_SIZE) >= 0:
        if mask[Act.H_DRAW3]:
            return Act.H_DRAW3
        return Act.H_DRAW2 if mask[Act.H_DRAW2] else Act.H_DRAW1
    if mask[Act.H_WOUND] and wants_wound(table, ledger.seat, other):
        return Act.H_WOUND
    wakes = table.grey_min[other] > 0
    if wakes and mask[Act.H_LOOK2]:
        return Act.H_LOOK2
    if mask[Act.H_DRAW3]:
        return Act.H_DRAW3
    if wakes and mask[Act.H_LOOK1]:
        return Act.H_LOOK1
    return Act.H_DRAW2 if mask[Act.H_DRAW2] else Act.H_DRAW1


@rule
def wants_wound(table, seat, other):
    """Whether to spend gloom on a wound: to make a ghost, or to reach a possession."""
    if table.health[other] == 1:
        return not (table.ritual and other == table.opener)  # without the Opener the living would win
    design = in_play(table, Cond.POSSESSION)
    return design >= 0 and table.health[other] == weak_health(design) + 1


@rule
def choose_syphoned(table, ledger, mask):
    """SYPHON_AMOUNT: all there is, unless the board's own gloom is about to win."""
    amount = MOST_SYPHONED
    while amount > 0 and not mask[Act.AMOUNT + amount]:
        amount -= 1
    design = in_play(table, Cond.BOARD_GLOOM)
    if design >= 0:
        if total_gloom(table) >= goal(table, design) - MOST_SYPHONED:
            return Act.AMOUNT
    return Act.AMOUNT + amount
