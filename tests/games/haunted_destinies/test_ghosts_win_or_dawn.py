"""What is checked at the end of a turn: ghost win conditions and dawn (HD-WIN-6, HD-WIN-7, HD-WIN-9, HD-WIN-10)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK, fallen, ghosts, winners
from tests.games.haunted_destinies.table import SPEC, Table

NIGHT = 6 * 3 + 6  # gloom that The Long Night needs with three players


def last_of_turn(*seats: dict, **more) -> Table:
    """The active player (seat 0 unless said) has rolled and may end the turn."""
    return Table({"decision": "MAIN", "board": {KIRK: "ti_old_kirk"}, "seats": list(seats), **more})


def ghost(gloom: int, pawn: str = "4,4") -> dict:
    return {"ghost": True, "gloom": gloom, "pawn": pawn}


# HD-WIN-6


@pytest.mark.example("EX-37")
@pytest.mark.clause("HD-WIN-6", "HD-WIN-7")
def test_ex_37_cold_hearths():
    seats = [{**HOLDER, "health": "3/5"}, ghost(4), {"health": "4/5"}, ghost(3)]
    table = last_of_turn(*seats, persistent=["ha_cold_hearths"]).do("END_TURN")
    assert table.reason == "GHOSTS"
    assert winners(table) == [1, 3]
    assert table.roles == ["opener", "ghost", "investigator", "ghost"]


@pytest.mark.clause("HD-WIN-6")
@pytest.mark.parametrize(
    ("card", "gloom", "met"),
    [
        ("ha_pale_king", 9, True),
        ("ha_pale_king", 8, False),
        ("ha_cold_hearths", 10, True),
        ("ha_cold_hearths", 9, False),
    ],
)
def test_the_ghosts_win_exactly_if_a_condition_in_play_is_met(card, gloom, met):
    """All six conditions: test_ghost_conditions.py."""
    table = last_of_turn(HOLDER, {}, ghost(gloom), persistent=[card]).do("END_TURN")
    assert table.is_over == met
    if met:
        assert winners(table) == [2]
        assert table.reason == "GHOSTS"


@pytest.mark.clause("HD-WIN-6")
def test_one_condition_of_several_is_enough_and_all_ghosts_win():
    seats = [HOLDER, ghost(11), {}, ghost(0, KIRK)]
    table = last_of_turn(*seats, persistent=["ha_long_night", "ha_possession", "ha_pale_king"]).do("END_TURN")
    assert winners(table) == [1, 3]


@pytest.mark.clause("HD-WIN-6")
def test_a_condition_not_in_play_wins_nothing():
    table = last_of_turn(HOLDER, {}, ghost(12), discards={"haunting": ["ha_pale_king"]}, persistent=["ha_thin_veil"])
    assert not table.do("END_TURN").is_over


# HD-WIN-7


@pytest.mark.clause("HD-WIN-7")
def test_a_condition_met_during_a_turn_may_be_undone_before_its_end():
    """A ghost on the Cemetery with 4 gloom: The Full Churchyard is met until the ghost leaves."""
    churchyard = {"gloom": {"4,4": 4}, "persistent": ["ha_full_churchyard"], "mp": 2}
    table = last_of_turn(ghost(0), HOLDER, {}, **churchyard)
    assert table.asked == (0, "MAIN")
    table.do("MOVE_E", "END_TURN")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-WIN-7")
def test_the_living_have_a_turn_to_answer():
    """The Pale King enters play when looked at in seat 1's pile, with a ghost of 9 gloom at the table."""
    seats = [HOLDER, {"pile": ["ha_pale_king"]}, ghost(9, KIRK)]
    table = last_of_turn(*seats, force={"dice": [6, 1]}).do("PROBE", "OPT_LOOK_OTHER")
    assert table.persistent("ha_pale_king") == 1
    assert table.asked == (0, "MAIN")
    assert table.do("END_TURN").reason == "GHOSTS"


@pytest.mark.clause("HD-WIN-7")
@pytest.mark.parametrize("active", [0, 1, 2])
def test_every_turn_is_checked_whoever_plays_it(active):
    table = last_of_turn(HOLDER, {}, ghost(9), active=active, persistent=["ha_pale_king"]).do("END_TURN")
    assert winners(table) == [2]


@pytest.mark.clause("HD-WIN-7")
def test_nothing_is_won_while_nobody_is_a_ghost():
    table = last_of_turn(HOLDER, {}, {}, gloom={KIRK: NIGHT}, persistent=["ha_long_night"]).do("END_TURN")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-WIN-7")
def test_a_ghost_made_in_this_turn_wins_at_its_end():
    table = fallen(HOLDER, {}, {}, {}, gloom={KIRK: 6 * 4 + 6}, persistent=["ha_long_night"]).do("BIND")
    assert ghosts(table) == [1]
    assert not table.is_over
    assert winners(table.do("END_TURN")) == [1]


# HD-WIN-9, HD-WIN-10: dawn


@pytest.mark.example("EX-45")
@pytest.mark.clause("HD-WIN-9", "HD-WIN-10")
@pytest.mark.parametrize(("options", "reward"), [({}, -1), ({"draw_reward": -1}, -1), ({"draw_reward": 0}, 0)])
def test_ex_45_dawn_ends_the_game_for_all(options, reward):
    table = last_of_turn(HOLDER, {}, {}, {}, turn=159, options={"max_turns": 160, **options}).do("END_TURN")
    assert table.is_over
    assert table.reason == "DAWN"
    assert table.returns == [reward] * 4
    assert table.roles == ["opener", "investigator", "investigator", "investigator"]


@pytest.mark.clause("HD-WIN-9")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_dawn_comes_after_40_turns_per_player_by_default(players):
    seats = [HOLDER] + [{}] * (players - 1)
    assert not last_of_turn(*seats, turn=40 * players - 2).do("END_TURN").is_over
    assert last_of_turn(*seats, turn=40 * players - 1).do("END_TURN").reason == "DAWN"


@pytest.mark.clause("HD-WIN-9")
@pytest.mark.parametrize("max_turns", [1, 2, 5])
def test_dawn_comes_when_that_many_turns_are_over(max_turns):
    table = Table({"seats": [HOLDER, {}, {}], "options": {"max_turns": max_turns}})
    for _ in range(max_turns):
        assert not table.is_over
        table.do("ROLL1", "END_TURN")
    assert table.reason == "DAWN"
    assert table.decider == -1


@pytest.mark.clause("HD-WIN-9")
def test_dawn_terminates_and_does_not_truncate():
    table = last_of_turn(HOLDER, {}, {}, options={"max_turns": 1}).do("END_TURN")
    assert table.is_over
    assert table.reason == "DAWN"
    assert not SPEC.queries.truncated(table.game)


@pytest.mark.clause("HD-WIN-6", "HD-WIN-9")
def test_ghosts_win_before_dawn_comes():
    table = last_of_turn(HOLDER, {}, ghost(9), persistent=["ha_pale_king"], options={"max_turns": 1}).do("END_TURN")
    assert table.reason == "GHOSTS"
    assert winners(table) == [2]


@pytest.mark.clause("HD-WIN-10")
def test_the_draw_reward_is_for_dawn_only():
    table = last_of_turn(HOLDER, {}, ghost(9), persistent=["ha_pale_king"], options={"draw_reward": 0}).do("END_TURN")
    assert table.returns == [-1, -1, 1]
