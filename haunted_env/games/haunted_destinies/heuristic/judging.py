"""Who may be the Opener: counted, then shifted by what players did and said."""

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.heuristic.rolls import rule
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    MAX_SEATS,
    N_CLAIMS,
    N_EVENTS,
    N_PSYCHE,
    PA,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    UP,
    G,
    P,
    U,
)
from haunted_env.games.haunted_destinies.tables import OPENER, PSYCHE_SET

# Rows of `guess`, by seat: the chance of being the Opener; the chance that a look at its pile finds the Opener card.
IS, FIND = 0, 1
N_GUESS = 2

# Kinds of claims, counted from ACCUSE.
ACCUSES, CLEARS, SAYS_HOLDS, SAYS_NOT = range(4)

# How much likelier a seat is the Opener if ...
ATTACKED = 1.4  # ... somebody attacked it
# How much likelier a card is the Opener if ...
RETURNED = 1.2  # ... somebody put it back unturned
GIVEN_UP = 2.4  # ... somebody did so who would have gained by turning it up
ACCUSED = 1.2
CLEARED = 0.85


@rule
def n_living(table):
    n = 0
    for seat in range(table.n_seats):
        n += not table.ghost[seat]
    return n


@rule
def opener_known(ledger):
    """The seat known to hold the Opener card; -1 if it is not known."""
    location = int(ledger.location[OPENER])
    if location >= AT_SLOT:
        return location - AT_SLOT
    if PILE <= location < STALE:
        return location - PILE
    if UP <= location < PILE:
        return location - UP
    return -1


@rule
def judge(table, ledger, guess):
    """Fill `guess`: counted roughly, then shifted by what players did and said."""
    known = opener_known(ledger)
    for seat in range(MAX_SEATS):
        guess[IS, seat] = 1.0 if seat == known else 0.0
        guess[FIND, seat] = 0.0
    if known >= 0:
        return
    n_set = 0
    for card in range(N_PSYCHE):
        location = ledger.location[card]
        if PSYCHE_SET[card] == PSYCHE_SET[OPENER]:
            n_set += location == UNKNOWN or STALE <= location < AT_SLOT
        if PILE <= location < STALE:
            guess[IS, location - PILE] -= 1.0
    total = 0.0
    borders = 0
    for seat in range(table.n_seats):
        borders += count_pile(table, ledger, seat, guess)
        total += guess[IS, seat]
    each = 1.0 / max(n_set, 1)
    spread = max(0.0, 1.0 - borders * each) / max(total, 1e-9)
    for seat in range(table.n_seats):
        with_border = opener_borders(table, ledger, seat) if borders > 0 else 0
        guess[IS, seat] = guess[IS, seat] * spread + with_border * each
        guess[FIND, seat] = each if with_border > 0 else guess[FIND, seat] * spread
    weigh_events(table, ledger, guess)
    weigh_claims(table, ledger, guess)
    total = 0.0
    for seat in range(table.n_seats):
        total += guess[IS, seat]
    for seat in range(table.n_seats):
        guess[IS, seat] /= max(total, 1e-9)
        guess[FIND, seat] /= max(total, 1e-9)


@rule
def count_pile(table, ledger, pile, guess):
    """Add to IS about how many unknown Psyche cards a pile has, put the likeliest slot's share in FIND.

    Returns the number of slots known to have the Opener's border.
    """
    n_open = 0
    n_psyche = 0
    n_grey = 0
    borders = 0
    for slot in range(table.pile_size[pile]):
        fact = ledger.fact[pile, slot]
        n_open += fact == U
        n_psyche += fact == P
        n_grey += fact == G or fact >= SEEN + N_PSYCHE
        borders += fact == PA + PSYCHE_SET[OPENER]
    grey = 0.5 * (table.grey_min[pile] + table.grey_max[pile]) - n_grey
    hidden = n_open - min(max(grey, 0.0), float(n_open))
    if n_psyche > 0:
        guess[FIND, pile] = 1.0
    elif n_open > 0:
        guess[FIND, pile] = max(0.0, hidden + guess[IS, pile]) / n_open
    guess[IS, pile] = max(0.0, guess[IS, pile] + n_psyche + hidden)
    return borders


@rule
def opener_borders(table, ledger, pile):
    """Slots of a pile known to have the Opener's border and not seen."""
    n = 0
    for slot in range(table.pile_size[pile]):
        n += ledger.fact[pile, slot] == PA + PSYCHE_SET[OPENER]
    return n


@rule
def shift(guess, seat, factor):
    guess[IS, seat] *= factor
    guess[FIND, seat] *= factor


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


@rule
def may_be_opener(fact):
    """Whether a slot of which one knows this may hold the Opener card, if one does not know where it is."""
    return fact == U or fact == P or fact == PA + PSYCHE_SET[OPENER]


@rule
def weigh_claims(table, ledger, guess):
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        claim = table.claims[i]
        if claim.speaker == ledger.seat or claim.speaker == claim.seat:
            continue
        if claim.kind == ACCUSES or (claim.kind == SAYS_HOLDS and claim.card == OPENER):
            shift(guess, claim.seat, ACCUSED)
        elif claim.kind == CLEARS or (claim.kind == SAYS_NOT and claim.card == OPENER):
            shift(guess, claim.seat, CLEARED)
