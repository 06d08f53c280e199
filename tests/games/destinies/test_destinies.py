"""Destinies: steps, hints, paths (DS-DEST)."""

import pytest

from tests.games.destinies.table import EBB, Table, at, dice, number, variant, visiting

SALTWIFE_A = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]


@pytest.mark.clause("DS-DEST-3", "DS-DEST-5")
def test_a_step_is_done_as_soon_as_its_flag_is_set():
    table = Table(dice(visiting("drowned_street", effort=1), 6, 6, "S")).do("OPTION street_names", "EFFORT 1", "DONE")
    assert table.steps("done") == [{1}, set()]
    assert table.seen("STEP_DONE") == [1, 0, 0, 0, 0, 0, 0, 0]
    assert table.seen("STEP_DONE", 1) == [0] * 8


@pytest.mark.clause("DS-DEST-3")
def test_a_flag_may_serve_both_paths(tmp_path):
    change = (
        '"saltwife_b1", need = ["pflag:deed_ledger"], where = "toll_house"',
        '"saltwife_b1", need = ["pflag:deed_names"], where = "drowned_street"',
    )
    position = at(flags=["deed_names"])
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    assert Table(position).steps("done") == [{1}, {1}]


@pytest.mark.clause("DS-DEST-4", "DS-DEST-2")
def test_a_path_is_complete_when_all_its_steps_are_done():
    assert Table(at(flags=SALTWIFE_A[:3])).seen("COMPLETE") == [0, 0]
    both = [*SALTWIFE_A, "deed_ledger", "deed_gibbet", "deed_beaten", "deed_trust"]
    table = Table(at("VISIT", flags=both, tile="drowned_quarter"))
    assert table.seen("COMPLETE") == [1, 1]
    assert table.do("POI drowned_church").slots("OPTION")[-1] == 14
    table = Table(at("VISIT", flags=both, tile="toll_road")).do("POI toll_house")
    assert table.slots("OPTION")[-1] == 15


@pytest.mark.clause("DS-DEST-6")
def test_what_others_did_blocks_nobody():
    table = Table(visiting("drowned_street", others={1: {"flags": SALTWIFE_A}}))
    assert "street_names" in table.offered()


@pytest.mark.clause("DS-DEST-7")
def test_the_finale_places_are_known_from_the_start():
    table = Table(at())
    bits = table.seen("FINALE_POI")
    assert [EBB.pois[number(bits[:6])].id, EBB.pois[number(bits[6:])].id] == ["drowned_church", "toll_house"]


@pytest.mark.clause("DS-DEST-8")
def test_an_npc_knows_only_its_own_lore():
    table = Table(visiting("toll_house")).do("OPTION ask_voss", "PATH A")  # law, folk
    assert table.steps("revealed") == [set(), set()]
    table = Table(visiting("toll_house")).do("OPTION ask_voss", "PATH B")
    assert table.steps("revealed") == [set(), {1}]
    table = Table(visiting("toll_house", flags=["deed_ledger"])).do("OPTION ask_voss", "PATH B")
    assert table.steps("revealed") == [set(), {2}]  # done steps are passed over


@pytest.mark.clause("DS-DEST-9")
@pytest.mark.parametrize(("which", "n", "revealed"), [
    ("A", 2, [{2, 3}, set()]),
    ("B", 1, [set(), {1}]),
    ("any", 5, [{2, 3, 4}, {1, 2}]),
])  # fmt: skip
def test_hints_go_through_the_paths_in_order(tmp_path, which, n, revealed):
    change = ('effects = ["xp 1", "hint any 1"]\n\n[[option]]\nid = "quay_cheat"',
              f'effects = ["hint {which} {n}"]\n\n[[option]]\nid = "quay_cheat"')  # fmt: skip
    position = visiting("quay_market", flags=["deed_names"])
    position["options"] = {"players": 2, "scenario": variant(tmp_path, change)}
    assert Table(position).do("OPTION quay_gossip").steps("revealed") == revealed


@pytest.mark.clause("DS-DEST-10", "DS-OBS-5")
def test_a_revealed_step_shows_its_place():
    table = Table(at(revealed={"A": [2]}, flags=["deed_salt"]))
    places = table.seen("STEP_WHERE")
    shown = [number(places[6 * i : 6 * i + 6]) for i in range(8)]
    assert [EBB.pois[p].id if p >= 0 else "" for p in shown[:4]] == ["", "tarn_shore", "", "pan_works"]
    assert table.seen("STEP_EXISTS") == [1] * 8
    assert table.seen("STEP_REVEALED") == [0, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.clause("DS-DEST-11")
def test_others_see_that_a_scan_took_place_and_no_more():
    one, two = (Table(visiting("quay_inn")).do("OPTION ask_nessa", f"PATH {path}") for path in "AB")
    assert one.log() == two.log()
    assert one.log()[-1][0] == "OPTION"
    assert one.observation(1).tolist() == two.observation(1).tolist()
    assert one.events() == two.events()


@pytest.mark.clause("DS-DEST-1", "DS-END-1")
def test_the_first_to_fulfil_a_destiny_wins():
    position = {**at("STAGE", tile="drowned_quarter", in_finale=True, finale="fin_call", stage=3, resolve=2, effort=1)}
    table = Table(dice(position, 6, 6, "S")).do("OPTION fin_call_3a", "EFFORT 1", "DONE")
    assert table.is_over
    assert table.returns == [1, -1]
    assert table.spec.queries.result(table.game)["winners"] == [0]
