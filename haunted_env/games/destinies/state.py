"""The game record, split by who may know it: table (all), ledger[seat] (that seat), work and secret (nobody).

`work` is unfinished business: a stack of frames (`rules/stack.py`). NONE = -1 everywhere. The records have no
padding and scratch is cleared, so that equal games have equal bytes however they were reached.
"""

from pathlib import Path

import numpy as np
from numba import int8

from haunted_env.engine.jit import Compiler
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    MAX_EFFORT,
    MAX_SEATS,
    N_CHAPTERS,
    N_FLAG_WORDS,
    N_ITEMS,
    N_LIMIT_WORDS,
    N_MAIN,
    N_NPCS,
    N_OPTIONS,
    N_PATHS,
    N_POI_WORDS,
    N_POIS,
    N_SKILLS,
    N_SLOTS,
    N_STACKS,
    N_STEPS,
    N_TILES,
    SCENARIO,
    STACK_SIZE,
)

N_LOG = 16  # DS-OBS-8
N_NOTES = 48  # what is remembered for the words of the game
N_FRAMES = 12
N_FORCED = 64  # dice of a position's script

# Tiles (DS-VOC-1).
ABSENT, PLACED, EXPLORED = 0, 1, 2

CHAPTER = np.dtype(  # what has become of one that is over (DS-CAMP-8)
    [
        ("winner", "i1"),
        ("reason", "i1"),  # End
        ("finale", "i1"),  # that was fulfilled
        ("day", "i4"),
        ("worth", "i1", (MAX_SEATS,)),
        ("character", "i1", (MAX_SEATS,)),
        ("destiny", "i1", (MAX_SEATS,)),
    ]
)
LOG = np.dtype([("day", "i2"), ("seat", "i1"), ("code", "i1"), ("a", "i2"), ("b", "i2")])

TABLE = np.dtype(
    [
        # Options (section 17), as indices into their lists of values.
        ("n_seats", "i1"),
        ("mode", "i1"),  # Mode
        ("assign", "i1"),
        ("destiny_deal", "i1"),
        ("auto_single", "i1"),
        ("max_days", "i4"),
        ("step_reward", "f4"),
        ("fixed", "i1", (MAX_SEATS,)),  # characters of `assign = "fixed"`
        ("data_key", "i8"),  # which scenario
        # The campaign (section 13a); all zero without one.
        ("chapter", "i1"),  # from 0
        ("last_chapter", "i1"),  # with which the game ends
        ("facts", "i8"),  # of the world, bits
        ("pfacts", "i8", (MAX_SEATS,)),  # of each player
        ("legacies", "i4", (MAX_SEATS,)),  # received in this chapter, bits
        ("spoken", "i1", (MAX_SEATS,)),  # what the public record of earlier chapters says of virtue
        ("past", CHAPTER, (N_CHAPTERS,)),  # those that are over
        # The course of the game.
        ("day", "i4"),
        ("active", "i1"),  # whose turn it is
        ("decider", "i1"),  # NONE once the game is over
        ("node", "i1"),  # Node (DS-DEC-2)
        ("over", "i1"),
        ("winner", "i1"),
        ("reason", "i1"),  # End
        # The world.
        ("tile", "i1", (N_TILES,)),  # ABSENT, PLACED, EXPLORED
        ("known", "i1", (N_POIS,)),  # present on an explored tile (DS-VOC-2)
        ("poi_tile", "i1", (N_POIS,)),  # where it is, NONE while it is not known (DS-WORLD-1)
        ("look", "i1", (N_POIS,)),  # 0 while it is not known (DS-WORLD-2)
        ("near", "u4", (N_TILES,)),  # tiles that open ways lead to, bits; none while not explored (DS-WORLD-4)
        ("npc", "i1", (N_NPCS,)),  # POI, NONE while that is not known (DS-EVENT-7)
        ("flags", "i4"),  # world flags, bits
        ("fired", "i8"),  # events, bits
        ("ground", "i1", (N_TILES, GROUND_SIZE)),  # items, oldest first; NONE
        ("ground_n", "i1", (N_TILES,)),
        ("ground_fresh", "i2", (N_TILES,)),  # bits: abandoned in this turn (DS-ITEM-15)
        ("stack_seen", "i1", (N_STACKS,)),  # DS-TRADE-1
        ("stack_n", "i1", (N_STACKS,)),  # 0 while unseen
        ("stack", "i1", (N_STACKS, STACK_SIZE)),  # items; NONE
        ("price", "i1", (N_STACKS,)),  # what everything costs more there, or less (DS-WORLD-6)
        ("stack_used", "i4", (N_STACKS,)),  # bits: `exhaust_for` used this turn (DS-ITEM-19)
        # Players.
        ("defeated", "i1", (MAX_SEATS,)),
        ("character", "i1", (MAX_SEATS,)),
        ("place", "i1", (MAX_SEATS,)),  # tile; NONE before the draft and after defeat
        ("coins", "i1", (MAX_SEATS,)),
        ("xp", "i1", (MAX_SEATS,)),
        ("effort", "i1", (MAX_SEATS,)),
        ("track", "i2", (MAX_SEATS, N_SKILLS)),  # bits: space - track_min
        ("item", "i1", (MAX_SEATS, HAND)),
        ("item_n", "i1", (MAX_SEATS,)),
        ("item_used", "i1", (MAX_SEATS,)),  # bits: `exhaust_for` used this turn
        ("pflags", "i8", (MAX_SEATS, N_FLAG_WORDS)),
        ("visited", "i8", (MAX_SEATS, N_POI_WORDS)),  # POIs, bits
        ("limits", "i8", (MAX_SEATS, N_LIMIT_WORDS)),  # options used up for the player, bits of `limited`
        ("heard", "i4", (MAX_SEATS,)),  # hints read aloud to the player, bits (DS-DEST-12)
        ("in_finale", "i1", (MAX_SEATS,)),
        ("finale", "i1", (MAX_SEATS,)),  # from the trigger on (DS-OBS-14)
        ("stage", "i1", (MAX_SEATS,)),  # from 1
        ("resolve", "i1", (MAX_SEATS,)),
        # The turn.
        ("succ_turn", "i1"),  # successes more in every test (DS-ITEM-9)
        ("visit_poi", "i1"),
        ("offered", "i4"),  # slots of the visit or stage, bits; 14 and 15 are the visitor's own business
        ("slot", "i2", (N_SLOTS,)),  # option in an offered slot; NONE
        ("choices", "i1"),  # entries of CHOICE whose `when` holds, bits
        # What is being resolved (DS-OBS-13).
        ("option", "i2"),  # option being resolved
        ("trade", "i1"),  # stack being traded
        ("bought", "i1"),  # bits of the inventory: bought in this trade (DS-TRADE-5)
        ("sold", "i4"),  # bits of the stack: sold in this trade
        ("step_sign", "i1"),  # 1: gain, -1: loss, 0: no step is asked
        ("step_skill", "i1"),  # Skill
        ("step_left", "i2"),
        # The test (DS-OBS-7).
        ("testing", "i1"),  # 0 no test, 1 before and 2 after the roll
        ("main", "i1", (N_MAIN,)),  # faces; 0 if not rolled
        ("effort_die", "i1", (MAX_EFFORT,)),  # face, SUCCESS = 0; NONE if not rolled
        ("fixed_total", "i1"),  # `fix_total`; NONE
        ("bonus", "i2"),  # successes from items, this test only
        ("total", "i2"),
        ("successes", "i2"),
        ("test_items", "i1", (HAND,)),  # items used in this test; NONE
        # Memory.
        ("n_log", "i4"),  # ever; the last N_LOG are kept, newest at (n_log - 1) % N_LOG
        ("log", LOG, (N_LOG,)),
        ("n_notes", "i4"),  # likewise, for words only: no observation depends on them
        ("notes", LOG, (N_NOTES,)),
    ]
)

LEDGER = np.dtype(
    [
        ("seat", "i1"),
        ("destiny", "i1"),
        ("done", "i1", (N_PATHS,)),  # steps, bits
        ("revealed", "i1", (N_PATHS,)),
        ("n_steps", "i1", (N_PATHS,)),
        ("where", "i1", (N_PATHS, N_STEPS)),  # POI of a step done or revealed; NONE
        ("complete", "i1", (N_PATHS,)),
        ("finale_poi", "i1", (N_PATHS,)),
        ("offered", "i1"),  # finale options offered now, bits (DS-OBS-6)
        ("peeked", "i1", (N_OPTIONS,)),  # pass values learnt (DS-ITEM-9); 0
    ]
)

FRAME = np.dtype([("task", "i1"), ("seat", "i1"), ("a", "i2"), ("b", "i2"), ("c", "i2")])
WORK = np.dtype([("depth", "i1"), ("stack", FRAME, (N_FRAMES,))])

SECRET = np.dtype(
    [
        ("seed", "i8"),
        ("rng", "u4", (4,)),
        ("virtue", "i1", (MAX_SEATS,)),
        ("active", "i1", (N_POIS,)),  # present, known or not
        ("poi_tile", "i1", (N_POIS,)),
        ("look", "i1", (N_POIS,)),
        ("ways", "i4"),  # that are open, bits
        ("npc", "i1", (N_NPCS,)),  # POI; NONE for who is away
        ("stack_n", "i1", (N_STACKS,)),  # of stacks still unseen
        ("stack", "i1", (N_STACKS, STACK_SIZE)),
        ("box", "i1", (N_ITEMS,)),
        ("vflags", "i8"),
        ("leaving", "i1"),  # `end_visit` (DS-VISIT-6)
        ("chosen", "i4"),  # slots chosen in this visit, bits
        ("blocked", "i4"),  # slots blocked by their group, bits
        ("slot", "i2", (N_SLOTS,)),  # option in a slot, offered or not (DS-VISIT-3)
        ("paid", "i1", (MAX_SEATS,)),  # steps first done in the last action (DS-CONF-3)
        ("fell", "i1", (MAX_SEATS,)),  # defeated in the last action (DS-END-4)
        ("due", "i1", (MAX_SEATS,)),  # for a chapter that ended in the last action (DS-CAMP-9)
        ("forced", "i1", (N_FORCED,)),  # dice to come (DS-ENV-4), used up in order
        ("n_forced", "i1"),
    ]
)

GAME = np.dtype([("table", TABLE), ("ledger", LEDGER, (MAX_SEATS,)), ("work", WORK), ("secret", SECRET)])

RECORDS = {
    "game": GAME,
    "table": TABLE,
    "ledger": LEDGER,
    "frame": FRAME,
    "row": LOG,
    "past": CHAPTER,
    "scenario": SCENARIO,
}
compiler = Compiler(
    "destinies",
    Path(__file__).parent,
    RECORDS,
    data=SCENARIO,
    parts={
        "engine": ("unseen",),
        "heuristic": ("heuristic", "odds.py"),
        "belief": ("unseen", "belief.py", "resample.py"),
        "search": ("heuristic", "odds.py", "unseen", "resample.py"),
        "features": ("features", "odds.py"),
    },
    uncompiled=("__init__.py", "words", "position", "scenario", "scenarios", "generator", "campaign", "campaigns"),
)
compiler.types["items"] = int8[::1]  # a row of them: a hand, a stack, what lies on a tile
rule = compiler.rule


@rule
def world_of(table, data):
    """Where in `data` the scenario of this game stands: by its key (`play/stack.py`)."""
    last = data.shape[0] - 1
    i = table.data_key & last
    for _ in range(last):
        if data[i].key == table.data_key:
            break
        i = (i + 1) & last
    return i
