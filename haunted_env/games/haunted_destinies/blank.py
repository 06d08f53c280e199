"""An empty table: every field but the options, so that equal games have equal bytes."""

from haunted_env.games.haunted_destinies.rules.stack import clear_pick, pop
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    MAX_PILE,
    MAX_SEATS,
    N_CLAIMS,
    N_EVENTS,
    N_FORCED,
    N_HAND,
    N_ITEMS,
    N_LANES,
    N_PERSIST,
    N_PSYCHE,
    N_TOLD,
    NONE,
    START_HEALTH,
    UNKNOWN,
    U,
    rule,
)
from haunted_env.games.haunted_destinies.tables import N_GREY

GLOOM_EACH = 4  # HD-SETUP-16


@rule
def clear_turn(table):
    """What is counted and allowed within one turn (HD-TURN-11)."""
    table.turn_ending = 0
    table.mp = 0
    table.light = 0
    table.dark = 0
    table.move_light = 0
    table.move_dark = 0
    table.action_used = 0
    table.looked = 0
    table.offers = 0
    table.claims_made = 0
    table.tells_made = 0
    table.tile_removed = 0
    table.stepped = 0
    for card in range(N_PSYCHE):
        table.power_used[card] = 0
        table.reroll_used[card] = 0
    for item in range(N_ITEMS):
        table.item_power_used[item] = 0
        table.item_reroll_used[item] = 0


@rule
def clear_table(game):
    """Everything but the options."""
    table = game.table
    clear_turn(table)
    table.turn = 0
    table.active = NONE
    table.decider = NONE
    table.label = 0
    table.holder = NONE
    table.in_setup = 1
    table.over = 0
    table.winners = 0
    table.reason = 0
    table.ritual = 0
    table.opener = NONE
    table.search_left = 0
    table.haunting_left = 0
    table.lanterns = 0
    table.skulls = 0
    table.n_claims = 0
    table.n_events = 0
    for cell in range(CELLS):
        table.tile[cell] = NONE
        table.gloom[cell] = 0
    for card in range(N_PSYCHE):
        table.up_at[card] = NONE
        table.gone[card] = 0
    for design in range(N_PERSIST):
        table.persist[design] = 0
    for design in range(N_GREY):
        table.discard[design] = 0


@rule
def clear_memory(game):
    """Events and claims; equal games must have equal bytes."""
    for i in range(N_EVENTS):
        event = game.table.events[i]
        event.kind = 0
        event.actor = NONE
        event.target = NONE
        event.slot = NONE
        event.face = NONE
        event.amount = 0
    for i in range(N_CLAIMS):
        clear_record(game.table.claims[i])
    for seat in range(MAX_SEATS):
        for i in range(N_TOLD):
            clear_record(game.ledger[seat].told[i])


@rule
def clear_record(claim):
    claim.turn = 0
    claim.speaker = NONE
    claim.listener = NONE
    claim.kind = NONE
    claim.seat = NONE
    claim.card = NONE
    claim.slot = NONE
    claim.border = NONE


@rule
def clear_context(table):
    """The context of a decision (HD-INFO-25)."""
    table.action = NONE
    table.actor = NONE
    table.opponent = NONE
    table.has_result = 0
    table.result = 0
    table.look_seat = NONE
    table.look_pile = NONE
    table.look_slot = NONE
    table.obeyed = NONE
    table.obeyed_self = NONE
    table.obeyed_other = NONE
    table.origin = 0
    table.origin_seat = NONE
    table.origin_slot = NONE
    table.recipient = NONE
    table.trade_give = NONE
    table.trade_ask = NONE


@rule
def clear_claim(ledger):
    """No claim is begun."""
    ledger.claim_kind = NONE
    ledger.claim_seat = NONE
    ledger.claim_card = NONE
    ledger.claim_slot = NONE
    ledger.claim_border = NONE


@rule
def clear_seat(game, seat):
    table = game.table
    ledger = game.ledger[seat]
    present = seat < table.n_seats
    table.pawn[seat] = NONE
    table.ghost[seat] = 0
    table.health[seat] = START_HEALTH if present else 0
    table.wounds[seat] = 0
    table.own_gloom[seat] = 0
    table.pile_size[seat] = 0
    table.grey_min[seat] = 0
    table.grey_max[seat] = 0
    table.gloom_to_place[seat] = GLOOM_EACH if present else 0
    for item in range(N_ITEMS):
        table.items[seat, item] = 0
    for design in range(N_PERSIST):
        table.curses[seat, design] = 0
    ledger.seat = seat
    ledger.decision = 0
    ledger.seats = 0
    ledger.options = 0
    ledger.amount = 0
    ledger.face = NONE
    ledger.lane = 0
    ledger.chosen_tile = NONE
    ledger.chosen_turn = NONE
    clear_claim(ledger)
    ledger.n_told = 0
    for pile in range(MAX_SEATS):
        for slot in range(MAX_PILE):
            ledger.fact[pile, slot] = U
    for card in range(N_PSYCHE):
        ledger.location[card] = UNKNOWN
    for lane in range(N_LANES):
        ledger.incoming[lane] = U
    for i in range(N_HAND):
        ledger.hand[i] = NONE
    for slot in range(MAX_PILE):
        game.secret.pile[seat, slot] = NONE


@rule
def clear_secret(game):
    secret = game.secret
    while game.work.depth > 0:
        pop(game)
    for lane in range(N_LANES):
        secret.lane_card[lane] = NONE
        secret.lane_seat[lane] = NONE
    for seat in range(MAX_SEATS):
        secret.role[seat] = 0
    secret.n_forced_dice = 0
    secret.n_forced_picks = 0
    secret.n_forced_shuffle = 0
    for i in range(N_FORCED):
        secret.forced_dice[i] = 0
        secret.forced_picks[i] = 0
        secret.forced_shuffle[i] = 0
        secret.forced_shuffle[N_FORCED + i] = 0


@rule
def clear_game(game):
    clear_table(game)
    clear_memory(game)
    clear_context(game.table)
    clear_pick(game.table)
    clear_secret(game)
    for seat in range(MAX_SEATS):
        clear_seat(game, seat)
