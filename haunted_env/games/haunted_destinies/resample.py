"""A complete game that one seat cannot tell from the real one, drawn without ever seeing the real one.

All worlds that agree with the table, the seat's ledger, the grey bounds and the number of copies of every card are
equally likely. Beyond that, a Search card in a pile is one that can be kept there (it has a Probe effect). What
the seats do and say is no evidence: that is left to agents.
"""

import numpy as np

from haunted_env.engine.rng import next_word
from haunted_env.games.haunted_destinies.state import MAX_PILE, MAX_SEATS, N_LANES, NONE
from haunted_env.games.haunted_destinies.unseen.claims import choose_waiting_word, fill_log
from haunted_env.games.haunted_destinies.unseen.grey import lay_grey
from haunted_env.games.haunted_destinies.unseen.notes import deal_hands, fill_ledger
from haunted_env.games.haunted_destinies.unseen.places import (
    GROUP,
    N_GROUPS,
    N_LANE_COLUMNS,
    PLACE,
    RECIPIENT,
    lay_out,
    rule,
)
from haunted_env.games.haunted_destinies.unseen.psyche import lay_psyche


@rule
def resample(world, seat, generator, data):
    """Fill in everything `seat` may not know of a game of which only what it may know is in place, the rest zero."""
    facts = np.full((N_GROUPS, MAX_PILE), NONE, np.int8)
    faces = np.full((N_GROUPS, MAX_PILE), NONE, np.int8)
    lanes = np.zeros((N_LANES, N_LANE_COLUMNS), np.int64)
    lay_out(world.table, world.ledger[seat], facts, lanes)
    lay_psyche(world, seat, facts, faces, lanes, generator)
    lay_grey(world, facts, faces, lanes, generator)
    for pile in range(MAX_SEATS):
        for slot in range(MAX_PILE):
            world.secret.pile[pile, slot] = faces[pile, slot] if slot < world.table.pile_size[pile] else NONE
    for lane in range(N_LANES):
        group = lanes[lane, GROUP]
        world.secret.lane_card[lane] = faces[group, lanes[lane, PLACE]] if group >= 0 else NONE
        world.secret.lane_seat[lane] = lanes[lane, RECIPIENT] if group >= 0 else NONE
    world.secret.seed = (next_word(generator) << 30) ^ next_word(generator)
    for i in range(4):
        world.secret.rng[i] = next_word(generator)
    world.secret.rng[0] = world.secret.rng[0] | 1  # never all zero
    for other in range(MAX_SEATS):
        if other != seat:
            fill_ledger(world, seat, other)
            fill_log(world, seat, other)
    choose_waiting_word(world, generator)
    if world.table.in_setup:
        deal_hands(world, seat, generator)
