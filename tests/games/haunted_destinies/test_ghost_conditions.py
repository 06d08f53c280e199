"""Ghost win conditions, each just short of its mark and on it (HD-FX-9)."""

import pytest

from haunted_env.games.haunted_destinies.tables import CONTENT
from tests.games.haunted_destinies.cards import KIRK, MILL, start

FULL_BOARD = {"4,5": "ti_old_kirk", "4,6": "ti_mill", "3,4": "ti_inn", "3,5": "ti_well"}
GREY = ["ha_grave_chill"] * 4 + ["ha_recoil"] * 3 + ["ha_corpse_candle"] * 3 + ["ha_creeping_damp"] * 3


def ghost(gloom=0, pawn="4,4"):
    return {"ghost": True, "gloom": gloom, "pawn": pawn}


def end_turn(card, *seats, **more):
    """Seat 0, living, ends its turn with this card in play."""
    return start(*seats, persistent=[card], **more).do("END_TURN")


def ghosts_win(*arguments, **more):
    table = end_turn(*arguments, **more)
    assert table.is_over or table.asked == (1, "ROLL")
    assert not table.is_over or table.reason == "GHOSTS"
    return table.is_over


def test_every_win_condition_is_here():
    conditions = {op["cond"] for row in CONTENT.haunting for op in row.probe if op.get("kind") == "win"}
    tested = {"board_gloom", "ghost_single_gloom", "ghost_vs_health", "possession", "pile_size", "cemetery_gloom"}
    assert conditions == tested


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_long_night_needs_six_gloom_per_player_and_six_on_all_tiles_together(n):
    need = 6 * n + 6
    for total in (need - 1, need):
        spread = {"4,5": 5, "3,4": 7, "4,4": total - 12}
        won = ghosts_win("ha_long_night", {}, ghost(), n=n, board=FULL_BOARD, gloom=spread)
        assert won == (total >= need), total


@pytest.mark.clause("HD-FX-9")
def test_the_long_night_does_not_count_the_gloom_of_ghosts():
    assert not ghosts_win("ha_long_night", {}, ghost(20), n=3, gloom={KIRK: 23})


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_pale_king_is_a_ghost_with_two_gloom_per_player_and_three(n):
    need = 2 * n + 3
    for gloom in (need - 1, need):
        assert ghosts_win("ha_pale_king", {}, ghost(gloom), n=n) == (gloom >= need)


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize(("glooms", "won"), [((10, 10), False), ((11, 0), True), ((0, 11), True)])
def test_the_pale_king_is_one_ghost_whatever_others_have(glooms, won):
    assert ghosts_win("ha_pale_king", {}, *(ghost(gloom) for gloom in glooms)) == won


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize(("glooms", "won"), [((4, 2), False), ((4, 3), True), ((8, 0), True)])
def test_cold_hearths_compare_all_gloom_of_ghosts_with_all_health_of_the_living(glooms, won):
    living = {"health": "3/5"}, {"health": "4/12", "pile": ["ps_opener"]}
    table = end_turn("ha_cold_hearths", living[0], ghost(glooms[0]), ghost(glooms[1]), living[1])
    assert table.is_over == won
    assert not won or table.returns == [-1, 1, 1, -1]


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize(
    ("gloom", "health", "together", "won"),
    [(3, "1/5", True, True), (2, "1/5", True, False), (3, "2/5", True, False), (9, "1/5", False, False)],
)
def test_possession_needs_three_gloom_beside_a_player_of_health_one(gloom, health, together, won):
    weak = {"health": health, "pawn": KIRK}
    assert ghosts_win("ha_possession", {}, ghost(gloom, KIRK if together else MILL), weak) == won


@pytest.mark.clause("HD-FX-9")
def test_possession_needs_the_gloom_and_the_place_in_one_ghost():
    weak = {"health": "1/5", "pawn": KIRK}
    assert not ghosts_win("ha_possession", {}, ghost(2, KIRK), weak, ghost(5, MILL), n=5)
    assert not ghosts_win("ha_possession", {}, ghost(3, KIRK), ghost(0, KIRK), {"health": "1/5"}, n=5)


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize(("size", "won"), [(11, False), (12, True), (13, True)])
def test_the_weight_of_fate_is_a_pile_of_twelve(size, won):
    assert ghosts_win("ha_weight_of_fate", {}, ghost(), {"pile": GREY[:size]}) == won


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize(
    ("gloom", "pawn", "won"), [(4, "4,4", True), (3, "4,4", False), (4, KIRK, False), (9, KIRK, False)]
)
def test_the_full_churchyard_needs_four_gloom_and_a_ghost_at_the_cemetery(gloom, pawn, won):
    spread = {"4,4": gloom, KIRK: 9}
    assert ghosts_win("ha_full_churchyard", {"pawn": "4,4"}, ghost(5, pawn), gloom=spread) == won


@pytest.mark.clause("HD-FX-9", "HD-WIN-7")
@pytest.mark.parametrize("card", ["ha_long_night", "ha_weight_of_fate"])
def test_without_a_ghost_no_condition_counts(card):
    seats = {"pile": GREY[:12]}, {}, {"pile": ["ps_opener"]}
    table = end_turn(card, *seats, n=3, gloom={KIRK: 30})
    assert not table.is_over


@pytest.mark.clause("HD-FX-9", "HD-WIN-6")
def test_a_condition_counts_only_in_play_and_one_of_several_is_enough():
    seats = {}, ghost(9), {"pile": ["ps_opener", "ha_pale_king"]}
    assert not start(*seats, n=3).do("END_TURN").is_over
    table = start({}, ghost(9), n=3, persistent=["ha_long_night", "ha_pale_king"]).do("END_TURN")
    assert (table.is_over, table.returns) == (True, [-1, 1, -1])
