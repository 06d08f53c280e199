"""DS-EX-17 to DS-EX-31: worked examples about trade, destinies, events, finales and what is observed."""

import pytest

from haunted_env.games.destinies.data import N_HOSTED
from haunted_env.games.destinies.observation import SLOT
from tests.games.destinies.table import Table, at, dice, in_finale, visiting

SALTWIFE_A = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]
PEDDLER = ["reading_glass", "moor_pony", "poppy_syrup", "hag_stone", "gin_flask"]


@pytest.mark.clause("DS-EX-17", "DS-TRADE-2", "DS-TRADE-3", "DS-TRADE-4", "DS-TRADE-5", "DS-TRADE-10")
def test_example_17_selling_the_ledger():
    table = Table(visiting("shepherd_croft", coins=2, items=["toll_ledger"])).do("OPTION trade_tamsin")
    assert table.stack("peddler_stack") == PEDDLER
    table.do("ITEM toll_ledger", "BUY 1")
    assert table.me("coins") == 2
    assert table.items() == ["moor_pony"]
    assert table.stack("peddler_stack") == ["reading_glass", "poppy_syrup", "hag_stone", "gin_flask", "toll_ledger"]
    assert table.refuses("BUY 0")
    assert table.refuses("BUY 4")
    rich = Table(visiting("shepherd_croft", coins=20, items=["toll_ledger"])).do(
        "OPTION trade_tamsin", "ITEM toll_ledger"
    )
    assert rich.slots("BUY") == [0, 1, 2, 3, 4]
    assert rich.refuses("BUY 5")


@pytest.mark.clause("DS-EX-18", "DS-ITEM-1", "DS-ITEM-2", "DS-ITEM-4", "DS-ITEM-13")
def test_example_18_overflow():
    items = ["storm_lantern", "mastiff", "moor_pony", "tame_jackdaw", "crowbar"]
    table = Table(visiting("abbey_apiary", items=items, effort=1, top={"force": {"dice": [6, 6]}}))
    table = Table(visiting("abbey_apiary", items=items, effort=1)).do("OPTION apiary_smoke", "ITEM storm_lantern")
    assert table.asked == (0, "OVERFLOW")
    assert table.items()[5] == "white_comb"
    assert table.slots("ITEM") == [0, 1, 2, 3, 4, 5]
    assert table.slots("USE") == [5]
    table.do("ITEM 2")
    assert table.ground("abbey_rise") == ["moor_pony"]
    assert table.items().index("white_comb") == 4


@pytest.mark.clause("DS-EX-19", "DS-ITEM-15", "DS-VISIT-7")
def test_example_19_not_in_the_turn_it_was_dropped():
    items = ["storm_lantern", "mastiff", "moor_pony", "tame_jackdaw", "crowbar"]
    table = Table(visiting("abbey_apiary", items=items, effort=1)).do(
        "OPTION apiary_smoke", "ITEM storm_lantern", "ITEM 2"
    )
    assert table.asked == (0, "OPTIONS")
    assert table.slots("PICK") == []
    table.do("DONE")
    assert table.asked == (1, "MOVE")
    table.do("TILE abbey_rise", "POI abbey_gate")
    assert table.names("PICK") == {"moor_pony"}
    table.do("PICK moor_pony")
    assert table.items(1) == ["moor_pony"]
    assert table.ground("abbey_rise") == []


@pytest.mark.clause("DS-EX-20", "DS-ITEM-3")
def test_example_20_no_copy_in_the_box():
    position = visiting("toll_house", others={1: {"items": ["toll_ledger"]}})
    table = Table(dice(position, 6, 6)).do("OPTION ledger_lift", "EFFORT 0")
    assert table.table["successes"] == 3
    position = visiting("toll_house", effort=1, others={1: {"items": ["toll_ledger"]}})
    table = Table(dice(position, 6, 6, "S")).do("OPTION ledger_lift", "EFFORT 1", "DONE")
    assert "deed_ledger" in table.flags()
    assert (table.me("xp"), table.me("coins"), table.items()) == (1, 2, [])


@pytest.mark.clause("DS-EX-21", "DS-DEST-8", "DS-DEST-10")
def test_example_21_asking_nessa():
    position = visiting("quay_inn", players=1)
    del position["options"]
    table = Table(position)
    for revealed in ({3}, {3, 4}, {3, 4}):
        table.do("OPTION ask_nessa")
        assert table.asked == (0, "SCAN_PATH")
        table.do("PATH A")
        assert table.steps("revealed") == [revealed, set()]
        table.do("DONE", "TILE orren_quay", "POI quay_inn")
    where = table.game["ledger"][0, 0]["where"][0].tolist()
    assert [table.scenario.pois[p].id if p >= 0 else "" for p in where] == ["", "", "drowned_church", "pan_works"]


@pytest.mark.clause("DS-EX-22", "DS-EVENT-2", "DS-SKILL-8")
def test_example_22_the_bell():
    position = at(players=3, top={"day": 8, "fired": ["ev_peddler"]})
    del position["node"]
    table = Table(position)
    assert "ev_bell" in table.fired()
    assert table.me("effort") == 1
    for seat in range(3):
        assert table.asked == (seat, "STEP_LOSS")
        assert {name.split()[0] for name in table.names("STEP")} == {"int", "dex", "pow"}
        table.do("STEP int 0")
    assert table.asked == (0, "MOVE")
    table.do("TILE orren_quay", "DONE")
    assert table.asked == (1, "MOVE")
    assert table.fired().count("ev_bell") == 1


@pytest.mark.clause("DS-EX-23", "DS-VIRTUE-3", "DS-OPT-1", "DS-VIRTUE-4")
def test_example_23_virtue_at_the_abbey():
    good = Table(visiting("abbey_gate", virtue=3))
    assert {"abbey_trust_good", "iselde_bless"} <= good.offered()
    assert "abbey_trust_test" not in good.offered()
    less = Table(visiting("abbey_gate", virtue=2))
    assert "abbey_trust_test" in less.offered()
    assert not {"abbey_trust_good", "iselde_bless"} & less.offered()
    more = Table(visiting("abbey_gate", virtue=4))
    assert good.observation().tolist() == more.observation().tolist()
    assert good.observation().tolist() != less.observation().tolist()


@pytest.mark.clause("DS-EX-24", "DS-FIN-1", "DS-FIN-2", "DS-OBS-6")
def test_example_24_the_finale_option():
    position = at("VISIT", tile="drowned_quarter", flags=SALTWIFE_A)
    table = Table(position).do("POI drowned_church")
    assert 14 in table.slots("OPTION")
    mine, theirs = table.seen("SLOT"), table.seen("SLOT", 1)
    assert any(mine[SLOT * N_HOSTED : SLOT * (N_HOSTED + 1)])
    assert not any(theirs[SLOT * N_HOSTED :])
    assert mine[: SLOT * N_HOSTED] == theirs[: SLOT * N_HOSTED]
    table.do("OPTION 14")
    assert table.asked == (1, "MOVE")
    assert (table.me("in_finale"), table.me("stage"), table.me("resolve")) == (1, 1, 2)


@pytest.mark.clause("DS-EX-25", "DS-FIN-7", "DS-FIN-4")
def test_example_25_a_stage_is_skipped():
    position = in_finale("fin_call", flags=["sick_tended"], players=1)
    del position["options"]
    table = Table(dice(position, 6, 6, "S"))
    assert table.asked == (0, "STAGE")
    assert table.me("stage") == 2
    table.do("OPTION fin_call_2a", "EFFORT 1", "DONE")
    assert table.asked == (0, "STAGE")
    assert (table.day, table.me("stage")) == (2, 3)


@pytest.mark.clause("DS-EX-26", "DS-FIN-8")
@pytest.mark.parametrize(("faces", "stage", "resolve", "defeated"), [
    ((6, 6, 1), 1, 1, 0),
    ((3, 4, 1), 0, 0, 1),
    ((6, 6, "S"), 2, 1, 0),
])  # fmt: skip
def test_example_26_three_successes_change_nothing(faces, stage, resolve, defeated):
    table = Table(dice(in_finale("fin_call", resolve=1, effort=0), *faces)).do("OPTION fin_call_1a", "EFFORT 1", "DONE")
    assert (table.me("stage"), table.me("resolve"), table.me("defeated")) == (stage, resolve, defeated)


@pytest.mark.clause("DS-EX-27", "DS-SKILL-9")
def test_example_27_a_new_marker():
    table = Table(dice(visiting("tarn_shore", dex=[9, 11, 12]), 6, 6)).do("OPTION tarn_stare", "EFFORT 0", "DONE")
    assert table.track("dex") == [9, 10, 11, 12]
    four = visiting("tarn_shore", dex=[9, 10, 11, 12])
    table = Table(dice(four, 6, 6)).do("OPTION tarn_stare", "EFFORT 0", "DONE")
    assert table.asked == (0, "STEP_GAIN")
    assert table.names("STEP") == {"dex 0"}
    assert table.seen("STEP_LEFT") == [2]


@pytest.mark.clause("DS-EX-28", "DS-SOLO-3")
def test_example_28_challenger_is_lost():
    position = at(players=1, top={"day": 17, "fired": [], "node": "VISIT"})
    position["options"] = {"players": 1, "mode": "challenger"}
    table = Table(position).do("DONE")
    assert table.is_over
    assert table.returns == [-1]
    assert not table.spec.queries.truncated(table.game)


@pytest.mark.clause("DS-EX-29", "DS-FIN-12")
def test_example_29_in_the_very_visit():
    flags = ["deed_names", "deed_vow", "deed_salt", "sick_tended"]
    position = visiting("drowned_church", players=1, effort=1, flags=flags)
    del position["options"]
    table = Table(dice(position, 6, 6, "S"))
    assert 14 not in table.slots("OPTION")
    table.do("OPTION church_listen", "EFFORT 1", "DONE")
    assert table.asked == (0, "OPTIONS")
    assert 14 in table.slots("OPTION")
    table.do("OPTION 14")
    assert table.asked == (0, "STAGE")
    assert table.me("stage") == 2


@pytest.mark.clause("DS-EX-30", "DS-TRADE-11")
def test_example_30_the_forge_stack_is_seen():
    position = at("VISIT", tile="millrace")
    table = Table(position)
    assert not table.is_seen("forge_stack")
    table.do("POI foundry", "DONE")
    assert table.is_seen("forge_stack")
    assert any(table.seen("STACK_SEEN", 1))


@pytest.mark.clause("DS-EX-31", "DS-OBS-13")
def test_example_31_the_context_of_steps():
    table = Table(at("MOVE", items=["sea_glass", "pitch_torch"])).do("USE sea_glass")
    assert (table.seen("STEP_GAIN"), table.seen("STEP_SKILL"), table.seen("STEP_LEFT")) == ([1], [0, 0, 0, 1], [2])
    table.do("STEP int 0")
    assert table.seen("STEP_LEFT") == [1]
    table.do("STEP int 0")
    assert (table.seen("STEP_GAIN"), table.seen("STEP_LEFT")) == ([0], [0])
    table.do("USE pitch_torch")
    assert table.seen("SUCC_TURN") == [1]
    table.do("TILE orren_quay", "DONE")
    assert table.seen("SUCC_TURN") == [0]
