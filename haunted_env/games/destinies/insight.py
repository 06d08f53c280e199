"""What a small network would have to decipher first: numbers in bits, told as what they stand for.

It adds no knowledge (`GameSpec.insight`): options, places and items that an observation names are marked, each in a
place of its own.
"""

from haunted_env.core.jit import rule
from haunted_env.core.layout import Block, Layout
from haunted_env.core.put import put_one
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    N_HOSTED,
    N_ITEMS,
    N_NPCS,
    N_OPTIONS,
    N_PATHS,
    N_POIS,
    N_STEPS,
    STACK_SIZE,
)
from haunted_env.games.destinies.observation import (
    ITEM_BITS,
    LOG,
    OPTION_BITS,
    POI_BITS,
    SLOT,
    SLOT_LEGAL,
    Obs,
)

INSIGHT = Layout(
    Block("OFFERED", N_OPTIONS, "per option: offered and legal"),
    Block("FINALE", N_PATHS, "per path: its finale may begin here"),
    Block("RESOLVED", N_OPTIONS, "option being resolved, one-hot"),
    Block("VISITED", N_POIS, "POI being visited, one-hot"),
    Block("PEOPLE", N_POIS, "per POI: NPCs known to be there"),
    Block("DEEDS", N_PATHS * N_POIS, "per path and POI: steps still to be done that are known to be done there"),
    Block("ENDS", N_PATHS * N_POIS, "per path: POI of its finale once it is complete, one-hot"),
    Block("OWNED", N_ITEMS, "per item: in the own inventory"),
    Block("GROUND", N_ITEMS, "per item: on the ground of the own tile"),
    Block("TRADED", N_ITEMS, "per item: in the stack being traded"),
)
INSIGHT_SIZE = INSIGHT.size
In = INSIGHT.enum("In")

# Blocks of the observation that the insight stands for, and how many of their first entries are given all the same.
NEWEST = {
    "OPTION": 0,
    "GROUND": 0,
    "STACK": 0,
    "NPC": 0,
    "STEP_WHERE": 0,
    "FINALE_POI": 0,
    "VISIT_POI": 0,
    "SLOT": 0,
    "LOG": LOG,
}


@rule
def number_at(row, first, width):
    """The number that stands in bits, from 0; -1 for none."""
    number = 0
    for bit in range(width):
        number |= int(row[first + bit] != 0) << bit
    return number - 1


@rule
def insight(row, out):
    """`row` is an observation with relative seats; every entry of `out` is written."""
    for i in range(INSIGHT_SIZE):
        out[i] = 0
    put_one(out, In.RESOLVED, number_at(row, Obs.OPTION, OPTION_BITS))
    put_one(out, In.VISITED, number_at(row, Obs.VISIT_POI, POI_BITS))
    put_offers(row, out)
    put_destination(row, out)
    for npc in range(N_NPCS):
        poi = number_at(row, Obs.NPC + POI_BITS * npc, POI_BITS)
        if poi >= 0:
            out[In.PEOPLE + poi] += 1
    for i in range(HAND):
        put_one(out, In.OWNED, number_at(row, Obs.INVENTORY + ITEM_BITS * i, ITEM_BITS))
    for i in range(GROUND_SIZE):
        put_one(out, In.GROUND, number_at(row, Obs.GROUND_HERE + ITEM_BITS * i, ITEM_BITS))
    for i in range(STACK_SIZE):
        put_one(out, In.TRADED, number_at(row, Obs.STACK_HERE + ITEM_BITS * i, ITEM_BITS))


@rule
def put_offers(row, out):
    """What may be chosen in the visit or stage."""
    for slot in range(N_HOSTED):
        first = Obs.SLOT + SLOT * slot
        if row[first + SLOT_LEGAL]:
            put_one(out, In.OFFERED, number_at(row, first, OPTION_BITS))
    for path in range(N_PATHS):
        out[In.FINALE + path] = row[Obs.SLOT + SLOT * (N_HOSTED + path) + SLOT_LEGAL]


@rule
def put_destination(row, out):
    """Where the own destiny leads to, by either path."""
    for path in range(N_PATHS):
        for step in range(N_STEPS * path, N_STEPS * (path + 1)):
            poi = number_at(row, Obs.STEP_WHERE + POI_BITS * step, POI_BITS)
            if poi >= 0 and row[Obs.STEP_DONE + step] == 0:
                out[In.DEEDS + N_POIS * path + poi] += 1
        if row[Obs.COMPLETE + path]:
            put_one(out, In.ENDS + N_POIS * path, number_at(row, Obs.FINALE_POI + POI_BITS * path, POI_BITS))
