"""Immediate ops with selectors that no shipped card uses (HD-FX-3 to HD-FX-7, HD-FX-16, HD-FX-18).

Run by test_other_content.py. Seat 0 draws at the Kirk, or looks at slot 1 of seat 1's pile there.
"""

import pytest

from tests.games.haunted_destinies.cards import GHOST, KIRK, MILL, draw, ghost_look, look, search, start

FILLER = ["ha_filler"]
HERE = {"pawn": KIRK}


def draw_from(deck, *seats, **more):
    """Seat 0 draws the top card of this Search deck."""
    return search(*seats, decks={"search": deck}, **more).do("OPT_DRAW_SEARCH")


# Several players: one at a time, clockwise from the active player (HD-HP-5)


@pytest.mark.clause("HD-FX-3", "HD-FX-7", "HD-HP-5")
def test_all_living_are_wounded_clockwise_from_the_active_player():
    seats = [{}, {"health": "1/5", "pile": ["ps_medium"]}, {}, {"health": "1/5", "pile": ["ps_inquisitor"]}, GHOST, {}]
    table = draw("se_wound_all", *seats[:5], {"pile": ["ps_opener"]}, n=6)
    assert table.asked == (5, "INSERT_AT")  # the card that seat 3 passes, before anybody else is wounded
    assert [table.health(seat) for seat in (0, 2, 5)] == ["4/5", "4/5", "5/5"]
    table.do("INSERT 0")
    assert [table.is_ghost(seat) for seat in range(6)] == [False, True, False, True, True, False]
    assert [table.health(seat) for seat in (0, 2, 5)] == ["4/5", "4/5", "4/5"]
    assert table.own_gloom(4) == 3


@pytest.mark.clause("HD-FX-7", "HD-HP-5", "HD-OBEY-21")
def test_each_living_player_draws_two_before_the_next_one_draws():
    table = draw("se_draw_all", {}, {"pile": ["ps_medium"]}, GHOST)
    deciders = []
    while table.decision == "INSERT_AT":
        deciders.append(table.decider)
        table.do("INSERT 0")
    assert deciders == [0, 0, 1, 1, 3, 3]


@pytest.mark.clause("HD-HP-5")
def test_the_first_of_several_players_is_the_active_one_whoever_that_is():
    piles = [{"pile": [card]} for card in ("ps_warden", "ps_medium", "ps_kitchen", "ps_opener")]
    piles[2] |= HERE
    table = start(*piles, active=2, decks={"search": ["se_draw_all"]}).do("SEARCH", "OPT_DRAW_SEARCH")
    deciders = []
    while table.decision == "INSERT_AT":
        deciders.append(table.decider)
        table.do("INSERT 0")
    assert deciders == [2, 2, 3, 3, 0, 0, 1, 1]


@pytest.mark.clause("HD-FX-4", "HD-FX-7")
def test_players_with_empty_piles_are_left_out():
    table = draw("se_cleanse_all", {"pile": ["ps_warden", *FILLER]}, {}, {"pile": ["ps_medium", *FILLER]})
    assert table.asked == (0, "PICK_SLOT")
    table.do("SLOT 1")
    assert (table.asked, table.pile(0)) == ((2, "PICK_SLOT"), ["ps_warden"])
    table.do("SLOT 0")
    assert (table.asked, table.facts(1, 2), table.facts(0, 3)) == ((0, "MAIN"), ["PA", "U"], ["PA"])


@pytest.mark.clause("HD-FX-4", "HD-FX-16", "HD-HP-5", "HD-DEC-4")
def test_a_player_who_dies_before_the_turn_comes_is_left_out():
    """Seat 0 triggers a card that lets seat 2 wound seat 1, who would have looked next."""
    seats = [
        {"pile": ["ha_wound_here"]},
        {**HERE, "health": "1/5", "pile": FILLER},
        {**HERE, "pile": ["ps_inquisitor"]},
    ]
    table = draw("se_look_all", *seats).do("TRIGGER", "SEAT 2", "SEAT 1")
    assert table.is_ghost(1)
    assert (table.asked, table.facts(2, 2)) == ((2, "OWN_OUTCOME"), ["S:ps_inquisitor"])


@pytest.mark.clause("HD-FX-7", "HD-HP-5")
def test_each_player_moved_picks_an_own_tile():
    seats = [{}, {"pawn": MILL}, GHOST, {"pile": ["ps_opener"]}]
    table = draw("se_move_all", *seats, board={KIRK: "ti_old_kirk", MILL: "ti_mill", "4,7": "ti_inn"})
    assert (table.asked, table.legal) == ((0, "FX_CELL"), {"CELL 4,6", "CELL 4,7"})
    table.do("CELL 4,7")
    assert (table.asked, table.legal) == ((1, "FX_CELL"), {"CELL 4,5", "CELL 4,7"})
    table.do("CELL 4,7")
    assert (table.asked, table.legal) == ((3, "FX_CELL"), {"CELL 4,5", "CELL 4,6", "CELL 4,7"})
    table.do("CELL 4,5")
    assert [table.pawn(seat) for seat in range(4)] == ["4,7", "4,7", "4,4", "4,5"]


@pytest.mark.clause("HD-FX-7", "HD-FX-5")
def test_all_living_draw_search_cards_and_ghosts_none():
    table = draw_from(["se_search_all", "it_cap", "it_hook", "it_twinless"], {}, GHOST)
    assert [table.items(seat) for seat in range(4)] == [["it_cap"], [], ["it_hook"], ["it_twinless"]]


@pytest.mark.clause("HD-FX-7", "HD-OBEY-25")
def test_two_search_cards_are_drawn_and_obeyed_one_after_the_other():
    table = draw_from(["se_two", "se_take", "it_cap"], {"pile": []}, {"pile": ["ps_medium", "ps_kitchen"]})
    assert table.do("SEAT 1").items(0) == []
    table.do("SLOT 1")
    assert (table.pile(0), table.items(0)) == (["ps_kitchen"], ["it_cap"])
    assert (table.discards("se_take"), table.discards("se_two")) == (1, 1)


# Ghosts (HD-FX-5)


@pytest.mark.clause("HD-FX-3", "HD-FX-5")
def test_for_ghosts_heal_wound_and_token_change_gloom():
    table = draw("se_ghosts", {"health": "3/5"}, GHOST, {"ghost": True, "gloom": 0})
    assert (table.own_gloom(1), table.own_gloom(2), table.health(0)) == (7, 4, "3/5")


@pytest.mark.clause("HD-FX-5")
def test_every_ghost_that_must_draw_picks_a_living_player():
    table = draw("se_ghosts_draw", {}, GHOST, GHOST)
    assert (table.asked, table.legal) == ((1, "PICK_DRAWER"), {"SEAT 0", "SEAT 3"})
    assert table.do("SEAT 3").asked == (3, "INSERT_AT")
    assert table.do("INSERT 0").asked == (2, "PICK_DRAWER")


@pytest.mark.clause("HD-FX-5", "HD-FX-7")
def test_ghosts_are_moved_and_choose_where():
    table = draw("se_ghosts_move", {}, GHOST, {**GHOST, "pawn": MILL})
    assert (table.asked, table.legal) == ((1, "FX_CELL"), {"CELL 3,5", "CELL 4,5", "CELL 4,6"})
    assert table.do("CELL 4,5").asked == (2, "FX_CELL")
    table.do("CELL 4,4")
    assert [table.pawn(seat) for seat in (1, 2)] == [KIRK, "4,4"]


@pytest.mark.clause("HD-FX-4", "HD-FX-7", "HD-FX-18")
def test_gloom_of_the_living_cannot_change_and_nobody_is_asked():
    table = draw("se_living_gloom", {"health": "3/5"}, GHOST)
    assert (table.asked, table.health(0), table.own_gloom(0), table.own_gloom(1)) == ((0, "MAIN"), "4/5", 0, 3)


@pytest.mark.clause("HD-FX-5", "HD-FX-7")
def test_a_ghost_may_learn_borders():
    table = ghost_look("se_scan_me", {"pile": ["ps_warden", "se_scan_me", *FILLER, "ps_kitchen"]})
    assert (table.facts(0, 1), table.facts(2, 1)) == (["PA", "G", "PB"], ["U"] * 3)


# Who picks whom (HD-FX-3)


@pytest.mark.clause("HD-FX-3", "HD-FX-6")
def test_pick_here_by_other_is_a_living_player_on_the_tile_of_the_looker_but_not_the_looker():
    """The owner was relocated: what counts is where the looker stands."""
    table = look("ha_wound_here", {}, HERE, {**GHOST, **HERE}, {"pile": ["ps_opener"]}, n=5)
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 2"})
    assert table.do("SEAT 1").health(1) == "4/5"


@pytest.mark.clause("HD-FX-3", "HD-FX-6")
def test_pick_here_without_by_is_picked_by_self():
    table = look("ha_wound_near_me", {}, HERE)
    assert (table.asked, table.legal) == ((1, "FX_SEAT"), {"SEAT 0", "SEAT 2"})
    assert table.do("SEAT 0").health(0) == "4/5"


@pytest.mark.clause("HD-FX-3")
def test_pick_other_by_other_may_name_self_but_not_the_looker():
    table = look("ha_draw_other", {}, GHOST)
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 3"})
    assert table.do("SEAT 1").asked == (1, "INSERT_AT")
    table = ghost_look("ha_draw_other")
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 2", "SEAT 3"})


@pytest.mark.clause("HD-FX-3", "HD-FX-4")
def test_the_one_who_looks_is_no_target_although_the_chooser_could_name_it():
    """The looker picks whose card the owner sees: anyone here with cards, but not the owner."""
    table = look("ha_look_here", {}, {**HERE, "pile": ["ps_inquisitor"]}, {**HERE, "pile": ["ps_kitchen"]}, n=5)
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 2", "SEAT 3"})
    table.do("SEAT 3")
    assert (table.asked, table.facts(1, 3)) == ((1, "LOOK_OUTCOME"), ["S:ps_kitchen"])
    assert look("ha_look_here", {}, HERE).asked == (0, "MAIN")  # nobody else here has a card


@pytest.mark.clause("HD-FX-3", "HD-FX-7")
def test_the_looker_may_have_to_look_at_an_own_card():
    table = look("ha_other_looks", looker={"pile": ["ps_kitchen", "ps_inquisitor"]})
    assert table.asked == (0, "PICK_SLOT")
    assert table.do("SLOT 1").asked == (0, "OWN_OUTCOME")
    assert ghost_look("ha_other_looks").asked == (0, "MAIN")


@pytest.mark.clause("HD-FX-3", "HD-FX-4", "HD-FX-7")
def test_the_player_who_shows_is_picked_among_those_with_cards():
    table = draw("se_show", {}, {"pile": ["ps_medium", "ps_kitchen"]})
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 3"})
    assert table.do("SEAT 1").asked == (1, "PICK_SLOT")
    assert (table.do("SLOT 1").asked, table.facts(0, 1)) == ((0, "LOOK_OUTCOME"), ["U", "S:ps_kitchen"])


@pytest.mark.clause("HD-FX-3", "HD-FX-7")
def test_a_picked_player_looks_at_a_card_of_self():
    table = draw("se_be_seen", {"pile": ["ps_warden", "ps_kitchen"]}, {}, GHOST)
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 3"})
    assert table.do("SEAT 1").asked == (1, "PICK_SLOT")
    assert table.do("SLOT 0").asked == (1, "LOOK_OUTCOME")
    assert draw("se_be_seen", {"pile": []}).asked == (0, "MAIN")


@pytest.mark.clause("HD-FX-3", "HD-FX-4", "HD-FX-7")
def test_an_item_is_stolen_from_somebody_here_who_has_one():
    rich = {**HERE, "items": ["it_cap", "it_hook"]}
    table = draw("se_steal_here", {}, HERE, rich, {"items": ["it_flask"], "pile": ["ps_opener"]})
    assert (table.asked, table.legal) == ((0, "FX_ITEM"), {"ITEM it_cap", "ITEM it_hook"})
    table.do("ITEM it_hook")
    assert (table.items(0), table.items(2), table.items(3)) == (["it_hook"], ["it_cap"], ["it_flask"])


@pytest.mark.clause("HD-FX-3", "HD-FX-7")
def test_the_looker_may_swap_with_the_owner():
    table = look("ha_swap", looker={"pile": ["ps_medium", "ps_kitchen"]})
    assert table.asked == (0, "PICK_SLOT")
    table.do("SLOT 1")
    assert table.pile(1) == ["ps_kitchen"]  # the owner's one card was picked, and the owner inserted the other
    assert table.asked == (0, "INSERT_AT")
    assert table.do("INSERT 1").pile(0) == ["ps_medium", "ps_warden"]


@pytest.mark.clause("HD-FX-7")
def test_the_looker_may_be_moved_and_chooses_where():
    table = look("ha_move_other", mp=3)
    assert (table.asked, table.legal) == ((0, "FX_CELL"), {"CELL 4,4", "CELL 3,5", "CELL 4,6"})
    assert (table.do("CELL 4,6").pawn(0), int(table.table["mp"])) == (MILL, 3)
