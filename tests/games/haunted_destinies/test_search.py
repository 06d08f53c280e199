"""Search with one option (HD-SEARCH-1 to HD-SEARCH-10)."""

import pytest

from tests.games.haunted_destinies.duel import in_progress, result
from tests.games.haunted_destinies.table import Table

KIRK, COPSE, CEMETERY = "4,5", "3,4", "4,4"
BOARD = {KIRK: "ti_old_kirk", COPSE: "ti_birch_copse"}
TIERS = ("OPT_DRAW_SEARCH", "OPT_LOOK_OTHER", "OPT_LOOK_OWN")
OTHERS = ({"pile": ["ps_opener", "ps_warden"]}, {"pile": ["ps_moths"]})


def searcher(seat=None, *others, gloom=0, dice=(), **more) -> Table:
    """Seat 0 is in MAIN on the Old Kirk; the others, with cards, are at the Cemetery. There is gloom elsewhere too."""
    seats = [{"pawn": KIRK, **(seat or {})}, *(others or OTHERS)]
    return Table(
        {
            "decision": "MAIN",
            "board": BOARD,
            "gloom": {KIRK: gloom, COPSE: 7, CEMETERY: 5},
            "seats": seats,
            "force": {"dice": list(dice)},
            **more,
        }
    )


def with_result(wanted: int, seat=None, *others, **more) -> Table:
    """The Kirk, with 3 gloom, was searched at health 9 with this result (not 6); the dice are never equal."""
    dark = max(1, 7 - wanted)
    table = searcher({"health": "9/9", **(seat or {})}, *others, gloom=3, dice=(wanted - 6 + dark, dark), **more)
    return table.do("SEARCH")


@pytest.mark.clause("HD-SEARCH-1")
@pytest.mark.parametrize(("pawn", "searchable"), [(KIRK, True), (COPSE, False), (CEMETERY, False)])
def test_only_a_searchable_tile_is_searched(pawn, searchable):
    table = searcher({"pawn": pawn}, mp=6)
    assert ("SEARCH" in table.legal) == searchable
    assert table.refuses("SEARCH") == (not searchable)


@pytest.mark.clause("HD-SEARCH-1")
def test_a_ghost_does_not_search():
    table = searcher({"ghost": True, "gloom": 3})
    assert table.asked == (0, "MAIN")
    assert table.refuses("SEARCH")


@pytest.mark.clause("HD-SEARCH-1", "HD-TURN-4")
def test_a_search_is_the_action_of_the_turn():
    assert searcher(used={"action": True}, mp=6).refuses("SEARCH")
    table = searcher(dice=(2, 5), mp=6, decks={"search": ["se_hot_broth"]}).do("SEARCH")
    assert table.asked == (0, "MAIN")
    assert table.refuses("SEARCH")
    assert "MOVE_W" in table.legal


LANTERNS = ["it_storm_lantern", "it_storm_lantern"]


@pytest.mark.clause("HD-SEARCH-2")
@pytest.mark.parametrize(
    ("health", "gloom", "cards", "dice", "expected"),
    [
        ("5/5", 0, {}, (6, 1), 10),
        ("5/5", 0, {}, (1, 6), 0),
        ("3/5", 4, {}, (2, 1), 0),
        ("3/5", 4, {}, (1, 2), -2),
        ("7/9", 3, {}, (2, 5), 1),
        ("5/5", 3, {"items": LANTERNS[:1]}, (1, 4), 0),
        ("5/5", 3, {"items": LANTERNS}, (1, 4), 1),
        ("5/5", 3, {"up": ["ps_antiquary"]}, (1, 3), 1),
        ("5/5", 3, {"up": ["ps_antiquary"], "items": LANTERNS}, (1, 6), 0),
        ("5/5", 3, {"pile": ["ps_antiquary"]}, (1, 3), 0),  # face down it has no power
        ("5/5", 3, {"up": ["ps_brawler", "ps_inquisitor"]}, (1, 3), 0),  # other kinds of rolls
        ("5/5", 60, {}, (1, 3), -57),
    ],
)
def test_the_result_is_health_and_light_less_gloom_and_dark_with_modifiers(health, gloom, cards, dice, expected):
    table = searcher({"health": health, **cards}, gloom=gloom, dice=dice).do("SEARCH")
    assert result(table, "SEARCH") == expected


@pytest.mark.clause("HD-SEARCH-2")
def test_the_cards_of_others_do_not_count():
    neighbour = {"pile": ["ps_opener"], "up": ["ps_antiquary"], "items": LANTERNS, "pawn": KIRK}
    table = searcher({}, neighbour, {}, gloom=1, dice=(2, 3)).do("SEARCH")
    assert result(table, "SEARCH") == 3


@pytest.mark.clause("HD-SEARCH-3")
def test_a_negative_result_draws_a_haunting_card_unseen():
    table = searcher(
        {"health": "2/5", "pile": ["ps_red_door", "ps_kitchen"]},
        gloom=4,
        dice=(1, 3),
        mp=6,
        decks={"haunting": ["ha_recoil", "ha_grave_chill"]},
    ).do("SEARCH")
    assert table.asked == (0, "INSERT_AT")
    assert table.legal == {"INSERT 0", "INSERT 1", "INSERT 2"}
    table.do("INSERT 1")
    assert table.pile(0) == ["ps_red_door", "ha_recoil", "ps_kitchen"]
    assert table.facts(0, 0) == ["U", "G", "U"], "the drawer knows the slot but not the face"
    assert table.facts(1, 0) == ["U", "U", "U"]
    assert table.health(0) == "2/5", "it is not obeyed"


@pytest.mark.example("EX-09")
@pytest.mark.clause("HD-SEARCH-3")
def test_after_a_negative_result_the_turn_goes_on_without_an_action():
    table = searcher({"health": "2/5"}, gloom=4, dice=(1, 3), mp=6).do("SEARCH")
    assert result(table, "SEARCH") == -4
    assert len(table.pile(0)) == 1
    assert table.gloom(KIRK) == 4
    assert table.asked == (0, "MAIN")
    assert table.refuses("SEARCH")
    assert "MOVE_W" in table.legal


@pytest.mark.clause("HD-SEARCH-3", "HD-COMP-16")
def test_a_haunting_card_drawn_by_a_full_pile_is_turned_up_and_discarded():
    pile = ["ha_grave_chill"] * 4 + ["ha_recoil"] * 3 + ["ha_creeping_damp"] * 3 + ["ha_corpse_candle"] * 3
    pile += ["ps_red_door", "ps_kitchen", "ps_medium"]
    table = searcher({"pile": pile}, gloom=5, dice=(1, 3), decks={"haunting": ["ha_lost_hours"]}).do("SEARCH")
    assert len(table.pile(0)) == 16
    assert table.discards("ha_lost_hours") == 1
    assert table.asked == (0, "MAIN"), "it has no effect"


@pytest.mark.clause("HD-SEARCH-4")
def test_a_result_of_zero_ends_the_turn_and_adds_no_gloom():
    table = searcher({"health": "3/5"}, gloom=2, dice=(3, 4), mp=6).do("SEARCH")
    assert result(table, "SEARCH") == 0
    assert table.asked == (1, "ROLL")
    assert table.gloom(KIRK) == 2
    assert table.pile(0) == []


@pytest.mark.example("EX-08")
@pytest.mark.clause("HD-DICE-3", "HD-SEARCH-2", "HD-SEARCH-4", "HD-SEARCH-5")
@pytest.mark.parametrize(
    ("choice", "gloom", "asked"), [("OPT_WOUND", 2, (1, "ROLL")), ("OPT_HAUNTING", 3, (0, "MAIN"))]
)
def test_the_result_counts_health_after_the_evil_twins(choice, gloom, asked):
    table = searcher({"health": "3/5"}, gloom=2, dice=(4, 4), decks={"search": ["it_silver_bell"]})
    table.do("SEARCH")
    assert table.asked == (0, "EVIL_TWINS")
    assert table.gloom(KIRK) == 2, "no result yet"
    table.do(choice)
    assert table.gloom(KIRK) == gloom
    assert table.asked == asked
    assert table.items(0) == (["it_silver_bell"] if choice == "OPT_HAUNTING" else [])


@pytest.mark.clause("HD-DICE-4", "HD-SEARCH-2")
def test_a_searcher_killed_by_the_evil_twins_has_no_result():
    table = searcher({"health": "1/5"}, *OTHERS, {}, dice=(3, 3)).do("SEARCH", "OPT_WOUND")
    assert table.is_ghost(0)
    assert table.gloom(KIRK) == 0
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-SEARCH-5", "HD-SEARCH-6", "HD-SEARCH-7", "HD-SEARCH-8")
@pytest.mark.parametrize(("wanted", "tiers"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3), (11, 3)])
def test_one_of_the_options_that_the_result_reaches_is_chosen_after_gloom_was_added(wanted, tiers):
    table = with_result(wanted, {"pile": ["ps_kitchen"]}, options={"auto_forced": False})
    assert table.asked == (0, "SEARCH_OPTION")
    assert table.table["result"] == wanted
    assert table.legal == set(TIERS[:tiers]), "PASS is not among them"
    assert table.gloom(KIRK) == 4


@pytest.mark.example("EX-10")
@pytest.mark.clause("HD-SEARCH-2", "HD-SEARCH-7")
def test_a_storm_lantern_helps_to_reach_a_tier():
    table = searcher({"items": ["it_storm_lantern"], "pile": ["ps_kitchen"]}, gloom=1, dice=(1, 2)).do("SEARCH")
    assert table.table["result"] == 4
    assert table.gloom(KIRK) == 2
    assert table.legal == {"OPT_DRAW_SEARCH", "OPT_LOOK_OTHER"}


@pytest.mark.clause("HD-SEARCH-5")
@pytest.mark.parametrize(
    "rest",
    [
        ("OPT_DRAW_SEARCH",),
        ("OPT_LOOK_OTHER", "SEAT 2", "FACE_DOWN", "SEAT 1"),
        ("OPT_LOOK_OWN", "FACE_DOWN", "SEAT 1"),
    ],
)
def test_exactly_one_option_is_taken(rest):
    table = with_result(10, {"pile": ["ps_kitchen"]}, decks={"search": ["it_silver_bell"]}).do(*rest)
    assert table.asked == (0, "MAIN")
    assert table.gloom(KIRK) == 4
    assert table.refuses("SEARCH")


@pytest.mark.clause("HD-SEARCH-5", "HD-SEARCH-6")
def test_the_gloom_is_on_the_tile_before_the_search_card_is_obeyed():
    table = searcher(gloom=0, dice=(2, 6), decks={"search": ["se_fair_wind"]}).do("SEARCH")
    assert table.asked == (0, "FX_BRANCH")
    table.do("BRANCH_B")
    assert table.gloom(KIRK) == 0
    assert table.discards("se_fair_wind") == 1


@pytest.mark.clause("HD-SEARCH-6")
def test_the_search_card_drawn_is_obeyed():
    table = searcher({"health": "3/5"}, dice=(4, 2), decks={"search": ["se_village_doctor", "se_hot_broth"]})
    table.do("SEARCH", "OPT_DRAW_SEARCH")
    assert table.health(0) == "5/5"
    assert table.discards("se_village_doctor") == 1
    item = with_result(1, decks={"search": ["it_silver_bell"]})
    assert item.items(0) == ["it_silver_bell"]


@pytest.mark.clause("HD-SEARCH-7", "HD-SEARCH-10")
def test_a_card_of_anybody_anywhere_on_the_board_is_looked_at():
    others = ({"pile": ["ps_opener", "ps_warden"], "pawn": COPSE}, {"pile": ["ps_moths"], "pawn": KIRK}, {})
    table = with_result(3, {"pile": ["ps_kitchen"]}, *others, {"pile": ["ps_brawler"]}).do("OPT_LOOK_OTHER")
    assert table.asked == (0, "LOOK_SEAT")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 4"}, "neither the looker nor a player without cards"
    table.do("SEAT 1")
    assert table.asked == (0, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    table.do("SLOT 1")
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.facts(0, 1) == ["U", "S:ps_warden"]


@pytest.mark.clause("HD-SEARCH-8", "HD-SEARCH-10")
def test_an_own_card_is_looked_at():
    table = with_result(5, {"pile": ["ps_kitchen", "ha_recoil"]}).do("OPT_LOOK_OWN")
    assert table.asked == (0, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    table.do("SLOT 1")
    assert table.asked == (0, "OWN_OUTCOME")
    assert table.legal == {"TRIGGER", "FACE_DOWN"}
    assert table.facts(0, 0) == ["U", "S:ha_recoil"]


@pytest.mark.clause("HD-SEARCH-9")
@pytest.mark.parametrize("own", [[], ["ps_kitchen"]])
@pytest.mark.parametrize("others", [[], ["ps_moths"]])
def test_looks_without_a_card_to_look_at_are_not_offered(own, others):
    table = with_result(
        5, {"pile": own, "up": ["ps_opener"]}, {"pile": others}, {"ghost": True}, options={"auto_forced": False}
    )
    expected = {"OPT_DRAW_SEARCH"} | ({"OPT_LOOK_OTHER"} if others else set()) | ({"OPT_LOOK_OWN"} if own else set())
    assert table.legal == expected
    for option in set(TIERS) - expected:
        assert table.refuses(option)


@pytest.mark.clause("HD-INFO-25")
@pytest.mark.parametrize(
    ("choices", "decision"),
    [
        (["OPT_DRAW_SEARCH"], "FX_BRANCH"),
        (["OPT_LOOK_OTHER"], "LOOK_SEAT"),
        (["OPT_LOOK_OTHER", "SEAT 1"], "PICK_SLOT"),
        (["OPT_LOOK_OWN"], "PICK_SLOT"),
    ],
)
def test_what_the_option_brings_is_still_part_of_the_search(choices, decision):
    table = with_result(7, {"pile": ["ps_kitchen", "ps_medium"]}, decks={"search": ["se_fair_wind"]}).do(*choices)
    assert (table.decision, in_progress(table), table.table["result"]) == (decision, ("SEARCH", 0, -1), 7)
