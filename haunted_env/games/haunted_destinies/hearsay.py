"""What others said, held against what a seat knows for certain (`locations.py`, slot facts).

Nothing here is handed `secret`. A claim speaks of the moment at which it is made (HD-FREE-14): cards that lie elsewhere
by now refute what was true then, and a claim about a slot is heeded only as long as no card has come into that pile, or
left it, since: in the events remembered.
"""

import numpy as np

from haunted_env.engine.bits import number_of
from haunted_env.engine.encoding import MOST
from haunted_env.games.haunted_destinies.actions import GREY_BORDER, Claim, Event
from haunted_env.games.haunted_destinies.counting import OPENER_BORDER, rule
from haunted_env.games.haunted_destinies.locations import places_of
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_EVENTS, N_PSYCHE, N_TOLD, PA, PE, SEEN, G, P
from haunted_env.games.haunted_destinies.tables import N_CARDS, OPENER, PSYCHE_SET

# Numbers by seat, each in a byte of one integer, so that counting takes neither memory nor branches. NONE counts in the
# last byte, which belongs to no seat.
BYTE = 8
SEATS = (1 << MAX_SEATS) - 1


def _borders() -> np.ndarray:
    """By slot fact: which borders the card has (1) or has not (-1)."""
    rows = np.zeros((MOST + 1, GREY_BORDER + 1), np.int8)
    rows[P, GREY_BORDER] = -1
    only = 2 * np.eye(GREY_BORDER + 1, dtype=np.int8) - 1
    rows[PA : PE + 1] = only[:GREY_BORDER]
    rows[[G, *range(SEEN + N_PSYCHE, SEEN + N_CARDS)]] = only[GREY_BORDER]
    rows[SEEN : SEEN + N_PSYCHE] = rows[PA + PSYCHE_SET[:N_PSYCHE]]
    return rows


def _kinds(*kinds: Event) -> int:
    return sum(1 << kind for kind in kinds)


BORDERS = _borders()
CHANGES = _kinds(  # of a pile: the actor's, or in a TAKE the target's
    *(Event.TURN_UP, Event.DISCARD, Event.OBEY, Event.REVEAL, Event.DEATH, Event.TAKE),
    *(Event.INSERT, Event.MOVE_CARD, Event.SWAP, Event.SHUFFLE),
)
# What was said of the slots of one pile: bits by slot that it is grey, then that it is not, then in those of the latter
# that it has the Opener's border.
SAID_PSYCHE, SAID_BORDER = 20, 40


@rule
def by_seat(number, seat):
    return number << BYTE * (seat & BYTE - 1)


@rule
def verdict(table, ledger, places, claim):
    """1 if what one knows bears out a claim about a card, -1 if it refutes it, else 0; `places` as `find_places` says.
    Of ghosts nothing is known any more: their cards went elsewhere."""
    if claim.kind > Claim.NOT_HOLDS:
        return 0
    card = OPENER if claim.kind <= Claim.CLEAR else int(claim.card)
    may = places_of(ledger, places, card) & SEATS
    seat = int(claim.seat)
    if may == 0 or table.ghost[seat]:
        return 0
    holds = int(may == 1 << seat) - int(may >> seat & 1 == 0)
    return -holds if claim.kind == Claim.CLEAR or claim.kind == Claim.NOT_HOLDS else holds


@rule
def slot_verdict(ledger, kind, pile, slot, border):
    """The same of a claim about a slot."""
    fact = ledger.fact[pile, slot] & MOST
    if kind == Claim.SEEN:
        return int(BORDERS[fact, border])
    is_grey = int(BORDERS[fact, GREY_BORDER])
    return is_grey if kind == Claim.GREY else -is_grey


@rule
def said_of_slot(said, kind, slot, border):
    """What was said of a pile, with one claim more, older than those: the latest word on a slot counts."""
    if (said | said >> SAID_PSYCHE) >> slot & 1:
        return said
    if kind == Claim.GREY or (kind == Claim.SEEN and border == GREY_BORDER):
        return said | 1 << slot
    is_opener_border = int(kind == Claim.SEEN) & int(border == OPENER_BORDER - PA)
    return said | 1 << SAID_PSYCHE + slot | is_opener_border << SAID_BORDER + slot


@rule
def newest_first(bits, n_events):
    """Bits of the ring of events, its first place highest, as bits by age."""
    ahead = -n_events % N_EVENTS
    return (bits >> ahead | bits << (N_EVENTS - ahead)) & ((1 << N_EVENTS) - 1)


@rule
def hear_slots(table, ledger, pile):
    """Claims about slots that the seat heard and that still apply. Returns what others said of one pile's slots, and by
    seat how many of its claims are borne out, how many refuted."""
    n_events = int(table.n_events)
    spoken = 0
    changes = 0
    for i in range(min(n_events, N_EVENTS)):  # these are few: find them first, without a branch
        event = table.events[i]
        about_slot = int(event.kind == Event.CLAIM) & int(event.amount >= Claim.GREY)
        own = int(event.kind == Event.TELL) & (int(event.actor == ledger.seat) | int(event.target == ledger.seat))
        spoken |= (about_slot | own) << N_EVENTS - 1 - i
        changes |= (CHANGES >> event.kind & 1) << N_EVENTS - 1 - i
    spoken = newest_first(spoken, n_events)
    changes = newest_first(changes, n_events)
    changed = 0  # piles, as numbers by seat
    told = 0  # private claims met
    said = 0
    right = 0
    wrong = 0
    while spoken:
        one = (spoken | changes) & -(spoken | changes)
        event = table.events[(n_events - 1 - number_of(one)) % N_EVENTS]
        if changes & one:
            changes ^= one
            changed |= by_seat(1, event.target if event.kind == Event.TAKE else event.actor)
            continue
        spoken ^= one
        kind = int(event.amount) % 10
        border = int(event.amount) // 10 - 1
        about = int(event.target)
        slot = int(event.slot)
        if event.kind == Event.TELL:
            told += 1
            claim = ledger.told[(ledger.n_told - told) % N_TOLD]
            kind = int(claim.kind)
            border = int(claim.border)
            about = int(claim.seat)
            slot = int(claim.slot)
            if told > min(int(ledger.n_told), N_TOLD) or claim.speaker != event.actor:  # not so much is kept
                continue
        if kind < Claim.GREY or min(about, slot) < 0 or changed >> BYTE * about & 1:
            continue
        judged = slot_verdict(ledger, kind, about, slot, border)
        right += by_seat(int(judged > 0), event.actor)
        wrong += by_seat(int(judged < 0), event.actor)
        if about == pile and event.actor != ledger.seat:
            said = said_of_slot(said, kind, slot, border)
    return said, right, wrong
