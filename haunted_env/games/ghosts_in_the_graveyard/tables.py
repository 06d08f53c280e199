"""The content and the map as small arrays for compiled code, built once at import.

A card is named by the index of its tombstone, 0..49 (its number less one). A set of tombstones is an int64 with
one bit per card.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from haunted_env.engine.jit import content_overrides
from haunted_env.games.ghosts_in_the_graveyard import content as reader
from haunted_env.games.ghosts_in_the_graveyard.content import COLS, N_FLASHLIGHTS, N_ROTATIONS, N_SQUARES, ROWS, Square

FLASHLIGHTS, CONTENT_HASH = reader.load(
    (content_overrides(reader.GAME) or [Path(__file__).with_name("content.toml")])[0]
)

N_CARDS = ROWS * COLS  # GG-CARD-1
N_PLACES = N_ROTATIONS * N_SQUARES  # GG-PLACE-2
N_DIRECTIONS = 4
N_LIGHTS = N_FLASHLIGHTS + 1
FLOOD = N_FLASHLIGHTS  # the Flood Light's number, after the flashlights'

LIGHT_NAMES = [*(row.name for row in FLASHLIGHTS), "Flood Light"]


def bits(cards: Iterable[int]) -> int:
    """A set of tombstones."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def _flood(card: int, direction: int) -> int:
    """GG-FLOOD-2: all rows north or south of the tombstone, or all columns east or west of it."""
    row, col = divmod(card, COLS)
    lies = (lambda r, c: r < row, lambda r, c: c > col, lambda r, c: r > row, lambda r, c: c < col)[direction]
    return bits(other for other in range(N_CARDS) if lies(*divmod(other, COLS)))


def _covered(squares: tuple[Square, ...], k: int, card: int, overhang: bool) -> int:
    """The tombstones under a light whose square k lies on a tombstone; 0 if it may not hang over like that."""
    top, left = (at - square for at, square in zip(divmod(card, COLS), squares[k]))
    places = [(top + row, left + col) for row, col in squares]
    on_map = [COLS * row + col for row, col in places if 0 <= row < ROWS and 0 <= col < COLS]
    return bits(on_map) if overhang or len(on_map) == N_SQUARES else 0


def _asked(light: int, card: int, overhang: bool) -> list[int]:
    """GG-PLACE-2..5: the area each placement asks about; 0 for a placement that is not legal."""
    areas: list[int] = []
    for place in range(N_PLACES):
        rotation, k = divmod(place, N_SQUARES)
        area = _covered(FLASHLIGHTS[light].rotated(rotation), k, card, overhang) & ~(1 << card)
        areas.append(0 if area in areas else area)
    return areas


# The asked areas. An empty one is not legal (GG-FLOOD-3, GG-OPT-2), so 0 stands for "not legal".
FLOOD_AREA = np.array([[_flood(card, d) for d in range(N_DIRECTIONS)] for card in range(N_CARDS)], np.int64)
PLACE_AREA = np.array(
    [
        [[_asked(light, card, overhang) for card in range(N_CARDS)] for light in range(N_FLASHLIGHTS)]
        for overhang in (False, True)
    ],
    np.int64,
)
