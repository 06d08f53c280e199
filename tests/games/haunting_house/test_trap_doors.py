"""Trap Door (HH-TD)."""

from collections import deque

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.tables import OPENINGS, TRAP_DOOR
from tests.games.haunting_house.table import Table, is_impossible, resolving


def targets(*pawns, **position):
    table = Table(resolving("trap_door", pawns=pawns, **position))
    if is_impossible(table, "trap_door"):
        return set()
    assert table.asked == (0, "TRAP_TARGET")
    return {name.split()[1] for name in table.legal}


@pytest.mark.clause("HH-TD-1", "HH-TD-3")
@pytest.mark.example("EX-16")
def test_the_seat_chooses_among_the_nearest():
    assert targets("3,4") == {"2,3", "4,3", "4,5"}
    assert targets("3,4", "4,3") == {"2,3", "4,5"}
    table = Table(resolving("trap_door", pawns=("3,4",))).do("TILE 4,5")
    assert table.pawn(0) == "4,5"


@pytest.mark.clause("HH-TD-4")
@pytest.mark.example("EX-17")
def test_from_a_trap_door_to_a_different_one():
    assert targets("2,3") == {"3,2"}


@pytest.mark.clause("HH-TD-2")
@pytest.mark.example("EX-18")
def test_walls_and_taken_trap_doors_block_the_way():
    assert targets("3,3", "2,3") == {"4,3", "4,5"}
    assert targets("3,3") == {"2,3"}


@pytest.mark.clause("HH-TD-6")
@pytest.mark.example("EX-19")
def test_not_possible_if_none_can_be_reached():
    assert targets("5,1") == set()


@pytest.mark.clause("HH-TD-5")
def test_it_works_from_the_entrance():
    """With the corner tile open E the way from the entrance leads to (0,2): (0,0), (0,1), (1,1), (1,2), (0,2)."""
    rows = SPEC.positions.write(Table(resolving("rotate_90")).game)["board"]
    rows[0] = rows[0].replace("T15.3", "T15.0")
    assert targets("entrance", board=rows) == {"0,2"}
    assert targets("entrance") == set()  # House A: the corner is a dead end
    rows[0] = rows[0].replace("T15.0", "T05.0")
    rows[2] = rows[2].replace("T05.3", "T15.0")
    assert targets("entrance", board=rows) == {"0,0"}  # the corner tile itself is a trap door
    assert "0,0" not in targets("entrance", "0,0", board=rows)


@pytest.mark.clause("HH-TD-7")
def test_it_is_a_drop():
    """One decision, straight onto the tile, even past the exit's border tile."""
    table = Table(resolving("trap_door", "rotate_90", pawns=("3,4", "2,4"))).do("TILE 4,5")
    assert table.pawn(0) == "4,5"
    assert table.asked == (1, "ROT90_TILE")
    assert not table.is_over


def nearest(table, seat):
    """The same by a plain search, cell by cell."""
    record = table.table
    others = {int(record["pawn"][s]) for s in range(int(record["n_seats"])) if s != seat}
    start = int(record["pawn"][seat])

    def is_open(cell, side):
        return OPENINGS[record["tile"][cell], record["rotation"][cell]] >> side & 1

    def is_trap(cell):
        return bool(TRAP_DOOR[record["tile"][cell]])

    def neighbours(cell):
        if cell == 36:
            side = 0 if record["entrance"] == 0 else 3
            return [0] if is_open(0, side) else []
        row, col = divmod(cell, 6)
        found = []
        for side, (dr, dc) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            if 0 <= row + dr < 6 and 0 <= col + dc < 6:
                there = 6 * (row + dr) + col + dc
                if is_open(cell, side) and is_open(there, side ^ 2):
                    found.append(there)
        return found

    distance, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for there in neighbours(cell):
            if there not in distance and not (is_trap(there) and there in others):
                distance[there] = distance[cell] + 1
                queue.append(there)
    found = {cell: d for cell, d in distance.items() if cell < 36 and cell != start and is_trap(cell)}
    return {cell for cell, d in found.items() if d == min(found.values())}


@pytest.mark.clause("HH-TD-1", "HH-TD-2", "HH-TD-3", "HH-TD-4", "HH-TD-5", "HH-TD-6")
def test_nearest_trap_doors_agree_with_a_plain_search():
    rng = np.random.default_rng(1)
    possible = 0
    for seed in range(150):
        position = SPEC.positions.write(Table(seed=seed, players=4).game)
        board = position["board"]
        cells = rng.permutation(36)[:4]
        places = [f"{cell // 6},{cell % 6}" for cell in cells]
        if seed % 5 == 0:
            places[0] = "entrance"
        table = Table(resolving("trap_door", pawns=tuple(places), board=board, entrance=position["entrance"]))
        wanted = {f"{cell // 6},{cell % 6}" for cell in nearest(table, 0)}
        assert targets(*places, board=board, entrance=position["entrance"]) == wanted
        possible += bool(wanted)
    assert possible > 60
