"""The words of positions, and what a record holds before anything is said."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.state import MAX_SEATS, N_HANDS, NONE
from haunted_env.games.ghosts_in_the_graveyard.tables import FLASHLIGHTS, FLOOD, N_CARDS
from haunted_env.spec.position import Whole, Words

GAME = "ghosts_in_the_graveyard"
REST = "..."  # at the end of a list: every number that is nowhere else, ascending

NUMBER = Whole(1, N_CARDS)
FLASHLIGHT = Words("flashlight", {row.id: i for i, row in enumerate(FLASHLIGHTS)})
LIGHT = Words("light", {**FLASHLIGHT.numbers, "flood": FLOOD})
DIRECTION = Words("direction", {"N": 0, "E": 1, "S": 2, "W": 3})
DECISION = Words("decision", {decision.name: int(decision) for decision in Decision if decision})
RESULT = Words("result", {result.name.lower(): int(result) for result in Result if result})
END = Words("end reason", {end.name.lower(): int(end) for end in End if end})
# A mark and the seat that gave up the card as one number, 8 x why + seat + 1.
MARK = Words(
    "mark",
    {"pre_marked": 8 * Mark.PRE_MARKED}
    | {
        f"{why.name.lower()} {seat}": 8 * why + seat + 1
        for why in Mark
        if why > Mark.PRE_MARKED
        for seat in range(MAX_SEATS)
    },
)

KEYS = (
    *("game", "content", "options", "seed", "rng", "deck", "flashlights", "turn", "seat", "decision", "raven"),
    *("played", "light", "over", "seats", "marks", "draw_pile", "log"),
)
UNDEALT_KEYS = ("game", "content", "options", "seed", "rng", "deck", "flashlights")
SEAT_KEYS = (
    *("haunt", "decoys", "hand", "dealt", "flashlight"),
    *("vanish", "raven", "hands", "silenced", "vanished"),
)
ICONS = (("vanish", "vanish_left", 1), ("raven", "raven_left", 1), ("hands", "hands_left", N_HANDS))  # key, field, most
SEARCH_KEYS = ("search", "played", "light", "direction", "place", "yes")
GUESS_KEYS = ("guess", "number", "raven", "result", "penalty", "silenced")

BLANKS = {
    "table": {"turn_seat": NONE, "decider": NONE, "winner": NONE, "played": NONE, "light": NONE}
    | {"flashlight": NONE, "vanished": NONE, "marked_by": NONE},
    "secret": {"draw_pile": NONE, "flashlight": NONE},
}
BLANK_SEARCH = (NONE, NONE, NONE, NONE, 0)
BLANK_GUESS = (0, NONE, NONE, 0, int(Result.NONE), NONE, 0)


def blanked(game: np.ndarray) -> np.ndarray:
    """A game with its options in place and everything else as compiled code clears it."""
    for part, fields in BLANKS.items():
        for field, value in fields.items():
            game[part][field] = value
    game["table"]["searches"] = np.array(BLANK_SEARCH, game["table"]["searches"].dtype)
    game["table"]["guesses"] = np.array(BLANK_GUESS, game["table"]["guesses"].dtype)
    game["ledger"]["haunt"] = NONE
    game["ledger"]["seat"] = np.arange(MAX_SEATS)
    return game


def spec() -> Any:
    from haunted_env.games.ghosts_in_the_graveyard import SPEC  # it names this package's functions

    return SPEC
