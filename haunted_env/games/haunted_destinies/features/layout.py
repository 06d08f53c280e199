"""The compact observation, block by block: what a player of any role looks at before deciding.

Rows of one kind (seats, ways, slots, cards, cells ...) have the same entries and stand in the order of the actions that
name them (POINTERS), so that one set of weights can judge all of these. Odds and chances are in per cent. A lead is
what a side has ahead of the dice (`rules/rolls.py`). Left out: the faces of cards seen but not at hand, discards, the
order of events, and all of the board but what lies each way.
"""

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.haunted_destinies.actions import GREY_BORDER, N_DECISIONS, Claim, Origin, Purpose, React
from haunted_env.games.haunted_destinies.amounts import MOST_SYPHONED, N_TURNS, TIERS
from haunted_env.games.haunted_destinies.content.vocabulary import Timing
from haunted_env.games.haunted_destinies.fields import N_SETS
from haunted_env.games.haunted_destinies.observation import MIN_SEATS, N_CONTEXT_ACTIONS
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    MAX_PILE,
    MAX_SEATS,
    N_HAND,
    N_ITEMS,
    N_PERSIST,
    N_PSYCHE,
)

N_WAYS = 4  # north, east, south, west
N_BORDERS = GREY_BORDER + 1

# Rows that repeat.
PERSON = Layout(
    Block("PLAYS", meaning="1, at the table"),
    Block("GHOST", meaning="is a ghost"),
    Block("HEALTH", meaning="health"),
    Block("WOUNDS", meaning="wounds"),
    Block("GLOOM", meaning="own gloom of a ghost"),
    Block("PILE", meaning="cards in the pile"),
    Block("GREY", meaning="least and greatest number of grey cards in the pile, added"),
    Block("ITEMS", meaning="items"),
    Block("UP", meaning="Psyche cards face up"),
    Block("UNKNOWN", meaning="slots of which the viewer knows nothing"),
    Block("PSYCHE", meaning="slots with a Psyche card of unknown border"),
    Block("SUSPECT", meaning="slots with the Opener's border, not seen"),
    Block("SEEN", meaning="slots seen"),
    Block("CHANCE", meaning="chance of being the Opener, counted in unseen cards"),
    Block("FIND", meaning="chance that a look at its pile finds the Opener card"),
    Block("ODDS", meaning="odds of the viewer's attack on it, or haunt if the viewer is a ghost"),
    Block("PROBE", meaning="on the viewer's tile: odds of a probe of it"),
    Block("FEAR", meaning="odds of its attack on the viewer, or of its haunt"),
    Block("STEPS", meaning="1 + steps between it and the viewer, edges ignored; 0 off the board"),
    Block("TOGETHER", meaning="on the viewer's tile"),
    Block("ATTACKED", meaning="attacks by others than the viewer, in the events remembered"),
    Block("RETURNED", meaning="its cards put back unturned by others than the viewer, likewise"),
    Block("ACCUSED", meaning="claims of others that it is the Opener, or holds the card"),
    Block("CLEARED", meaning="claims of others that it is not, or does not"),
    Block("TOLD_ACCUSED", meaning="the same as ACCUSED, told the viewer in private"),
    Block("TOLD_CLEARED", meaning="the same as CLEARED, told the viewer in private"),
    Block("SAID", meaning="claims that it made and the viewer heard, in those remembered"),
    Block("TRUE", meaning="of these, claims that what the viewer knows bears out"),
    Block("FALSE", meaning="of these, claims that it refutes"),
    Block("NOTES", meaning="notes given, in the events remembered: 1 to the viewer, 2 by the viewer, 3 both"),
)
SEAT = Layout(
    *PERSON.blocks,
    Block("COST", meaning="with WAYS: movement points to get there, if they can be paid now"),
    Block("ACTIVE", meaning="its turn"),
    Block("PARTNER", meaning="the other party of the decision, as in PARTNER"),
    Block("CLAIMED", meaning="the claim begun is about it"),
)
WAY = Layout(
    Block("COST", meaning="what the step costs; 0 if it cannot be made at any price"),
    Block("OPEN", meaning="it can be paid for now"),
    Block("SEARCHABLE", meaning="the tile there is searchable"),
    Block("GLOOM", meaning="gloom on it"),
    Block("LIVING", meaning="living players on it"),
    Block("GHOSTS", meaning="ghosts on it"),
    Block("NEAREST", meaning="1 + movement points left on the nearest searchable tile in reach; 0 if there is none"),
    Block("SEARCH", meaning="best odds that a search of a tile in reach gives something"),
    Block("SYPHON", meaning=f"most gloom on a tile in reach, at most {MOST_SYPHONED}"),
    Block("SEEKS", meaning="no searchable tile is in reach any way: the step leads nearer to the nearest"),
    Block("FIGHT", meaning="best ODDS against a living player in reach"),
    Block("HUNT", meaning="best ODDS times CHANCE, likewise"),
    Block("DANGER", meaning="steps nearer to those with better odds than the viewer's, times how much better, tenths"),
    Block("TOWARDS", MAX_SEATS, "per seat: 2 the cheapest way to it begins so, if in reach; 1 the step leads nearer"),
)
SLOT = Layout(
    Block("UNKNOWN", meaning="nothing known"),
    Block("PSYCHE", meaning="a Psyche card"),
    Block("GREY", meaning="a grey card"),
    Block("SEEN", meaning="seen"),
    Block("SUSPECT", meaning="1 unseen with the Opener's border, 2 the Opener card"),
    Block("RETURNED", meaning="put back unturned by another, in the events remembered"),
    Block(
        "SAID",
        meaning="another's last claim about it, in these events and if no card came or went since: 1 grey, "
        "-1 a Psyche card, -2 one with the Opener's border",
    ),
)
FACE = Layout(
    Block("KIND", 3, "Psyche, Search, Haunting, one-hot"),
    Block("OPENER", meaning="the Opener card"),
    Block("TIMING", len(Timing) - 1, "of a Psyche card: passive, turn, on_reveal, one-hot"),
    Block("FIGHTS", meaning="what it adds to attack and defence"),
    Block("DRAWN", meaning="wounds healed (+) or taken (-) by who draws it"),
    Block("OWNER", meaning="likewise by the owner of the pile, when it is looked at, or of the card, when turned up"),
    Block("LOOKER", meaning="likewise by who looks at it"),
    Block("LOOKS", meaning="looks it gives"),
    Block("HAUNTS", meaning="Haunting cards it makes draw"),
    Block("TAKES", meaning="cards and items it takes or swaps"),
    Block("STAYS", meaning="1 a curse, 2 a ghost win condition"),
)
ITEM = Layout(
    Block("OWN", meaning="copies of the viewer"),
    Block("THEIRS", meaning="copies of the PARTNER"),
    Block("TRADED", meaning="1 offered, -1 asked for, by who trades"),
)
PSYCHE_CARD = Layout(
    Block(
        "LIES",
        meaning="face up: 1 at the viewer's, -1 at another's; in TALK_CARD 1 known to be in that pile, -1 not to be",
    ),
    Block("KNOWN", meaning="1 known to be with the viewer, -1 elsewhere; 0: it may be where its set in SETS may be"),
)
SET = Layout(
    Block("FREE", meaning="cards of which nothing is known"),
    Block("MAY", MAX_SEATS, "per seat: 1 they may be there, 2 they have to be"),
)
PERSISTENT = Layout(
    Block("IN_PLAY", meaning="copies in play, attached to nobody or to the viewer"),
    Block("PROGRESS", meaning="of a ghost win condition in play: how much of what it asks for there is, at most 127"),
)
TILE = Layout(
    Block("HELD", meaning="1 in hand, 2 chosen"),
    Block("SEARCHABLE", meaning="searchable"),
    Block("SUM", meaning="sum of its edges"),
    Block("XS", meaning="its X edges"),
)
CELL = Layout(
    Block("SEARCH", meaning="of a searchable tile: odds that the viewer's search gives something"),
    Block(
        "FIT", meaning="of a tile: steps to the nearest other living player; of an empty cell: links of the new tile"
    ),
)

FEATURES = Layout(
    # Where the game stands.
    Block("PLAYERS", MAX_SEATS - MIN_SEATS + 1, "number of players 3..6, one-hot"),
    Block("OPT_EVIL_TWINS", meaning='evil_twins: 1 = "both"'),
    Block("OPT_SEARCH_TIERS", meaning='search_tiers: 1 = "each"'),
    Block("OPT_BIND_WIN", meaning='bind_win: 1 = "living"'),
    Block("OPT_ATTACKER_DOWN", meaning='attacker_down: 1 = "ghost"'),
    Block("OPT_DEATH_PASS", meaning='death_pass: 1 = "opener_only", 2 = "none"'),
    Block("OPT_DRAW_REWARD", meaning="draw_reward"),
    Block("OPT_OPENER_POWER", meaning='opener_power: 1 = "plain"'),
    Block("OPT_HEALTH_MOVES", meaning="health_moves"),
    Block("OPT_REVIVAL", meaning='revival: 1 = "on"'),
    Block("TURN", meaning="completed turns, at most 127"),
    Block("TURNS_LEFT", meaning="turns until dawn, at most 127"),
    Block("IN_SETUP", meaning="tiles and gloom are being placed"),
    Block("LIVING", meaning="living players"),
    Block("RITUAL", meaning="a ritual has succeeded"),
    Block("ROLE", 3, "the viewer: investigator, ghost, Opener as far as it knows, one-hot"),
    Block("BOARD_GLOOM", meaning="gloom on the board, at most 127"),
    Block("SEARCH_LEFT", meaning="cards in the Search deck"),
    Block("HAUNTING_LEFT", meaning="cards in the Haunting deck"),
    # The turn.
    Block("ACTIVE", meaning="the viewer's turn"),
    Block("TURN_ENDING", meaning="the turn is due to end"),
    Block("ACTION_USED", meaning="the action of this turn is used"),
    Block("STEPPED", meaning="the first step of this turn is taken, or a tile removed"),
    Block("MP", meaning="movement points"),
    Block("LIGHT", meaning="light die of the roll in progress, 0 for none"),
    Block("DARK", meaning="dark die of the roll in progress"),
    Block("MOVE_DICE", meaning="sum of the movement dice"),
    # What is asked of the viewer.
    Block("DECISION", N_DECISIONS - 1, "what is asked of the viewer (HD-DEC-2), one-hot"),
    Block("ACTION", N_CONTEXT_ACTIONS, "action in progress, SEARCH to REMOVE_TILE, one-hot"),
    Block("ACTS", meaning="the viewer is who acts"),
    Block("HAS_RESULT", meaning="the roll has a result"),
    Block("RESULT", meaning="that result"),
    Block("PURPOSE", len(Purpose) - 1, "purpose of a pick, one-hot"),
    Block("REACT", len(React) - 1, "cause of a REACT, one-hot"),
    Block("ORIGIN", len(Origin) - 1, "where a card to insert comes from, one-hot"),
    Block("OWN_SLOTS", meaning="SLOTS are those of the own pile"),
    Block("OWNS", meaning="the card obeyed has the viewer as its `self`"),
    Block("OFFERED", 2, "in a trade: a word, the notes are offered"),
    Block("ASKED", 2, "in a trade: a word, the notes are asked for"),
    Block("CLAIM_KIND", len(Claim), "the claim begun, one-hot"),
    Block.of_rows("FACE", 1, FACE, "the card that the decision is about: looked at, inserted, reacted to or obeyed"),
    Block.of_rows("PARTNER", 1, PERSON, "the other party of the decision: fought, looked at, traded with ..."),
    # Whom, where, which: rows in the order of actions.
    Block.of_rows("SEATS", MAX_SEATS, SEAT, "per seat", seats=True),
    Block("HERE", 2 + len(TIERS), "the viewer's tile: searchable, gloom, odds of each tier of a search"),
    Block.of_rows(
        "WAYS", N_WAYS, WAY, "in MAIN, per step north, east, south, west; from SEARCHABLE on only if a step can be made"
    ),
    Block.of_rows("SLOTS", MAX_PILE, SLOT, "per slot of the pile picked from or looked at, else of the own pile"),
    Block.of_rows("ITEMS", N_ITEMS, ITEM, "per item design"),
    Block.of_rows("PSYCHE", N_PSYCHE, PSYCHE_CARD, "per Psyche card"),
    Block.of_rows("PERSIST", N_PERSIST, PERSISTENT, "per design in the persistent zone"),
    Block("BORDERS", N_BORDERS, "in TALK_BORDER, per border of that slot: 1 known, -1 known not to be", rows=N_BORDERS),
    Block.of_rows("HAND", N_HAND, TILE, "in setup, per tile of the own hand"),
    Block.of_rows("CELLS", CELLS, CELL, "in decisions that name a cell, per cell"),
    Block("TURNS", N_TURNS, "in SETUP_TURN, per number of quarter turns: most links of the tile in any cell"),
    Block.of_rows("SETS", N_SETS, SET, "per set of Psyche cards, by counting as in `location_mask`"),
)
POINTERS = (
    ("MOVE_N", "WAYS"),
    ("SEAT", "SEATS"),
    ("TILE", "HAND"),
    ("SLOT", "SLOTS"),
    ("INSERT", "SLOTS"),
    ("PSYCHE", "PSYCHE"),
    ("ITEM", "ITEMS"),
    ("PERSIST", "PERSIST"),
    ("BORDER", "BORDERS"),
    ("CELL", "CELLS"),
)
N_FEATURES = FEATURES.size
At = FEATURES.enum("At")
Seat, Way, Slot, Face, Item, Psyche, Persistent, Tile, Cell, Set = (
    layout.enum(name)
    for name, layout in (
        ("Seat", SEAT),
        ("Way", WAY),
        ("Slot", SLOT),
        ("Face", FACE),
        ("Item", ITEM),
        ("Psyche", PSYCHE_CARD),
        ("Persistent", PERSISTENT),
        ("Tile", TILE),
        ("Cell", CELL),
        ("Set", SET),
    )
)
(
    PERSON_SIZE,
    SEAT_SIZE,
    WAY_SIZE,
    SLOT_SIZE,
    FACE_SIZE,
    ITEM_SIZE,
    PSYCHE_SIZE,
    PERSISTENT_SIZE,
    TILE_SIZE,
    CELL_SIZE,
    SET_SIZE,
) = (layout.size for layout in (PERSON, SEAT, WAY, SLOT, FACE, ITEM, PSYCHE_CARD, PERSISTENT, TILE, CELL, SET))
