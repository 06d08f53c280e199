"""Dice, and what cards add to them: how searches, probes, attacks and haunts are likely to go."""

import numpy as np
from numba import float64, int64

from haunted_env.engine.jit import make_rule
from haunted_env.engine.rng import next_word
from haunted_env.games.haunted_destinies.rules.standing import has_passive
from haunted_env.games.haunted_destinies.state import compiler
from haunted_env.games.haunted_destinies.tables import FIRST_SEARCH, ITEM_INDEX, MODIFY, N_ROLLS, PERSIST_INDEX, Roll

TYPES = {
    **compiler.types,
    "guess": float64[:, ::1],
    "reach": int64[:, ::1],
    "waiting": int64[:, ::1],
    "n_waiting": int64[::1],
    "values": float64[::1],
    "fights": float64[::1],
    "threats": float64[::1],
    "chance": float64,
    "factor": float64,
}
rule = make_rule(TYPES)

MAX_ODDS = 12
# ABOVE[k + MAX_ODDS]: the chance that light - dark > -k, that is, that a lead of k wins a roll.
ABOVE = np.array(
    [
        sum(light - dark + lead > 0 for light in range(1, 7) for dark in range(1, 7)) / 36
        for lead in range(-MAX_ODDS, MAX_ODDS + 1)
    ],
    np.float64,
)

# By kind of roll, the cards that modify it; `rules.standing.modifier` goes through all cards, which is slower.
MODIFIERS = np.full((N_ROLLS, max(1, int((MODIFY != 0).sum(axis=0).max()))), -1, np.int64)
for _roll in range(N_ROLLS):
    _codes = np.flatnonzero(MODIFY[:, _roll])
    MODIFIERS[_roll, : len(_codes)] = _codes

TINY = 1e-13
HALF_NOISE = 2**31 * TINY  # half of all `noise` is below


@rule
def wins(lead):
    """The chance that a roll with this lead comes out above 0."""
    return ABOVE[min(max(lead, -MAX_ODDS), MAX_ODDS) + MAX_ODDS]


@rule
def loses(lead):
    """The chance that it comes out below 0."""
    return wins(-lead)


@rule
def reaches(lead, result):
    """The chance that a roll with this lead comes out at `result` or more."""
    return wins(lead - result + 1)


@rule
def noise(generator):
    """A tiny random number to break ties."""
    return next_word(generator) * TINY


@rule
def bonus(table, seat, roll):
    """What a seat's cards, items and curses add to a roll (HD-FX-10)."""
    total = 0
    for i in range(MODIFIERS.shape[1]):
        card = MODIFIERS[roll, i]
        if card < 0:
            break
        if card < FIRST_SEARCH:
            copies = int(has_passive(table, seat, card))
        elif ITEM_INDEX[card] >= 0:
            copies = int(table.items[seat, ITEM_INDEX[card]])
        else:
            copies = int(table.persist[PERSIST_INDEX[card]] + table.curses[seat, PERSIST_INDEX[card]])
        total += copies * MODIFY[card, roll]
    return total


@rule
def strength(table, seat):
    """Health; for a ghost its gloom."""
    return int(table.own_gloom[seat] if table.ghost[seat] else table.health[seat])


@rule
def attack_lead(table, seat, other):
    """What an attacker has ahead of the dice (HD-ATT-2)."""
    lead = strength(table, seat) + bonus(table, seat, Roll.ATTACK_ATT)
    return lead - strength(table, other) - bonus(table, other, Roll.ATTACK_DEF)


@rule
def probe_lead(table, seat, other):
    """The same for a probe (HD-PROBE-2)."""
    lead = strength(table, seat) + bonus(table, seat, Roll.PROBE_ATT)
    return lead - strength(table, other) - bonus(table, other, Roll.PROBE_DEF)
