"""Looking at cards: whose, which slot, what to do with what is seen, what to show."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, Purpose
from haunted_env.games.haunted_destinies.counting import FIND, IS, OPENER_BORDER, opener_known
from haunted_env.games.haunted_destinies.heuristic.fighting import look_worth
from haunted_env.games.haunted_destinies.heuristic.noise import HALF_NOISE, noise, rule
from haunted_env.games.haunted_destinies.heuristic.worth import DRAWN, PROBE_LOOKER, PROBE_OWNER, TURNED_UP
from haunted_env.games.haunted_destinies.state import FULL_PILE, N_EVENTS, N_PSYCHE, PA, PE, SEEN, G, P, U
from haunted_env.games.haunted_destinies.tables import FIRST_HAUNTING, OPENER

SECRECY = 0.53  # how often a card that is not the Opener is put back all the same, so that this tells little
HELPFUL = 0.15  # a card worth so much to its owner is not turned up without a gain
OWN_FOUND = 0.57  # finding the Opener card among one's own
OWN_POWER = 0.069  # a look at an own card that cannot
SEARCH_CARD, HEALING = 0.05, 0.029  # what drawing one is worth, and how much more to the wounded
PUT_BACK = 0.42  # how much more a slot tells whose card somebody put back
GREY = 0.037  # what a pile full of grey cards takes off a look


@rule
def choose_look_seat(table, ledger, mask, guess, generator):
    """LOOK_SEAT, and seats of effects that look: the pile where the Opener card is likeliest found."""
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if mask[Act.SEAT + other]:
            worth = look_worth(table, ledger, other, guess) + noise(generator)
            worth -= GREY * table.grey_min[other] / max(1, int(table.pile_size[other]))
            if worth > top:
                top = worth
                best = other
    return Act.SEAT + best


@rule
def slot_to_look(table, ledger, pile, slot):
    """How much a look at this slot tells; a ghost would rather wake Haunting cards."""
    fact = ledger.fact[pile, slot]
    if table.ghost[ledger.seat]:
        if fact == G or fact >= SEEN + N_PSYCHE:
            return 3.0
        return 2.0 if fact == U and table.grey_max[pile] > 0 else 1.0
    if fact == OPENER_BORDER:
        return 3.0
    if fact == P:
        return 2.0
    if fact == U:
        return 1.5
    return 1.0 if PA <= fact <= PE else 0.0


@rule
def was_returned(table, ledger, pile, slot):
    """Whether somebody else put the card of this slot back unturned lately."""
    for i in range(min(int(table.n_events), N_EVENTS)):
        event = table.events[i]
        if event.kind == Event.RETURN and event.target == pile and event.slot == slot:
            if event.actor != ledger.seat and event.actor != pile:
                return True
    return False


@rule
def slot_to_show(table, ledger, slot):
    """How good it is to show an own slot: healing Search cards, then cards known not to be the Opener."""
    fact = ledger.fact[ledger.seat, slot]
    if fact >= SEEN + N_PSYCHE:
        card = fact - SEEN
        worth = PROBE_OWNER[card] - 0.5 * PROBE_LOOKER[card]
        return 2.0 + worth if worth > 0.0 else -1.0 + worth
    if fact == SEEN + OPENER:
        return -9.0
    if fact >= SEEN:
        return 1.5 - 0.1 * TURNED_UP[fact - SEEN]
    if PA <= fact <= PE:
        return 1.0 if fact != OPENER_BORDER else -2.0
    if fact == G:
        return -1.0
    return 0.0


@rule
def slot_to_give(ledger, slot):
    """An own card to part with: grey rather than Psyche, never the Opener unless one wants to be rid of it."""
    fact = ledger.fact[ledger.seat, slot]
    if fact == G or fact >= SEEN + N_PSYCHE:
        return 2.0 if fact == G or PROBE_OWNER[fact - SEEN] < 0.0 else 0.5
    return 1.0 if fact == U else 0.0


@rule
def choose_slot(table, ledger, mask, generator):
    """PICK_SLOT for every purpose."""
    pile = int(table.pick_pile)
    purpose = table.purpose
    best = -1
    top = -1e9
    for slot in range(table.pile_size[pile]):
        if not mask[Act.SLOT + slot]:
            continue
        if purpose == Purpose.SHOW:
            worth = slot_to_show(table, ledger, slot)
        elif purpose == Purpose.CLEANSE or purpose == Purpose.SWAP_OWN:
            worth = slot_to_give(ledger, slot)
        elif purpose == Purpose.MOVE_CARD:
            worth = 1.0 if ledger.fact[pile, slot] == SEEN + OPENER else 0.0
        elif purpose == Purpose.TAKE or purpose == Purpose.SWAP_OTHER:
            fact = ledger.fact[pile, slot]
            worth = -1.0 if fact == G or fact >= SEEN + N_PSYCHE or fact == SEEN + OPENER else 0.0
        else:
            worth = slot_to_look(table, ledger, pile, slot)
            if was_returned(table, ledger, pile, slot):
                worth += PUT_BACK
        worth += noise(generator)
        if worth > top:
            top = worth
            best = slot
    return Act.SLOT + best


@rule
def chance_below(generator, chance):
    return noise(generator) < chance * 2.0 * HALF_NOISE


@rule
def choose_outcome(table, ledger, generator):
    """LOOK_OUTCOME at another player's Psyche card: turn it up for the reward, but keep the Opener to oneself."""
    if ledger.face == OPENER:
        return Act.FACE_DOWN
    if table.ghost[ledger.seat] or table.wounds[ledger.seat] > 0:
        return Act.FACE_UP
    if TURNED_UP[ledger.face] >= HELPFUL or chance_below(generator, SECRECY):
        return Act.FACE_DOWN
    return Act.FACE_UP


@rule
def choose_own_outcome(table, ledger, mask, guess):
    """OWN_OUTCOME: powers and dreams are put in play, except by an Opener who needs cards to hide among."""
    card = int(ledger.face)
    if card < N_PSYCHE:
        if card == OPENER or (guess[IS, ledger.seat] > 0.9 and TURNED_UP[card] < 1.0):
            return Act.FACE_DOWN
        return Act.FACE_UP
    if mask[Act.TRIGGER] and card >= FIRST_HAUNTING and PROBE_OWNER[card] - PROBE_LOOKER[card] > 0.3:
        return Act.TRIGGER
    return Act.FACE_DOWN


@rule
def choose_witness(table, ledger, mask, generator):
    """WITNESS and PICK_PROBER: the one who can use it least, or whom it should hurt most."""
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if not mask[Act.SEAT + other]:
            continue
        worth = noise(generator)
        if ledger.decision == Decision.PICK_PROBER:
            worth += -10.0 if table.ghost[other] else -float(table.health[other])
        elif other == table.look_pile:
            worth -= 2.0  # it would tell the owner about their own card
        else:
            worth += 5.0 if table.ghost[other] else -0.1 * float(table.health[other])
        if worth > top:
            top = worth
            best = other
    return Act.SEAT + best


@rule
def choose_search_option(table, ledger, mask, guess):
    """SEARCH_OPTION: look where the Opener card is likeliest; once it is found, draw cards."""
    seat = int(ledger.seat)
    draw = draw_worth(table, seat)
    best = Act.OPT_DRAW_SEARCH if mask[Act.OPT_DRAW_SEARCH] else Act.PASS
    top = draw if mask[Act.OPT_DRAW_SEARCH] else 0.0
    if mask[Act.OPT_LOOK_OTHER]:
        for other in range(table.n_seats):
            if other != seat and table.pile_size[other] > 0:
                worth = look_worth(table, ledger, other, guess)
                if worth > top:
                    top = worth
                    best = Act.OPT_LOOK_OTHER
    if mask[Act.OPT_LOOK_OWN] and own_look_worth(table, ledger, guess) > top:
        best = Act.OPT_LOOK_OWN
    return best


@rule
def draw_worth(table, seat):
    """A Search card: many of them heal."""
    return SEARCH_CARD + (HEALING if table.wounds[seat] > 0 else 0.0)


@rule
def own_look_worth(table, ledger, guess):
    """A look at an own card: it may be the Opener, or a power to put in play."""
    if slots_unseen(table, ledger) == 0:
        return 0.0
    gain = OWN_POWER if opener_known(ledger) != ledger.seat else 0.0
    return gain + OWN_FOUND * guess[FIND, ledger.seat]


@rule
def slots_unseen(table, ledger):
    n = 0
    for slot in range(table.pile_size[ledger.seat]):
        n += ledger.fact[ledger.seat, slot] < SEEN and ledger.fact[ledger.seat, slot] != G
    return n


@rule
def choose_dual(table, ledger, mask):
    """DUAL_CARD: obey the Search card now, or keep it to be looked at later."""
    card = int(ledger.face)
    if not mask[Act.KEEP_PROBE] or table.pile_size[ledger.seat] >= FULL_PILE - 4:
        return Act.USE_DRAW
    now = DRAWN[card]
    if now > 0.0 and PROBE_OWNER[card] > now and table.wounds[ledger.seat] == 0:
        return Act.KEEP_PROBE
    return Act.USE_DRAW


@rule
def has_safe_show(table, ledger):
    """Whether there is an own card that may be shown without fear."""
    for slot in range(table.pile_size[ledger.seat]):
        if slot_to_show(table, ledger, slot) >= 1.0:
            return True
    return False
