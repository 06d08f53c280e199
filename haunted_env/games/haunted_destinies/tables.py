"""The content as small arrays for compiled code, built once at import.

A card *code* is a Psyche index, or FIRST_SEARCH + a Search index, or FIRST_HAUNTING + a Haunting index.
"""

import dataclasses
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.engine.jit import content_overrides
from haunted_env.games.haunted_destinies import content as reader
from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.content.checks import Ops, walk
from haunted_env.games.haunted_destinies.content.rows import MAX_ITEMS, MAX_PERSIST, SETS
from haunted_env.games.haunted_destinies.content.vocabulary import (
    CONDITIONS,
    N_COLUMNS,
    N_ROLLS,
    Col,
    Cond,
    Op,
    PersistKind,
    Roll,
    RollKind,
    Timing,
    Where,
    Who,
)

CONTENT, CONTENT_HASH = reader.load((content_overrides(reader.GAME) or [Path(__file__).with_name("content.toml")])[0])

N_PSYCHE = len(CONTENT.psyche)
N_SEARCH = len(CONTENT.search)
N_HAUNTING = len(CONTENT.haunting)
N_GREY = N_SEARCH + N_HAUNTING
N_CARDS = N_PSYCHE + N_GREY
FIRST_SEARCH = N_PSYCHE
FIRST_HAUNTING = N_PSYCHE + N_SEARCH
N_SEARCH_CARDS = sum(row.count for row in CONTENT.search)
N_HAUNTING_CARDS = sum(row.count for row in CONTENT.haunting)
N_TILES = len(CONTENT.tiles)

CARDS: tuple[Any, ...] = (*CONTENT.psyche, *CONTENT.search, *CONTENT.haunting)
CARD_IDS = [row.id for row in CARDS]
CARD_NAMES = [row.name for row in CARDS]
CODE = {card_id: code for code, card_id in enumerate(CARD_IDS)}
TILE_IDS = [row.id for row in CONTENT.tiles]
TILE_INDEX = {tile_id: index for index, tile_id in enumerate(TILE_IDS)}

OPENER = next(row.index for row in CONTENT.psyche if row.kind == "opener")
COPIES = np.array([getattr(row, "count", 1) for row in CARDS], np.int8)
PSYCHE_SET = np.array([SETS.index(row.set) for row in CONTENT.psyche], np.int8)
TIMING = np.array([Timing[row.timing.upper()] for row in CONTENT.psyche], np.int8)


# Effect lists: ranges of rows of one table of ops.

_rows: list[list[int]] = []


def _op_row(op: dict[str, Any]) -> list[int]:
    row = [0] * N_COLUMNS
    row[Col.OP] = Op[op["op"].upper()]
    row[Col.WHO] = Who[op.get("who", "self").upper()]
    row[Col.TARGET] = Who[(op.get("target") or op.get("from") or op.get("to") or "none").upper()]
    row[Col.N] = op.get("n", 0)
    row[Col.WHERE] = Where[(op.get("where") or op.get("dest") or "none").upper()]
    row[Col.BY] = op.get("by") == "other"
    row[Col.A], row[Col.A_END] = _add(op.get("a", ()))
    row[Col.B], row[Col.B_END] = _add(op.get("b", ()))
    return row


def _add(ops: Ops) -> tuple[int, int]:
    """Append a list and return its range; the lists inside a choice follow it, so that it stays in one piece."""
    if not ops:
        return 0, 0
    start = len(_rows)
    _rows.extend([0] * N_COLUMNS for _ in ops)
    for i, op in enumerate(ops):
        _rows[start + i] = _op_row(op)
    return start, start + len(ops)


def _lists(name: str) -> np.ndarray:
    return np.array([_add(getattr(row, name, ())) for row in CARDS], np.int16)


def _powers() -> np.ndarray:
    """What happens when a Psyche card is turned up or used, or an item used."""
    active = [row.effects if row.timing in ("turn", "on_reveal") else () for row in CONTENT.psyche]
    turn = [row.turn for row in CONTENT.search]
    return np.array([_add(ops) for ops in [*active, *turn, *[()] * N_HAUNTING]], np.int16)


DRAW_LIST = _lists("draw")
PROBE_LIST = _lists("probe")
EFFECT_LIST = _powers()
COST_LIST = _lists("cost")
LANTERN_LIST = np.array(_add(CONTENT.lantern.effects), np.int16)
SKULL_LIST = np.array(_add(CONTENT.skull.effects), np.int16)
OPS = np.array(_rows, np.int16)


# Standing effects by card code: Psyche powers, items, Haunting cards at a death, curses in play.

MODIFY = np.zeros((N_CARDS, N_ROLLS), np.int8)
EDGE_CAP = np.zeros(N_CARDS, np.int8)
EDGE_X = np.zeros(N_CARDS, np.int8)
REROLL = np.zeros(N_CARDS, np.int8)
IMMUNE_TWINS = np.zeros(N_CARDS, np.int8)
LIMIT_DICE = np.zeros(N_CARDS, np.int8)
PREVENT = np.zeros(N_CARDS, np.int8)
CANCEL = np.zeros(N_CARDS, np.int8)
DEATH_GLOOM = np.zeros(N_CARDS, np.int8)


def _lowest(old: int, new: int) -> int:
    """HD-FX-10; 0 stands for none."""
    return min(old, new) if old else new


def _stand(code: int, op: dict[str, Any]) -> None:
    match op["op"]:
        case "modify_roll":
            for kind in op["kinds"]:
                MODIFY[code, Roll[kind.upper()]] += op["n"]
        case "edge_cap":
            EDGE_CAP[code] = _lowest(EDGE_CAP[code], op["n"])
        case "edge_x":
            EDGE_X[code] = _lowest(EDGE_X[code], op["cost"])
        case "reroll":
            for kind in op["kinds"]:
                REROLL[code] |= RollKind[kind.upper()]
        case "immune":
            IMMUNE_TWINS[code] = 1
        case "limit_move_dice":
            LIMIT_DICE[code] = op["n"]
        case "prevent_wound":
            PREVENT[code] += op["n"]
        case "cancel_haunting":
            CANCEL[code] = 1
        case "death_gloom":
            DEATH_GLOOM[code] += op["n"]


# Items and persistent cards have numbers of their own in the action space (HD-DEC-1).

ITEM_INDEX = np.array([getattr(row, "item_index", -1) for row in CARDS], np.int8)
ITEM_CODE = np.full(MAX_ITEMS, -1, np.int8)
PERSIST_INDEX = np.array([getattr(row, "persist_index", -1) for row in CARDS], np.int8)
PERSIST_CODE = np.full(MAX_PERSIST, -1, np.int8)
PERSIST_KIND = np.zeros(MAX_PERSIST, np.int8)
WIN_COND = np.zeros(MAX_PERSIST, np.int8)
WIN_ARGS = np.zeros((MAX_PERSIST, 2), np.int16)


def _enter(code: int, op: dict[str, Any]) -> None:
    index = PERSIST_INDEX[code]
    if op["kind"] == "win":
        PERSIST_KIND[index] = PersistKind.WIN
        WIN_COND[index] = Cond[op["cond"].upper()]
        for i, name in enumerate(CONDITIONS[op["cond"]]):
            WIN_ARGS[index, i] = op[name]
    else:
        PERSIST_KIND[index] = PersistKind.CURSE_SELF if op["scope"] == "self" else PersistKind.CURSE_GLOBAL
        for standing in op["standing"]:
            _stand(code, standing)


for _code, _card in enumerate(CARDS):
    if ITEM_INDEX[_code] >= 0:
        ITEM_CODE[ITEM_INDEX[_code]] = _code
    if PERSIST_INDEX[_code] >= 0:
        PERSIST_CODE[PERSIST_INDEX[_code]] = _code
    _always = [getattr(_card, name, ()) for name in ("standing", "reaction", "death")]
    if getattr(_card, "timing", "") == "passive":
        _always.append(_card.effects)
    for _op in chain(*_always):
        _stand(_code, _op)
    for _op in walk(getattr(_card, "probe", ())):
        if _op["op"] == "enter_play":
            _enter(_code, _op)

# HD-SETUP-23: a tile turned clockwise by k quarter turns is a tile of its own, N_TILES * k rows further on.
TURNED_TILES = [
    dataclasses.replace(row, edges=row.edges[N_TURNS - k :] + row.edges[: N_TURNS - k])
    for k in range(N_TURNS)
    for row in CONTENT.tiles
]
# The extra last row is zero, so that the index NONE (-1, no tile) reads no edges and not searchable.
TILE_EDGES = np.array([row.edges for row in TURNED_TILES] + [(0, 0, 0, 0)], np.int8)
TILE_SEARCHABLE = np.array([row.searchable for row in TURNED_TILES] + [False], np.int8)
CEMETERY = next(row.index for row in CONTENT.tiles if row.cemetery)
