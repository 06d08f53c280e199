"""How ghosts play: gather gloom, wake Haunting cards, and meet a win condition in play.

They have few turns, so they look at cards rather than add some to piles for later. Several conditions are better than
one, so they go on waking cards when one is in play.
"""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.amounts import MOST_SYPHONED, TIERS, WOUND_PRICE
from haunted_env.games.haunted_destinies.heuristic.noise import HALF_NOISE, noise, rule
from haunted_env.games.haunted_destinies.heuristic.paths import later
from haunted_env.games.haunted_destinies.rules.conditions import (
    goal,
    in_play,
    is_condition,
    progress,
    total_gloom,
    weak_health,
)
from haunted_env.games.haunted_destinies.rules.rolls import EQUAL_DICE, N_THROWS, haunt_lead, loses, reaches, wins
from haunted_env.games.haunted_destinies.rules.ways import COST, FAR, FIRST, N_REACH, find_ways, turns_away
from haunted_env.games.haunted_destinies.state import CELLS, MAX_SEATS, N_PERSIST
from haunted_env.games.haunted_destinies.tables import CEMETERY, WIN_COND, Cond

ENOUGH_GLOOM = 8  # what a ghost wants before it would rather haunt than syphon
ONE_MORE, SATED = 0.03, 0.006  # one more gloom, before and after that
GLOOM_WINS = 0.037  # one more gloom if that wins
WINS_NOW = 0.6  # what wins at the end of the turn
KEEP_BOARD = 0.048  # gloom taken off the board if that would win
WAKES = 0.08  # a Haunting card woken ...
WAKES_MORE = 0.05  # ... while a condition is in play
FILLS = 0.03  # a card in a pile if that wins
NEAR_PREY = 0.06  # being with somebody not yet weak enough to possess
LOST = 0.038  # the cost of losing a haunt

# By gloom: the chance that a syphon takes at least so much where there is enough (HD-SYPH-2, HD-SYPH-3).
TAKES = np.array([EQUAL_DICE + sum(max(0, dark - 1) for dark in range(n, 7)) / N_THROWS for n in range(8)], np.float64)

# Entries of `values`: one more gloom, how much of it wins, waking a Haunting card, filling a pile; designs of
# conditions about places.
GLOOM, NEED, WAKE, FILL, POSSESS, CHURCHYARD = range(6)
N_VALUES = 6
OUT_OF_REACH = 1e3


@rule
def weigh_aims(table, seat, values):
    """What the win conditions in play make worth doing."""
    values[GLOOM] = ONE_MORE if table.own_gloom[seat] < ENOUGH_GLOOM else SATED
    values[NEED] = OUT_OF_REACH
    values[WAKE] = WAKES
    values[FILL] = 0.0
    values[POSSESS] = -1.0
    values[CHURCHYARD] = -1.0
    for design in range(N_PERSIST):
        if not is_condition(table, design):
            continue
        values[WAKE] = WAKES_MORE
        cond = WIN_COND[design]
        if cond == Cond.GHOST_SINGLE_GLOOM or cond == Cond.GHOST_VS_HEALTH:
            had = int(table.own_gloom[seat]) if cond == Cond.GHOST_SINGLE_GLOOM else progress(table, design)
            values[NEED] = min(values[NEED], max(0, goal(table, design) - had))
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
    if gloom >= values[NEED]:
        worth += WINS_NOW * TAKES[min(int(values[NEED]), len(TAKES) - 1)]
    if values[CHURCHYARD] >= 0.0 and table.tile[cell] == CEMETERY:
        worth -= 0.1
    return worth


@rule
def look_worth(table, pile, values):
    """What a look at a card is worth: a Haunting card may be woken, a Psyche card turned up for gloom (HD-OBEY-7)."""
    return values[WAKE] if table.grey_min[pile] > 0 else values[GLOOM]


@rule
def haunt_worth(table, seat, other, values):
    """What haunting a living player is worth."""
    lead = haunt_lead(table, seat, other)
    looks = reaches(lead, TIERS[1]) + reaches(lead, TIERS[2])
    worth = looks * look_worth(table, other, values) - LOST * loses(lead)
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
def weigh_haunts(table, seat, values, haunts):
    """What haunting each player is worth; nothing for ghosts."""
    for other in range(table.n_seats):
        haunts[other] = 0.0 if table.ghost[other] else haunt_worth(table, seat, other, values)


@rule
def action_worth(table, cell, values, haunts):
    """The best action of a ghost on a cell."""
    worth = syphon_worth(table, cell, values) if table.gloom[cell] > 0 else 0.0
    for other in range(table.n_seats):
        if table.pawn[other] == cell:
            worth = max(worth, haunts[other])
    return max(worth, 0.0)


@rule
def main_ghost(table, ledger, mask, generator):
    """MAIN of a ghost: go where most can be done, and do it; then be on the way to the next place."""
    seat = int(ledger.seat)
    values = np.empty(N_VALUES, np.float64)
    haunts = np.empty(MAX_SEATS, np.float64)
    weigh_aims(table, seat, values)
    weigh_haunts(table, seat, values, haunts)
    step = choose_step(table, seat, values, haunts, generator) if table.mp > 0 else -1
    return step if step >= 0 and mask[step] else act_here(table, seat, mask, values, haunts)


@rule
def choose_step(table, seat, values, haunts, generator):
    """The first step towards the best cell; -1 to stay."""
    here = int(table.pawn[seat])
    reach = np.empty((N_REACH, CELLS), np.int16)
    find_ways(table, seat, reach)
    best = here
    top = -1e9
    for cell in range(CELLS):
        if table.tile[cell] < 0 or reach[COST, cell] >= FAR:
            continue
        away = turns_away(reach[COST, cell], table.mp)
        worth = standing_worth(table, seat, cell, values) * later(away) - 1e-4 * reach[COST, cell]
        worth += action_worth(table, cell, values, haunts) * later(away + int(table.action_used))
        if cell == here:
            worth += 1e-3
        if worth > top or (worth == top and noise(generator) < HALF_NOISE):
            top = worth
            best = cell
    return -1 if best == here else Act.MOVE_N + reach[FIRST, best]


@rule
def act_here(table, seat, mask, values, haunts):
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
            if table.pawn[other] == here and haunts[other] > top:
                top = haunts[other]
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
    """HAUNT_OPTION: looks, unless a full pile wins."""
    if in_play(table, Cond.PILE_SIZE) >= 0:
        if mask[Act.H_DRAW3]:
            return Act.H_DRAW3
        return Act.H_DRAW2 if mask[Act.H_DRAW2] else Act.H_DRAW1
    if mask[Act.H_WOUND] and wants_wound(table, ledger.seat, table.opponent):
        return Act.H_WOUND
    if mask[Act.H_LOOK2]:
        return Act.H_LOOK2
    if mask[Act.H_LOOK1]:
        return Act.H_LOOK1
    return Act.H_DRAW3 if mask[Act.H_DRAW3] else Act.H_DRAW2 if mask[Act.H_DRAW2] else Act.H_DRAW1


@rule
def wants_wound(table, seat, other):
    """Whether to spend gloom on a wound: to reach a possession. The fewer live, the nearer the end, which they win."""
    design = in_play(table, Cond.POSSESSION)
    if design < 0 or table.health[other] != weak_health(design) + 1:
        return False
    return table.own_gloom[seat] >= goal(table, design) + WOUND_PRICE


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
