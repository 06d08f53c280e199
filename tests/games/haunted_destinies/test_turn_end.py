"""The end of a turn and what starts anew with the next one (HD-TURN-10, HD-TURN-11)."""

from typing import Any

import pytest

from tests.games.haunted_destinies.table import Table

KIRK = "4,5"
GHOST = {"ghost": True, "gloom": 7, "pawn": KIRK}
HEARTHS = {"persistent": ["ha_cold_hearths"]}  # met if the ghosts' gloom reaches the health of the living
USED = {
    "action": True,
    "looked": [1, 2],
    "powers": ["ps_sleepwalker"],
    "rerolls": ["it_pocket_mirror"],
    "offers": 1,
    "claims": 1,
    "tells": 1,
}


def last_turn(*seats: dict[str, Any], limit: int = 1, **more: Any) -> Table:
    """Seat 0 may end the turn; dawn comes after `limit` turns."""
    return Table({"decision": "MAIN", "options": {"max_turns": limit}, "seats": list(seats), **more})


@pytest.mark.clause("HD-TURN-10")
def test_ghost_wins_come_before_the_turn_limit():
    t = last_turn({"health": 3, "pile": ["ps_opener"]}, {"health": 4}, GHOST | {"pawn": "4,4"}, **HEARTHS)
    t.do("END_TURN")
    assert (t.is_over, t.reason) == (True, "GHOSTS")
    assert t.returns == [-1, -1, 1]
    assert t.table["turn"] == 0, "the counter had not risen yet"


@pytest.mark.clause("HD-TURN-10")
def test_without_a_ghost_win_the_turn_limit_ends_the_game():
    t = last_turn({"health": 4, "pile": ["ps_opener"]}, {"health": 4}, GHOST | {"pawn": "4,4"}, **HEARTHS)
    t.do("END_TURN")
    assert (t.is_over, t.reason, t.table["turn"]) == (True, "DAWN", 1)


@pytest.mark.clause("HD-TURN-10")
def test_the_limit_counts_completed_turns():
    t = last_turn({"pile": ["ps_opener"]}, {}, {}, limit=7, turn=5)
    t.do("END_TURN")
    assert (t.is_over, t.asked, t.table["turn"]) == (False, (1, "ROLL"), 6)
    t.do("ROLL1", "END_TURN")
    assert (t.is_over, t.reason) == (True, "DAWN")


@pytest.mark.clause("HD-TURN-10")
@pytest.mark.parametrize("ending", ["chosen", "result 0", "death"])
def test_ghost_wins_are_checked_however_the_turn_ends(ending):
    """Seat 0 searches with 1 health (result 0), dies of Evil Twins, or simply ends the turn."""
    dice = {"chosen": [], "result 0": [3, 4], "death": [4, 4]}[ending]
    t = Table(
        {
            "decision": "MAIN",
            "board": {KIRK: "ti_old_kirk"},
            "seats": [{"health": 1, "pawn": KIRK}, {"health": 5, "pile": ["ps_opener"]}, {}, GHOST | {"gloom": 11}],
            "force": {"dice": dice},
            **HEARTHS,
        }
    )
    t.do("END_TURN") if ending == "chosen" else t.do("SEARCH")
    if ending == "death":
        t.do("OPT_WOUND")
    assert (t.is_over, t.reason) == (True, "GHOSTS")


@pytest.mark.clause("HD-TURN-10")
def test_a_condition_met_only_during_the_turn_does_not_count():
    seats = [{"health": 3, "pawn": KIRK, "pile": ["ps_opener"]}, {"health": 4}, GHOST]
    t = Table(
        {
            "decision": "MAIN",
            "board": {KIRK: "ti_old_kirk"},
            "seats": seats,
            "decks": {"search": ["se_hot_broth"]},
            "force": {"dice": [2, 1]},
            **HEARTHS,
        }
    )
    assert not t.is_over, "7 gloom against 7 health, but the turn is not over"
    t.do("SEARCH", "END_TURN")
    assert (t.health(0), t.is_over) == ("4/5", False)


@pytest.mark.clause("HD-TURN-10", "HD-MOVE-6")
def test_unused_movement_points_vanish_with_the_turn():
    t = last_turn({"pile": ["ps_opener"]}, {}, {}, limit=99, mp=9, force={"dice": [2]})
    t.do("END_TURN")
    assert t.table["mp"] == 0
    t.do("ROLL1")
    assert (t.decider, t.table["mp"]) == (1, 2)


def used_up() -> Table:
    """Everybody on the Old Kirk, seat 0 with every kind of card, and everything of this turn used."""
    mine = {"pile": ["ps_moths", "ps_kitchen"], "up": ["ps_sleepwalker"]}
    mine |= {"items": ["it_nailed_boots", "it_pocket_mirror"]}
    seats = [mine, {"pile": ["ps_opener"]}, {"pile": ["ps_brawler"], "items": ["it_silver_bell"]}]
    return Table(
        {
            "options": {"auto_forced": False},
            "decision": "MAIN",
            "board": {KIRK: "ti_old_kirk"},
            "seats": [seat | {"pawn": KIRK} for seat in seats],
            "used": USED,
            "force": {"dice": [1, 1, 1, 6, 1, 5, 2]},
        }
    )


@pytest.mark.clause("HD-TURN-11")
def test_what_was_used_stays_used_until_the_turn_ends():
    assert used_up().legal == {"END_TURN"}


@pytest.mark.clause("HD-TURN-11")
def test_every_limit_is_reset_when_the_next_turn_begins():
    t = used_up().do("END_TURN", "ROLL1")
    assert t.legal >= {"SEARCH", "PROBE", "ATTACK", "MUTUAL_LOOK", "TRADE", "TALK"}
    assert t.do("MUTUAL_LOOK").legal == {"SEAT 0", "SEAT 2"}
    t.do("SEAT 0", "SLOT 0", "FACE_DOWN", "SEAT 1", "SLOT 0", "FACE_DOWN", "SEAT 0")
    t.do("END_TURN", "ROLL1", "END_TURN", "ROLL1")
    assert t.decider == 0
    assert t.legal >= {"SEARCH", "MUTUAL_LOOK", "TRADE", "TALK", "USE_POWER"}
    t.do("SEARCH")
    assert t.asked == (0, "REACT"), "the Pocket Mirror may be used again"


@pytest.mark.clause("HD-TURN-11")
def test_a_used_reroll_is_not_offered_in_the_same_turn():
    t = used_up()
    t.do("END_TURN", "ROLL1", "END_TURN", "ROLL1", "END_TURN", "ROLL1", "ATTACK", "SEAT 1")
    assert t.asked == (0, "REACT")
    t.do("YES", "PASS")
    assert t.asked == (0, "CONTINUE")
    t.do("YES")
    assert t.asked[1] != "REACT", "a new round, but the Mirror is used"
