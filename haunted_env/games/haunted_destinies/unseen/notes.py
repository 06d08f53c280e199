"""The other seats' ledgers and tile hands in a drawn world: true in it, and no more than all may know."""

from haunted_env.engine.rng import random_below
from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    GONE,
    N_EVENTS,
    N_HAND,
    N_LANES,
    N_PSYCHE,
    NONE,
    PE,
    SEEN,
    UNKNOWN,
    UP,
    P,
    U,
)
from haunted_env.games.haunted_destinies.tables import CEMETERY, N_TILES, TILE_SEARCHABLE
from haunted_env.games.haunted_destinies.unseen.places import rule

SEARCHABLE_IN_HAND = 2  # HD-SETUP-7


@rule
def fill_ledger(world, seat, other):
    """Another seat knows what is public, and P of every slot that `seat` knows to hold a Psyche card.

    That is mostly public too (HD-INFO-5, HD-INFO-8); what the seat has seen itself stays unknown to the others.
    """
    table = world.table
    ledger = world.ledger[other]
    ledger.seat = other
    ledger.face = NONE
    ledger.chosen_tile = NONE
    ledger.chosen_turn = NONE
    for i in range(N_HAND):
        ledger.hand[i] = NONE
    for lane in range(N_LANES):
        ledger.incoming[lane] = U
    if other >= table.n_seats:
        return
    for pile in range(table.n_seats):
        for slot in range(table.pile_size[pile]):
            fact = world.ledger[seat].fact[pile, slot]
            is_psyche = P <= fact <= PE or SEEN <= fact < SEEN + N_PSYCHE
            ledger.fact[pile, slot] = P if is_psyche else U
    for card in range(N_PSYCHE):
        location = int(UNKNOWN)
        if table.gone[card]:
            location = int(GONE)
        elif table.up_at[card] >= 0:
            location = UP + int(table.up_at[card])
        ledger.location[card] = location


@rule
def n_left(world, seat, searchable):
    """How many searchable or other tiles a seat still holds.

    From the kept events; of a six-player draft the first few placements may be forgotten and count as others.
    """
    table = world.table
    n_tiles = 0
    for cell in range(CELLS):
        n_tiles += table.tile[cell] >= 0
    n_hand = int(N_HAND)
    for placement in range(1, n_tiles):
        n_hand -= (table.holder + placement) % table.n_seats == seat
    n_searchable = int(SEARCHABLE_IN_HAND)
    for back in range(1, min(int(table.n_events), N_EVENTS) + 1):
        event = table.events[(table.n_events - back) % N_EVENTS]
        if event.kind == Event.PLACE_TILE and event.actor == seat and TILE_SEARCHABLE[event.amount]:
            n_searchable -= 1
    n_searchable = min(max(n_searchable, 0), n_hand)
    return n_searchable if searchable else n_hand - n_searchable


@rule
def is_unseen_tile(world, seat, tile):
    """Neither the Cemetery nor on the board nor in the seat's own hand."""
    if tile == CEMETERY:
        return False
    for cell in range(CELLS):
        if world.table.tile[cell] >= 0 and world.table.tile[cell] % N_TILES == tile:
            return False
    for i in range(N_HAND):
        if world.ledger[seat].hand[i] == tile:
            return False
    return True


@rule
def deal_hands(world, seat, generator):
    """HD-SETUP-7: the other seats' tiles, from those unseen, sorted."""
    for searchable in range(2):
        left = 0
        for tile in range(N_TILES):
            left += TILE_SEARCHABLE[tile] == searchable and is_unseen_tile(world, seat, tile)
        for tile in range(N_TILES):
            if TILE_SEARCHABLE[tile] == searchable and is_unseen_tile(world, seat, tile):
                give_tile(world, seat, tile, searchable, random_below(generator, left))
                left -= 1


@rule
def give_tile(world, seat, tile, searchable, place):
    """The tile goes to the seat that owns the place-th free place of its kind, or stays undealt."""
    for other in range(world.table.n_seats):
        if other == seat:
            continue
        hand = world.ledger[other].hand
        room = n_left(world, other, searchable)
        end = 0
        for i in range(N_HAND):
            if hand[i] >= 0:
                end = i + 1
                room -= TILE_SEARCHABLE[hand[i]] == searchable
        if place < room:
            while end > 0 and hand[end - 1] > tile:
                hand[end] = hand[end - 1]
                end -= 1
            hand[end] = tile
            return
        place -= room
