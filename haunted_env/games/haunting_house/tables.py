"""The content and the shape of the house as small arrays for compiled code, built once at import."""

from pathlib import Path

import numpy as np

from haunted_env.engine.jit import content_overrides
from haunted_env.games.haunting_house import content as reader
from haunted_env.games.haunting_house.content import SIDES, Effect

CONTENT, CONTENT_HASH = reader.load((content_overrides(reader.GAME) or [Path(__file__).with_name("content.toml")])[0])

SIZE = 6  # rows, and columns, of the house
N_CELLS = reader.N_CELLS
N_SIDES = len(SIDES)
N_SLOTS = 4 * SIZE  # places outside the house (HH-RING-2)

# Tiles T01 to T36 are the numbers 0 to 35.
TILE_IDS = [f"T{number:02}" for number in range(1, N_CELLS + 1)]
KINDS = [row.kind for row in CONTENT.tiles for _ in range(row.first, row.last + 1)]


def rotated(mask: int, quarters: int) -> int:
    """HH-TILE-4: open sides after a number of clockwise quarter turns."""
    for _ in range(quarters):
        mask = (mask << 1 | mask >> 3) & 15
    return mask


def _openings() -> np.ndarray:
    """By tile and rotation: open sides, N=1, E=2, S=4, W=8."""
    rows = []
    for row in CONTENT.tiles:
        mask = sum(1 << SIDES.index(side) for side in row.openings)
        rows += [[rotated(mask, t) for t in range(4)]] * (row.last - row.first + 1)
    return np.array(rows, np.int8)


OPENINGS = _openings()
TRAP_DOOR = np.zeros(N_CELLS, np.int8)  # by tile
for _row in CONTENT.tiles:
    for _number in _row.trap_doors:
        TRAP_DOOR[_number - 1] = 1

# Cards, by number: ordinary ones first.
CARDS = CONTENT.cards
CARD_IDS = [card.id for card in CARDS]
N_CARDS = len(CARDS)
N_ORDINARY = sum(not card.starred for card in CARDS)
N_STARRED = N_CARDS - N_ORDINARY
EFFECT = np.array([Effect[card.effect.upper()] for card in CARDS], np.int8)
AMOUNT = np.array([card.n for card in CARDS], np.int8)
MAX_STEPS = 2  # of a move: `n` is 1 or 2

# Directions in the order N, E, S, W.
ROW_STEP = np.array([-1, 0, 1, 0], np.int8)
COL_STEP = np.array([0, 1, 0, -1], np.int8)

# HH-RING-2: the border tile a place outside lies against, and on which of its sides.
_along = [(0, s, 0) for s in range(SIZE)] + [(s, SIZE - 1, 1) for s in range(SIZE)]
_along += [(SIZE - 1, SIZE - 1 - s, 2) for s in range(SIZE)] + [(SIZE - 1 - s, 0, 3) for s in range(SIZE)]
RING_CELL = np.array([SIZE * row + col for row, col, _ in _along], np.int8)
RING_SIDE = np.array([side for _, _, side in _along], np.int8)
