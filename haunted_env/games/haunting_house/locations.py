"""Which cards an owner has among those of the current round, for all a seat knows (HH-HID-10 to HH-HID-12)."""

from haunted_env.engine.bits import n_in
from haunted_env.engine.encoding import relative
from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import MAX_SEATS, RANDOM_CARDS
from haunted_env.games.haunting_house.rules.turn import deck
from haunted_env.games.haunting_house.state import rule
from haunted_env.games.haunting_house.tables import N_CARDS, N_ORDINARY

ORDINARY_CARDS = (1 << N_ORDINARY) - 1
N_PLACES = MAX_SEATS


@rule
def location_mask(table, ledger, origin, out, data):
    """By card and relative owner: 0 not among the cards of the round, 1 possibly, 2 certainly."""
    for i in range(N_PLACES * N_CARDS):
        out[i] = 0
    for owner in range(table.n_seats):
        place = relative(table.n_seats, owner, origin)
        seen = cards_seen(table, ledger, owner)
        hidden = n_cards(table, owner) - n_in(seen)
        may = allowed(table, owner) & ~seen if hidden > 0 else 0
        each = 1 + int(n_in(may) == hidden)
        for card in range(N_CARDS):
            out[N_PLACES * card + place] = 2 * (seen >> card & 1) + each * (may >> card & 1)


@rule
def n_cards(table, owner):
    """How many cards of the round lie before a seat."""
    if table.round == Round.CHOSEN:
        return int(table.programmed[owner])
    return RANDOM_CARDS if table.flip > 0 else 0


@rule
def cards_seen(table, ledger, owner):
    """Those turned up, and the own program, as bits."""
    cards = 0
    for slot in range(n_cards(table, owner)):
        card = int(table.shown[owner, slot])
        if table.round == Round.CHOSEN and owner == ledger.seat:
            card = int(ledger.program[slot])
        if card >= 0:
            cards |= 1 << card
    return cards


@rule
def allowed(table, owner):
    """The cards that the round is played with (HH-RAND-1, HH-CHOS-1), as bits."""
    return ORDINARY_CARDS if table.round == Round.CHOSEN else deck(table.removed[owner])
