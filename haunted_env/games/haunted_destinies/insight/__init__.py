"""What a player would work out of an observation at once: ways, odds of dice, unseen cards counted.

It adds no knowledge, only what a small network would need very many games to discover (`GameSpec.insight`).
"""

import numpy as np

from haunted_env.games.haunted_destinies.insight.shape import (
    INSIGHT,
    INSIGHT_SIZE,
    NEWEST,
    OTHER_SIZE,
    SLOT_SIZE,
    In,
    Other,
    Slot,
    distance,
    odds,
    put_lead,
    rule,
)
from haunted_env.games.haunted_destinies.insight.strength import find_leads, strength
from haunted_env.games.haunted_destinies.insight.suspects import (
    SOUGHT_SET,
    count_cards,
    has_border,
    meets_strangers,
    put_suspicions,
)
from haunted_env.games.haunted_destinies.insight.ways import (
    COST,
    FAR,
    find_pawns,
    find_ways,
    put_fights,
    put_places,
    put_steps,
)
from haunted_env.games.haunted_destinies.observation import FACT_SIZE, LOCATION_SIZE, Fact, Location, Obs
from haunted_env.games.haunted_destinies.state import CELLS, MAX_PILE, MAX_SEATS, N_PSYCHE

__all__ = ["INSIGHT", "NEWEST", "insight"]


@rule
def insight(row, out):
    """`row` is an observation with relative seats; every entry of `out` is written."""
    for i in range(INSIGHT_SIZE):
        out[i] = 0
    cells = np.empty(MAX_SEATS, np.int64)
    reach = np.empty((2, CELLS), np.int64)
    leads = np.empty(MAX_SEATS, np.int64)
    chances = np.empty(MAX_SEATS, np.float64)
    hidden = np.empty((MAX_SEATS, 3), np.int64)
    find_pawns(row, cells)
    find_leads(row, leads)
    count_cards(row, chances, hidden)
    if cells[0] >= 0:
        find_ways(row, cells[0], reach)
        put_steps(row, cells, reach, out)
        put_places(row, cells[0], reach, out)
        put_fights(row, cells, reach, leads, chances, out)
    for seat in range(1, MAX_SEATS):
        if cells[seat] >= 0:
            put_other(row, seat, cells, reach, leads, chances, hidden, out)
    put_suspicions(row, out)
    out[In.STRANGERS] = meets_strangers(row)
    put_own(row, leads, chances, hidden, out)
    for seat in range(MAX_SEATS):
        if row[Obs.PICK_PILE + seat] != 0:
            put_pile(row, seat, out)


@rule
def put_other(row, seat, cells, reach, leads, chances, hidden, out):
    """Another seat: how far, how strong, how suspect."""
    at = In.OTHERS + (seat - 1) * OTHER_SIZE
    if cells[0] >= 0 and reach[COST, cells[seat]] < FAR:
        cost = reach[COST, cells[seat]]
        out[at + Other.DISTANCE + distance(cost)] = 1
        out[at + Other.IN_REACH] = cost <= row[Obs.MP]
        out[at + Other.TOGETHER] = cells[seat] == cells[0]
    put_lead(out, at + Other.LEAD, leads[seat])
    out[at + Other.ODDS] = odds(leads[seat])
    out[at + Other.CHANCE] = int(100 * chances[seat])
    for k in range(3):
        out[at + Other.HIDDEN + k] = hidden[seat, k]


@rule
def put_own(row, leads, chances, hidden, out):
    """Oneself, who is sought if that is known, and the opponent of the moment."""
    out[In.OWN_CHANCE] = int(100 * chances[0])
    for k in range(3):
        out[In.OWN_HIDDEN + k] = hidden[0, k]
    for seat in range(MAX_SEATS):
        out[In.KNOWN + seat] = chances[seat] == 1.0
        if seat > 0 and row[Obs.OPPONENT + seat] != 0:
            out[In.FOE_CHANCE] = int(100 * chances[seat])
            out[In.FOE_STRENGTH] = strength(row, seat)
            out[In.FOE_GHOST] = row[Obs.GHOST + seat]
            put_lead(out, In.FOE_LEAD, leads[seat])


@rule
def put_pile(row, seat, out):
    """The pile a card is picked from."""
    for slot in range(row[Obs.PILE_SIZE + seat]):
        fact = Obs.FACTS + (seat * MAX_PILE + slot) * FACT_SIZE
        at = In.PILE + slot * SLOT_SIZE
        psyche = row[fact + Fact.PSYCHE] != 0
        out[at + Slot.THERE] = 1
        out[at + Slot.UNKNOWN] = not psyche and row[fact + Fact.GREY] == 0
        out[at + Slot.NO_BORDER] = psyche and not has_border(row, fact)
        out[at + Slot.SOUGHT] = row[fact + Fact.A + SOUGHT_SET]
        out[at + Slot.GREY] = row[fact + Fact.GREY]
        out[at + Slot.SEEN] = row[fact + Fact.DESIGN] != 0
    for card in range(N_PSYCHE):
        location = Obs.LOCATIONS + card * LOCATION_SIZE
        slot = int(row[location + Location.SLOT]) - 1
        if row[location + Location.SEAT + seat] != 0 and row[location + Location.AT_SLOT] != 0 and slot >= 0:
            out[In.PILE + slot * SLOT_SIZE + Slot.SOUGHT] = 0
            out[In.PILE + slot * SLOT_SIZE + Slot.SEEN] = 1
