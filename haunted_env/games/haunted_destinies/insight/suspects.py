"""Who may hold the Opener card: unseen places counted roughly, and what others did and said.

The exact chances (`belief.py`) need the whole ledger; these need nothing but the observation.
"""

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.insight.shape import OTHER_SIZE, In, Other, rule
from haunted_env.games.haunted_destinies.observation import (
    CLAIM_SIZE,
    EVENT_SIZE,
    FACT_SIZE,
    KIND_BITS,
    LOCATION_SIZE,
    MIN_SEATS,
    PSYCHE_BITS,
    SEAT_BITS,
    Claimed,
    Fact,
    Happened,
    Location,
    Obs,
)
from haunted_env.games.haunted_destinies.state import CELLS, MAX_PILE, MAX_SEATS, N_CLAIMS, N_EVENTS, N_PSYCHE
from haunted_env.games.haunted_destinies.tables import OPENER, PSYCHE_SET

UNKNOWN, NO_BORDER, SOUGHT = 0, 1, 2  # columns of `hidden`
SOUGHT_SET = int(PSYCHE_SET[OPENER])
ACCUSES, CLEARS, SAYS_HOLDS, SAYS_NOT = range(4)  # kinds of claims
HEAP = 4  # gloom that each player places before the game (HD-SETUP-16); the hand-written player heaps it
FEW_SCATTERED, MORE_SCATTERED = 3, 2  # smaller heaps that are not yet suspicious: turns scatter some


@rule
def is_placed(row, card):
    """Whether the viewer knows where a Psyche card is, at least in whose pile."""
    at = Obs.LOCATIONS + card * LOCATION_SIZE
    return row[at + Location.AT_SLOT] != 0 or row[at + Location.PILE] != 0 or row[at + Location.UP] != 0


@rule
def known_opener(row):
    """The seat known to hold the Opener card; -1 if it is not known."""
    if is_placed(row, OPENER):
        for seat in range(MAX_SEATS):
            if row[Obs.LOCATIONS + OPENER * LOCATION_SIZE + Location.SEAT + seat] != 0:
                return seat
    return -1


@rule
def count_cards(row, chances, hidden):
    """Each seat's chance of being the Opener, and how much of its pile is unseen (`hidden`)."""
    known = known_opener(row)
    free = 0
    for card in range(N_PSYCHE):
        gone = row[Obs.LOCATIONS + card * LOCATION_SIZE + Location.GONE] != 0
        free += PSYCHE_SET[card] == SOUGHT_SET and not gone and not is_placed(row, card)
    borders = 0
    places = 0.0
    for seat in range(MAX_SEATS):
        chances[seat] = count_pile(row, seat, hidden)
        places += chances[seat]
        borders += hidden[seat, SOUGHT]
    each = 1.0 / max(free, 1)
    rest = max(0.0, 1.0 - borders * each) / max(places, 1e-9)
    total = 1e-9
    for seat in range(MAX_SEATS):
        chances[seat] = chances[seat] * rest + hidden[seat, SOUGHT] * each
        total += chances[seat]
    for seat in range(MAX_SEATS):
        chances[seat] /= total
        if known >= 0:
            chances[seat] = 1.0 if seat == known else 0.0


@rule
def has_border(row, at):
    return row[at + Fact.A] + row[at + Fact.B] + row[at + Fact.C] + row[at + Fact.D] + row[at + Fact.E] != 0


@rule
def count_pile(row, seat, hidden):
    """About how many Psyche cards of unknown border a pile has."""
    grey = 0.5 * (row[Obs.GREY_MIN + seat] + row[Obs.GREY_MAX + seat])
    for k in range(3):
        hidden[seat, k] = 0
    for slot in range(row[Obs.PILE_SIZE + seat]):
        at = Obs.FACTS + (seat * MAX_PILE + slot) * FACT_SIZE
        hidden[seat, UNKNOWN] += row[at + Fact.PSYCHE] == 0 and row[at + Fact.GREY] == 0
        hidden[seat, NO_BORDER] += row[at + Fact.PSYCHE] != 0 and not has_border(row, at)
        hidden[seat, SOUGHT] += row[at + Fact.A + SOUGHT_SET]
        grey -= row[at + Fact.GREY]
    elsewhere = 0
    for card in range(N_PSYCHE):
        at = Obs.LOCATIONS + card * LOCATION_SIZE
        if row[at + Location.SEAT + seat] != 0:
            elsewhere += row[at + Location.PILE]
            if PSYCHE_SET[card] == SOUGHT_SET:
                hidden[seat, SOUGHT] -= row[at + Location.AT_SLOT]
    n_open = hidden[seat, UNKNOWN]
    return max(0.0, hidden[seat, NO_BORDER] + n_open - min(max(grey, 0.0), float(n_open)) - elsewhere)


@rule
def number(row, first, width):
    """A category written as the bits of 1 + its index; -1 for none."""
    found = 0
    for bit in range(width):
        found += int(row[first + bit]) << bit
    return found - 1


@rule
def about(actor, seat):
    """Whether somebody else did something about yet another one: one's own deeds are no evidence."""
    return actor > 0 and seat > 0 and actor != seat


@rule
def put_suspicions(row, out):
    """What others did to a seat and said about it."""
    for k in range(N_EVENTS):
        at = Obs.EVENTS + k * EVENT_SIZE
        kind = number(row, at + Happened.KIND, KIND_BITS) + 1
        if kind == Event.ATTACK or kind == Event.RETURN:
            target = number(row, at + Happened.TARGET, SEAT_BITS)
            if about(number(row, at + Happened.ACTOR, SEAT_BITS), target):
                first = In.OTHERS + (target - 1) * OTHER_SIZE
                out[first + (Other.ATTACKED if kind == Event.ATTACK else Other.RETURNED)] += 1
    for k in range(N_CLAIMS):
        at = Obs.CLAIMS + k * CLAIM_SIZE
        seat = number(row, at + Claimed.SEAT, SEAT_BITS)
        if about(number(row, at + Claimed.SPEAKER, SEAT_BITS), seat):
            first = In.OTHERS + (seat - 1) * OTHER_SIZE
            of_opener = number(row, at + Claimed.CARD, PSYCHE_BITS) == OPENER
            kinds = at + Claimed.KIND
            out[first + Other.ACCUSED] += row[kinds + ACCUSES] != 0 or (row[kinds + SAYS_HOLDS] != 0 and of_opener)
            out[first + Other.CLEARED] += row[kinds + CLEARS] != 0 or (row[kinds + SAYS_NOT] != 0 and of_opener)


@rule
def meets_strangers(row):
    """Whether somebody claims other things than the hand-written player does, or placed gloom as it does not."""
    for k in range(N_CLAIMS):
        at = Obs.CLAIMS + k * CLAIM_SIZE
        if number(row, at + Claimed.SPEAKER, SEAT_BITS) > 0 and row[at + Claimed.KIND + ACCUSES] == 0:
            return True
    n_seats = MIN_SEATS
    for more in range(1, MAX_SEATS - MIN_SEATS + 1):
        if row[Obs.PLAYERS + more] != 0:
            n_seats = MIN_SEATS + more
    turn = int(row[Obs.TURN]) + 128 * int(row[Obs.TURN + 1])
    if turn >= n_seats:
        return False
    scattered = 0
    placed = 0
    for cell in range(CELLS):
        scattered += 0 < row[Obs.GLOOM + cell] < HEAP
        placed += int(row[Obs.GLOOM + cell])
    return placed >= HEAP * n_seats and scattered >= FEW_SCATTERED + min(turn, MORE_SCATTERED)
