"""Turns, movement and visits (section 5)."""

import pytest

from tests.games.destinies.table import Table, at, in_finale, variant, visiting


def start_of_turn(position):
    del position["node"]
    return position


@pytest.mark.clause("DS-TURN-1", "DS-TURN-2", "DS-TURN-5")
def test_a_turn_is_refresh_movement_visit():
    table = Table(start_of_turn(at(effort=3)))
    assert table.me("effort") == 3  # nothing to refresh
    assert table.asked == (0, "MOVE")
    table.do("TILE abbey_rise")
    assert table.asked == (0, "VISIT")
    table.do("POI abbey_gate")
    assert table.asked == (0, "OPTIONS")
    table.do("DONE")
    assert table.asked == (1, "MOVE")
    assert table.me("effort", 1) == 1


@pytest.mark.clause("DS-TURN-3", "DS-EVENT-1")
def test_events_come_right_after_the_refresh():
    table = Table(start_of_turn(at(top={"day": 18, "fired": ["ev_bell", "ev_levy"]})))
    assert "ev_fog" in table.fired()
    assert table.me("effort") == 0  # refreshed, then exhausted by the fog


@pytest.mark.clause("DS-TURN-4", "DS-FIN-3")
def test_a_finale_turn_has_no_movement():
    table = Table(in_finale("fin_call"))
    assert table.asked == (0, "STAGE")
    assert not table.names("TILE") and not table.names("POI") and not table.names("PICK")


@pytest.mark.clause("DS-TURN-5")
def test_defeated_players_are_skipped():
    table = Table(at("VISIT", players=3, others={1: {"defeated": True}})).do("DONE")
    assert table.decider == 2


@pytest.mark.clause("DS-TURN-6", "DS-XP-1", "DS-XP-4")
def test_free_actions_and_their_nodes():
    me = {"xp": 1, "items": ["white_salt"], "coins": 3}
    for node in ("MOVE", "VISIT"):
        assert {"SPEND_XP", "USE white_salt"} <= Table(at(node, **me)).legal
    table = Table(visiting("quay_market", **me))
    assert {"SPEND_XP", "USE white_salt"} <= table.legal
    table.do("OPTION trade_quay")
    assert {"SPEND_XP", "USE white_salt"} <= table.legal
    assert {"SPEND_XP", "USE white_salt"} <= Table(in_finale("fin_call", **me)).legal
    table = Table(visiting("quay_inn", **me)).do("OPTION inn_dice")
    assert "SPEND_XP" not in table.legal and "USE white_salt" in table.legal
    table.do("EFFORT 0")
    assert "SPEND_XP" not in table.legal and "USE white_salt" in table.legal
    for poi, option in (("strand_camp", "camp_fire"), ("abbey_apiary", "apiary_smoke"), ("quay_inn", "ask_nessa")):
        table = Table(visiting(poi, **me)).do(f"OPTION {option}")
        assert "SPEND_XP" not in table.legal and not table.names("USE")


@pytest.mark.clause("DS-TURN-7", "DS-VISIT-5", "DS-DEC-2")
@pytest.mark.parametrize("position", [at("VISIT", xp=2), visiting("quay_market", xp=2)], ids=["decline", "leave"])
def test_leaving_ends_the_turn(position):
    assert Table(position).do("DONE").decider == 1


@pytest.mark.clause("DS-MOVE-4", "DS-ITEM-5")
def test_a_pony_carries_further():
    explored = ["orren_quay", "abbey_rise", "heather_down"]
    near = Table({**at(), "explored": explored})
    far = Table({**at(items=["moor_pony"]), "explored": explored})
    assert "beacon_head" not in near.names("TILE")
    assert "beacon_head" in far.names("TILE")


@pytest.mark.clause("DS-MOVE-5")
def test_staying_is_choosing_the_own_tile():
    table = Table(at()).do("TILE orren_quay")
    assert table.asked == (0, "VISIT")
    assert table.log() == []


@pytest.mark.clause("DS-MOVE-7", "DS-ITEM-9")
def test_effects_of_the_tile_then_explore_abilities():
    explored = ["orren_quay", "saltpans"]
    table = Table({**at(effort=2, items=["storm_lantern"], tile="saltpans"), "explored": explored})
    table.do("TILE mudmaze")
    assert (table.me("effort"), table.me("coins")) == (1, 1)
    assert {"bare_seabed", "reed_fen", "drowned_quarter"} <= table.placed()


@pytest.mark.clause("DS-MOVE-8", "DS-VISIT-2")
def test_figures_share_tiles_and_places():
    table = Table(at()).do("TILE abbey_rise", "POI abbey_gate", "DONE", "TILE abbey_rise", "POI abbey_gate")
    assert table.tile(0) == table.tile(1) == "abbey_rise"
    assert table.asked == (1, "OPTIONS")


@pytest.mark.clause("DS-VISIT-1", "DS-VISIT-4")
def test_one_visit_and_each_option_once():
    table = Table(visiting("brine_shrine", coins=3)).do("OPTION shrine_offer")
    assert "shrine_offer" not in table.offered()
    table.do("OPTION shrine_vigil", "EFFORT 0", "DONE")
    if table.decision == "STEP_LOSS":
        table.do("STEP int 0")
    assert table.decision == "OPTIONS" and not table.names("POI")
    table.do("DONE")
    assert table.decider == 1


@pytest.mark.clause("DS-VISIT-3")
def test_slots_are_kept_offered_or_not():
    table = Table(visiting("quay_inn", coins=1))
    slots = ["inn_round", "inn_song", "inn_dice", "inn_brawl", "ask_nessa", "nessa_tide", "nessa_pay"]
    assert [table.scenario.options[o].id for o in table.secret["slot"][:7]] == slots
    table.do("OPTION 0")
    assert table.scenario.options[table.table["slot"][1]].id == "inn_song"
    assert table.table["slot"][3] == -1  # inn_brawl, closed by the merry round


@pytest.mark.clause("DS-VISIT-6", "DS-DATA-11", "DS-DATA-13")
def test_end_visit_ends_the_turn_after_the_rest_of_the_list():
    table = Table(visiting("quay_market")).do("OPTION quay_crates")
    assert table.me("coins") == 1
    assert table.asked == (1, "MOVE")


@pytest.mark.clause("DS-VISIT-8", "DS-EVENT-6")
def test_npcs_that_come_and_go_during_a_visit(tmp_path):
    gossip = 'effects = {}\n\n[[option]]\nid = "quay_cheat"'
    moves = gossip.format('["npc nessa quay_market", "npc tamsin reed_village"]')
    change = (gossip.format('["xp 1", "hint any 1"]'), moves)
    position = visiting("quay_market", players=1, top={"npcs": {"tamsin": "quay_market"}})
    position["options"] = {"players": 1, "scenario": variant(tmp_path, change)}
    table = Table(position)
    assert "ask_tamsin" in table.offered()
    table.do("OPTION quay_gossip")
    assert "ask_tamsin" not in table.offered()
    assert "ask_nessa" not in table.offered()
    table.do("DONE", "TILE orren_quay", "POI quay_market")
    assert "ask_nessa" in table.offered()


@pytest.mark.clause("DS-VISIT-9")
def test_a_place_that_vanishes_offers_nothing(tmp_path):
    change = ('limit = "player"\neffects = ["xp 1"]\n\n[[option]]\nid = "church_bell"',
              'limit = "player"\neffects = ["poi_off anchor_field"]\n\n[[option]]\nid = "church_bell"')  # fmt: skip
    position = visiting("anchor_field")
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    table = Table(position).do("OPTION anchor_walk")
    assert table.asked == (0, "OPTIONS")
    assert table.offered() == set()
    assert table.legal == {"DONE"}


@pytest.mark.clause("DS-EVENT-9")
def test_a_figure_stays_when_a_place_of_its_tile_vanishes():
    position = start_of_turn(at(tile="bare_seabed", top={"day": 27, "fired": ["ev_bell", "ev_levy", "ev_fog"]}))
    table = Table(position)
    assert "anchor_field" not in table.known()
    assert table.tile() == "bare_seabed"
