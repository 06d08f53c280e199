"""Write what one seat observes (HD-INFO-19) and its partial-observation mask (HD-INFO-3).

Nothing here is handed `secret`. Every seat is written relative to `origin`: the viewer's seat, or 0 for
absolute seats.
"""

import numpy as np

from haunted_env.engine.encoding import put_one, put_seat, relative
from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.encode_table import edge, put_claim, put_table, searchable
from haunted_env.games.haunted_destinies.encoding import put_bits, relative_or_none
from haunted_env.games.haunted_destinies.observation import (
    CARD_BITS,
    FACT_ROWS,
    FACT_SIZE,
    HELD_SIZE,
    LOCATION_ROWS,
    LOCATION_SEAT,
    LOCATION_SIZE,
    MOST,
    N_OBSERVATION,
    PACKED_TILES,
    PSYCHE_BITS,
    SEAT_BITS,
    SLOT_BITS,
    TILE_MASK,
    TOLD_SIZE,
    Held,
    Location,
    Obs,
    Told,
)
from haunted_env.games.haunted_destinies.state import MAX_PILE, MAX_SEATS, N_HAND, N_PSYCHE, N_TOLD, SEEN, U, rule

EMPTY = -1  # HD-INFO-3
# By size of a pile and slot: EMPTY beyond the pile. All bits of EMPTY are set: `|` takes no branch.
BEYOND = np.where(np.arange(MAX_PILE) < np.arange(MAX_PILE + 1)[:, None], 0, EMPTY).astype(np.int8)


@rule
def encode(table, ledger, origin, out, data):
    """The observation of the seat `ledger.seat`; every entry is written."""
    for i in range(N_OBSERVATION):
        out[i] = 0
    put_table(table, origin, out)
    out[Obs.OWN_SEAT + ledger.seat] = 1
    if table.in_setup:
        put_hand(ledger, out)
    put_locations(table, ledger, origin, out)
    put_facts(table, ledger, origin, out)
    put_told(table, ledger, origin, out)
    if table.decider == ledger.seat:
        put_decision(table, ledger, origin, out)


@rule
def card_mask(table, ledger, origin, out, data):
    """HD-INFO-3, by relative seat and slot: -1 empty, 0 unseen, 1 border known, 2 seen."""
    for i in range(MAX_SEATS * MAX_PILE):
        out[i] = EMPTY
    for seat in range(table.n_seats):
        first = MAX_PILE * relative(table.n_seats, seat, origin)
        size = table.pile_size[seat]
        for slot in range(MAX_PILE):  # always all: so they are written at one go
            fact = ledger.fact[seat, slot]
            out[first + slot] = int(fact > U) + int(fact >= SEEN) | BEYOND[size, slot]


@rule
def put_hand(ledger, out):
    """The viewer's own tiles during setup."""
    for position in range(N_HAND):
        first = Obs.HAND + HELD_SIZE * position
        tile = PACKED_TILES[ledger.hand[position] & TILE_MASK]
        out[first + Held.PRESENT] = int(ledger.hand[position] >= 0)
        out[first + Held.SEARCHABLE] = searchable(tile)
        for side in range(4):
            out[first + Held.N + side] = edge(tile, side)


@rule
def put_locations(table, ledger, origin, out):
    """L (HD-INFO-4); the slot of AT_SLOT is written with the facts."""
    for card in range(N_PSYCHE):
        where = ledger.location[card] & MOST
        seat = int(LOCATION_SEAT[where])
        where += relative_or_none(table.n_seats, seat, origin) - seat
        for i in range(LOCATION_SIZE):
            out[Obs.LOCATIONS + LOCATION_SIZE * card + i] = LOCATION_ROWS[where & MOST, i]


@rule
def put_facts(table, ledger, origin, out):
    """F (HD-INFO-2), and the slot of every Psyche card seen."""
    for seat in range(table.n_seats):
        first = Obs.FACTS + FACT_SIZE * MAX_PILE * relative(table.n_seats, seat, origin)
        for slot in range(table.pile_size[seat]):
            fact = ledger.fact[seat, slot]
            put_fact(out, first + FACT_SIZE * slot, fact)
            if SEEN <= fact and fact < SEEN + N_PSYCHE:
                out[Obs.LOCATIONS + LOCATION_SIZE * (fact - SEEN) + Location.SLOT] = slot + 1


@rule
def put_told(table, ledger, origin, out):
    """HD-FREE-22: the last private claims heard or said, newest first."""
    for age in range(min(ledger.n_told, N_TOLD)):
        first = Obs.TOLD + TOLD_SIZE * age
        claim = ledger.told[(ledger.n_told - 1 - age) % N_TOLD]
        put_claim(table, claim, origin, first, out)
        listener = relative_or_none(table.n_seats, claim.listener, origin)
        put_bits(out, first + Told.LISTENER, listener + 1, SEAT_BITS)


@rule
def put_fact(out, first, fact):
    for i in range(FACT_SIZE):
        out[first + i] = FACT_ROWS[fact & MOST, i]


@rule
def put_decision(table, ledger, origin, out):
    """What only the decider is told: the decision, choices so far, the face looked at, the card to insert."""
    decision = ledger.decision
    out[Obs.DECISION + decision] = 1
    put_bits(out, Obs.FACE, ledger.face + 1, CARD_BITS)
    if decision == Decision.INSERT_AT:
        fact = ledger.incoming[ledger.lane]
        put_fact(out, Obs.INCOMING, fact)
        if SEEN <= fact and fact < SEEN + N_PSYCHE:
            put_bits(out, Obs.INCOMING_CARD, fact - SEEN + 1, PSYCHE_BITS)
    elif decision == Decision.SETUP_CELL or decision == Decision.SETUP_TURN:
        put_one(out, Obs.CHOSEN_TILE, ledger.chosen_tile)
        put_one(out, Obs.CHOSEN_TURN, ledger.chosen_turn)
    put_one(out, Obs.CLAIM_KIND, ledger.claim_kind)
    put_seat(out, Obs.CLAIM_SEAT, table.n_seats, ledger.claim_seat, origin)
    put_bits(out, Obs.CLAIM_SLOT, ledger.claim_slot + 1, SLOT_BITS)
