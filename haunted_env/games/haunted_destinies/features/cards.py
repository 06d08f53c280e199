"""Cards: the one that the decision is about, slots of a pile, items, the persistent zone; tiles in hand."""

from typing import Any

import numpy as np

from haunted_env.engine.encoding import MOST, put_one
from haunted_env.games.haunted_destinies.actions import Decision, React
from haunted_env.games.haunted_destinies.content.checks import walk
from haunted_env.games.haunted_destinies.counting import OPENER_BORDER
from haunted_env.games.haunted_destinies.encode_table import tells_context
from haunted_env.games.haunted_destinies.features.layout import (
    FACE,
    FACE_SIZE,
    ITEM_SIZE,
    N_BORDERS,
    PERSISTENT_SIZE,
    PSYCHE_SIZE,
    SET_SIZE,
    SLOT_SIZE,
    TILE_SIZE,
    At,
    Face,
    Item,
    Persistent,
    Psyche,
    Set,
    Slot,
    Tile,
)
from haunted_env.games.haunted_destinies.fields import FIELD, FULL, N_SETS
from haunted_env.games.haunted_destinies.hearsay import BORDERS, SAID_BORDER, SAID_PSYCHE
from haunted_env.games.haunted_destinies.locations import ROWS, seats_from
from haunted_env.games.haunted_destinies.rules.conditions import goal, is_condition, progress
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    GONE,
    MAX_SEATS,
    N_HAND,
    N_ITEMS,
    N_PERSIST,
    N_PSYCHE,
    NONE,
    PE,
    PILE,
    SEEN,
    STALE,
    TRADE_WORD,
    UNKNOWN,
    UP,
    G,
    P,
    U,
    rule,
)
from haunted_env.games.haunted_destinies.tables import (
    CARDS,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    MODIFY,
    N_CARDS,
    OPENER,
    TILE_EDGES,
    TILE_SEARCHABLE,
    TIMING,
    WIN_COND,
    Roll,
)

HEALING = {"heal": 1, "add_token": 1, "wound": -1}
LOOKS = ("look_own", "look_other", "show_card", "scan_borders")
TAKES = ("take_card", "steal_item", "swap_card")


def _healed(ops: Any, who: str) -> int:
    """Wounds that an effect list heals in a player, less those that it deals."""
    return sum(HEALING.get(op["op"], 0) * op.get("n", 1) for op in walk(ops) if op.get("who") in (who, "all_living"))


def _faces() -> np.ndarray:
    """What there is to know about each card."""
    rows = np.zeros((N_CARDS, FACE.size), np.int8)
    for code, (row, card) in enumerate(zip(rows, CARDS)):
        met = (*getattr(card, "effects", ()), *getattr(card, "probe", ()))  # when turned up, or looked at
        ops = list(walk((*met, *getattr(card, "draw", ()))))
        row[Face.KIND + int(code >= FIRST_SEARCH) + int(code >= FIRST_HAUNTING)] = 1
        if code < N_PSYCHE and TIMING[code]:
            row[Face.TIMING + TIMING[code] - 1] = 1
        row[Face.FIGHTS] = MODIFY[code, Roll.ATTACK_ATT] + MODIFY[code, Roll.ATTACK_DEF]
        row[Face.DRAWN] = _healed(getattr(card, "draw", ()), "self")
        row[Face.OWNER], row[Face.LOOKER] = _healed(met, "self"), _healed(met, "other")
        row[Face.LOOKS] = sum(op["op"] in LOOKS for op in ops)
        row[Face.HAUNTS] = sum(op["n"] for op in ops if op["op"] == "draw_haunting")
        row[Face.TAKES] = sum(op["op"] in TAKES for op in ops)
        row[Face.STAYS] = sum(2 if op["kind"] == "win" else 1 for op in ops if op["op"] == "enter_play")
    rows[OPENER, Face.OPENER] = 1
    return rows


def _slots() -> np.ndarray:
    """What each slot fact looks like."""
    rows = np.zeros((MOST + 1, SLOT_SIZE), np.int8)
    rows[U, Slot.UNKNOWN] = 1
    rows[P : PE + 1, Slot.PSYCHE] = rows[SEEN : SEEN + N_PSYCHE, Slot.PSYCHE] = 1
    rows[[G, *range(SEEN + N_PSYCHE, SEEN + N_CARDS)], Slot.GREY] = 1
    rows[SEEN : SEEN + N_CARDS, Slot.SEEN] = 1
    rows[OPENER_BORDER, Slot.SUSPECT], rows[SEEN + OPENER, Slot.SUSPECT] = 1, 2
    return rows


def _located() -> np.ndarray:
    """By viewer and location of a card, what is said of it: 1 for its own seat, -1 for others."""
    rows = np.zeros((MAX_SEATS, AT_SLOT + MAX_SEATS, PSYCHE_SIZE), np.int8)
    for first in (UP, PILE, AT_SLOT):
        rows[:, first : first + MAX_SEATS, Psyche.KNOWN] = 2 * np.eye(MAX_SEATS) - 1
    rows[:, UP : UP + MAX_SEATS, Psyche.LIES] = 2 * np.eye(MAX_SEATS) - 1
    rows[:, GONE, Psyche.KNOWN] = -1
    return rows


FACES, SLOTS, LOCATED = _faces(), _slots(), _located()
CONDITIONS = np.flatnonzero(WIN_COND)  # designs that are ghost win conditions
EDGE_SUM, N_XS = TILE_EDGES.sum(axis=1), (TILE_EDGES == 0).sum(axis=1)


@rule
def face_of(table, ledger, decision):
    """The card that the viewer's decision is about, as far as it is seen; NONE if there is none."""
    if ledger.face >= 0:
        return int(ledger.face)
    if decision == Decision.INSERT_AT:
        return int(ledger.incoming[ledger.lane]) - SEEN if ledger.incoming[ledger.lane] >= SEEN else NONE
    if not tells_context(table):
        return NONE
    if table.obeyed < 0 or table.react == React.ON_REVEAL:
        return int(table.react_card)
    return int(table.obeyed)


@rule
def put_face(card, out):
    if card >= 0:
        for i in range(FACE_SIZE):
            out[At.FACE + i] = FACES[card, i]


@rule
def put_slots(table, ledger, pile, returned, said, out):
    """`returned` and `said` as `put_seats` says."""
    for slot in range(table.pile_size[pile]):
        fact = ledger.fact[pile, slot] & MOST
        for i in range(SLOT_SIZE):
            out[At.SLOTS + SLOT_SIZE * slot + i] = SLOTS[fact, i]
        out[At.SLOTS + SLOT_SIZE * slot + Slot.RETURNED] = returned >> slot & 1
        is_psyche = (said >> SAID_PSYCHE + slot & 1) + (said >> SAID_BORDER + slot & 1)
        out[At.SLOTS + SLOT_SIZE * slot + Slot.SAID] = (said >> slot & 1) - is_psyche


@rule
def put_items(table, seat, partner, out):
    for item in range(N_ITEMS):
        first = At.ITEMS + ITEM_SIZE * item
        out[first + Item.OWN] = table.items[seat, item]
        if partner >= 0:
            out[first + Item.THEIRS] = table.items[partner, item]
    if tells_context(table):
        if 0 <= table.trade_give < N_ITEMS:
            out[At.ITEMS + ITEM_SIZE * table.trade_give + Item.TRADED] += 1
        if 0 <= table.trade_ask < N_ITEMS:
            out[At.ITEMS + ITEM_SIZE * table.trade_ask + Item.TRADED] -= 1


@rule
def put_trade(table, out):
    """Knowledge that is offered and asked for."""
    put_one(out, At.OFFERED, table.trade_give - TRADE_WORD)
    put_one(out, At.ASKED, table.trade_ask - TRADE_WORD)


@rule
def put_borders(ledger, out):
    """What is known of the slot that a claim begun is about."""
    for border in range(N_BORDERS):
        out[At.BORDERS + border] = BORDERS[ledger.fact[ledger.claim_seat, ledger.claim_slot] & MOST, border]


@rule
def put_psyche(ledger, decision, out):
    """Cards face up, or known to be somewhere; in a claim, what is known of those that it may be about."""
    for card in range(N_PSYCHE):
        for i in range(PSYCHE_SIZE):
            out[At.PSYCHE + PSYCHE_SIZE * card + i] = LOCATED[ledger.seat, ledger.location[card], i]
    if decision == Decision.TALK_CARD:
        for card in range(N_PSYCHE):
            location = int(ledger.location[card])
            if location != UNKNOWN and not STALE <= location < AT_SLOT:
                there = location == PILE + ledger.claim_seat or location == AT_SLOT + ledger.claim_seat
                out[At.PSYCHE + PSYCHE_SIZE * card + Psyche.LIES] = 1 if there else -1


@rule
def put_sets(n_seats, free, places, origin, out):
    """Where the cards of which nothing is known may be; `free` and `places` as `count_known` and `find_places` say."""
    for i in range(N_SETS):
        n_free = free >> FIELD * i & FULL
        first = At.SETS + SET_SIZE * i
        out[first + Set.FREE] = n_free
        if n_free > 0:
            row = seats_from(places >> FIELD * i & FULL, n_seats, origin)
            for seat in range(MAX_SEATS):
                out[first + Set.MAY + seat] = ROWS[row, seat]


@rule
def put_persistent(table, seat, out):
    for design in range(N_PERSIST):
        first = At.PERSIST + PERSISTENT_SIZE * design
        out[first + Persistent.IN_PLAY] = table.persist[design] + table.curses[seat, design]
    for design in CONDITIONS:
        if is_condition(table, design):
            share = 100 * progress(table, design) // max(goal(table, design), 1)
            out[At.PERSIST + PERSISTENT_SIZE * design + Persistent.PROGRESS] = min(share, MOST)


@rule
def put_hand(ledger, decision, out):
    """The own tiles during setup."""
    for position in range(N_HAND):
        tile = ledger.hand[position]
        if tile >= 0:
            first = At.HAND + TILE_SIZE * position
            out[first + Tile.HELD] = 1
            out[first + Tile.SEARCHABLE] = TILE_SEARCHABLE[tile]
            out[first + Tile.SUM] = EDGE_SUM[tile]
            out[first + Tile.XS] = N_XS[tile]
    if (decision == Decision.SETUP_CELL or decision == Decision.SETUP_TURN) and ledger.chosen_tile >= 0:
        out[At.HAND + TILE_SIZE * ledger.chosen_tile + Tile.HELD] = 2
