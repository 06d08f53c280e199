"""Players: how strong, how near and how suspect they are, to the viewer."""

from numba import float64

from haunted_env.engine.encoding import MOST, relative
from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies import counting
from haunted_env.games.haunted_destinies.actions import Decision, Event
from haunted_env.games.haunted_destinies.counting import (
    FIND,
    IS,
    OPENER_BORDER,
    accuses,
    clears,
    opener_known,
)
from haunted_env.games.haunted_destinies.features.layout import SEAT_SIZE, SLOT_SIZE, At, Seat, Slot
from haunted_env.games.haunted_destinies.rules import ways
from haunted_env.games.haunted_destinies.rules.rolls import MAX_LEAD, attack_lead, haunt_lead, probe_lead, wins
from haunted_env.games.haunted_destinies.rules.ways import DISTANCE
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_EVENTS, N_ITEMS, NONE, SEEN, P, U

TYPES = {**ways.TYPES, **counting.TYPES, "share": float64}
rule = make_rule(TYPES)


@rule
def per_cent(share):
    """A chance in per cent, rounded."""
    return int(100.0 * share + 0.5)


@rule
def put_seat_row(table, ledger, guess, seat, first, out):
    viewer = int(ledger.seat)
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
    put_known(table, ledger, seat, first, out)
    out[first + Seat.CHANCE] = per_cent(guess[IS, seat])
    out[first + Seat.FIND] = per_cent(guess[FIND, seat])
    out[first + Seat.KNOWN] = opener_known(ledger) == seat
    out[first + Seat.ACTIVE] = table.active == seat
    if seat != viewer:
        put_odds(table, viewer, seat, first, out)
        if table.pawn[seat] >= 0 and table.pawn[viewer] >= 0:
            out[first + Seat.STEPS] = 1 + DISTANCE[table.pawn[seat], table.pawn[viewer]]
            out[first + Seat.TOGETHER] = table.pawn[seat] == table.pawn[viewer]


@rule
def put_known(table, ledger, pile, first, out):
    """What the viewer knows of a pile."""
    unknown = 0
    psyche = 0
    suspect = 0
    seen = 0
    for slot in range(table.pile_size[pile]):
        fact = ledger.fact[pile, slot]
        unknown += fact == U
        psyche += fact == P
        suspect += fact == OPENER_BORDER
        seen += fact >= SEEN
    out[first + Seat.UNKNOWN] = unknown
    out[first + Seat.PSYCHE] = psyche
    out[first + Seat.SUSPECT] = suspect
    out[first + Seat.SEEN] = seen


@rule
def put_odds(table, viewer, seat, first, out):
    """Attacks of the living on anybody, haunts of ghosts on the living, both ways; probes."""
    if table.ghost[viewer] and table.ghost[seat]:
        return
    lead = haunt_lead(table, viewer, seat) if table.ghost[viewer] else attack_lead(table, viewer, seat)
    fear = haunt_lead(table, seat, viewer) if table.ghost[seat] else attack_lead(table, seat, viewer)
    out[first + Seat.LEAD] = min(max(lead, -MAX_LEAD), MAX_LEAD)
    out[first + Seat.ODDS] = per_cent(wins(lead))
    out[first + Seat.FEAR] = per_cent(wins(fear))
    if not table.ghost[viewer]:
        out[first + Seat.PROBE] = per_cent(wins(probe_lead(table, viewer, seat)))


@rule
def put_claims(table, ledger, decision, origin, out):
    """What others said of a seat, and whom the viewer is about to speak of."""
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        claim = table.claims[i]
        if claim.speaker == ledger.seat or claim.speaker == claim.seat:
            continue
        first = At.SEATS + SEAT_SIZE * relative(table.n_seats, claim.seat, origin)
        out[first + Seat.ACCUSED] += accuses(claim.kind, claim.card)
        out[first + Seat.CLEARED] += clears(claim.kind, claim.card)
    if decision == Decision.TALK_CARD and ledger.claim_seat >= 0:
        out[At.SEATS + SEAT_SIZE * relative(table.n_seats, ledger.claim_seat, origin) + Seat.CLAIMED] = 1


@rule
def put_events(table, viewer, pile, origin, out):
    """What others did to a seat, and which cards of the pile shown they put back; one's own deeds are no evidence."""
    for i in range(min(int(table.n_events), N_EVENTS)):
        event = table.events[i]
        if event.kind != Event.ATTACK and event.kind != Event.RETURN:
            continue
        if event.actor == viewer or event.target < 0 or event.target == event.actor:
            continue
        first = At.SEATS + SEAT_SIZE * relative(table.n_seats, event.target, origin)
        if event.kind == Event.ATTACK:
            out[first + Seat.ATTACKED] += 1
        else:
            out[first + Seat.RETURNED] += 1
            if event.target == pile and event.slot != NONE and event.slot < table.pile_size[pile]:
                out[At.SLOTS + SLOT_SIZE * event.slot + Slot.RETURNED] = 1
