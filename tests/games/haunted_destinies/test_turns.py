"""The turn: its roll, steps, one action and free actions, and how it ends (HD-TURN)."""

from typing import Any

import pytest

from tests.games.haunted_destinies.table import Table

KIRK, STONES = "4,5", "4,6"  # Old Kirk beside the Cemetery, the Standing Stones beyond
FREE = {"MUTUAL_LOOK", "TRADE", "TALK", "USE_POWER"}
STEPS = {"MOVE_N", "MOVE_E", "MOVE_S", "MOVE_W"}
ACTIONS = {"SEARCH", "PROBE", "ATTACK", "HAUNT", "SYPHON"}


def at_kirk(*seats: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> Table:
    """Everybody on the Old Kirk after the movement roll, the last seat with the Opener card."""
    placed = [{"pawn": KIRK, **seat} for seat in seats]
    placed += [{"pawn": KIRK} for _ in range(3 - len(seats))]
    placed[-1].setdefault("pile", []).append("ps_opener")
    position = {
        "decision": "MAIN",
        "board": {KIRK: "ti_old_kirk", STONES: "ti_standing_stones"},
        "seats": placed,
        "force": {"dice": list(dice)},
    }
    return Table(position | more)


@pytest.mark.clause("HD-TURN-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("first", [0, 2])
def test_turns_pass_clockwise_and_skip_nobody_not_even_a_ghost_without_gloom(players, first):
    seats = [{"pile": ["ps_opener"]}, {"ghost": True, "gloom": 0}, {}]
    t = Table({"options": {"players": players}, "active": first, "seats": seats})
    order = []
    for _ in range(2 * players):
        assert t.decision == "ROLL"
        order.append(t.decider)
        t.do("ROLL1", "END_TURN")
    assert order == [(first + i) % players for i in range(2 * players)]


@pytest.mark.clause("HD-TURN-2", "HD-TURN-3")
@pytest.mark.parametrize("seat", [{}, {"ghost": True, "gloom": 3}])
def test_the_turn_starts_with_a_compulsory_roll_and_nothing_else(seat):
    t = at_kirk({**seat, "pawn": KIRK}, decision="ROLL", gloom={KIRK: 2})
    assert t.asked == (0, "ROLL")
    assert t.legal == {"ROLL1", "ROLL2"}
    for action in ("END_TURN", "TALK", "MOVE_W", "SEARCH", "PROBE", "SYPHON", "PASS"):
        assert t.refuses(action)


@pytest.mark.clause("HD-TURN-2", "HD-TURN-3")
@pytest.mark.parametrize(("roll", "dice"), [("ROLL1", [4, 0]), ("ROLL2", [4, 2])])
def test_one_die_is_the_light_one_and_two_are_both(roll, dice):
    t = at_kirk(decision="ROLL", dice=(4, 2)).do(roll)
    assert t.asked == (0, "MAIN")
    assert [t.table["move_light"], t.table["move_dark"]] == dice


@pytest.mark.clause("HD-TURN-4")
def test_steps_and_the_action_are_interleaved_and_the_player_ends_the_turn():
    t = at_kirk(decision="ROLL", dice=(6, 5, 1, 1), options={"evil_twins_scope": "movement"})
    t.do("ROLL2", "MOVE_E", "MOVE_W", "SEARCH", "OPT_LOOK_OTHER", "FACE_DOWN", "SEAT 1")
    assert t.asked == (0, "MAIN")
    assert t.legal >= {"MOVE_E", "MOVE_W", "END_TURN"}
    assert not t.legal & ACTIONS, "one action a turn"
    assert all(t.refuses(action) for action in ACTIONS)
    t.do("MOVE_E", "MOVE_W", "END_TURN")
    assert t.asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-4")
def test_the_action_may_be_left_out():
    assert at_kirk().do("END_TURN").asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-5")
@pytest.mark.parametrize("before", [True, False])
def test_free_actions_come_before_or_after_the_action_and_do_not_use_it_up(before):
    mine = {"pile": ["ps_moths", "ps_kitchen"], "up": ["ps_sleepwalker"], "items": ["it_nailed_boots"]}
    t = at_kirk(mine, {"pile": ["ps_brawler"]}, dice=(1, 3), mp=9)
    free = ["TALK", "ACCUSE", "SEAT 1", "USE_POWER", "SLOT 0", "INSERT 1", "MOVE_E", "MOVE_W"]
    free += ["TRADE", "SEAT 1", "ITEM it_nailed_boots", "PASS", "YES"]
    free += ["MUTUAL_LOOK", "SEAT 1", "SLOT 0", "FACE_DOWN", "SEAT 0", "FACE_DOWN", "SEAT 1"]
    search = ["SEARCH", "OPT_LOOK_OTHER", "SEAT 1", "FACE_DOWN", "SEAT 1"]
    assert t.legal >= FREE
    if before:
        t.do(*free)
        assert not t.legal & {"TALK", "TRADE", "USE_POWER"}
        assert t.legal >= {"SEARCH", "PROBE", "ATTACK"}
        t.do(*search)
    else:
        t.do(*search)
        assert t.legal >= FREE
        t.do(*free)
    assert t.asked == (0, "MAIN")


@pytest.mark.clause("HD-TURN-6")
@pytest.mark.parametrize(
    ("actions", "dice", "asked"),
    [
        (["SEARCH"], (6, 1), (0, "SEARCH_OPTION")),
        (["SEARCH"], (3, 3), (0, "EVIL_TWINS")),
        (["PROBE", "SEAT 1"], (6, 1), (0, "PROBE_PRIZE")),
        (["PROBE", "SEAT 1"], (1, 6), (1, "PROBE_PENALTY")),
        (["ATTACK", "SEAT 1"], (6, 1), (0, "ATTACK_PRIZE")),
        (["ATTACK", "SEAT 1", "PASS"], (6, 1), (0, "CONTINUE")),
        (["SEARCH", "OPT_LOOK_OTHER"], (6, 1), (0, "LOOK_SEAT")),
    ],
)
def test_no_step_and_no_free_action_in_the_middle_of_an_action(actions, dice, asked):
    mine = {"pile": ["ps_moths", "ps_kitchen"], "up": ["ps_sleepwalker"], "items": ["it_nailed_boots"]}
    t = at_kirk(mine, {"pile": ["ps_brawler"]}, dice=dice, mp=9)
    assert t.legal >= {"MOVE_E", *FREE}
    t.do(*actions)
    assert t.asked == asked
    for action in STEPS | FREE | ACTIONS | {"END_TURN"}:
        assert t.refuses(action)


@pytest.mark.clause("HD-TURN-7")
@pytest.mark.parametrize(
    ("seat", "actions", "dice"),
    [
        ({"health": 2}, ["SEARCH"], (2, 4)),
        ({"health": 3}, ["PROBE", "SEAT 1"], (5, 3)),
        ({"health": 3}, ["ATTACK", "SEAT 1"], (5, 3)),
        ({"ghost": True, "gloom": 2}, ["HAUNT", "SEAT 1"], (1, 4)),
    ],
)
def test_a_result_of_exactly_0_ends_the_turn_at_once(seat, actions, dice):
    t = at_kirk(seat, {"pile": ["ps_brawler"]}, dice=dice, mp=9).do(*actions)
    assert t.asked == (1, "ROLL")
    assert t.table["turn"] == 1
    assert [t.health(1), t.health(2), t.gloom(KIRK)] == ["5/5", "5/5", 0]


@pytest.mark.clause("HD-TURN-7")
@pytest.mark.parametrize(("dice", "ends"), [((1, 4), True), ((1, 5), False), ((1, 3), False)])
def test_only_0_ends_the_turn(dice, ends):
    """The ghost's result is gloom + D - health - L: 0, 1 and -1."""
    t = at_kirk({"ghost": True, "gloom": 2}, dice=dice).do("HAUNT", "SEAT 1")
    assert (t.asked == (1, "ROLL")) == ends


@pytest.mark.clause("HD-TURN-8")
def test_the_turn_of_a_player_who_becomes_a_ghost_ends_after_the_effects_under_way():
    mine = {"health": "1/5", "pile": ["ps_moths", "ha_recoil"]}
    t = at_kirk(mine, {"pile": ["ha_recoil", "ps_kitchen"]}, dice=(6, 1), mp=9)
    t.do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")
    assert t.is_ghost(0)
    assert t.asked == (1, "INSERT_AT"), "the passed card comes to rest first"
    assert t.table["active"] == 0
    t.do("INSERT 0")
    assert t.discards("ha_recoil") == 2
    assert t.asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-8")
def test_the_death_of_another_player_does_not_end_the_turn():
    t = at_kirk({}, {"health": "1/5", "pile": ["ha_grave_chill"]}, dice=(6, 1), mp=9)
    t.do("PROBE", "SEAT 1", "OPT_LOOK_OTHER")
    assert t.is_ghost(1)
    assert t.asked == (0, "MAIN")
    assert "MOVE_E" in t.legal


@pytest.mark.clause("HD-TURN-9")
def test_a_turn_that_is_due_to_end_lets_the_cards_being_obeyed_finish_first():
    """Confession makes its owner look back; Lost Hours, found there, is inside Confession's effect."""
    t = at_kirk({"pile": ["ha_lost_hours"]}, {"pile": ["se_confession"]}, dice=(6, 1), mp=9)
    t.do("PROBE", "SEAT 1", "OPT_LOOK_OTHER")
    assert (t.discards("ha_lost_hours"), t.discards("se_confession")) == (1, 1)
    assert t.asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-9")
def test_nothing_new_is_started_once_the_turn_is_due_to_end():
    t = at_kirk({}, {"pile": ["ha_lost_hours", "ps_moths"]}, dice=(6, 1), mp=9)
    t.do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")
    assert t.asked == (1, "ROLL"), "9 movement points and all free actions are forfeit"


@pytest.mark.clause("HD-TURN-9", "HD-TURN-12")
def test_the_return_look_is_owed_although_the_turn_is_due_to_end():
    t = at_kirk({"pile": ["ha_lost_hours"]}, {"pile": ["ps_brawler", "ps_kitchen"]})
    t.do("MUTUAL_LOOK", "SEAT 1")
    assert (t.discards("ha_lost_hours"), t.table["turn_ending"]) == (1, 1)
    assert t.asked == (1, "PICK_SLOT")
    t.do("SLOT 1")
    assert t.asked == (0, "LOOK_OUTCOME")
    assert t.do("FACE_DOWN", "SEAT 2").asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-12")
def test_the_second_look_of_a_haunt_is_owed_although_the_turn_is_due_to_end():
    pile = ["ha_lost_hours", "ps_brawler", "ps_kitchen"]
    t = at_kirk({"ghost": True, "gloom": 8}, {"pile": pile}, dice=(1, 6))
    t.do("HAUNT", "SEAT 1", "H_LOOK2", "SLOT 0")
    assert (t.discards("ha_lost_hours"), t.table["turn_ending"]) == (1, 1)
    assert t.asked == (0, "PICK_SLOT")
    assert t.do("SLOT 1", "FACE_DOWN", "SEAT 1").asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-12")
@pytest.mark.parametrize("last", [["OPT_LOOK_OWN", "SLOT 1", "FACE_DOWN", "SEAT 1"], ["PASS"]])
def test_later_search_tiers_are_owed_although_the_turn_is_due_to_end(last):
    t = at_kirk(
        {"pile": ["ps_moths", "ps_kitchen"]},
        {"pile": ["ha_lost_hours", "ps_brawler"]},
        dice=(6, 1),
        options={"search_tiers": "each"},
        decks={"search": ["it_silver_bell"]},
    )
    t.do("SEARCH", "OPT_LOOK_OTHER", "SEAT 1", "SLOT 0")
    assert (t.discards("ha_lost_hours"), t.table["turn_ending"]) == (1, 1)
    assert t.asked == (0, "SEARCH_OPTION")
    assert t.legal == {"OPT_LOOK_OWN", "PASS"}
    assert t.do(*last).asked == (1, "ROLL")


@pytest.mark.clause("HD-TURN-12")
def test_a_draw_still_owed_is_made_although_the_turn_is_due_to_end():
    """The return look turns a card up; its reward draw comes before the end of the turn."""
    t = at_kirk({"pile": ["ha_lost_hours"]}, {"pile": ["ps_brawler"]})
    t.do("MUTUAL_LOOK", "SEAT 1", "FACE_UP", "SEAT 2")
    assert t.asked == (2, "INSERT_AT")
    assert t.do("INSERT 0").asked == (1, "ROLL")
