"""Movement (section 4), Move 1 and Move 2 (section 5)."""

import pytest

from tests.games.haunting_house.table import Table, is_impossible, resolving


def ways(*pawns, card="move_1", **position):
    """The directions offered to seat 0."""
    table = Table(resolving(card, pawns=pawns, **position))
    if is_impossible(table, card):
        return ""
    assert table.asked == (0, "STEP")
    return "".join(side for side in "NESW" if f"DIR {side}" in table.legal)


@pytest.mark.clause("HH-MOVE-5", "HH-M1-1")
@pytest.mark.example("EX-03")
def test_from_the_entrance_the_only_step_is_into_the_corner():
    assert ways("entrance") == "E"
    table = Table(resolving("move_1")).do("DIR E")
    assert table.pawn(0) == "0,0"


@pytest.mark.clause("HH-MOVE-5")
def test_the_entrance_in_the_north_leads_south():
    assert ways("entrance", entrance=0) == "S"  # (0,0) is open N, S, W
    table = Table(resolving("move_1", entrance=0)).do("DIR S")
    assert table.pawn(0) == "0,0"


@pytest.mark.clause("HH-MOVE-5", "HH-MUST-2")
def test_a_wall_of_the_corner_tile_shuts_the_entrance():
    """T15 turned clockwise is open N, E, W; turned again N, E, S: closed to the west."""
    shut = Table(resolving("rotate_90", "move_1", "rotate_180", pawns=("1,1",), entrance=23)).do("TILE 0,0", "CCW")
    assert f"{shut.mask('0,0'):X}" == "E"
    assert shut.asked == (1, "STEP")
    shut = Table(resolving("rotate_180", "move_1", "rotate_180", pawns=("1,1",))).do("TILE 0,0")
    assert f"{shut.mask('0,0'):X}" == "7"
    assert is_impossible(shut, "move_1", seat=1)


@pytest.mark.clause("HH-M2-4", "HH-MOVE-4")
@pytest.mark.example("EX-04")
def test_move_2_ends_after_one_step_if_there_is_no_second():
    table = Table(resolving("move_2", "rotate_90"))
    assert table.legal == {"DIR E"}
    table.do("DIR E")
    assert table.pawn(0) == "0,0"
    assert table.asked == (1, "ROT90_TILE")
    assert not is_impossible(table, "move_2")


@pytest.mark.clause("HH-MUST-2", "HH-MOVE-4")
@pytest.mark.example("EX-05")
def test_nobody_returns_to_the_entrance():
    table = Table(resolving("move_1", "rotate_90", pawns=("0,0",)))
    assert is_impossible(table, "move_1")
    assert table.asked == (1, "ROT90_TILE")
    assert table.pawn(0) == "0,0"


@pytest.mark.clause("HH-MOVE-4")
@pytest.mark.parametrize("card", ["move_1", "move_2", "secret_passage"])
@pytest.mark.parametrize("entrance", [0, 23])
@pytest.mark.parametrize("turn", range(4))
def test_no_card_leads_back_to_the_entrance(card, entrance, turn):
    board = ["T15.3 T12.3 T06.3 T23.3 T10.3 T30.1".replace("T15.3", f"T15.{turn}"), *REST]
    table = Table(resolving(card, pawns=("0,0",), entrance=entrance, board=board))
    outside = {"DIR N", "DIR W"}
    assert is_impossible(table, card) or not table.legal & outside


REST = (
    "T14.2 T17.0 T02.0 T27.1 T22.3 T25.1",
    "T29.2 T11.3 T04.2 T05.3 T13.3 T32.2",
    "T28.3 T33.1 T26.2 T07.0 T08.2 T18.1",
    "T34.2 T36.0 T01.1 T20.2 T03.2 T19.0",
    "T21.0 T31.3 T24.3 T09.0 T35.2 T16.0",
)


@pytest.mark.clause("HH-MOVE-1", "HH-M1-1")
@pytest.mark.example("EX-06")
def test_steps_lead_through_openings_that_meet():
    assert ways("1,1") == "NEW"
    table = Table(resolving("move_1", pawns=("1,1",))).do("DIR N")
    assert table.pawn(0) == "0,1"
    assert table.decision != "STEP"  # one step only


@pytest.mark.clause("HH-MOVE-1")
def test_one_wall_is_enough_to_stop_a_step():
    """(1,0) is open E, S, W and (2,0) S, W: between them one wall. (0,4) and (0,5): two."""
    assert "S" not in ways("1,0")
    assert "N" not in ways("2,0")
    assert "E" not in ways("0,4")


@pytest.mark.clause("HH-M2-1", "HH-M2-3")
@pytest.mark.example("EX-07")
def test_move_2_is_two_decisions_and_may_go_back():
    assert ways("0,4", card="move_2") == "W"
    table = Table(resolving("move_2", pawns=("0,4",))).do("DIR W")
    assert table.pawn(0) == "0,3"
    assert table.asked == (0, "STEP")
    assert table.legal == {"DIR E", "DIR W"}
    assert Table(resolving("move_2", pawns=("0,4",))).do("DIR W", "DIR E").pawn(0) == "0,4"
    assert Table(resolving("move_2", pawns=("0,4",))).do("DIR W", "DIR W").pawn(0) == "0,2"


@pytest.mark.clause("HH-MOVE-2")
@pytest.mark.example("EX-08")
def test_an_occupied_trap_door_cannot_be_entered():
    assert ways("2,2", "2,3") == "NS"
    assert ways("2,2") == "NES"


@pytest.mark.clause("HH-MOVE-2", "HH-MUST-2")
@pytest.mark.example("EX-09")
def test_nor_passed_through():
    table = Table(resolving("move_2", pawns=("2,4", "2,3")))
    assert is_impossible(table, "move_2")
    assert table.pawn(0) == "2,4"


@pytest.mark.clause("HH-MOVE-3")
def test_any_other_tile_holds_and_lets_pass_any_number():
    table = Table(resolving("move_2", pawns=("1,1", "1,2", "1,2", "1,2", "1,2", "1,2"))).do("DIR E")
    assert table.pawn(0) == "1,2"
    assert table.asked == (0, "STEP")
    assert "DIR S" in table.legal
    assert table.do("DIR S").pawn(0) == "2,2"


@pytest.mark.clause("HH-M2-2", "HH-WIN-1")
@pytest.mark.example("EX-10")
def test_the_first_step_may_win_and_later_seats_do_not_act():
    table = Table(resolving("move_2", "rotate_90", pawns=("5,5",)))
    assert "DIR E" in table.legal
    table.do("DIR E")
    assert table.is_over
    assert table.asked == (-1, "NONE")
    assert table.pawn(0) == "exit"
    assert table.returns == [1, -1]


@pytest.mark.clause("HH-MOVE-6")
def test_the_exit_is_a_step_from_its_border_tile_only_if_that_is_open():
    assert "E" in ways("5,5", exit=11)
    assert "S" not in ways("5,5", exit=12)
    assert "E" not in ways("5,5", exit=10)
    assert "W" in ways("3,0", exit=20)  # (3,0) is open N, W
    assert "N" in ways("0,1", exit=1)  # (0,1) is open N, S, W
    assert Table(resolving("move_1", pawns=("0,1",), exit=1)).do("DIR N").is_over


@pytest.mark.clause("HH-MOVE-7")
def test_other_ways_off_the_square_are_never_legal():
    assert "W" not in ways("1,0")  # open W, nothing there
    assert "N" not in ways("0,1")
    assert "E" not in ways("4,5", exit=11)
    assert "DIR N" not in Table(resolving("secret_passage", pawns=("0,3",))).legal  # one wall, nothing behind


@pytest.mark.clause("HH-MOVE-1", "HH-MOVE-2", "HH-MOVE-6", "HH-MOVE-7", "HH-PASS-1", "HH-PASS-3")
def test_steps_and_passages_agree_with_a_count_of_walls():
    """Every cell of House A, every exit: a plain count of walls gives the same directions."""
    masks = ["DDFAD6", "EBF6AA", "CDFFDC", "965BE7", "C1FEFB", "59AB4B"]
    traps = {(0, 2), (2, 3), (3, 1), (3, 2), (3, 5), (4, 0), (4, 3), (4, 5)}
    steps = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

    def is_open(r, c, side):
        return int(masks[r][c], 16) >> "NESW".index(side) & 1

    for r in range(6):
        for c in range(6):
            pawns = (f"{r},{c}", "2,3" if (r, c) != (2, 3) else "3,1")
            blocked = tuple(map(int, pawns[1].split(",")))
            assert blocked in traps
            for walls, card in ((0, "move_1"), (1, "secret_passage")):
                wanted = set()
                for side, (dr, dc) in steps.items():
                    there = (r + dr, c + dc)
                    if (r, c, side) == (5, 5, "E"):
                        between = 1 - is_open(r, c, side)
                    elif 0 <= there[0] < 6 and 0 <= there[1] < 6 and there != blocked:
                        between = 2 - is_open(r, c, side) - is_open(*there, "NESW"["NESW".index(side) ^ 2])
                    else:
                        continue
                    if between == walls:
                        wanted.add(f"DIR {side}")
                table = Table(resolving(card, pawns=pawns))
                assert wanted == (set() if is_impossible(table, card) else table.legal), (r, c, card)
