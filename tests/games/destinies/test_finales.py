"""Finales (DS-FIN) and the end of the game (DS-END, DS-SOLO)."""

import pytest

from haunted_env.games.destinies.options import new_game
from tests.games.destinies.table import SPEC, Table, at, dice, in_finale, variant

FAIL = (1, 1, 1)
PASS = (6, 6, "S")


def solo(position, mode="explorer", **options):
    return {**position, "options": {"players": 1, "mode": mode, **options}}


@pytest.mark.clause("DS-FIN-3")
def test_no_way_back():
    table = Table(dice(in_finale("fin_call"), *PASS)).do("OPTION fin_call_1a", "EFFORT 1", "DONE")
    table.do("TILE orren_quay", "DONE")
    assert table.asked == (0, "STAGE")
    assert table.tile() == "drowned_quarter"


@pytest.mark.clause("DS-FIN-4", "DS-FIN-5")
def test_one_stage_option_per_turn_and_no_done():
    table = Table(in_finale("fin_call"))
    assert "DONE" not in table.legal
    assert table.names("OPTION") == {"fin_call_1a", "fin_call_1b"}
    table.do("OPTION fin_call_1b", "EFFORT 0", "DONE")
    assert table.decider == 1


@pytest.mark.clause("DS-FIN-5", "DS-OPT-1")
def test_stage_options_have_conditions_too():
    assert "fin_call_3c" not in Table(in_finale("fin_call", stage=3)).offered()
    table = Table(in_finale("fin_call", stage=3, virtue=5))
    assert "fin_call_3c" in table.offered()
    assert table.do("OPTION fin_call_3c").is_over


@pytest.mark.clause("DS-FIN-6", "DS-OBS-15")
def test_advance_by_several_stages(tmp_path):
    change = ('id = "fin_call_1a"', ('id = "fin_call_1x"\nhost = "stage:fin_call.1"\nkind = "interaction"\n'
              'text = "On."\neffects = ["advance 2"]\n\n[[option]]\nid = "fin_call_1a"'))  # fmt: skip
    position = {**in_finale("fin_call"), "options": {"players": 2, "scenario": variant(tmp_path, change)}}
    table = Table(position).do("OPTION fin_call_1x")
    assert table.me("stage") == 3
    assert [row[:1] + row[3:] for row in table.log() if row[0] == "STAGE"] == [("STAGE", 1), ("STAGE", 2)]


@pytest.mark.clause("DS-FIN-7", "DS-FIN-12")
def test_a_skip_that_passes_the_last_stage_wins_at_once():
    table = Table(in_finale("fin_cast", stage=3, flags=["mill_freed"], character="corvin"))
    assert table.is_over
    assert table.returns == [1, -1]
    position = dice(in_finale("fin_silence", stage=2, flags=["shrine_kept"], character="corvin"), *PASS)
    table = Table(position).do("OPTION fin_silence_2c", "EFFORT 1", "DONE")
    assert table.is_over


@pytest.mark.clause("DS-FIN-8", "DS-FIN-13", "DS-END-4", "DS-END-5")
def test_defeat():
    me = {"items": ["mastiff"], "coins": 7, "xp": 2, "flags": ["deed_vow"]}
    table = Table(dice(in_finale("fin_call", resolve=1, **me), *FAIL)).do("OPTION fin_call_1b", "EFFORT 1", "DONE")
    assert table.returns == [-1, 0]
    assert not table.is_over
    assert table.decider == 1
    assert (table.tile(), table.items(), table.box("mastiff")) == ("", [], 1)
    assert [table.me(field) for field in ("in_finale", "stage", "resolve", "coins", "xp")] == [0, 0, 0, 7, 2]
    assert table.flags() == {"deed_vow"}
    assert table.scenario.finales[table.me("finale")].id == "fin_call"
    table.do("TILE orren_quay", "DONE")
    assert (table.decider, table.day) == (1, 2)  # the last one plays on (DS-END-2)
    assert table.returns == [0, 0]


@pytest.mark.clause("DS-FIN-9")
def test_success_and_defeat_together_is_success(tmp_path):
    change = ('{ min = 4, pass = true, effects = ["advance 1"] },\n]\n\n[[option]]\nid = "fin_call_3b"',
              ('{ min = 4, pass = true, effects = ["resolve -9", "advance 1", "coins 9"] },\n]\n\n[[option]]\n'
              'id = "fin_call_3b"'))  # fmt: skip
    position = dice(in_finale("fin_call", stage=3, effort=0), *PASS)
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    table = Table(position).do("OPTION fin_call_3a", "EFFORT 1", "DONE")
    assert table.is_over and table.returns == [1, -1]
    assert table.me("coins") == 0  # the rest of the list is not applied (DS-FIN-13)


@pytest.mark.clause("DS-FIN-10")
def test_who_begins_first_need_not_end_first():
    others = {1: {"in_finale": True, "finale": "fin_name", "stage": 1, "resolve": 2, "tile": "beacon_head"}}
    table = Table(dice(in_finale("fin_call", stage=3, others=others), *PASS)).do(
        "OPTION fin_call_3a", "EFFORT 1", "DONE"
    )
    assert table.returns == [1, -1]


@pytest.mark.clause("DS-FIN-12")
def test_every_finale_turn_is_a_visit_of_its_own():
    position = dice(solo(in_finale("fin_call", players=1)), 6, 6, 1, 6, 6, 1)
    table = Table(position).do("OPTION fin_call_1a", "EFFORT 1", "DONE")
    assert table.names("OPTION") == {"fin_call_1a", "fin_call_1b"}


@pytest.mark.clause("DS-END-2", "DS-SOLO-4")
def test_when_everybody_is_defeated_nobody_wins():
    others = {1: {"defeated": True}}
    table = Table(dice(in_finale("fin_call", resolve=1, others=others), *FAIL)).do(
        "OPTION fin_call_1b", "EFFORT 1", "DONE"
    )
    assert table.is_over
    assert table.returns == [-1, 0]  # seat 1 had its -1 when it fell
    assert table.spec.queries.result(table.game)["winners"] == []
    for mode in ("explorer", "challenger"):
        alone = dice(solo(in_finale("fin_call", resolve=1, players=1), mode), *FAIL)
        table = Table(alone).do("OPTION fin_call_1b", "EFFORT 1", "DONE")
        assert table.is_over and table.returns == [-1]


@pytest.mark.clause("DS-END-3")
def test_truncation_after_the_last_day():
    position = at("VISIT", top={"day": 9, "active": 1})
    table = Table({**position, "options": {"players": 2, "max_days": 9}}).do("DONE")
    assert table.is_over and table.spec.queries.truncated(table.game)
    assert table.returns == [0, 0]
    table = Table({**position, "options": {"players": 2, "max_days": 10}}).do("DONE")
    assert not table.is_over


@pytest.mark.clause("DS-END-4")
def test_a_defeated_player_gets_nothing_later():
    others = {1: {"defeated": True, "finale": "fin_name"}}
    table = Table(dice(in_finale("fin_call", stage=3, players=3, others=others), *PASS))
    table.do("OPTION fin_call_3a", "EFFORT 1", "DONE")
    assert table.returns == [1, 0, -1]


@pytest.mark.clause("DS-END-6")
@pytest.mark.parametrize(("max_days", "day", "truncated"), [(17, 17, False), (15, 15, True), (100, 17, False)])
def test_challenger_loss_and_truncation(max_days, day, truncated):
    table = Table(solo(at("VISIT", players=1, top={"day": day}), "challenger", max_days=max_days)).do("DONE")
    assert table.is_over
    assert table.spec.queries.truncated(table.game) == truncated
    assert table.returns == [0 if truncated else -1]


@pytest.mark.clause("DS-SOLO-1", "DS-SOLO-2", "DS-SOLO-3")
def test_solo_modes_have_their_own_events():
    for mode, fires in (("explorer", False), ("challenger", True)):
        position = solo(at(players=1, top={"day": 3}), mode)
        del position["node"]
        table = Table(position)
        assert ("ch_ebb1" in table.fired()) == fires
        assert table.decision == ("STEP_LOSS" if fires else "MOVE")
    table = Table(solo(at("VISIT", players=1, top={"day": 17}))).do("DONE")
    assert not table.is_over  # the explorer has time


@pytest.mark.clause("DS-CONF-1", "DS-SOLO-2")
@pytest.mark.parametrize(("players", "mode"), [(1, "multi"), (2, "explorer"), (3, "challenger")])
def test_modes_and_players_go_together(players, mode):
    with pytest.raises(ValueError, match="mode"):
        new_game(SPEC.check_options({"players": players, "mode": mode}))


@pytest.mark.clause("DS-SOLO-2", "DS-CONF-1")
def test_default_modes():
    assert SPEC.check_options({"players": 1})["mode"] == "explorer"
    assert SPEC.check_options({"players": 2})["mode"] == "multi"
    assert SPEC.check_options({})["players"] == 3
