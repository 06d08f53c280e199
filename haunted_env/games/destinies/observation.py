"""What one seat observes, block by block (DS-OBS-2 to DS-OBS-15), as int8.

Seats are counted clockwise from the viewer (0 = oneself), absent seats are zero. Small categories are one-hot, large
ones (items, options, POIs) are numbers in bits, 0 for none and then from 1; NUMBER means the same as one small number.
"""

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.destinies.actions import N_LOGGED, N_NODES
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    MAX_EFFORT,
    MAX_SEATS,
    N_CHAPTERS,
    N_CHARACTERS,
    N_EVENTS,
    N_FINALES,
    N_HINTS,
    N_LEGACIES,
    N_LIMITED,
    N_MAIN,
    N_NPCS,
    N_PAST,
    N_PATHS,
    N_PLAYER_FLAGS,
    N_POIS,
    N_SKILLS,
    N_SLOTS,
    N_STACKS,
    N_STAGES,
    N_STEPS,
    N_TILES,
    N_WAYS,
    N_WORLD_FLAGS,
    STACK_SIZE,
    TRACK_SPACES,
    Described,
    Kind,
    Mode,
    Skill,
)
from haunted_env.games.destinies.state import N_LOG

ITEM_BITS = 7
OPTION_BITS = 9
POI_BITS = 6
N_PLACES = N_PATHS * N_STEPS

# One slot of the visit block: offsets of its parts.
SLOT_KIND = OPTION_BITS
SLOT_SKILL = SLOT_KIND + len(Kind)
SLOT_DESCRIBED = SLOT_SKILL + N_SKILLS
SLOT_COST = SLOT_DESCRIBED + len(Described)
SLOT_LEGAL = SLOT_COST + 1
SLOT_PEEKED = SLOT_LEGAL + 1
SLOT = SLOT_PEEKED + 1

# One row of the log.
LOG_SEAT = 1
LOG_CODE = LOG_SEAT + MAX_SEATS
LOG_A = LOG_CODE + N_LOGGED
LOG_B = LOG_A + 2
LOG = LOG_B + 1


def _seat(name: str, meaning: str) -> Block:
    return Block(name, MAX_SEATS, f"{meaning}, one-hot", seats=True)


def _per_seat(name: str, meaning: str, size: int = 1) -> Block:
    return Block(name, MAX_SEATS * size, f"per seat: {meaning}", seats=True)


OBSERVATION = Layout(
    # Options (section 17).
    Block("PLAYERS", MAX_SEATS, "number of players 1..3, one-hot"),
    Block("MODE", len(Mode), "multi, explorer, challenger, one-hot"),
    Block("OPT_DRAFT", meaning='assign = "draft"'),
    Block("OPT_SHUFFLED", meaning='destiny_deal = "shuffled"'),
    Block("OPT_AUTO_SINGLE", meaning="auto_single"),
    Block("LAST_DAY", 2, "max_days, or the last day of Challenger: remainder and quotient by 128"),
    # The campaign (DS-OBS-19); zero without one.
    Block("CHAPTER", N_CHAPTERS, "chapter being played, one-hot"),
    Block("CHAPTERS", meaning="chapters of the campaign"),
    Block("FACTS", N_PAST, "per world fact carried from earlier chapters: holds"),
    _per_seat("PFACTS", "per player fact: holds", N_PAST),
    _per_seat("LEGACIES", "per legacy of this chapter: received", N_LEGACIES),
    _per_seat("SCORE", "what the chapters so far have brought"),
    # The course of the game, and what is asked (DS-OBS-3, DS-OBS-13).
    Block("OWN_SEAT", MAX_SEATS, "the viewer's seat at the table (absolute), one-hot"),
    Block("DAY", 2, "day: remainder and quotient by 128"),
    _seat("ACTIVE", "whose turn it is"),
    _seat("DECIDER", "who decides"),
    Block("NODE", N_NODES, "decision node (DS-DEC-2), one-hot; none once the game is over"),
    Block("OPTION", OPTION_BITS, "option being resolved, bits"),
    Block("TRADE", N_STACKS, "stack being traded, one-hot"),
    Block("STEP_GAIN", meaning="1: gain steps are asked, -1: loss steps"),
    Block("STEP_SKILL", len(Skill), "of the steps: int, dex, pow, any, one-hot"),
    Block("STEP_LEFT", meaning="steps left of the current effect"),
    Block("SUCC_TURN", meaning="success bonus of every test this turn"),
    # The world (DS-OBS-3, DS-OBS-14).
    Block("PLACED", N_TILES, "per tile: placed"),
    Block("EXPLORED", N_TILES, "per tile: explored"),
    Block("GROUND", N_TILES * GROUND_SIZE, f"per tile, {GROUND_SIZE} places, oldest first: item on the ground, NUMBER"),
    Block("GROUND_HERE", GROUND_SIZE * ITEM_BITS, "on the viewer's tile, place by place: item on the ground, bits"),
    Block("KNOWN", N_POIS, "per POI: known"),
    Block("VISITED", N_POIS, "per POI: visited by the viewer"),
    Block("POI_TILE", N_POIS, "per POI: tile, NUMBER; 0 if unknown"),
    Block("LOOK", N_POIS, "per POI: which of its looks it has"),
    Block("WAY", N_WAYS, "per way that may open or close: 1 open, -1 closed, 0 unknown"),
    Block("NPC", N_NPCS * POI_BITS, "per NPC: POI, bits; 0 if unknown"),
    Block("FLAGS", N_WORLD_FLAGS, "per world flag: set"),
    Block("FIRED", N_EVENTS, "per event: fired"),
    Block("STACK_SEEN", N_STACKS, "per stack: visible"),
    Block("STACK", N_STACKS * STACK_SIZE, f"per stack, {STACK_SIZE} positions: item, NUMBER"),
    Block("PRICE", N_STACKS, "per stack: what everything costs more there, negative: less"),
    Block("STACK_HERE", STACK_SIZE * ITEM_BITS, "position by position of the stack being traded: item, bits"),
    # Players (DS-OBS-4, DS-OBS-14).
    _per_seat("IN_GAME", "in the game"),
    _per_seat("DEFEATED", "defeated"),
    _per_seat("CHARACTER", "character, one-hot", N_CHARACTERS),
    _per_seat("PLACE", "tile, one-hot", N_TILES),
    _per_seat("COINS", "coins"),
    _per_seat("XP", "experience"),
    _per_seat("EFFORT", "effort dice in the supply"),
    _per_seat("TRACK", f"per skill and space ({TRACK_SPACES} from track_min): marker", N_SKILLS * TRACK_SPACES),
    _per_seat("INVENTORY", f"{HAND} slots: item, bits", HAND * ITEM_BITS),
    _per_seat("PFLAGS", "per player flag: set", N_PLAYER_FLAGS),
    _per_seat("HEARD", "per hint: read aloud to this player", N_HINTS),
    _per_seat("LIMITS", "per option with a limit (in file order): used up for this player", N_LIMITED),
    _per_seat("FINALE", "finale triggered, one-hot", N_FINALES),
    _per_seat("IN_FINALE", "in a finale"),
    _per_seat("STAGE", "stage of the finale, one-hot", N_STAGES),
    _per_seat("RESOLVE", "resolve"),
    # Private (DS-OBS-5).
    Block("DESTINY", N_CHARACTERS, "own destiny, one-hot"),
    Block("STEP_EXISTS", N_PLACES, "per path and step: exists"),
    Block("STEP_DONE", N_PLACES, "per path and step: done"),
    Block("STEP_REVEALED", N_PLACES, "per path and step: revealed"),
    Block("STEP_WHERE", N_PLACES * POI_BITS, "per path and step, if done or revealed: POI, bits"),
    Block("ENOUGH", N_PATHS, "per path: how many of its steps complete it"),
    Block("COMPLETE", N_PATHS, "per path: complete"),
    Block("FINALE_POI", N_PATHS * POI_BITS, "per path: POI of its finale, bits"),
    # Visit block (DS-OBS-6, DS-OBS-10).
    Block("VISIT_POI", POI_BITS, "POI being visited, bits"),
    Block(
        "SLOT",
        N_SLOTS * SLOT,
        f"{N_SLOTS} option slots of {SLOT} entries, zero unless offered: option (bits; all set for a finale), kind, "
        "skill, described (one-hot), cost, legal, pass value if peeked",
    ),
    # Test block (DS-OBS-7).
    Block("TESTING", 2, "before, after the roll of a test, one-hot"),
    Block("TEST_SKILL", N_SKILLS, "skill tested, one-hot"),
    Block("TEST_DESCRIBED", len(Described), "described as slight, stiff, grim, one-hot"),
    Block("TEST_PEEKED", meaning="pass value if peeked"),
    Block("MAIN", N_MAIN, "main dice"),
    Block("EFFORT_DIE", MAX_EFFORT * 2, "per effort die rolled: number, S"),
    Block("TOTAL", meaning="roll total"),
    Block("SUCCESSES", meaning="current successes"),
    Block("TEST_ITEMS", HAND, "items used in this test, NUMBER"),
    # Log (DS-OBS-8).
    Block(
        "LOG", N_LOG * LOG, f"last {N_LOG} happenings, newest first, {LOG} entries: days ago, seat, code, a (wide), b"
    ),
)
N_OBSERVATION = OBSERVATION.size
Obs = OBSERVATION.enum("Obs")
