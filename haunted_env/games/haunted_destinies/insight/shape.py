"""What the insight consists of, block by block, and the types its rules are compiled with.

Odds are in per cent. A lead is what somebody has ahead of the dice in a roll against somebody else.
"""

import numpy as np
from numba import float64, int64

from haunted_env.core.jit import make_rule
from haunted_env.core.layout import Block, Layout
from haunted_env.games.haunted_destinies.observation import CLAIM_SIZE, EVENT_SIZE
from haunted_env.games.haunted_destinies.state import MAX_PILE, MAX_SEATS, compiler

N_WAYS = 4  # north, east, south, west
N_TIERS = 3  # of a search
N_DISTANCES = 8  # costs of a way told apart: 0, 1, 2, up to 4, 6, 8, 12, more
LEADS = 6  # leads told apart from -6 to 6
N_LEADS = 2 * LEADS + 1
OTHERS = MAX_SEATS - 1

# Rows that repeat: a direction, another seat, a slot.
WAY = Layout(
    Block("OPEN", meaning="a step this way can be paid for"),
    Block("COST", meaning="and costs so much"),
    Block("SEARCH", N_TIERS, "best odds of each tier of a search on a tile this way, less if it is far"),
    Block("DRAIN", meaning="most gloom on a tile this way, less if it is far"),
    Block("NEAREST", N_DISTANCES, "nearest searchable tile this way, one-hot"),
    Block("TOWARDS", OTHERS, "the cheapest way to each other seat begins so"),
    Block("CLOSER", OTHERS, "how much closer to each other seat, edges ignored"),
    Block("FIGHT", meaning="best odds against somebody living this way, less if far"),
    Block("HUNT", meaning="the same times the chance of being the Opener"),
    Block("AWAY", meaning="how much closer a step brings one to stronger ones"),
)
OTHER = Layout(
    Block("DISTANCE", N_DISTANCES, "cost of the way, one-hot"),
    Block("IN_REACH", meaning="it can be paid for now"),
    Block("TOGETHER", meaning="on the same tile"),
    Block("LEAD", N_LEADS, "one's own lead in an attack, one-hot"),
    Block("ODDS", meaning="of that attack"),
    Block("CHANCE", meaning="of being the Opener, counted in cards"),
    Block("HIDDEN", 3, "cards of unknown kind, of unknown border, with the Opener's border"),
    Block("ATTACKED", meaning="by others, in the events remembered"),
    Block("RETURNED", meaning="cards that others put back unturned"),
    Block("ACCUSED", meaning="by others"),
    Block("CLEARED", meaning="by others"),
)
SLOT = Layout(*[Block(name) for name in ("THERE", "UNKNOWN", "NO_BORDER", "SOUGHT", "GREY", "SEEN")])

INSIGHT = Layout(
    Block("WAYS", N_WAYS * WAY.size, "per direction"),
    Block("HERE", 2 + N_TIERS, "the own tile: searchable, gloom, odds of each tier of a search"),
    Block("OTHERS", OTHERS * OTHER.size, "per other seat"),
    Block("OWN_CHANCE", meaning="of being the Opener oneself"),
    Block("OWN_HIDDEN", 3, "as for the others"),
    Block("KNOWN", MAX_SEATS, "the Opener, if there is no doubt, one-hot"),
    Block("FOE_CHANCE", meaning="the opponent of the moment: chance of being the Opener"),
    Block("FOE_STRENGTH"),
    Block("FOE_GHOST"),
    Block("FOE_LEAD", N_LEADS, "one's own lead against it, one-hot"),
    Block("PILE", MAX_PILE * SLOT.size, "the pile picked from, slot by slot"),
    Block("STRANGERS", meaning="somebody else seems not to be the hand-written player (`habits.py`)"),
)
WAY_SIZE, OTHER_SIZE, SLOT_SIZE, INSIGHT_SIZE = WAY.size, OTHER.size, SLOT.size, INSIGHT.size
In = INSIGHT.enum("In")
Way = WAY.enum("Way")
Other = OTHER.enum("Other")
Slot = SLOT.enum("Slot")

# What of these blocks a network still needs beside the insight, which sums them up: the newest entries.
NEWEST = {"EVENTS": 6 * EVENT_SIZE, "CLAIMS": 4 * CLAIM_SIZE}

rule = make_rule(
    {
        **compiler.types,
        "cells": int64[::1],
        "reach": int64[:, ::1],
        "leads": int64[::1],
        "chances": float64[::1],
        "hidden": int64[:, ::1],
        "worth": float64,
    }
)

MAX_ODDS = 12
# ODDS[lead + MAX_ODDS]: the chance in per cent that light - dark + lead > 0.
ODDS = np.array(
    [
        100 * sum(light - dark + lead > 0 for light in range(1, 7) for dark in range(1, 7)) // 36
        for lead in range(-MAX_ODDS, MAX_ODDS + 1)
    ],
    np.int64,
)


@rule
def odds(lead):
    return ODDS[min(max(lead, -MAX_ODDS), MAX_ODDS) + MAX_ODDS]


@rule
def put_lead(out, first, lead):
    out[first + min(max(lead, -LEADS), LEADS) + LEADS] = 1


@rule
def distance(cost):
    """Costs of ways in N_DISTANCES classes."""
    if cost <= 2:
        return cost
    if cost <= 8:
        return (cost + 3) // 2
    return 6 if cost <= 12 else 7
