"""Write the compact observation. Nothing here is handed `secret` or `work`; seats are written relative to `origin`."""

import numpy as np

from haunted_env.engine.encoding import MOST, put_one, relative
from haunted_env.engine.scratch import table_of
from haunted_env.games.haunted_destinies.actions import Act, Decision
from haunted_env.games.haunted_destinies.counting import N_GUESS, guess_from, normalise, opener_known
from haunted_env.games.haunted_destinies.encode_table import tells_context, tells_insertion, tells_look
from haunted_env.games.haunted_destinies.features.cards import (
    face_of,
    put_borders,
    put_face,
    put_hand,
    put_items,
    put_persistent,
    put_psyche,
    put_sets,
    put_slots,
    put_trade,
)
from haunted_env.games.haunted_destinies.features.layout import (
    N_FEATURES,
    PERSON_SIZE,
    SEAT_SIZE,
    At,
    Seat,
)
from haunted_env.games.haunted_destinies.features.places import put_cells, put_here, put_ways
from haunted_env.games.haunted_destinies.features.seats import put_seats, rule
from haunted_env.games.haunted_destinies.locations import N_COLUMNS, count_known, find_places
from haunted_env.games.haunted_destinies.observation import MIN_SEATS
from haunted_env.games.haunted_destinies.rules.conditions import total_gloom
from haunted_env.games.haunted_destinies.rules.stack import n_living
from haunted_env.games.haunted_destinies.state import MAX_SEATS, NONE
from haunted_env.games.haunted_destinies.unseen.places import N_GROUPS

INVESTIGATOR, GHOST, OPENER = range(3)  # places of ROLE


@rule
def features(table, ledger, origin, out, data):
    """The compact observation of the seat `ledger.seat`; every entry is written."""
    for i in range(N_FEATURES):
        out[i] = 0
    seat = int(ledger.seat)
    decision = int(ledger.decision) if table.decider == seat else 0
    put_course(table, ledger, out)
    put_turn(table, seat, out)
    if decision != Decision.NONE:
        out[At.DECISION + decision - 1] = 1
        put_face(face_of(table, ledger, decision), out)
        put_one(out, At.CLAIM_KIND, ledger.claim_kind)
    put_context(table, seat, out)
    guess = table_of(N_GUESS, MAX_SEATS, np.float64)
    groups = table_of(N_GROUPS, N_COLUMNS, np.int64)
    free, up, inside = count_known(table, ledger, groups)
    guess_from(table, ledger, groups, free, up, inside, guess)
    normalise(table, guess)
    pile = pile_shown(table, ledger, decision)
    out[At.OWN_SLOTS] = pile == seat
    places = find_places(table, ledger, groups, free)
    returned, said = put_seats(table, ledger, guess, places, pile, origin, out)
    if decision == Decision.TALK_BORDER:
        put_borders(ledger, out)
    if decision != Decision.NONE and ledger.claim_seat >= 0:
        out[seat_row(table, ledger.claim_seat, origin) + Seat.CLAIMED] = 1
    put_psyche(ledger, decision, out)
    put_sets(table.n_seats, free, places, origin, out)
    put_slots(table, ledger, pile, returned, said, out)
    partner = partner_of(table, seat)
    put_items(table, seat, partner, out)
    put_persistent(table, seat, out)
    if table.pawn[seat] >= 0:
        put_here(table, seat, out)
        if decision == Decision.MAIN:
            put_ways(table, seat, origin, out)
    if table.in_setup:
        put_hand(ledger, decision, out)
    put_cells(table, ledger, decision, out)
    if partner >= 0:
        put_partner(table, partner, origin, out)


@rule
def seat_row(table, seat, origin):
    """Where the row of a seat begins."""
    return At.SEATS + SEAT_SIZE * relative(table.n_seats, seat, origin)


@rule
def put_course(table, ledger, out):
    """Where the game stands."""
    out[At.PLAYERS + table.n_seats - MIN_SEATS] = 1
    out[At.OPT_EVIL_TWINS] = table.evil_twins
    out[At.OPT_SEARCH_TIERS] = table.search_tiers
    out[At.OPT_BIND_WIN] = table.bind_win
    out[At.OPT_ATTACKER_DOWN] = table.attacker_down
    out[At.OPT_DEATH_PASS] = table.death_pass
    out[At.OPT_DRAW_REWARD] = table.draw_reward
    out[At.OPT_OPENER_POWER] = table.opener_power
    out[At.OPT_HEALTH_MOVES] = table.health_moves
    out[At.OPT_REVIVAL] = table.revival
    out[At.TURN] = min(table.turn, MOST)
    out[At.TURNS_LEFT] = min(max(table.max_turns - table.turn, 0), MOST)
    out[At.IN_SETUP] = table.in_setup
    out[At.LIVING] = n_living(table)
    out[At.RITUAL] = table.ritual
    role = INVESTIGATOR
    if table.ghost[ledger.seat]:
        role = GHOST
    elif opener_known(ledger) == ledger.seat:
        role = OPENER
    out[At.ROLE + role] = 1
    out[At.BOARD_GLOOM] = min(total_gloom(table), MOST)
    out[At.SEARCH_LEFT] = table.search_left
    out[At.HAUNTING_LEFT] = table.haunting_left


@rule
def put_turn(table, seat, out):
    out[At.ACTIVE] = table.active == seat
    out[At.TURN_ENDING] = table.turn_ending
    out[At.ACTION_USED] = table.action_used
    out[At.STEPPED] = table.stepped | table.tile_removed
    out[At.MP] = min(table.mp, MOST)
    out[At.LIGHT] = table.light
    out[At.DARK] = table.dark
    out[At.MOVE_DICE] = table.move_light + table.move_dark


@rule
def put_context(table, seat, out):
    """The context of the decision, as far as its label tells it (HD-INFO-25)."""
    if tells_context(table):
        put_one(out, At.ACTION, table.action - Act.SEARCH)
        out[At.ACTS] = table.actor == seat
        if table.has_result:
            out[At.HAS_RESULT] = 1
            out[At.RESULT] = table.result
        put_one(out, At.PURPOSE, table.purpose - 1)
        put_one(out, At.REACT, table.react - 1)
        out[At.OWNS] = table.obeyed_self == seat
        put_trade(table, out)
    if tells_insertion(table):
        put_one(out, At.ORIGIN, table.origin - 1)


@rule
def pile_shown(table, ledger, decision):
    """Whose slots are of interest: those claimed about, picked from, or looked at; else the own ones."""
    if decision == Decision.TALK_SLOT or decision == Decision.TALK_BORDER:
        return int(ledger.claim_seat)
    if tells_context(table) and table.pick_pile >= 0:
        return int(table.pick_pile)
    if tells_look(table) and table.look_pile >= 0:
        return int(table.look_pile)
    return int(ledger.seat)


@rule
def partner_of(table, seat):
    """The other party of the decision, the innermost first: of the pick, the card obeyed, the conflict, the look."""
    if tells_context(table):
        for other in (table.pick_pile, table.obeyed_self, table.obeyed_other, table.opponent, table.actor):
            if other >= 0 and other != seat:
                return int(other)
    if tells_look(table):
        for other in (table.look_pile, table.look_seat):
            if other >= 0 and other != seat:
                return int(other)
    if tells_insertion(table) and table.origin_seat != seat:
        return int(table.origin_seat)
    return NONE


@rule
def put_partner(table, partner, origin, out):
    """Once more what the row of a seat says, where the other party can be found."""
    first = seat_row(table, partner, origin)
    out[first + Seat.PARTNER] = 1
    for i in range(PERSON_SIZE):
        out[At.PARTNER + i] = out[first + i]
