"""The ledgers: what each seat knows for certain, and how cards move under everybody's eyes (section 17)."""

from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    GONE,
    N_LANES,
    N_PSYCHE,
    NONE,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    UP,
    G,
    P,
    U,
    rule,
)
from haunted_env.games.haunted_destinies.tables import FIRST_SEARCH, PSYCHE_SET


@rule
def border(card):
    """The fact that a card's border shows."""
    if card < N_PSYCHE:
        return PA + PSYCHE_SET[card]
    return int(G)


@rule
def see(game, observer, pile, slot):
    """HD-INFO-7: a look gives the looker the face."""
    card = game.secret.pile[pile, slot]
    game.ledger[observer].fact[pile, slot] = SEEN + card
    if card < N_PSYCHE:
        game.ledger[observer].location[card] = AT_SLOT + pile


@rule
def learn(game, observer, pile, slot, fact):
    """HD-INFO-6: a border replaces a fact only if it is more precise."""
    known = game.ledger[observer].fact[pile, slot]
    if known == U or (known == P and PA <= fact <= PE):
        game.ledger[observer].fact[pile, slot] = fact


@rule
def all_learn(game, pile, slot, fact):
    for observer in range(game.table.n_seats):
        learn(game, observer, pile, slot, fact)


@rule
def all_locate(game, card, location):
    """A Psyche card shown to all: its place is the same for everyone (HD-INFO-4)."""
    for observer in range(game.table.n_seats):
        game.ledger[observer].location[card] = location


@rule
def forget_slots(game, observer, pile):
    """HD-INFO-12: slots become unseen; Psyche cards seen there are known to be somewhere in the pile."""
    ledger = game.ledger[observer]
    for slot in range(game.table.pile_size[pile]):
        fact = ledger.fact[pile, slot]
        if SEEN <= fact < SEEN + N_PSYCHE:
            ledger.location[fact - SEEN] = PILE + pile
        ledger.fact[pile, slot] = U


@rule
def clip_grey(game, pile):
    table = game.table
    size = table.pile_size[pile]
    table.grey_min[pile] = min(max(table.grey_min[pile], 0), size)
    table.grey_max[pile] = min(max(table.grey_max[pile], 0), size)


@rule
def count_grey(game, pile, low, high):
    """HD-INFO-18: the public bounds change by (low, high)."""
    game.table.grey_min[pile] += low
    game.table.grey_max[pile] += high
    clip_grey(game, pile)


@rule
def take_out(game, pile, slot):
    """HD-INFO-13: a card leaves a slot; what is known of the slots behind moves up. Returns the card.

    The grey bounds are the caller's business: what everybody learns of the card differs.
    """
    card = int(game.secret.pile[pile, slot])
    last = game.table.pile_size[pile] - 1
    for i in range(slot, last):
        game.secret.pile[pile, i] = game.secret.pile[pile, i + 1]
    game.secret.pile[pile, last] = NONE
    for observer in range(game.table.n_seats):
        ledger = game.ledger[observer]
        for i in range(slot, last):
            ledger.fact[pile, i] = ledger.fact[pile, i + 1]
        ledger.fact[pile, last] = U
    game.table.pile_size[pile] = last
    return card


@rule
def take_out_grey(game, pile, slot):
    """A grey card is shown and leaves the pile (HD-INFO-18: -1/-1)."""
    card = take_out(game, pile, slot)
    count_grey(game, pile, -1, -1)
    return card


@rule
def turn_up(game, pile, slot):
    """A Psyche card of a pile goes to its owner's face-up area."""
    card = take_out(game, pile, slot)
    clip_grey(game, pile)
    game.table.up_at[card] = pile
    all_locate(game, card, UP + pile)
    return card


@rule
def discard(game, card):
    """HD-COMP-15: to the public discard of its kind, or out of the game."""
    if card < N_PSYCHE:
        game.table.up_at[card] = NONE
        game.table.gone[card] = 1
        all_locate(game, card, GONE)
    else:
        game.table.discard[card - FIRST_SEARCH] += 1


@rule
def is_on_its_way(game, observer, card, pile):
    """HD-INFO-24: whether the observer knows this card to be waiting for its insertion into the pile."""
    for lane in range(N_LANES):
        if (
            game.secret.lane_card[lane] == card
            and game.secret.lane_seat[lane] == pile
            and game.ledger[observer].incoming[lane] == SEEN + card
        ):
            return True
    return False


@rule
def doubt(game, observer, pile, fact):
    """HD-INFO-15, HD-INFO-27: an unseen card left the pile; it may be any known one that `fact` does not exclude."""
    if fact == G or fact >= SEEN:
        return
    ledger = game.ledger[observer]
    for card in range(N_PSYCHE):
        if ledger.location[card] != PILE + pile:
            continue
        excluded = fact >= PA and PSYCHE_SET[card] != fact - PA
        if not excluded and not is_on_its_way(game, observer, card, pile):
            ledger.location[card] = STALE + pile


@rule
def send(game, pile, slot, recipient, lane):
    """HD-INFO-14: a card leaves face down and is on its way to the recipient's pile."""
    for observer in range(game.table.n_seats):
        ledger = game.ledger[observer]
        fact = int(ledger.fact[pile, slot])
        ledger.incoming[lane] = fact
        if SEEN <= fact < SEEN + N_PSYCHE:
            ledger.location[fact - SEEN] = PILE + recipient
        if recipient != pile:  # HD-INFO-26: a card that comes back casts no doubt
            doubt(game, observer, pile, fact)
    card = take_out(game, pile, slot)
    count_grey(game, pile, -1, 0)
    game.secret.lane_card[lane] = card
    game.secret.lane_seat[lane] = recipient


@rule
def bring(game, card, recipient, lane, fact):
    """A card from a deck or a death is on its way; everybody knows `fact` of it."""
    game.secret.lane_card[lane] = card
    game.secret.lane_seat[lane] = recipient
    for observer in range(game.table.n_seats):
        game.ledger[observer].incoming[lane] = fact


@rule
def leave_lane(game, lane):
    """The card is on its way no more."""
    game.secret.lane_card[lane] = NONE
    game.secret.lane_seat[lane] = NONE
    for observer in range(game.table.n_seats):
        game.ledger[observer].incoming[lane] = U


@rule
def put_in(game, lane, slot):
    """HD-INFO-11, HD-INFO-12: the recipient inserts the card on its way; others lose sight of the pile."""
    table = game.table
    pile = game.secret.lane_seat[lane]
    size = table.pile_size[pile]
    for observer in range(table.n_seats):
        ledger = game.ledger[observer]
        fact = int(ledger.incoming[lane])
        if observer == pile or size == 0:
            for i in range(size, slot, -1):
                ledger.fact[pile, i] = ledger.fact[pile, i - 1]
            ledger.fact[pile, slot] = fact
            if SEEN <= fact < SEEN + N_PSYCHE:
                ledger.location[fact - SEEN] = AT_SLOT + pile
        else:
            forget_slots(game, observer, pile)
    for i in range(size, slot, -1):
        game.secret.pile[pile, i] = game.secret.pile[pile, i - 1]
    game.secret.pile[pile, slot] = game.secret.lane_card[lane]
    leave_lane(game, lane)
    table.pile_size[pile] = size + 1


@rule
def merge_notes(game, giver, taker):
    """HD-INFO-29: what the giver holds as certain goes into the taker's ledger. No card is on its way meanwhile.

    Of two facts that are true of the same card the higher number is the more precise one (HD-INFO-6).
    """
    notes = game.ledger[giver]
    ledger = game.ledger[taker]
    for pile in range(game.table.n_seats):
        for slot in range(game.table.pile_size[pile]):
            ledger.fact[pile, slot] = max(ledger.fact[pile, slot], notes.fact[pile, slot])
    for card in range(N_PSYCHE):
        location = notes.location[card]
        if location >= AT_SLOT or (PILE <= location < STALE and ledger.location[card] < AT_SLOT):
            ledger.location[card] = location
