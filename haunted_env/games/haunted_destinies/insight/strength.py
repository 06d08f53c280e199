"""Who would win a fight: health or gloom, with what cards, items and curses add to it."""

import numpy as np

from haunted_env.games.haunted_destinies.insight.shape import rule
from haunted_env.games.haunted_destinies.observation import LOCATION_SIZE, Location, Obs
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_ITEMS, N_PERSIST, N_PSYCHE
from haunted_env.games.haunted_destinies.tables import ITEM_INDEX, MODIFY, PERSIST_INDEX, TIMING, Roll, Timing


def _modifiers(roll: Roll) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What each Psyche card, item and persistent card adds to a roll."""
    psyche = np.where(TIMING[:N_PSYCHE] == Timing.PASSIVE, MODIFY[:N_PSYCHE, roll], 0).astype(np.int64)
    items, persist = np.zeros(N_ITEMS, np.int64), np.zeros(N_PERSIST, np.int64)
    for places, index in ((items, ITEM_INDEX), (persist, PERSIST_INDEX)):
        for card in np.flatnonzero(index >= 0):
            places[index[card]] = MODIFY[card, roll]
    return psyche, items, persist


# The sides of a fight: rows of what each card adds.
ATTACKER, DEFENDER = 0, 1
BY_PSYCHE, BY_ITEMS, BY_PERSIST = (
    np.stack(sides) for sides in zip(_modifiers(Roll.ATTACK_ATT), _modifiers(Roll.ATTACK_DEF), strict=True)
)


@rule
def strength(row, seat):
    """Health; for a ghost its gloom."""
    return int(row[Obs.OWN_GLOOM + seat] if row[Obs.GHOST + seat] != 0 else row[Obs.HEALTH + seat])


@rule
def brought(row, seat, side):
    """What a seat brings to an attack, its own (ATTACKER) or somebody else's on it (HD-ATT-2)."""
    total = strength(row, seat)
    for card in range(N_PSYCHE):
        if BY_PSYCHE[side, card] != 0:
            total += BY_PSYCHE[side, card] * lies_before(row, card, seat)
    for item in range(N_ITEMS):
        total += BY_ITEMS[side, item] * row[Obs.ITEMS + seat * N_ITEMS + item]
    for card in range(N_PERSIST):
        if BY_PERSIST[side, card] != 0:
            total += BY_PERSIST[side, card] * (row[Obs.PERSIST + card] + row[Obs.CURSES + seat * N_PERSIST + card])
    return total


@rule
def lies_before(row, card, seat):
    """Whether a Psyche card lies face up in front of a seat."""
    at = Obs.LOCATIONS + card * LOCATION_SIZE
    return int(row[at + Location.UP] != 0 and row[at + Location.SEAT + seat] != 0)


@rule
def find_leads(row, leads):
    """The viewer's lead in an attack on each other seat."""
    own = brought(row, 0, ATTACKER)
    for seat in range(MAX_SEATS):
        leads[seat] = own - brought(row, seat, DEFENDER)
