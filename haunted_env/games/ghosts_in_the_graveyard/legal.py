"""Legal actions (GG-DEC-2), from what the deciding seat knows: the table and its own ledger."""

from haunted_env.games.ghosts_in_the_graveyard.actions import Act, Decision
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.state import rule
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD_AREA, N_CARDS, N_DIRECTIONS, N_PLACES, PLACE_AREA


@rule
def legal(table, ledger, mask, data):
    """Write 1 for every legal action into a zeroed mask."""
    decision = table.decision
    if decision == Decision.TURN_MENU:
        offer_menu(table, ledger, mask)
    elif decision == Decision.GUESS_NUMBER:
        for card in range(N_CARDS):
            mask[Act.TOMB + card] = table.mark[card] == 0  # GG-GUESS-2, GG-GUESS-3
    elif decision == Decision.VANISH_SWAP or decision == Decision.PENALTY_REVEAL:
        offer_cards(ledger.decoys, mask)  # GG-VAN-1, GG-GUESS-9
    elif decision == Decision.PICK_FLASHLIGHT or decision == Decision.CHOOSE_LIGHT:
        offer_lights(table, ledger, mask)
    elif decision == Decision.AIM_FLOOD:
        for direction in range(N_DIRECTIONS):
            mask[Act.DIR + direction] = FLOOD_AREA[table.played, direction] != 0
    elif decision == Decision.PLACE_FLASHLIGHT:
        for place in range(N_PLACES):
            mask[Act.PLACE + place] = PLACE_AREA[table.overhang, table.light, table.played, place] != 0
    else:
        offer_cards(ledger.hand, mask)  # CHOOSE_HAUNT, CHOOSE_DECOY_1, CHOOSE_DECOY_2, PLAY_CARD


@rule
def offer_cards(held, mask):
    for card in range(N_CARDS):
        mask[Act.TOMB + card] = held >> card & 1


@rule
def offer_menu(table, ledger, mask):
    """TURN_MENU. A seat has one Vanish, so one that was just used is not offered again (GG-DEC-3)."""
    seat = ledger.seat
    mask[Act.SEARCH] = table.draw_pile_size > 0 or table.hand_size[seat] > 0  # GG-SEARCH-9
    mask[Act.GUESS] = 1
    mask[Act.RAVEN] = table.raven_left[seat] > 0
    mask[Act.VANISH] = table.vanish_left[seat] > 0 and ledger.decoys != 0  # GG-VAN-2


@rule
def offer_lights(table, ledger, mask):
    """PICK_FLASHLIGHT: those nobody took. CHOOSE_LIGHT: Flood Light, own, and for a Hand any other seat's."""
    choosing = table.decision == Decision.CHOOSE_LIGHT
    for light in range(N_FLASHLIGHTS):
        mask[Act.LIGHT + light] = not choosing
    for seat in range(table.n_seats):
        light = int(table.flashlight[seat])
        if light >= 0:
            mask[Act.LIGHT + light] = choosing and (seat == ledger.seat or table.hands_left[ledger.seat] > 0)
    mask[Act.FLOOD] = choosing
