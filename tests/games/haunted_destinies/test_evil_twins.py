"""Rolls and the Evil Twins (HD-DICE), with the examples EX-07 to EX-10."""

from typing import Any

import pytest

from tests.games.haunted_destinies.table import Table

KIRK = "4,5"
GHOST = {"ghost": True, "gloom": 6}
BOTH = {"evil_twins": "both"}
MOVEMENT = {"evil_twins_scope": "movement"}
NEXT_TURN = (1, "ROLL")

# What seat 0 does to roll two dice, by kind of roll.
ROLLS = {
    "movement": ["ROLL2"],
    "search": ["SEARCH"],
    "probe": ["PROBE", "SEAT 1"],
    "attack": ["ATTACK", "SEAT 1"],
    "haunt": ["HAUNT", "SEAT 1"],
    "syphon": ["SYPHON"],
}
ACTION_ROLLS = [kind for kind in ROLLS if kind != "movement"]
LIVING_ROLLS = ["movement", "search", "probe", "attack"]


def roll(kind: str, *dice: int, me: dict[str, Any] | None = None, gloom: int = 2, **more: Any) -> Table:
    """Seat 0 rolls these dice on the Old Kirk, where seats 1 and 2 (with the Opener card) stand too."""
    if me is None:
        me = GHOST if kind in ("haunt", "syphon") else {"pile": ["ps_moths"]}
    seats = [me, {"pile": ["ps_brawler"]}, {"pile": ["ps_opener"]}]
    position = {
        "decision": "ROLL" if kind == "movement" else "MAIN",
        "board": {KIRK: "ti_old_kirk"},
        "gloom": {KIRK: gloom} if gloom else {},
        "seats": [{"pawn": KIRK, **seat} for seat in seats],
        "decks": {"search": ["it_silver_bell"]},
        "force": {"dice": list(dice)},
    }
    return Table(position | more).do(*ROLLS[kind])


def haunting_left(t: Table) -> int:
    return int(t.table["haunting_left"])


def condition(t: Table) -> str | int:
    """Seat 0's health, or its gloom."""
    return t.own_gloom(0) if t.is_ghost(0) else t.health(0)


@pytest.mark.clause("HD-DICE-1")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_equal_dice_cost_a_wound_or_a_haunting_card_at_the_rollers_choice(die):
    t = roll("movement", die, die)
    assert t.asked == (0, "EVIL_TWINS")
    assert t.legal == {"OPT_WOUND", "OPT_HAUNTING"}
    t.do("OPT_WOUND")
    assert (t.health(0), t.pile(0), t.asked) == ("4/5", ["ps_moths"], (0, "MAIN"))

    t = roll("movement", die, die, decks={"haunting": ["ha_recoil", "..."]}).do("OPT_HAUNTING")
    assert t.asked == (0, "INSERT_AT")
    t.do("INSERT 1")
    assert (t.health(0), t.pile(0), t.asked) == ("5/5", ["ps_moths", "ha_recoil"], (0, "MAIN"))


@pytest.mark.clause("HD-DICE-1")
def test_unequal_dice_and_a_single_die_wake_nobody():
    assert roll("movement", 3, 4).asked == (0, "MAIN")
    t = Table({"seats": [{"pile": ["ps_opener"]}, {}, {}], "force": {"dice": [3, 3]}})
    assert t.do("ROLL1").asked == (0, "MAIN")


@pytest.mark.clause("HD-DICE-2")
@pytest.mark.parametrize("kind", ROLLS)
def test_every_two_dice_roll_wakes_the_twins_for_the_roller_alone(kind):
    t = roll(kind, 5, 5)
    assert t.asked == (0, "EVIL_TWINS")
    others = [t.health(1), t.pile(1), t.health(2), t.pile(2)]
    t.do("OPT_WOUND")
    assert condition(t) == ("4/5" if kind in LIVING_ROLLS else 7 if kind == "syphon" else 5)
    assert others == [t.health(1), t.pile(1), t.health(2), t.pile(2)]


@pytest.mark.clause("HD-DICE-2")
@pytest.mark.parametrize("kind", ROLLS)
def test_unequal_dice_of_any_roll_do_not(kind):
    assert roll(kind, 5, 4).decision != "EVIL_TWINS"


@pytest.mark.clause("HD-DICE-2")
def test_each_round_of_an_attack_is_a_roll_of_its_own():
    t = roll("attack", 6, 1, 2, 2)
    assert t.asked == (0, "ATTACK_PRIZE")
    assert t.do("PASS", "YES").asked == (0, "EVIL_TWINS")


@pytest.mark.clause("HD-DICE-3")
def test_a_reroll_comes_before_the_twins():
    mirror = {"items": ["it_pocket_mirror"], "pile": ["ps_moths"]}
    t = roll("search", 4, 4, 6, 1, me=mirror)
    assert t.asked == (0, "REACT")
    assert t.do("YES").asked == (0, "SEARCH_OPTION"), "the first dice count for nothing"
    assert roll("search", 4, 4, me=mirror).do("NO").asked == (0, "EVIL_TWINS")
    assert roll("search", 6, 1, 4, 4, me=mirror).do("YES").asked == (0, "EVIL_TWINS")


@pytest.mark.clause("HD-DICE-3")
def test_the_result_is_computed_with_the_gloom_after_the_twins():
    """3 + 4 - 3 - 4 = 0, since the Skull, reached by the twins' card, has put a third token on the tile."""
    deck = {"decks": {"haunting": []}, "discards": {"haunting": ["ha_recoil"]}}
    t = roll("search", 4, 4, me={"health": 3}, **deck).do("OPT_HAUNTING")
    assert (t.gloom(KIRK), t.asked) == (3, NEXT_TURN)


@pytest.mark.clause("HD-DICE-3")
@pytest.mark.parametrize(("choice", "asked"), [("OPT_WOUND", NEXT_TURN), ("OPT_HAUNTING", (0, "ATTACK_PRIZE"))])
def test_the_result_is_computed_with_the_health_after_the_twins(choice, asked):
    t = roll("attack", 2, 2, me={"health": "6/6"}).do(choice)
    assert t.asked == asked


@pytest.mark.clause("HD-DICE-4")
@pytest.mark.parametrize("kind", LIVING_ROLLS)
def test_a_roller_who_dies_of_the_twins_has_no_result_and_no_turn(kind):
    t = roll(kind, 6, 6, me={"health": "1/5"})
    before = haunting_left(t), int(t.table["search_left"])
    t.do("OPT_WOUND")
    assert t.is_ghost(0)
    assert t.asked == NEXT_TURN, "nobody chooses a penalty or declares"
    assert (t.pawn(0), t.gloom(KIRK), t.table["mp"]) == ("4,4", 2, 0)
    assert (haunting_left(t), int(t.table["search_left"])) == before
    assert not any(word in line for line in t.events() for word in ("searches", "probes", "attacks"))


@pytest.mark.clause("HD-DICE-5")
@pytest.mark.parametrize("kind", ["movement", "haunt", "syphon"])
def test_a_ghost_lets_a_living_player_draw_or_loses_a_gloom(kind):
    t = roll(kind, 2, 2, me=GHOST, decks={"haunting": ["ha_recoil", "..."]}).do("OPT_HAUNTING")
    assert (t.asked, t.legal) == ((0, "PICK_DRAWER"), {"SEAT 1", "SEAT 2"})
    t.do("SEAT 2")
    assert t.asked == (2, "INSERT_AT")
    t.do("INSERT 0")
    assert t.pile(2) == ["ha_recoil", "ps_opener"]

    t = roll(kind, 2, 2, me=GHOST).do("OPT_WOUND")
    assert condition(t) == (7 if kind == "syphon" else 5), "a syphon then takes the 2 of the tile"


@pytest.mark.clause("HD-DICE-6")
@pytest.mark.parametrize("kind", ["movement", "haunt", "syphon"])
@pytest.mark.parametrize(("gloom", "legal"), [(0, {"OPT_HAUNTING"}), (1, {"OPT_WOUND", "OPT_HAUNTING"})])
def test_a_ghost_without_gloom_may_not_choose_the_wound(kind, gloom, legal):
    t = roll(kind, 2, 2, me={"ghost": True, "gloom": gloom}, options={"auto_forced": False})
    assert (t.asked, t.legal) == ((0, "EVIL_TWINS"), legal)
    assert t.refuses("OPT_WOUND") == (gloom == 0)


@pytest.mark.clause("HD-DICE-7")
@pytest.mark.parametrize("kind", LIVING_ROLLS)
def test_with_both_the_roller_takes_the_wound_and_then_draws(kind):
    t = roll(kind, 3, 3, options=BOTH, decks={"haunting": ["ha_recoil", "..."]})
    assert (t.asked, t.health(0)) == ((0, "INSERT_AT"), "4/5")
    assert t.do("INSERT 0").pile(0) == ["ha_recoil", "ps_moths"]


@pytest.mark.clause("HD-DICE-7")
@pytest.mark.parametrize(("answer", "health"), [("YES", "5/5"), ("NO", "4/5")])
def test_with_both_a_prevented_wound_still_leaves_the_card(answer, health):
    t = roll("movement", 3, 3, me={"pile": ["ps_moths"], "items": ["it_waxed_coat"]}, options=BOTH)
    assert t.asked == (0, "REACT")
    t.do(answer)
    assert (t.asked, t.health(0)) == ((0, "INSERT_AT"), health)


@pytest.mark.clause("HD-DICE-7")
def test_with_both_a_roller_who_died_draws_nothing():
    t = roll("movement", 3, 3, me={"health": "1/5"}, options=BOTH, decks={"haunting": ["ha_recoil"]})
    assert (t.is_ghost(0), t.asked, haunting_left(t)) == (True, NEXT_TURN, 1)


@pytest.mark.clause("HD-DICE-7")
@pytest.mark.parametrize(("gloom", "left"), [(2, 1), (0, 0)])
def test_with_both_a_ghost_loses_a_gloom_and_picks_a_drawer(gloom, left):
    t = roll("movement", 3, 3, me={"ghost": True, "gloom": gloom}, options=BOTH)
    assert (t.asked, t.own_gloom(0)) == ((0, "PICK_DRAWER"), left)


@pytest.mark.clause("HD-DICE-8")
@pytest.mark.parametrize("kind", ACTION_ROLLS)
def test_with_scope_movement_action_rolls_wake_nobody(kind):
    t = roll(kind, 5, 5, options=MOVEMENT)
    assert t.decision != "EVIL_TWINS"
    assert not any("Evil Twins" in line for line in t.events())
    assert t.pile(0) == ([] if t.is_ghost(0) else ["ps_moths"])
    assert condition(t) == ("5/5" if kind in LIVING_ROLLS else 8 if kind == "syphon" else 6)


@pytest.mark.clause("HD-DICE-8")
def test_with_scope_movement_the_movement_roll_still_does():
    assert roll("movement", 5, 5, options=MOVEMENT).asked == (0, "EVIL_TWINS")


@pytest.mark.example("EX-07")
@pytest.mark.clause("HD-DICE-1", "HD-MOVE-1")
def test_ex_07_doubles_of_the_movement_roll():
    t = roll("movement", 3, 3, me={"health": "2/5"}).do("OPT_WOUND")
    assert (t.health(0), t.table["mp"], t.asked) == ("1/5", 6, (0, "MAIN"))


@pytest.mark.example("EX-08")
@pytest.mark.clause("HD-DICE-3", "HD-SEARCH-4", "HD-SEARCH-5")
def test_ex_08_doubles_of_a_search():
    me = {"health": "3/5", "pile": ["ps_moths"]}
    t = roll("search", 4, 4, me=me).do("OPT_WOUND")
    assert (t.asked, t.gloom(KIRK)) == (NEXT_TURN, 2)
    t = roll("search", 4, 4, me=me, decks={"search": ["it_silver_bell"]}).do("OPT_HAUNTING", "INSERT 0")
    assert (t.gloom(KIRK), t.items(0), t.asked) == (3, ["it_silver_bell"], (0, "MAIN"))


@pytest.mark.example("EX-09")
@pytest.mark.clause("HD-SEARCH-3")
def test_ex_09_a_search_below_0():
    me = {"health": "2/5", "pile": ["ps_moths", "ps_kitchen"]}
    t = roll("search", 1, 3, me=me, gloom=4, decks={"haunting": ["ha_recoil"]}, mp=3)
    assert t.asked == (0, "INSERT_AT")
    t.do("INSERT 1")
    assert t.pile(0) == ["ps_moths", "ha_recoil", "ps_kitchen"]
    assert t.facts(0, 0)[1] == "G", "unseen"
    assert (t.asked, t.gloom(KIRK)) == ((0, "MAIN"), 4)
    assert "MOVE_W" in t.legal
    assert not t.legal & {"SEARCH", "PROBE", "ATTACK"}


@pytest.mark.example("EX-10")
@pytest.mark.clause("HD-SEARCH-2", "HD-SEARCH-7")
def test_ex_10_a_search_with_a_storm_lantern():
    t = roll("search", 1, 2, me={"pile": ["ps_moths"], "items": ["it_storm_lantern"]}, gloom=1)
    assert (t.asked, t.gloom(KIRK)) == ((0, "SEARCH_OPTION"), 2)
    assert t.legal == {"OPT_DRAW_SEARCH", "OPT_LOOK_OTHER"}
