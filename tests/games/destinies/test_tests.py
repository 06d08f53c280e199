"""Tests: dice, totals, successes, tiers (section 6)."""

import pytest

from tests.games.destinies.table import EBB, Table, dice, number, visiting


def names(*faces, **me):
    """At TEST_PRE of `street_names` (int; tiers 0, 2, 4)."""
    return Table(dice(visiting("drowned_street", **me), *faces)).do("OPTION street_names")


@pytest.mark.clause("DS-TEST-1")
def test_the_word_is_shown_and_not_the_number():
    table = names(effort=1)
    assert table.seen("TEST_SKILL") == [1, 0, 0]
    assert table.seen("TEST_DESCRIBED") == [0, 1, 0]
    assert table.seen("TEST_PEEKED") == [0]
    assert number(table.seen("OPTION")) == table.table["option"]


@pytest.mark.clause("DS-TEST-2")
def test_before_and_after_the_roll():
    table = names(6, 6, effort=1)
    assert table.asked == (0, "TEST_PRE")
    table.roll()
    assert table.asked == (0, "TEST_POST")
    table.do("DONE")
    assert table.table["testing"] == 0
    assert table.asked == (0, "OPTIONS")
    assert table.me("effort") == 2  # the outcome came after the test


@pytest.mark.clause("DS-TEST-3", "DS-TEST-4", "DS-TEST-5")
@pytest.mark.parametrize("used", [0, 1, 2])
def test_none_some_or_all_effort_dice(used):
    table = names(effort=2)
    assert table.slots("EFFORT") == [0, 1, 2]
    table.roll(used)
    assert (table.table["main"] > 0).all()
    assert (table.table["effort_die"] >= 0).sum() == used
    assert table.me("effort") == 2 - used


@pytest.mark.clause("DS-TEST-6", "DS-ENV-4")
def test_main_dice_are_drawn_before_effort_dice():
    table = names(1, 2, "S", 1, effort=2).roll(2)
    assert table.table["main"].tolist() == [1, 2]
    assert table.table["effort_die"].tolist() == [0, 1, -1]
    assert table.table["total"] == 4


@pytest.mark.clause("DS-TEST-7", "DS-ITEM-9")
def test_item_modifiers_add_to_the_total():
    table = names(3, 3, items=["reading_glass", "wreckers_horn", "mastiff"]).roll()
    assert table.table["total"] == 8  # glass and horn; the mastiff is for power
    assert table.table["successes"] == 1


@pytest.mark.clause("DS-TEST-9", "DS-ITEM-8")
def test_everything_is_recomputed_after_an_item():
    table = names(4, 4, items=["wreckers_horn"], int=[9, 10, 11]).roll()
    assert (table.table["total"], table.table["successes"]) == (9, 1)
    table.do("USE wreckers_horn")  # its +1 goes, its two successes come
    assert (table.table["total"], table.table["successes"]) == (8, 2)


@pytest.mark.clause("DS-TEST-10")
@pytest.mark.parametrize(("faces", "used", "effort", "flag"), [((1, 1), 0, 1, False), ((6, 6, "S"), 1, 0, True)])
def test_the_greatest_tier_reached_applies(faces, used, effort, flag):
    table = names(*faces, effort=1).roll(used).do("DONE")
    assert ("deed_names" in table.flags()) == flag
    assert table.decision == ("OPTIONS" if flag else "STEP_LOSS")
    assert table.me("effort") == effort


@pytest.mark.clause("DS-TEST-11", "DS-DATA-4", "DS-DATA-5")
def test_words_and_pass_values_go_together():
    ranges = {"slight": (1, 2), "stiff": (2, 4), "grim": (4, 6)}
    for option in EBB.options:
        if option.kind == "test":
            low, high = ranges[option.described]
            assert low <= option.pass_value <= high, option.id


@pytest.mark.clause("DS-TEST-13")
def test_a_test_may_be_tried_again_on_a_later_visit():
    table = Table(dice(visiting("drowned_street", players=1), 1, 1)).do("OPTION street_names", "EFFORT 0", "DONE")
    table.do("STEP int 0")
    assert "street_names" not in table.offered()
    table.do("DONE", "TILE drowned_quarter", "POI drowned_street")
    assert "street_names" in table.offered()


@pytest.mark.clause("DS-TEST-14", "DS-ITEM-11")
def test_abilities_may_replace_the_choice():
    table = Table(visiting("drowned_street", items=["old_psalter", "crowbar"])).do("OPTION street_names")
    assert table.legal == {"EFFORT 0", "USE old_psalter"}
    assert table.do("USE old_psalter").decision == "TEST_POST"
