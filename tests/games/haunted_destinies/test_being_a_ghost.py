"""What ghosts can do and what can happen to them (HD-GHOST-13 to HD-GHOST-19)."""

import numpy as np
import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK, LOSES, WINS, ghosts, haunts, pair
from tests.games.haunted_destinies.table import Table

GHOST = {"ghost": True, "gloom": 4}
STRONG = (2, 5)  # a ghost with 9 gloom reaches every option of a haunt against 5/5

# HD-GHOST-13, HD-GHOST-14: gloom instead of health


@pytest.mark.clause("HD-GHOST-13")
@pytest.mark.parametrize(("gloom", "left"), [(9, 8), (6, 5)])
def test_a_wound_costs_a_ghost_1_gloom(gloom, left):
    victim = {"pile": ["ha_recoil"], "health": "2/5"}
    assert haunts(gloom, victim, HOLDER, dice=STRONG).do("H_LOOK1").own_gloom(0) == left


@pytest.mark.clause("HD-GHOST-13")
@pytest.mark.parametrize("reward_health", ["heal", "token"])
def test_a_heal_adds_1_gloom(reward_health):
    table = haunts(9, {"pile": ["ps_warden"]}, HOLDER, dice=STRONG, options={"reward_health": reward_health})
    table.do("H_LOOK1", "FACE_UP", "OPT_HEAL")
    assert table.own_gloom(0) == 10
    assert table.health(0) == "0/0"


@pytest.mark.clause("HD-GHOST-14")
@pytest.mark.parametrize(
    ("scene", "ghost"),
    [
        (lambda: pair({"ghost": True}, {"pile": ["ps_warden"]}, HOLDER, dice=LOSES[::-1]).do("HAUNT"), 0),
        (lambda: pair(HOLDER, {"ghost": True}, {}, dice=WINS).do("PROBE", "OPT_WOUND"), 1),
        (lambda: pair(HOLDER, {"ghost": True}, {}, dice=WINS).do("ATTACK", "OPT_WOUND"), 1),
    ],
)
def test_gloom_never_falls_below_0_and_the_ghost_plays_on(scene, ghost):
    table = scene()
    assert table.own_gloom(ghost) == 0
    assert table.is_ghost(ghost)
    assert not table.is_over


@pytest.mark.clause("HD-GHOST-14")
def test_a_ghost_with_0_gloom_takes_its_turn():
    table = Table({"active": 1, "decision": "MAIN", "seats": [HOLDER, {}, {"ghost": True}]}).do("END_TURN")
    assert table.asked == (2, "ROLL")


# HD-GHOST-15: drawing


@pytest.mark.clause("HD-GHOST-15")
@pytest.mark.parametrize("drawer", [1, 3])
def test_a_ghost_that_has_to_draw_picks_a_living_player(drawer):
    seats = [GHOST, HOLDER, {"ghost": True}, {"pile": ["ps_medium"]}]
    table = Table({"seats": seats, "force": {"dice": [2, 2]}, "decks": {"haunting": ["ha_recoil"]}})
    table.do("ROLL2", "OPT_HAUNTING")
    assert table.asked == (0, "PICK_DRAWER")
    assert table.legal == {"SEAT 1", "SEAT 3"}
    table.do(f"SEAT {drawer}")
    assert table.asked == (drawer, "INSERT_AT")
    table.do("INSERT 0")
    assert table.pile(drawer)[0] == "ha_recoil"
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-GHOST-15")
def test_a_ghost_made_to_draw_by_a_card_picks_a_living_player_too():
    """Twin Shadows: first the pile's owner draws, then the looker, a ghost."""
    table = haunts(9, {"pile": ["ha_twin_shadows"]}, HOLDER, dice=STRONG).do("H_LOOK1")
    assert len(table.pile(1)) == 1
    assert table.asked == (0, "PICK_DRAWER")
    assert table.legal == {"SEAT 1", "SEAT 2"}


# HD-GHOST-16, HD-GHOST-17: a ghost's turn


def busy_tile(actor: dict) -> Table:
    """Seat 0 has rolled and stands with everybody else on a searchable tile with gloom."""
    others = [{**HOLDER, "items": ["it_silver_bell"]}, {"ghost": True, "gloom": 1}]
    return Table(
        {
            "decision": "MAIN",
            "mp": 2,
            "board": {KIRK: "ti_old_kirk"},
            "gloom": {KIRK: 3},
            "seats": [{"pawn": KIRK, **seat} for seat in (actor, *others)],
        }
    )


@pytest.mark.clause("HD-GHOST-16", "HD-GHOST-17")
def test_a_ghost_may_move_haunt_syphon_and_talk_and_nothing_else():
    assert busy_tile(GHOST).legal == {"MOVE_W", "HAUNT", "SYPHON", "TRADE", "TALK", "TELL", "END_TURN"}


@pytest.mark.clause("HD-GHOST-16", "HD-GHOST-17")
def test_the_living_have_the_other_actions_in_the_same_place():
    living = {"pile": ["ps_medium"], "up": ["ps_sleepwalker"]}
    actions = {"SEARCH", "PROBE", "ATTACK", "MUTUAL_LOOK", "TRADE", "USE_POWER"}
    assert busy_tile(living).legal == {"MOVE_W", "TALK", "TELL", "END_TURN"} | actions


@pytest.mark.clause("HD-GHOST-16")
def test_a_ghost_rolls_moves_and_has_one_action_like_everybody():
    board = {KIRK: "ti_old_kirk"}
    position = {"board": board, "gloom": {KIRK: 3}, "seats": [GHOST, HOLDER, {}], "force": {"dice": [4, 2, 5]}}
    table = Table(position)
    assert table.asked == (0, "ROLL")
    assert table.legal == {"ROLL1", "ROLL2"}
    table.do("ROLL1", "MOVE_E", "SYPHON", "AMOUNT 2")
    assert table.pawn(0) == KIRK
    assert table.legal == {"MOVE_W", "TALK", "END_TURN"}
    assert table.refuses("SYPHON")


@pytest.mark.clause("HD-GHOST-17")
def test_nobody_looks_at_cards_or_trades_items_with_a_ghost():
    actor = {"pawn": KIRK, "pile": ["ps_medium"], "items": ["it_silver_bell"]}
    seats = [actor, {"pawn": KIRK, "ghost": True, "gloom": 1}, HOLDER]
    table = Table({"decision": "MAIN", "board": {KIRK: "ti_old_kirk"}, "seats": seats})
    assert table.legal == {"SEARCH", "PROBE", "ATTACK", "TRADE", "TALK", "TELL", "END_TURN"}
    assert table.refuses("MUTUAL_LOOK")
    assert table.do("TRADE").legal == {"WORD", "NOTES", "PASS"}


# HD-GHOST-18


@pytest.mark.clause("HD-GHOST-18")
@pytest.mark.parametrize("seed", range(4))
def test_ghosts_never_return_to_life(seed):
    """Random play among players who die easily, to the end of the game."""
    rng = np.random.default_rng(seed)
    piles = [["ps_opener", "se_second_breath"], ["ps_kitchen", "ps_medium"], ["ps_physician", "ps_warden"]]
    seats = [{"health": "1/5", "pile": pile} for pile in piles]
    table = Table(
        {"seats": [*seats, {}, GHOST], "board": {KIRK: "ti_old_kirk"}, "seed": seed, "options": {"max_turns": 40}}
    )
    dead = {4}
    while not table.is_over:
        table.do(str(rng.choice(sorted(table.legal))))
        assert dead <= set(ghosts(table))
        dead = set(ghosts(table))
        assert all(table.health(seat) == "0/0" for seat in dead)
    assert len(dead) > 1


# HD-GHOST-19


@pytest.mark.clause("HD-GHOST-19")
@pytest.mark.parametrize(("action", "decision"), [("PROBE", "PROBE_PRIZE"), ("ATTACK", "ATTACK_PRIZE")])
def test_a_ghost_that_loses_a_conflict_can_only_lose_1_gloom(action, decision):
    table = pair(HOLDER, GHOST, {}, dice=WINS).do(action)
    assert table.asked == (0, decision)
    assert table.legal == {"OPT_WOUND", "PASS"}
    assert table.do("OPT_WOUND").own_gloom(1) == 3


@pytest.mark.clause("HD-GHOST-19")
@pytest.mark.parametrize("action", ["PROBE", "ATTACK"])
def test_the_winner_may_spare_the_ghost(action):
    assert pair(HOLDER, GHOST, {}, dice=WINS).do(action, "PASS").own_gloom(1) == 4


@pytest.mark.clause("HD-GHOST-19")
def test_a_ghost_that_loses_a_haunt_loses_1_gloom_and_nothing_else():
    table = pair(GHOST, {}, HOLDER, dice=(6, 1), mp=2).do("HAUNT")
    assert table.own_gloom(0) == 3
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-GHOST-19")
def test_even_the_risen_opener_takes_only_1_gloom():
    table = pair({"up": ["ps_opener"]}, GHOST, {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert table.own_gloom(1) == 3
