"""A scenario as one record of fixed size (DS-COMP-11, DS-DATA): what the compiled rules read.

`scenario/arrays.py` fills it from a scenario file; rules get it as the argument `scenario`, so that another file
needs no new compile. Ids of the file are slots (tiles, POIs, NPCs, characters) or places in the file, from 0; items
are `no` - 1. A list in the file is a *span*: `x_first` and `x_n` in one of the long arrays at the end (`condition`,
`effect`, `choice`, `tier`, `accept`, `hosted`). NONE = -1.

    scenario.tile[t]      near (bits of tiles: ways that nothing opens or closes), span of effects on exploring
    scenario.way[w]       a, b (the tiles it joins), open at the start
    scenario.poi[p]       tile and active at the start, span of hosted options
    scenario.npc[n]       POI at the start, lore (bits), spans of hosted options and of what they say
    scenario.item[i]      value, categories (bits), copies, always and discard ability: kind, skill, n; always_what
    scenario.stack[k]     n, item[16]
    scenario.option[o]    host kind and host, kind, skill, described, limit, limited (its number among the options with
                          a limit), cost, group, stack, pass_value; spans: when, effects (or `wrong`), choice, tier,
                          accept
    scenario.character[c] track[3] (bits: space - track_min), destiny
    scenario.destiny[d]   aloud (bits of its hints), path[2]: finale, n_steps, enough, step[4]: need[2] (bits of player
                          flags), least of them, after (bits of steps), poi (`where`), lore (bit), aloud (hint or NONE)
    scenario.finale[f]    poi, resolve, n_stages, stage[4]: spans of skip_if and of hosted options
    scenario.event[e]     modes (bits), spans when and effects
    scenario.hosted[h]    options ordered by host, then by their place in the file
    scenario.say[s]       what NPCs say, likewise: span of conditions on the visitor
    scenario.link         its place in a campaign (section 13a): first, next (keys of chapters; 0: none), chapter and
                          n_chapters, limit; facts by number: fact[f] and pfact[f] (the flag that stands for each here),
                          taken, ptaken (bits: those it takes from before); won[f] (fact by finale), nobody, winner;
                          heir[c] (by the character of the chapter before); virtue (halves kept); legacy[l]
"""

from enum import IntEnum

import numpy as np

NONE = -1

# DS-COMP-11.
MAX_SEATS = 3
N_TILES = 32
N_POIS = 40
N_NPCS = 8
N_ITEMS = 64
N_STACKS = 8
STACK_SIZE = 16
GROUND_SIZE = 8
N_SLOTS = 16  # option slots of a visit
N_HOSTED = 14  # of them for options of the file; then the finale options of path A and B (DS-VISIT-3)
N_CHOICES = 4  # entries of one interaction
N_CHARACTERS = 8
N_PATHS = 2
N_STEPS = 4
N_STAGES = 4
N_PLAYER_FLAGS = 64
N_WORLD_FLAGS = 16
N_OPTIONS = 256
N_EVENTS = 32
N_WAYS = 16
N_LOOKS = 4  # of a POI, the one it starts with included
N_HINTS = 16
N_PAST = 32  # facts of each kind that a campaign carries (DS-CAMP-2)
N_CHAPTERS = 8  # of a campaign
N_LEGACIES = 16  # of a chapter
HAND = 6  # inventory slots, the sixth during OVERFLOW (DS-ITEM-2)
N_SKILLS = 3
TRACK_SPACES = 11

# What DS-COMP-11 leaves open.
N_VISIT_FLAGS = 32
N_LIMITED = 96  # options with `limit` player or world
N_FINALES = N_CHARACTERS * N_PATHS
N_BITS = 62  # categories of items, tags of lore
CONDITIONS = 2048
EFFECTS = 4096
CHOICES = 256
TIERS = 1280
ACCEPTS = 512
SAYS = 64

FLAG_BITS = 32  # of the whole numbers that flags are kept in
N_FLAG_WORDS = N_PLAYER_FLAGS // FLAG_BITS
N_LIMIT_WORDS = N_LIMITED // FLAG_BITS
N_POI_WORDS = 2

MAX_COINS = 30  # DS-COMP-9
MAX_XP = 20
MAX_EFFORT = 3  # DS-COMP-7
N_MAIN = 2
N_FACES = 6
SUCCESS = 0  # effort face S
N_TOTALS = 32  # of rolls in the table of odds: from 0; the last one is out of reach


class Skill(IntEnum):
    """DS-COMP-2; ANY where an effect or ability leaves it open."""

    INT = 0
    DEX = 1
    POW = 2
    ANY = 3


class Cond(IntEnum):
    """DS-DATA-10; a, b: what it speaks of. Comparisons are `>= a`, the others by negation."""

    FLAG = 0
    PFLAG = 1
    VFLAG = 2
    ITEM = 3
    CAT = 4
    CHAR = 5
    NPC = 6  # a at POI b
    VIRTUE = 7
    COINS = 8
    XP = 9
    DAY = 10
    ANY_FINALE = 11
    ANYONE = 12  # some player has player flag a
    OTHER = 13  # some other player has it
    POI = 14  # is present
    WAY = 15  # is open


class Verb(IntEnum):
    """DS-DATA-11."""

    XP = 0
    COINS = 1
    SKILL = 2  # a: skill, b: steps
    MARKER = 3
    REFRESH = 4
    EXHAUST = 5
    ITEM = 6
    VIRTUE = 7
    FLAG = 8
    PFLAG = 9
    VFLAG = 10
    NPC = 11  # a: NPC, b: POI
    POI_ON = 12
    POI_OFF = 13
    STOCK = 14  # a: stack, b: item
    HINT = 15  # a: path (2: any), b: steps
    END_VISIT = 16
    ADVANCE = 17
    RESOLVE = 18
    NPC_OFF = 19
    POI_AT = 20  # a: POI, b: tile
    POI_LOOK = 21  # a: POI, b: which look
    WAY_ON = 22
    WAY_OFF = 23
    UNSTOCK = 24  # a: stack, b: item
    RESTOCK = 25
    PRICE = 26  # a: stack, b: change


class Who(IntEnum):
    """DS-DATA-12."""

    SELF = 0
    ALL = 1
    REST = 2


class Kind(IntEnum):
    """Of an option."""

    INTERACTION = 0
    TEST = 1
    SCAN_ITEM = 2
    SCAN_DESTINY = 3
    TRADE = 4


class Described(IntEnum):
    """DS-DATA-5."""

    SLIGHT = 0
    STIFF = 1
    GRIM = 2


PASS_RANGES = {"slight": (1, 2), "stiff": (2, 4), "grim": (4, 6)}  # successes that a test may need, by its word


class Limit(IntEnum):
    VISIT = 0
    PLAYER = 1
    WORLD = 2


class Host(IntEnum):
    POI = 0
    NPC = 1
    STAGE = 2


class Mode(IntEnum):
    """DS-SOLO-2."""

    MULTI = 0
    EXPLORER = 1
    CHALLENGER = 2


class Ability(IntEnum):
    """DS-ITEM-9."""

    NONE = 0
    TOTAL = 1
    RANGE = 2
    EXPLORE_COIN = 3
    STAY_GAIN = 4
    EXHAUST_FOR = 5
    SUCC = 6
    SUCC_IF_ZERO = 7
    SUCC_TURN = 8
    REROLL = 9
    FIX_TOTAL = 10
    ALL_EFFORT = 11
    PEEK = 12
    GAIN = 13
    GAIN_PER_ITEM = 14
    REFRESH = 15
    COINS = 16
    HINT = 17
    TRAVEL = 18
    COST_SKILL = 19
    AT_DAWN = 20
    REROLL_FOR = 21
    ON_FAIL = 22


class What(IntEnum):
    """What an "always" ability gives (DS-ITEM-9)."""

    COINS = 0
    XP = 1
    REFRESH = 2


class Keep(IntEnum):
    """Of virtue, from one chapter to the next, in halves (DS-CAMP-6)."""

    NONE = 0
    HALF = 1
    WHOLE = 2


def _span(name: str) -> list[tuple[str, str]]:
    return [(f"{name}_first", "i2"), (f"{name}_n", "i2")]


CONDITION = np.dtype([("kind", "i1"), ("negated", "i1"), ("a", "i2"), ("b", "i2")])
EFFECT = np.dtype([("who", "i1"), ("verb", "i1"), ("a", "i2"), ("b", "i2")])
CHOICE = np.dtype([*_span("when"), *_span("effect")])
TIER = np.dtype([("min", "i1"), ("passes", "i1"), *_span("effect")])
ACCEPT = np.dtype([("is_cat", "i1"), ("negated", "i1"), ("a", "i2"), ("consume", "i1"), *_span("effect")])
TILE = np.dtype([("near", "i8"), *_span("effect")])
WAY = np.dtype([("a", "i1"), ("b", "i1"), ("open", "i1")])
SAY = np.dtype(_span("when"))
POI = np.dtype([("tile", "i1"), ("active", "i1"), *_span("hosted")])
NPC = np.dtype([("at", "i1"), ("lore", "i8"), *_span("hosted"), *_span("say")])
ITEM = np.dtype(
    [
        ("value", "i2"),
        ("cats", "i8"),
        ("copies", "i1"),
        ("always", "i1"),
        ("always_skill", "i1"),
        ("always_n", "i1"),
        ("always_what", "i1"),
        ("discard", "i1"),
        ("discard_skill", "i1"),
        ("discard_n", "i1"),
    ]
)
STACK = np.dtype([("n", "i1"), ("item", "i1", (STACK_SIZE,))])
OPTION = np.dtype(
    [
        ("host_kind", "i1"),
        ("host", "i1"),
        ("kind", "i1"),
        ("skill", "i1"),
        ("described", "i1"),
        ("limit", "i1"),
        ("limited", "i1"),
        ("cost", "i1"),
        ("group", "i2"),
        ("stack", "i1"),
        ("pass_value", "i1"),
        *_span("when"),
        *_span("effect"),
        *_span("choice"),
        *_span("tier"),
        *_span("accept"),
    ]
)
CHARACTER = np.dtype([("track", "i2", (N_SKILLS,)), ("destiny", "i1")])
STEP = np.dtype(
    [
        ("need", "i8", (N_FLAG_WORDS,)),
        ("least", "i1"),
        ("after", "i1"),
        ("poi", "i1"),
        ("lore", "i8"),
        ("aloud", "i1"),
    ]
)
PATH = np.dtype([("finale", "i1"), ("n_steps", "i1"), ("enough", "i1"), ("step", STEP, (N_STEPS,))])
DESTINY = np.dtype([("aloud", "i4"), ("path", PATH, (N_PATHS,))])
STAGE = np.dtype([*_span("skip"), *_span("hosted")])
FINALE = np.dtype([("poi", "i1"), ("resolve", "i1"), ("n_stages", "i1"), ("stage", STAGE, (N_STAGES,))])
EVENT = np.dtype([("modes", "i1"), *_span("when"), *_span("effect")])
LEGACY = np.dtype(  # facts of the world and of the player that have to hold, or not to, as bits
    [
        *((name, "i8") for name in ("with_facts", "without", "with_pfacts", "without_own")),
        ("points", "i1"),
        *_span("effect"),
    ]
)
LINK = np.dtype(
    [
        ("first", "i8"),
        ("next", "i8"),
        ("chapter", "i1"),
        ("n_chapters", "i1"),
        ("limit", "i1"),
        ("virtue", "i1"),  # Keep
        ("fact", "i1", (N_PAST,)),
        ("pfact", "i1", (N_PAST,)),
        ("taken", "i8"),
        ("ptaken", "i8"),
        ("won", "i1", (N_FINALES,)),
        ("nobody", "i1"),
        ("winner", "i1"),
        ("heir", "i1", (N_CHARACTERS,)),
        ("n_legacies", "i1"),
        ("legacy", LEGACY, (N_LEGACIES,)),
    ]
)

SCENARIO = np.dtype(
    [
        ("key", "i8"),  # which scenario this is: from the hash of its file
        ("n_tiles", "i1"),
        ("n_pois", "i1"),
        ("n_npcs", "i1"),
        ("n_items", "i1"),
        ("n_stacks", "i1"),
        ("n_options", "i2"),
        ("n_characters", "i1"),
        ("n_destinies", "i1"),
        ("n_finales", "i1"),
        ("n_events", "i1"),
        ("n_ways", "i1"),
        ("start_tile", "i1"),
        ("virtue_min", "i1"),
        ("virtue_max", "i1"),
        ("challenger_days", "i2"),
        ("start_coins", "i1"),
        ("start_effort", "i1"),
        ("main_faces", "i1", (N_FACES,)),
        ("effort_faces", "i1", (N_FACES,)),  # SUCCESS or a number
        ("track_min", "i1"),
        ("n_spaces", "i1"),  # of a track
        ("max_markers", "i1"),
        ("hand_limit", "i1"),
        ("base_range", "i1"),
        ("flags", "i4"),  # that are set from the start (DS-DATA-22), bits
        ("pflags", "i8", (N_FLAG_WORDS,)),
        ("link", LINK),
        ("tile", TILE, (N_TILES,)),
        ("way", WAY, (N_WAYS,)),
        ("poi", POI, (N_POIS,)),
        ("npc", NPC, (N_NPCS,)),
        ("item", ITEM, (N_ITEMS,)),
        ("stack", STACK, (N_STACKS,)),
        ("character", CHARACTER, (N_CHARACTERS,)),
        ("destiny", DESTINY, (N_CHARACTERS,)),
        ("finale", FINALE, (N_FINALES,)),
        ("event", EVENT, (N_EVENTS,)),
        ("option", OPTION, (N_OPTIONS,)),
        ("hosted", "i2", (N_OPTIONS,)),
        ("condition", CONDITION, (CONDITIONS,)),
        ("effect", EFFECT, (EFFECTS,)),
        ("choice", CHOICE, (CHOICES,)),
        ("tier", TIER, (TIERS,)),
        ("accept", ACCEPT, (ACCEPTS,)),
        ("say", SAY, (SAYS,)),
        # For players, not for the rules (`scenario/guide.py`).
        ("tail", "f8", (MAX_EFFORT + 1, MAX_EFFORT + 1, N_TOTALS)),  # odds by effort dice, S among them, total
        ("before", "i8", (N_PLAYER_FLAGS, N_FLAG_WORDS)),  # player flags to have before each, bits
        ("granted_at", "i8", (N_PLAYER_FLAGS,)),  # POIs where safe options grant it, bits
        ("steps", "i1", (N_TILES, N_TILES)),  # from tile to tile, over ways that are open at the start
    ]
)
