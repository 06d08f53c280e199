"""What others said, weighed by how often what they say proves true.

It shifts chances: it never makes or ends a certainty.
"""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Claim
from haunted_env.games.haunted_destinies.counting import FIND, IS, accuses, clears, holder_known
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_CLAIMS, N_TOLD

# How much likelier a seat is the Opener, coming from somebody of whom one knows no better, if ...
ACCUSED = 1.3
CLEARED = 0.85
CLEARS_ITSELF = 0.95
HAS_ANOTHER = 0.95  # ... it is said to hold another card
MOST_CREDIT = 2.0  # times as much weight have the words of the most reliable


@rule
def shift(guess, seat, factor):
    guess[IS, seat] *= factor
    guess[FIND, seat] *= factor


@rule
def weigh_claims(table, ledger, guess):
    """Public claims, and those told to oneself."""
    if table.n_claims == 0 and ledger.n_told == 0:
        return
    credit = np.empty(MAX_SEATS, np.float64)
    rate_speakers(table, ledger, guess, credit)
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        weigh_claim(table.claims[i], ledger, credit, guess)
    for i in range(min(int(ledger.n_told), N_TOLD)):
        weigh_claim(ledger.told[i], ledger, credit, guess)


@rule
def rate_speakers(table, ledger, guess, credit):
    """By seat: more for every claim that one knows to be true, less for every one known to be false."""
    right = np.zeros(MAX_SEATS, np.int64)
    wrong = np.zeros(MAX_SEATS, np.int64)
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        rate_claim(table.claims[i], ledger, guess, right, wrong)
    for i in range(min(int(ledger.n_told), N_TOLD)):
        rate_claim(ledger.told[i], ledger, guess, right, wrong)
    for seat in range(MAX_SEATS):
        credit[seat] = min(MOST_CREDIT, (1.0 + right[seat]) / (1.0 + 2.0 * wrong[seat]))


@rule
def rate_claim(claim, ledger, guess, right, wrong):
    """Count one claim if what one knows confirms or refutes it. Who is cleared has no chance in `guess`."""
    if accuses(claim.kind, claim.card):
        wrong[claim.speaker] += guess[IS, claim.seat] == 0.0
    elif clears(claim.kind, claim.card):
        right[claim.speaker] += guess[IS, claim.seat] == 0.0
    elif claim.kind == Claim.HOLDS or claim.kind == Claim.NOT_HOLDS:
        holder = holder_known(ledger, claim.card)
        if holder >= 0:
            is_true = (holder == claim.seat) == (claim.kind == Claim.HOLDS)
            right[claim.speaker] += is_true
            wrong[claim.speaker] += not is_true


@rule
def weigh_claim(claim, ledger, credit, guess):
    if claim.speaker == ledger.seat:
        return
    factor = 1.0
    if accuses(claim.kind, claim.card):
        factor = ACCUSED if claim.speaker != claim.seat else 1.0
    elif clears(claim.kind, claim.card):
        factor = CLEARED if claim.speaker != claim.seat else CLEARS_ITSELF
    elif claim.kind == Claim.HOLDS:
        factor = HAS_ANOTHER
    shift(guess, claim.seat, 1.0 + (factor - 1.0) * credit[claim.speaker])
