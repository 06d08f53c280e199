"""Rolls of two dice: what a player has ahead of them, and the odds (HD-SEARCH-2, HD-PROBE-2, HD-ATT-2, HD-HAUNT-2).

A lead is what a side has before the dice are thrown. The result of a roll is the lead, plus the die that speaks for
that side, minus the other one.
"""

import numpy as np

from haunted_env.games.haunted_destinies.rules.standing import modifier
from haunted_env.games.haunted_destinies.state import rule
from haunted_env.games.haunted_destinies.tables import Roll

# Of the 36 throws of two dice: how many give each difference of the dice.
N_THROWS = 36
DIFFERENCES = {difference: 6 - abs(difference) for difference in range(-5, 6)}

MAX_LEAD = 12  # beyond it nothing changes
# ABOVE[lead + MAX_LEAD]: the chance that a lead wins a roll.
ABOVE = np.array(
    [
        sum(throws for difference, throws in DIFFERENCES.items() if difference + lead > 0) / N_THROWS
        for lead in range(-MAX_LEAD, MAX_LEAD + 1)
    ],
    np.float64,
)
EQUAL_DICE = DIFFERENCES[0] / N_THROWS


@rule
def wins(lead):
    """The chance that a roll with this lead comes out above 0."""
    return ABOVE[min(max(lead, -MAX_LEAD), MAX_LEAD) + MAX_LEAD]


@rule
def loses(lead):
    """The chance that it comes out below 0."""
    return wins(-lead)


@rule
def reaches(lead, result):
    """The chance that a roll with this lead comes out at `result` or more."""
    return wins(lead - result + 1)


@rule
def strength(table, seat):
    """Health; for a ghost its gloom (HD-PROBE-3, HD-ATT-2)."""
    return int(table.own_gloom[seat] if table.ghost[seat] else table.health[seat])


@rule
def search_lead(table, seat, cell):
    """HD-SEARCH-2."""
    return int(table.health[seat]) - int(table.gloom[cell]) + modifier(table, seat, Roll.SEARCH)


@rule
def probe_lead(table, seat, other):
    """HD-PROBE-2, HD-PROBE-3."""
    ahead = modifier(table, seat, Roll.PROBE_ATT) - modifier(table, other, Roll.PROBE_DEF)
    return strength(table, seat) - strength(table, other) + ahead


@rule
def attack_edge(table, seat, other):
    """What cards, items and curses add to an attack of `seat` on `other` (HD-ATT-2)."""
    return modifier(table, seat, Roll.ATTACK_ATT) - modifier(table, other, Roll.ATTACK_DEF)


@rule
def attack_force(table, seat):
    """What a player has ahead in its own attacks (HD-ATT-2)."""
    return strength(table, seat) + modifier(table, seat, Roll.ATTACK_ATT)


@rule
def attack_guard(table, seat):
    """What it has against attacks of others (HD-ATT-2)."""
    return strength(table, seat) + modifier(table, seat, Roll.ATTACK_DEF)


@rule
def attack_lead(table, seat, other):
    """HD-ATT-2."""
    return attack_force(table, seat) - attack_guard(table, other)


@rule
def haunt_force(table, seat):
    """What a ghost has ahead in its haunts (HD-HAUNT-2)."""
    return int(table.own_gloom[seat]) + modifier(table, seat, Roll.HAUNT_ATT)


@rule
def haunt_guard(table, seat):
    """What the living have against haunts (HD-HAUNT-2)."""
    return int(table.health[seat]) + modifier(table, seat, Roll.HAUNT_DEF)


@rule
def haunt_lead(table, seat, other):
    """HD-HAUNT-2: here the dark die speaks for the ghost."""
    return haunt_force(table, seat) - haunt_guard(table, other)
