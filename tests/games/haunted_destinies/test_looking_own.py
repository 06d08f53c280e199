"""Looking at one's own card (HD-OBEY-11 to HD-OBEY-15)."""

import pytest

from tests.games.haunted_destinies.cards import GHOST, KIRK, own_look, search

UNKNOWN = [["U", "U"]] * 3


def facts_of_others(table):
    return [table.facts(observer, 0) for observer in (1, 2, 3)]


@pytest.mark.clause("HD-OBEY-11")
def test_the_looker_picks_a_slot_of_the_own_pile_and_sees_the_face():
    table = search({"pile": ["ps_warden", "ps_inquisitor", "ps_moths"]}).do("OPT_LOOK_OWN")
    assert table.asked == (0, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1", "SLOT 2"}
    table.do("SLOT 2")
    assert table.facts(0, 0) == ["U", "U", "S:ps_moths"]
    assert all(table.facts(observer, 0) == ["U", "U", "U"] for observer in (1, 2, 3))


@pytest.mark.clause("HD-OBEY-11")
def test_an_own_psyche_card_may_be_put_in_play_without_reward():
    table = own_look("ps_inquisitor", {"health": "3/5"})
    assert table.asked == (0, "OWN_OUTCOME")
    assert table.legal == {"FACE_UP", "FACE_DOWN"}
    table.do("FACE_UP")
    assert table.asked == (0, "MAIN")
    assert (table.up(0), table.pile(0), table.health(0)) == ({"ps_inquisitor"}, ["ps_warden"], "3/5")
    assert {table.location(observer, "ps_inquisitor") for observer in range(4)} == {"UP 0"}


@pytest.mark.clause("HD-OBEY-11", "HD-OBEY-29")
def test_an_own_psyche_card_may_be_put_back_in_its_slot():
    table = own_look("ps_inquisitor", {"pile": ["ps_warden", "ps_inquisitor", "ps_moths"]}).do("FACE_DOWN", "SEAT 3")
    assert table.pile(0) == ["ps_warden", "ps_inquisitor", "ps_moths"]
    assert table.up(0) == set()


@pytest.mark.clause("HD-OBEY-12")
def test_an_own_haunting_card_may_be_triggered_on_any_other_player_ghost_or_living():
    table = own_look("ha_recoil", {}, {}, GHOST)
    assert table.asked == (0, "OWN_OUTCOME")
    assert table.legal == {"TRIGGER", "FACE_DOWN"}
    table.do("TRIGGER")
    assert table.asked == (0, "PICK_PROBER")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}


@pytest.mark.clause("HD-OBEY-12")
def test_a_triggered_card_is_obeyed_as_if_the_picked_player_had_looked():
    table = own_look("ha_recoil", {}, {}, GHOST).do("TRIGGER", "SEAT 1")
    assert (table.health(0), table.health(1), table.own_gloom(2)) == ("5/5", "4/5", 3)
    table = own_look("ha_recoil", {}, {}, GHOST).do("TRIGGER", "SEAT 2")
    assert (table.health(0), table.health(1), table.own_gloom(2)) == ("5/5", "5/5", 2)
    assert (table.pile(0), table.discards("ha_recoil")) == (["ps_warden"], 1)


@pytest.mark.clause("HD-OBEY-12")
def test_the_picked_player_makes_the_choices_of_other():
    table = own_look("ha_grasping_dead").do("TRIGGER", "SEAT 2")
    assert table.asked == (2, "FX_BRANCH")
    assert table.legal == {"BRANCH_A", "BRANCH_B"}
    table.do("BRANCH_B")  # the one card left is taken into an empty pile
    assert (table.pile(0), table.pile(2)) == ([], ["ps_warden"])


@pytest.mark.example("EX-27")
@pytest.mark.clause("HD-OBEY-12", "HD-OBEY-15")
def test_grave_chill_triggered_wounds_its_owner_and_needs_no_witness():
    table = own_look("ha_grave_chill").do("TRIGGER", "SEAT 2")
    assert (table.health(0), table.health(2)) == ("4/5", "5/5")
    assert (table.pile(0), table.discards("ha_grave_chill")) == (["ps_warden"], 1)
    assert table.asked == (0, "MAIN")
    assert any("Grave Chill" in event for event in table.events())


@pytest.mark.clause("HD-OBEY-12", "HD-OBEY-15")
def test_a_haunting_card_may_be_put_back_before_a_witness():
    table = own_look("ha_grave_chill").do("FACE_DOWN")
    assert table.asked == (0, "WITNESS")
    assert table.do("SEAT 1").pile(0) == ["ps_warden", "ha_grave_chill"]
    assert table.health(0) == "5/5"
    assert facts_of_others(table) == [["U", "G"], ["U", "U"], ["U", "U"]]


@pytest.mark.clause("HD-OBEY-13")
def test_triggering_a_card_without_probe_effect_discards_it_and_asks_for_nobody():
    table = own_look("ha_unquiet_dust")
    assert table.legal == {"TRIGGER", "FACE_DOWN"}
    table.do("TRIGGER")
    assert table.asked == (0, "MAIN")
    assert (table.pile(0), table.discards("ha_unquiet_dust")) == (["ps_warden"], 1)


@pytest.mark.clause("HD-OBEY-14")
@pytest.mark.parametrize("card", ["se_confession", "se_hidden_remedy", "se_old_photograph"])
def test_an_own_search_card_can_only_be_put_back(card):
    table = own_look(card, {"health": "2/5"}, options={"auto_forced": False})
    assert table.asked == (0, "OWN_OUTCOME")
    assert table.legal == {"FACE_DOWN"}
    table.do("FACE_DOWN", "SEAT 1")
    assert (table.pile(0), table.health(0)) == (["ps_warden", card], "2/5")


@pytest.mark.example("EX-28")
@pytest.mark.clause("HD-OBEY-14", "HD-OBEY-15", "HD-INFO-9")
def test_confession_goes_back_untriggered_and_the_witness_alone_learns_grey():
    table = own_look("se_confession")
    assert table.asked == (0, "WITNESS")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    table.do("SEAT 3")
    assert table.asked == (0, "MAIN")
    assert table.pile(0) == ["ps_warden", "se_confession"]
    assert facts_of_others(table) == [["U", "U"], ["U", "U"], ["U", "G"]]
    assert table.facts(0, 0) == ["U", "S:se_confession"]


@pytest.mark.clause("HD-OBEY-15")
def test_the_witness_of_an_own_look_may_be_living_although_there_is_a_ghost():
    table = own_look("ps_inquisitor", {}, {}, GHOST).do("FACE_DOWN")
    assert table.asked == (0, "WITNESS")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    table.do("SEAT 1")
    assert facts_of_others(table) == [["U", "PB"], ["U", "U"], ["U", "U"]]


@pytest.mark.clause("HD-OBEY-15")
@pytest.mark.parametrize("witness", [1, 2, 3])
def test_only_the_witness_learns_the_border(witness):
    table = own_look("ps_inquisitor").do("FACE_DOWN", f"SEAT {witness}")
    expected = [["U", "PB"] if seat == witness else ["U", "U"] for seat in (1, 2, 3)]
    assert facts_of_others(table) == expected


@pytest.mark.clause("HD-OBEY-15")
@pytest.mark.parametrize(
    ("card", "outcome"), [("ps_inquisitor", ["FACE_UP"]), ("ha_lost_hours", ["TRIGGER", "SEAT 1"])]
)
def test_a_card_that_does_not_go_back_needs_no_witness(card, outcome):
    table = own_look(card).do(*outcome)
    assert table.decision != "WITNESS"
    assert table.pile(0) == ["ps_warden"]


@pytest.mark.clause("HD-OBEY-11", "HD-OBEY-12", "HD-OBEY-14")
def test_others_cannot_tell_the_outcomes_apart_while_the_looker_decides():
    """Psyche, Haunting or Search: to the others the looker is just looking (HD-INFO-20)."""
    for card in ("ps_inquisitor", "ha_grave_chill", "se_confession"):
        table = own_look(card)
        assert table.label == "LOOKING"
        assert facts_of_others(table) == UNKNOWN


@pytest.mark.clause("HD-OBEY-29")
def test_looks_triggers_and_insertions_keep_the_order_of_a_pile():
    pile = ["ps_moths", "ps_warden", "ha_twin_shadows", "ps_red_door", "ps_kitchen"]
    table = search({"pile": pile}, {"pawn": KIRK}, decks={"haunting": ["ha_lost_hours", "ha_recoil"]})
    table.do("OPT_LOOK_OWN", "SLOT 2", "TRIGGER", "SEAT 1", "INSERT 1")
    assert table.pile(0) == ["ps_moths", "ha_lost_hours", "ps_warden", "ps_red_door", "ps_kitchen"]
    table.do("MUTUAL_LOOK", "SLOT 3", "FACE_DOWN", "SEAT 3")  # Recoil, shown in return, is discarded
    assert table.pile(0) == ["ps_moths", "ha_lost_hours", "ps_warden", "ps_red_door", "ps_kitchen"]
