"""Every Haunting card does what it says, looked at by the living and by ghosts (HD-FX-5, HD-FX-7)."""

from collections import Counter

import pytest

from haunted_env.games.haunted_destinies.tables import CONTENT
from tests.games.haunted_destinies.cards import GHOST, KIRK, MILL, check, ghost_look, look, own_look

SIXTEEN = ["ha_grave_chill"] * 4 + ["ha_recoil"] * 3 + ["ha_corpse_candle"] * 3 + ["ha_creeping_damp"] * 3
SIXTEEN += ["ps_opener", "ps_kitchen", "ps_red_door"]

# card, owner and further seats (seat 0 looks at slot 1 of seat 1's pile at the Kirk), position, decisions, outcome.
LOOKED_AT = [
    ("ha_grave_chill", [{"health": "3/5"}], {}, [], {"health 1": "2/5", "health 0": "5/5"}),
    ("ha_recoil", [{}], {"looker": {"health": "3/5"}}, [], {"health 0": "2/5", "health 1": "5/5"}),
    (
        "ha_twin_shadows",
        [{}],
        {"decks": {"haunting": ["ha_recoil", "ha_lost_hours"]}},
        ["INSERT 1", "INSERT 0"],
        {"pile 1": ["ps_warden", "ha_recoil"], "pile 0": ["ha_lost_hours", "ps_medium"]},
    ),
    ("ha_lost_hours", [{}], {"mp": 5}, [], {"asked": (1, "ROLL"), "turn": 1}),
    ("ha_corpse_candle", [{}], {}, [], {"pawn 1": "4,4", "pawn 0": KIRK}),
    ("ha_creeping_damp", [{}], {"gloom": {KIRK: 1}}, [], {"gloom 4,5": 3, "gloom 4,6": 0}),
    (
        "ha_light_fingers",
        [{"items": ["it_silver_bell", "it_blackthorn"]}],
        {"decks": {"haunting": ["ha_recoil"]}},
        ["ITEM it_blackthorn", "INSERT 0"],
        {"items 0": ["it_blackthorn"], "items 1": ["it_silver_bell"], "pile 1": ["ha_recoil", "ps_warden"]},
    ),
    (
        "ha_light_fingers",
        [{}],
        {"decks": {"haunting": ["ha_recoil"]}},
        ["INSERT 1"],
        {"pile 1": ["ps_warden", "ha_recoil"]},
    ),
    (
        "ha_tangled_thread",
        [{"pile": ["ps_warden", "ha_tangled_thread", "ps_moths", "ps_kitchen"]}],
        {
            "force": {"shuffles": [["ps_kitchen", "ps_warden", "ps_moths"]]},
            "ledger": {"1": {"facts": {"1": {"2": "S:ps_moths"}}}},
        },
        [],
        {"pile 1": ["ps_kitchen", "ps_warden", "ps_moths"], "facts 1 1": ["U"] * 3, "location 1 ps_moths": "PILE 1"},
    ),
    ("ha_grasping_dead", [{}], {}, ["BRANCH_A"], {"health 1": "4/5", "pile 1": ["ps_warden"]}),
    (
        "ha_grasping_dead",
        [{"pile": ["ps_warden", "ha_grasping_dead", "ps_moths"]}],
        {},
        ["BRANCH_B", "SLOT 1", "INSERT 0"],
        {"health 1": "5/5", "pile 1": ["ps_warden"], "pile 0": ["ps_moths", "ps_medium"], "facts 0 0": ["U", "U"]},
    ),
    ("ha_leaden_feet", [{}], {}, [], {"persistent ha_leaden_feet 1": 1, "persistent ha_leaden_feet 0": 0}),
    (
        "ha_gathering_dark",
        [{}, GHOST, {"ghost": True, "gloom": 0}],
        {"n": 5},
        [],
        {"own_gloom 2": 5, "own_gloom 3": 2, "gloom 4,4": 1, "gloom 4,5": 0},
    ),
    ("ha_gathering_dark", [{}], {}, [], {"gloom 4,4": 1, "own_gloom 0": 0}),
    (
        "ha_open_graves",
        [{}],
        {"gloom": {MILL: 2}},
        [],
        {"gloom 4,5": 1, "gloom 4,6": 3, "gloom 4,4": 0, "gloom 3,5": 0},
    ),
    ("ha_thin_veil", [{}], {}, [], {"persistent ha_thin_veil": 1}),
    ("ha_unquiet_dust", [{}], {}, [], {"health 1": "5/5", "gloom 4,5": 0, "discards ha_unquiet_dust": 1}),
    ("ha_long_night", [{}], {}, [], {"persistent ha_long_night": 1}),
    ("ha_pale_king", [{}], {}, [], {"persistent ha_pale_king": 1}),
    ("ha_cold_hearths", [{}], {}, [], {"persistent ha_cold_hearths": 1}),
    ("ha_possession", [{}], {}, [], {"persistent ha_possession": 1}),
    ("ha_weight_of_fate", [{}], {}, [], {"persistent ha_weight_of_fate": 1}),
    ("ha_full_churchyard", [{}], {}, [], {"persistent ha_full_churchyard": 1}),
]
IDS = [case[0] for case in LOOKED_AT]
STAYS = {row.id for row in CONTENT.haunting if row.persist_index >= 0}


def test_every_haunting_card_is_played():
    assert set(IDS) == {row.id for row in CONTENT.haunting}


@pytest.mark.clause("HD-FX-1", "HD-FX-2", "HD-FX-7")
@pytest.mark.parametrize(("card", "seats", "more", "decisions", "outcome"), LOOKED_AT, ids=IDS)
def test_a_haunting_card_looked_at_does_what_it_says(card, seats, more, decisions, outcome):
    table = look(card, *seats, **more).do(*decisions)
    check(table, outcome)
    assert table.discards(card) == (0 if card in STAYS else 1)
    assert card not in table.pile(1)


# Looked at by a ghost (HD-FX-5)

BY_GHOST = [
    ("ha_recoil", [{}], {}, [], {"own_gloom 0": 5, "health 1": "5/5"}),
    (
        "ha_twin_shadows",
        [{}],
        {"decks": {"haunting": ["ha_recoil", "ha_lost_hours"]}},
        ["INSERT 0", "SEAT 2"],
        {"pile 1": ["ha_recoil", "ps_warden"], "pile 2": ["ha_lost_hours"]},
    ),
    (
        "ha_light_fingers",
        [{"items": ["it_silver_bell"]}],
        {"decks": {"haunting": ["ha_recoil"]}},
        ["INSERT 0"],
        {"items 1": [], "items 2": ["it_silver_bell"], "items 0": []},
    ),
    ("ha_grasping_dead", [{}], {}, ["BRANCH_A"], {"health 1": "4/5"}),
    ("ha_grasping_dead", [{}], {}, ["BRANCH_B"], {"pile 1": [], "pile 2": ["ps_warden"], "pile 0": []}),
    ("se_old_photograph", [{}], {}, [], {"asked": (0, "MAIN")}),
    ("se_confession", [{}], {}, [], {"asked": (0, "MAIN")}),
    ("ha_gathering_dark", [{}], {}, [], {"own_gloom 0": 8}),
]


@pytest.mark.clause("HD-FX-5", "HD-GHOST-7", "HD-GHOST-13", "HD-GHOST-15")
@pytest.mark.parametrize(
    ("card", "seats", "more", "decisions", "outcome"), BY_GHOST, ids=[case[0] for case in BY_GHOST]
)
def test_a_card_looked_at_by_a_ghost_treats_it_as_a_ghost(card, seats, more, decisions, outcome):
    check(ghost_look(card, *seats, **more).do(*decisions), outcome)


@pytest.mark.clause("HD-FX-5", "HD-GHOST-15")
def test_a_ghost_that_must_draw_picks_any_living_player():
    table = ghost_look("ha_twin_shadows").do("INSERT 0")
    assert (table.asked, table.legal) == ((0, "PICK_DRAWER"), {"SEAT 1", "SEAT 2", "SEAT 3"})


@pytest.mark.clause("HD-FX-5", "HD-GHOST-7")
def test_what_a_ghost_takes_passes_on_clockwise_from_the_ghost_but_not_to_its_owner():
    """Seat 3, a ghost, is let in on seat 0's card; the next living player after it would be seat 0 itself."""
    table = own_look("ha_grasping_dead", {}, GHOST, {}, GHOST, {"pile": ["ps_opener"]}, n=5).do("TRIGGER", "SEAT 3")
    assert table.asked == (3, "FX_BRANCH")
    table.do("BRANCH_B")
    assert table.asked == (4, "INSERT_AT")
    table = own_look("ha_grasping_dead", {}, GHOST, {"pile": ["ps_opener"]}, GHOST).do("TRIGGER", "SEAT 3", "BRANCH_B")
    assert table.asked == (2, "INSERT_AT")


# More about single ops


@pytest.mark.clause("HD-FX-7")
def test_a_shuffle_puts_the_pile_in_uniformly_random_order():
    pile = ["ps_warden", "ha_tangled_thread", "ps_moths", "ps_kitchen"]
    orders = Counter(tuple(look("ha_tangled_thread", {"pile": pile}, seed=seed).pile(1)) for seed in range(600))
    assert len(orders) == 6
    assert all(65 <= times <= 140 for times in orders.values()), orders


@pytest.mark.clause("HD-FX-7", "HD-FX-18")
def test_light_fingers_asks_nobody_for_an_item_if_the_owner_has_none():
    table = look("ha_light_fingers", looker={"items": ["it_blackthorn"]})
    assert table.asked == (1, "INSERT_AT")


@pytest.mark.clause("HD-FX-7", "HD-FX-6")
def test_the_grasping_dead_let_the_looker_choose():
    table = look("ha_grasping_dead")
    assert (table.asked, table.legal) == ((0, "FX_BRANCH"), {"BRANCH_A", "BRANCH_B"})


@pytest.mark.clause("HD-FX-7", "HD-FX-18")
def test_the_grasping_dead_can_only_wound_an_owner_without_cards():
    """Seat 1's Confession lets it look at the one card of seat 0."""
    table = look("se_confession", looker={"pile": ["ha_grasping_dead"]})
    assert (table.health(0), table.asked) == ("4/5", (0, "MAIN"))


@pytest.mark.clause("HD-FX-7", "HD-FX-18", "HD-COMP-16")
def test_the_grasping_dead_can_only_wound_if_the_looker_has_a_full_pile():
    table = look("ha_grasping_dead", looker={"pile": SIXTEEN})
    assert (table.health(1), table.pile(0), table.asked) == ("4/5", SIXTEEN, (0, "MAIN"))
    assert look("ha_grasping_dead", looker={"pile": SIXTEEN[1:]}).legal == {"BRANCH_A", "BRANCH_B"}


@pytest.mark.clause("HD-FX-5", "HD-GHOST-7", "HD-COMP-16")
def test_a_card_that_a_ghost_takes_skips_full_piles_and_stays_if_all_are_full():
    table = ghost_look("ha_grasping_dead", {}, {"pile": SIXTEEN}).do("BRANCH_B")
    assert (table.pile(1), table.pile(2), table.pile(3)) == ([], SIXTEEN, ["ps_warden"])
    table = ghost_look("ha_grasping_dead", {}, {"pile": SIXTEEN}, n=3).do("BRANCH_B")
    assert (table.pile(1), table.pile(2)) == (["ps_warden"], SIXTEEN)


@pytest.mark.clause("HD-FX-7", "HD-TURN-9")
def test_the_turn_ends_after_what_is_under_way():
    """Lost Hours, shown back by Confession, ends seat 0's turn once both cards are obeyed."""
    table = look("se_confession", looker={"pile": ["ha_lost_hours"]}, mp=5)
    assert (table.asked, table.discards("se_confession"), table.discards("ha_lost_hours")) == ((1, "ROLL"), 1, 1)


@pytest.mark.clause("HD-FX-18")
def test_moving_to_the_cemetery_from_the_cemetery_changes_nothing():
    table = own_look("ha_corpse_candle", {}, {}, {}).do("TRIGGER", "SEAT 1")
    assert table.pawn(0) == "4,4"
    table = look("ha_corpse_candle", {"pawn": "4,4"}, looker={"pawn": "4,4"}, mp=2)
    assert (table.pawn(1), table.pawn(0), int(table.table["mp"])) == ("4,4", "4,4", 2)
