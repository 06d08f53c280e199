"""The action space and the decisions (GG-DEC-1, GG-DEC-2), and what else has a number: marks, results, ends."""

from enum import IntEnum

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS, N_DIRECTIONS, N_PLACES

ACTIONS = Layout(
    Block("TOMB", N_CARDS, "tombstone number 1..50, less one"),
    Block("LIGHT", N_FLASHLIGHTS, "a flashlight: Lantern, Headlamp, Torch, Twin Beam, Flicker, Crook"),
    Block("FLOOD", meaning="use the Flood Light"),
    Block("DIR", N_DIRECTIONS, "aim the Flood Light N, E, S, W"),
    Block("PLACE", N_PLACES, "place the flashlight: 6 x quarter turns + square on the played tombstone"),
    Block("SEARCH", meaning="search: draw, play a card, ask"),
    Block("GUESS", meaning="guess the target's Haunt"),
    Block("RAVEN", meaning="guess under Raven: a miss costs nothing"),
    Block("VANISH", meaning="swap the own Haunt with a Decoy"),
)
Act = ACTIONS.enum("Act")
N_ACTIONS = ACTIONS.size


class Decision(IntEnum):
    """What is being asked (GG-DEC-2); public, whoever decides."""

    NONE = 0
    CHOOSE_HAUNT = 1
    CHOOSE_DECOY_1 = 2
    CHOOSE_DECOY_2 = 3
    PICK_FLASHLIGHT = 4
    TURN_MENU = 5
    VANISH_SWAP = 6
    GUESS_NUMBER = 7
    PENALTY_REVEAL = 8
    PLAY_CARD = 9
    CHOOSE_LIGHT = 10
    AIM_FLOOD = 11
    PLACE_FLASHLIGHT = 12


N_DECISIONS = len(Decision) - 1  # NONE is none


class Mark(IntEnum):
    """Why a number is marked (GG-HID-2)."""

    NONE = 0
    PRE_MARKED = 1
    START_DRAW = 2
    PLAYED = 3
    DECOY_FOUND = 4
    PENALTY = 5
    SILENCING = 6
    HAUNT_FOUND = 7


class Result(IntEnum):
    """What a Guess found (GG-GUESS-4..8)."""

    NONE = 0
    MISS = 1
    DECOY = 2
    HAUNT = 3


class End(IntEnum):
    """End reasons."""

    NONE = 0
    HAUNT_FOUND = 1  # GG-END-1
    LAST_SECRET = 2  # GG-END-2
    LAST_ACTIVE = 3  # GG-END-3
    MAX_TURNS = 4  # GG-OPT-6: cut off, nobody wins


class Role(IntEnum):
    """All that distinguishes seats in public (GG-SIL-1)."""

    ACTIVE = 0
    SILENCED = 1
