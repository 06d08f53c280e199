"""Attacks after a successful ritual (HD-ATT-18, with HD-OPEN-21, HD-OPEN-22 and HD-WIN-3)."""

import pytest

from tests.games.haunted_destinies.duel import conflict
from tests.games.haunted_destinies.table import Table

OPENER = {"up": ["ps_opener"]}
WINS, LOSES = (5, 2), (1, 6)
PLAIN = {"opener_power": "plain"}


def attack(first, second, *others, dice=WINS, **more) -> Table:
    """Seat 0 has attacked seat 1 after the ritual, at a table of at least four."""
    others = (*others, *[{}] * (2 - len(others)))
    return conflict("ATTACK", first, second, *others, dice=dice, ritual=True, **more)


@pytest.mark.example("EX-48")
@pytest.mark.clause("HD-OPEN-22", "HD-ATT-18")
def test_the_opener_wounds_twice_and_nobody_declares():
    table = attack(OPENER, {"health": "3/5"}).do("OPT_WOUND")
    assert table.health(1) == "1/5"
    assert table.asked == (0, "CONTINUE")
    fallen = attack(OPENER, {"health": "2/5"}, mp=6).do("OPT_WOUND")
    assert fallen.is_ghost(1)
    assert fallen.asked == (0, "MAIN")
    plain = attack(OPENER, {"health": "3/5"}, options=PLAIN).do("OPT_WOUND")
    assert plain.health(1) == "2/5"


@pytest.mark.clause("HD-ATT-18")
@pytest.mark.parametrize("options", [{}, PLAIN], ids=["risen", "plain"])
def test_a_defender_felled_by_the_opener_becomes_a_ghost(options):
    victim = {"health": "1/5", "pile": ["ps_moths", "ha_recoil"], "items": ["it_silver_bell"]}
    table = attack({**OPENER, "health": "4/5"}, victim, options=options, mp=6).do("OPT_WOUND")
    assert table.is_ghost(1)
    assert table.own_gloom(1) == 1
    assert table.is_gone("ps_moths"), "no card passes after a ritual"
    assert table.health(0) == ("4/5" if options else "6/6"), "HD-OPEN-21"
    assert table.asked == (0, "MAIN")
    assert "MOVE_E" in table.legal


@pytest.mark.clause("HD-ATT-18")
def test_a_defender_felled_by_another_player_becomes_a_ghost():
    table = attack({}, {"health": "1/5", "pile": ["ps_moths"]}, OPENER, mp=6).do("OPT_WOUND")
    assert table.is_ghost(1)
    assert table.is_gone("ps_moths")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-ATT-18", "HD-ATT-12")
@pytest.mark.parametrize("attacker_down", ["declare", "ghost"])
@pytest.mark.parametrize("defender", [{}, OPENER], ids=["investigator", "opener"])
def test_a_fallen_attacker_becomes_a_ghost(defender, attacker_down):
    other = {} if defender is OPENER else OPENER
    options = {"attacker_down": attacker_down}
    table = attack({"health": "1/5", "pile": ["ps_moths"]}, defender, other, dice=LOSES, options=options)
    table.do("OPT_WOUND")
    assert table.is_ghost(0)
    assert table.is_gone("ps_moths")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-18", "HD-WIN-3")
@pytest.mark.parametrize("options", [{}, PLAIN], ids=["risen", "plain"])
def test_a_fallen_opener_ends_the_game_as_defender(options):
    table = attack({}, {**OPENER, "health": "1/7", "pile": ["ps_moths"]}, {"ghost": True}, options=options)
    table.do("OPT_WOUND")
    assert table.is_over
    assert table.reason == "OPENER_FELL"
    assert table.returns == [1, -1, -1, 1], "the living but the Opener win"
    assert table.roles == ["investigator", "opener", "ghost", "investigator"]


@pytest.mark.clause("HD-ATT-18", "HD-WIN-3")
@pytest.mark.parametrize("attacker_down", ["declare", "ghost"])
def test_a_fallen_opener_ends_the_game_as_attacker(attacker_down):
    options = {"attacker_down": attacker_down}
    table = attack({**OPENER, "health": "1/7", "pile": ["ps_moths"]}, {}, dice=LOSES, options=options).do("OPT_WOUND")
    assert table.reason == "OPENER_FELL"
    assert table.returns == [-1, 1, 1, 1]


@pytest.mark.clause("HD-ATT-18", "HD-ATT-13", "HD-WIN-3")
def test_an_opener_felled_by_a_ghost_ends_the_game():
    table = attack({**OPENER, "health": "1/7"}, {"ghost": True, "gloom": 3}, dice=LOSES).do("OPT_WOUND")
    assert table.reason == "OPENER_FELL"
    assert table.returns == [-1, -1, 1, 1], "ghosts do not win with the living"


@pytest.mark.clause("HD-ATT-18", "HD-WIN-2")
def test_the_last_victim_ends_the_game():
    table = attack(OPENER, {"health": "2/5"}, {"ghost": True}, {"ghost": True}).do("OPT_WOUND")
    assert table.is_over
    assert table.reason == "CONSUMED"
    assert table.returns == [1, -1, -1, -1]


@pytest.mark.clause("HD-OPEN-22", "HD-ATT-5")
@pytest.mark.parametrize(("options", "left"), [({}, "3/5"), (PLAIN, "4/5")], ids=["risen", "plain"])
def test_the_penalty_dealt_by_a_defending_opener_is_double_too(options, left):
    table = attack({"pile": ["ps_moths"]}, OPENER, dice=LOSES, options=options).do("OPT_WOUND")
    assert table.health(0) == left
    assert table.asked == (1, "CONTINUE")


@pytest.mark.clause("HD-OPEN-22", "HD-ATT-3")
def test_others_wound_once_as_before():
    assert attack({}, {"health": "3/5"}, OPENER).do("OPT_WOUND").health(1) == "2/5"
    assert attack({}, {**OPENER, "health": "3/5"}).do("OPT_WOUND").health(1) == "2/5"


@pytest.mark.clause("HD-OPEN-22", "HD-GHOST-19", "HD-ATT-14")
def test_a_ghost_loses_one_gloom_to_the_opener():
    table = attack(OPENER, {"ghost": True, "gloom": 4}).do("OPT_WOUND")
    assert table.own_gloom(1) == 3


@pytest.mark.clause("HD-OPEN-22", "HD-FX-14")
@pytest.mark.parametrize(
    ("replies", "left"), [(("NO",), "1/5"), (("YES", "NO"), "2/5"), (("YES", "YES"), "3/5")], ids=["0", "1", "2"]
)
def test_both_wounds_have_one_cause_and_each_coat_prevents_one(replies, left):
    table = attack(OPENER, {"health": "3/5", "items": ["it_waxed_coat", "it_waxed_coat"]}).do("OPT_WOUND", *replies)
    assert table.health(1) == left
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-OPEN-22")
def test_before_a_ritual_an_opener_face_up_wounds_once():
    table = conflict("ATTACK", OPENER, {"health": "3/5"}, {}, {}, dice=WINS).do("OPT_WOUND")
    assert table.health(1) == "2/5"


@pytest.mark.clause("HD-ATT-18", "HD-ATT-17")
def test_an_attacker_killed_by_the_evil_twins_after_the_ritual_is_a_ghost_as_well():
    table = attack({"health": "1/5", "pile": ["ps_moths"]}, {}, OPENER, dice=(4, 4)).do("OPT_WOUND")
    assert table.is_ghost(0)
    assert table.is_gone("ps_moths")
    assert table.asked == (1, "ROLL")
    opener = attack({**OPENER, "health": "1/7"}, {}, dice=(4, 4)).do("OPT_WOUND")
    assert opener.reason == "OPENER_FELL"
