"""The Opener after the ritual (HD-OPEN-10, HD-OPEN-21, HD-OPEN-22)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, LOSES, WINS, fallen, ghosts, haunts, pair, winners
from tests.games.haunted_destinies.table import Table

PLAIN = {"opener_power": "plain"}


def risen(health: str = "5/5", **more) -> dict:
    return {"health": health, "up": ["ps_opener"], **more}


# HD-OPEN-10


@pytest.mark.clause("HD-OPEN-10")
@pytest.mark.parametrize(("ritual", "offered"), [(True, False), (False, True)])
def test_after_the_ritual_the_opener_card_cannot_be_taken(ritual, offered):
    opener = risen(up=["ps_opener", "ps_warden"], pile=["ps_kitchen"])
    table = pair({"health": "9/9"}, opener, {}, dice=WINS, ritual=ritual).do("ATTACK", "OPT_TAKE")
    assert {"PSYCHE ps_warden", "SLOT 0"} <= table.legal
    assert ("PSYCHE ps_opener" in table.legal) == offered
    assert offered or table.refuses("PSYCHE ps_opener")


@pytest.mark.clause("HD-OPEN-10")
@pytest.mark.parametrize(
    ("ritual", "options"), [(True, {"OPT_WOUND", "PASS"}), (False, {"OPT_WOUND", "OPT_TAKE", "PASS"})]
)
def test_taking_is_not_offered_if_only_the_opener_card_lies_there(ritual, options):
    assert pair({"health": "9/9"}, risen(), {}, dice=WINS, ritual=ritual).do("ATTACK").legal == options


@pytest.mark.clause("HD-OPEN-10")
def test_after_the_ritual_the_opener_card_passes_to_nobody():
    seats = [risen("1/5"), {}, {}]
    table = Table({"seats": seats, "ritual": True, "force": {"dice": [2, 2]}}).do("ROLL2", "OPT_WOUND")
    assert table.reason == "OPENER_FELL"
    assert table.up(0) == {"ps_opener"}


# HD-OPEN-21: rising


@pytest.mark.clause("HD-OPEN-21")
@pytest.mark.parametrize(
    ("players", "before", "after"),
    [
        (3, "3/5", "6/6"),
        (4, "3/5", "7/7"),
        (5, "3/5", "8/8"),
        (6, "3/5", "9/9"),
        (4, "5/5", "7/7"),
        (6, "2/11", "12/12"),
        (6, "3/12", "12/12"),
    ],
)
def test_the_ritual_heals_the_opener_and_adds_a_token_for_every_player_but_two(players, before, after):
    table = fallen({**HOLDER, "health": before}, {}, *[{}] * (players - 2)).do("RITUAL")
    assert ghosts(table) == [1]
    assert table.health(0) == after


@pytest.mark.example("EX-47")
@pytest.mark.clause("HD-OPEN-21")
def test_ex_47_the_opener_rises_and_grows_with_every_death():
    assert fallen({**HOLDER, "health": "3/5"}, {}, {}, {}).do("RITUAL").health(0) == "7/7"
    seats = [{"health": "1/5"}, risen("4/7"), {"ghost": True}, {}]
    table = Table({"seats": seats, "ritual": True, "force": {"dice": [2, 2]}}).do("ROLL2", "OPT_WOUND")
    assert ghosts(table) == [0, 2]
    assert table.health(1) == "8/8"


@pytest.mark.clause("HD-OPEN-21")
@pytest.mark.parametrize(
    ("before", "after"), [("7/7", "8/8"), ("1/9", "7/10"), ("2/12", "7/12"), ("12/12", "12/12"), ("1/6", "7/7")]
)
def test_each_later_death_heals_up_to_5_wounds_and_adds_a_token(before, after):
    table = haunts(9, {"health": "1/5"}, risen(before), {}, dice=(2, 5), ritual=True).do("H_WOUND")
    assert ghosts(table) == [0, 1]
    assert table.health(2) == after


@pytest.mark.clause("HD-OPEN-21")
def test_a_death_by_the_openers_own_hand_counts_too():
    table = pair(risen("2/5"), {"health": "1/5"}, {}, {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert ghosts(table) == [1]
    assert table.health(0) == "6/6"


@pytest.mark.clause("HD-OPEN-21")
def test_a_death_before_the_ritual_gives_nothing():
    table = haunts(9, {"health": "1/5"}, risen("3/5"), {}, dice=(2, 5)).do("H_WOUND")
    assert table.health(2) == "3/5"


@pytest.mark.clause("HD-OPEN-21")
def test_the_win_is_checked_before_the_opener_rises():
    table = fallen({**HOLDER, "health": "3/5"}, {}, {"ghost": True}).do("RITUAL")
    assert winners(table) == [0]
    assert table.health(0) == "3/5"


@pytest.mark.clause("HD-OPEN-21", "HD-OPEN-22")
def test_a_plain_opener_does_not_rise():
    assert fallen({**HOLDER, "health": "3/5"}, {}, {}, {}, options=PLAIN).do("RITUAL").health(0) == "3/5"
    table = haunts(9, {"health": "1/5"}, risen("3/5"), {}, dice=(2, 5), ritual=True, options=PLAIN).do("H_WOUND")
    assert ghosts(table) == [0, 1]
    assert table.health(2) == "3/5"


# HD-OPEN-22: two wounds


@pytest.mark.clause("HD-OPEN-22")
@pytest.mark.parametrize(
    ("attacker", "ritual", "options", "after"),
    [
        pytest.param(risen(), True, {}, "3/5", id="the Opener"),
        pytest.param(risen(), False, {}, "4/5", id="before the ritual"),
        pytest.param(risen(), True, PLAIN, "4/5", id="plain"),
    ],
)
def test_the_openers_prize_is_2_wounds(attacker, ritual, options, after):
    table = pair(attacker, {}, {}, dice=WINS, ritual=ritual, options=options).do("ATTACK", "OPT_WOUND")
    assert table.health(1) == after
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-OPEN-22")
@pytest.mark.parametrize(("options", "after"), [({}, "3/5"), (PLAIN, "4/5")])
def test_the_openers_penalty_for_an_attacker_is_2_wounds(options, after):
    seats = [{"pile": ["ps_medium"]}, risen(), {}]
    table = pair(*seats, dice=LOSES, ritual=True, options=options).do("ATTACK", "OPT_WOUND")
    assert table.health(0) == after


@pytest.mark.clause("HD-OPEN-22")
def test_others_wound_once_as_ever():
    table = pair({}, {"pile": ["ps_medium"]}, risen(), dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert table.health(1) == "4/5"
    table = pair({}, risen(), {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert table.health(1) == "4/5"


@pytest.mark.clause("HD-OPEN-22")
@pytest.mark.parametrize("health", ["2/5", "1/5"])
def test_a_victim_with_2_health_or_less_falls_without_declaration(health):
    table = pair(risen(), {"health": health}, {}, {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert ghosts(table) == [1]
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OPEN-22")
@pytest.mark.parametrize(("answers", "after"), [(["NO"], "3/5"), (["YES", "NO"], "4/5"), (["YES", "YES"], "5/5")])
def test_the_2_wounds_have_one_cause(answers, after):
    """Each Waxed Coat prevents 1 of them; after NO nothing more is asked."""
    victim = {"items": ["it_waxed_coat", "it_waxed_coat"]}
    table = pair(risen(), victim, {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND", *answers)
    assert table.health(1) == after
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-OPEN-22")
def test_a_ghost_still_loses_1_gloom():
    table = pair(risen(), {"ghost": True, "gloom": 4}, {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert table.own_gloom(1) == 3


@pytest.mark.clause("HD-OPEN-22")
def test_other_wounds_by_the_opener_are_single():
    """Recoil, looked at in the Opener's pile, wounds the looker once."""
    table = pair({}, risen(pile=["ha_recoil"]), {}, dice=WINS, ritual=True).do("PROBE", "OPT_LOOK_OTHER")
    assert table.health(0) == "4/5"
