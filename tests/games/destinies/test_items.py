"""Items, abilities and their windows (section 7)."""

import pytest

from tests.games.destinies.table import EBB, Table, at, dice, in_finale, variant, visiting


def before_roll(option="street_names", poi="drowned_street", *faces, **me):
    return Table(dice(visiting(poi, **me), *faces)).do(f"OPTION {option}")


@pytest.mark.clause("DS-ITEM-2")
def test_items_keep_the_order_in_which_they_came():
    table = Table(at(items=["white_salt", "mastiff", "crowbar"])).do("USE white_salt")
    assert table.items() == ["mastiff", "crowbar"]
    assert table.table["item"][0].tolist()[2:] == [-1] * 4


@pytest.mark.clause("DS-ITEM-3")
def test_without_a_copy_there_are_coins():
    position = visiting("toll_house", virtue=3, others={1: {"items": ["mastiff"]}})
    table = Table(position).do("OPTION voss_respect")
    assert (table.items(), table.me("coins")) == ([], 2)


@pytest.mark.clause("DS-ITEM-6", "DS-ITEM-7")
def test_a_discarded_item_returns_to_the_box():
    table = Table(at(items=["white_salt"]))
    assert table.box("white_salt") == 2
    table.do("USE white_salt")
    assert (table.items(), table.box("white_salt"), table.me("effort")) == ([], 3, 1)


@pytest.mark.clause("DS-ITEM-9")
def test_succ_needs_the_right_skill_after_the_roll():
    table = before_roll("street_names", "drowned_street", 1, 1, items=["tally_slate", "boat_hook", "bell_clapper"])
    assert table.names("USE") == set()
    table.roll()
    assert table.names("USE") == {"tally_slate", "bell_clapper"}
    table.do("USE tally_slate", "USE bell_clapper")
    assert table.table["successes"] == 5


@pytest.mark.clause("DS-ITEM-9")
def test_succ_turn_counts_in_every_test_of_the_turn():
    table = Table(dice(visiting("drowned_street", items=["pitch_torch"]), 1, 1, 1, 1)).do("USE pitch_torch")
    table.do("OPTION street_names", "EFFORT 0")
    assert table.table["successes"] == 1
    table.do("DONE", "STEP int 0", "OPTION street_loot", "EFFORT 0")
    assert table.table["successes"] == 1
    table = before_roll("street_names", "drowned_street", 1, 1, items=["pitch_torch"]).roll().do("USE pitch_torch")
    assert table.table["successes"] == 1


@pytest.mark.clause("DS-ITEM-9")
def test_reroll_keeps_effort_results():
    table = before_roll("street_names", "drowned_street", 1, 1, "S", 6, 5, items=["hag_stone"], effort=1).roll(1)
    table.do("USE hag_stone")
    assert table.table["main"].tolist() == [6, 5]
    assert table.table["effort_die"].tolist() == [0, -1, -1]
    assert table.table["successes"] == 4


@pytest.mark.clause("DS-ITEM-9")
def test_no_reroll_where_nothing_was_rolled():
    table = before_roll("pan_rake", "pan_works", items=["gin_flask", "hag_stone"]).do("USE gin_flask")
    assert table.names("USE") == set()


@pytest.mark.clause("DS-ITEM-9", "DS-OBS-5", "DS-OBS-13", "DS-ITEM-19")
def test_peek_shows_the_pass_value_to_its_user():
    table = before_roll("street_names", "drowned_street", 1, 1, items=["plumb_line", "hag_stone"], players=2)
    table.do("USE plumb_line")
    assert table.decision == "TEST_PRE"
    assert table.seen("TEST_PEEKED") == [4]
    assert table.seen("TEST_PEEKED", 1) == [0]
    known = visiting("drowned_street", items=["plumb_line"], peeked=["street_names"])
    table = Table(known)
    assert 4 in table.seen("SLOT")
    assert table.do("OPTION street_names").names("USE") == set()  # it would change nothing


@pytest.mark.clause("DS-ITEM-9")
def test_exhaust_for_coins_once_per_turn():
    table = Table(at(items=["ebb_crown"], effort=2)).do("USE ebb_crown")
    assert (table.items(), table.me("coins"), table.me("effort")) == (["ebb_crown"], 1, 1)
    assert table.names("USE") == set()
    table.do("TILE orren_quay")
    assert table.names("USE") == set()
    position = visiting("quay_inn", items=["ebb_crown"], effort=2)
    assert Table(position).do("OPTION inn_dice").names("USE") == set()  # not in a test


@pytest.mark.clause("DS-ITEM-19")
def test_exhaust_for_needs_a_die_and_nothing_else():
    assert Table(at(items=["ebb_crown"], effort=0)).names("USE") == set()
    table = Table(at(items=["ebb_crown"], effort=1, coins=30)).do("USE ebb_crown")
    assert (table.me("effort"), table.me("coins")) == (0, 30)


@pytest.mark.clause("DS-ITEM-19")
def test_a_copy_keeps_its_mark_when_it_is_sold():
    position = visiting("quay_market", items=["ebb_crown"], effort=3, coins=9)
    table = Table(position).do("USE ebb_crown", "OPTION trade_quay", "ITEM ebb_crown")
    assert table.stack("quay_stack")[-1] == "ebb_crown"
    assert int(table.table["stack_used"][0]) == 1 << 6
    table.do("DONE", "DONE")
    assert not table.table["stack_used"].any()


@pytest.mark.clause("DS-ITEM-9", "DS-DEC-2")
def test_travel_goes_to_any_other_explored_tile():
    table = Table(at(items=["mud_skates"])).do("USE mud_skates")
    assert table.decision == "TRAVEL"
    assert len(table.names("TILE")) == 15 and "orren_quay" not in table.names("TILE")
    table.do("TILE black_tarn")
    assert (table.tile(), table.decision, table.box("mud_skates")) == ("black_tarn", "VISIT", 1)
    assert table.log()[-1] == ("MOVED", 0, 15, 1)
    assert Table(at("VISIT", items=["mud_skates"])).names("USE") == set()
    assert Table({**at(items=["mud_skates"]), "explored": ["orren_quay"]}).names("USE") == set()


@pytest.mark.clause("DS-ITEM-9", "DS-DEST-9")
def test_hint_and_coins():
    table = Table(at(items=["sea_chart", "toll_ledger"])).do("USE sea_chart", "USE toll_ledger")
    assert table.steps("revealed") == [{1, 2}, set()]
    assert table.me("coins") == 4


@pytest.mark.clause("DS-ITEM-10")
@pytest.mark.parametrize(("item", "me"), [
    ("white_salt", {"effort": 3}),
    ("bronze_ingot", {"pow": [2, 3, 4]}),
    ("eel_oil", {}),
    ("toll_ledger", {"coins": 30}),
    ("sea_chart", {"revealed": {"A": [1, 2, 3, 4], "B": [1, 2, 3, 4]}}),
    ("sea_glass", {"int": [2, 3, 4], "dex": [2, 3, 4], "pow": [2, 3, 4, 5]}),
])  # fmt: skip
def test_what_would_change_nothing_is_not_legal(item, me):
    assert Table(at(items=[item], **me)).names("USE") == set()


@pytest.mark.clause("DS-ITEM-14")
def test_items_are_abandoned_only_in_an_overflow_and_nine_are_too_many():
    assert not Table(at(items=["mastiff"])).names("ITEM")
    ground = [
        "pitch_torch",
        "white_salt",
        "white_salt",
        "sea_glass",
        "sea_glass",
        "willow_tea",
        "willow_tea",
        "eel_oil",
    ]
    full = ["storm_lantern", "mastiff", "moor_pony", "tame_jackdaw", "milk_ewe"]
    position = visiting("abbey_apiary", items=full, top={"ground": {"abbey_rise": {"items": ground}}})
    table = Table(position)
    before = table.box("pitch_torch")
    table.do("OPTION apiary_smoke", "ITEM storm_lantern", "ITEM mastiff")
    assert table.ground("abbey_rise") == [*ground[1:], "mastiff"]
    assert table.box("pitch_torch") == before + 1


@pytest.mark.clause("DS-ITEM-15")
def test_picking_up_needs_a_visit():
    top = {"ground": {"abbey_rise": {"items": ["mastiff"]}}}
    assert Table(at("VISIT", tile="abbey_rise", top=top)).names("PICK") == set()
    table = Table(visiting("abbey_gate", top=top))
    assert table.names("PICK") == {"mastiff"}
    assert table.do("PICK mastiff").items() == ["mastiff"]


@pytest.mark.clause("DS-ITEM-17")
def test_inventories_are_public():
    table = Table(at(items=["mastiff", "crowbar"]))
    mine, theirs = table.seen("INVENTORY"), table.seen("INVENTORY", 1)
    assert mine[:42] == theirs[84:126] or mine[:42] == theirs[42:84]


@pytest.mark.clause("DS-ITEM-18", "DS-ITEM-4")
def test_at_overflow_exactly_the_any_abilities_are_usable():
    items = ["boat_hook", "mud_skates", "hag_stone", "storm_lantern", "bronze_ingot"]
    table = Table(visiting("abbey_apiary", items=items, effort=1)).do("OPTION apiary_smoke", "ITEM storm_lantern")
    assert table.decision == "OVERFLOW"
    assert table.names("USE") == {"bronze_ingot", "white_comb"}
    table.do("USE bronze_ingot", "STEP pow 0", "STEP pow 0")
    assert table.asked == (0, "OPTIONS")
    assert len(table.items()) == 5


@pytest.mark.clause("DS-ITEM-18", "DS-SKILL-7", "DS-SKILL-10")
def test_staying_may_gain(tmp_path):
    table = Table(at(items=["milk_ewe"])).do("TILE orren_quay")
    assert table.asked == (0, "STAY_GAIN")
    assert "DONE" in table.legal
    assert Table(at(items=["milk_ewe"])).do("TILE orren_quay", "DONE").asked == (0, "VISIT")
    table.do("STEP int 0")
    assert (table.track("int"), table.decision) == ([6, 9, 11], "VISIT")
    assert Table(at(items=["milk_ewe"])).do("TILE abbey_rise").decision == "VISIT"
    low = [2, 3, 4]
    assert Table(at(items=["milk_ewe"], dex=low, int=low, pow=low)).do("TILE orren_quay").decision == "VISIT"


@pytest.mark.clause("DS-ITEM-18", "DS-SKILL-10")
def test_several_stay_abilities_each_with_its_own_node(tmp_path):
    changes = (('always = "stay_gain any 1"', 'always = "stay_gain any 2"'),
               ('copies = 1\nalways = "total pow 1"', 'copies = 1\nalways = "stay_gain pow 1"'))  # fmt: skip
    position = at(items=["mastiff", "milk_ewe"])
    position["options"] = {"players": 2, "scenario": variant(tmp_path, *changes)}
    table = Table(position).do("TILE orren_quay")
    assert {name.split()[0] for name in table.names("STEP")} == {"pow"}
    table.do("DONE")
    assert (table.decision, table.seen("STEP_LEFT")) == ("STAY_GAIN", [2])
    table.do("STEP int 0")
    assert table.seen("STEP_LEFT") == [1]
    table.do("DONE")
    assert table.decision == "VISIT"


@pytest.mark.clause("DS-FIN-11")
def test_overflow_in_a_finale(tmp_path):
    change = ('{ match = "cat:Holy", consume = true, effects = ["advance 1"] }',
              '{ match = "cat:Holy", consume = false, effects = ["item white_salt"] }')  # fmt: skip
    full = ["old_psalter", "mastiff", "moor_pony", "tame_jackdaw", "milk_ewe"]
    position = in_finale("fin_call", stage=2, items=full)
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    table = Table(position).do("OPTION fin_call_2b", "ITEM old_psalter")
    assert table.decision == "OVERFLOW"
    table.do("ITEM mastiff")
    assert table.ground("drowned_quarter") == ["mastiff"]
    assert table.decider == 1


@pytest.mark.clause("DS-ITEM-9")
def test_successes_of_a_turn_fit_the_record(tmp_path):
    """However many a scenario hands out: 7 torches of 20 are more than an int8 holds."""
    change = ('copies = 3\nalways = ""\ndiscard = "succ_turn 1"', 'copies = 9\nalways = ""\ndiscard = "succ_turn 20"')
    position = visiting("quay_inn", items=["pitch_torch"] * 5)
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    position["ground"] = {"orren_quay": {"items": ["pitch_torch"] * 2}}
    table = Table(position).do(*["USE pitch_torch"] * 5)
    assert table.seen("SUCC_TURN") == [100]
    table.do(*["PICK pitch_torch"] * 2, *["USE pitch_torch"] * 2)
    assert table.seen("SUCC_TURN") == [127]


def test_every_ability_of_the_file_is_known():
    assert {item.discard.verb for item in EBB.items if item.discard} >= {"succ", "reroll", "travel", "peek"}
