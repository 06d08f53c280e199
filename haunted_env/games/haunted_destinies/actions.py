"""The action space, the decisions and their public labels (HD-DEC-1, HD-DEC-2, HD-INFO-20)."""

from enum import IntEnum

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.haunted_destinies.amounts import HAUNT_DRAWS, HAUNT_LOOKS, MOST_SYPHONED, WOUND_PRICE

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def _cards(n: int, noun: str, one: str = "one") -> str:
    """A number of cards in words."""
    return f"{one} {noun}" if n == 1 else f"{NUMBERS[n]} {noun}s"


ACTIONS = Layout(
    Block("ROLL1", meaning="roll one die for movement"),
    Block("ROLL2", meaning="roll two dice for movement"),
    Block("MOVE_N", meaning="step north"),
    Block("MOVE_E", meaning="step east"),
    Block("MOVE_S", meaning="step south"),
    Block("MOVE_W", meaning="step west"),
    Block("SEARCH", meaning="search the tile"),
    Block("PROBE", meaning="probe a player on the tile"),
    Block("ATTACK", meaning="attack a player on the tile"),
    Block("HAUNT", meaning="haunt a living player on the tile"),
    Block("SYPHON", meaning="syphon gloom from the tile"),
    Block("MUTUAL_LOOK", meaning="look at each other's cards"),
    Block("TRADE", meaning="offer a trade of items or knowledge"),
    Block("TALK", meaning="make a public claim"),
    Block("TELL", meaning="tell a player on the tile something in private"),
    Block("USE_POWER", meaning="use a turn power"),
    Block("REVIVE", meaning="bring back a ghost on the tile"),
    Block("REMOVE_TILE", meaning="give up moving and remove a tile"),
    Block("SPEND_HEALTH", meaning="pay a health for movement points"),
    Block("END_TURN", meaning="end the turn"),
    Block("YES"),
    Block("NO"),
    Block("PASS", meaning="decline"),
    Block("OPT_DRAW_SEARCH", meaning="draw a Search card"),
    Block("OPT_LOOK_OTHER", meaning="look at another player's card"),
    Block("OPT_LOOK_OWN", meaning="look at an own card"),
    Block("OPT_HAUNTING", meaning="a Haunting card is drawn"),
    Block("OPT_WOUND", meaning="a wound is taken"),
    Block("OPT_TAKE", meaning="take a card"),
    Block("OPT_HEAL", meaning="heal a wound"),
    Block("FACE_UP", meaning="put the card in play face up"),
    Block("FACE_DOWN", meaning="put the card back face down"),
    Block("TRIGGER", meaning="trigger the Haunting card"),
    Block("USE_DRAW", meaning="obey the Search card now"),
    Block("KEEP_PROBE", meaning="keep the Search card face down"),
    Block("BIND", meaning="bind the fallen player as the Opener"),
    Block("RITUAL", meaning="start the ritual as the Opener"),
    Block("H_DRAW1", meaning=f"haunt: {_cards(HAUNT_DRAWS[0], 'Haunting card')}"),
    Block("H_LOOK1", meaning=f"haunt: look at {_cards(HAUNT_LOOKS[1], 'card', one='a')}"),
    Block("H_DRAW2", meaning=f"haunt: {_cards(HAUNT_DRAWS[1], 'Haunting card')}"),
    Block("H_WOUND", meaning=f"haunt: spend {WOUND_PRICE} gloom to wound"),
    Block("H_LOOK2", meaning=f"haunt: look at {_cards(HAUNT_LOOKS[2], 'card', one='a')}"),
    Block("H_DRAW3", meaning=f"haunt: {_cards(HAUNT_DRAWS[2], 'Haunting card')}"),
    Block("BRANCH_A", meaning="first effect of the card"),
    Block("BRANCH_B", meaning="second effect of the card"),
    Block("WORD", meaning="trade: a private claim, chosen once the trade is accepted"),
    Block("NOTES", meaning="trade: everything known for certain"),
    Block("ACCUSE", meaning="claim: a player is the Opener"),
    Block("CLEAR", meaning="claim: a player is not the Opener"),
    Block("HOLDS", meaning="claim: a card is in a player's pile"),
    Block("NOT_HOLDS", meaning="claim: a card is not in a player's pile"),
    Block("GREY", meaning="claim: a slot of a pile holds a grey card"),
    Block("NOT_GREY", meaning="claim: a slot of a pile holds a Psyche card"),
    Block("SEEN", meaning="claim: what the speaker saw at a slot of a pile"),
    Block("AMOUNT", MOST_SYPHONED + 1, f"gloom taken, 0..{MOST_SYPHONED}, or quarter turns of a tile"),
    Block("SEAT", 6, "a player", seats=True),
    Block("TILE", 6, "a tile of the own hand"),
    Block("SLOT", 20, "a slot of a Destiny pile, 0 = top"),
    Block("INSERT", 20, "the new card becomes this slot"),
    Block("PSYCHE", 30, "a Psyche card"),
    Block("ITEM", 12, "an item design"),
    Block("PERSIST", 16, "a design in the persistent zone"),
    Block("BORDER", 6, "the border of a card: sets A to E, grey"),
    Block("CELL", 81, "a cell of the board, 9 x row + col"),
)
Act = ACTIONS.enum("Act")
N_ACTIONS = ACTIONS.size

# Options that one decision may offer are kept as bits: bit i stands for action FIRST_OPTION + i.
FIRST_OPTION = int(Act.YES)
LAST_OPTION = int(Act.SEEN)
GREY_BORDER = 5  # BORDER: sets A to E come before


class Decision(IntEnum):
    """What is being asked; numbers as in HD-DEC-2."""

    NONE = 0
    SETUP_TILE = 1
    SETUP_CELL = 2
    SETUP_GLOOM = 3
    ROLL = 4
    MAIN = 5
    TARGET = 6
    SEARCH_OPTION = 7
    LOOK_SEAT = 8
    PICK_SLOT = 9
    LOOK_OUTCOME = 10
    REWARD = 11
    PICK_DRAWER = 12
    WITNESS = 13
    OWN_OUTCOME = 14
    PICK_PROBER = 15
    INSERT_AT = 16
    EVIL_TWINS = 17
    PROBE_PRIZE = 18
    PROBE_PENALTY = 19
    ATTACK_PRIZE = 20
    ATTACK_PENALTY = 21
    TAKE_CARD = 22
    CONTINUE = 23
    DECLARE = 24
    HAUNT_OPTION = 25
    SYPHON_AMOUNT = 26
    DUAL_CARD = 27
    REACT = 28
    POWER = 29
    FX_SEAT = 30
    FX_CELL = 31
    FX_ITEM = 32
    FX_PERSIST = 33
    FX_BRANCH = 34
    TRADE_GIVE = 35
    TRADE_ASK = 36
    TRADE_REPLY = 37
    TALK_KIND = 38
    TALK_SEAT = 39
    TALK_CARD = 40
    REMOVE_CELL = 41
    TALK_SLOT = 42
    TALK_BORDER = 43
    SETUP_TURN = 44
    REVIVE_REPLY = 45


N_DECISIONS = len(Decision)

# HD-INFO-20: what others see of a decision. A label is the decision's number, or one of these three.
LOOKING = N_DECISIONS
PLACING = N_DECISIONS + 1
TELLING = N_DECISIONS + 2  # all steps of a private claim
N_LABELS = N_DECISIONS + 3
LABEL_NAMES = [d.name for d in Decision] + ["LOOKING", "PLACING", "TELLING"]


class Purpose(IntEnum):
    """Why a slot, cell or item is being picked (public, HD-INFO-25)."""

    NONE = 0
    LOOK = 1  # PICK_SLOT: look at another's card
    LOOK_OWN = 2
    SHOW = 3  # PICK_SLOT: the owner shows a card
    TAKE = 4
    CLEANSE = 5
    MOVE_CARD = 6
    SWAP_OWN = 7
    SWAP_OTHER = 8
    ANY_TILE = 9  # FX_CELL: any tile but the present one
    SEARCHABLE_TILE = 10  # FX_CELL: any searchable tile but the present one
    GLOOM_TILE = 11  # FX_CELL: a tile with gloom
    STEAL_ITEM = 12
    DISCARD_ITEM = 13


class React(IntEnum):
    """What a REACT decision is about (public, HD-INFO-25)."""

    NONE = 0
    REROLL = 1
    PREVENT_WOUND = 2
    CANCEL_HAUNTING = 3
    ON_REVEAL = 4


class Origin(IntEnum):
    """Where a card to insert comes from (public, HD-INFO-25)."""

    NONE = 0
    HAUNTING_DECK = 1
    SEARCH_DECK = 2
    SEAT_SLOT = 3
    DEATH = 4


class Claim(IntEnum):
    """Kinds of claims (HD-FREE-13), in the order of their actions."""

    ACCUSE = 0
    CLEAR = 1
    HOLDS = 2
    NOT_HOLDS = 3
    GREY = 4
    NOT_GREY = 5
    SEEN = 6


class Event(IntEnum):
    """Public events (HD-INFO-21)."""

    NONE = 0
    PLACE_TILE = 1  # slot = cell, face unused, amount = tile
    PLACE_GLOOM = 2  # slot = cell
    TURN = 3  # a turn begins
    ROLL = 4  # amount = 10 x light + dark
    MOVE = 5  # slot = cell entered
    RELOCATE = 6  # a card moved the pawn; slot = cell
    SEARCH = 7  # amount = result
    PROBE = 8  # target, amount = result
    ATTACK = 9  # target, amount = result
    HAUNT = 10  # target, amount = result
    SYPHON = 11  # amount = gloom taken (-1: one added to the tile)
    MUTUAL_LOOK = 12  # target
    TRADE = 13  # target, slot = what is given, face = what is asked for (as TRADE_GIVE), amount: 1 accepted, 0 refused
    CLAIM = 14  # target = whom it is about, slot, face = card named, amount = kind + 10 x (1 + border)
    POWER = 15  # face
    REMOVE_TILE = 16  # slot = cell
    LOOK = 17  # target = pile, slot
    TURN_UP = 18  # actor = owner, face: a Psyche card put in play
    RETURN = 19  # target = pile, slot: put back face down
    WITNESS = 20  # target = witness
    OBEY = 21  # actor = self, target = other, face
    CANCEL = 22  # face cancelled by actor
    DISCARD = 23  # actor = owner, face
    ENTER_PLAY = 24  # face; target = cursed player or -1
    LEAVE_PLAY = 25  # face
    DRAW_HAUNTING = 26
    DRAW_SEARCH = 27
    INSERT = 28  # a face-down card entered actor's pile
    ITEM = 29  # actor gets the item face, from target or -1
    WOUND = 30  # amount
    HEAL = 31  # amount
    TOKEN = 32  # amount
    GLOOM = 33  # ghost's gloom changes by amount
    TILE_GLOOM = 34  # slot = cell, amount
    TAKE = 35  # actor takes a card of target: slot face down, or face
    SWAP = 36  # the card of actor's slot goes to target
    MOVE_CARD = 37  # slot taken; where it goes is secret
    SHUFFLE = 38  # actor's pile
    SCAN = 39  # target's pile
    BORDER = 40  # actor's slot is a Psyche card; amount = set
    EVIL_TWINS = 41
    REROLL = 42  # face
    PREVENT = 43  # face
    BIND = 44  # target
    RITUAL = 45  # target
    REVEAL = 46  # actor's slot shows face
    DEATH = 47  # amount = starting gloom
    PASS_CARD = 48  # actor passes a card to target; face if face up
    RISE = 49  # the ritual has succeeded
    LANTERN = 50
    SKULL = 51
    END = 52  # amount = end reason
    TELL = 53  # target: the listener; what is said stays between the two
    NOTES = 54  # actor gives target its notes
    SPEND_HEALTH = 55  # amount = movement points gained
    REVIVE = 56  # target, amount: 1 accepted, 0 refused


class End(IntEnum):
    """End reasons."""

    NONE = 0
    BOUND = 1  # HD-WIN-1
    CONSUMED = 2  # HD-WIN-2
    OPENER_FELL = 3  # HD-WIN-3, HD-WIN-13
    LAST_LIVING = 4  # HD-WIN-4
    GHOSTS = 5  # HD-WIN-6
    DAWN = 6  # HD-WIN-9


class Role(IntEnum):
    """HD-WIN-11."""

    NONE = 0
    INVESTIGATOR = 1
    GHOST = 2
    OPENER = 3
