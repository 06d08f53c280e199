"""The part of an observation that everybody sees: the closed list of HD-INFO-19 (a)."""

from haunted_env.engine.encoding import put_one, put_seat, put_wide, relative
from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.actions import LOOKING, PLACING, Act
from haunted_env.games.haunted_destinies.encoding import put_bits, put_two_seats
from haunted_env.games.haunted_destinies.observation import (
    CARD_BITS,
    CLAIM_SIZE,
    EDGE_BITS,
    EDGE_MASK,
    EVENT_SIZE,
    KIND_BITS,
    MIN_SEATS,
    MOST,
    PACKED_TILES,
    PLACE_BITS,
    PSYCHE_BITS,
    SLOT_BITS,
    TILE_MASK,
    Claimed,
    Happened,
    Obs,
)
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    GRID,
    N_CLAIMS,
    N_EVENTS,
    N_ITEMS,
    N_PERSIST,
    N_PSYCHE,
    compiler,
    rule,
)
from haunted_env.games.haunted_destinies.tables import N_GREY

inlined = make_rule(compiler.types, inline=True)  # for what is written row by row


@rule
def tells_context(table):
    """HD-INFO-25: whether the label tells the context of the decision beside what is looked at or inserted."""
    return table.label != LOOKING and table.label != PLACING


@rule
def tells_look(table):
    return table.label != PLACING


@rule
def tells_insertion(table):
    return table.label != LOOKING


@rule
def put_table(table, origin, out):
    """HD-INFO-25: two labels tell only a part of the context, so that it betrays no face."""
    put_options(table, out)
    put_turn(table, origin, out)
    if tells_context(table):
        put_context(table, origin, out)
    if tells_look(table):
        put_look(table, origin, out)
    if tells_insertion(table):
        put_insertion(table, origin, out)
    if table.in_setup:
        put_setup(table, origin, out)
    put_board(table, out)
    put_seats(table, origin, out)
    put_cards(table, out)
    put_once(table, out)
    put_claims(table, origin, out)
    put_events(table, origin, out)


@rule
def put_options(table, out):
    """HD-OPT-1."""
    out[Obs.PLAYERS + table.n_seats - MIN_SEATS] = 1
    out[Obs.OPT_SETUP] = table.setup
    out[Obs.OPT_PLACEMENT] = table.placement
    out[Obs.OPT_EVIL_TWINS] = table.evil_twins
    out[Obs.OPT_EVIL_TWINS_SCOPE] = table.evil_twins_scope
    out[Obs.OPT_SEARCH_TIERS] = table.search_tiers
    out[Obs.OPT_PSYCHE_REWARD] = table.psyche_reward
    out[Obs.OPT_REWARD_HEALTH] = table.reward_health
    out[Obs.OPT_BIND_WIN] = table.bind_win
    out[Obs.OPT_ATTACKER_DOWN] = table.attacker_down
    out[Obs.OPT_DEATH_PASS] = table.death_pass
    out[Obs.OPT_INSERT_MODE] = table.insert_mode
    out[Obs.OPT_CLAIMS] = table.claims_per_turn
    out[Obs.OPT_OFFERS] = table.trade_offers_per_turn
    out[Obs.OPT_TELLS] = table.tells_per_turn
    out[Obs.OPT_DRAW_REWARD] = table.draw_reward
    out[Obs.OPT_OPENER_POWER] = table.opener_power
    out[Obs.OPT_AUTO_FORCED] = table.auto_forced
    put_wide(out, Obs.OPT_MAX_TURNS, table.max_turns)
    out[Obs.OPT_REMOVED_SETS] = table.removed_sets
    out[Obs.OPT_HEALTH_MOVES] = table.health_moves
    out[Obs.OPT_REVIVAL] = table.revival
    out[Obs.OPT_ROTATION] = table.rotation


@rule
def put_turn(table, origin, out):
    """Whose turn, who decides under which label (HD-INFO-20), and the dice."""
    put_wide(out, Obs.TURN, table.turn)
    put_seat(out, Obs.ACTIVE, table.n_seats, table.active, origin)
    put_seat(out, Obs.DECIDER, table.n_seats, table.decider, origin)
    out[Obs.LABEL + table.label] = 1
    out[Obs.TURN_ENDING] = table.turn_ending
    out[Obs.RITUAL] = table.ritual
    put_one(out, Obs.LIGHT, table.light - 1)
    put_one(out, Obs.DARK, table.dark - 1)
    put_one(out, Obs.MOVE_LIGHT, table.move_light - 1)
    put_one(out, Obs.MOVE_DARK, table.move_dark - 1)
    out[Obs.MP] = min(table.mp, MOST)


@rule
def put_context(table, origin, out):
    """HD-INFO-25, except what is looked at and what is inserted."""
    put_one(out, Obs.ACTION, table.action - Act.SEARCH)
    put_seat(out, Obs.ACTOR, table.n_seats, table.actor, origin)
    put_seat(out, Obs.OPPONENT, table.n_seats, table.opponent, origin)
    if table.has_result:
        out[Obs.HAS_RESULT] = 1
        out[Obs.RESULT] = table.result
    put_bits(out, Obs.OBEYED, table.obeyed + 1, CARD_BITS)
    put_seat(out, Obs.OBEYED_SELF, table.n_seats, table.obeyed_self, origin)
    put_seat(out, Obs.OBEYED_OTHER, table.n_seats, table.obeyed_other, origin)
    put_one(out, Obs.REACT, table.react - 1)
    put_bits(out, Obs.REACT_CARD, table.react_card + 1, CARD_BITS)
    put_one(out, Obs.TRADE_GIVE, table.trade_give)
    put_one(out, Obs.TRADE_ASK, table.trade_ask)
    put_one(out, Obs.PURPOSE, table.purpose - 1)
    put_seat(out, Obs.PICK_PILE, table.n_seats, table.pick_pile, origin)


@rule
def put_look(table, origin, out):
    """HD-INFO-25: all that the label LOOKING tells."""
    put_seat(out, Obs.LOOK_SEAT, table.n_seats, table.look_seat, origin)
    put_seat(out, Obs.LOOK_PILE, table.n_seats, table.look_pile, origin)
    put_bits(out, Obs.LOOK_SLOT, table.look_slot + 1, SLOT_BITS)


@rule
def put_insertion(table, origin, out):
    """HD-INFO-25: all that the label PLACING tells."""
    put_one(out, Obs.ORIGIN, table.origin - 1)
    put_seat(out, Obs.ORIGIN_SEAT, table.n_seats, table.origin_seat, origin)
    put_bits(out, Obs.ORIGIN_SLOT, table.origin_slot + 1, SLOT_BITS)
    put_seat(out, Obs.RECIPIENT, table.n_seats, table.recipient, origin)


@rule
def put_setup(table, origin, out):
    """The holder, and gloom still to place."""
    out[Obs.IN_SETUP] = 1
    put_seat(out, Obs.HOLDER, table.n_seats, table.holder, origin)
    for seat in range(table.n_seats):
        out[Obs.TO_PLACE + relative(table.n_seats, seat, origin)] = table.gloom_to_place[seat]


@rule
def edge(tile, side):
    """1..6, X = -1, no tile = 0; the tile as a number of PACKED_TILES."""
    return (tile >> EDGE_BITS * side & EDGE_MASK) - 1


@rule
def searchable(tile):
    return tile >> EDGE_BITS * 4


@rule
def put_board(table, out):
    """Tiles and gloom as planes."""
    for cell in range(CELLS):
        tile = PACKED_TILES[table.tile[cell] & TILE_MASK]
        out[Obs.SEARCHABLE + cell] = searchable(tile)
        out[Obs.EDGE_N + cell] = edge(tile, 0)
        out[Obs.EDGE_E + cell] = edge(tile, 1)
        out[Obs.EDGE_S + cell] = edge(tile, 2)
        out[Obs.EDGE_W + cell] = edge(tile, 3)
        out[Obs.GLOOM + cell] = min(table.gloom[cell], MOST)


@rule
def put_seats(table, origin, out):
    for seat in range(table.n_seats):
        index = relative(table.n_seats, seat, origin)
        pawn = table.pawn[seat]
        if pawn >= 0:
            out[Obs.PAWN_ROW + GRID * index + pawn // GRID] = 1
            out[Obs.PAWN_COL + GRID * index + pawn % GRID] = 1
        out[Obs.GHOST + index] = table.ghost[seat]
        out[Obs.HEALTH + index] = table.health[seat]
        out[Obs.WOUNDS + index] = table.wounds[seat]
        out[Obs.OWN_GLOOM + index] = min(table.own_gloom[seat], MOST)
        out[Obs.PILE_SIZE + index] = table.pile_size[seat]
        out[Obs.GREY_MIN + index] = table.grey_min[seat]
        out[Obs.GREY_MAX + index] = table.grey_max[seat]
        out[Obs.LOOKED + index] = table.looked >> seat & 1
        for item in range(N_ITEMS):
            out[Obs.ITEMS + N_ITEMS * index + item] = table.items[seat, item]
        for curse in range(N_PERSIST):
            out[Obs.CURSES + N_PERSIST * index + curse] = table.curses[seat, curse]


@rule
def put_cards(table, out):
    """Cards everybody sees that belong to no seat."""
    for i in range(N_PERSIST):
        out[Obs.PERSIST + i] = table.persist[i]
    for i in range(N_GREY):
        out[Obs.DISCARD + i] = table.discard[i]
    out[Obs.SEARCH_LEFT] = table.search_left
    out[Obs.HAUNTING_LEFT] = table.haunting_left
    out[Obs.LANTERNS] = table.lanterns
    out[Obs.SKULLS] = table.skulls


@rule
def put_once(table, out):
    """Once-per-turn flags (HD-TURN-11)."""
    out[Obs.ACTION_USED] = table.action_used
    out[Obs.OFFERS] = table.offers
    out[Obs.CLAIMS_MADE] = table.claims_made
    out[Obs.TELLS_MADE] = table.tells_made
    out[Obs.TILE_REMOVED] = table.tile_removed
    out[Obs.STEPPED] = table.stepped
    for card in range(N_PSYCHE):
        out[Obs.POWER_USED + card] = table.power_used[card]
    for item in range(N_ITEMS):
        out[Obs.ITEM_POWER_USED + item] = table.item_power_used[item]
    for card in range(N_PSYCHE):
        out[Obs.REROLL_USED + card] = table.reroll_used[card]
    for item in range(N_ITEMS):
        out[Obs.ITEM_REROLL_USED + item] = table.item_reroll_used[item]


@rule
def put_claims(table, origin, out):
    """The last public claims, newest first."""
    for age in range(min(table.n_claims, N_CLAIMS)):
        claim = table.claims[(table.n_claims - 1 - age) % N_CLAIMS]
        put_claim(table, claim, origin, Obs.CLAIMS + CLAIM_SIZE * age, out)


@inlined
def put_claim(table, claim, origin, first, out):
    put_two_seats(table.n_seats, claim.speaker, claim.seat, origin, first + Claimed.SPEAKER, out)
    out[first + Claimed.KIND + claim.kind] = 1
    put_bits(out, first + Claimed.NAMED, max(claim.card, claim.border) + 1, PSYCHE_BITS)
    out[first + Claimed.AGE] = min(table.turn - claim.turn, MOST)
    out[first + Claimed.SLOT] = claim.slot + 1


@rule
def put_events(table, origin, out):
    """The last public events (HD-INFO-21), newest first."""
    for age in range(min(table.n_events, N_EVENTS)):
        first = Obs.EVENTS + EVENT_SIZE * age
        event = table.events[(table.n_events - 1 - age) % N_EVENTS]
        put_bits(out, first + Happened.KIND, event.kind, KIND_BITS)
        put_two_seats(table.n_seats, event.actor, event.target, origin, first + Happened.ACTOR, out)
        put_bits(out, first + Happened.PLACE, event.slot + 1, PLACE_BITS)
        put_bits(out, first + Happened.FACE, event.face + 1, CARD_BITS)
        out[first + Happened.AMOUNT] = event.amount
