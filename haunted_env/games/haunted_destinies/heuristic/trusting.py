"""What others said, weighed by how often what they say proves true.

It shifts chances: it never makes or ends a certainty.
"""

from haunted_env.engine.encoding import MOST
from haunted_env.games.haunted_destinies.actions import Claim
from haunted_env.games.haunted_destinies.counting import FIND, IS, accuses, clears
from haunted_env.games.haunted_destinies.hearsay import BYTE, by_seat, hear_slots, verdict
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_TOLD, NONE

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
def weigh_claims(table, ledger, places, guess):
    """Public claims, and those told to oneself; `places` as `find_places` says."""
    right, wrong = rate_speakers(table, ledger, places)
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        weigh_claim(table.claims[i], ledger, right, wrong, guess)
    for i in range(min(int(ledger.n_told), N_TOLD)):
        weigh_claim(ledger.told[i], ledger, right, wrong, guess)


@rule
def rate_speakers(table, ledger, places):
    """By seat: how many of its claims one knows to be true, and how many to be false."""
    _said, right, wrong = hear_slots(table, ledger, NONE)
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        judged = verdict(table, ledger, places, table.claims[i])
        right += by_seat(int(judged > 0), table.claims[i].speaker)
        wrong += by_seat(int(judged < 0), table.claims[i].speaker)
    for i in range(min(int(ledger.n_told), N_TOLD)):
        judged = verdict(table, ledger, places, ledger.told[i])
        right += by_seat(int(judged > 0), ledger.told[i].speaker)
        wrong += by_seat(int(judged < 0), ledger.told[i].speaker)
    return right, wrong


@rule
def credit(right, wrong, seat):
    """More for every claim that one knows to be true, less for every one known to be false."""
    n_right = right >> BYTE * seat & MOST
    n_wrong = wrong >> BYTE * seat & MOST
    return min(MOST_CREDIT, (1.0 + n_right) / (1.0 + 2.0 * n_wrong))


@rule
def weigh_claim(claim, ledger, right, wrong, guess):
    if claim.speaker == ledger.seat:
        return
    factor = 1.0
    if accuses(claim.kind, claim.card):
        factor = ACCUSED if claim.speaker != claim.seat else 1.0
    elif clears(claim.kind, claim.card):
        factor = CLEARED if claim.speaker != claim.seat else CLEARS_ITSELF
    elif claim.kind == Claim.HOLDS:
        factor = HAS_ANOTHER
    shift(guess, claim.seat, 1.0 + (factor - 1.0) * credit(right, wrong, claim.speaker))
