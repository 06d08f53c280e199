"""Standing effects of face-up Psyche cards, items and curses in play (HD-FX-8, HD-FX-10 to HD-FX-12)."""

from itertools import product

import pytest

from haunted_env.games.haunted_destinies.tables import CONTENT
from tests.games.haunted_destinies.cards import BOARD, GHOST, KIRK, against_seat_1, haunt, look, start

# Which card changes the result of which action, held by the acting player (0) or by the opponent (1).
CHANGES = {
    ("ps_warden", 1, "ATTACK"): -1,
    ("ps_medium", 1, "HAUNT"): -2,
    ("ps_inquisitor", 0, "PROBE"): 1,
    ("ps_brawler", 0, "ATTACK"): 1,
    ("ps_antiquary", 0, "SEARCH"): 1,
    ("ps_player_of_parts", 1, "PROBE"): -1,
    ("it_storm_lantern", 0, "SEARCH"): 1,
    ("it_blackthorn", 0, "ATTACK"): 1,
    ("it_silver_bell", 1, "HAUNT"): -1,
}
OTHERS = ["ps_pathfinder", "ps_houndkeeper", "ps_gambler", "ps_twinless", "it_nailed_boots", "it_rope_and_hook"]
OTHERS += ["it_waxed_coat", "it_rowan_charm", "it_pocket_mirror"]
CARDS = sorted({card for card, _, _ in CHANGES}) + OTHERS
PASSIVE = {row.id for row in CONTENT.psyche if row.timing == "passive"}
ITEMS = {row.id for row in CONTENT.search if row.item_index >= 0}
WITH = {"ps": "up", "it": "items"}


def held(*cards):
    """A seat at the Kirk with these cards in front of it."""
    return {"pawn": KIRK} | {WITH[kind]: [card for card in cards if card[:2] == kind] for kind in WITH}


def result(action, mine=(), theirs=(), **more):
    """The result of an action of seat 0, against seat 1 if it needs an opponent, both of health 5 (or 6 gloom)."""
    more |= {"n": 6, "options": {"auto_forced": False}}
    if action == "HAUNT":
        table = haunt({"pile": ["ps_moths"], **held(*theirs)}, **more)
    else:
        table = start(held(*mine), held(*theirs), **more)
        table = table.do("SEARCH") if action == "SEARCH" else against_seat_1(table, action)
    if table.decision == "REACT":
        table.do("NO")
    assert table.table["has_result"] == 1
    return int(table.table["result"])


def after_roll(*dice, seat, roll="ROLL1", **more):
    table = start(seat, decision="ROLL", dice=list(dice), n=6, **more)
    return table.do(roll)


def test_every_passive_power_and_item_is_here():
    assert set(CARDS) == PASSIVE | ITEMS


# modify_roll


@pytest.mark.clause("HD-FX-8")
@pytest.mark.parametrize(("card", "holder"), list(product(CARDS, (0, 1))))
def test_a_card_changes_the_rolls_it_names_and_no_other(card, holder):
    plain = {"SEARCH": 10, "PROBE": 5, "ATTACK": 5, "HAUNT": 6}
    for action, value in plain.items():
        sides = {"mine": [card]} if holder == 0 else {"theirs": [card]}
        if action == "HAUNT" and holder == 0:
            continue  # a ghost holds no cards
        assert result(action, **sides) == value + CHANGES.get((card, holder, action), 0), action


@pytest.mark.clause("HD-FX-8", "HD-MOVE-1")
@pytest.mark.parametrize(
    ("cards", "extra"),
    [((), 0), (("ps_houndkeeper",), 1), (("it_nailed_boots",), 1), (("it_nailed_boots",) * 2 + ("ps_houndkeeper",), 3)],
)
def test_move_modifiers_add_movement_points_to_every_movement_roll(cards, extra):
    assert int(after_roll(3, seat=held(*cards)).table["mp"]) == 3 + extra
    assert int(after_roll(3, 4, seat=held(*cards), roll="ROLL2").table["mp"]) == 7 + extra


# Sums (HD-FX-10)


@pytest.mark.clause("HD-FX-10")
def test_equal_standing_ops_add_up():
    assert result("HAUNT", theirs=["it_silver_bell"] * 2) == 4
    assert result("HAUNT", theirs=["it_silver_bell"] * 2 + ["ps_medium"]) == 2
    assert result("ATTACK", mine=["it_blackthorn"] * 2 + ["ps_brawler"]) == 8
    assert result("SEARCH", mine=["it_storm_lantern"] * 2 + ["ps_antiquary"]) == 13
    assert result("PROBE", mine=["ps_inquisitor"], theirs=["ps_player_of_parts"]) == 5


@pytest.mark.clause("HD-FX-8", "HD-FX-10")
@pytest.mark.parametrize("veils", [0, 1, 2])
def test_thin_veils_in_play_raise_every_haunt(veils):
    assert result("HAUNT", persistent=["ha_thin_veil"] * veils) == 6 + veils
    assert result("PROBE", persistent=["ha_thin_veil"] * veils) == 5


@pytest.mark.clause("HD-FX-8", "HD-FX-2")
def test_a_veil_looked_at_counts_from_then_on():
    table = look("ha_thin_veil", {}, {**GHOST, "pawn": KIRK, "gloom": 6}, dice=[6, 1, 2, 2, 1, 6]).do("END_TURN")
    table.do("ROLL1", "END_TURN", "ROLL1", "HAUNT", "SEAT 1")
    assert int(table.table["result"]) == 7


# Movement


@pytest.mark.clause("HD-FX-8", "HD-MOVE-10")
def test_edge_cap_lowers_numbered_edges_only():
    board = {
        "4,4": "ti_cemetery",
        "5,5": "ti_black_tarn",
        "4,5": "ti_fold",
        "5,6": "ti_mill",
        "5,4": "ti_inn",
        "6,5": "ti_well",
    }
    seat = {"pawn": "5,5", "up": ["ps_pathfinder"]}  # the Tarn: north 6, east X, south 5, west 2
    assert "MOVE_E" not in start(seat, board=board, mp=12).legal
    for direction in ("MOVE_N", "MOVE_S", "MOVE_W"):
        assert int(start(seat, board=board, mp=5).do(direction).table["mp"]) == 3
        assert direction not in start(seat, board=board, mp=1).legal
    seat = {"pawn": KIRK, "up": ["ps_pathfinder"]}
    assert int(start(seat, board=BOARD, mp=5).do("MOVE_N").table["mp"]) == 4  # an edge of 1 still costs 1


@pytest.mark.clause("HD-FX-8", "HD-MOVE-10")
def test_edge_x_opens_x_edges_for_its_cost():
    board = {"4,5": "ti_covered_bridge", "3,5": "ti_inn", "4,6": "ti_mill"}
    plain, roped = {"pawn": "4,5"}, {"pawn": "4,5", "items": ["it_rope_and_hook"]}
    assert "MOVE_N" not in start(plain, board=board, mp=12).legal
    assert "MOVE_N" not in start(roped, board=board, mp=2).legal
    assert int(start(roped, board=board, mp=4).do("MOVE_N").table["mp"]) == 1
    assert int(start(roped, board=board, mp=4).do("MOVE_E").table["mp"]) == 3


@pytest.mark.clause("HD-FX-8", "HD-FX-12")
@pytest.mark.parametrize("copies", [1, 2])
def test_leaden_feet_forbid_two_dice_to_the_cursed_player_only(copies):
    curses = [{"card": "ha_leaden_feet", "seat": 0}] * copies
    table = start({}, decision="ROLL", persistent=curses, options={"auto_forced": False})
    assert table.legal == {"ROLL1"}
    assert table.refuses("ROLL2")
    table = start({}, decision="ROLL", persistent=curses, active=1)
    assert table.legal == {"ROLL1", "ROLL2"}


@pytest.mark.clause("HD-FX-12")
def test_a_curse_of_scope_self_is_attached_to_the_owner_of_the_pile_for_all_to_see():
    table = look("ha_leaden_feet", dice=[6, 1, 4], options={"auto_forced": False})
    assert [table.persistent("ha_leaden_feet", seat) for seat in range(4)] == [0, 1, 0, 0]
    assert any("Leaden Feet" in event for event in table.events())
    assert table.do("END_TURN").asked == (1, "ROLL")
    assert table.legal == {"ROLL1"}


# Evil Twins


@pytest.mark.clause("HD-FX-8", "HD-DICE-1")
def test_the_twinless_child_ignores_the_holders_doubles_only():
    table = after_roll(3, 3, seat=held("ps_twinless"), roll="ROLL2")
    assert (table.asked, int(table.table["mp"]), table.health(0)) == ((0, "MAIN"), 6, "5/5")
    assert after_roll(3, 3, seat=held(), roll="ROLL2").asked == (0, "EVIL_TWINS")
    table = start(held(), held("ps_twinless"), dice=[3, 3], n=6).do("PROBE")
    assert table.asked == (0, "EVIL_TWINS")
    table = start(held("ps_twinless"), held(), dice=[3, 3], n=6).do("PROBE")
    assert table.asked == (1, "ROLL")  # 5 + 3 - 5 - 3 = 0, no Twins


# Death


@pytest.mark.clause("HD-FX-8", "HD-FX-2", "HD-GHOST-3")
@pytest.mark.parametrize(
    ("pile", "gloom"), [(["ha_recoil"], 1), (["ha_unquiet_dust"], 3), (["ha_unquiet_dust"] * 2 + ["ha_recoil"], 7)]
)
def test_death_gloom_counts_while_the_card_is_in_the_pile(pile, gloom):
    table = look("ha_grave_chill", {"health": "1/5", "pile": ["ps_warden", "ha_grave_chill", *pile]})
    assert table.is_ghost(1)
    assert table.own_gloom(1) == gloom


# Copies


@pytest.mark.clause("HD-FX-11")
def test_copies_of_an_item_are_one_choice():
    table = start(held(), held("it_blackthorn", "it_blackthorn", "it_silver_bell"), n=6).do("ATTACK", "OPT_TAKE")
    assert table.legal == {"ITEM it_blackthorn", "ITEM it_silver_bell"}
    table.do("ITEM it_blackthorn")
    assert (table.items(0), table.items(1)) == (["it_blackthorn"], ["it_blackthorn", "it_silver_bell"])
