"""Switch Places, Secret Passage, Rotate, Switch 2 Tiles, Hall of Mirrors and Move Exit (section 5)."""

import pytest

from tests.games.haunting_house.table import Table, is_impossible, resolving

ALL = {f"TILE {r},{c}" for r in range(6) for c in range(6)}


def offered(card, *pawns, **position):
    """What seat 0 is offered; nothing if the card is not possible."""
    table = Table(resolving(card, pawns=pawns, **position))
    return set() if is_impossible(table, card) else table.legal


def directions(*pawns, **position):
    return "".join(side for side in "NESW" if f"DIR {side}" in offered("secret_passage", *pawns, **position))


# Switch Places


@pytest.mark.clause("HH-SP-1", "HH-SP-2", "HH-SP-3")
@pytest.mark.example("EX-23")
def test_switch_places_with_a_pawn_that_touches():
    table = Table(resolving("switch_places", pawns=("3,3", "2,2", "3,3", "entrance")))
    assert table.asked == (0, "SWITCH_PAWN")
    assert table.legal == {"PAWN 1"}
    table.do("PAWN 1")
    assert (table.pawn(0), table.pawn(1)) == ("2,2", "3,3")


@pytest.mark.clause("HH-SP-1")
def test_all_eight_neighbours_touch_and_walls_do_not_matter():
    around = [(r, c) for r in (2, 3, 4) for c in (2, 3, 4) if (r, c) != (3, 3)]
    for r, c in around:
        assert offered("switch_places", "3,3", f"{r},{c}") == {"PAWN 1"}
    assert offered("switch_places", "3,3", "3,5") == set()
    assert offered("switch_places", "2,5", "3,0") == set()  # neighbours by number only
    assert offered("switch_places", "5,5", "4,4", "3,3", "4,5") == {"PAWN 1", "PAWN 3"}


@pytest.mark.clause("HH-SP-2")
@pytest.mark.example("EX-24")
def test_not_with_a_pawn_on_the_entrance():
    table = Table(resolving("switch_places", "rotate_90", pawns=("0,0",)))
    assert is_impossible(table, "switch_places")
    assert (table.pawn(0), table.pawn(1)) == ("0,0", "entrance")


@pytest.mark.clause("HH-SP-2")
def test_nor_by_a_pawn_on_the_entrance():
    assert offered("switch_places", "entrance", "0,0") == set()


@pytest.mark.clause("HH-SP-3")
def test_a_pawn_on_the_own_tile_is_no_partner():
    assert offered("switch_places", "3,3", "3,3") == set()


@pytest.mark.clause("HH-SP-4")
def test_trap_doors_never_block_a_switch():
    table = Table(resolving("switch_places", pawns=("2,2", "2,3", "2,2"))).do("PAWN 1")
    assert [table.pawn(seat) for seat in range(3)] == ["2,3", "2,2", "2,2"]


# Secret Passage


@pytest.mark.clause("HH-PASS-1")
@pytest.mark.example("EX-11")
def test_a_passage_goes_through_exactly_one_wall():
    assert directions("2,1") == "NESW"
    assert Table(resolving("secret_passage", pawns=("2,1",))).do("DIR W").pawn(0) == "2,0"


@pytest.mark.clause("HH-PASS-3")
@pytest.mark.example("EX-12")
def test_not_onto_an_occupied_trap_door():
    assert directions("2,1", "3,1") == "NEW"


@pytest.mark.clause("HH-PASS-1", "HH-MUST-2")
@pytest.mark.example("EX-13")
def test_neither_without_a_wall_nor_through_two():
    assert directions("2,3") == ""
    assert directions("0,5") == "S"


@pytest.mark.clause("HH-PASS-2")
@pytest.mark.example("EX-14")
def test_no_passage_from_an_open_entrance():
    assert directions("entrance") == ""


@pytest.mark.clause("HH-PASS-2")
def test_a_passage_through_the_wall_of_the_corner_tile():
    table = Table(resolving("rotate_180", "secret_passage", pawns=("1,1",))).do("TILE 0,0")  # now open N, E, S
    assert table.asked == (1, "PASSAGE")
    assert table.legal == {"DIR E"}
    assert table.do("DIR E").pawn(1) == "0,0"


@pytest.mark.clause("HH-PASS-4", "HH-OPT-6")
@pytest.mark.example("EX-15")
def test_a_passage_may_lead_onto_the_exit():
    assert directions("5,5", exit=12) == "NSW"
    table = Table(resolving("secret_passage", pawns=("5,5",), exit=12)).do("DIR S")
    assert table.is_over
    assert table.returns == [1, -1]
    assert directions("5,5", exit=12, options={"passage_to_exit": False}) == "NW"


@pytest.mark.clause("HH-PASS-5")
def test_a_passage_never_leads_onto_the_entrance():
    """(0,0) turned to N, E, S has one wall to the entrance in the west."""
    table = Table(resolving("rotate_180", "secret_passage", pawns=("entrance", "1,1", "0,1"))).do("TILE 0,0")
    assert table.asked == (1, "PASSAGE")
    standing = Table(resolving("secret_passage", pawns=("0,0",), board=turned_corner()))
    assert standing.asked == (0, "PASSAGE")
    assert "DIR W" not in standing.legal


def turned_corner():
    """House A with the corner tile open N, E, S."""
    return [
        "T15.1 T12.3 T06.3 T23.3 T10.3 T30.1",
        "T14.2 T17.0 T02.0 T27.1 T22.3 T25.1",
        "T29.2 T11.3 T04.2 T05.3 T13.3 T32.2",
        "T28.3 T33.1 T26.2 T07.0 T08.2 T18.1",
        "T34.2 T36.0 T01.1 T20.2 T03.2 T19.0",
        "T21.0 T31.3 T24.3 T09.0 T35.2 T16.0",
    ]


# Rotate


@pytest.mark.clause("HH-ROT-1", "HH-ROT-3")
@pytest.mark.example("EX-20")
def test_rotate_90_turns_an_unoccupied_tile_either_way():
    table = Table(resolving("rotate_90", "move_1", pawns=("1,1", "0,0")))
    assert offered("rotate_90", "1,1") == ALL - {"TILE 1,1"}
    table = Table(resolving("rotate_90", pawns=("1,1",))).do("TILE 0,0")
    assert table.asked == (0, "ROT90_DIR")
    assert table.legal == {"CW", "CCW"}
    table.do("CW")
    assert table.tile("0,0") == "T15.0"
    assert f"{table.mask('0,0'):X}" == "B"
    after = Table(resolving("move_1", pawns=("0,0",), board=[turned_corner()[0].replace("T15.1", "T15.0"), *REST_A]))
    assert after.do("DIR E").pawn(0) == "0,1"


REST_A = turned_corner()[1:]


@pytest.mark.clause("HH-ROT-1")
def test_counter_clockwise_is_the_other_way():
    table = Table(resolving("rotate_90", pawns=("1,1",))).do("TILE 0,0", "CCW")
    assert table.tile("0,0") == "T15.2"
    round_about = Table(resolving("rotate_90", pawns=("1,1",))).do("TILE 1,2", "CCW")
    assert round_about.tile("1,2") == "T02.3"  # rotation 0 turned back


@pytest.mark.clause("HH-ROT-2", "HH-MUST-3")
@pytest.mark.example("EX-21")
def test_rotate_180_turns_by_a_half():
    table = Table(resolving("rotate_180", pawns=("1,1",)))
    assert table.asked == (0, "ROT180_TILE")
    table.do("TILE 0,3")
    assert table.tile("0,3") == "T23.1"
    assert f"{table.mask('0,3'):X}" == "A"
    other = Table(resolving("rotate_180", pawns=("1,1",))).do("TILE 5,4")
    assert f"{other.mask('5,4'):X}" == "1"


@pytest.mark.clause("HH-ROT-3")
@pytest.mark.parametrize("card", ["rotate_90", "rotate_180"])
def test_occupied_tiles_are_not_turned_the_own_one_included(card):
    assert offered(card, "3,3", "0,0", "5,5") == ALL - {"TILE 3,3", "TILE 0,0", "TILE 5,5"}
    assert offered(card, "entrance", "entrance") == ALL  # entrance and exit are no tiles to choose


# Switch 2 Tiles


@pytest.mark.clause("HH-SW-1", "HH-SW-4")
@pytest.mark.example("EX-22")
def test_switch_2_tiles_exchanges_tiles_that_touch():
    table = Table(resolving("switch_2_tiles", "trap_door", pawns=("1,1", "4,2"))).do("TILE 3,2")
    assert table.asked == (0, "SWAP_SECOND")
    assert "TILE 4,1" in table.legal
    table.do("TILE 4,1")
    assert (table.tile("3,2"), table.mask("3,2")) == ("T36.0", 1)
    assert (table.tile("4,1"), table.mask("4,1")) == ("T26.2", 5)
    assert table.asked == (1, "TRAP_TARGET")
    assert table.legal == {"TILE 4,3"}


@pytest.mark.clause("HH-SW-1", "HH-SW-2")
def test_the_two_tiles_touch_each_other_anywhere():
    table = Table(resolving("switch_2_tiles", pawns=("0,0", "4,4")))
    assert table.asked == (0, "SWAP_FIRST")
    assert table.legal == ALL - {"TILE 0,0", "TILE 4,4"}
    table.do("TILE 5,5")
    assert table.legal == {"TILE 4,5", "TILE 5,4"}  # far from the own pawn; (4,4) is occupied
    inner = Table(resolving("switch_2_tiles")).do("TILE 2,3")
    assert inner.legal == {f"TILE {r},{c}" for r in (1, 2, 3) for c in (2, 3, 4)} - {"TILE 2,3"}


@pytest.mark.clause("HH-SW-1")
def test_a_first_tile_needs_an_unoccupied_neighbour():
    pawns = ("0,1", "1,0", "1,1")
    assert "TILE 0,0" not in offered("switch_2_tiles", *pawns)
    assert "TILE 0,0" in offered("switch_2_tiles", *pawns[:2])


@pytest.mark.clause("HH-SW-3")
def test_entrance_and_exit_cannot_be_switched():
    table = Table(resolving("switch_2_tiles")).do("TILE 5,5")
    assert table.legal == {"TILE 4,4", "TILE 4,5", "TILE 5,4"}
    before = int(table.table["entrance"]), int(table.table["exit"])
    table.do("TILE 5,4")
    assert (int(table.table["entrance"]), int(table.table["exit"])) == before


@pytest.mark.clause("HH-SW-4")
def test_a_tile_keeps_its_rotation_and_trap_door():
    table = Table(resolving("switch_2_tiles", pawns=("0,0",))).do("TILE 3,5", "TILE 2,5")
    assert (table.tile("2,5"), table.tile("3,5")) == ("T18.1", "T32.2")


# Hall of Mirrors, Move Exit


@pytest.mark.clause("HH-HM-1")
def test_in_the_hall_of_mirrors_nothing_happens():
    table = Table(resolving("hall_of_mirrors", "rotate_90", pawns=("3,3",)))
    assert table.asked == (1, "ROT90_TILE")
    assert table.pawn(0) == "3,3"
    assert "Player 0 (Hall of Mirrors): nothing happens." in table.events()


@pytest.mark.clause("HH-EX-1", "HH-EX-2")
@pytest.mark.example("EX-25")
def test_the_exit_moves_to_a_neighbouring_place():
    table = Table(resolving("move_exit"))
    assert table.asked == (0, "EXIT_DIR")
    assert table.legal == {"CW", "CCW"}
    assert Table(resolving("move_exit")).do("CW").table["exit"] == 12
    assert Table(resolving("move_exit")).do("CCW").table["exit"] == 10
    assert offered("move_exit", exit=1) == {"CW"}
    assert offered("move_exit", exit=22) == {"CCW"}


@pytest.mark.clause("HH-EX-2")
def test_the_exit_never_reaches_the_corner_of_the_entrance():
    for slot in range(1, 23):
        moved = {
            int(Table(resolving("move_exit", exit=slot)).do(way).table["exit"])
            for way in offered("move_exit", exit=slot)
        }
        assert moved == {slot - 1, slot + 1} - {0, 23}


@pytest.mark.clause("HH-EX-3", "HH-INV-8")
def test_moving_the_exit_to_a_pawn_does_not_win():
    table = Table(resolving("move_exit", pawns=("4,5", "4,4"))).do("CCW")
    assert table.table["exit"] == 10  # east of (4,5), which is open N, E, W
    assert not table.is_over
    assert table.pawn(0) == "4,5"
