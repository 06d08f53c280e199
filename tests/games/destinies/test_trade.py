"""Trade and coins (section 8)."""

import pytest

from tests.games.destinies.table import Table, at, visiting


@pytest.mark.clause("DS-TRADE-1", "DS-TRADE-11")
def test_a_stack_is_public_from_the_first_offer_on():
    table = Table(at("VISIT"))
    assert not table.is_seen("quay_stack")
    table.do("POI quay_inn")
    assert not table.is_seen("quay_stack")
    table = Table(at("VISIT")).do("POI quay_market")
    assert table.is_seen("quay_stack")
    assert table.seen("STACK", 1)[:6] == [1, 3, 4, 5, 10, 15]
    table.do("OPTION trade_quay", "DONE", "DONE")
    assert table.seen("STACK", 1)[:6] == [1, 3, 4, 5, 10, 15]


@pytest.mark.clause("DS-TRADE-2", "DS-TRADE-3", "DS-TRADE-4")
def test_buying_and_selling_at_the_printed_value():
    table = Table(visiting("quay_market", coins=2, items=["mastiff"])).do("OPTION trade_quay", "ITEM mastiff")
    assert table.me("coins") == 5
    table.do("BUY eel_oil", "BUY pitch_torch")
    assert table.me("coins") == 3
    assert table.items() == ["eel_oil", "pitch_torch"]
    assert table.stack("quay_stack") == ["boat_hook", "gutting_knife", "tally_slate", "mud_skates", "mastiff"]
    table.do("DONE")
    assert table.asked == (0, "OPTIONS")
    table.do("DONE", "TILE orren_quay", "POI quay_market", "OPTION trade_quay")
    assert table.decider == 1
    assert "mastiff" not in table.names("BUY")  # no coins


@pytest.mark.clause("DS-TRADE-5")
def test_no_copy_goes_back_and_forth():
    table = Table(visiting("quay_market", coins=20, items=["crowbar"])).do("OPTION trade_quay")
    table.do("BUY eel_oil", "ITEM crowbar")
    assert table.items() == ["eel_oil"]
    assert table.names("ITEM") == set()
    assert "crowbar" not in table.names("BUY")
    table.do("BUY tally_slate")
    assert table.names("ITEM") == set()
    assert "crowbar" not in table.names("BUY")
    table.do("DONE")
    assert table.table["bought"] == 0 and table.table["sold"] == 0


@pytest.mark.clause("DS-TRADE-5")
def test_a_full_stack_takes_nothing():
    goods = ["white_salt"] * 3 + ["sea_glass"] * 2 + ["willow_tea"] * 2 + ["eel_oil"] * 2 + ["white_comb"] * 2
    goods += ["tally_slate"] * 2 + ["gutting_knife"] * 2 + ["mud_skates"]
    position = visiting("quay_market", coins=9, items=["mastiff"], top={"stacks": {"quay_stack": {"items": goods}}})
    table = Table(position).do("OPTION trade_quay")
    assert table.names("ITEM") == set()
    table.do("BUY 0")
    assert table.names("ITEM") == {"mastiff"}  # not the salt, just bought


@pytest.mark.clause("DS-TRADE-6")
def test_buying_with_five_items_overflows_at_once():
    full = ["storm_lantern", "mastiff", "tame_jackdaw", "milk_ewe", "crowbar"]
    table = Table(visiting("quay_market", coins=1, items=full)).do("OPTION trade_quay", "BUY eel_oil")
    assert table.asked == (0, "OVERFLOW")
    table.do("ITEM mastiff")
    assert table.asked == (0, "TRADE")
    assert table.table["bought"] == 1 << 4  # the oil has moved down


@pytest.mark.clause("DS-TRADE-7", "DS-TRADE-10")
def test_events_stock_stacks():
    position = at(top={"day": 5})
    del position["node"]
    table = Table(position)
    assert table.stack("quay_stack")[-2:] == ["plumb_line", "hag_stone"]
    assert not table.is_seen("quay_stack")


@pytest.mark.clause("DS-TRADE-8")
def test_other_payments_leave_the_game():
    table = Table(visiting("tide_mill", coins=3)).do("OPTION mill_train")
    assert (table.me("coins"), table.me("coins", 1), table.me("xp")) == (1, 0, 1)


@pytest.mark.clause("DS-TRADE-9")
def test_a_stack_travels_with_its_npc():
    position = visiting("quay_market", top={"npcs": {"tamsin": "quay_market"}})
    assert {"trade_tamsin", "trade_quay"} <= Table(position).offered()
    position = visiting("shepherd_croft", top={"npcs": {"tamsin": "quay_market"}})
    assert "trade_tamsin" not in Table(position).offered()
