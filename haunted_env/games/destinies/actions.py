"""The action space, the decision nodes and the public log (DS-DEC-1, DS-DEC-2, DS-OBS-15)."""

from enum import IntEnum

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    MAX_EFFORT,
    N_CHARACTERS,
    N_CHOICES,
    N_PATHS,
    N_POIS,
    N_SKILLS,
    N_SLOTS,
    N_TILES,
    STACK_SIZE,
)

MARKERS = 4  # most on one track (DS-COMP-4)

ACTIONS = Layout(
    Block("DONE", meaning="leave, decline, accept the result"),
    Block("SPEND_XP", meaning="spend a point of experience: two gain steps"),
    Block("STEP", N_SKILLS * MARKERS, "move the k-th marker of a track (4 * track + k; int, dex, pow)"),
    Block("TILE", N_TILES, "go to the tile of this slot"),
    Block("POI", N_POIS, "visit the point of interest of this slot"),
    Block("OPTION", N_SLOTS, "choose the option in this slot of the visit or stage"),
    Block("CHOICE", N_CHOICES, "choose an entry of an interaction"),
    Block("ITEM", HAND, "scan, sell or abandon the item in this inventory slot"),
    Block("USE", HAND, "use the ability of the item in this inventory slot"),
    Block("BUY", STACK_SIZE, "buy the item at this position of the stack"),
    Block("PICK", GROUND_SIZE, "pick up the item at this position on the ground"),
    Block("PATH", N_PATHS, "speak of path A or B"),
    Block("EFFORT", MAX_EFFORT + 1, "roll with this number of effort dice"),
    Block("CHARACTER", N_CHARACTERS, "take the character of this slot"),
)
N_ACTIONS = ACTIONS.size
Act = ACTIONS.enum("Act")


class Node(IntEnum):
    """DS-DEC-2."""

    CHARACTER = 0
    MOVE = 1
    TRAVEL = 2
    STAY_GAIN = 3
    VISIT = 4
    OPTIONS = 5
    CHOICE = 6
    SCAN_ITEM = 7
    SCAN_PATH = 8
    TRADE = 9
    TEST_PRE = 10
    TEST_POST = 11
    STEP_GAIN = 12
    STEP_LOSS = 13
    OVERFLOW = 14
    STAGE = 15


N_NODES = len(Node)


class Task(IntEnum):
    """Frames of the work stack that ask nothing; the frames that do are the nodes."""

    DRAFT = 16  # a: next seat to choose
    TURN = 17  # a: Phase
    EVENTS = 18  # a: next event
    EFFECTS = 19  # a: next effect, b: end of the list, c: players already served of a prefixed effect
    STAYING = 20  # a: next inventory slot to look at
    EXPLORED = 21  # a: 0 before, 1 after the effects of the tile
    LEGACIES = 22  # a: next legacy; of the seat


class Phase(IntEnum):
    """Of a turn (DS-TURN-1)."""

    START = 0
    MOVE = 1  # or the stage of a finale
    VISIT = 2
    END = 3


class Log(IntEnum):
    """DS-OBS-15; those after DEFEATED are notes for the words of the game only. a, b: arguments."""

    NONE = 0
    MOVED = 1  # tile; 1 if by `travel`
    EXPLORED = 2  # tile
    VISITED = 3  # POI
    OPTION = 4  # option
    TEST = 5  # option; successes
    GAINED = 6  # item
    LOST = 7  # item
    EVENT = 8  # event
    FINALE = 9  # finale
    STAGE = 10  # finale; stage number
    DEFEATED = 11
    DAY = 12  # day
    TURN = 13
    STAYED = 14
    XP = 15  # points gained
    COINS = 16  # gained or lost
    EFFORT = 17  # dice refreshed or exhausted
    STEP = 18  # skill; spaces, + is a gain
    MARKER = 19  # skill
    CHOICE = 20  # option; entry
    ROLL = 21  # total; successes
    FULFILLED = 22  # finale
    END = 23  # End
    CHARACTER = 24  # character
    SPENT = 25  # experience spent
    FLAG = 26  # world flag
    PFLAG = 27  # player flag
    PLACE = 28  # POI; tile where it is now, NONE if it is gone
    LOOK = 29  # POI; which of its looks
    PERSON = 30  # NPC; POI, NONE if gone
    WAY = 31  # way; 1 if it is open now
    PRICE = 32  # stack; what everything costs more there
    HEARD = 33  # hint
    SAID = 34  # NPC; number of what they say
    CHAPTER = 35  # chapter that begins, from 0
    LEGACY = 36  # legacy received


N_LOGGED = 11  # codes 1 to 11


class End(IntEnum):
    """Why a game is over (section 14)."""

    NONE = 0
    FULFILLED = 1  # DS-END-1
    DEFEATED = 2  # DS-END-2, DS-SOLO-4
    TIME = 3  # DS-SOLO-3
    MAX_DAYS = 4  # DS-END-3
