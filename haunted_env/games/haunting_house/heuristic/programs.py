"""PROGRAM: the cards and their order that lead farthest, as the house stands."""

import numpy as np

from haunted_env.games.haunting_house.content import PROGRAM_CARDS, Effect
from haunted_env.games.haunting_house.maze.distance import nearest
from haunted_env.games.haunting_house.maze.outlook import N_CHANCES, begin, cost_of, play_card, won_at
from haunted_env.games.haunting_house.maze.places import rule
from haunted_env.games.haunting_house.rules.board import touching
from haunted_env.games.haunting_house.rules.turn import ALL_CARDS
from haunted_env.games.haunting_house.state import NONE
from haunted_env.games.haunting_house.tables import AMOUNT, EFFECT, N_CELLS, N_ORDINARY

FAR = 1000
TAKEN = 2.0  # what another seat loses by a Switch Places


def _taken_before() -> np.ndarray:
    """By card: the cards, as bits, that a plan takes before it, because they do as much and more.

    Every change of a tile opens an edge, a quarter turn has the most ways, a half turn the fewest. Switch Places finds
    nobody, unless it is sure to.
    """
    rank = {(Effect.ROTATE, 1): 0, (Effect.SWITCH_TILES, 0): 1, (Effect.ROTATE, 2): 2}
    ranks = [rank.get((Effect(int(effect)), int(n)), NONE) for effect, n in zip(EFFECT, AMOUNT)]
    before = np.zeros(N_ORDINARY, np.int64)
    for card in range(N_ORDINARY):
        for other in range(N_ORDINARY):
            is_change = 0 <= ranks[other] < ranks[card]
            if is_change or EFFECT[card] == Effect.SWITCH_PLACES != EFFECT[other]:
                before[card] |= 1 << other
    return before


def _not_after() -> np.ndarray:
    """By card: longer moves, as bits, which lead to the same places if they come just before it, and sooner."""
    moves = [int(AMOUNT[card]) if EFFECT[card] == Effect.MOVE else 0 for card in range(N_ORDINARY)]
    later = [sum(1 << o for o in range(N_ORDINARY) if 0 < moves[card] < moves[o]) for card in range(N_ORDINARY)]
    return np.array(later, np.int64)


BEFORE = _taken_before()
NOT_AFTER = _not_after()
CHANGES = sum(1 << card for card in range(N_ORDINARY) if EFFECT[card] in (Effect.ROTATE, Effect.SWITCH_TILES))
MOVES = sum(1 << card for card in range(N_ORDINARY) if EFFECT[card] in (Effect.MOVE, Effect.SECRET_PASSAGE))


@rule
def next_card(card, used, last, barred):
    """The next card, after one, that a plan with some cards used may go on with; N_ORDINARY if there is none.

    Tiles are changed before all moves or after them: in between a plan gains nothing by it.
    """
    banned = used
    if last >= 0:
        banned |= NOT_AFTER[last]
        if CHANGES >> last & 1 and used & MOVES:
            banned |= MOVES
    card += 1
    while card < N_ORDINARY and (banned >> card & 1 or BEFORE[card] & ~used & barred):
        card += 1
    return card


@rule
def acts_before(table, seat, other):
    """HH-TURN-2."""
    n_seats = table.n_seats
    return (seat - table.marker + n_seats) % n_seats < (other - table.marker + n_seats) % n_seats


@rule
def sure_partner(table, seat, layers, n_layers):
    """The seat nearest to the exit among those that Switch Places would reach in the first flip, whatever they do."""
    best = NONE
    here = table.pawn[seat]
    if here >= N_CELLS:
        return NONE
    least = nearest(layers, n_layers, 1 << here)
    near = touching(1 << here)
    for other in range(table.n_seats):
        if near >> table.pawn[other] & 1 and acts_before(table, seat, other):
            distance = nearest(layers, n_layers, 1 << table.pawn[other])
            if distance < least:
                least = distance
                best = other
    return best


@rule
def card_to_program(table, ledger, maze, layers, n_layers):
    """The next card of the cheapest program that begins with the cards chosen so far."""
    seat = ledger.seat
    reach = np.empty((PROGRAM_CARDS + 1, N_CHANCES), np.int64)
    cards = np.full(PROGRAM_CARDS + 1, NONE, np.int64)
    first = int(table.programmed[seat])
    partner = sure_partner(table, seat, layers, n_layers)
    used = 0
    begin(reach, 0, table.pawn[seat])
    for slot in range(first):
        plan_card(table, maze, reach, slot, ledger.program[slot], partner)
        used |= 1 << ledger.program[slot]
    best = NONE
    least = FAR
    slot = first
    while slot >= first:
        if cards[slot] >= 0:
            used &= ~(1 << cards[slot])
        last = cards[slot - 1] if slot > first else NONE
        cards[slot] = next_card(cards[slot], used, last, 0 if slot == 0 and partner >= 0 else ALL_CARDS)
        if cards[slot] == N_ORDINARY:
            cards[slot] = NONE
            slot -= 1
            continue
        used |= 1 << cards[slot]
        won = plan_card(table, maze, reach, slot, cards[slot], partner)
        if not won and slot + 1 < PROGRAM_CARDS:
            slot += 1
            continue
        cost = 1.0 * (won_at(slot) if won else cost_of(layers, n_layers, reach, PROGRAM_CARDS))
        if first == 0 and takes_place(cards[0], partner):
            cost -= TAKEN / (table.n_seats - 1)
        if cost < least:
            least = cost
            best = cards[first]
    return best


@rule
def takes_place(card, partner):
    """Whether a card in the first slot is a Switch Places that is sure to find its partner."""
    return partner >= 0 and EFFECT[card] == Effect.SWITCH_PLACES


@rule
def plan_card(table, maze, reach, slot, card, partner):
    """As `play_card`, with a first Switch Places if it is sure."""
    won = play_card(maze, reach, slot, card)
    if slot == 0 and takes_place(card, partner):
        begin(reach, 1, table.pawn[partner])
    return won
