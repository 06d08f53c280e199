"""Syphon (section 12)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK
from tests.games.haunted_destinies.table import Table


def on_gloom(here: int, dice: tuple[int, ...] = (), *, own: int = 1, at: str = KIRK, **more) -> Table:
    """Seat 0, a ghost, stands alone on a tile with gloom, with movement points left."""
    position = {
        "decision": "MAIN",
        "mp": 2,
        "board": {KIRK: "ti_old_kirk", "4,3": "ti_birch_copse"},
        "gloom": {at: here},
        "seats": [{"ghost": True, "gloom": own, "pawn": at}, HOLDER, {}],
        "force": {"dice": list(dice)},
    }
    return Table({**position, **more})


def amounts(highest: int) -> set[str]:
    return {f"AMOUNT {n}" for n in range(highest + 1)}


@pytest.mark.clause("HD-SYPH-1")
@pytest.mark.parametrize(("gloom", "allowed"), [(0, False), (1, True), (7, True)])
def test_syphoning_needs_gloom_on_the_tile(gloom, allowed):
    table = on_gloom(gloom)
    assert ("SYPHON" in table.legal) == allowed
    assert allowed or table.refuses("SYPHON")


@pytest.mark.clause("HD-SYPH-1")
def test_gloom_of_another_tile_is_out_of_reach():
    assert on_gloom(0, gloom={"4,4": 3, "4,3": 2}).refuses("SYPHON")


@pytest.mark.clause("HD-SYPH-1")
def test_syphoning_is_the_action_of_the_turn():
    table = on_gloom(3, (5, 2)).do("SYPHON")
    assert table.gloom(KIRK) == 4
    assert table.refuses("SYPHON")


@pytest.mark.clause("HD-SYPH-1")
def test_the_living_do_not_syphon():
    seats = [{"pawn": KIRK}, HOLDER, {"ghost": True}]
    assert on_gloom(3, seats=seats).refuses("SYPHON")


@pytest.mark.clause("HD-SYPH-2")
@pytest.mark.parametrize(
    ("gloom", "dice", "highest"),
    [(3, (2, 5), 3), (3, (1, 2), 2), (9, (5, 6), 6), (6, (1, 6), 6), (1, (3, 4), 1)],
)
def test_with_the_dark_die_higher_the_ghost_takes_up_to_its_number(gloom, dice, highest):
    table = on_gloom(gloom, dice).do("SYPHON")
    assert table.asked == (0, "SYPHON_AMOUNT")
    assert table.legal == amounts(highest)


@pytest.mark.clause("HD-SYPH-2")
@pytest.mark.parametrize("taken", [0, 1, 3])
def test_gloom_taken_moves_from_the_tile_to_the_ghost(taken):
    table = on_gloom(3, (2, 5)).do("SYPHON", f"AMOUNT {taken}")
    assert table.gloom(KIRK) == 3 - taken
    assert table.own_gloom(0) == 1 + taken


@pytest.mark.clause("HD-SYPH-3")
@pytest.mark.parametrize(("gloom", "dice"), [(1, (1, 1)), (3, (2, 2)), (9, (6, 6))])
def test_with_equal_dice_all_gloom_must_be_taken_after_evil_twins(gloom, dice):
    table = on_gloom(gloom, dice, own=5).do("SYPHON")
    assert table.asked == (0, "EVIL_TWINS")
    assert (table.gloom(KIRK), table.own_gloom(0)) == (gloom, 5)
    table.do("OPT_WOUND")
    assert table.asked == (0, "MAIN")
    assert (table.gloom(KIRK), table.own_gloom(0)) == (0, 4 + gloom)


@pytest.mark.clause("HD-SYPH-3")
def test_gloom_that_evil_twins_bring_to_the_tile_is_taken_too():
    """The Skull adds 1 gloom to every searchable tile and to the ghost."""
    more = {"decks": {"haunting": []}, "discards": {"haunting": ["ha_recoil"]}}
    table = on_gloom(3, (4, 4), own=0, **more).do("SYPHON", "SEAT 2")
    assert (table.gloom(KIRK), table.own_gloom(0)) == (0, 5)


@pytest.mark.clause("HD-SYPH-3")
def test_equal_dice_take_all_gloom_where_evil_twins_are_for_movement_only():
    table = on_gloom(3, (4, 4), options={"evil_twins_scope": "movement"}).do("SYPHON")
    assert (table.gloom(KIRK), table.own_gloom(0)) == (0, 4)


@pytest.mark.clause("HD-SYPH-4")
@pytest.mark.parametrize("dice", [(6, 1), (2, 1), (6, 5)])
def test_with_the_light_die_higher_the_tile_gains_1_gloom(dice):
    table = on_gloom(3, dice).do("SYPHON")
    assert (table.gloom(KIRK), table.own_gloom(0)) == (4, 1)


@pytest.mark.clause("HD-SYPH-5")
@pytest.mark.parametrize("dice", [(5, 2), (2, 5), (4, 4)])
def test_syphoning_never_ends_the_turn(dice):
    table = on_gloom(1, dice).do("SYPHON")
    if dice[0] < dice[1]:
        table.do("AMOUNT 0")
    elif dice[0] == dice[1]:
        table.do("OPT_WOUND")
    assert table.asked == (0, "MAIN")
    assert "MOVE_W" in table.legal


@pytest.mark.clause("HD-SYPH-5")
@pytest.mark.parametrize("at", ["4,4", "4,3", KIRK])
def test_syphoning_works_on_any_tile(at):
    table = on_gloom(3, (2, 5), at=at).do("SYPHON", "AMOUNT 2")
    assert (table.gloom(at), table.own_gloom(0)) == (1, 3)


@pytest.mark.example("EX-35")
@pytest.mark.clause("HD-SYPH-2", "HD-SYPH-3", "HD-SYPH-4")
def test_ex_35_a_ghost_with_1_gloom_on_a_tile_with_3():
    assert on_gloom(3, (2, 5)).do("SYPHON").legal == amounts(3)
    assert on_gloom(3, (5, 2)).do("SYPHON").gloom(KIRK) == 4
    table = on_gloom(3, (4, 4)).do("SYPHON")
    assert table.asked == (0, "EVIL_TWINS")
    table.do("OPT_WOUND")
    assert (table.gloom(KIRK), table.own_gloom(0)) == (0, 3)
