"""Search with `search_tiers="each"` (HD-SEARCH-11)."""

import pytest

from tests.games.haunted_destinies.table import Table

KIRK, INN, CEMETERY = "4,5", "4,3", "4,4"
TIERS = ("OPT_DRAW_SEARCH", "OPT_LOOK_OTHER", "OPT_LOOK_OWN")
OTHERS = ({"pile": ["ps_opener", "ps_warden"]}, {"pile": ["ps_moths"]})


def searcher(seat=None, *others, wanted=1, options=None, search=("it_silver_bell",), **more) -> Table:
    """Seat 0 (9/9 unless it says otherwise) is about to search the Kirk (3 gloom) with this result (not 6)."""
    dark = max(1, 7 - wanted)
    return Table(
        {
            "options": {"search_tiers": "each", **(options or {})},
            "decision": "MAIN",
            "board": {KIRK: "ti_old_kirk", INN: "ti_inn"},
            "gloom": {KIRK: 3},
            "seats": [{"pawn": KIRK, "health": "9/9", **(seat or {})}, *(others or OTHERS)],
            "decks": {"search": list(search)},
            "force": {"dice": [wanted - 6 + dark, dark]},
            **more,
        }
    )


FULL = {"pile": ["ps_kitchen", "ps_medium"]}
LOOK_AND_RETURN = ("SEAT 2", "FACE_DOWN", "SEAT 1")


@pytest.mark.clause("HD-SEARCH-11")
def test_every_reached_tier_is_gone_through_in_order_each_with_its_gloom_first():
    table = searcher(FULL, wanted=5, options={"auto_forced": False}).do("SEARCH")
    assert table.asked == (0, "SEARCH_OPTION")
    assert table.gloom(KIRK) == 3, "no gloom before a tier is taken"
    assert table.legal == {"OPT_DRAW_SEARCH"}
    table.do("OPT_DRAW_SEARCH")
    assert table.gloom(KIRK) == 4
    assert table.items(0) == ["it_silver_bell"]
    assert table.asked == (0, "SEARCH_OPTION")
    assert table.legal == {"OPT_LOOK_OTHER", "PASS"}
    table.do("OPT_LOOK_OTHER")
    assert table.gloom(KIRK) == 5
    assert table.asked == (0, "LOOK_SEAT")
    table.do("SEAT 2", "SLOT 0", "FACE_DOWN", "SEAT 1")
    assert table.asked == (0, "SEARCH_OPTION")
    assert table.legal == {"OPT_LOOK_OWN", "PASS"}
    table.do("OPT_LOOK_OWN")
    assert table.gloom(KIRK) == 6
    assert table.asked == (0, "PICK_SLOT")
    table.do("SLOT 1", "FACE_DOWN", "SEAT 1")
    assert table.asked == (0, "MAIN")
    assert table.refuses("SEARCH")


@pytest.mark.clause("HD-SEARCH-11")
@pytest.mark.parametrize(("wanted", "tiers"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3)])
def test_only_reached_tiers_are_offered(wanted, tiers):
    table = searcher(FULL, wanted=wanted, options={"auto_forced": False}).do("SEARCH")
    offered = []
    while table.decision == "SEARCH_OPTION":
        offered.append(min(table.legal - {"PASS"}))
        table.do("PASS" if "PASS" in table.legal else "OPT_DRAW_SEARCH")
    assert offered == list(TIERS[:tiers])


@pytest.mark.clause("HD-SEARCH-11")
def test_the_first_tier_is_compulsory():
    table = searcher(FULL, wanted=5, options={"auto_forced": False}).do("SEARCH")
    assert table.refuses("PASS")
    assert table.refuses("OPT_LOOK_OTHER")
    unasked = searcher(FULL, wanted=5).do("SEARCH")
    assert unasked.items(0) == ["it_silver_bell"]
    assert unasked.legal == {"OPT_LOOK_OTHER", "PASS"}


@pytest.mark.clause("HD-SEARCH-11")
@pytest.mark.parametrize(
    ("rest", "gloom"),
    [
        (("PASS", "PASS"), 4),
        (("OPT_LOOK_OTHER", *LOOK_AND_RETURN, "PASS"), 5),
        (("PASS", "OPT_LOOK_OWN", "SLOT 0", "FACE_DOWN", "SEAT 1"), 5),
        (("OPT_LOOK_OTHER", *LOOK_AND_RETURN, "OPT_LOOK_OWN", "SLOT 0", "FACE_DOWN", "SEAT 1"), 6),
    ],
)
def test_a_tier_passed_adds_no_gloom_and_leaves_the_next_one(rest, gloom):
    table = searcher(FULL, wanted=5).do("SEARCH", *rest)
    assert table.asked == (0, "MAIN")
    assert table.gloom(KIRK) == gloom


@pytest.mark.clause("HD-SEARCH-11", "HD-SEARCH-6")
def test_the_gloom_of_a_tier_is_there_before_its_card_is_obeyed():
    table = searcher({"health": "5/5"}, search=["se_fair_wind"], gloom={}, force={"dice": [2, 6]}).do("SEARCH")
    assert table.asked == (0, "FX_BRANCH")
    table.do("BRANCH_B")
    assert table.gloom(KIRK) == 0


@pytest.mark.clause("HD-SEARCH-11")
def test_gloom_goes_to_the_searched_tile_even_if_the_pawn_has_been_moved_away():
    table = searcher(FULL, wanted=5, search=["se_hidden_path"]).do("SEARCH", "USE_DRAW")
    assert table.pawn(0) == INN, "the only other searchable tile"
    table.do("OPT_LOOK_OTHER", *LOOK_AND_RETURN, "OPT_LOOK_OWN")
    assert (table.gloom(KIRK), table.gloom(INN)) == (6, 0)


@pytest.mark.clause("HD-SEARCH-11", "HD-SEARCH-9")
@pytest.mark.parametrize("own", [[], ["ps_kitchen"]])
@pytest.mark.parametrize("others", [[], ["ps_moths"]])
def test_tiers_without_a_card_to_look_at_are_left_out(own, others):
    table = searcher({"pile": own, "up": ["ps_opener"]}, {"pile": others}, {}, wanted=5).do("SEARCH")
    offered = []
    while table.decision == "SEARCH_OPTION":
        offered.append(min(table.legal - {"PASS"}))
        table.do("PASS")
    assert offered == ["OPT_LOOK_OTHER"] * len(others) + ["OPT_LOOK_OWN"] * len(own)
    assert table.gloom(KIRK) == 4


@pytest.mark.clause("HD-SEARCH-11", "HD-SEARCH-9")
def test_whether_a_tier_is_left_out_is_seen_when_its_turn_comes():
    table = searcher(
        None, {"up": ["ps_opener"], "pile": ["ha_unquiet_dust"]}, {}, wanted=5, search=["se_second_breath"]
    )
    table.do("SEARCH")
    assert table.asked == (0, "DUAL_CARD")
    table.do("KEEP_PROBE")  # into the empty pile
    table.do("OPT_LOOK_OTHER")
    assert table.pile(1) == []
    assert table.legal == {"OPT_LOOK_OWN", "PASS"}


@pytest.mark.clause("HD-SEARCH-11")
def test_the_rest_is_dropped_if_the_searcher_becomes_a_ghost():
    table = searcher(
        {"health": "1/9", "items": ["it_storm_lantern"], "pile": ["ps_kitchen", "ps_medium"]},
        {"pile": ["ha_recoil"]},
        {"pile": ["ps_opener"]},
        {},
        force={"dice": [6, 1]},
        gloom={KIRK: 1},
    )
    table.do("SEARCH")
    assert table.table["result"] == 6
    table.do("OPT_LOOK_OTHER", "SEAT 1")
    assert table.is_ghost(0)
    assert table.asked == (1, "ROLL"), "the card passed at the death went into the empty pile of seat 1"
    assert table.gloom(KIRK) == 3


@pytest.mark.clause("HD-SEARCH-11", "HD-TURN-12")
def test_later_tiers_are_carried_out_although_the_turn_is_due_to_end():
    table = searcher(FULL, {"pile": ["ha_lost_hours"]}, {"up": ["ps_opener"]}, wanted=5, mp=6)
    table.do("SEARCH", "OPT_LOOK_OTHER")
    assert table.discards("ha_lost_hours") == 1
    assert table.asked == (0, "SEARCH_OPTION")
    table.do("OPT_LOOK_OWN", "SLOT 0", "FACE_DOWN", "SEAT 1")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-SEARCH-11", "HD-SEARCH-3", "HD-SEARCH-4")
@pytest.mark.parametrize(
    ("dice", "asked", "size"), [((1, 2), (1, "ROLL"), 0), ((1, 3), (0, "MAIN"), 1)], ids=["zero", "below zero"]
)
def test_results_up_to_zero_are_as_ever(dice, asked, size):
    table = searcher({"health": "4/9"}, force={"dice": list(dice)}, mp=6).do("SEARCH")
    assert table.asked == asked
    assert table.gloom(KIRK) == 3
    assert len(table.pile(0)) == size
