"""Tiles, ring places and cards (section 1), and the fixture (section 12)."""

import pytest

from haunted_env.games.haunting_house.content import MAX_SEATS
from haunted_env.games.haunting_house.position.forms import HOUSE_A
from haunted_env.games.haunting_house.tables import (
    CARDS,
    KINDS,
    N_CARDS,
    N_ORDINARY,
    OPENINGS,
    RING_CELL,
    RING_SIDE,
    SIZE,
    TILE_IDS,
    TRAP_DOOR,
)
from tests.games.haunting_house.table import SIDES, Table, resolving

MASKS_A = """
D   D   F*  A   D   6
E   B   F   6   A   A
C   D   F   F*  D   C
9   6*  5*  B   E   7*
C*  1   F   E*  F   B*
5   9   A   B   4   B
"""


def tiles(first, last):
    return range(first - 1, last)


@pytest.mark.clause("HH-TILE-1", "HH-TILE-2")
@pytest.mark.parametrize(
    ("kind", "mask", "first", "last", "trap_doors"),
    [
        ("cross", 15, 1, 6, {5, 6}),
        ("T-junction", 11, 7, 20, {18, 19, 20}),
        ("straight", 5, 21, 26, {26}),
        ("corner", 3, 27, 34, {33, 34}),
        ("dead end", 1, 35, 36, set()),
    ],
)
def test_the_hallway_tiles(kind, mask, first, last, trap_doors):
    for tile in tiles(first, last):
        assert KINDS[tile] == kind
        assert OPENINGS[tile, 0] == mask
        assert TRAP_DOOR[tile] == (tile + 1 in trap_doors)


@pytest.mark.clause("HH-TILE-1", "HH-TILE-2", "HH-TILE-3")
def test_the_tiles_in_all():
    assert TILE_IDS == [f"T{number:02}" for number in range(1, 37)]
    assert sum(int(mask).bit_count() for mask in OPENINGS[:, 0]) == 96
    assert TRAP_DOOR.sum() == 8
    assert MAX_SEATS == 6
    assert len(Table(seed=1).table["tile"]) == 36


@pytest.mark.clause("HH-TILE-4")
@pytest.mark.example("EX-01")
def test_a_quarter_turn_goes_clockwise():
    assert OPENINGS[6].tolist() == [11, 7, 14, 13]
    for tile in range(36):
        mask = int(OPENINGS[tile, 0])
        for rotation in range(4):
            assert OPENINGS[tile, rotation] == mask
            mask = ((mask << 1) | (mask >> 3)) & 15


@pytest.mark.clause("HH-TILE-5")
@pytest.mark.parametrize("came_from", ["1,3", "2,4", "3,3", "2,2"])
def test_all_openings_of_a_tile_meet(came_from):
    """Whichever way a pawn came in, it may leave by every opening: its position is just its tile."""
    way = {"1,3": "S", "2,4": "W", "3,3": "N", "2,2": "E"}[came_from]
    table = Table(resolving("move_2", pawns=(came_from,), board=crossing())).do(f"DIR {way}")
    assert table.pawn(0) == "2,3"
    assert table.legal == {"DIR N", "DIR E", "DIR S", "DIR W"}


def crossing():
    """House A with straights around the cross at (2,3), all open towards it."""
    rows = [row.split() for row in HOUSE_A]
    places = {word[:3]: (r, c) for r, row in enumerate(rows) for c, word in enumerate(row)}
    for tile, rotation, (r, c) in (("T21", 0, (1, 3)), ("T22", 1, (2, 4)), ("T23", 0, (3, 3)), ("T24", 1, (2, 2))):
        r0, c0 = places[tile]
        moved = rows[r][c]
        rows[r0][c0], rows[r][c] = moved, f"{tile}.{rotation}"
        places[moved[:3]], places[tile] = (r0, c0), (r, c)
    return [" ".join(row) for row in rows]


@pytest.mark.clause("HH-RING-1", "HH-RING-2")
@pytest.mark.example("EX-02")
@pytest.mark.parametrize(
    ("slot", "side", "cell"),
    [
        (0, "N", "0,0"),
        (5, "N", "0,5"),
        (6, "E", "0,5"),
        (11, "E", "5,5"),
        (12, "S", "5,5"),
        (17, "S", "5,0"),
        (18, "W", "5,0"),
        (23, "W", "0,0"),
    ],
)
def test_places_outside_are_numbered_clockwise(slot, side, cell):
    row, col = map(int, cell.split(","))
    assert RING_CELL[slot] == SIZE * row + col
    assert SIDES[RING_SIDE[slot]] == side


@pytest.mark.clause("HH-RING-2")
def test_every_outer_side_has_one_place():
    assert len({(int(cell), int(side)) for cell, side in zip(RING_CELL, RING_SIDE)}) == 24
    for cell, side in zip(RING_CELL, RING_SIDE):
        row, col = divmod(int(cell), SIZE)
        assert (row == 0, col == 5, row == 5, col == 0)[side]


@pytest.mark.clause("HH-TILE-6", "HH-RING-3")
def test_the_exit_has_one_wall_or_none():
    """(5,5) is open N, E, W: towards the exit at slot 11 there is no wall, at slot 12 one."""
    assert "DIR E" in Table(resolving("move_1", pawns=("5,5",), exit=11)).legal
    assert "DIR S" not in Table(resolving("move_1", pawns=("5,5",), exit=12)).legal
    assert "DIR S" in Table(resolving("secret_passage", pawns=("5,5",), exit=12)).legal
    assert "DIR E" not in Table(resolving("secret_passage", pawns=("5,5",), exit=11)).legal


@pytest.mark.clause("HH-CARD-1")
def test_the_ten_cards():
    assert [card.name for card in CARDS] == [
        "Move 1",
        "Move 2",
        "Switch Places",
        "Secret Passage",
        "Rotate 90",
        "Rotate 180",
        "Switch 2 Tiles",
        "Trap Door",
        "Hall of Mirrors",
        "Move Exit",
    ]
    assert [card.starred for card in CARDS] == [False] * 7 + [True] * 3
    table = Table(seed=3, players=6)
    assert all(len(table.deck(seat)) == N_CARDS == 10 for seat in range(6))


@pytest.mark.clause("HH-CARD-2")
def test_starred_cards_come_up_in_random_rounds_only():
    table = Table(seed=2, players=6)
    assert table.spec.actions.block("CARD").size == N_ORDINARY == 7
    drawn = {card for seed in range(40) for seat in range(6) for card in Table(seed=seed, players=6).drawn(seat)}
    assert {"trap_door", "hall_of_mirrors", "move_exit"} <= drawn


@pytest.mark.clause("HH-FIX-1")
def test_house_a():
    table = Table(resolving("rotate_90"))
    wanted = [word for row in HOUSE_A for word in row.split()]
    masks = MASKS_A.split()
    for cell, (tile, shown) in enumerate(zip(wanted, masks, strict=True)):
        at = f"{cell // 6},{cell % 6}"
        assert table.tile(at) == tile
        assert f"{table.mask(at):X}" == shown.rstrip("*")
        assert bool(TRAP_DOOR[table.table["tile"][cell]]) == shown.endswith("*")
    assert (table.table["entrance"], table.table["exit"]) == (23, 11)
