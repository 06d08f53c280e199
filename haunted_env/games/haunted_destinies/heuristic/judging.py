"""Who may be the Opener, and how fights, searches and haunts are likely to go."""

import numpy as np
from numba import float64, int64

from haunted_env.core.jit import make_rule
from haunted_env.core.rng import next_word
from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.rules.standing import has_passive
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
    compiler,
)
from haunted_env.games.haunted_destinies.tables import (
    FIRST_SEARCH,
    ITEM_INDEX,
    MODIFY,
    N_ROLLS,
    OPENER,
    PERSIST_INDEX,
    PSYCHE_SET,
    Roll,
)

TYPES = {
    **compiler.types,
    "reach": int64[:, ::1],
    "values": float64[::1],
    "fights": float64[::1],
    "threats": float64[::1],
    "chance": float64,
}
rule = make_rule(TYPES)

MAX_ODDS = 12
# ABOVE[k + MAX_ODDS]: the chance that light - dark > -k, that is, that a lead of k wins a roll.
ABOVE = np.array(
    [
        sum(light - dark + lead > 0 for light in range(1, 7) for dark in range(1, 7)) / 36
        for lead in range(-MAX_ODDS, MAX_ODDS + 1)
    ],
    np.float64,
)

# By kind of roll, the cards that modify it; `rules.standing.modifier` goes through all cards, which is slower.
MODIFIERS = np.full((N_ROLLS, max(1, int((MODIFY != 0).sum(axis=0).max()))), -1, np.int64)
for _roll in range(N_ROLLS):
    _codes = np.flatnonzero(MODIFY[:, _roll])
    MODIFIERS[_roll, : len(_codes)] = _codes

# How much likelier a seat is the Opener if ...
ATTACKED = 1.25  # ... somebody attacked it
RETURNED = 1.15  # ... somebody put a card of it back unturned
ACCUSED = 1.3
CLEARED = 0.85


@rule
def wins(lead):
    """The chance that a roll with this lead comes out above 0."""
    return ABOVE[min(max(lead, -MAX_ODDS), MAX_ODDS) + MAX_ODDS]


@rule
def loses(lead):
    """The chance that it comes out below 0."""
    return wins(-lead)


@rule
def reaches(lead, result):
    """The chance that a roll with this lead comes out at `result` or more."""
    return wins(lead - result + 1)


@rule
def noise(generator):
    """A tiny random number to break ties."""
    return next_word(generator) * 1e-13


@rule
def bonus(table, seat, roll):
    """What a seat's cards, items and curses add to a roll (HD-FX-10)."""
    total = 0
    for i in range(MODIFIERS.shape[1]):
        card = MODIFIERS[roll, i]
        if card < 0:
            break
        if card < FIRST_SEARCH:
            copies = int(has_passive(table, seat, card))
        elif ITEM_INDEX[card] >= 0:
            copies = int(table.items[seat, ITEM_INDEX[card]])
        else:
            copies = int(table.persist[PERSIST_INDEX[card]] + table.curses[seat, PERSIST_INDEX[card]])
        total += copies * MODIFY[card, roll]
    return total


@rule
def strength(table, seat):
    """Health; for a ghost its gloom."""
    return int(table.own_gloom[seat] if table.ghost[seat] else table.health[seat])


@rule
def attack_lead(table, seat, other):
    """What an attacker has ahead of the dice (HD-ATT-2)."""
    lead = strength(table, seat) + bonus(table, seat, Roll.ATTACK_ATT)
    return lead - strength(table, other) - bonus(table, other, Roll.ATTACK_DEF)


@rule
def probe_lead(table, seat, other):
    """The same for a probe (HD-PROBE-2)."""
    lead = strength(table, seat) + bonus(table, seat, Roll.PROBE_ATT)
    return lead - strength(table, other) - bonus(table, other, Roll.PROBE_DEF)


@rule
def n_living(table):
    n = 0
    for seat in range(table.n_seats):
        n += not table.ghost[seat]
    return n


@rule
def is_free(ledger, card):
    location = ledger.location[card]
    return location == UNKNOWN or STALE <= location < AT_SLOT


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
def hidden_psyche(table, ledger, pile):
    """About how many Psyche cards of unknown face and border a pile has that may be any free one."""
    places = 0.0
    grey = 0.0
    n_open = 0
    for slot in range(table.pile_size[pile]):
        fact = ledger.fact[pile, slot]
        if fact == U:
            n_open += 1
        elif fact == P:
            places += 1.0
        elif fact == G or fact >= SEEN + N_PSYCHE:
            grey -= 1.0
    grey += 0.5 * (table.grey_min[pile] + table.grey_max[pile])
    places += n_open - min(max(grey, 0.0), float(n_open))
    for card in range(N_PSYCHE):
        if ledger.location[card] == PILE + pile:
            places -= 1.0
    return max(places, 0.0)


@rule
def opener_borders(table, ledger, pile):
    """Slots of a pile known to have the Opener's border and not seen."""
    n = 0
    for slot in range(table.pile_size[pile]):
        n += ledger.fact[pile, slot] == PA + PSYCHE_SET[OPENER]
    return n


@rule
def judge(table, ledger, chances):
    """Each seat's chance of holding the Opener card: counted roughly, then shifted by what players did and said."""
    known = opener_known(ledger)
    for seat in range(MAX_SEATS):
        chances[seat] = 1.0 if seat == known else 0.0
    if known >= 0:
        return
    n_set = 0
    for card in range(N_PSYCHE):
        n_set += PSYCHE_SET[card] == PSYCHE_SET[OPENER] and is_free(ledger, card)
    borders = 0
    places = 0.0
    for seat in range(table.n_seats):
        chances[seat] = hidden_psyche(table, ledger, seat)
        places += chances[seat]
        borders += opener_borders(table, ledger, seat)
    spread = max(0.0, 1.0 - borders / max(n_set, 1)) / max(places, 1e-9)
    for seat in range(table.n_seats):
        chances[seat] = chances[seat] * spread + opener_borders(table, ledger, seat) / max(n_set, 1)
    weigh_events(table, ledger, chances)
    weigh_claims(table, ledger, chances)
    total = 0.0
    for seat in range(table.n_seats):
        total += chances[seat]
    for seat in range(table.n_seats):
        chances[seat] /= max(total, 1e-9)


@rule
def weigh_events(table, ledger, chances):
    """Who is attacked, or has cards put back unturned, is suspect; one's own deeds are no evidence."""
    for i in range(min(int(table.n_events), N_EVENTS)):
        event = table.events[i]
        if event.actor == ledger.seat or event.target < 0 or event.target == event.actor:
            continue
        if event.kind == Event.ATTACK:
            chances[event.target] *= ATTACKED
        elif event.kind == Event.RETURN:
            chances[event.target] *= RETURNED


@rule
def weigh_claims(table, ledger, chances):
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        claim = table.claims[i]
        if claim.speaker == ledger.seat or claim.speaker == claim.seat:
            continue
        if claim.kind == 0 or (claim.kind == 2 and claim.card == OPENER):
            chances[claim.seat] *= ACCUSED
        elif claim.kind == 1 or (claim.kind == 3 and claim.card == OPENER):
            chances[claim.seat] *= CLEARED


@rule
def density(table, ledger, pile, chances):
    """The chance that a good look at a pile finds the Opener card."""
    if opener_known(ledger) >= 0 or table.pile_size[pile] == 0:
        return 0.0
    borders = opener_borders(table, ledger, pile)
    unseen = 0
    for slot in range(table.pile_size[pile]):
        fact = ledger.fact[pile, slot]
        unseen += fact == U or fact == P
    return chances[pile] / max(1.0, borders + (0.0 if borders > 0 else unseen))
