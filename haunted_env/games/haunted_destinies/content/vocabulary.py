"""The words that card effects are written in, and their numbers in compiled code (HD-FX-3, HD-FX-7 to HD-FX-9)."""

from enum import IntEnum


class Op(IntEnum):
    """Table A of HD-FX-7."""

    NONE = 0
    HEAL = 1
    WOUND = 2
    ADD_TOKEN = 3
    DRAW_HAUNTING = 4
    DRAW_SEARCH = 5
    LOOK_OWN = 6
    LOOK_OTHER = 7
    SHOW_CARD = 8
    SCAN_BORDERS = 9
    CLEANSE = 10
    MOVE_CARD = 11
    SHUFFLE_PILE = 12
    SWAP_CARD = 13
    TAKE_CARD = 14
    STEAL_ITEM = 15
    DISCARD_ITEM = 16
    MOVE_TO = 17
    EXTRA_MOVE = 18
    ADD_GLOOM = 19
    REMOVE_GLOOM = 20
    GAIN_GLOOM = 21
    LOSE_GLOOM = 22
    END_TURN = 23
    ENTER_PLAY = 24
    REMOVE_PERSISTENT = 25
    CHOICE = 26


class Col(IntEnum):
    """Columns of the op table."""

    OP = 0
    WHO = 1
    TARGET = 2  # the op's `target`, `from` or `to`
    N = 3
    WHERE = 4  # the op's `where` or `dest`
    BY = 5  # who chooses: 0 = self, 1 = other
    A = 6  # the two lists of `choice`, as ranges of rows
    A_END = 7
    B = 8
    B_END = 9


N_COLUMNS = len(Col)


class Who(IntEnum):
    """HD-FX-3."""

    NONE = 0
    SELF = 1
    OTHER = 2
    ALL_LIVING = 3
    ALL_GHOSTS = 4
    PICK_OTHER = 5
    PICK_HERE = 6


class Where(IntEnum):
    NONE = 0
    SELF_TILE = 1
    CEMETERY = 2
    EACH_SEARCHABLE = 3
    PICK_ANY = 4
    PICK_SEARCHABLE = 5


class Roll(IntEnum):
    """What `modify_roll` may change (HD-FX-8)."""

    MOVE = 0
    SEARCH = 1
    PROBE_ATT = 2
    PROBE_DEF = 3
    ATTACK_ATT = 4
    ATTACK_DEF = 5
    HAUNT_ATT = 6
    HAUNT_DEF = 7


N_ROLLS = len(Roll)


class RollKind(IntEnum):
    """The roll being made, as a bit; `reroll` lists some of them (HD-FX-13)."""

    MOVE = 0
    SEARCH = 1
    PROBE = 2
    ATTACK = 4
    HAUNT = 8
    SYPHON = 16


class Timing(IntEnum):
    """HD-OBEY-23."""

    NONE = 0
    PASSIVE = 1
    TURN = 2
    ON_REVEAL = 3


class PersistKind(IntEnum):
    NONE = 0
    WIN = 1
    CURSE_SELF = 2
    CURSE_GLOBAL = 3


class Cond(IntEnum):
    """Table C of HD-FX-9."""

    NONE = 0
    BOARD_GLOOM = 1
    GHOST_SINGLE_GLOOM = 2
    GHOST_VS_HEALTH = 3
    POSSESSION = 4
    PILE_SIZE = 5
    CEMETERY_GLOOM = 6


def words(enum: type[IntEnum]) -> list[str]:
    """The members as the content file spells them; NONE is never written."""
    return [member.name.lower() for member in enum if member.name != "NONE"]


# Parameters of every immediate op. `enter_play` has more, decided by its `kind`.
OPS_A: dict[str, tuple[str, ...]] = {
    "heal": ("who", "n"),
    "wound": ("who", "n"),
    "add_token": ("who", "n"),
    "draw_haunting": ("who", "n"),
    "draw_search": ("who", "n"),
    "look_own": ("who",),
    "look_other": ("who", "target"),
    "show_card": ("who", "to"),
    "scan_borders": ("who", "target"),
    "cleanse": ("who",),
    "move_card": ("who",),
    "shuffle_pile": ("who",),
    "swap_card": ("who", "target"),
    "take_card": ("who", "from"),
    "steal_item": ("who", "from"),
    "discard_item": ("who", "n"),
    "move_to": ("who", "dest"),
    "extra_move": ("n",),
    "add_gloom": ("where", "n"),
    "remove_gloom": ("where", "n"),
    "gain_gloom": ("who", "n"),
    "lose_gloom": ("who", "n"),
    "end_turn": (),
    "enter_play": ("kind",),
    "remove_persistent": ("n",),
    "choice": ("by", "a", "b"),
}
PLACES = {
    "move_to": ("cemetery", "pick_searchable", "pick_any"),
    "add_gloom": ("self_tile", "cemetery", "each_searchable"),
    "remove_gloom": ("self_tile", "pick_any", "each_searchable"),
}
ONE_PLAYER = ("self", "other", "pick_other", "pick_here")

OPS_B: dict[str, tuple[str, ...]] = {
    "modify_roll": ("kinds", "n"),
    "edge_cap": ("n",),
    "edge_x": ("cost",),
    "reroll": ("kinds",),
    "immune": ("to",),
    "limit_move_dice": ("n",),
    "prevent_wound": ("n",),
    "cancel_haunting": (),
    "death_gloom": ("n",),
}
REROLL_KINDS = ("search", "probe", "attack")
# Which standing op means something where: holders have powers, only a curse curses, only an item is discarded.
STANDING = ("modify_roll", "edge_cap", "edge_x", "reroll", "immune")
REACTION = ("prevent_wound", "cancel_haunting")
CURSE = ("modify_roll", "limit_move_dice")
DEATH = ("death_gloom",)

# Parameters of every win condition, in the order of WIN_ARGS, each with its lowest value.
CONDITIONS: dict[str, dict[str, int]] = {
    "board_gloom": {"per_player": 1, "plus": 0},
    "ghost_single_gloom": {"per_player": 0, "plus": 1},
    "ghost_vs_health": {},
    "possession": {"ghost_gloom": 1, "health": 1},
    "pile_size": {"min": 1},
    "cemetery_gloom": {"min": 1},
}
