"""Events and NPCs (section 11)."""

import pytest

from haunted_env.games.destinies.actions import Log
from tests.games.destinies.table import Table, at, variant, visiting

QUIET = ["ev_bell", "ev_levy", "ev_fog", "ev_abbey", "ev_peddler", "ev_nessa", "ev_water", "ev_levyend"]


def beginning(players=2, **me):
    """At the start of seat 0's turn."""
    position = at(players=players, **me)
    del position["node"]
    return position


@pytest.mark.clause("DS-EVENT-1", "DS-EVENT-2")
def test_an_event_fires_once():
    table = Table(beginning(players=1, top={"day": 5}))
    assert table.fired() == ["ev_peddler"]
    assert table.npc("tamsin") == "quay_market"
    n = len(table.stack("quay_stack"))
    table.do("TILE orren_quay", "DONE")
    assert len(table.stack("quay_stack")) == n
    assert [row for row in table.log() if row[0] == "EVENT"] == [("EVENT", 0, 0, 0)]


@pytest.mark.clause("DS-EVENT-2")
def test_conditions_are_of_the_active_player_and_the_world():
    assert "ev_levy" not in Table(beginning(top={"day": 14, "fired": ["ev_bell"]})).fired()
    table = Table(beginning(top={"day": 14, "fired": ["ev_bell"], "flags": ["bell_tolled"]}, coins=3))
    assert "ev_levy" in table.fired()
    assert table.me("coins") == 2


@pytest.mark.clause("DS-EVENT-3")
def test_a_later_event_sees_the_effects_of_earlier_ones():
    """ev_bell sets bell_tolled, and ev_levy, later in the file, needs it."""
    table = Table(beginning(top={"day": 14}))
    assert {"ev_bell", "ev_levy"} & set(table.fired()) == {"ev_bell"}  # the losses come first
    for _ in range(2):
        table.do("STEP int 0")
    assert "ev_levy" in table.fired()
    assert table.asked == (0, "MOVE")


@pytest.mark.clause("DS-EVENT-3")
def test_an_earlier_event_waits_for_the_next_start_of_turn(tmp_path):
    changes = (('effects = ["npc nessa brine_shrine"]', 'effects = ["npc nessa brine_shrine", "flag beacon_lit"]'),
               ('when = ["day>=5"]', 'when = ["flag:beacon_lit"]'))  # fmt: skip
    position = beginning(top={"day": 10, "fired": ["ev_bell"]})
    position["options"] = {"players": 2, "scenario": variant(tmp_path, *changes)}
    table = Table(position)
    assert "ev_nessa" in table.fired() and "ev_lit" in table.fired()
    assert "ev_peddler" not in table.fired()
    table.do("TILE orren_quay", "DONE")
    assert "ev_peddler" in table.fired()


@pytest.mark.clause("DS-EVENT-4")
def test_unprefixed_effects_are_for_the_active_player():
    position = {**beginning(players=1, top={"day": 8, "fired": [*QUIET, "ch_ebb1"]}, coins=9, effort=3)}
    position["options"] = {"players": 1, "mode": "challenger"}
    table = Table(position)
    assert "ch_ebb2" in table.fired()
    assert (table.me("coins"), table.me("effort")) == (5, 0)


@pytest.mark.clause("DS-EVENT-5")
def test_places_come_and_go():
    table = Table(beginning(players=1, top={"day": 14, "fired": ["ev_bell", "ev_nessa"], "flags": ["bell_tolled"]}))
    assert "levy_table" in table.known()
    assert table.npc("voss") == "levy_table"
    table = Table(beginning(players=1, top={"day": 30, "fired": QUIET[:-1], "pois": {"levy_table": True}}))
    assert "levy_table" not in table.known()


@pytest.mark.clause("DS-EVENT-6")
def test_an_npc_at_an_absent_place_cannot_be_met():
    table = Table(at(top={"npcs": {"voss": "levy_table"}}))
    assert table.npc("voss") == ""
    assert "voss_inform" not in Table(visiting("toll_house", top={"npcs": {"voss": "levy_table"}})).offered()
    shown = {"npcs": {"voss": "levy_table"}, "pois": {"levy_table": True}}
    assert "voss_inform" in Table(visiting("levy_table", top=shown)).offered()


@pytest.mark.clause("DS-EVENT-7")
def test_what_everybody_learns_of_an_event():
    position = {**beginning(top={"day": 10, "fired": ["ev_bell", "ev_peddler"]}), "explored": ["orren_quay"]}
    table = Table(position)
    assert "ev_nessa" in table.fired()
    assert table.npc("nessa") == ""  # sent to the brine shrine, which is not known
    assert "Nessa Quill shuts her books and goes to sit by the brine." in table.events()
    assert sum(table.seen("FIRED", 1)) == 3
    table.do("TILE saltpans")
    assert table.npc("nessa") == "brine_shrine"


@pytest.mark.clause("DS-EVENT-8")
def test_npcs_remember_deeds():
    assert "dray_duel" in Table(visiting("stranded_ship")).offered()
    friend = Table(visiting("stranded_ship", flags=["deed_joined"]))
    assert "dray_share" in friend.offered() and "dray_duel" not in friend.offered()


@pytest.mark.clause("DS-DATA-12", "DS-EVENT-2")
def test_word_of_a_finale_reaches_the_rest():
    others = {1: {"in_finale": True, "finale": "fin_name", "stage": 1, "resolve": 2, "tile": "beacon_head"}}
    table = Table(beginning(players=3, others=others))
    assert "ev_gather" in table.fired()
    assert [table.me("xp", seat) for seat in range(3)] == [1, 0, 1]


def test_codes_of_the_log_come_first():
    assert [code.name for code in Log][1:12] == [
        "MOVED", "EXPLORED", "VISITED", "OPTION", "TEST", "GAINED", "LOST", "EVENT", "FINALE", "STAGE", "DEFEATED",
    ]  # fmt: skip
