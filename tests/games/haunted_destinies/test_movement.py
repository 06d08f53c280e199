"""Movement (HD-MOVE), with the examples EX-04 to EX-06."""

from typing import Any

import pytest

from tests.games.haunted_destinies.table import Table, cell, cell_name

# The board of EX-04. Edges N, E, S, W: Ruins 2 2 2 3, Bridge X 1 X 1, Fields 2 3 2 3, Gorge 2 5 4 5.
RUINS, BRIDGE, FIELDS, GORGE = "5,6", "6,6", "5,7", "6,7"
EXAMPLE = {
    RUINS: "ti_roman_ruins",
    BRIDGE: "ti_covered_bridge",
    FIELDS: "ti_rocky_fields",
    GORGE: "ti_gorge",
}
STEPS = {"MOVE_N": -9, "MOVE_E": 1, "MOVE_S": 9, "MOVE_W": -1}
GHOST = {"ghost": True, "gloom": 2}


def standing(pawn: str, mp: int, board: dict[str, str] = EXAMPLE, **more: Any) -> Table:
    """Seat 0 on a tile with movement points left. Keywords of a seat go to seat 0, others to the position."""
    seat = {key: more.pop(key) for key in ("up", "items", "ghost", "gloom", "pile") if key in more}
    seats = [{"pawn": pawn, **seat}, {"pile": ["ps_opener"]}, {}]
    return Table({"decision": "MAIN", "mp": mp, "board": board, "seats": seats} | more)


def rolling(roll: str, dice: list[int], **more: Any) -> Table:
    seat = {key: more.pop(key) for key in ("up", "items", "ghost", "health", "pile") if key in more}
    seats = [seat, {"pile": ["ps_opener"]}, {}]
    return Table({"seats": seats, "force": {"dice": dice}} | more).do(roll)


def mp(t: Table) -> int:
    return int(t.table["mp"])


def steps(t: Table) -> set[str]:
    return t.legal & set(STEPS)


def around(middle: str, tile: str) -> dict[str, str]:
    """A tile with a neighbour on every side, far from the Cemetery."""
    names = ["ti_birch_copse", "ti_gorse", "ti_peat_bog", "ti_drovers_road"]
    beside = {cell_name(cell(middle) + step): name for step, name in zip(STEPS.values(), names)}
    return {middle: tile, **beside}


@pytest.mark.clause("HD-MOVE-1")
@pytest.mark.parametrize(
    ("roll", "cards", "points"),
    [
        ("ROLL1", {}, 4),
        ("ROLL2", {}, 6),
        ("ROLL1", {"items": ["it_nailed_boots"]}, 5),
        ("ROLL2", {"items": ["it_nailed_boots"]}, 7),
        ("ROLL2", {"items": ["it_nailed_boots", "it_nailed_boots"]}, 8),
        ("ROLL2", {"items": ["it_nailed_boots"], "up": ["ps_houndkeeper"]}, 8),
        ("ROLL2", {"pile": ["ps_houndkeeper"]}, 6),
    ],
)
def test_movement_points_are_the_dice_plus_modifiers(roll, cards, points):
    assert mp(rolling(roll, [4, 2], options={"players": 4}, **cards)) == points


@pytest.mark.clause("HD-MOVE-2")
def test_steps_go_to_the_four_orthogonal_neighbours_only():
    board = around("2,2", "ti_crossroads")
    for step, offset in STEPS.items():
        t = standing("2,2", 1, board).do(step)
        assert t.pawn(0) == cell_name(cell("2,2") + offset)
    diagonal = {
        "2,2": "ti_crossroads",
        "1,1": "ti_birch_copse",
        "1,3": "ti_gorse",
        "3,1": "ti_scree",
        "3,3": "ti_bothy",
    }
    assert steps(standing("2,2", 99, diagonal)) == set()


@pytest.mark.clause("HD-MOVE-2")
@pytest.mark.parametrize(("pawn", "step", "beyond"), [("3,8", "MOVE_E", "4,0"), ("4,0", "MOVE_W", "3,8")])
def test_the_rows_of_the_grid_do_not_run_on(pawn, step, beyond):
    board = {pawn: "ti_crossroads", beyond: "ti_high_cairn"}
    assert step not in standing(pawn, 99, board).legal
    assert standing(pawn, 99, board).refuses(step)


@pytest.mark.clause("HD-MOVE-3", "HD-COMP-13")
@pytest.mark.parametrize(
    ("tile", "costs"),
    [("ti_gorge", [2, 5, 4, 5]), ("ti_gallows_hill", [3, 1, 2, 3]), ("ti_flooded_lane", [3, 2, 6, 2])],
)
@pytest.mark.parametrize("middle", ["1,1", "7,2", "3,7"])
def test_a_step_costs_the_printed_edge_of_the_tile_being_left(tile, costs, middle):
    for step, cost in zip(STEPS, costs):
        assert mp(standing(middle, 9, around(middle, tile)).do(step)) == 9 - cost


@pytest.mark.clause("HD-MOVE-3")
def test_the_facing_edge_of_the_tile_being_entered_is_irrelevant():
    board = {"2,2": "ti_high_cairn", "1,2": "ti_peat_bog", "2,3": "ti_fold", "3,2": "ti_crypt", "2,1": "ti_ferry_hut"}
    for step in STEPS:  # the Cairn costs 1 on every side; the others 4, 2, X and X towards it
        assert mp(standing("2,2", 1, board).do(step)) == 0


@pytest.mark.clause("HD-MOVE-4", "HD-COMP-11")
def test_a_pawn_cannot_leave_across_an_x_edge():
    board = around("2,2", "ti_quarry")  # X X 2 3
    t = standing("2,2", 99, board)
    assert steps(t) == {"MOVE_S", "MOVE_W"}
    assert t.refuses("MOVE_N")
    assert t.refuses("MOVE_E")


@pytest.mark.clause("HD-MOVE-5")
def test_a_step_needs_a_tile_and_enough_points():
    board = {"2,2": "ti_gorge", "1,2": "ti_gorse", "2,3": "ti_fold"}  # 2 north, 5 east, nothing south and west
    assert steps(standing("2,2", 1, board)) == set()
    assert steps(standing("2,2", 2, board)) == {"MOVE_N"}
    assert steps(standing("2,2", 4, board)) == {"MOVE_N"}
    assert steps(standing("2,2", 5, board)) == {"MOVE_N", "MOVE_E"}
    t = standing("2,2", 4, board)
    assert t.refuses("MOVE_E")
    assert t.refuses("MOVE_S")


@pytest.mark.clause("HD-MOVE-6")
def test_points_left_at_the_end_of_the_turn_are_lost():
    t = standing(RUINS, 9, force={"dice": [1, 1, 1]}).do("END_TURN", "ROLL1", "END_TURN", "ROLL1", "END_TURN", "ROLL1")
    assert (t.decider, mp(t)) == (0, 1)


@pytest.mark.clause("HD-MOVE-7")
@pytest.mark.parametrize(("points", "legal"), [(5, set()), (6, {"MOVE_N", "MOVE_E"}), (7, {"MOVE_N", "MOVE_E"})])
def test_a_sealed_pawn_leaves_across_an_x_edge_that_faces_a_tile_for_6(points, legal):
    board = {"2,2": "ti_quarry", "1,2": "ti_gorse", "2,3": "ti_fold"}  # X X 2 3, tiles north and east
    assert steps(standing("2,2", points, board)) == legal
    for step in legal:
        assert mp(standing("2,2", points, board).do(step)) == points - 6


@pytest.mark.clause("HD-MOVE-7")
@pytest.mark.parametrize("points", [2, 6])
def test_a_pawn_with_a_numbered_way_out_is_not_sealed_however_dear_it_is(points):
    board = {"2,2": "ti_quarry", "1,2": "ti_gorse", "2,1": "ti_fold"}  # X X 2 3, tiles north and west
    assert "MOVE_N" not in standing("2,2", points, board).legal


@pytest.mark.clause("HD-MOVE-7")
def test_numbered_edges_that_face_the_rim_of_the_grid_do_not_unseal():
    board = {"8,0": "ti_quarry", "7,0": "ti_gorse"}  # numbers south and west only
    assert steps(standing("8,0", 6, board)) == {"MOVE_N"}


@pytest.mark.clause("HD-MOVE-8")
@pytest.mark.parametrize("roll", ["ROLL1", "ROLL2"])
def test_ghosts_roll_and_move_like_the_living(roll):
    seats = [{**GHOST, "pawn": RUINS}, {"pile": ["ps_opener"]}, {}]
    t = Table({"board": EXAMPLE, "seats": seats, "force": {"dice": [4, 2]}})
    assert t.legal == {"ROLL1", "ROLL2"}
    t.do(roll)
    points = 4 if roll == "ROLL1" else 6
    assert mp(t) == points
    assert steps(t) == {"MOVE_E", "MOVE_S"}
    t.do("MOVE_S")
    assert (t.pawn(0), mp(t), steps(t)) == (BRIDGE, points - 2, {"MOVE_E"})


@pytest.mark.clause("HD-MOVE-9")
def test_any_number_of_pawns_may_share_a_tile():
    others = [{"pawn": FIELDS} for _ in range(4)] + [{"pawn": FIELDS, "pile": ["ps_opener"]}]
    t = Table({"decision": "MAIN", "mp": 2, "board": EXAMPLE, "seats": [{"pawn": RUINS}, *others]}).do("MOVE_E")
    assert [t.pawn(seat) for seat in range(6)] == [FIELDS] * 6


@pytest.mark.clause("HD-MOVE-10")
def test_edge_cap_lowers_numbered_edges_only():
    pathfinder = {"up": ["ps_pathfinder"]}
    for step, cost in zip(STEPS, [2, 2, 2, 2]):  # the Gorge: 2 5 4 5
        assert mp(standing("2,2", 9, around("2,2", "ti_gorge"), **pathfinder).do(step)) == 9 - cost
    assert mp(standing("2,2", 9, around("2,2", "ti_high_cairn"), **pathfinder).do("MOVE_N")) == 8, "1 stays 1"
    assert steps(standing("2,2", 9, around("2,2", "ti_quarry"), **pathfinder)) == {"MOVE_S", "MOVE_W"}
    assert steps(standing("2,2", 2, around("2,2", "ti_gorge"))) == {"MOVE_N"}, "not without the card"


@pytest.mark.clause("HD-MOVE-10")
def test_edge_cap_does_not_cheapen_the_way_out_of_a_sealed_tile():
    board = {"2,2": "ti_quarry", "1,2": "ti_gorse"}
    assert steps(standing("2,2", 5, board, up=["ps_pathfinder"])) == set()
    assert mp(standing("2,2", 8, board, up=["ps_pathfinder"]).do("MOVE_N")) == 2


@pytest.mark.clause("HD-MOVE-10")
def test_edge_x_opens_x_edges_for_its_cost_and_leaves_numbers_alone():
    rope = {"items": ["it_rope_and_hook"]}
    board = around("2,2", "ti_quarry")  # X X 2 3
    assert steps(standing("2,2", 2, board, **rope)) == {"MOVE_S"}
    assert steps(standing("2,2", 3, board, **rope)) == set(STEPS)
    for step, cost in zip(STEPS, [3, 3, 2, 3]):
        assert mp(standing("2,2", 9, board, **rope).do(step)) == 9 - cost
    assert mp(standing("2,2", 9, around("2,2", "ti_gorge"), **rope).do("MOVE_E")) == 4, "5 stays 5"
    assert steps(standing("2,2", 9, {"2,2": "ti_quarry", "2,1": "ti_fold"}, **rope)) == {"MOVE_W"}, "needs a tile"


@pytest.mark.clause("HD-MOVE-11")
def test_an_effect_that_relocates_a_pawn_ignores_edges_and_keeps_the_points():
    kirk = {"2,2": "ti_old_kirk", "7,7": "ti_crypt"}
    t = standing("2,2", 1, kirk, decks={"search": ["se_hidden_path"]}, force={"dice": [6, 1]})
    t.do("SEARCH", "OPT_DRAW_SEARCH", "USE_DRAW")
    assert (t.pawn(0), mp(t), t.asked) == ("7,7", 1, (0, "MAIN"))


@pytest.mark.clause("HD-MOVE-11")
def test_relocating_another_player_costs_the_active_player_nothing():
    seats = [{"pawn": RUINS}, {"pawn": RUINS, "pile": ["ha_corpse_candle"]}, {"pile": ["ps_opener"]}]
    t = Table({"decision": "MAIN", "mp": 5, "board": EXAMPLE, "seats": seats, "force": {"dice": [6, 1]}})
    t.do("PROBE", "OPT_LOOK_OTHER")
    assert (t.pawn(0), t.pawn(1), mp(t)) == (RUINS, "4,4", 5)


@pytest.mark.clause("HD-MOVE-12")
def test_there_are_no_points_until_the_twins_are_settled():
    t = rolling("ROLL2", [3, 3], pile=["ps_moths"])
    assert (t.decision, mp(t)) == ("EVIL_TWINS", 0)
    t.do("OPT_HAUNTING")
    assert (t.decision, mp(t)) == ("INSERT_AT", 0)
    t.do("INSERT 0")
    assert (t.decision, mp(t)) == ("MAIN", 6)


@pytest.mark.clause("HD-MOVE-12")
def test_a_roller_who_died_of_the_twins_has_none():
    """The heir of the passed card decides while the dead roller's turn is still under way."""
    t = rolling("ROLL2", [3, 3], health="1/5", pile=["ps_moths"]).do("OPT_WOUND")
    assert (t.asked, t.table["active"], mp(t)) == ((1, "INSERT_AT"), 0, 0)
    t.do("INSERT 0")
    assert (t.asked, mp(t)) == ((1, "ROLL"), 0)
    t = rolling("ROLL2", [3, 3], health="1/5", options={"max_turns": 1}).do("OPT_WOUND")
    assert (t.reason, mp(t)) == ("DAWN", 0), "not even when the game ends with that turn"


@pytest.mark.example("EX-04")
@pytest.mark.clause("HD-MOVE-3", "HD-MOVE-4", "HD-MOVE-6")
def test_ex_04_the_long_way_round_to_the_ruins():
    t = standing(BRIDGE, 7)
    assert t.refuses("MOVE_N")
    left = []
    for step in ("MOVE_E", "MOVE_N", "MOVE_W"):
        left.append(mp(t.do(step)))
    assert (left, t.pawn(0)) == ([6, 4, 1], RUINS)
    assert steps(t) == set()
    assert mp(t.do("END_TURN")) == 0


@pytest.mark.example("EX-05")
@pytest.mark.clause("HD-MOVE-3")
def test_ex_05_into_the_bridge_across_its_x_edge():
    t = standing(RUINS, 2).do("MOVE_S")
    assert (t.pawn(0), mp(t)) == (BRIDGE, 0)


@pytest.mark.example("EX-06")
@pytest.mark.clause("HD-MOVE-7", "HD-MOVE-10")
def test_ex_06_a_pawn_sealed_in_on_the_bridge():
    board = {BRIDGE: "ti_covered_bridge", RUINS: "ti_roman_ruins"}
    assert mp(standing(BRIDGE, 6, board).do("MOVE_N")) == 0
    assert standing(BRIDGE, 5, board).refuses("MOVE_N")
    assert mp(standing(BRIDGE, 6, board, items=["it_rope_and_hook"]).do("MOVE_N")) == 3
