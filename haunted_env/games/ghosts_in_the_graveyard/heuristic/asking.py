"""Search: the card, light and placement whose answer is the least predictable."""

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Act, Decision
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.heuristic.counting import fill_hits, n_missing, new_sets, prepare
from haunted_env.games.ghosts_in_the_graveyard.rules.search import asked_area
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.state import N_HANDS
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, N_CARDS, N_DIRECTIONS, N_PLACES
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import N_CLUE, read_clue, rule, unmarked, unseen_by

HAND_COST = 0.02  # what a question must be better by to spend a Hand on it
SHOWN_COST = 0.6  # per chance, as others see it, that the card played were one's own Secret


@rule
def is_offered(table, seat, light):
    """Whether the seat may use a light for its Search (GG-HAND-1)."""
    if light == FLOOD or table.flashlight[seat] == light:
        return True
    if table.hands_left[seat] == 0:
        return False
    for other in range(table.n_seats):
        if table.flashlight[other] == light:
            return True
    return False


@rule
def best_question(table, clue, sets, n, light, card, best):
    """The best placement of a light on a card: N_PLACES x worth in millionths + placement, if it beats `best`."""
    total = max(1, n_missing(clue, sets, n, 0))
    for place in range(N_DIRECTIONS if light == FLOOD else N_PLACES):
        area = asked_area(table, light, card, place)
        if area:
            no = n_missing(clue, sets, n, area) / total
            best = max(best, N_PLACES * int(4e6 * no * (1.0 - no)) + N_PLACES - 1 - place)
    return best


@rule
def best_on_card(table, seat, clue, sets, n, card):
    """The best question from a card: (N_PLACES x worth + ..., light) in one number."""
    best = -1
    for light in range(N_FLASHLIGHTS + 1):
        if is_offered(table, seat, light):
            cost = 0
            if light != FLOOD and light != table.flashlight[seat]:
                cost = int(1e6 * HAND_COST)
            found = best_question(table, clue, sets, n, light, card, 0) - N_PLACES * cost
            best = max(best, found * (N_FLASHLIGHTS + 1) + light)
    return best


@rule
def ask(table, ledger, mask):
    """PLAY_CARD, CHOOSE_LIGHT, AIM_FLOOD, PLACE_FLASHLIGHT."""
    seat = int(ledger.seat)
    clue = np.zeros(N_CLUE, np.int64)
    read_clue(table, unseen_by(table, ledger), target_of(table, seat), clue)
    sets = new_sets(clue)
    n = prepare(clue, sets)
    if table.decision == Decision.PLAY_CARD:
        return Act.TOMB + card_to_play(table, ledger, clue, sets, n)
    card = int(table.played)
    if table.decision == Decision.CHOOSE_LIGHT:
        light = best_on_card(table, seat, clue, sets, n, card) % (N_FLASHLIGHTS + 1)
        return Act.FLOOD if light == FLOOD else Act.LIGHT + light
    place = N_PLACES - 1 - best_question(table, clue, sets, n, table.light, card, 0) % N_PLACES
    return Act.DIR + place if table.light == FLOOD else Act.PLACE + place


@rule
def card_to_play(table, ledger, clue, sets, n):
    """The card with the best question, and rather one that nobody took for an own Secret any more."""
    own = np.zeros(N_CLUE, np.int64)
    shown = np.zeros(N_CARDS, np.float64)
    read_clue(table, unmarked(table), ledger.seat, own)
    fill_hits(own, shown)
    best = -1
    worth = 0.0
    for card in range(N_CARDS):
        if ledger.hand >> card & 1:
            found = best_on_card(table, ledger.seat, clue, sets, n, card) // ((N_FLASHLIGHTS + 1) * N_PLACES)
            value = found * 1e-6 - SHOWN_COST * shown[card]
            if best < 0 or value > worth:
                best = card
                worth = value
    return best
