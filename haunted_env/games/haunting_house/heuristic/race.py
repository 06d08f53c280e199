"""How the race stands: what every pawn has before it, and the share of the win that a seat may expect."""

import math

from haunted_env.games.haunting_house.actions import Decision, Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS
from haunted_env.games.haunting_house.maze.distance import fill_layers
from haunted_env.games.haunting_house.maze.outlook import begin, cost_of, play_card, walk, won_at
from haunted_env.games.haunting_house.maze.places import AT_EXIT, block, rule
from haunted_env.games.haunting_house.state import NONE
from haunted_env.games.haunting_house.tables import AMOUNT

PER_CARD = 1.5  # how much nearer the exit a face-down card of a program brings
STEEP = 0.25  # how fast the chance to win falls with the distance


@rule
def own_cost(table, ledger, maze, layers, n_layers, reach, place):
    """What the deciding seat has before it from a place, after the steps and the program it has left."""
    begin(reach, 0, place)
    if table.decision == Decision.STEP:
        for _ in range(table.step, AMOUNT[table.card]):
            walk(maze, reach, 0)
    if reach[0, 0] & AT_EXIT:
        return won_at(NONE)
    if table.round == Round.RANDOM:
        return cost_of(layers, n_layers, reach, 0)
    for slot in range(table.flip, PROGRAM_CARDS):
        played = slot - table.flip
        if play_card(maze, reach, played, ledger.program[slot]):
            return won_at(played)
    return cost_of(layers, n_layers, reach, PROGRAM_CARDS - table.flip)


@rule
def is_waiting(table, seat):
    """Whether a seat has turned up a card that it has still to resolve after the deciding seat."""
    return table.flip > 0 and (seat - table.marker + table.n_seats) % table.n_seats > table.acted


@rule
def other_cost(table, maze, layers, n_layers, reach, seat, place):
    """What another seat has before it: a card turned up is known, programs are not."""
    played = 0
    begin(reach, 0, place)
    if is_waiting(table, seat):
        played = 1
        if play_card(maze, reach, 0, table.shown[seat, table.flip - 1]):
            return 1.0 * won_at(NONE)
    hidden = PROGRAM_CARDS - table.flip if table.round == Round.CHOSEN else 0
    return cost_of(layers, n_layers, reach, played) - PER_CARD * hidden


@rule
def share(table, ledger, maze, layers, reach, places):
    """The part of the win that falls to the deciding seat. `places` of pawns are packed, six bits each."""
    seat = ledger.seat
    n_layers = fill_layers(maze, AT_EXIT, all_of(table, places), layers)
    block(table, maze, seat)
    own = own_cost(table, ledger, maze, layers, n_layers, reach, place_of(places, seat))
    total = 1.0
    for other in range(table.n_seats):
        if other != seat:
            block(table, maze, other)
            cost = other_cost(table, maze, layers, n_layers, reach, other, place_of(places, other))
            total += math.exp(STEEP * (own - cost))
    return 1.0 / total


@rule
def pack(table):
    """The places of all pawns in one number."""
    places = 0
    for seat in range(table.n_seats):
        places |= table.pawn[seat] << 6 * seat
    return places


@rule
def place_of(places, seat):
    return places >> 6 * seat & 63


@rule
def put_place(places, seat, place):
    return places & ~(63 << 6 * seat) | place << 6 * seat


@rule
def all_of(table, places):
    """A set of places, from packed ones."""
    some = 0
    for seat in range(table.n_seats):
        some |= 1 << place_of(places, seat)
    return some
