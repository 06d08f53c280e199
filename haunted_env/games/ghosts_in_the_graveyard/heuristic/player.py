"""A hand-written player: exact counting of what the target may hide, and a race against those who search oneself."""

import numpy as np

from haunted_env.engine.bits import n_in
from haunted_env.engine.choice import random_action
from haunted_env.games.ghosts_in_the_graveyard.actions import N_ACTIONS, Act, Decision
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.heuristic.asking import ask
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.state import compiler
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import (
    MAY,
    N_CLUE,
    N_YES,
    SIZE,
    YES,
    add_yes,
    read_clue,
    rule,
    unmarked,
    unseen_by,
)
from haunted_env.games.ghosts_in_the_graveyard.unseen.counting import fill_hits

# Settled by playing variants against each other, 2000 games of two seats each.
# Guess when the best number is a Secret with this chance, by own Decoys left; less by the chance of the seat that is
# closest to finding a Haunt.
AT_LEAST = np.array([0.95, 0.65, 0.5], np.float64)
IN_DANGER = 1.0
WITH_RAVEN = 0.3
# Vanish when the hunter finds the Haunt with this chance, and a Decoy with that much less.
NEARLY_FOUND = 0.2
SAFER = 0.1
FAVOURITE_LIGHTS = np.array([0, 5, 2, 1, 3, 4], np.int64)


@compiler.called
def suggest(table, ledger, mask, style, generator, data):
    """One of the legal actions, from what the deciding seat knows."""
    decision = table.decision
    if decision == Decision.TURN_MENU:
        return choose_turn(table, ledger, mask)
    if decision == Decision.GUESS_NUMBER:
        return name_number(table, ledger, mask, generator)
    if decision == Decision.VANISH_SWAP or decision == Decision.PENALTY_REVEAL:
        return choose_decoy(table, ledger)
    if decision == Decision.PICK_FLASHLIGHT:
        return pick_light(mask)
    if decision >= Decision.PLAY_CARD:
        return ask(table, ledger)
    return random_action(mask, N_ACTIONS, generator)


@rule
def pick_light(mask):
    for i in range(N_FLASHLIGHTS):
        if mask[Act.LIGHT + FAVOURITE_LIGHTS[i]]:
            return Act.LIGHT + FAVOURITE_LIGHTS[i]
    return -1


@rule
def fill_target(table, ledger, chances):
    """By card: the chance that it is a Secret of the target; returns the likeliest one."""
    clue = np.zeros(N_CLUE, np.int64)
    read_clue(table, unseen_by(table, ledger), target_of(table, ledger.seat), clue)
    return fill_hits(clue, chances)


@rule
def fill_shown(table, seat, chances):
    """By card: the chance that it is a Secret of the seat, as the table tells it to all; returns the likeliest one."""
    clue = np.zeros(N_CLUE, np.int64)
    read_clue(table, unmarked(table), seat, clue)
    return fill_hits(clue, chances)


@rule
def danger(table, seat):
    """The best chance that another seat has of hitting a Secret now."""
    chances = np.zeros(N_CARDS, np.float64)
    most = 0.0
    for hunter in range(table.n_seats):
        if hunter != seat and not table.silenced[hunter]:
            best = fill_shown(table, target_of(table, hunter), chances)
            if best >= 0:
                most = max(most, chances[best] / table.n_secrets[target_of(table, hunter)])
    return most


@rule
def choose_turn(table, ledger, mask):
    """TURN_MENU."""
    chances = np.zeros(N_CARDS, np.float64)
    if mask[Act.VANISH] and wants_to_vanish(table, ledger, chances):
        return Act.VANISH
    best = fill_target(table, ledger, chances)
    chance = chances[best] if best >= 0 else 0.0
    wanted = AT_LEAST[n_in(ledger.decoys)] - IN_DANGER * danger(table, ledger.seat)
    if mask[Act.RAVEN] and chance < 0.999 and (chance >= WITH_RAVEN or not mask[Act.SEARCH]):
        return Act.RAVEN
    if chance >= wanted or not mask[Act.SEARCH]:
        return Act.GUESS
    return Act.SEARCH


@rule
def name_number(table, ledger, mask, generator):
    """GUESS_NUMBER: the likeliest Secret."""
    chances = np.zeros(N_CARDS, np.float64)
    best = fill_target(table, ledger, chances)
    if best < 0:
        return random_action(mask, N_ACTIONS, generator)
    return Act.TOMB + best


@rule
def safest_decoy(ledger, chances):
    """The own Decoy that others suspect least."""
    best = -1
    for card in range(N_CARDS):
        if ledger.decoys >> card & 1 and (best < 0 or chances[card] < chances[best]):
            best = card
    return best


@rule
def wants_to_vanish(table, ledger, chances):
    """The Haunt is nearly found, and a Decoy is better hidden."""
    fill_shown(table, ledger.seat, chances)
    found = chances[ledger.haunt]
    return found >= NEARLY_FOUND and chances[safest_decoy(ledger, chances)] <= found - SAFER


@rule
def choose_decoy(table, ledger):
    """VANISH_SWAP: the Decoy that is hidden best. PENALTY_REVEAL: the one that leaves the Haunt hidden best."""
    chances = np.zeros(N_CARDS, np.float64)
    if table.decision == Decision.VANISH_SWAP:
        fill_shown(table, ledger.seat, chances)
        return Act.TOMB + safest_decoy(ledger, chances)
    best = -1
    least = 2.0
    for card in range(N_CARDS):
        if ledger.decoys >> card & 1:
            found = shown_without(table, ledger, card, chances)
            if found < least:
                best = card
                least = found
    return Act.TOMB + best


@rule
def shown_without(table, ledger, card, chances):
    """How likely others would take the own Haunt for a Secret, once a Decoy is revealed."""
    whole = np.zeros(N_CLUE, np.int64)
    clue = np.zeros(N_CLUE, np.int64)
    read_clue(table, unmarked(table), ledger.seat, whole)
    clue[SIZE] = whole[SIZE] - 1
    clue[MAY] = whole[MAY] & ~(1 << card)
    for i in range(whole[N_YES]):
        if whole[YES + i] >> card & 1 == 0:
            add_yes(clue, whole[YES + i])
    fill_hits(clue, chances)
    return chances[ledger.haunt]
