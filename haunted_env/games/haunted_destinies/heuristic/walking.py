"""Where the living go: what can be done on each tile, and whom to fear there."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.amounts import TIERS
from haunted_env.games.haunted_destinies.counting import IS
from haunted_env.games.haunted_destinies.heuristic.fighting import fight_worth, look_worth, probe_worth
from haunted_env.games.haunted_destinies.heuristic.looking import draw_worth, own_look_worth
from haunted_env.games.haunted_destinies.heuristic.noise import HALF_NOISE, noise, rule
from haunted_env.games.haunted_destinies.heuristic.paths import N_REACH, PREY, later, survey
from haunted_env.games.haunted_destinies.heuristic.styles import FEARS, SEARCHES, SHUNS, trait
from haunted_env.games.haunted_destinies.rules.board import is_searchable
from haunted_env.games.haunted_destinies.rules.rolls import attack_lead, loses, reaches, search_lead
from haunted_env.games.haunted_destinies.rules.ways import COST, DISTANCE, FAR, FIRST, turns_away
from haunted_env.games.haunted_destinies.state import CELLS, GRID, MAX_SEATS

# How much there is to fear, for every point of lead of ...
STRONGER = 0.0056  # ... a stronger player
RISEN_OPENER = 0.038
HAUNTING = 0.0029  # ... a ghost
WEAK_FEARS = 1.6  # times as much with little health
OPENER_FEARS = 1.3  # times as much for a likely Opener

BAD_SEARCH = 0.039

# By steps: how much of a threat is left at that distance.
CLOSENESS = np.array([max(0, 8 - steps) / 8 for steps in range(2 * GRID)], np.float64)

# Entries of `values`: see value_search.
SEARCHER, DRAW, LOOK, OWN, FEAR = range(5)
N_VALUES = 5


@rule
def search_worth(table, cell, values):
    """What searching a tile is worth: see value_search."""
    lead = search_lead(table, int(values[SEARCHER]), cell)
    first = reaches(lead, TIERS[0])
    second = reaches(lead, TIERS[1])
    third = reaches(lead, TIERS[2])
    draw = values[DRAW]
    look = max(draw, values[LOOK])
    own = max(look, values[OWN])
    return draw * (first - second) + look * (second - third) + own * third - BAD_SEARCH * loses(lead)


@rule
def value_search(table, ledger, guess, style, values):
    """Who searches, and what the three things that a search can give are worth."""
    seat = int(ledger.seat)
    values[SEARCHER] = seat
    values[DRAW] = draw_worth(table, seat)
    values[LOOK] = 0.0
    for other in range(table.n_seats):
        if other != seat and table.pile_size[other] > 0:
            values[LOOK] = max(values[LOOK], look_worth(table, ledger, other, guess))
    values[OWN] = own_look_worth(table, ledger, guess)
    for gain in (DRAW, LOOK, OWN):
        values[gain] *= trait(style, SEARCHES)


@rule
def threat(table, seat, other, guess):
    """How much `seat` has to fear from an attack by another player."""
    if table.ghost[other]:
        lead = int(table.own_gloom[other]) - int(table.health[seat])
        return HAUNTING * (lead + 2) if lead > -2 else 0.0
    lead = attack_lead(table, other, seat)
    if table.ritual:
        if other != table.opener:
            return 0.0
        return RISEN_OPENER * (lead + 3) if lead > -3 else 0.0
    if lead < 1:
        return 0.0
    fear = STRONGER * lead
    if table.health[seat] <= 2:
        fear *= WEAK_FEARS
    return fear * (1.0 + OPENER_FEARS * guess[IS, seat])


@rule
def danger(table, cell, threats):
    """What standing on a cell at the end of the turn costs."""
    total = 0.0
    for other in range(table.n_seats):
        if threats[other] > 0.0:
            total += threats[other] * CLOSENESS[DISTANCE[cell, table.pawn[other]]]
    return total


@rule
def choose_step(table, ledger, mask, guess, style, values, generator):
    """The first step towards the best cell; -1 to stay."""
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    fights = np.empty(MAX_SEATS, np.float64)
    threats = np.empty(MAX_SEATS, np.float64)
    reach = np.empty((N_REACH, CELLS), np.int16)
    survey(table, seat, reach)
    value_others(table, ledger, guess, style, values, fights, threats, reach)
    goal = here
    top = cell_worth(table, here, values, fights, threats, reach) + 2e-3
    for cell in range(CELLS):
        if table.tile[cell] < 0 or cell == here or reach[COST, cell] >= FAR:
            continue
        is_refuge = values[FEAR] > 0.0 and reach[COST, cell] <= table.mp
        if not is_refuge and reach[PREY, cell] < 0 and not is_searchable(table, cell):
            continue
        worth = cell_worth(table, cell, values, fights, threats, reach)
        if worth > top or (worth == top and noise(generator) < HALF_NOISE):
            top = worth
            goal = cell
    if goal == here:
        return -1
    step = Act.MOVE_N + reach[FIRST, goal]
    return step if mask[step] else -1


@rule
def value_others(table, ledger, guess, style, values, fights, threats, reach):
    """What meeting each other player is worth, and what there is to fear from them."""
    seat = int(ledger.seat)
    values[FEAR] = 0.0
    for other in range(table.n_seats):
        threats[other] = 0.0
        if other == seat:
            continue
        threats[other] = trait(style, FEARS) * threat(table, seat, other, guess) + trait(style, SHUNS)
        values[FEAR] += threats[other]
        if table.ghost[other]:
            continue
        cell = int(table.pawn[other])
        fights[other] = max(fight_worth(table, seat, other, guess, style), probe_worth(table, ledger, other, guess))
        prey = reach[PREY, cell]
        if fights[other] > 0.0 and (prey < 0 or fights[prey] < fights[other]):
            reach[PREY, cell] = other


@rule
def cell_worth(table, cell, values, fights, threats, reach):
    """What can be done on a cell, less for every turn it takes to get there, less its danger."""
    worth = 0.0
    cost = reach[COST, cell]
    if is_searchable(table, cell):
        worth = max(worth, search_worth(table, cell, values))
    if reach[PREY, cell] >= 0:
        worth = max(worth, fights[reach[PREY, cell]])
    worth *= later(turns_away(cost, table.mp) + int(table.action_used))
    if values[FEAR] > 0.0:
        worth -= danger(table, cell, threats)
    return worth - 1e-4 * cost
