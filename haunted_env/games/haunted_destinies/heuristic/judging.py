"""Who may be the Opener: counted, then shifted by what players did and said."""

import numpy as np

from haunted_env.engine.scratch import table_of
from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.counting import IS, N_GUESS, guess_from, may_be_opener, normalise, opener_known
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.heuristic.trusting import shift, weigh_claims
from haunted_env.games.haunted_destinies.locations import N_COLUMNS, count_known, find_places
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_EVENTS
from haunted_env.games.haunted_destinies.unseen.places import N_GROUPS

# How much likelier a seat is the Opener if ...
ATTACKED = 1.4  # ... somebody attacked it
# How much likelier a card is the Opener if ...
RETURNED = 1.2  # ... somebody put it back unturned
GIVEN_UP = 2.4  # ... somebody did so who would have gained by turning it up


@rule
def judge(table, ledger, guess):
    """Counted, shifted by what players did and said."""
    groups = table_of(N_GROUPS, N_COLUMNS, np.int64)
    free, up, inside = count_known(table, ledger, groups)
    guess_from(table, ledger, groups, free, up, inside, guess)
    if opener_known(ledger) < 0:
        weigh(table, ledger, groups, free, guess)


@rule
def suspect(table, ledger, chances, data):
    """Chances to be the Opener that were counted exactly, shifted likewise."""
    groups = table_of(N_GROUPS, N_COLUMNS, np.int64)
    free, _up, _inside = count_known(table, ledger, groups)
    guess = np.zeros((N_GUESS, MAX_SEATS), np.float64)
    for seat in range(table.n_seats):
        guess[IS, seat] = chances[seat]
    weigh(table, ledger, groups, free, guess)
    for seat in range(table.n_seats):
        chances[seat] = guess[IS, seat]


@rule
def weigh(table, ledger, groups, free, guess):
    """Shift what was counted by what players did and said; what is certain stays so."""
    weigh_events(table, ledger, guess)
    if table.n_claims > 0 or ledger.n_told > 0:
        weigh_claims(table, ledger, find_places(table, ledger, groups, free), guess)
    normalise(table, guess)


@rule
def weigh_events(table, ledger, guess):
    """Who is attacked, or has cards put back unturned, is suspect; one's own deeds are no evidence."""
    for i in range(min(int(table.n_events), N_EVENTS)):
        event = table.events[i]
        if event.actor == ledger.seat or event.target < 0 or event.target == event.actor:
            continue
        if event.kind == Event.ATTACK:
            if event.target != ledger.seat:  # who attacks oneself may just be strong
                shift(guess, event.target, ATTACKED)
        elif event.kind == Event.RETURN and may_be_opener(ledger.fact[event.target, event.slot]):
            tempted = table.ghost[event.actor] or table.wounds[event.actor] > 0
            likelier = (GIVEN_UP if tempted else RETURNED) - 1.0
            shift(guess, event.target, 1.0 + likelier / max(1, int(table.pile_size[event.target])))
