"""Worlds that change (DS-WORLD), branching steps, hints read aloud, and the abilities that came with them."""

import pytest

from haunted_env.games.destinies.data import Verb
from haunted_env.games.destinies.words.names import World
from tests.games.destinies.made import changed, written
from tests.games.destinies.table import Table, visiting
from tests.games.destinies.two_roofs import DOCUMENT, OPTIONS, ROOFS, at_place, pass_turn, roofs

DAY_4 = {"day": 3, "active": 1, "fired": ["ev_rain"]}  # the last turn of day 3


def near(table, tile):
    slot = {row.id: row.slot for row in ROOFS.tiles}
    return {name for name, other in slot.items() if int(table.table["near"][slot[tile]]) >> other & 1}


def look(table, poi):
    return World(table.game[0]).look(next(row.slot for row in ROOFS.pois if row.id == poi))


@pytest.mark.clause("DS-EX-32", "DS-WORLD-1", "DS-WORLD-4", "DS-WORLD-6", "DS-WORLD-7", "DS-MOVE-1")
def test_example_32_the_flood():
    table = roofs(None, top=DAY_4, tile="orchard")
    assert near(table, "orchard") == {"lane", "meadow"}
    since = int(table.table["n_notes"])
    pass_turn(table)
    assert table.fired() == ["ev_rain", "ev_flood"]
    assert near(table, "orchard") == {"lane"}
    assert near(table, "meadow") == {"ferry"}
    assert table.names("TILE") == {"orchard", "lane", "ferry"}
    assert table.refuses("TILE meadow")
    told = " ".join(table.events(since))
    for words in ("The Orchard and The Fair Meadow is closed", "The Fair is now on Cooper's Lane", "1 coin more"):
        assert words in told
    table.do("TILE lane")
    assert table.names("POI") == {"house", "fair"}
    rich = roofs("OPTIONS", top={"visit": "fair", "places": {"fair": "lane"}, "prices": {"fair_stack": 1}}, coins=5)
    rich.do("OPTION fair_trade", "BUY 0")
    assert (rich.me("coins"), rich.items()) == (0, ["milk_cow"])


@pytest.mark.clause("DS-EX-33", "DS-WORLD-2", "DS-WORLD-3", "DS-WORLD-8", "DS-DATA-10")
def test_example_33_the_mill():
    table = at_place("mill")
    assert look(table, "mill").token == "work"
    table.do("OPTION mill_burn")
    assert look(table, "mill").token == "wreck"
    assert table.npc("miller") == "fair"
    assert "Four black walls" in " ".join(table.events())
    table.do("DONE", "TILE lane", "DONE", "TILE meadow", "POI fair")
    assert "smell of your coat" in table.spec.words.explain_decision(table.game, 0)
    assert table.names("OPTION") == {"fair_trade", "fair_fine"}
    table.do("DONE", "TILE ferry", "DONE", "TILE meadow", "DONE", "TILE meadow", "POI fair")
    assert table.decider == 1
    assert "somebody had a light" in table.events()[-1]
    table.do("OPTION fair_tell")
    assert (table.npc("miller"), int(table.secret["npc"][1])) == ("", -1)
    assert table.me("coins", 1) == 2


@pytest.mark.clause("DS-EX-34", "DS-WORLD-4", "DS-SETUP-9")
def test_example_34_the_island():
    table = at_place("mill", players=1)
    assert "island" not in table.placed()
    table.do("OPTION mill_raft")
    assert "raft" in table.known()
    table.do("DONE", "TILE ferry", "POI raft", "OPTION raft_cross")
    assert table.placed() == {"island"}
    table.do("DONE", "TILE island")
    assert table.tile() == "island"


@pytest.mark.clause("DS-EX-35", "DS-DEST-13", "DS-DEST-14", "DS-DEST-15")
def test_example_35_branching_steps():
    table = roofs(None, flags=["deed_key"])
    assert table.steps("done") == [set(), {3}]
    for flag in ("deed_window", "deed_letter"):
        assert 1 in roofs(None, flags=[flag]).steps("done")[1]
    table = at_place("house", flags=["deed_key"], effort=3, top={"force": {"dice": [6, 6]}})
    table.do("OPTION listen", "EFFORT 0", "DONE")
    assert table.steps("done") == [{1, 3}, {2, 3}]
    assert table.game["ledger"]["complete"][0, 0].tolist() == [1, 0]
    assert "OPTION " in " ".join(table.legal)
    assert table.batch.masks[0, table.spec.actions.first["OPTION"] + 14] == 1
    assert table.seen("ENOUGH") == [2, 3]
    assert table.seen("ENOUGH", 1) == [3, 3]


@pytest.mark.clause("DS-EX-36", "DS-ITEM-20", "DS-ITEM-21", "DS-ITEM-22", "DS-ITEM-23", "DS-DEC-5")
def test_example_36_abilities():
    table = roofs(items=["saints_thumb"], pow=[6, 7, 10])
    table.do("USE saints_thumb")
    assert table.asked == (0, "STEP_LOSS")
    assert table.me("xp") == 1
    assert table.names("STEP") == {"pow 1", "pow 2"}
    table.do("STEP pow 2")
    assert (table.track("pow"), table.asked, table.items()) == ([6, 7, 11], (0, "MOVE"), ["saints_thumb"])
    assert table.refuses("USE saints_thumb")
    pass_turn(pass_turn(table))
    assert table.slots("USE") == [0]

    cow = roofs(None, items=["milk_cow", "milk_cow"], coins=1)
    assert (cow.asked, cow.me("coins"), cow.me("effort")) == ((0, "MOVE"), 3, 1)
    waiting = roofs(None, players=2, top={"active": 1}, items=["milk_cow"], coins=1)
    assert waiting.me("coins") == 1

    def listening(*faces, **me):
        return at_place("house", top={"force": {"dice": list(faces)}}, **me).do("OPTION listen", "EFFORT 0")

    salve = listening(1, 1, items=["nettle_salve"], effort=1)
    salve.do("DONE")
    assert salve.me("effort") == 1  # one more for the failure, and one exhausted by it
    assert listening(6, 6, items=["nettle_salve"]).do("DONE").me("effort") == 0

    dice = listening(1, 1, 6, 5, 4, 4, items=["crooked_dice"], effort=2)
    assert table.spec.words.describe_action(dice.game, dice.index("USE 0")).startswith("Crooked Dice: after a roll")
    dice.do("USE crooked_dice")
    assert (dice.table["main"].tolist(), dice.me("effort"), dice.items()) == ([6, 5], 1, ["crooked_dice"])
    assert dice.refuses("USE crooked_dice")
    assert listening(1, 1, items=["crooked_dice"]).refuses("USE crooked_dice")  # no die is ready


@pytest.mark.clause("DS-ITEM-20")
def test_a_skill_that_cannot_fall_pays_for_nothing():
    assert roofs(items=["saints_thumb"], pow=[10, 11, 12]).refuses("USE saints_thumb")
    assert at_place("house", items=["saints_thumb"]).slots("USE") == [0]
    testing = at_place("house", items=["saints_thumb"]).do("OPTION listen")
    assert testing.slots("USE") == []


@pytest.mark.clause("DS-VISIT-9", "DS-WORLD-1")
def test_a_place_that_moves_away_ends_what_it_offers(tmp_path):
    effects = ["poi_at fair lane", "coins 1"]
    scenario = written(tmp_path / "moving.toml", changed({"option.fair_fine.effects": effects}, DOCUMENT))
    table = at_place("fair", top={"options": {**OPTIONS, "scenario": scenario, "players": 2}}, coins=9)
    assert table.names("OPTION") == {"fair_trade", "fair_fine"}
    table.do("OPTION fair_fine")
    assert table.me("coins") == 10  # the list goes on
    assert (table.asked, table.names("OPTION"), table.tile()) == ((0, "OPTIONS"), set(), "meadow")
    table.do("DONE")
    assert "fair" in table.known()


@pytest.mark.clause("DS-WORLD-5", "DS-TRADE-10")
def test_goods_come_back_and_go():
    table = at_place("fair").do("OPTION fair_fine")
    assert table.stack("fair_stack") == ["milk_cow", "nettle_salve"]
    assert table.box("crooked_dice") == 1
    sold = {
        "day": 7,
        "active": 1,
        "fired": ["ev_rain", "ev_flood"],
        "stacks": {"fair_stack": {"seen": True, "items": ["milk_cow"]}},
    }
    table = pass_turn(roofs(None, top=sold, items=["nettle_salve", "nettle_salve"]))
    assert table.fired() == ["ev_rain", "ev_flood", "ev_ebb"]
    assert table.stack("fair_stack") == ["milk_cow", "crooked_dice"]  # both salves are in hand
    assert near(table, "orchard") == {"lane", "meadow"}


@pytest.mark.clause("DS-WORLD-6", "DS-TRADE-2")
def test_prices_are_the_same_for_buying_and_selling_and_never_below_zero():
    cheap = {"prices": {"fair_stack": -2}}
    table = at_place("fair", top=cheap, coins=2).do("OPTION fair_trade", "BUY 2", "BUY 0")
    assert (table.me("coins"), table.items()) == (0, ["nettle_salve", "milk_cow"])
    dear = {"prices": {"fair_stack": 3}}
    table = at_place("fair", top=dear, items=["milk_cow"]).do("OPTION fair_trade", "ITEM milk_cow")
    assert table.me("coins") == 7
    assert table.seen("PRICE", 1)[0] == 3


@pytest.mark.clause("DS-WORLD-4", "DS-WORLD-7", "DS-OBS-3", "DS-OBS-9")
def test_what_is_not_explored_is_not_told():
    """The flood, seen from the lane alone: neither the fair nor the ford is known, prices are."""
    table = roofs(None, top={**DAY_4, "explored": ["lane"]})
    since = int(table.table["n_notes"])
    assert table.seen("WAY")[:2] == [0, 0]
    pass_turn(table)
    told = " ".join(table.events(since))
    assert "The Fair is now on Cooper's Lane" in told  # it comes into sight
    assert "is closed" not in told
    assert table.seen("WAY")[:2] == [0, 0]
    assert roofs(None).seen("WAY")[:2] == [1, -1]
    assert roofs(None).seen("POI_TILE", 1)[:6] == [1, 2, 3, 0, 4, 0]  # the raft is not there


@pytest.mark.clause("DS-DEST-12", "DS-DEST-11", "DS-OBS-4", "DS-DEC-8")
def test_hints_are_read_aloud():
    table = at_place("house").do("OPTION ask_hanne", "PATH A")
    assert table.steps("revealed")[0] == {3}
    assert 'read aloud to player 0 (Mina): "Where nothing hums' in table.events()[-1]
    for seat in (0, 1):
        heard = table.seen("HEARD", seat)
        assert heard[16 * (0 if seat == 0 else 1)] == 1
        assert sum(heard) == 1
    assert "was told" in table.spec.words.text(table.game, 1)
    again = at_place("house").do("OPTION ask_hanne", "PATH B")
    assert int(again.table["heard"][0]) == int(table.table["heard"][0])  # the path makes no difference


@pytest.mark.clause("DS-DEST-12")
def test_a_step_without_a_hint_is_revealed_in_silence():
    ebb = Table(visiting("quay_inn")).do("OPTION ask_nessa", "PATH A")
    assert ebb.steps("revealed")[0] == {3}
    assert not ebb.table["heard"].any()


@pytest.mark.clause("DS-DATA-11")
def test_the_guide_shows_every_verb_that_changes_the_world():
    new = {verb.name.lower() for verb in Verb if verb >= Verb.NPC_OFF}
    assert new <= {effect.verb for effect in ROOFS.effects()}
