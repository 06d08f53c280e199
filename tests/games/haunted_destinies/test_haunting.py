"""Haunt (section 11)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK, ghosts, haunts, pair
from tests.games.haunted_destinies.table import Table

GHOST = {"ghost": True, "gloom": 4}
PILE = ["ps_medium", "ps_kitchen", "ps_warden"]
ASKING = {"auto_forced": False}  # stop at decisions with one option too


def result(table: Table) -> int:
    assert table.decision == "HAUNT_OPTION"
    return int(table.table["result"])


# HD-HAUNT-1


@pytest.mark.clause("HD-HAUNT-1")
def test_a_ghost_haunts_living_players_on_its_tile():
    seats = [GHOST, HOLDER, {}, {"ghost": True}, {"pawn": KIRK}]
    table = Table({"decision": "MAIN", "board": {KIRK: "ti_old_kirk"}, "seats": seats}).do("HAUNT")
    assert table.asked == (0, "TARGET")
    assert table.legal == {"SEAT 1", "SEAT 2"}


@pytest.mark.clause("HD-HAUNT-1")
def test_there_is_no_haunt_without_a_living_player_on_the_tile():
    table = pair(GHOST, {"ghost": True}, HOLDER, {})
    assert "HAUNT" not in table.legal
    assert table.refuses("HAUNT")


@pytest.mark.clause("HD-HAUNT-1")
def test_haunting_is_the_action_of_the_turn():
    table = pair(GHOST, {}, HOLDER, dice=(6, 1), gloom={"4,4": 2})
    assert {"HAUNT", "SYPHON"} <= table.legal
    assert table.do("HAUNT").legal == {"TRADE", "TALK", "TELL", "END_TURN"}


@pytest.mark.clause("HD-HAUNT-1")
def test_the_living_do_not_haunt():
    assert pair(HOLDER, {}, {}).refuses("HAUNT")


# HD-HAUNT-2: the result


@pytest.mark.clause("HD-HAUNT-2")
@pytest.mark.parametrize(
    ("gloom", "health", "dice", "expected"),
    [(4, "5/5", (2, 5), 2), (0, "1/5", (1, 6), 4), (9, "3/7", (6, 1), 1), (6, "12/12", (1, 6), -1)],
)
def test_gloom_and_dark_die_stand_against_health_and_light_die(gloom, health, dice, expected):
    table = haunts(gloom, {"health": health}, HOLDER, dice=dice, options=ASKING).do("SEAT 1")
    if expected > 0:
        assert result(table) == expected
    else:
        assert table.own_gloom(0) == gloom - 1


@pytest.mark.clause("HD-HAUNT-2")
@pytest.mark.parametrize(
    ("victim", "persistent", "expected"),
    [
        ({}, [], 7),
        ({}, ["ha_thin_veil"], 8),
        ({}, ["ha_thin_veil", "ha_thin_veil"], 9),
        ({"items": ["it_silver_bell"]}, [], 6),
        ({"items": ["it_silver_bell", "it_silver_bell"]}, [], 5),
        ({"up": ["ps_medium"]}, [], 5),
        ({"up": ["ps_medium"], "items": ["it_silver_bell"]}, ["ha_thin_veil"], 5),
        ({"up": ["ps_warden", "ps_pathfinder"], "items": ["it_blackthorn"]}, ["ha_cold_hearths"], 7),
    ],
)
def test_thin_veils_raise_and_the_victims_defences_lower_the_result(victim, persistent, expected):
    bystander = {**HOLDER, "items": ["it_storm_lantern"]}
    assert result(haunts(9, victim, bystander, dice=(2, 5), persistent=persistent)) == expected


@pytest.mark.clause("HD-HAUNT-2")
def test_defences_of_others_do_not_count():
    bystander = {**HOLDER, "up": ["ps_medium"], "items": ["it_silver_bell"], "pawn": "4,4"}
    table = pair({"ghost": True, "gloom": 9}, {}, bystander, dice=(2, 5)).do("HAUNT", "SEAT 1")
    assert result(table) == 7


@pytest.mark.clause("HD-HAUNT-2")
@pytest.mark.parametrize(("chosen", "expected"), [("OPT_WOUND", 3), ("OPT_HAUNTING", 4)])
def test_the_result_counts_the_gloom_left_by_evil_twins(chosen, expected):
    table = haunts(9, {}, HOLDER, dice=(4, 4)).do(chosen)
    if chosen == "OPT_HAUNTING":
        table.do("SEAT 1")
    assert result(table) == expected


# HD-HAUNT-3, HD-HAUNT-4


@pytest.mark.clause("HD-HAUNT-3")
def test_below_0_the_ghost_loses_1_gloom_and_its_turn_goes_on():
    table = haunts(4, {}, HOLDER, dice=(6, 2), mp=2)
    assert table.own_gloom(0) == 3
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-HAUNT-3")
def test_a_result_of_0_ends_the_turn():
    table = haunts(4, {"pile": PILE}, HOLDER, dice=(2, 3), mp=2)
    assert table.own_gloom(0) == 4
    assert table.pile(1) == PILE
    assert table.asked == (1, "ROLL")


ALL = {"H_DRAW1", "H_LOOK1", "H_DRAW2", "H_WOUND", "H_LOOK2", "H_DRAW3"}
TIER_3 = {"H_DRAW1", "H_LOOK1", "H_DRAW2"}


@pytest.mark.clause("HD-HAUNT-4", "HD-HAUNT-5", "HD-HAUNT-6", "HD-HAUNT-7")
@pytest.mark.parametrize(
    ("gloom", "options"),
    [(3, {"H_DRAW1"}), (4, {"H_DRAW1"}), (5, TIER_3), (6, TIER_3), (7, ALL), (8, ALL), (12, ALL)],
)
def test_the_options_that_the_result_reaches(gloom, options):
    """With dice 2, 5 against 5/5 the result is the ghost's gloom less 2."""
    table = haunts(gloom, {"pile": PILE}, HOLDER, dice=(2, 5), options=ASKING).do("SEAT 1")
    assert table.asked == (0, "HAUNT_OPTION")
    assert table.legal == options


@pytest.mark.example("EX-33")
@pytest.mark.clause("HD-HAUNT-2", "HD-HAUNT-6")
@pytest.mark.parametrize(("persistent", "options"), [([], {"H_DRAW1"}), (["ha_thin_veil"], TIER_3)])
def test_ex_33_a_thin_veil_makes_the_difference(persistent, options):
    table = haunts(4, {"pile": PILE}, HOLDER, dice=(2, 5), persistent=persistent, options=ASKING).do("SEAT 1")
    assert table.legal == options


@pytest.mark.clause("HD-HAUNT-4", "HD-HAUNT-5", "HD-HAUNT-6", "HD-HAUNT-7")
@pytest.mark.parametrize(("option", "drawn"), [("H_DRAW1", 1), ("H_DRAW2", 2), ("H_DRAW3", 3)])
def test_exactly_one_option_is_carried_out_and_the_victim_draws(option, drawn):
    deck = ["ha_recoil", "ha_grave_chill", "ha_long_night", "ha_lost_hours"]
    table = haunts(9, {"pile": PILE}, HOLDER, dice=(2, 5), decks={"haunting": deck}, mp=2).do(option)
    for _ in range(drawn):
        assert table.asked == (1, "INSERT_AT")
        table.do("INSERT 0")
    assert table.asked == (0, "MAIN")
    assert table.pile(1) == [*reversed(deck[:drawn]), *PILE]
    assert table.own_gloom(0) == 9
    assert table.health(1) == "5/5"


@pytest.mark.clause("HD-HAUNT-7")
def test_a_wound_is_bought_for_3_gloom():
    table = haunts(9, {"pile": PILE}, HOLDER, dice=(2, 5)).do("H_WOUND")
    assert table.own_gloom(0) == 6
    assert table.health(1) == "4/5"
    assert table.pile(1) == PILE


@pytest.mark.example("EX-34")
@pytest.mark.clause("HD-HAUNT-7", "HD-GHOST-2")
def test_ex_34_a_ghost_wounds_a_player_to_death():
    table = haunts(6, {"health": "1/5"}, HOLDER, {}, dice=(2, 6)).do("H_WOUND")
    assert table.own_gloom(0) == 3
    assert ghosts(table) == [0, 1]
    assert table.decision != "DECLARE"


# HD-HAUNT-8


@pytest.mark.clause("HD-HAUNT-8")
@pytest.mark.parametrize(("gloom", "offered"), [(2, False), (3, True)])
def test_the_wound_needs_3_gloom(gloom, offered):
    table = haunts(gloom, {"health": "1/5", "pile": PILE}, HOLDER, dice=(1, 6))
    assert table.asked == (0, "HAUNT_OPTION")
    assert ("H_WOUND" in table.legal) == offered
    assert table.legal | {"H_WOUND"} == ALL


@pytest.mark.clause("HD-HAUNT-8")
def test_looks_need_a_pile():
    table = haunts(9, {"pile": []}, HOLDER, dice=(2, 5))
    assert table.legal == ALL - {"H_LOOK1", "H_LOOK2"}


@pytest.mark.clause("HD-HAUNT-8")
def test_one_card_is_enough_for_both_looks():
    assert haunts(9, {"pile": ["ps_medium"]}, HOLDER, dice=(2, 5)).legal == ALL


# HD-HAUNT-9, HD-HAUNT-10


@pytest.mark.clause("HD-HAUNT-6", "HD-HAUNT-9")
def test_the_ghost_picks_the_slot_and_obeys_as_looker():
    table = haunts(9, {"pile": [*PILE, "ha_recoil"]}, HOLDER, dice=(2, 5), mp=2).do("H_LOOK1")
    assert table.asked == (0, "PICK_SLOT")
    assert table.legal == {f"SLOT {slot}" for slot in range(4)}
    table.do("SLOT 3")  # Recoil wounds the looker
    assert table.own_gloom(0) == 8
    assert table.pile(1) == PILE
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-HAUNT-9")
def test_a_psyche_card_may_be_turned_up_for_a_reward():
    table = haunts(9, {"pile": PILE}, HOLDER, dice=(2, 5)).do("H_LOOK1", "SLOT 2")
    assert table.asked == (0, "LOOK_OUTCOME")
    table.do("FACE_UP")
    assert table.legal == {"OPT_HEAL", "OPT_HAUNTING"}
    table.do("OPT_HEAL")
    assert table.up(1) == {"ps_warden"}
    assert table.own_gloom(0) == 10


@pytest.mark.clause("HD-HAUNT-9")
def test_the_witness_of_a_haunt_is_another_ghost_if_there_is_one():
    table = haunts(9, {"pile": PILE}, HOLDER, {"ghost": True}, dice=(2, 5)).do("H_LOOK1", "SLOT 0", "FACE_DOWN")
    assert [table.facts(seat, 1)[0] for seat in range(4)] == ["S:ps_medium", "P", "P", "PA"]


@pytest.mark.clause("HD-HAUNT-9")
def test_the_only_ghost_shows_the_border_to_any_living_player():
    table = haunts(9, {"pile": PILE}, HOLDER, {}, dice=(2, 5)).do("H_LOOK1", "SLOT 0", "FACE_DOWN")
    assert table.asked == (0, "WITNESS")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}


@pytest.mark.clause("HD-HAUNT-7", "HD-HAUNT-10")
def test_the_second_look_comes_when_the_first_is_resolved():
    table = haunts(9, {"pile": PILE}, HOLDER, {"ghost": True}, dice=(2, 5), mp=2).do("H_LOOK2", "SLOT 0", "FACE_DOWN")
    assert table.asked == (0, "PICK_SLOT")
    table.do("SLOT 0", "FACE_UP", "OPT_HEAL")
    assert table.asked == (0, "MAIN")
    assert table.pile(1) == PILE[1:]


@pytest.mark.clause("HD-HAUNT-10")
def test_the_second_look_is_dropped_if_the_victim_has_died():
    victim = {"health": "1/5", "pile": ["ha_grave_chill", "ha_recoil"]}
    table = haunts(9, victim, HOLDER, {}, dice=(6, 4), mp=2).do("H_LOOK2", "SLOT 0")
    assert ghosts(table) == [0, 1]
    assert table.asked == (0, "MAIN")
    assert table.own_gloom(0) == 9


@pytest.mark.clause("HD-HAUNT-10")
def test_the_second_look_is_dropped_if_the_pile_is_empty():
    table = haunts(9, {"pile": ["ha_recoil"]}, HOLDER, {}, dice=(2, 5), mp=2).do("H_LOOK2")
    assert table.asked == (0, "MAIN")
    assert table.own_gloom(0) == 8


@pytest.mark.clause("HD-HAUNT-10")
def test_the_second_look_is_made_even_if_the_victim_was_moved_away():
    victim = {"pawn": KIRK, "pile": ["ha_corpse_candle", "ps_medium"]}
    table = pair({"ghost": True, "gloom": 9, "pawn": KIRK}, victim, {**HOLDER, "pawn": "4,4"}, dice=(2, 5))
    table.do("HAUNT", "H_LOOK2", "SLOT 0")
    assert table.pawn(1) == "4,4"
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.facts(0, 1) == ["S:ps_medium"]
