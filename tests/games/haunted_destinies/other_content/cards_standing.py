"""Standing effects and reactions that no shipped card has (HD-FX-8, HD-FX-10, HD-FX-12 to HD-FX-14).

Run by test_other_content.py.
"""

import pytest

from tests.games.haunted_destinies.cards import GHOST, KIRK, look, start

HERE = {"pawn": KIRK}
TARN = "5,5"  # the Black Tarn: north 6, east X, south 5, west 2
AROUND = {TARN: "ti_black_tarn", "4,5": "ti_fold", "5,6": "ti_mill", "5,4": "ti_inn", "6,5": "ti_well"}
COSTS = {"MOVE_N": 6, "MOVE_S": 5, "MOVE_W": 2}


def costs(**seat):
    """What steps from the Tarn cost."""
    table = start({"pawn": TARN, **seat}, board=AROUND, mp=12)
    steps = sorted(action for action in table.legal if action.startswith("MOVE"))
    return {step: 12 - int(start({"pawn": TARN, **seat}, board=AROUND, mp=12).do(step).table["mp"]) for step in steps}


@pytest.mark.clause("HD-FX-10", "HD-FX-8", "HD-MOVE-10")
@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ({}, COSTS),
        ({"up": ["ps_snow_indoors"]}, {"MOVE_N": 3, "MOVE_E": 4, "MOVE_S": 3, "MOVE_W": 2}),
        ({"items": ["it_cap"]}, {"MOVE_N": 2, "MOVE_S": 2, "MOVE_W": 2}),
        ({"items": ["it_hook"]}, {**COSTS, "MOVE_E": 2}),
        ({"up": ["ps_snow_indoors"], "items": ["it_cap"]}, {"MOVE_N": 2, "MOVE_E": 4, "MOVE_S": 2, "MOVE_W": 2}),
        ({"up": ["ps_snow_indoors"], "items": ["it_hook"]}, {"MOVE_N": 3, "MOVE_E": 2, "MOVE_S": 3, "MOVE_W": 2}),
        ({"up": ["ps_snow_indoors", "ps_pathfinder"]}, {"MOVE_N": 2, "MOVE_E": 4, "MOVE_S": 2, "MOVE_W": 2}),
    ],
)
def test_of_several_edge_caps_and_edge_x_the_lowest_counts(seat, expected):
    assert costs(**seat) == expected


@pytest.mark.clause("HD-FX-8", "HD-FX-12")
def test_a_global_curse_holds_for_everybody_from_then_on():
    assert look("ha_all_feet").persistent("ha_all_feet") == 1
    for active in range(3):
        seats = [{}, {}, GHOST]
        table = start(
            *seats, active=active, decision="ROLL", persistent=["ha_all_feet"], options={"auto_forced": False}
        )
        assert table.legal == {"ROLL1"}, active


@pytest.mark.clause("HD-FX-10", "HD-FX-12")
@pytest.mark.parametrize("copies", [0, 1, 2])
def test_copies_of_a_modifying_curse_add_up_for_the_cursed_player_only(copies):
    for cursed, extra in ((0, copies), (1, 0)):
        curses = [{"card": "ha_keen", "seat": cursed}] * copies
        table = start({**HERE, "pile": ["ps_warden"]}, persistent=curses).do("SEARCH")
        assert int(table.table["result"]) == 10 + extra


@pytest.mark.clause("HD-FX-8", "HD-FX-10")
def test_one_item_may_modify_several_rolls_several_times():
    table = start({"items": ["it_many"]}, decision="ROLL", dice=[3]).do("ROLL1")
    assert int(table.table["mp"]) == 5
    for copies in (1, 2):
        items = {**HERE, "items": ["it_many"] * copies, "pile": ["ps_warden"]}
        assert int(start(items).do("SEARCH").table["result"]) == 10 + 3 * copies
        assert int(start(items, HERE).do("ATTACK").table["result"]) == 5 + 2 * copies
        assert int(start({**HERE, "health": "4/5"}, items).do("PROBE").table["result"]) == 4
    assert int(start(HERE, items).do("ATTACK").table["result"]) == 1


@pytest.mark.clause("HD-FX-8")
def test_an_item_may_make_immune_to_the_evil_twins():
    table = start({"items": ["it_twinless"]}, decision="ROLL", dice=[3, 3]).do("ROLL2")
    assert (table.asked, int(table.table["mp"])) == ((0, "MAIN"), 6)


@pytest.mark.clause("HD-FX-13", "HD-FX-8")
def test_a_reroll_is_asked_only_for_the_kinds_it_lists():
    seat = {**HERE, "items": ["it_again"], "pile": ["ps_warden"]}
    assert start(seat, HERE).do("PROBE").asked == (0, "REACT")
    assert start(seat, HERE).do("ATTACK").asked == (0, "ATTACK_PRIZE")
    assert start(seat, HERE).do("SEARCH").asked == (0, "SEARCH_OPTION")


@pytest.mark.clause("HD-FX-13", "HD-FX-17")
def test_every_copy_of_a_reroll_card_rerolls_once():
    seat = {**HERE, "items": ["it_again"] * 2}
    table = start(seat, HERE, dice=[1, 2, 1, 3, 6, 1]).do("PROBE", "YES")
    assert table.asked == (0, "REACT")
    table.do("YES")
    assert (table.asked, int(table.table["result"])) == ((0, "PROBE_PRIZE"), 5)


@pytest.mark.clause("HD-FX-14", "HD-FX-8")
def test_a_reaction_that_prevents_two_wounds_prevents_at_most_those_there_are():
    """A failed binding at 5/5 costs 3 wounds."""
    for answers, health, coats in ((["YES", "NO"], "4/5", 1), (["YES", "YES"], "5/5", 0)):
        seat = {**HERE, "items": ["it_coat"] * 2}
        table = start(seat, {**HERE, "health": "1/5"}).do("ATTACK", "OPT_WOUND", "BIND", *answers)
        assert (table.asked, table.health(0), len(table.items(0))) == ((0, "MAIN"), health, coats)


@pytest.mark.clause("HD-FX-8", "HD-GHOST-3")
def test_a_card_with_a_probe_effect_may_have_death_gloom_too():
    table = look("ha_heavy", {"health": "3/5"})
    assert table.health(1) == "4/5"
    table = look("ha_curse_the_dead", {"pile": ["ps_warden", "ha_curse_the_dead", "ha_heavy"]})
    assert table.own_gloom(1) == 4
