"""DS-EX-1 to DS-EX-16: worked examples about turns, tests, skills and items."""

import pytest

from tests.games.destinies.table import Table, at, dice, visiting


@pytest.mark.clause("DS-EX-1", "DS-SETUP-4", "DS-TURN-2")
def test_example_1_the_first_turn():
    table = Table(players=3, seed=3)
    assert table.asked == (0, "MOVE")
    assert [table.me("effort", seat) for seat in range(3)] == [1, 0, 0]
    assert [table.me("coins", seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.clause("DS-EX-2", "DS-MOVE-1", "DS-MOVE-3", "DS-SETUP-9")
def test_example_2_tiles_two_steps_away_are_absent():
    table = Table(players=2, seed=1)
    assert table.slots("TILE") == [2, 6, 7, 8, 11]


@pytest.mark.clause("DS-EX-3", "DS-MOVE-2")
def test_example_3_through_abbey_rise():
    table = Table({**at("MOVE"), "explored": ["orren_quay", "abbey_rise"]})
    assert table.slots("TILE") == [1, 2, 5, 6, 7, 8, 10, 11]


@pytest.mark.clause("DS-EX-4", "DS-MOVE-6", "DS-MOVE-7")
def test_example_4_exploring_beacon_head():
    explored = ["orren_quay", "abbey_rise", "heather_down"]
    table = Table({**at("MOVE", tile="heather_down", xp=2), "explored": explored})
    assert "old_beacon" not in table.known()
    table.do("TILE beacon_head")
    assert "beacon_head" in table.explored()
    assert table.me("xp") == 3
    assert "old_beacon" in table.known()
    assert table.asked == (0, "VISIT")


@pytest.mark.clause("DS-EX-5", "DS-TEST-7", "DS-TEST-8", "DS-TEST-5")
def test_example_5_total_and_successes():
    position = visiting("drowned_street", effort=2, int=[5, 6, 9])
    table = Table(dice(position, 3, 4, 1, "S")).do("OPTION street_names").roll(2)
    assert table.table["total"] == 8
    assert table.table["successes"] == 3
    assert table.me("effort") == 0


@pytest.mark.clause("DS-EX-6", "DS-TEST-10")
def test_example_6_the_middle_tier():
    table = Table(dice(visiting("drowned_street", effort=1), 4, 5, "S"))
    table.do("OPTION street_names", "EFFORT 1")
    assert (table.table["total"], table.table["successes"]) == (9, 3)
    table.do("DONE")
    assert table.me("effort") == 1
    assert not table.flags()


@pytest.mark.clause("DS-EX-7", "DS-XP-2", "DS-XP-3")
def test_example_7_one_marker_twice():
    table = Table(at("MOVE", xp=1, pow=[2, 5, 8, 9])).do("SPEND_XP", "STEP pow 2", "STEP pow 2")
    assert table.track("pow") == [2, 5, 6, 9]
    assert table.me("xp") == 0
    assert table.asked == (0, "MOVE")


@pytest.mark.clause("DS-EX-8", "DS-SKILL-2")
def test_example_8_loss_steps_do_not_jump():
    position = visiting("gibbet", players=1, tile="toll_road", dex=[3, 5, 7, 8])
    del position["options"]
    table = Table(position)
    # two loss steps, as an effect would ask them
    work = [{"task": "TURN", "a": 3}, {"task": "STEP_LOSS", "a": 1, "b": 2}]
    table = Table({**position, "node": "STEP_LOSS", "work": work})
    assert table.names("STEP") == {"dex 0", "dex 1", "dex 3"}
    table.do("STEP dex 3")
    assert "dex 2" in table.names("STEP")
    table.do("STEP dex 2")
    assert table.track("dex") == [3, 5, 8, 9]


@pytest.mark.clause("DS-EX-9", "DS-SKILL-6")
def test_example_9_no_legal_loss():
    work = [{"task": "TURN", "a": 1}, {"task": "STEP_LOSS", "a": 2, "b": 1}]
    table = Table({**at("MOVE", pow=[10, 11, 12]), "work": work})
    assert table.asked == (0, "MOVE")
    assert table.track("pow") == [10, 11, 12]


@pytest.mark.clause("DS-EX-10", "DS-ITEM-9", "DS-TEST-9")
def test_example_10_knuckle_then_hook():
    position = visiting("strand_camp", items=["saints_knuckle", "boat_hook"])
    table = Table(dice(position, 2, 2)).do("OPTION camp_break", "EFFORT 0")
    assert (table.table["total"], table.table["successes"]) == (4, 0)
    table.do("USE saints_knuckle")
    assert table.table["successes"] == 3
    table.do("USE boat_hook")
    assert table.table["successes"] == 5
    table.do("DONE")
    assert (table.me("xp"), table.me("coins")) == (2, 2)
    assert "deed_beaten" in table.flags()
    assert table.has_flag("wreckers_broken")


@pytest.mark.clause("DS-EX-10", "DS-ITEM-9")
def test_example_10_in_the_other_order_the_knuckle_is_illegal():
    position = visiting("strand_camp", items=["saints_knuckle", "boat_hook"])
    table = Table(dice(position, 2, 2)).do("OPTION camp_break", "EFFORT 0", "USE boat_hook")
    assert table.table["successes"] == 2
    assert table.names("USE") == set()


@pytest.mark.clause("DS-EX-11", "DS-ITEM-11")
def test_example_11_the_flask_replaces_the_roll():
    position = visiting("pan_works", items=["mastiff", "gin_flask"], effort=2, pow=[6, 9, 11])
    table = Table(position).do("OPTION pan_rake", "USE gin_flask")
    assert table.asked == (0, "TEST_POST")
    assert (table.table["total"], table.table["successes"]) == (11, 3)
    assert table.me("effort") == 2
    assert not table.table["main"].any()


@pytest.mark.clause("DS-EX-12", "DS-ITEM-9")
def test_example_12_poppy_syrup():
    items = ["poppy_syrup", "boat_hook", "crowbar", "tally_slate"]
    table = Table(at("VISIT", items=items, pow=[4, 6, 7])).do("USE poppy_syrup")
    assert table.asked == (0, "STEP_GAIN")
    table.do("STEP pow 1", "STEP pow 2", "STEP pow 0")
    assert table.track("pow") == [3, 5, 6]
    assert table.asked == (0, "VISIT")
    assert Table(at("VISIT", items=["poppy_syrup"])).names("USE") == set()


@pytest.mark.clause("DS-EX-13", "DS-ITEM-12", "DS-TEST-12")
def test_example_13_gains_during_a_test():
    position = visiting("pan_works", items=["bronze_ingot"], xp=3, pow=[6, 9, 11])
    table = Table(dice(position, 4, 4)).do("OPTION pan_rake")
    assert "SPEND_XP" not in table.legal
    table.do("EFFORT 0")
    assert (table.table["total"], table.table["successes"]) == (8, 1)
    assert "SPEND_XP" not in table.legal
    table.do("USE bronze_ingot", "STEP pow 1")
    assert "SPEND_XP" not in table.legal
    table.do("STEP pow 1")
    assert table.track("pow") == [6, 7, 11]
    assert table.table["successes"] == 2


@pytest.mark.clause("DS-EX-14", "DS-ITEM-9")
def test_example_14_the_crowbar_rolls_exhausted_dice():
    position = visiting("pan_works", items=["crowbar"], effort=0)
    table = Table(dice(position, 1, 2, "S", 1, 2)).do("OPTION pan_rake", "USE crowbar")
    assert table.table["main"].tolist() == [1, 2]
    assert table.table["effort_die"].tolist() == [0, 1, 2]
    assert table.me("effort") == 0


@pytest.mark.clause("DS-EX-15", "DS-OPT-8", "DS-OPT-10", "DS-OPT-11")
def test_example_15_smoke_at_the_apiary():
    table = Table(visiting("abbey_apiary", items=["pitch_torch"])).do("OPTION apiary_smoke", "ITEM pitch_torch")
    assert "deed_honey" in table.flags()
    assert table.items() == ["pitch_torch", "white_comb"]
    assert table.me("xp") == 0
    assert "apiary_comb" not in table.offered()


@pytest.mark.clause("DS-EX-15", "DS-OPT-9", "DS-OPT-11")
def test_example_15_the_wrong_item_blocks_for_this_turn_only():
    table = Table(visiting("abbey_apiary", items=["boat_hook"], players=1))
    table.do("OPTION apiary_smoke", "ITEM boat_hook")
    assert table.asked == (0, "STEP_LOSS")
    assert {name.split()[0] for name in table.names("STEP")} == {"dex"}
    table.do("STEP dex 0")
    assert table.items() == ["boat_hook"]
    assert "apiary_comb" not in table.offered()
    table.do("DONE", "TILE abbey_rise", "POI abbey_apiary")
    assert {"apiary_comb", "apiary_smoke"} <= table.offered()


@pytest.mark.clause("DS-EX-16", "DS-OPT-2", "DS-OPT-3")
def test_example_16_a_first_visit_to_the_dry_anchor():
    table = Table(visiting("quay_inn", coins=1))
    assert table.slots("OPTION") == [0, 2, 3, 4, 5]
    assert "inn_song" not in table.offered()
    assert "nessa_pay" in table.offered()
    assert table.refuses("OPTION nessa_pay")
    table.do("OPTION 0")
    assert "inn_song" in table.offered()
    assert "inn_brawl" not in table.offered()
