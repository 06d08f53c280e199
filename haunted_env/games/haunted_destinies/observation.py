"""What one seat observes, block by block: the closed list of HD-INFO-19 as int8, one shape for 3 to 6 players.

Seats are counted clockwise from the viewer (0 = oneself), absent seats are zero. A category is one-hot, or the
bits (lowest first) of 1 + its index, 0 for none. Counts are plain numbers, cut off at 127.
"""

import numpy as np

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.haunted_destinies.actions import N_DECISIONS, N_LABELS, Act, Claim, Origin, Purpose, React
from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CELLS,
    GONE,
    GRID,
    MAX_PILE,
    MAX_SEATS,
    N_CLAIMS,
    N_EVENTS,
    N_HAND,
    N_ITEMS,
    N_PERSIST,
    N_PSYCHE,
    N_TOLD,
    NONE,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    UP,
    G,
    P,
)
from haunted_env.games.haunted_destinies.tables import (
    FIRST_SEARCH,
    N_CARDS,
    N_GREY,
    PSYCHE_SET,
    TILE_EDGES,
    TILE_SEARCHABLE,
    TURNED_TILES,
)

MOST = 127  # of an int8
TILE_MASK = 255  # of all tiles, turned or not
MIN_SEATS = 3  # HD-COMP-1
SEAT_BITS, SLOT_BITS, PLACE_BITS, CARD_BITS, PSYCHE_BITS, KIND_BITS = 3, 5, 7, 7, 5, 6
N_TRADED = N_ITEMS + 2  # an item, a word, the notes
EDGE_BITS = 4
EDGE_MASK = (1 << EDGE_BITS) - 1
N_CLAIM_KINDS = len(Claim)
N_CONTEXT_ACTIONS = Act.REMOVE_TILE - Act.SEARCH + 1

# Rows that repeat: a slot, a Psyche card, a claim, an event, a tile in hand.
FACT = Layout(*[Block(name) for name in ("PSYCHE", "A", "B", "C", "D", "E", "GREY", "DESIGN")])
LOCATION = Layout(Block("SEAT", MAX_SEATS), *[Block(n) for n in ("AT_SLOT", "PILE", "STALE", "UP", "GONE", "SLOT")])
CLAIMED = Layout(
    Block("SPEAKER", SEAT_BITS),
    Block("SEAT", SEAT_BITS),
    Block("KIND", N_CLAIM_KINDS),
    Block("NAMED", PSYCHE_BITS),  # the card that HOLDS and NOT_HOLDS name, or the border of SEEN: no claim has both
    Block("AGE"),
    Block("SLOT"),
)
TOLD = Layout(*CLAIMED.blocks, Block("LISTENER", SEAT_BITS))
HAPPENED = Layout(
    Block("KIND", KIND_BITS),
    Block("ACTOR", SEAT_BITS),
    Block("TARGET", SEAT_BITS),
    Block("PLACE", PLACE_BITS),
    Block("FACE", CARD_BITS),
    Block("AMOUNT"),
)
HELD = Layout(*[Block(name) for name in ("PRESENT", "SEARCHABLE", "N", "E", "S", "W")])


def _rows(layout: Layout) -> str:
    return ", ".join(block.name + (f" {block.size}" if block.size > 1 else "") for block in layout.blocks)


def _seat(name: str, meaning: str) -> Block:
    return Block(name, MAX_SEATS, f"{meaning}, one-hot", seats=True)


def _per_seat(name: str, meaning: str, size: int = 1) -> Block:
    return Block(name, MAX_SEATS * size, f"per seat: {meaning}", seats=True)


OBSERVATION = Layout(
    # Options (HD-OPT-1).
    Block("PLAYERS", MAX_SEATS - MIN_SEATS + 1, "number of players 3..6, one-hot"),
    Block("OPT_SETUP", meaning='setup: 1 = "random"'),
    Block("OPT_PLACEMENT", meaning='placement: 1 = "free"'),
    Block("OPT_EVIL_TWINS", meaning='evil_twins: 1 = "both"'),
    Block("OPT_EVIL_TWINS_SCOPE", meaning='evil_twins_scope: 1 = "movement"'),
    Block("OPT_SEARCH_TIERS", meaning='search_tiers: 1 = "each"'),
    Block("OPT_PSYCHE_REWARD", meaning='psyche_reward: 1 = "sheet"'),
    Block("OPT_REWARD_HEALTH", meaning='reward_health: 1 = "token"'),
    Block("OPT_BIND_WIN", meaning='bind_win: 1 = "living"'),
    Block("OPT_ATTACKER_DOWN", meaning='attacker_down: 1 = "ghost"'),
    Block("OPT_DEATH_PASS", meaning='death_pass: 1 = "opener_only", 2 = "none"'),
    Block("OPT_INSERT_MODE", meaning='insert_mode: 1 = "random"'),
    Block("OPT_CLAIMS", meaning="claims_per_turn"),
    Block("OPT_OFFERS", meaning="trade_offers_per_turn"),
    Block("OPT_TELLS", meaning="tells_per_turn"),
    Block("OPT_DRAW_REWARD", meaning="draw_reward"),
    Block("OPT_OPENER_POWER", meaning='opener_power: 1 = "plain"'),
    Block("OPT_AUTO_FORCED", meaning="auto_forced"),
    Block("OPT_MAX_TURNS", 2, "max_turns: remainder and quotient by 128"),
    Block("OPT_REMOVED_SETS", meaning='removed_sets: 1 = "D"'),
    Block("OPT_HEALTH_MOVES", meaning="health_moves"),
    Block("OPT_REVIVAL", meaning='revival: 1 = "on"'),
    Block("OPT_ROTATION", meaning='rotation: 1 = "on"'),
    # Whose turn and what is asked.
    Block("OWN_SEAT", MAX_SEATS, "the viewer's seat at the table (absolute), one-hot"),
    Block("TURN", 2, "completed turns: remainder and quotient by 128"),
    _seat("ACTIVE", "whose turn it is"),
    _seat("DECIDER", "who decides"),
    Block("LABEL", N_LABELS, "public label of the decision (HD-INFO-20), one-hot"),
    Block("TURN_ENDING", meaning="the turn is due to end"),
    Block("RITUAL", meaning="a ritual has succeeded"),
    Block("LIGHT", 6, "light die of the roll in progress, one-hot"),
    Block("DARK", 6, "dark die of the roll in progress, one-hot"),
    Block("MOVE_LIGHT", 6, "light die of the movement roll, one-hot"),
    Block("MOVE_DARK", 6, "dark die of the movement roll, one-hot"),
    Block("MP", meaning="movement points"),
    # Context of the decision (HD-INFO-25).
    Block("ACTION", N_CONTEXT_ACTIONS, "action in progress, SEARCH to REMOVE_TILE, one-hot"),
    _seat("ACTOR", "who acts"),
    _seat("OPPONENT", "against whom"),
    Block("HAS_RESULT", meaning="the roll has a result"),
    Block("RESULT", meaning="that result"),
    Block("OBEYED", CARD_BITS, "card being obeyed, bits of 1 + code"),
    _seat("OBEYED_SELF", "its `self`"),
    _seat("OBEYED_OTHER", "its `other`"),
    Block("REACT", len(React) - 1, "cause of a REACT, one-hot"),
    Block("REACT_CARD", CARD_BITS, "card it is about, bits of 1 + code"),
    Block("TRADE_GIVE", N_TRADED, "what is offered: an item, a word, the notes, one-hot"),
    Block("TRADE_ASK", N_TRADED, "what is asked for, likewise"),
    Block("PURPOSE", len(Purpose) - 1, "purpose of a pick, one-hot"),
    _seat("PICK_PILE", "pile picked from"),
    _seat("LOOK_SEAT", "who looks"),
    _seat("LOOK_PILE", "pile looked at"),
    Block("LOOK_SLOT", SLOT_BITS, "slot looked at, bits of 1 + slot"),
    Block("ORIGIN", len(Origin) - 1, "where a card to insert comes from, one-hot"),
    _seat("ORIGIN_SEAT", "from whose pile"),
    Block("ORIGIN_SLOT", SLOT_BITS, "from which slot, bits of 1 + slot"),
    _seat("RECIPIENT", "who inserts it"),
    # Setup.
    Block("IN_SETUP", meaning="tiles and gloom are being placed"),
    _seat("HOLDER", "in setup: who holds the Cemetery"),
    _per_seat("TO_PLACE", "in setup: gloom still to place"),
    Block("HAND", N_HAND * HELD.size, f"in setup: own tiles, {N_HAND} x ({_rows(HELD)}); edges as on the board"),
    # Board: planes of 81 cells.
    Block("SEARCHABLE", CELLS, "per cell: searchable tile"),
    Block("EDGE_N", CELLS, "per cell: north edge of the tile, 1..6, X = -1, no tile = 0"),
    Block("EDGE_E", CELLS, "per cell: east edge"),
    Block("EDGE_S", CELLS, "per cell: south edge"),
    Block("EDGE_W", CELLS, "per cell: west edge"),
    Block("GLOOM", CELLS, "per cell: gloom"),
    # Seats.
    _per_seat("PAWN_ROW", "row of the pawn, one-hot", GRID),
    _per_seat("PAWN_COL", "column of the pawn, one-hot", GRID),
    _per_seat("GHOST", "is a ghost"),
    _per_seat("HEALTH", "health"),
    _per_seat("WOUNDS", "wounds"),
    _per_seat("OWN_GLOOM", "own gloom of a ghost"),
    _per_seat("PILE_SIZE", "cards in the pile"),
    _per_seat("GREY_MIN", "least number of grey cards in the pile"),
    _per_seat("GREY_MAX", "greatest number of grey cards in the pile"),
    _per_seat("LOOKED", "mutual look used this turn"),
    _per_seat("ITEMS", f"items by design ({N_ITEMS})", N_ITEMS),
    _per_seat("CURSES", f"attached curses by design ({N_PERSIST})", N_PERSIST),
    # Cards everybody sees. Face-up and gone Psyche cards are among the locations.
    Block("PERSIST", N_PERSIST, "persistent cards attached to nobody, by design"),
    Block("DISCARD", N_GREY, "discarded cards by design, Search before Haunting"),
    Block("SEARCH_LEFT", meaning="cards in the Search deck"),
    Block("HAUNTING_LEFT", meaning="cards in the Haunting deck"),
    Block("LANTERNS", meaning="times the Lantern was reached"),
    Block("SKULLS", meaning="times the Skull was reached"),
    # Once per turn (HD-TURN-11).
    Block("ACTION_USED", meaning="the action of this turn is used"),
    Block("OFFERS", meaning="trade offers made this turn"),
    Block("CLAIMS_MADE", meaning="claims made this turn"),
    Block("TELLS_MADE", meaning="private claims made this turn, words traded not counted"),
    Block("TILE_REMOVED", meaning="a tile was removed this turn"),
    Block("STEPPED", meaning="the first step of this turn is taken"),
    Block("POWER_USED", N_PSYCHE, "powers of Psyche cards used this turn"),
    Block("ITEM_POWER_USED", N_ITEMS, "powers of items used this turn"),
    Block("REROLL_USED", N_PSYCHE, "rerolls of Psyche cards used this turn"),
    Block("ITEM_REROLL_USED", N_ITEMS, "rerolls of items used this turn"),
    # Memory.
    Block(
        "CLAIMS", N_CLAIMS * CLAIMED.size, f"last {N_CLAIMS} public claims, newest first: {_rows(CLAIMED)} = 1 + slot"
    ),
    Block("EVENTS", N_EVENTS * HAPPENED.size, f"last {N_EVENTS} events, newest first: {_rows(HAPPENED)}"),
    # The ledger (HD-INFO-2, HD-INFO-4, HD-FREE-22).
    Block("TOLD", N_TOLD * TOLD.size, f"last {N_TOLD} private claims heard or said, likewise: {_rows(TOLD)}"),
    _per_seat("FACTS", f"slot facts, {MAX_PILE} x ({_rows(FACT)} = 1 + grey design seen)", MAX_PILE * FACT.size),
    Block("LOCATIONS", N_PSYCHE * LOCATION.size, f"per Psyche card: {_rows(LOCATION)} = 1 + slot"),
    # If the viewer decides.
    Block("DECISION", N_DECISIONS, "what is asked of the viewer, one-hot; zero if another seat decides"),
    Block("FACE", CARD_BITS, "card the viewer is looking at, bits of 1 + code"),
    Block("INCOMING", FACT.size, f"what is known of the card to insert: {_rows(FACT)}"),
    Block("INCOMING_CARD", PSYCHE_BITS, "that card if it is a Psyche card seen, bits of 1 + index"),
    Block("CHOSEN_TILE", N_HAND, "tile chosen from the hand, one-hot"),
    Block("CHOSEN_TURN", N_TURNS, "its quarter turns, if tiles may be turned, one-hot"),
    Block("CLAIM_KIND", N_CLAIM_KINDS, "claim begun: ACCUSE, CLEAR, HOLDS, NOT_HOLDS, GREY, NOT_GREY, SEEN, one-hot"),
    _seat("CLAIM_SEAT", "claim begun: about whom"),
    Block("CLAIM_SLOT", SLOT_BITS, "claim begun: about which slot, bits of 1 + slot"),
)
N_OBSERVATION = OBSERVATION.size
FACT_SIZE, LOCATION_SIZE, CLAIM_SIZE, TOLD_SIZE = FACT.size, LOCATION.size, CLAIMED.size, TOLD.size
EVENT_SIZE, HELD_SIZE = HAPPENED.size, HELD.size
Obs = OBSERVATION.enum("Obs")
Fact = FACT.enum("Fact")
Location = LOCATION.enum("Location")
Claimed = CLAIMED.enum("Claimed")
Told = TOLD.enum("Told")
Happened = HAPPENED.enum("Happened")
Held = HELD.enum("Held")


def _fact_rows() -> np.ndarray:
    """What each slot fact looks like."""
    rows = np.zeros((MOST + 1, FACT.size), np.int8)
    rows[P : PE + 1, Fact.PSYCHE] = 1
    for index in range(PE - PA + 1):
        rows[PA + index, Fact.A + index] = 1
    rows[G : SEEN + N_CARDS, Fact.GREY] = 1
    for card in range(N_PSYCHE):
        rows[SEEN + card] = rows[PA + PSYCHE_SET[card]]
    rows[SEEN + FIRST_SEARCH : SEEN + N_CARDS, Fact.DESIGN] = np.arange(1, N_GREY + 1)
    return rows


def _packed_tiles() -> np.ndarray:
    """Tiles as one number each, so that compiled code handles many cells at a time: 1 + edge in four bits each,
    then one bit for searchable. Index with `tile & TILE_MASK`, which turns NONE into a tile without edges."""
    packed = np.full(TILE_MASK + 1, sum(1 << EDGE_BITS * side for side in range(4)), np.int32)
    for tile in range(len(TURNED_TILES)):
        edges = [int(edge) or -1 for edge in TILE_EDGES[tile]]
        packed[tile] = sum(1 + edge << EDGE_BITS * side for side, edge in enumerate(edges))
        packed[tile] |= int(TILE_SEARCHABLE[tile]) << EDGE_BITS * 4
    return packed


def _location_rows() -> tuple[np.ndarray, np.ndarray]:
    """What each location looks like, and the seat in it."""
    rows, seats = np.zeros((MOST + 1, LOCATION.size), np.int8), np.full(MOST + 1, NONE, np.int8)
    rows[GONE, Location.GONE] = 1
    for kind, flag in ((UP, Location.UP), (PILE, Location.PILE), (STALE, Location.STALE), (AT_SLOT, Location.AT_SLOT)):
        for seat in range(MAX_SEATS):
            rows[kind + seat, [Location.SEAT + seat, flag]] = 1
            seats[kind + seat] = seat
    return rows, seats


FACT_ROWS = _fact_rows()
LOCATION_ROWS, LOCATION_SEAT = _location_rows()
PACKED_TILES = _packed_tiles()
BITS = np.array([[number >> bit & 1 for bit in range(8)] for number in range(MOST + 1)], np.int8)
