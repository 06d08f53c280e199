"""The compact observation, block by block: what a player of any scenario looks at before deciding.

Places are told by what the viewer has to do there and how far they are, items by what they are good for, tests by
their odds. Rows of one kind (seats, markers, effort dice, options, tiles, POIs, items) have the same entries, so that
one set of weights can judge all actions that name one; options and own items also have their number, for what can only
be learnt about a scenario by playing it. Of the scenario only what is printed on the table is read. Chances are in per
cent. Left out: flags, events, what others carry, stacks other than the one being traded, and the log.
"""

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.destinies.actions import MARKERS, N_NODES
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    MAX_EFFORT,
    MAX_SEATS,
    N_CHAPTERS,
    N_CHARACTERS,
    N_PATHS,
    N_POIS,
    N_SKILLS,
    N_SLOTS,
    N_STEPS,
    N_TILES,
    STACK_SIZE,
    Kind,
    Skill,
)
from haunted_env.games.destinies.observation import OPTION_BITS

OPTION_NUMBER_BITS = 8  # of an option's number, from 0
ITEM_NUMBER_BITS = 6
MOST_WANTED = 4  # successes that odds are told for

# Rows that repeat.
SEAT = Layout(
    Block("PLAYS", meaning="in the game"),
    Block("DECIDES", meaning="decides"),
    Block("ACTIVE", meaning="has the turn"),
    Block("COINS", meaning="coins"),
    Block("XP", meaning="experience"),
    Block("EFFORT", meaning="effort dice in the supply"),
    Block("ITEMS", meaning="items carried"),
    Block("AWAY", meaning="tiles from the viewer"),
    Block("STAGE", meaning="stage of its finale, 0 if in none"),
    Block("RESOLVE", meaning="resolve"),
)
STEP = Layout(
    Block("OPEN", meaning="exists and is not done"),
    Block("KNOWN", meaning="open, and where to do it is known"),
)
SLOT = Layout(
    Block("NUMBER", OPTION_NUMBER_BITS, "number of the option, bits"),
    Block("KIND", len(Kind), "kind, one-hot"),
    Block("DESCRIBED", meaning="1 slight, 2 stiff, 3 grim"),
    Block("COST", meaning="cost"),
    Block("LEGAL", meaning="legal for the active player"),
    Block("ODDS", meaning="the viewer's chance to pass with all its effort dice: as peeked, or as it is described"),
)
TILE = Layout(
    Block("STATE", meaning="0 absent, 1 placed, 2 explored"),
    Block("IN_REACH", meaning="the viewer could go there in one turn"),
    Block("OFFERS", meaning="known POIs it has not visited, people, and items on the ground"),
    Block("TO_PATH", N_PATHS, "per path: 1 + tiles from there to the nearest known step or finale, 0 if none is known"),
)
POI = Layout(
    Block("HERE", meaning="on the viewer's tile: 1 visited before, 2 new"),
    Block("PEOPLE", meaning="people known to be there"),
    Block("AIMS", meaning="open steps known to be done there, finales that may begin there"),
)
ITEM = Layout(
    Block("VALUE", meaning="value"),
    Block("LASTS", meaning="good for something while it is carried"),
    Block("TESTS", meaning="helps once in a test"),
    Block("GAINS", meaning="brings skill steps, dice, coins, hints or travel once"),
)
OWN_ITEM = Layout(*ITEM.blocks, Block("NUMBER", ITEM_NUMBER_BITS, "number of the item, bits"))


FEATURES = Layout(
    Block("PLAYERS", MAX_SEATS, "number of players 1..3, one-hot"),
    Block("CHAPTER", N_CHAPTERS, "chapter of the campaign, one-hot; none without a campaign"),
    Block("DAY", meaning="day, at most 127"),
    Block("DAYS_LEFT", meaning="days until the game ends, this one included, at most 127"),
    Block("NODE", N_NODES, "decision node (DS-DEC-2), one-hot; none once the game is over"),
    Block("OPTION", OPTION_BITS, "option being resolved, bits; 0 for none"),
    Block("STEP_GAIN", meaning="1: gain steps are asked, -1: loss steps"),
    Block("STEP_SKILL", len(Skill), "of the steps: int, dex, pow, any, one-hot"),
    Block("STEP_LEFT", meaning="steps left of the current effect"),
    Block("SUCC_TURN", meaning="success bonus of every test this turn"),
    Block.of_rows("SEATS", MAX_SEATS, SEAT, "per seat", seats=True),
    # Oneself.
    Block("CHARACTER", N_CHARACTERS, "own character, one-hot"),
    Block("DESTINY", N_CHARACTERS, "own destiny, one-hot"),
    Block.of_rows("STEPS", N_PATHS * N_STEPS, STEP, "per path and step"),
    Block("COMPLETE", N_PATHS, "per path: complete"),
    Block(
        "MARKERS",
        N_SKILLS * MARKERS,
        "per skill: the spaces of the own markers, lowest first; 0 for none",
        rows=N_SKILLS * MARKERS,
    ),
    Block("ADDED", N_SKILLS, "per skill: what own items add to totals"),
    Block.of_rows("HAND", HAND, OWN_ITEM, "per inventory slot"),
    # The test at hand (DS-OBS-7).
    Block("TESTING", 2, "before, after the roll of a test, one-hot"),
    Block("TEST_SKILL", N_SKILLS, "skill tested, one-hot"),
    Block("TEST_DESCRIBED", meaning="described: 1 slight, 2 stiff, 3 grim"),
    Block("TEST_PEEKED", meaning="pass value if peeked"),
    Block("TOTAL", meaning="roll total"),
    Block("SUCCESSES", meaning="current successes"),
    Block(
        "ODDS",
        (MAX_EFFORT + 1) * MOST_WANTED,
        f"own test before the roll, per number of effort dice 0..{MAX_EFFORT}: chance of at least 1..{MOST_WANTED}",
        rows=MAX_EFFORT + 1,
    ),
    # What may be chosen.
    Block.of_rows("SLOTS", N_SLOTS, SLOT, "per option slot, zero unless offered; of a finale LEGAL alone"),
    Block.of_rows("STACK", STACK_SIZE, ITEM, "per position of the stack being traded"),
    Block.of_rows("GROUND", GROUND_SIZE, ITEM, "per item on the ground here"),
    Block.of_rows("TILES", N_TILES, TILE, "per tile"),
    Block.of_rows("POIS", N_POIS, POI, "per POI"),
)
POINTERS = (
    ("STEP", "MARKERS"),
    ("TILE", "TILES"),
    ("POI", "POIS"),
    ("OPTION", "SLOTS"),
    ("ITEM", "HAND"),
    ("USE", "HAND"),
    ("BUY", "STACK"),
    ("PICK", "GROUND"),
    ("EFFORT", "ODDS"),
)
N_FEATURES = FEATURES.size
At = FEATURES.enum("At")
Seat, Slot, Tile, Poi, Item = (
    layout.enum(name)
    for name, layout in (("Seat", SEAT), ("Slot", SLOT), ("Tile", TILE), ("Poi", POI), ("Item", OWN_ITEM))
)
SEAT_SIZE, STEP_SIZE, SLOT_SIZE, TILE_SIZE, POI_SIZE, ITEM_SIZE, OWN_ITEM_SIZE = (
    layout.size for layout in (SEAT, STEP, SLOT, TILE, POI, ITEM, OWN_ITEM)
)
