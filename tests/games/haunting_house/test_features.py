"""The compact observation (`features/`), in House A and against distances worked out step by step."""

import heapq

import numpy as np

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.features.layout import CARD, CELL, DIRECTION, FEATURES, SEAT, TURN
from haunted_env.games.haunting_house.tables import COL_STEP, OPENINGS, RING_CELL, RING_SIDE, ROW_STEP
from haunted_env.play.batch import Batch
from tests.compact import Seen, look
from tests.games.haunting_house.table import CARD as CARDS
from tests.games.haunting_house.table import ORDINARY, Table, resolving


def distances(table, start):
    """By cell: the cheapest way from a cell, an edge costs 1 and 1 more for every wall (Dijkstra)."""
    openings = [int(OPENINGS[tile, turned]) for tile, turned in zip(table["tile"], table["rotation"])]
    entry, exit_ = int(RING_CELL[table["entrance"]]), int(RING_CELL[table["exit"]])
    found, heap = {}, [(0, start)]
    while heap:
        cost, cell = heapq.heappop(heap)
        if cell in found:
            continue
        found[cell] = cost
        for side in range(4):
            row, col = cell // 6 + int(ROW_STEP[side]), cell % 6 + int(COL_STEP[side])
            if 0 <= row < 6 and 0 <= col < 6:
                other = 6 * row + col
                walls = (not openings[cell] >> side & 1) + (not openings[other] >> (side ^ 2) & 1)
                heapq.heappush(heap, (cost + 1 + walls, other))
    assert entry in found and exit_ in found
    return [found[cell] for cell in range(36)]


def door(table):
    """What the step from the cell before the exit onto the exit costs."""
    cell, side = int(RING_CELL[table["exit"]]), int(RING_SIDE[table["exit"]])
    if OPENINGS[table["tile"][cell], table["rotation"][cell]] >> side & 1:
        return 1
    return 2 if table["passage_to_exit"] else 3


def test_it_is_small():
    assert FEATURES.size <= 520


def test_distances_are_those_of_the_cheapest_way():
    batch = Batch(SPEC, 16, {"players": 3}, observation=None, autoreset=True)
    generators = batch.generators(4)
    batch.deal(np.arange(16))
    for _ in range(6):
        for _ in range(25):
            batch.step_random(generators)
        cells = look(SPEC, batch.games, 1)[:, FEATURES.span("CELLS")].reshape(16, 36, CELL.size)
        for i, table in enumerate(batch.games["table"]):
            from_exit = np.array(distances(table, int(RING_CELL[table["exit"]]))) + door(table)
            assert (cells[i, :, CELL.first["TO_EXIT"]] == from_exit).all()
            if table["pawn"][1] < 36:
                assert (cells[i, :, CELL.first["TO_PAWN"]] == distances(table, int(table["pawn"][1]))).all()


def test_cells_show_their_tiles_and_pawns():
    table = Table(resolving("move_1", pawns=("0,0", "2,2", "2,2")))
    cells = Seen(SPEC, table.game, 0).rows("CELLS", CELL)
    openings = [sum(side << i for i, side in enumerate(cell["OPEN"])) for cell in cells]
    assert openings == [table.mask(f"{cell // 6},{cell % 6}") for cell in range(36)]
    assert sum(cell["TRAP_DOOR"] for cell in cells) == 8
    assert [cell["PAWNS"] for cell in cells] == [2 if cell == 14 else 0 for cell in range(36)]
    assert cells[0]["TO_PAWN"] == 0


def test_seats_are_relative_and_wait_for_their_cards():
    table = Table(resolving("rotate_90", "move_1", "trap_door", pawns=("0,0", "2,3", "4,5")))
    assert table.decider == 0
    rows = Seen(SPEC, table.game, 1).rows("SEATS", SEAT)
    assert [row["PLAYS"] for row in rows] == [1, 1, 1, 0, 0, 0]
    assert [(row["ROW"], row["COLUMN"]) for row in rows[:3]] == [(3, 4), (5, 6), (1, 1)]
    assert [row["DECIDES"] for row in rows[:3]] == [0, 0, 1] == [row["MARKER"] for row in rows[:3]]
    waiting = [row["WAITS"].index(1) if any(row["WAITS"]) else None for row in rows[:3]]
    assert waiting == [CARDS.numbers["move_1"], CARDS.numbers["trap_door"], None]


def test_directions_lead_where_the_pawn_can_go():
    table = Table(resolving("move_1", pawns=("2,2",)))
    rows = Seen(SPEC, table.game, 0).rows("DIRECTIONS", DIRECTION)
    cells = Seen(SPEC, table.game, 0).rows("CELLS", CELL)
    legal = table.legal
    assert {f"DIR {side}" for side, row in zip("NESW", rows) if row["WALLS"] == 1} == legal
    assert [row["TO_EXIT"] for row in rows] == [cells[cell]["TO_EXIT"] for cell in (8, 15, 20, 13)]
    before = cells[14]["TO_EXIT"]
    for side, row in zip("NESW", rows):
        assert row["NEARER"] == (before - row["TO_EXIT"] if f"DIR {side}" in legal else 0)
    assert not any(row["NEARER"] for row in Seen(SPEC, table.game, 1).rows("DIRECTIONS", DIRECTION))


def test_a_tile_turned_is_judged_by_the_way_after_it():
    table = Table(resolving("rotate_90", pawns=("2,2", "0,0"))).do("TILE 3,2")
    assert table.decision == "ROT90_DIR"
    turns = Seen(SPEC, table.game, 0).rows("TURNS", TURN)
    chosen, cells = (Seen(SPEC, table.game, 0).rows(name, CELL) for name in ("CHOSEN", "CELLS"))
    assert chosen[0] == cells[20]
    for name, turn in zip(("CW", "CCW"), turns):
        after = Table(resolving("rotate_90", pawns=("2,2", "0,0"))).do("TILE 3,2", name)
        now = [row["TO_EXIT"] for row in Seen(SPEC, table.game, 0).rows("SEATS", SEAT)[:2]]
        then = [row["TO_EXIT"] for row in Seen(SPEC, after.game, 0).rows("SEATS", SEAT)[:2]]
        assert [turn["NEARER"], turn["OTHERS_NEARER"]] == [a - b for a, b in zip(now, then)]


def test_programs_are_told_to_their_owner_alone():
    table = Table(seed=3, players=2)
    while table.decision != "PROGRAM_1":
        table.do(sorted(table.legal)[0])
    seat = table.decider
    rows = Seen(SPEC, table.game, seat).rows("CARDS", CARD)
    assert any(row["NEARER"] for row in rows)
    other = Seen(SPEC, table.game, 1 - seat).entries.copy()
    table.do("CARD rotate_90", "CARD move_2")
    rows = Seen(SPEC, table.game, seat).rows("CARDS", CARD)
    slots = {name: row["SLOT"].index(1) for name, row in zip(ORDINARY, rows) if any(row["SLOT"])}
    assert slots == {"rotate_90": 0, "move_2": 1}
    assert rows[ORDINARY.index("move_2")]["NEARER"] == 0  # it is gone
    changed = {FEATURES.find(int(i))[0].name for i in np.flatnonzero(other != Seen(SPEC, table.game, 1 - seat).entries)}
    assert changed == {"DECISION", "SEATS"}  # how many cards lie there, not which
