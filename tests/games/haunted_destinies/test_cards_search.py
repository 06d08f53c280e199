"""Every Search card that is no item does what it says, drawn and looked at (HD-FX-7)."""

import pytest

from haunted_env.games.haunted_destinies.tables import CONTENT
from tests.games.haunted_destinies.cards import GHOST, KIRK, MILL, check, draw, look

# card, seats (seat 0 draws at the Kirk), rest of the position, decisions, what is true afterwards.
# Seat 0's pile is the Warden unless given; the search itself put 1 gloom on the Kirk.
DRAWN = [
    ("se_hot_broth", [{"health": "3/5"}], {}, [], {"health 0": "4/5"}),
    ("se_hot_broth", [{"health": "5/5"}], {}, [], {"health 0": "5/5"}),
    ("se_village_doctor", [{"health": "2/5"}], {}, [], {"health 0": "4/5"}),
    ("se_village_doctor", [{"health": "4/5"}], {}, [], {"health 0": "5/5"}),
    ("se_hearts_ease", [{"health": "3/5"}], {}, [], {"health 0": "4/6"}),
    ("se_hearts_ease", [{"health": "3/12"}], {}, [], {"health 0": "3/12"}),
    ("se_second_breath", [{"health": "2/5"}], {}, ["USE_DRAW"], {"health 0": "3/5"}),
    ("se_parish_register", [{"pile": ["ps_moths", "ps_kitchen"]}], {}, ["SLOT 1"], {"asked": (0, "OWN_OUTCOME")}),
    ("se_parish_register", [{"pile": []}], {}, [], {"asked": (0, "MAIN")}),
    (
        "se_old_photograph",
        [{"pile": ["ps_moths", "ps_kitchen"]}],
        {},
        ["USE_DRAW", "SLOT 0"],
        {"decision": "OWN_OUTCOME"},
    ),
    (
        "se_overheard",
        [{}, {"pile": ["ps_moths", "ps_kitchen"]}],
        {},
        ["SEAT 1", "SLOT 1"],
        {"asked": (0, "LOOK_OUTCOME"), "facts 0 1": ["U", "S:ps_kitchen"]},
    ),
    (
        "se_tinted_lens",
        [{}, {"pile": ["ps_moths", "ha_recoil", "ps_red_door", "se_confession"]}],
        {},
        ["SEAT 1"],
        {"facts 0 1": ["PC", "G", "PA", "G"], "facts 1 1": ["U"] * 4, "facts 2 1": ["U"] * 4},
    ),
    (
        "se_burnt_letter",
        [{"pile": ["ps_moths", "ha_recoil"], "grey": [0, 2]}],
        {},
        ["SLOT 1"],
        {"pile 0": ["ps_moths"], "discards ha_recoil": 1, "health 0": "5/5", "grey 0": (0, 1)},
    ),
    (
        "se_burnt_letter",
        [{"pile": ["ps_moths", "ha_recoil"]}],
        {},
        ["SLOT 0"],
        {"pile 0": ["ps_moths", "ha_recoil"], "up 0": set(), "facts 0 0": ["PC", "U"], "facts 2 0": ["PC", "U"]},
    ),
    ("se_clear_morning", [{}], {"gloom": {MILL: 3}}, ["CELL 4,6"], {"gloom 4,6": 1, "gloom 4,5": 1}),
    ("se_clear_morning", [{}], {"gloom": {"4,4": 1}}, ["CELL 4,4"], {"gloom 4,4": 0, "gloom 4,5": 1}),
    (
        "se_bell_book",
        [{}, GHOST, {"ghost": True, "gloom": 0}],
        {"persistent": ["ha_long_night", "ha_thin_veil"]},
        ["PERSIST ha_long_night"],
        {
            "persistent ha_long_night": 0,
            "persistent ha_thin_veil": 1,
            "discards ha_long_night": 1,
            "own_gloom 1": 2,
            "own_gloom 2": 0,
        },
    ),
    ("se_bell_book", [{}, GHOST], {}, [], {"own_gloom 1": 2}),
    (
        "se_crossed_fates",
        [{"pile": ["ps_moths", "ps_kitchen"]}, {"pile": ["ps_red_door", "ha_recoil"]}],
        {},
        ["SEAT 1", "SLOT 0", "SLOT 1", "INSERT 0", "INSERT 1"],
        {"pile 1": ["ps_moths", "ps_red_door"], "pile 0": ["ps_kitchen", "ha_recoil"]},
    ),
    ("se_hidden_path", [{}], {"mp": 3}, ["USE_DRAW"], {"pawn 0": MILL, "mp": 3}),
    ("se_fair_wind", [{}], {"mp": 1}, ["BRANCH_A"], {"mp": 5, "gloom 4,5": 1}),
    ("se_fair_wind", [{}], {"mp": 1}, ["BRANCH_B"], {"mp": 1, "gloom 4,5": 0}),
]

# card, owner and further seats (seat 0 looks at slot 1 of seat 1's pile at the Kirk), position, decisions, outcome.
LOOKED_AT = [
    ("se_hidden_remedy", [{"health": "2/5"}], {}, [], {"health 1": "4/5", "health 0": "5/5"}),
    ("se_hidden_remedy", [{"health": "4/5"}], {}, [], {"health 1": "5/5"}),
    ("se_second_breath", [{"health": "2/5"}], {}, [], {"health 1": "4/5"}),
    (
        "se_old_photograph",
        [{}],
        {"looker": {"pile": ["ps_moths", "ps_kitchen"]}},
        ["SLOT 1"],
        {"asked": (1, "LOOK_OUTCOME"), "facts 1 0": ["U", "S:ps_kitchen"]},
    ),
    ("se_old_photograph", [{}], {"looker": {"pile": []}}, [], {"asked": (0, "MAIN")}),
    (
        "se_confession",
        [{}],
        {"looker": {"pile": ["ps_moths", "ps_kitchen"]}},
        ["SLOT 0"],
        {"asked": (1, "LOOK_OUTCOME"), "facts 1 0": ["S:ps_moths", "U"]},
    ),
    ("se_confession", [{}], {"looker": {"pile": []}}, [], {"asked": (0, "MAIN")}),
    ("se_hidden_path", [{}], {}, ["CELL 3,5"], {"pawn 1": "3,5", "pawn 0": KIRK}),
]


def not_items(effect):
    return {row.id for row in CONTENT.search if getattr(row, effect)}


def test_every_search_card_is_played():
    assert {case[0] for case in DRAWN} == not_items("draw")
    assert {case[0] for case in LOOKED_AT} == not_items("probe")


@pytest.mark.clause("HD-FX-1", "HD-FX-2", "HD-FX-7")
@pytest.mark.parametrize(("card", "seats", "more", "decisions", "outcome"), DRAWN, ids=[case[0] for case in DRAWN])
def test_a_search_card_drawn_does_what_it_says(card, seats, more, decisions, outcome):
    table = draw(card, *seats, **more).do(*decisions)
    check(table, outcome)
    if table.decision == "MAIN":
        assert table.discards(card) == 1


@pytest.mark.clause("HD-FX-1", "HD-FX-2", "HD-FX-7")
@pytest.mark.parametrize(("card", "seats", "more", "decisions", "outcome"), LOOKED_AT, ids=[c[0] for c in LOOKED_AT])
def test_a_search_card_looked_at_does_what_it_says(card, seats, more, decisions, outcome):
    table = look(card, *seats, **more).do(*decisions)
    check(table, outcome)
    if table.decision == "MAIN":
        assert table.discards(card) == 1


# Who and what may be picked


@pytest.mark.clause("HD-FX-3", "HD-FX-4", "HD-FX-6")
@pytest.mark.parametrize("card", ["se_overheard", "se_tinted_lens", "se_crossed_fates"])
def test_only_living_others_with_cards_can_be_picked(card):
    table = draw(card, {}, {"pile": ["ps_moths"]}, GHOST, {}, {"pile": ["ps_opener"]}, n=5)
    assert table.asked == (0, "FX_SEAT")
    assert table.legal == {"SEAT 1", "SEAT 4"}


@pytest.mark.clause("HD-FX-7", "HD-FX-18", "HD-DEC-9")
def test_hidden_path_goes_to_another_searchable_tile_or_looked_at_to_any_other_tile():
    board = {KIRK: "ti_old_kirk", MILL: "ti_mill", "3,5": "ti_fold", "4,7": "ti_inn"}
    table = draw("se_hidden_path", board=board).do("USE_DRAW")
    assert (table.asked, table.legal) == ((0, "FX_CELL"), {"CELL 4,6", "CELL 4,7"})
    table = look("se_hidden_path", board=board)
    assert table.asked == (1, "FX_CELL")
    assert table.legal == {"CELL 4,4", "CELL 4,6", "CELL 4,7", "CELL 3,5"}
    table = draw("se_hidden_path", board={KIRK: "ti_old_kirk", "3,5": "ti_fold"}).do("USE_DRAW")
    assert (table.asked, table.pawn(0)) == ((0, "MAIN"), KIRK)


@pytest.mark.clause("HD-FX-7")
def test_clear_morning_offers_the_tiles_with_gloom_searchable_or_not():
    table = draw("se_clear_morning", gloom={MILL: 3, "4,4": 1})
    assert (table.asked, table.legal) == ((0, "FX_CELL"), {"CELL 4,4", "CELL 4,5", "CELL 4,6"})


@pytest.mark.clause("HD-FX-7", "HD-FX-12")
def test_a_curse_on_several_players_is_removed_from_the_one_picked():
    curses = [{"card": "ha_leaden_feet", "seat": seat} for seat in (1, 2)]
    table = draw("se_bell_book", persistent=curses)
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 2"})
    table.do("SEAT 2")
    assert [table.persistent("ha_leaden_feet", seat) for seat in (1, 2)] == [1, 0]
    assert table.discards("ha_leaden_feet") == 1


@pytest.mark.clause("HD-FX-7", "HD-FX-12")
def test_of_two_copies_of_a_curse_on_one_player_one_is_removed_without_asking_for_a_seat():
    curses = [{"card": "ha_leaden_feet", "seat": 1}] * 2
    table = draw("se_bell_book", persistent=[*curses, "ha_thin_veil"], options={"auto_forced": False})
    assert table.asked == (0, "FX_PERSIST")
    assert table.legal == {"PERSIST ha_leaden_feet", "PERSIST ha_thin_veil"}
    table.do("PERSIST ha_leaden_feet")
    assert (table.asked, table.persistent("ha_leaden_feet", 1)) == ((0, "MAIN"), 1)


@pytest.mark.clause("HD-FX-7")
def test_a_swap_takes_both_cards_out_before_either_is_inserted_target_first():
    table = draw("se_crossed_fates", {"pile": ["ps_moths", "ps_warden"]}, {"pile": ["ha_recoil", "ps_kitchen"]})
    table.do("SEAT 1", "SLOT 0")
    assert (table.asked, table.legal) == ((0, "PICK_SLOT"), {"SLOT 0", "SLOT 1"})
    table.do("SLOT 0")
    assert (table.pile(0), table.pile(1)) == (["ps_warden"], ["ps_kitchen"])
    assert (table.asked, table.legal) == ((1, "INSERT_AT"), {"INSERT 0", "INSERT 1"})
    table.do("INSERT 1")
    assert (table.asked, table.pile(1)) == ((0, "INSERT_AT"), ["ps_kitchen", "ps_moths"])
    assert table.do("INSERT 0").pile(0) == ["ha_recoil", "ps_warden"]


@pytest.mark.clause("HD-FX-7", "HD-COMP-16")
def test_a_swap_is_allowed_with_full_piles():
    full = ["ps_moths"] + ["ha_grave_chill"] * 4 + ["ha_recoil"] * 3 + ["ha_corpse_candle"] * 3
    full += ["ha_creeping_damp"] * 3 + ["ha_open_graves"] * 2
    table = draw("se_crossed_fates", {"pile": full}, {"pile": ["ps_kitchen"]}).do("SEAT 1", "SLOT 0")
    assert len(full) == 16
    assert (table.do("INSERT 15").pile(0), table.pile(1)) == ([*full[1:], "ps_kitchen"], ["ps_moths"])


@pytest.mark.clause("HD-FX-7", "HD-FX-18")
def test_fair_wind_offers_only_what_would_not_be_skipped():
    """Seat 1 draws it by the Unsent Letter on seat 0's turn, so there is no movement to gain."""
    reveal = ["FACE_UP", "SEAT 2", "YES"]
    decks = {"search": ["se_fair_wind"]}
    table = look("ps_unsent_letter", decks=decks, gloom={KIRK: 2}, options={"auto_forced": False})
    table.do("FACE_UP", "OPT_HAUNTING", "SEAT 2", "INSERT 0", "YES")
    assert (table.asked, table.legal) == ((1, "FX_BRANCH"), {"BRANCH_B"})
    table = look("ps_unsent_letter", decks=decks).do(*reveal)
    assert (table.asked, table.discards("se_fair_wind")) == ((0, "MAIN"), 1)
    assert int(table.table["mp"]) == 0
