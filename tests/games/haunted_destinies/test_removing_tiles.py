"""The Opener removes tiles after the ritual (HD-OPEN-14 to HD-OPEN-20)."""

import pytest

from tests.games.haunted_destinies.table import Table

COPSE, HOLLOW = "4,5", "4,3"  # edge sums 8 and 10
MOOR = {"3,4": "ti_old_kirk", COPSE: "ti_birch_copse", HOLLOW: "ti_misty_hollow"}
OPENER = {"health": "4/5", "pawn": "3,4", "up": ["ps_opener"]}


def opener_moves(
    opener: dict | None = None, *others: dict, board: dict | None = None, dice: tuple[int, ...] = (3, 2), **more
) -> Table:
    """After the ritual, seat 0, the Opener, is about to roll for movement."""
    seats = [{**OPENER, **(opener or {})}, *(others or ({"pawn": "3,4"}, {"ghost": True, "gloom": 2}))]
    position = {
        "ritual": True,
        "board": MOOR if board is None else board,
        "seats": seats,
        "force": {"dice": list(dice)},
    }
    return Table({**position, **more})


def removable(table: Table) -> set[str]:
    """The cells that REMOVE_TILE offers."""
    if "REMOVE_TILE" not in table.legal:
        return set()
    table.do("REMOVE_TILE")
    assert table.asked == (0, "REMOVE_CELL")
    return {action.removeprefix("CELL ") for action in table.legal}


ASKING = {"auto_forced": False}


@pytest.mark.example("EX-36")
@pytest.mark.clause("HD-OPEN-16", "HD-OPEN-17", "HD-OPEN-18", "HD-OPEN-19")
def test_ex_36_birch_copse_may_go_and_misty_hollow_may_not():
    table = opener_moves(options=ASKING).do("ROLL2")
    assert removable(table) == {COPSE}
    table.do(f"CELL {COPSE}")
    assert table.tile(COPSE) is None
    assert not any(action.startswith("MOVE") for action in table.legal)
    assert {"SEARCH", "ATTACK"} <= table.legal


# HD-OPEN-14 to HD-OPEN-16: when


@pytest.mark.clause("HD-OPEN-14")
def test_a_tile_is_removed_after_the_roll_instead_of_moving_and_an_action_is_left():
    table = opener_moves(dice=(3, 2, 6, 1))
    assert table.refuses("REMOVE_TILE")
    table.do("ROLL2")
    assert {"REMOVE_TILE", "MOVE_S"} <= table.legal
    table.do("REMOVE_TILE")
    assert table.tile(COPSE) is None
    table.do("ATTACK", "OPT_WOUND")
    assert table.health(1) == "3/5"


@pytest.mark.clause("HD-OPEN-14")
def test_removing_is_a_choice():
    table = opener_moves().do("ROLL2", "MOVE_S")
    assert table.tile(COPSE) == "ti_birch_copse"
    assert table.pawn(0) == "4,4"


@pytest.mark.clause("HD-OPEN-15")
def test_before_the_ritual_nobody_removes_tiles():
    table = opener_moves(ritual=False).do("ROLL2")
    assert "MOVE_S" in table.legal
    assert table.refuses("REMOVE_TILE")


@pytest.mark.clause("HD-OPEN-14", "HD-OPEN-15")
@pytest.mark.parametrize("active", [1, 2])
def test_after_the_ritual_nobody_but_the_opener_removes_tiles(active):
    assert opener_moves(active=active).do("ROLL2").refuses("REMOVE_TILE")


@pytest.mark.clause("HD-OPEN-16")
def test_not_after_the_first_step():
    assert opener_moves().do("ROLL2", "MOVE_S").refuses("REMOVE_TILE")


@pytest.mark.clause("HD-OPEN-16")
def test_not_after_the_action():
    table = opener_moves(dice=(3, 2, 6, 1)).do("ROLL2", "ATTACK", "PASS", "NO")
    assert table.asked == (0, "MAIN")
    assert "MOVE_S" in table.legal
    assert table.refuses("REMOVE_TILE")


@pytest.mark.clause("HD-OPEN-16")
def test_a_free_action_before_does_not_matter():
    table = opener_moves().do("ROLL2", "TALK", "ACCUSE", "SEAT 1")
    assert "REMOVE_TILE" in table.legal


@pytest.mark.clause("HD-OPEN-16")
def test_being_moved_by_a_card_is_no_step():
    """Corpse Candle, shown to seat 1, takes the Opener to the Cemetery."""
    opener, other = {"pile": ["ha_corpse_candle"]}, {"pawn": "3,4", "pile": ["ps_medium"]}
    table = opener_moves(opener, other, {"ghost": True}).do("ROLL2", "MUTUAL_LOOK", "FACE_DOWN")
    assert table.pawn(0) == "4,4"
    assert {"REMOVE_TILE", "MOVE_N"} <= table.legal


@pytest.mark.clause("HD-OPEN-16")
def test_once_per_turn():
    board = {**MOOR, "3,3": "ti_high_cairn", "3,5": "ti_crossroads"}
    table = opener_moves(board=board).do("ROLL2", "REMOVE_TILE", "CELL 3,5")
    assert table.refuses("REMOVE_TILE")
    assert table.tile("3,3") == "ti_high_cairn"


@pytest.mark.clause("HD-OPEN-16")
def test_no_step_afterwards_whatever_adds_movement_points():
    """Fair Wind gives 4 movement points."""
    table = opener_moves(dice=(3, 2, 6, 1), decks={"search": ["se_fair_wind"]}).do("ROLL2", "REMOVE_TILE")
    table.do("SEARCH", "BRANCH_A")
    assert table.asked == (0, "MAIN")
    assert all(table.refuses(step) for step in ("MOVE_N", "MOVE_E", "MOVE_S", "MOVE_W"))


@pytest.mark.clause("HD-OPEN-16")
def test_the_next_turn_allows_steps_and_removal_again():
    board = {**MOOR, "3,3": "ti_high_cairn"}
    table = opener_moves(board=board, dice=(3, 2, 1, 1, 3, 2)).do("ROLL2", "REMOVE_TILE", "CELL 3,3", "END_TURN")
    table.do("ROLL1", "END_TURN", "ROLL1", "END_TURN", "ROLL2")
    assert {"REMOVE_TILE", "MOVE_S"} <= table.legal


# HD-OPEN-17 to HD-OPEN-20: which tile

ONE = {"3,4": "ti_old_kirk"}  # and one more tile, east of the Cemetery


@pytest.mark.clause("HD-OPEN-17")
@pytest.mark.parametrize(
    ("tile", "more", "allowed"),
    [
        pytest.param("ti_birch_copse", {}, True, id="empty"),
        pytest.param("ti_standing_stones", {}, False, id="searchable"),
        pytest.param("ti_birch_copse", {"gloom": {COPSE: 1}}, False, id="gloom"),
    ],
)
def test_the_tile_is_not_searchable_and_without_gloom(tile, more, allowed):
    table = opener_moves(board={**ONE, COPSE: tile}, options=ASKING, **more).do("ROLL2")
    assert removable(table) == ({COPSE} if allowed else set())


@pytest.mark.clause("HD-OPEN-17")
@pytest.mark.parametrize(
    ("opener", "others"),
    [
        pytest.param({"pawn": COPSE}, [{}, {}], id="the Opener"),
        pytest.param({}, [{"pawn": COPSE}, {}], id="a living player"),
        pytest.param({}, [{}, {"pawn": COPSE, "ghost": True}], id="a ghost"),
    ],
)
def test_nobody_stands_on_the_tile(opener, others):
    assert removable(opener_moves(opener, *others, board={**ONE, COPSE: "ti_birch_copse"}).do("ROLL2")) == set()


@pytest.mark.clause("HD-OPEN-18")
@pytest.mark.parametrize(
    ("tile", "health", "roll", "dice", "allowed"),
    [
        ("ti_birch_copse", "4/5", "ROLL2", (3, 2), True),  # 8 < 9
        ("ti_birch_copse", "3/5", "ROLL2", (3, 2), False),  # not 8 < 8
        ("ti_birch_copse", "3/5", "ROLL1", (6,), True),
        ("ti_birch_copse", "3/5", "ROLL1", (5,), False),
        ("ti_misty_hollow", "4/5", "ROLL2", (3, 2), False),  # not 10 < 9
        ("ti_misty_hollow", "6/6", "ROLL2", (3, 2), True),
        ("ti_narrow_pass", "1/5", "ROLL1", (4,), True),  # X counts 0: 4 < 5
        ("ti_narrow_pass", "1/5", "ROLL1", (3,), False),
        ("ti_salt_marsh", "12/12", "ROLL1", (2,), True),  # 13 < 14
        ("ti_salt_marsh", "12/12", "ROLL1", (1,), False),
    ],
)
def test_the_edges_add_up_to_less_than_health_and_dice(tile, health, roll, dice, allowed):
    table = opener_moves({"health": health}, board={**ONE, COPSE: tile}, dice=dice, options=ASKING).do(roll)
    assert removable(table) == ({COPSE} if allowed else set())


@pytest.mark.clause("HD-OPEN-18")
def test_modifiers_of_the_movement_roll_do_not_count():
    opener = {"health": "3/5", "items": ["it_nailed_boots", "it_nailed_boots"]}
    assert removable(opener_moves(opener, board={**ONE, COPSE: "ti_birch_copse"}).do("ROLL2")) == set()


@pytest.mark.clause("HD-OPEN-18")
def test_the_health_left_after_evil_twins_counts():
    table = opener_moves(board={**ONE, COPSE: "ti_birch_copse"}, dice=(2, 2)).do("ROLL2", "OPT_WOUND")
    assert table.asked == (0, "MAIN")
    assert removable(table) == set()  # not 8 < 3 + 4


CHAIN = {**ONE, COPSE: "ti_high_cairn", "4,6": "ti_crossroads"}


@pytest.mark.clause("HD-OPEN-19")
def test_a_tile_that_holds_the_board_together_stays():
    assert removable(opener_moves(board=CHAIN, options=ASKING).do("ROLL2")) == {"4,6"}


@pytest.mark.clause("HD-OPEN-19")
def test_a_ring_may_be_broken_anywhere():
    ring = {**CHAIN, "3,5": "ti_drovers_road", "3,6": "ti_inn"}
    assert removable(opener_moves(board=ring).do("ROLL2")) == {COPSE, "4,6", "3,5"}


@pytest.mark.clause("HD-OPEN-19")
def test_edges_do_not_matter_for_holding_together():
    """Without the copse, the Bridge's only neighbour is the Fold, with X on both sides of the border."""
    board = {**ONE, COPSE: "ti_fold", "5,5": "ti_covered_bridge", "5,4": "ti_birch_copse"}
    assert "5,4" in removable(opener_moves(board=board).do("ROLL2"))


@pytest.mark.clause("HD-OPEN-20")
def test_the_cemetery_is_never_removed():
    """It lies empty at the edge of the board, and its edges add up to 6."""
    board = {"4,5": "ti_old_kirk", "4,6": "ti_high_cairn"}
    table = opener_moves({"pawn": "4,5"}, {"pawn": "4,5"}, {"pawn": "4,5"}, board=board, options=ASKING).do("ROLL2")
    assert removable(table) == {"4,6"}
