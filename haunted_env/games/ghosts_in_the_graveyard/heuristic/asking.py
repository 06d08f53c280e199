"""Search: the card, light and placement whose answer is the least predictable."""

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Act, Decision
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.rules.search import asked_area
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, N_CARDS, N_DIRECTIONS, N_LIGHTS, N_PLACES
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import N_CLUE, read_clue, rule, unmarked, unseen_by
from haunted_env.games.ghosts_in_the_graveyard.unseen.counting import fill_hits, n_missing, new_sets, prepare

HAND_COST = 0.02  # what a question must be better by to spend a Hand on it
SHOWN_COST = 0.6  # per chance, as others see it, that the card played were one's own Secret

# Questions are compared as whole numbers: worth in millionths, then placement and light, so that ties are settled.
UNIT = 1_000_000


@rule
def is_borrowed(table, seat, light):
    """Whether a light is another seat's flashlight (GG-HAND-1)."""
    for other in range(table.n_seats):
        if other != seat and table.flashlight[other] == light:
            return True
    return False


@rule
def best_question(table, clue, sets, n, light, card):
    """The best placement of a light on a card: N_PLACES x worth in millionths + placement, counted from the last."""
    best = 0
    total = max(1, n_missing(clue, sets, n, 0))
    for place in range(N_DIRECTIONS if light == FLOOD else N_PLACES):
        area = asked_area(table, light, card, place)
        if area:
            no = n_missing(clue, sets, n, area) / total
            best = max(best, N_PLACES * int(4 * UNIT * no * (1.0 - no)) + N_PLACES - 1 - place)
    return best


@rule
def best_on_card(table, seat, clue, sets, n, card):
    """The best question from a card: as above, times the number of lights + the light."""
    best = best_question(table, clue, sets, n, FLOOD, card) * N_LIGHTS + FLOOD
    own = int(table.flashlight[seat])
    best = max(best, best_question(table, clue, sets, n, own, card) * N_LIGHTS + own)
    cost = int(UNIT * HAND_COST)
    if table.hands_left[seat] == 0 or worth_of(best) >= UNIT - cost:
        return best
    for light in range(N_FLASHLIGHTS):
        if is_borrowed(table, seat, light):
            found = best_question(table, clue, sets, n, light, card) - N_PLACES * cost
            best = max(best, found * N_LIGHTS + light)
    return best


@rule
def worth_of(question):
    """The worth, in millionths, of what `best_on_card` found."""
    return question // (N_LIGHTS * N_PLACES)


@rule
def ask(table, ledger):
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
        light = best_on_card(table, seat, clue, sets, n, card) % N_LIGHTS
        return Act.FLOOD if light == FLOOD else Act.LIGHT + light
    place = N_PLACES - 1 - best_question(table, clue, sets, n, table.light, card) % N_PLACES
    return Act.DIR + place if table.light == FLOOD else Act.PLACE + place


@rule
def card_to_play(table, ledger, clue, sets, n):
    """The card with the best question, and rather one that nobody took for an own Secret any more."""
    own = np.zeros(N_CLUE, np.int64)
    shown = np.zeros(N_CARDS, np.float64)
    read_clue(table, unmarked(table), ledger.seat, own)
    fill_hits(own, shown)
    best = -1
    worth = -1.0
    for card in range(N_CARDS):
        cost = SHOWN_COST * shown[card]
        if ledger.hand >> card & 1 and (best < 0 or 1.0 - cost > worth):  # otherwise it cannot be better
            value = worth_of(best_on_card(table, ledger.seat, clue, sets, n, card)) / UNIT - cost
            if best < 0 or value > worth:
                best = card
                worth = value
    return best
