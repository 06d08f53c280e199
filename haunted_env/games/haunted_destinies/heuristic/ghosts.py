"""How ghosts play: gather gloom, fill piles with Haunting cards, wake them, and meet a win condition in play."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.heuristic.judging import bonus, loses, noise, reaches, rule, wins
from haunted_env.games.haunted_destinies.heuristic.paths import COST, FAR, FIRST, find_ways
from haunted_env.games.haunted_destinies.outcome import total_gloom
from haunted_env.games.haunted_destinies.state import CELLS, N_PERSIST, NONE
from haunted_env.games.haunted_destinies.tables import CEMETERY, WIN_ARGS, WIN_COND, Cond, Roll

ENOUGH_GLOOM = 7  # what a ghost wants before it would rather haunt than syphon


@rule
def in_play(table, cond):
    """The design of a ghost win condition in play; NONE if there is none."""
    for design in range(N_PERSIST):
        if table.persist[design] > 0 and WIN_COND[design] == cond:
            return design
    return NONE


@rule
def any_in_play(table):
    for design in range(N_PERSIST):
        if table.persist[design] > 0 and WIN_COND[design] != Cond.NONE:
            return True
    return False


@rule
def wants_gloom(table, seat):
    """How much a ghost gains by one more gloom."""
    if in_play(table, Cond.GHOST_SINGLE_GLOOM) >= 0 or in_play(table, Cond.GHOST_VS_HEALTH) >= 0:
        return 0.05
    if table.own_gloom[seat] < 3 and in_play(table, Cond.POSSESSION) >= 0:
        return 0.05
    return 0.02 if table.own_gloom[seat] < ENOUGH_GLOOM else 0.005


@rule
def syphon_worth(table, seat, cell):
    """What a syphon on a tile is worth (HD-SYPH)."""
    gloom = float(table.gloom[cell])
    if gloom <= 0.0:
        return -1.0
    taken = 15 / 36 * min(gloom, 4.0) + 6 / 36 * gloom
    worth = taken * wants_gloom(table, seat)
    if in_play(table, Cond.BOARD_GLOOM) >= 0:
        worth -= 0.04 * taken
    if in_play(table, Cond.CEMETERY_GLOOM) >= 0 and table.tile[cell] == CEMETERY:
        worth -= 0.1
    return worth


@rule
def haunt_lead(table, seat, other):
    """What a haunting ghost has ahead of the dice (HD-HAUNT-2)."""
    lead = int(table.own_gloom[seat]) - int(table.health[other])
    return lead + bonus(table, seat, Roll.HAUNT_ATT) - bonus(table, other, Roll.HAUNT_DEF)


@rule
def haunt_worth(table, seat, other):
    """What haunting a living player is worth."""
    lead = haunt_lead(table, seat, other)
    worth = 0.03 * wins(lead) + 0.04 * reaches(lead, 3) + 0.04 * reaches(lead, 5) - 0.03 * loses(lead)
    if not any_in_play(table) and table.grey_min[other] > 0:
        worth += 0.05 * reaches(lead, 3)
    if in_play(table, Cond.PILE_SIZE) >= 0:
        worth += 0.03 * wins(lead) * table.pile_size[other] / 6.0
    return worth


@rule
def standing_worth(table, seat, cell):
    """What it is worth to end the turn on a cell: some conditions ask where ghosts stand."""
    design = in_play(table, Cond.POSSESSION)
    worth = 0.0
    if design >= 0 and table.own_gloom[seat] >= WIN_ARGS[design, 0]:
        for other in range(table.n_seats):
            if not table.ghost[other] and table.pawn[other] == cell:
                worth = max(worth, 1.0 if table.health[other] <= WIN_ARGS[design, 1] else 0.05)
    design = in_play(table, Cond.CEMETERY_GLOOM)
    if design >= 0 and table.tile[cell] == CEMETERY:
        worth = max(worth, 1.0 if table.gloom[cell] >= WIN_ARGS[design, 0] else 0.01)
    return worth


@rule
def cell_worth(table, seat, cell):
    """The best a ghost can do on a cell this turn."""
    worth = 0.0
    if not table.action_used:
        worth = max(worth, syphon_worth(table, seat, cell))
        for other in range(table.n_seats):
            if not table.ghost[other] and table.pawn[other] == cell:
                worth = max(worth, haunt_worth(table, seat, other))
    return worth + standing_worth(table, seat, cell)


@rule
def main_ghost(table, ledger, mask, generator):
    """MAIN of a ghost: go where most can be done, and do it."""
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    goal = here
    if table.mp > 0:
        reach = np.empty((2, CELLS), np.int64)
        find_ways(table, seat, reach)
        top = cell_worth(table, seat, here) + 1e-3
        for cell in range(CELLS):
            if table.tile[cell] >= 0 and reach[COST, cell] < FAR and cell != here:
                worth = cell_worth(table, seat, cell)
                if reach[COST, cell] > table.mp:
                    worth *= 0.8 ** (1 + (reach[COST, cell] - table.mp - 1) // 6)
                worth += noise(generator) - 1e-4 * reach[COST, cell]
                if worth > top:
                    top = worth
                    goal = cell
        step = Act.MOVE_N + reach[FIRST, goal]
        if goal != here and mask[step]:
            return step
    return act_here(table, seat, mask, here)


@rule
def act_here(table, seat, mask, here):
    best = Act.END_TURN
    top = 0.0
    if mask[Act.SYPHON]:
        worth = syphon_worth(table, seat, here)
        if worth > top:
            top = worth
            best = Act.SYPHON
    if mask[Act.HAUNT]:
        for other in range(table.n_seats):
            if not table.ghost[other] and table.pawn[other] == here and haunt_worth(table, seat, other) > top:
                top = haunt_worth(table, seat, other)
                best = Act.HAUNT
    return best


@rule
def choose_haunted(table, ledger, mask, generator):
    """TARGET of a haunt."""
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if mask[Act.SEAT + other]:
            worth = haunt_worth(table, ledger.seat, other) + noise(generator)
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
    """Whether to spend 3 gloom on a wound: to make a ghost, or to reach a possession."""
    if table.ritual and other == table.opener and table.health[other] == 1:
        return False  # the living would win
    if table.health[other] == 1:
        return not (table.ritual and other == table.opener)
    design = in_play(table, Cond.POSSESSION)
    return design >= 0 and table.health[other] == WIN_ARGS[design, 1] + 1


@rule
def choose_syphoned(table, ledger, mask):
    """SYPHON_AMOUNT: all there is, unless the board's own gloom is about to win."""
    amount = 6
    while amount > 0 and not mask[Act.AMOUNT + amount]:
        amount -= 1
    design = in_play(table, Cond.BOARD_GLOOM)
    if design >= 0:
        wanted = WIN_ARGS[design, 0] * table.n_seats + WIN_ARGS[design, 1]
        if total_gloom(table) >= wanted - 6:
            return Act.AMOUNT
    return Act.AMOUNT + amount
