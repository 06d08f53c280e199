"""What cards are worth, read off the content once: rough values in units of one wound."""

from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.tables import (
    CANCEL,
    CARDS,
    EDGE_CAP,
    EDGE_X,
    IMMUNE_TWINS,
    ITEM_CODE,
    MODIFY,
    N_CARDS,
    N_PSYCHE,
    PREVENT,
    REROLL,
    Roll,
)

# What an op does for the player it names, if that is good or bad for them at all.
GAIN = {
    "heal": 1.0,
    "wound": -1.0,
    "add_token": 1.2,
    "draw_haunting": -0.3,
    "draw_search": 0.8,
    "look_own": 0.8,
    "look_other": 0.8,
    "show_card": -0.5,
    "scan_borders": 0.4,
    "cleanse": 0.3,
    "shuffle_pile": 0.0,
    "take_card": 0.4,
    "steal_item": 0.6,
    "discard_item": -0.6,
    "gain_gloom": 1.0,
    "lose_gloom": -1.0,
}
BY_DEST = {"cemetery": -0.3, "pick_searchable": 0.3, "pick_any": 0.3}
LOSER_OF = ("take_card", "steal_item", "show_card")  # whom these name second gains or loses the opposite
WIN_IN_PLAY = -0.7  # for the living


def _of_op(op: dict, who: str) -> float:
    """What an op means for `self` or `other`."""
    name = op["op"]
    if name == "choice":
        return max(_of_list(op["a"], who), _of_list(op["b"], who)) / 2
    if name == "enter_play":
        if op["kind"] == "win":
            return WIN_IN_PLAY
        return -0.5 if who == "self" and op["scope"] == "self" else -0.2
    if name == "move_to":
        return BY_DEST[op["dest"]] if op["who"] == who else 0.0
    if name == "end_turn":
        return -0.2
    if name == "add_gloom":
        return -0.2
    value = GAIN.get(name, 0.0) * op.get("n", 1)
    if op.get("who", "self") in (who, "all_living"):
        return value
    if name in LOSER_OF and who in (op.get("from"), op.get("to"), op.get("target")):
        return -value
    return 0.0


def _of_list(ops: tuple | list, who: str) -> float:
    return sum(_of_op(op, who) for op in ops)


def _power(card: Any) -> float:
    """A Psyche card face up at its owner."""
    ops = getattr(card, "effects", ())
    if getattr(card, "timing", "none") == "turn":
        return 0.3
    return _of_list(ops, "self")


def _standing(code: int) -> float:
    """Powers that always work, of Psyche cards and items."""
    fights = MODIFY[code, Roll.ATTACK_ATT] + MODIFY[code, Roll.ATTACK_DEF]
    rest = MODIFY[code].sum() - fights
    others = bool(EDGE_CAP[code]) + bool(EDGE_X[code]) + bool(IMMUNE_TWINS[code]) + bool(REROLL[code])
    return 1.0 * fights + 0.5 * rest + 0.4 * others + 0.9 * PREVENT[code] + 0.5 * CANCEL[code]


# By card code: what its Probe effect means for the pile's owner and for the looker.
PROBE_OWNER = np.array([_of_list(getattr(card, "probe", ()), "self") for card in CARDS], np.float64)
PROBE_LOOKER = np.array([_of_list(getattr(card, "probe", ()), "other") for card in CARDS], np.float64)
DRAWN = np.array([_of_list(getattr(card, "draw", ()), "self") for card in CARDS], np.float64)
# By Psyche index: being turned up, for its owner. By item: having it.
TURNED_UP = np.array([_power(CARDS[code]) + _standing(code) for code in range(N_PSYCHE)], np.float64)
ITEM_WORTH = np.array([_standing(int(code)) if code >= 0 else 0.0 for code in ITEM_CODE], np.float64)
assert len(PROBE_OWNER) == N_CARDS
