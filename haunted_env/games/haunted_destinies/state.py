"""The game record, split by who may know it: table (all), ledger[seat] (that seat), work (the seat that decides),
secret (nobody).

Cards are named by one code: Psyche cards first, then Search designs, then Haunting designs (`tables.py`).
NONE = -1 everywhere. The records have no padding, so that equal games have equal bytes however they were copied.
"""

from pathlib import Path

import numpy as np

from haunted_env.engine.jit import Compiler
from haunted_env.games.haunted_destinies.tables import N_GREY, N_HAUNTING_CARDS, N_SEARCH_CARDS

NONE = -1
MAX_SEATS = 6  # HD-COMP-1
MAX_PILE = 20  # HD-COMP-16
FULL_PILE = 16  # HD-COMP-16
MAX_TOKENS = 12  # HD-COMP-9
START_HEALTH = 5  # HD-SETUP-6
GRID = 9  # HD-SETUP-9
CELLS = GRID * GRID
CENTRE = GRID * 4 + 4
N_PSYCHE = 30  # HD-COMP-2
N_ITEMS = 12  # HD-DEC-1
N_PERSIST = 16  # HD-DEC-1
N_HAND = 6  # HD-SETUP-7
N_EVENTS = 32  # HD-INFO-19
N_CLAIMS = 16  # HD-INFO-19
N_TOLD = 8  # HD-FREE-22, HD-INFO-19
N_FRAMES = 64  # tables.py refuses content that could nest deeper
N_LANES = 2  # cards on their way at one moment: a swap has two (HD-INFO-24)
N_FORCED = 48

# Slot facts F (HD-INFO-2). PA..PE follow P; SEEN + code is S(code).
U, P, PA, PE, G, SEEN = 0, 1, 2, 6, 7, 8

# Card locations L (HD-INFO-4): a kind plus the seat. The slot of AT_SLOT is where F says SEEN + card.
UNKNOWN, GONE, UP, PILE, STALE, AT_SLOT = 0, 1, 2, 8, 14, 20

# What is given or asked for in a trade (HD-FREE-9): an item, or one of these; NONE is nothing.
TRADE_WORD, TRADE_NOTES = N_ITEMS, N_ITEMS + 1

EVENT = np.dtype([("kind", "i1"), ("actor", "i1"), ("target", "i1"), ("slot", "i1"), ("face", "i1"), ("amount", "i1")])
# Public and private claims (HD-FREE-13): parts that the kind does not name are NONE.
CLAIM = np.dtype(
    [
        ("turn", "i2"),
        ("speaker", "i1"),
        ("listener", "i1"),  # of a private claim; NONE: everybody
        ("kind", "i1"),
        ("seat", "i1"),
        ("card", "i1"),
        ("slot", "i1"),
        ("border", "i1"),
    ]
)

TABLE = np.dtype(
    [
        # Options (HD-OPT-1): numbers and flags as they are, others as indices into their lists of values.
        ("n_seats", "i1"),
        ("setup", "i1"),
        ("placement", "i1"),
        ("evil_twins", "i1"),
        ("evil_twins_scope", "i1"),
        ("search_tiers", "i1"),
        ("psyche_reward", "i1"),
        ("reward_health", "i1"),
        ("bind_win", "i1"),
        ("attacker_down", "i1"),
        ("death_pass", "i1"),
        ("insert_mode", "i1"),
        ("claims_per_turn", "i1"),
        ("trade_offers_per_turn", "i1"),
        ("tells_per_turn", "i1"),
        ("draw_reward", "i1"),  # the value itself, -1 or 0
        ("opener_power", "i1"),
        ("auto_forced", "i1"),
        ("max_turns", "i4"),
        ("ruleset", "i1"),
        ("removed_sets", "i1"),
        ("health_moves", "i1"),
        ("revival", "i1"),
        ("rotation", "i1"),
        # Whose turn and what is asked.
        ("turn", "i4"),  # completed turns
        ("active", "i1"),
        ("decider", "i1"),  # NONE once the game is over
        ("label", "i1"),  # HD-INFO-20
        ("holder", "i1"),
        ("in_setup", "i1"),
        ("turn_ending", "i1"),  # the turn is due to end (HD-TURN-9)
        ("over", "i1"),
        ("winners", "i1"),  # bits by seat
        ("reason", "i1"),  # End
        ("ritual", "i1"),
        ("opener", "i1"),  # the seat, once a ritual has succeeded
        # Dice.
        ("light", "i1"),  # roll in progress, 0 = none
        ("dark", "i1"),
        ("move_light", "i1"),
        ("move_dark", "i1"),
        ("mp", "i2"),
        # Context of the decision (HD-INFO-25).
        ("action", "i1"),  # index of the action in progress (Act), NONE
        ("actor", "i1"),
        ("opponent", "i1"),
        ("has_result", "i1"),
        ("result", "i1"),
        ("look_seat", "i1"),
        ("look_pile", "i1"),
        ("look_slot", "i1"),
        ("obeyed", "i1"),  # card code
        ("obeyed_self", "i1"),
        ("obeyed_other", "i1"),
        ("react", "i1"),  # React
        ("react_card", "i1"),  # card code, NONE for a wound
        ("origin", "i1"),  # Origin
        ("origin_seat", "i1"),
        ("origin_slot", "i1"),
        ("recipient", "i1"),
        ("trade_give", "i1"),  # an item, TRADE_WORD, TRADE_NOTES
        ("trade_ask", "i1"),
        ("purpose", "i1"),  # Purpose
        ("pick_pile", "i1"),  # the pile of a PICK_SLOT or TAKE_CARD
        # Board.
        ("tile", "i2", (CELLS,)),  # turned ones as `tables.TURNED_TILES` has them
        ("gloom", "i2", (CELLS,)),
        ("pawn", "i1", (MAX_SEATS,)),  # cell
        # Seats.
        ("ghost", "i1", (MAX_SEATS,)),
        ("health", "i1", (MAX_SEATS,)),
        ("wounds", "i1", (MAX_SEATS,)),
        ("own_gloom", "i2", (MAX_SEATS,)),
        ("pile_size", "i1", (MAX_SEATS,)),
        ("grey_min", "i1", (MAX_SEATS,)),
        ("grey_max", "i1", (MAX_SEATS,)),
        ("items", "i1", (MAX_SEATS, N_ITEMS)),
        ("gloom_to_place", "i1", (MAX_SEATS,)),
        # Cards everybody sees.
        ("up_at", "i1", (N_PSYCHE,)),  # seat a Psyche card lies face up at
        ("gone", "i1", (N_PSYCHE,)),
        ("persist", "i1", (N_PERSIST,)),  # copies in play attached to nobody
        ("curses", "i1", (MAX_SEATS, N_PERSIST)),  # copies attached to a seat
        ("discard", "i1", (N_GREY,)),  # by design: Search, then Haunting
        ("search_left", "i1"),
        ("haunting_left", "i1"),
        ("lanterns", "i1"),
        ("skulls", "i1"),
        # Once per turn (HD-TURN-11).
        ("action_used", "i1"),
        ("looked", "i1"),  # bits by seat
        ("power_used", "i1", (N_PSYCHE,)),
        ("item_power_used", "i1", (N_ITEMS,)),
        ("reroll_used", "i1", (N_PSYCHE,)),
        ("item_reroll_used", "i1", (N_ITEMS,)),
        ("offers", "i1"),
        ("claims_made", "i1"),
        ("tells_made", "i1"),
        ("tile_removed", "i1"),
        ("stepped", "i1"),
        # Memory.
        ("n_claims", "i4"),  # ever made; the last N_CLAIMS are kept, newest at (n_claims - 1) % N_CLAIMS
        ("claims", CLAIM, (N_CLAIMS,)),
        ("n_events", "i4"),
        ("events", EVENT, (N_EVENTS,)),
    ]
)

LEDGER = np.dtype(
    [
        ("seat", "i1"),
        ("fact", "i1", (MAX_SEATS, MAX_PILE)),  # F
        ("location", "i1", (N_PSYCHE,)),  # L
        ("incoming", "i1", (N_LANES,)),  # fact about a card on its way
        ("hand", "i1", (N_HAND,)),  # tiles during setup
        # The decision asked of this seat; Decision.NONE if another seat decides.
        ("decision", "i1"),
        ("seats", "i1"),  # seats offered, bits
        ("options", "i8"),  # options offered, bits from FIRST_OPTION
        ("amount", "i1"),  # largest AMOUNT offered
        ("face", "i1"),  # card being looked at
        ("lane", "i1"),  # lane of the card to insert
        ("chosen_tile", "i1"),  # position in the hand
        ("chosen_turn", "i1"),  # quarter turns, if tiles may be turned
        # The claim begun; in a trade of words also the one chosen and not yet told (HD-FREE-9).
        ("claim_kind", "i1"),
        ("claim_seat", "i1"),
        ("claim_card", "i1"),
        ("claim_slot", "i1"),
        ("claim_border", "i1"),
        # Private claims heard or said (HD-FREE-22), kept like the public ones.
        ("n_told", "i4"),
        ("told", CLAIM, (N_TOLD,)),
    ]
)

# One piece of unfinished work. What a task means by each field stands in its function.
FRAME = np.dtype(
    [
        ("task", "i1"),
        ("phase", "i1"),
        ("answer", "i2"),  # what was chosen in the decision this frame asked
        ("seat", "i1"),
        ("other", "i1"),
        ("who", "i1"),
        ("target", "i1"),
        ("slot", "i1"),
        ("card", "i1"),
        ("n", "i1"),
        ("bits", "i1"),
        ("cause", "i1"),
        ("flag", "i1"),
        ("source", "i1"),  # index of the OBEY frame an effect belongs to
        ("pc", "i2"),
        ("end", "i2"),
    ]
)

# Known to the seat that decides, who is in the middle of it. It names no unseen face: those stay in `secret`.
WORK = np.dtype([("depth", "i1"), ("stack", FRAME, (N_FRAMES,))])

SECRET = np.dtype(
    [
        ("seed", "i8"),
        ("rng", "u4", (4,)),
        ("pile", "i1", (MAX_SEATS, MAX_PILE)),  # card codes
        ("search_deck", "i1", (N_SEARCH_CARDS,)),  # codes, the top card is the last one
        ("haunting_deck", "i1", (N_HAUNTING_CARDS,)),
        ("lane_card", "i1", (N_LANES,)),  # cards on their way
        ("lane_seat", "i1", (N_LANES,)),  # who will insert them
        ("role", "i1", (MAX_SEATS,)),  # set at the end (HD-WIN-11)
        # A position may force chance: dice, random picks and shuffles, each used up in order.
        ("forced_dice", "i1", (N_FORCED,)),
        ("n_forced_dice", "i1"),
        ("forced_picks", "i1", (N_FORCED,)),
        ("n_forced_picks", "i1"),
        ("forced_shuffle", "i1", (2 * N_FORCED,)),  # runs of [length, codes top first]
        ("n_forced_shuffle", "i1"),
    ]
)

GAME = np.dtype([("table", TABLE), ("ledger", LEDGER, (MAX_SEATS,)), ("work", WORK), ("secret", SECRET)])

compiler = Compiler(
    "haunted_destinies",
    Path(__file__).parent,
    {"game": GAME, "table": TABLE, "ledger": LEDGER, "claim": CLAIM, "frame": FRAME, "work": WORK, "secret": SECRET},
    parts={
        "engine": ("unseen",),
        "heuristic": ("heuristic", "unseen", "hearsay.py"),
        "belief": ("unseen", "belief.py", "resample.py"),
        "search": ("heuristic", "unseen", "hearsay.py", "resample.py", "evaluation.py", "evaluation.npz"),
        "features": ("features", "unseen", "hearsay.py"),
    },
    uncompiled=("__init__.py", "words", "position"),
)
rule = compiler.rule
