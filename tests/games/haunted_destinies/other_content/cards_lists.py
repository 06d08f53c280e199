"""Lists of ops, choices, turn powers and cards in play that no shipped card has (HD-FX-1, HD-FX-7, HD-FX-16, HD-FX-18).

Run by test_other_content.py. Seat 0 draws at the Kirk, or looks at slot 1 of seat 1's pile there.
"""

import pytest

from tests.games.haunted_destinies.cards import GHOST, KIRK, MILL, draw, look, own_look, search, start

HERE = {"pawn": KIRK}
ITEM = {**HERE, "items": ["it_cap"]}


# A player who dies in the middle of a list (HD-FX-16)


@pytest.mark.clause("HD-FX-16", "HD-FX-5")
def test_the_ops_after_a_death_treat_the_dead_as_a_ghost():
    """2 gloom for Haunting cards, 2 for the heal, 1 for the token; no card, look or item; the ghost moves."""
    pile = ["ps_warden", "ha_die", "ha_heavy", "ha_filler"]
    table = look("ha_die", {"pile": pile, "items": ["it_cap"]}, {"pile": ["ps_kitchen"]}, decks={"search": ["it_hook"]})
    assert table.asked == (2, "INSERT_AT")  # the Warden passes on
    table.do("INSERT 0")
    assert (table.is_ghost(1), table.own_gloom(1)) == (True, 2 + 3 + 2 + 1)
    assert (table.asked, table.legal) == ((1, "PICK_DRAWER"), {"SEAT 0", "SEAT 2", "SEAT 3"})
    table.do("SEAT 0", "INSERT 0")
    assert (table.asked, table.legal) == ((1, "FX_CELL"), {"CELL 3,5", "CELL 4,5", "CELL 4,6"})
    table.do("CELL 4,6")
    assert (table.asked, table.pawn(1), table.items(1), table.discards("ha_die")) == ((0, "MAIN"), MILL, [], 1)


@pytest.mark.clause("HD-FX-16", "HD-FX-5", "HD-GHOST-7", "HD-TURN-8")
def test_a_dead_looker_passes_on_what_the_card_gives_and_still_looks():
    """The active player dies: the rest of the card is carried out, then the turn ends."""
    owner = {"pile": ["ps_warden", "ha_die_other", "ps_kitchen"], "items": ["it_cap"]}
    table = look("ha_die_other", owner, looker={"pile": ["ha_filler"]})
    assert (table.is_ghost(0), table.asked, table.legal) == (True, (0, "PICK_SLOT"), {"SLOT 0", "SLOT 1"})
    table.do("SLOT 1")  # the next living player but the owner is seat 2
    assert (table.pile(2), table.items(2), table.pile(1)) == (["ps_kitchen"], ["it_cap"], ["ps_warden"])
    assert (table.asked, table.facts(0, 1)) == ((0, "LOOK_OUTCOME"), ["S:ps_warden"])
    assert table.do("FACE_DOWN", "SEAT 1").asked == (1, "ROLL")


@pytest.mark.clause("HD-FX-16", "HD-OBEY-27")
def test_a_curse_does_not_stay_on_a_player_who_died_of_its_card():
    table = look("ha_curse_the_dead")
    assert table.is_ghost(1)
    assert (table.persistent("ha_curse_the_dead", 1), table.discards("ha_curse_the_dead")) == (0, 1)


@pytest.mark.clause("HD-FX-1", "HD-TURN-9")
def test_the_ops_after_end_turn_are_still_carried_out():
    table = look("ha_end", mp=4)
    assert (table.gloom("4,4"), table.asked, table.discards("ha_end")) == (2, (1, "ROLL"), 1)


# Gloom and the persistent zone


@pytest.mark.clause("HD-FX-7", "HD-FX-1")
def test_gloom_goes_from_every_searchable_tile_in_the_order_of_the_list():
    table = draw("se_calm", gloom={KIRK: 3, MILL: 1, "4,4": 5})  # the Kirk has 4 after the search
    assert (table.gloom(KIRK), table.gloom(MILL), table.gloom("4,4")) == (1, 0, 5)


@pytest.mark.clause("HD-FX-7", "HD-FX-6")
def test_two_cards_of_the_persistent_zone_are_removed_one_by_one():
    curses = [{"card": "ha_keen", "seat": seat} for seat in (1, 2)]
    table = draw("se_sweep", persistent=["ha_all_feet", *curses, "ha_three_cards"])
    assert table.legal == {"PERSIST ha_all_feet", "PERSIST ha_keen", "PERSIST ha_three_cards"}
    table.do("PERSIST ha_keen")
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 2"})
    table.do("SEAT 1")
    assert table.asked == (0, "FX_PERSIST")
    assert table.legal == {"PERSIST ha_all_feet", "PERSIST ha_keen", "PERSIST ha_three_cards"}
    table.do("PERSIST ha_all_feet")
    assert (table.asked, table.persistent("ha_all_feet"), table.persistent("ha_three_cards")) == ((0, "MAIN"), 0, 1)
    assert [table.persistent("ha_keen", seat) for seat in (1, 2)] == [0, 1]


@pytest.mark.clause("HD-FX-7")
def test_of_one_card_in_play_one_is_removed_although_two_are_due():
    table = draw("se_sweep", persistent=["ha_all_feet"])
    assert (table.asked, table.persistent("ha_all_feet"), table.discards("se_sweep")) == ((0, "MAIN"), 0, 1)


@pytest.mark.clause("HD-FX-7", "HD-FX-9", "HD-OBEY-27")
def test_a_card_enters_play_only_if_its_branch_is_chosen():
    table = look("ha_three_cards", {}, GHOST)
    assert (table.asked, table.legal) == ((1, "FX_BRANCH"), {"BRANCH_A", "BRANCH_B"})
    table.do("BRANCH_A")
    assert (table.health(1), table.persistent("ha_three_cards"), table.discards("ha_three_cards")) == ("4/5", 0, 1)
    table = look("ha_three_cards", {"pile": ["ps_warden", "ha_three_cards", "ha_filler", "ha_heavy"]}, GHOST)
    table.do("BRANCH_B")
    assert (table.persistent("ha_three_cards"), table.discards("ha_three_cards")) == (1, 0)
    assert table.do("END_TURN").reason == "GHOSTS"


@pytest.mark.clause("HD-FX-7")
def test_two_items_are_discarded_one_by_one_or_as_many_as_there_are():
    table = look("ha_discard_two", looker={"items": ["it_cap", "it_hook", "it_flask"]})
    assert (table.asked, table.legal) == ((0, "FX_ITEM"), {"ITEM it_cap", "ITEM it_hook", "ITEM it_flask"})
    table.do("ITEM it_cap")
    assert (table.asked, table.legal) == ((0, "FX_ITEM"), {"ITEM it_hook", "ITEM it_flask"})
    assert table.do("ITEM it_flask").items(0) == ["it_hook"]
    table = look("ha_discard_two", looker={"items": ["it_cap"]})
    assert (table.asked, table.items(0)) == ((0, "MAIN"), [])


# Choices


@pytest.mark.clause("HD-FX-7", "HD-FX-18")
def test_a_list_is_offered_unless_its_first_op_would_be_skipped():
    table = draw("se_first", {"health": "3/5"})  # nobody here has an item: only b, although a could heal
    assert (table.health(0), table.asked) == ("4/6", (0, "MAIN"))
    table = draw("se_first", {"health": "3/5"}, ITEM)
    assert table.legal == {"BRANCH_A", "BRANCH_B"}
    table.do("BRANCH_A")
    assert (table.health(0), table.items(0)) == ("4/5", ["it_cap"])


@pytest.mark.clause("HD-FX-1", "HD-FX-18")
def test_a_skipped_op_does_not_stop_the_list():
    table = look("ha_die_other", {}, looker={"pile": ["ha_filler"]})  # no item to steal
    assert (table.is_ghost(0), table.pile(2)) == (True, ["ps_warden"])
    assert table.asked == (1, "ROLL")  # and no card left to look at


@pytest.mark.clause("HD-FX-7", "HD-FX-6")
def test_a_choice_inside_a_choice_is_asked_after_it():
    table = draw("se_nested", {"health": "3/5"}, ITEM, persistent=["ha_all_feet"])
    assert table.asked == (0, "FX_BRANCH")
    assert table.do("BRANCH_A").asked == (0, "FX_BRANCH")
    assert table.do("BRANCH_B").persistent("ha_all_feet") == 0
    assert table.discards("se_nested") == 1


@pytest.mark.clause("HD-FX-7", "HD-FX-18")
def test_a_choice_that_could_offer_nothing_is_not_offered():
    table = draw("se_nested", {"health": "3/5"}, options={"auto_forced": False})
    assert (table.asked, table.legal) == ((0, "FX_BRANCH"), {"BRANCH_B"})
    assert table.do("BRANCH_B").health(0) == "4/5"


@pytest.mark.clause("HD-OBEY-30", "HD-FX-18")
def test_an_on_reveal_effect_is_asked_unless_the_whole_list_would_be_skipped():
    table = look("ps_red_door", {"health": "3/5"}).do("FACE_UP", "SEAT 2")  # no movement on another's turn, but a heal
    assert table.asked == (1, "REACT")
    assert (table.do("YES").health(1), int(table.table["mp"])) == ("4/5", 0)
    table = look("ps_moths").do("FACE_UP", "SEAT 2")
    assert table.asked == (0, "MAIN")
    table = own_look("ps_moths").do("FACE_UP")  # on the own turn, and the search left gloom here
    assert table.do("YES").legal == {"BRANCH_A", "BRANCH_B"}


# Turn powers


@pytest.mark.clause("HD-FX-1", "HD-FX-2", "HD-OBEY-23", "HD-DEC-2")
def test_an_item_may_have_a_turn_power():
    table = start({"health": "2/5", "items": ["it_flask"]}, {"health": "3/5"})
    table.do("USE_POWER")
    assert (table.health(0), table.health(1), table.items(0)) == ("3/5", "3/5", ["it_flask"])
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-OBEY-23", "HD-FX-17")
def test_each_copy_of_an_item_is_used_once():
    table = start({"health": "1/5", "items": ["it_flask", "it_flask"], "up": ["ps_nine_steps"]}).do("USE_POWER")
    assert table.legal == {"ITEM it_flask", "PSYCHE ps_nine_steps"}
    table.do("ITEM it_flask", "USE_POWER", "ITEM it_flask")
    assert table.health(0) == "3/5"
    assert int(table.do("USE_POWER").table["mp"]) == 2
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-FX-17")
def test_an_item_used_and_traded_back_is_not_fresh():
    options = {"trade_offers_per_turn": 2}
    table = start({**HERE, "items": ["it_flask"]}, HERE, options=options)
    table.do("USE_POWER", "TRADE", "ITEM it_flask", "PASS", "YES")
    assert table.items(1) == ["it_flask"]
    assert table.do("TRADE", "PASS", "ITEM it_flask", "YES").items(0) == ["it_flask"]
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-OBEY-23", "HD-FX-1", "HD-FX-18")
def test_the_cost_of_a_power_is_paid_first_even_with_the_item_itself():
    table = start({**HERE, "items": ["it_flare"]}, {**HERE, "health": "3/5"}).do("USE_POWER")
    assert (table.items(0), table.health(1), table.discards("it_flare")) == ([], "2/5", 1)
    assert "USE_POWER" not in start({**HERE, "items": ["it_flare"]}, {}).legal  # nobody to wound


@pytest.mark.clause("HD-OBEY-23", "HD-FX-18")
@pytest.mark.parametrize(("items", "usable"), [([], False), (["it_cap"], False), (["it_cap", "it_hook"], True)])
def test_a_power_is_usable_only_if_its_cost_can_be_paid(items, usable):
    table = start({"up": ["ps_drowned_bell"], "items": items, "health": "3/5"})
    assert ("USE_POWER" in table.legal) == usable
    if usable:
        table.do("USE_POWER")
        while table.decision == "FX_ITEM":
            table.do(min(table.legal))
        assert (table.items(0), table.health(0)) == ([], "4/5")


@pytest.mark.clause("HD-FX-18")
def test_a_power_whose_first_effect_would_be_skipped_is_not_usable():
    assert "USE_POWER" not in start({**HERE, "up": ["ps_laughing_guest"], "health": "3/5"}).legal
    table = start({**HERE, "up": ["ps_laughing_guest"], "health": "3/5"}, gloom={KIRK: 1}).do("USE_POWER")
    assert (table.health(0), table.gloom(KIRK)) == ("4/5", 0)


@pytest.mark.clause("HD-FX-16", "HD-OBEY-23", "HD-TURN-8")
def test_who_dies_of_the_cost_is_a_ghost_for_the_effects():
    """The dead player's pawn is at the Cemetery by then: it heals somebody there and gains gloom."""
    seat = {**HERE, "up": ["ps_empty_pram"], "health": "1/5", "pile": ["ha_filler"]}
    table = start(seat, {**HERE, "health": "1/5"}, {"health": "2/5"}, {"health": "5/5", "pawn": MILL})
    table.do("USE_POWER")
    assert (table.is_ghost(0), table.own_gloom(0)) == (True, 4)
    assert (table.health(1), table.health(2)) == ("1/5", "4/5")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-FX-7", "HD-OPEN-16")
def test_extra_movement_does_not_help_who_removed_a_tile():
    seat = {"up": ["ps_opener", "ps_nine_steps"]}
    table = start(seat, ritual=True, used={"tile_removed": True}).do("USE_POWER")
    assert not any(action.startswith("MOVE") for action in table.legal)
    assert int(start(seat, ritual=True).do("USE_POWER").table["mp"]) == 2


# Markers (HD-FX-2)


@pytest.mark.clause("HD-FX-2", "HD-OBEY-20")
def test_self_of_the_lantern_is_who_had_to_draw():
    """Seat 1 draws by the Unsent Letter on seat 0's turn."""
    table = look("ps_unsent_letter", {"health": "2/5"}, looker={"health": "2/5"}, decks={"search": []})
    table.do("FACE_UP", "OPT_HAUNTING", "SEAT 2", "YES")
    assert (table.health(0), table.health(1), table.health(2)) == ("2/5", "4/5", "5/5")


@pytest.mark.clause("HD-FX-2", "HD-OBEY-17")
def test_self_of_the_skull_is_who_had_to_draw():
    table = search({"health": "2/5"}, dice=[1, 6], decks={"haunting": []}, discards={"haunting": ["ha_heavy"]})
    assert (table.health(0), table.asked) == ("1/5", (0, "INSERT_AT"))


@pytest.mark.clause("HD-FX-16", "HD-GHOST-15", "HD-OBEY-17")
def test_who_dies_of_the_skull_lets_a_living_player_draw():
    table = search(
        {"health": "1/5", "pile": []}, dice=[1, 6], decks={"haunting": []}, discards={"haunting": ["ha_heavy"]}
    )
    assert (table.is_ghost(0), table.asked, table.legal) == (True, (0, "PICK_DRAWER"), {"SEAT 1", "SEAT 2", "SEAT 3"})
    assert table.do("SEAT 2").pile(2) == ["ha_heavy"]
    assert table.asked == (1, "ROLL")
