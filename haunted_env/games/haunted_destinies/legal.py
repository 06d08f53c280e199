"""Legal actions of the deciding seat, from what that seat may know (HD-DEC-2, HD-DEC-7)."""

from haunted_env.games.haunted_destinies.actions import FIRST_OPTION, GREY_BORDER, LAST_OPTION, Act, Decision, Purpose
from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.rules.attack import may_take_psyche
from haunted_env.games.haunted_destinies.rules.board import can_remove, cap_of, cost_x_of, exit_cost, is_searchable
from haunted_env.games.haunted_destinies.rules.free import (
    can_use_item,
    can_use_psyche,
    has_power,
    mutual_seats,
)
from haunted_env.games.haunted_destinies.rules.opener import may_remove_tile
from haunted_env.games.haunted_destinies.rules.paying import may_spend_health
from haunted_env.games.haunted_destinies.rules.placing import in_hand, is_free, may_choose, may_place, may_turn
from haunted_env.games.haunted_destinies.rules.revival import may_revive
from haunted_env.games.haunted_destinies.rules.stack import living_seats, others_here
from haunted_env.games.haunted_destinies.rules.standing import may_roll_two
from haunted_env.games.haunted_destinies.rules.talk import borders_used
from haunted_env.games.haunted_destinies.setup import is_set_used
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    FULL_PILE,
    MAX_SEATS,
    N_HAND,
    N_ITEMS,
    N_PERSIST,
    N_PSYCHE,
    rule,
)


@rule
def legal(table, ledger, mask, data):
    """Mark the legal actions in a zeroed mask."""
    decision = ledger.decision
    for i in range(LAST_OPTION - FIRST_OPTION + 1):
        mask[FIRST_OPTION + i] = ledger.options >> i & 1
    for seat in range(MAX_SEATS):
        mask[Act.SEAT + seat] = ledger.seats >> seat & 1
    if decision == Decision.MAIN:
        legal_main(table, ledger.seat, mask)
    elif decision == Decision.ROLL:
        mask[Act.ROLL1] = 1
        mask[Act.ROLL2] = may_roll_two(table, ledger.seat)
    elif decision == Decision.PICK_SLOT:
        legal_range(mask, Act.SLOT, table.pile_size[table.pick_pile])
    elif decision == Decision.INSERT_AT:
        legal_range(mask, Act.INSERT, table.pile_size[ledger.seat] + 1)
    elif decision == Decision.SYPHON_AMOUNT:
        legal_range(mask, Act.AMOUNT, ledger.amount + 1)
    elif decision == Decision.TAKE_CARD:
        legal_take(table, ledger.seat, mask)
    elif decision == Decision.FX_ITEM:
        legal_items(table, table.pick_pile, mask)
    elif decision == Decision.TRADE_GIVE or decision == Decision.TRADE_ASK:
        if table.pick_pile >= 0:  # only the living trade items (HD-FREE-8)
            legal_items(table, table.pick_pile, mask)
    elif decision == Decision.POWER:
        legal_powers(table, ledger.seat, mask)
    elif decision == Decision.TALK_CARD:
        for card in range(N_PSYCHE):
            mask[Act.PSYCHE + card] = is_set_used(table, card)
    elif decision == Decision.TALK_SLOT:
        legal_range(mask, Act.SLOT, table.pile_size[ledger.claim_seat])
    elif decision == Decision.TALK_BORDER:
        borders = borders_used(table)
        for border in range(GREY_BORDER + 1):
            mask[Act.BORDER + border] = borders >> border & 1
    elif decision == Decision.FX_PERSIST:
        legal_persist(table, mask)
    elif (
        decision == Decision.FX_CELL
        or decision == Decision.REMOVE_CELL
        or decision == Decision.SETUP_GLOOM
        or decision == Decision.SETUP_CELL
        or decision == Decision.SETUP_TILE
        or decision == Decision.SETUP_TURN
    ):
        legal_cells(table, ledger, decision, mask)


@rule
def legal_range(mask, first, n):
    for i in range(n):
        mask[first + i] = 1


@rule
def legal_main(table, seat, mask):
    """HD-TURN-4, HD-TURN-5: steps, one action, free actions."""
    here = others_here(table, seat)
    living = here & living_seats(table)
    mask[Act.END_TURN] = 1
    if not table.tile_removed and table.mp > 0:
        cap = cap_of(table, seat)
        cost_x = cost_x_of(table, seat)
        for direction in range(4):
            cost = exit_cost(table, table.pawn[seat], direction, cap, cost_x)
            mask[Act.MOVE_N + direction] = 0 < cost <= table.mp
    mask[Act.TALK] = table.claims_made < table.claims_per_turn
    if here != 0:
        mask[Act.TELL] = table.tells_made < table.tells_per_turn
        mask[Act.TRADE] = table.offers < table.trade_offers_per_turn
    if table.ghost[seat]:
        if not table.action_used:
            mask[Act.HAUNT] = living != 0
            mask[Act.SYPHON] = table.gloom[table.pawn[seat]] > 0
        return
    if not table.action_used:
        mask[Act.SEARCH] = is_searchable(table, table.pawn[seat])
        mask[Act.PROBE] = here != 0
        mask[Act.ATTACK] = here != 0
    if living != 0:
        mask[Act.MUTUAL_LOOK] = mutual_seats(table, seat) != 0
    mask[Act.USE_POWER] = has_power(table, seat)
    mask[Act.REMOVE_TILE] = may_remove_tile(table, seat)
    mask[Act.SPEND_HEALTH] = may_spend_health(table, seat)
    mask[Act.REVIVE] = not table.action_used and may_revive(table, seat)


@rule
def legal_items(table, seat, mask):
    for item in range(N_ITEMS):
        mask[Act.ITEM + item] = table.items[seat, item] > 0


@rule
def legal_take(table, taker, mask):
    """HD-ATT-7: any slot (unless the taker's pile is full), face-up Psyche card or item of the loser."""
    loser = table.pick_pile
    if table.pile_size[taker] < FULL_PILE:
        legal_range(mask, Act.SLOT, table.pile_size[loser])
    for card in range(N_PSYCHE):
        mask[Act.PSYCHE + card] = table.up_at[card] == loser and may_take_psyche(table, card)
    legal_items(table, loser, mask)


@rule
def legal_powers(table, seat, mask):
    for card in range(N_PSYCHE):
        mask[Act.PSYCHE + card] = can_use_psyche(table, seat, card)
    for item in range(N_ITEMS):
        mask[Act.ITEM + item] = can_use_item(table, seat, item)


@rule
def legal_persist(table, mask):
    for design in range(N_PERSIST):
        copies = int(table.persist[design])
        for seat in range(table.n_seats):
            copies += table.curses[seat, design]
        mask[Act.PERSIST + design] = copies > 0


@rule
def legal_placement(table, ledger, decision, mask):
    """Tiles of the hand, how the chosen one may lie, and where it may go."""
    free = is_free(table, ledger)
    if decision == Decision.SETUP_TILE:
        for i in range(N_HAND):
            mask[Act.TILE + i] = may_choose(table, free, ledger.hand[i])
    elif decision == Decision.SETUP_TURN:
        for turn in range(N_TURNS):
            mask[Act.AMOUNT + turn] = may_turn(table, free, ledger.hand[ledger.chosen_tile], turn)
    else:
        tile = in_hand(ledger)
        for cell in range(CELLS):
            mask[Act.CELL + cell] = may_place(table, free, tile, cell)


@rule
def legal_cells(table, ledger, decision, mask):
    """Cells of effects, of tile removal and of setup."""
    if decision == Decision.SETUP_TILE or decision == Decision.SETUP_CELL or decision == Decision.SETUP_TURN:
        legal_placement(table, ledger, decision, mask)
        return
    for cell in range(CELLS):
        if table.tile[cell] < 0:
            continue
        fits = True
        if decision == Decision.REMOVE_CELL:
            fits = can_remove(table, cell)
        elif decision == Decision.SETUP_GLOOM:
            fits = is_searchable(table, cell)
        elif table.purpose == Purpose.GLOOM_TILE:
            fits = table.gloom[cell] > 0
        else:
            fits = cell != table.pawn[ledger.seat]
            if table.purpose == Purpose.SEARCHABLE_TILE and not is_searchable(table, cell):
                fits = False
        mask[Act.CELL + cell] = fits
