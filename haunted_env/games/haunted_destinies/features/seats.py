"""Players: how strong, how near and how suspect they are, to the viewer."""

import numpy as np
from numba import float64

from haunted_env.engine.bits import number_of
from haunted_env.engine.encoding import MOST, relative
from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies import counting
from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.counting import (
    BORDER,
    FACE_UP,
    FIND,
    IS,
    OPEN,
    PSYCHE,
    SLOTS_SEEN,
    accuses,
    clears,
)
from haunted_env.games.haunted_destinies.features.layout import SEAT_SIZE, At, Seat
from haunted_env.games.haunted_destinies.hearsay import BYTE, by_seat, hear_slots, verdict
from haunted_env.games.haunted_destinies.rules import ways
from haunted_env.games.haunted_destinies.rules.rolls import (
    ABOVE,
    MAX_LEAD,
    attack_force,
    attack_guard,
    haunt_force,
    haunt_guard,
    haunt_lead,
    probe_lead,
)
from haunted_env.games.haunted_destinies.rules.ways import DISTANCE
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_EVENTS, N_ITEMS, N_TOLD

TYPES = {**ways.TYPES, **counting.TYPES, "share": float64}
rule = make_rule(TYPES, inline=True)
ODDS = np.floor(100 * ABOVE + 0.5).astype(np.int8)  # as `per_cent`


@rule
def per_cent(share):
    """A chance in per cent, rounded."""
    return int(100.0 * share + 0.5)


@rule
def odds_of(lead):
    """The odds of a roll with this lead, in per cent."""
    return int(ODDS[min(max(lead, -MAX_LEAD), MAX_LEAD) + MAX_LEAD])


@rule
def put_seats(table, ledger, guess, places, pile, origin, out):
    """All rows but what is said of places (`places.py`); `places` as `find_places` says. Returns slots of a pile put
    back, as `events_of`, and what was said of them, as `hear_slots`."""
    viewer = int(ledger.seat)
    force = haunt_force(table, viewer) if table.ghost[viewer] else attack_force(table, viewer)
    guard = attack_guard(table, viewer)
    accused, cleared, said, right, wrong = claims_of(table, ledger, places)
    told_accused, told_cleared, told, told_right, told_wrong = told_of(table, ledger, places)
    slots_said, slots_right, slots_wrong = hear_slots(table, ledger, pile)
    right += told_right + slots_right
    wrong += told_wrong + slots_wrong
    attacked, returned, slots, notes = events_of(table, viewer, pile)
    for seat in range(table.n_seats):
        first = At.SEATS + SEAT_SIZE * relative(table.n_seats, seat, origin)
        put_seat_row(table, guess, seat, first, out)
        out[first + Seat.ACCUSED] = accused >> BYTE * seat & MOST
        out[first + Seat.CLEARED] = cleared >> BYTE * seat & MOST
        out[first + Seat.TOLD_ACCUSED] = told_accused >> BYTE * seat & MOST
        out[first + Seat.TOLD_CLEARED] = told_cleared >> BYTE * seat & MOST
        out[first + Seat.SAID] = said + told >> BYTE * seat & MOST
        out[first + Seat.TRUE] = right >> BYTE * seat & MOST
        out[first + Seat.FALSE] = wrong >> BYTE * seat & MOST
        out[first + Seat.NOTES] = notes >> BYTE * seat & MOST
        out[first + Seat.ATTACKED] = attacked >> BYTE * seat & MOST
        out[first + Seat.RETURNED] = returned >> BYTE * seat & MOST
        if seat != viewer:
            put_odds(table, viewer, force, guard, seat, first, out)
    return slots, slots_said


@rule
def put_seat_row(table, guess, seat, first, out):
    out[first + Seat.PLAYS] = 1
    out[first + Seat.GHOST] = table.ghost[seat]
    out[first + Seat.HEALTH] = table.health[seat]
    out[first + Seat.WOUNDS] = table.wounds[seat]
    out[first + Seat.GLOOM] = min(table.own_gloom[seat], MOST)
    out[first + Seat.PILE] = table.pile_size[seat]
    out[first + Seat.GREY] = table.grey_min[seat] + table.grey_max[seat]
    n_items = 0
    for item in range(N_ITEMS):
        n_items += table.items[seat, item]
    out[first + Seat.ITEMS] = n_items
    out[first + Seat.UNKNOWN] = int(guess[OPEN, seat])
    out[first + Seat.PSYCHE] = int(guess[PSYCHE, seat])
    out[first + Seat.SUSPECT] = int(guess[BORDER, seat])
    out[first + Seat.SEEN] = int(guess[SLOTS_SEEN, seat])
    out[first + Seat.UP] = int(guess[FACE_UP, seat])
    out[first + Seat.CHANCE] = per_cent(guess[IS, seat])
    out[first + Seat.FIND] = per_cent(guess[FIND, seat])
    out[first + Seat.ACTIVE] = table.active == seat


@rule
def put_odds(table, viewer, force, guard, seat, first, out):
    """Attacks of the living on anybody, haunts of ghosts on the living, both ways; probes; how near it is.

    `force` and `guard`: what the viewer has ahead in its own attacks or haunts, and against attacks.
    """
    together = table.pawn[seat] == table.pawn[viewer]
    if table.pawn[seat] >= 0 and table.pawn[viewer] >= 0:
        out[first + Seat.STEPS] = 1 + DISTANCE[table.pawn[seat], table.pawn[viewer]]
        out[first + Seat.TOGETHER] = together
    if not table.ghost[viewer]:
        out[first + Seat.ODDS] = odds_of(force - attack_guard(table, seat))
        if table.ghost[seat]:
            out[first + Seat.FEAR] = odds_of(haunt_lead(table, seat, viewer))
        else:
            out[first + Seat.FEAR] = odds_of(attack_force(table, seat) - guard)
        if together:
            out[first + Seat.PROBE] = odds_of(probe_lead(table, viewer, seat))
    elif not table.ghost[seat]:
        out[first + Seat.ODDS] = odds_of(force - haunt_guard(table, seat))
        out[first + Seat.FEAR] = odds_of(attack_force(table, seat) - guard)


@rule
def claims_of(table, ledger, places):
    """Public claims of others than the viewer that accuse somebody but the speaker, those that clear somebody; all; and
    of these those borne out by what the viewer knows, and those refuted."""
    accused = 0
    cleared = 0
    said = 0
    right = 0
    wrong = 0
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        claim = table.claims[i]
        counts = int(claim.speaker != ledger.seat) & int(claim.speaker != claim.seat)
        accused += by_seat(counts & int(accuses(claim.kind, claim.card)), claim.seat)
        cleared += by_seat(counts & int(clears(claim.kind, claim.card)), claim.seat)
        said += by_seat(1, claim.speaker)
        judged = verdict(table, ledger, places, claim)
        right += by_seat(int(judged > 0), claim.speaker)
        wrong += by_seat(int(judged < 0), claim.speaker)
    return accused, cleared, said, right, wrong


@rule
def told_of(table, ledger, places):
    """The same of what was told in private: to the viewer, or by it."""
    accused = 0
    cleared = 0
    said = 0
    right = 0
    wrong = 0
    for i in range(min(int(ledger.n_told), N_TOLD)):
        claim = ledger.told[i]
        counts = int(claim.speaker != ledger.seat) & int(claim.speaker != claim.seat)
        accused += by_seat(counts & int(accuses(claim.kind, claim.card)), claim.seat)
        cleared += by_seat(counts & int(clears(claim.kind, claim.card)), claim.seat)
        said += by_seat(1, claim.speaker)
        judged = verdict(table, ledger, places, claim)
        right += by_seat(int(judged > 0), claim.speaker)
        wrong += by_seat(int(judged < 0), claim.speaker)
    return accused, cleared, said, right, wrong


@rule
def events_of(table, viewer, pile):
    """Attacks of others than the viewer on somebody, cards that they put back into a pile not theirs; and, as bits,
    the slots of one pile that these went to. One's own deeds are no evidence. Notes: 1 given to the viewer, 2 by it."""
    attacked = 0
    returned = 0
    slots = 0
    notes = 0
    deeds = 0  # these are few: find them first, without a branch
    for i in range(min(int(table.n_events), N_EVENTS)):
        kind = table.events[i].kind
        deeds |= (int(kind == Event.ATTACK) | int(kind == Event.RETURN) | int(kind == Event.NOTES)) << i
    while deeds:
        event = table.events[number_of(deeds & -deeds)]
        deeds &= deeds - 1
        if event.kind == Event.NOTES:
            notes |= by_seat(int(event.target == viewer), event.actor)
            notes |= by_seat(2 * int(event.actor == viewer), event.target)
            continue
        counts = int(event.actor != viewer) & int(event.actor != event.target)
        is_return = counts & int(event.kind == Event.RETURN)
        attacked += by_seat(counts - is_return, event.target)
        returned += by_seat(is_return, event.target)
        slots |= (is_return & int(event.target == pile)) << (event.slot & 63)
    return attacked, returned, slots, notes
