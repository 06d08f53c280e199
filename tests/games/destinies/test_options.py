"""Options of visits (DS-OPT), conditions and effects (DS-DATA-10 to DS-DATA-13)."""

import pytest

from tests.games.destinies.table import Table, at, dice, variant, visiting


@pytest.mark.clause("DS-OPT-1", "DS-DATA-8", "DS-DATA-10")
def test_conditions_decide_what_is_offered():
    assert "voss_bounty" not in Table(visiting("toll_house")).offered()
    assert "voss_bounty" in Table(visiting("toll_house", flags=["deed_beaten"])).offered()
    assert "inn_brawl" in Table(visiting("quay_inn")).offered()
    assert "inn_brawl" not in Table(visiting("quay_inn", flags=["inn_brawl_won"])).offered()


CONDITIONS = [
    ("item:boat_hook", {"items": ["boat_hook"]}, {}),
    ("cat:Fire", {"items": ["pitch_torch"]}, {"items": ["boat_hook"]}),
    ("char:oda", {}, {"character": "pim"}),
    ("coins>=3", {"coins": 3}, {"coins": 2}),
    ("coins<3", {"coins": 2}, {"coins": 3}),
    ("xp>2", {"xp": 3}, {"xp": 2}),
    ("virtue<=-2", {"virtue": -2}, {"virtue": -1}),
    ("!virtue<=-2", {"virtue": -1}, {"virtue": -2}),
    ("pflag:deed_beaten", {"flags": ["deed_beaten"]}, {}),
    ("flag:beacon_lit", {"top": {"flags": ["beacon_lit"]}}, {}),
    ("day>=5", {"top": {"day": 5}}, {"top": {"day": 4}}),
    ("npc:nessa@quay_inn", {}, {"top": {"npcs": {"nessa": "brine_shrine"}}}),
    ("any_finale", {"others": {1: {"finale": "fin_name", "defeated": True}}}, {}),
]


@pytest.mark.clause("DS-DATA-10", "DS-EVENT-8")
@pytest.mark.parametrize(("condition", "true", "false"), CONDITIONS, ids=[row[0] for row in CONDITIONS])
def test_every_kind_of_condition(tmp_path, condition, true, false):
    change = ('text = "Carry crates until dusk."', f'text = "Carry crates until dusk."\nwhen = ["{condition}"]')
    scenario = variant(tmp_path, change)
    for me, offered in ((true, True), (false, False)):
        position = visiting("quay_market", **me)
        position["options"] = {"players": 2, "scenario": scenario}
        assert ("quay_crates" in Table(position).offered()) == offered


@pytest.mark.clause("DS-OPT-3")
def test_an_item_scan_needs_an_item():
    assert "apiary_smoke" not in Table(visiting("abbey_apiary")).names("OPTION")
    assert "apiary_smoke" in Table(visiting("abbey_apiary")).offered()
    assert "apiary_smoke" in Table(visiting("abbey_apiary", items=["mastiff"])).names("OPTION")


@pytest.mark.clause("DS-OPT-4", "DS-TRADE-8")
def test_choosing_uses_up_and_costs():
    table = Table(visiting("quay_inn", players=2, coins=2)).do("OPTION inn_round")
    assert table.me("coins") == 1
    table.do("DONE", "TILE orren_quay", "POI quay_inn")
    assert "inn_round" in table.offered()  # the limit is per player
    table.do("DONE", "TILE orren_quay", "POI quay_inn")
    assert table.decider == 0
    assert "inn_round" not in table.offered()


@pytest.mark.clause("DS-OPT-4", "DS-OBS-14")
def test_a_world_limit_is_for_everybody():
    table = Table(visiting("shepherd_croft", coins=3)).do("OPTION croft_ewe", "DONE", "TILE orren_quay", "DONE")
    position = visiting("shepherd_croft", coins=3, limits=["croft_ewe"], others={1: {"limits": ["croft_ewe"]}})
    assert "croft_ewe" not in Table(position).offered()
    limits = [table.table["limits"][seat].any() for seat in range(2)]
    assert limits == [True, True]
    assert sum(table.seen("LIMITS")) == 2


@pytest.mark.clause("DS-OPT-5")
def test_an_interaction_just_happens():
    table = Table(visiting("cliff_stair")).do("OPTION stair_eggs")
    assert (table.me("coins"), table.me("xp")) == (1, 1)
    assert table.asked == (0, "OPTIONS")


@pytest.mark.clause("DS-OPT-6")
def test_a_choice_has_to_be_made(tmp_path):
    table = Table(visiting("strand_camp")).do("OPTION camp_fire")
    assert table.legal == {"CHOICE 0", "CHOICE 1", "CHOICE 2"}
    table.do("CHOICE 0")
    assert table.items() == ["gin_flask"]
    assert table.virtue() == -1
    change = ('{ text = "Sit down and drink.", when = []', '{ text = "Sit down and drink.", when = ["coins>=9"]')
    position = visiting("strand_camp")
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    table = Table(position).do("OPTION camp_fire")
    assert table.legal == {"CHOICE 1", "CHOICE 2"}
    table.do("CHOICE 2")
    assert table.decider == 1


@pytest.mark.clause("DS-OPT-7")
def test_each_kind_opens_its_node():
    for poi, option, node in (
        ("quay_inn", "inn_dice", "TEST_PRE"),
        ("quay_market", "trade_quay", "TRADE"),
        ("quay_inn", "ask_nessa", "SCAN_PATH"),
        ("abbey_apiary", "apiary_smoke", "SCAN_ITEM"),
    ):
        assert Table(visiting(poi, items=["mastiff"])).do(f"OPTION {option}").decision == node


@pytest.mark.clause("DS-OPT-8", "DS-OPT-11", "DS-DATA-3")
def test_the_first_matching_entry_counts(tmp_path):
    table = Table(visiting("abbey_apiary", items=["gin_flask"])).do("OPTION apiary_smoke", "ITEM gin_flask")
    assert table.items() == []  # consumed
    assert table.box("gin_flask") == 1
    assert table.virtue() == -1
    change = ('cats = ["Alcohol"]\ncopies = 2', 'cats = ["Alcohol", "Fire"]\ncopies = 2')
    position = visiting("abbey_apiary", items=["gin_flask"])
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    table = Table(position).do("OPTION apiary_smoke", "ITEM gin_flask")
    assert table.items() == ["gin_flask", "white_comb"]  # Fire is listed first


@pytest.mark.clause("DS-OPT-9")
def test_a_group_is_blocked_for_the_turn():
    table = Table(dice(visiting("strand_camp", coins=9, effort=1), 6, 6, "S"))
    table.do("OPTION camp_swear", "EFFORT 1", "DONE")
    assert table.asked == (0, "OPTIONS")
    assert not {"camp_break", "camp_bribe"} & table.offered()
    assert "camp_fire" in table.offered()


@pytest.mark.clause("DS-OPT-12", "DS-TEST-14")
def test_picks_and_rolls_cannot_be_cancelled():
    table = Table(visiting("abbey_apiary", items=["mastiff", "crowbar"])).do("OPTION apiary_smoke")
    assert table.legal == {"ITEM mastiff", "ITEM crowbar"}
    assert Table(visiting("quay_inn")).do("OPTION ask_nessa").legal == {"PATH A", "PATH B"}
    assert Table(visiting("quay_inn")).do("OPTION inn_dice").legal == {"EFFORT 0"}


@pytest.mark.clause("DS-ITEM-16")
def test_any_item_of_a_category_will_do():
    for item in ("pitch_torch", "storm_lantern", "bee_smoker"):
        table = Table(visiting("abbey_apiary", items=[item])).do("OPTION apiary_smoke", f"ITEM {item}")
        assert "deed_honey" in table.flags()


def with_effects(tmp_path, effects: str, **me):
    """Seat 0 gossips at the market, with other effects."""
    change = ('effects = ["xp 1", "hint any 1"]\n\n[[option]]\nid = "quay_cheat"',
              f'effects = {effects}\n\n[[option]]\nid = "quay_cheat"')  # fmt: skip
    players = me.pop("players", 3)
    position = visiting("quay_market", players=players, **me)
    position["options"] = {"players": players, "scenario": variant(tmp_path, change)}
    return Table(position).do("OPTION quay_gossip")


@pytest.mark.clause("DS-DATA-11")
def test_effects_on_one_player(tmp_path):
    effects = '["xp 2", "coins 3", "refresh 2", "item mastiff", "virtue -4", "pflag deed_vow", "flag beacon_lit"]'
    table = with_effects(tmp_path, effects, players=2)
    assert [table.me(field) for field in ("xp", "coins", "effort")] == [2, 3, 2]
    assert table.items() == ["mastiff"]
    assert table.virtue() == -4
    assert table.flags() == {"deed_vow"}
    assert table.has_flag("beacon_lit")


@pytest.mark.clause("DS-DATA-11", "DS-EVENT-5", "DS-TRADE-7")
def test_effects_on_the_world(tmp_path):
    effects = (
        '["npc voss quay_inn", "poi_on tide_pool", "poi_off anchor_field", "stock quay_stack hag_stone", "exhaust 1"]'
    )
    table = with_effects(tmp_path, effects, players=2, effort=3)
    assert table.npc("voss") == "quay_inn"
    assert "tide_pool" in table.known() and "anchor_field" not in table.known()
    assert table.stack("quay_stack")[-1] == "hag_stone"
    assert table.me("effort") == 2


@pytest.mark.clause("DS-DATA-12", "DS-SKILL-8", "DS-DEC-4")
def test_all_and_rest(tmp_path):
    others = {1: {"in_finale": True, "finale": "fin_name", "stage": 1, "resolve": 2}}
    table = with_effects(tmp_path, '["all xp 1", "rest coins 2", "all skill dex -1"]', others=others)
    assert [table.me("xp", seat) for seat in range(3)] == [1, 1, 1]
    assert [table.me("coins", seat) for seat in range(3)] == [2, 0, 2]
    for seat in range(3):
        assert table.asked == (seat, "STEP_LOSS")
        table.do("STEP dex 0")
    assert table.asked == (0, "OPTIONS")


@pytest.mark.clause("DS-DATA-12", "DS-ITEM-4", "DS-DEC-4")
def test_others_resolve_their_own_overflow(tmp_path):
    full = ["mastiff", "moor_pony", "tame_jackdaw", "milk_ewe", "hag_stone"]
    table = with_effects(tmp_path, '["all item white_salt"]', players=2, others={1: {"items": full}})
    assert table.asked == (1, "OVERFLOW")
    assert table.slots("ITEM") == [0, 1, 2, 3, 4, 5]
    assert table.slots("USE") == []  # not their turn
    table.do("ITEM 0")
    assert table.ground("orren_quay") == ["mastiff"]
    assert table.asked == (0, "OPTIONS")


@pytest.mark.clause("DS-DATA-13", "DS-DEC-3")
def test_a_decision_is_completed_before_the_next_effect(tmp_path):
    table = with_effects(tmp_path, '["skill int 1", "coins 5", "skill pow -1"]', players=2)
    assert (table.decision, table.me("coins")) == ("STEP_GAIN", 0)
    table.do("STEP int 0")
    assert (table.decision, table.me("coins")) == ("STEP_LOSS", 5)
    table.do("STEP pow 0")
    assert table.asked == (0, "OPTIONS")


@pytest.mark.clause("DS-VIRTUE-1", "DS-VIRTUE-2")
def test_virtue_is_clamped(tmp_path):
    assert with_effects(tmp_path, '["virtue 9", "virtue 9"]', players=2).virtue() == 10
    assert with_effects(tmp_path, '["virtue -9", "virtue -9"]', players=2).virtue() == -10
    assert Table(at()).virtue() == 0
