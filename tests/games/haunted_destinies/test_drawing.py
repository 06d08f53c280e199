"""Drawing and inserting cards (HD-OBEY-16 to HD-OBEY-21)."""

from collections import Counter

import pytest

from tests.games.haunted_destinies.cards import BOARD, GHOST, KIRK, MILL, draw, haunt, look, search, start

THREE = ["ps_warden", "ps_moths", "ps_kitchen"]
FULL = ["ha_grave_chill"] * 4 + ["ha_corpse_candle"] * 3 + ["ha_creeping_damp"] * 3 + ["ha_recoil"] * 3 + THREE
NO_LUCK = [1, 6]


def unlucky(drawer, *others, **more):
    """Seat 0 fails a search of the Kirk and must draw a Haunting card."""
    return start({"pawn": KIRK, "health": "2/5", **drawer}, *others, dice=NO_LUCK, **more).do("SEARCH")


# Haunting cards


@pytest.mark.clause("HD-OBEY-16")
@pytest.mark.parametrize("slot", [0, 1, 2, 3])
def test_the_top_haunting_card_goes_to_a_slot_of_the_drawers_choice(slot):
    table = unlucky({"pile": THREE}, decks={"haunting": ["ha_recoil", "ha_lost_hours"]})
    assert table.asked == (0, "INSERT_AT")
    assert table.legal == {"INSERT 0", "INSERT 1", "INSERT 2", "INSERT 3"}
    table.do(f"INSERT {slot}")
    assert table.pile(0) == THREE[:slot] + ["ha_recoil"] + THREE[slot:]
    assert int(table.table["haunting_left"]) == 1


@pytest.mark.clause("HD-OBEY-16")
def test_a_drawn_haunting_card_is_seen_by_nobody_and_its_slot_known_to_the_drawer_only():
    ledger = {"all": {"facts": {"0": "P"}}}
    table = unlucky({"pile": THREE}, ledger=ledger, decks={"haunting": ["ha_recoil", "..."]}).do("INSERT 1")
    assert table.facts(0, 0) == ["P", "G", "P", "P"]
    assert all(table.facts(observer, 0) == ["U"] * 4 for observer in (1, 2, 3))
    assert table.grey(0) == (1, 1)
    assert not any("Recoil" in event for event in table.events())


@pytest.mark.clause("HD-OBEY-16", "HD-COMP-16")
def test_a_haunting_card_for_a_full_pile_is_turned_up_and_discarded_without_effect():
    table = unlucky({"pile": FULL}, decks={"haunting": ["ha_open_graves"]})
    assert len(FULL) == 16
    assert (table.pile(0), table.discards("ha_open_graves"), table.gloom(KIRK)) == (FULL, 1, 0)
    assert any("Open Graves" in event for event in table.events())
    table = unlucky({"pile": FULL[1:]}, decks={"haunting": ["ha_open_graves"]}).do("INSERT 15")
    assert table.pile(0) == [*FULL[1:], "ha_open_graves"]


@pytest.mark.example("EX-41")
@pytest.mark.clause("HD-OBEY-17")
def test_an_empty_haunting_deck_wakes_the_skull_and_the_discard_becomes_the_deck():
    nine = ["ha_recoil"] * 3 + ["ha_grave_chill"] * 4 + ["ha_lost_hours"] * 2
    table = unlucky(
        {"pile": THREE},
        GHOST,
        gloom={MILL: 2},
        decks={"haunting": []},
        discards={"haunting": nine},
        force={"shuffles": [nine[::-1]]},
    )
    assert (table.gloom(KIRK), table.gloom(MILL), table.gloom("4,4"), table.gloom("3,5")) == (1, 3, 0, 0)
    assert table.own_gloom(1) == 4
    assert table.do("INSERT 0").pile(0)[0] == "ha_lost_hours"
    assert int(table.table["haunting_left"]) == 8
    assert int(table.table["skulls"]) == 1
    assert table.discards("ha_recoil") == table.discards("ha_grave_chill") == 0


@pytest.mark.clause("HD-OBEY-17")
def test_the_skull_is_obeyed_when_a_card_is_due_not_when_the_last_one_is_drawn():
    table = unlucky({"pile": THREE}, decks={"haunting": ["ha_recoil"]}).do("INSERT 0")
    assert (int(table.table["haunting_left"]), int(table.table["skulls"]), table.gloom(KIRK)) == (0, 0, 0)


@pytest.mark.clause("HD-OBEY-17")
def test_with_an_empty_discard_the_skull_is_obeyed_and_nothing_drawn():
    table = unlucky({"pile": THREE}, GHOST, decks={"haunting": []})
    assert table.asked == (0, "MAIN")
    assert (table.pile(0), table.gloom(KIRK), table.own_gloom(1), int(table.table["skulls"])) == (THREE, 1, 4, 1)


@pytest.mark.clause("HD-OBEY-17")
def test_the_new_haunting_deck_is_in_uniformly_random_order():
    discard = {"haunting": ["ha_recoil", "ha_grave_chill", "ha_lost_hours"]}
    drawn = Counter()
    for seed in range(300):
        table = unlucky({"pile": []}, seed=seed, decks={"haunting": []}, discards=discard)
        drawn[table.pile(0)[0]] += 1
    assert len(drawn) == 3
    assert all(70 <= times <= 130 for times in drawn.values()), drawn


# Search cards


@pytest.mark.clause("HD-OBEY-18")
def test_a_search_card_with_draw_only_is_obeyed_then_discarded():
    table = draw("se_village_doctor", {"health": "2/5"})
    assert (table.health(0), table.discards("se_village_doctor")) == ("4/5", 1)
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-18")
def test_a_search_card_is_discarded_only_after_its_effect():
    table = draw("se_overheard")
    assert (table.asked, table.discards("se_overheard")) == ((0, "LOOK_OUTCOME"), 0)
    table.do("FACE_DOWN", "SEAT 1")
    assert table.discards("se_overheard") == 1


@pytest.mark.clause("HD-OBEY-18")
@pytest.mark.parametrize("slot", [0, 1])
def test_a_search_card_with_probe_only_goes_into_the_pile_unused(slot):
    table = draw("se_hidden_remedy", {"health": "2/5"})
    assert table.asked == (0, "INSERT_AT")
    table.do(f"INSERT {slot}")
    assert table.pile(0)[slot] == "se_hidden_remedy"
    assert (table.health(0), table.discards("se_hidden_remedy")) == ("2/5", 0)


@pytest.mark.clause("HD-OBEY-18")
def test_a_search_card_with_both_is_used_or_kept():
    table = draw("se_second_breath", {"health": "2/5"})
    assert table.asked == (0, "DUAL_CARD")
    assert table.legal == {"USE_DRAW", "KEEP_PROBE"}
    table.do("USE_DRAW")
    assert (table.health(0), table.pile(0), table.discards("se_second_breath")) == ("3/5", ["ps_warden"], 1)
    table = draw("se_second_breath", {"health": "2/5"}).do("KEEP_PROBE", "INSERT 1")
    assert table.pile(0) == ["ps_warden", "se_second_breath"]
    assert (table.health(0), table.discards("se_second_breath")) == ("2/5", 0)


@pytest.mark.clause("HD-OBEY-18", "HD-COMP-16")
def test_with_a_full_pile_a_card_with_both_must_be_used():
    table = draw("se_second_breath", {"health": "2/5", "pile": FULL}, options={"auto_forced": False})
    assert table.asked == (0, "DUAL_CARD")
    assert table.legal == {"USE_DRAW"}
    table = draw("se_second_breath", {"health": "2/5", "pile": FULL[1:]})
    assert table.legal == {"USE_DRAW", "KEEP_PROBE"}


@pytest.mark.clause("HD-OBEY-18", "HD-COMP-16")
def test_with_a_full_pile_a_card_with_probe_only_is_discarded_without_effect():
    table = draw("se_hidden_remedy", {"health": "2/5", "pile": FULL})
    assert (table.pile(0), table.health(0), table.discards("se_hidden_remedy")) == (FULL, "2/5", 1)


@pytest.mark.clause("HD-OBEY-18")
def test_an_item_lies_face_up_in_front_of_the_drawer():
    table = draw("it_blackthorn", {"items": ["it_blackthorn"]})
    assert (table.items(0), table.pile(0)) == (["it_blackthorn"] * 2, ["ps_warden"])
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-19")
@pytest.mark.parametrize(("card", "name"), [("se_hot_broth", "Hot Broth"), ("it_blackthorn", "Blackthorn Stick")])
def test_a_card_obeyed_on_drawing_or_an_item_is_public_at_once(card, name):
    assert any(name in event for event in draw(card).events())


@pytest.mark.clause("HD-OBEY-19")
@pytest.mark.parametrize(("card", "choice"), [("se_hidden_remedy", []), ("se_second_breath", ["KEEP_PROBE"])])
def test_a_card_kept_face_down_is_known_to_the_drawer_alone(card, choice):
    table = draw(card, {"pile": THREE}).do(*choice, "INSERT 2")
    assert table.facts(0, 0) == ["U", "U", f"S:{card}", "U"]
    assert all(table.facts(observer, 0) == ["U"] * 4 for observer in (1, 2, 3))
    assert table.grey(0) == (1, 1)
    assert not any("Remedy" in event or "Breath" in event for event in table.events())


@pytest.mark.clause("HD-OBEY-19")
def test_while_the_drawer_decides_about_a_card_others_do_not_see_its_kind():
    labels = {draw(card).label for card in ("se_hidden_remedy", "se_second_breath")}
    assert labels == {"PLACING"}


@pytest.mark.clause("HD-OBEY-20", "HD-HP-5")
def test_an_empty_search_deck_lights_the_lantern_and_the_discard_becomes_the_deck():
    found = ["it_blackthorn", "se_hot_broth"]
    table = search(
        {"health": "2/5"},
        {"health": "3/5"},
        GHOST,
        gloom={KIRK: 1, MILL: 2, "4,4": 1},
        decks={"search": []},
        discards={"search": found},
        force={"shuffles": [found]},
    ).do("OPT_DRAW_SEARCH")
    assert (table.gloom(KIRK), table.gloom(MILL), table.gloom("4,4")) == (1, 1, 1)  # the Kirk had 2 by the search
    assert [table.health(seat) for seat in (0, 1, 3)] == ["3/5", "4/5", "5/5"]
    assert table.own_gloom(2) == 3
    assert table.items(0) == ["it_blackthorn"]
    assert (int(table.table["search_left"]), int(table.table["lanterns"])) == (1, 1)


@pytest.mark.clause("HD-OBEY-20")
def test_with_an_empty_discard_the_lantern_is_obeyed_and_nothing_drawn():
    table = search({"health": "2/5"}, decks={"search": []}).do("OPT_DRAW_SEARCH")
    assert (table.asked, table.health(0), table.items(0)) == ((0, "MAIN"), "3/5", [])
    assert (int(table.table["search_left"]), int(table.table["lanterns"])) == (0, 1)


@pytest.mark.clause("HD-OBEY-20")
def test_a_search_card_being_obeyed_is_not_shuffled_into_the_new_deck():
    """Parish Register turns up the Unsent Letter, which draws from the empty deck."""
    table = search(
        {"pile": ["ps_warden", "ps_unsent_letter"]},
        decks={"search": ["se_parish_register"]},
        discards={"search": ["it_blackthorn"]},
    ).do("OPT_DRAW_SEARCH", "SLOT 1", "FACE_UP", "YES")
    assert (table.items(0), int(table.table["search_left"])) == (["it_blackthorn"], 0)
    assert table.discards("se_parish_register") == 1


# Several cards


@pytest.mark.clause("HD-OBEY-21")
def test_several_cards_are_drawn_and_inserted_one_by_one():
    table = haunt({"pile": ["ps_warden"]}, decks={"haunting": ["ha_recoil", "ha_lost_hours", "ha_thin_veil"]})
    table.do("H_DRAW3")
    for size, slot in enumerate((1, 1, 0), start=1):
        assert table.asked == (1, "INSERT_AT")
        assert (len(table.pile(1)), int(table.table["haunting_left"])) == (size, 3 - size)
        assert table.legal == {f"INSERT {k}" for k in range(size + 1)}
        table.do(f"INSERT {slot}")
    assert table.pile(1) == ["ha_thin_veil", "ps_warden", "ha_lost_hours", "ha_recoil"]


@pytest.mark.clause("HD-OBEY-21", "HD-OBEY-17")
def test_the_deck_may_run_out_between_two_draws():
    table = haunt({}, decks={"haunting": ["ha_recoil"]}, discards={"haunting": ["ha_thin_veil"]})
    table.do("H_DRAW2", "INSERT 0")
    assert (table.asked, int(table.table["skulls"]), table.gloom(MILL)) == ((1, "INSERT_AT"), 1, 1)
    assert table.do("INSERT 0").pile(1) == ["ha_thin_veil", "ha_recoil", "ps_warden"]


@pytest.mark.clause("HD-OBEY-21")
def test_both_players_of_twin_shadows_insert_their_own_card():
    table = look("ha_twin_shadows", board=BOARD, decks={"haunting": ["ha_recoil", "ha_thin_veil"]})
    assert table.asked == (1, "INSERT_AT")
    assert table.do("INSERT 0").asked == (0, "INSERT_AT")
    table.do("INSERT 0")
    assert (table.pile(1), table.pile(0)) == (["ha_recoil", "ps_warden"], ["ha_thin_veil", "ps_medium"])
