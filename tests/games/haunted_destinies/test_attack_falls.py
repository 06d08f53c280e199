"""A combatant falls or dies during an attack (HD-ATT-11, HD-ATT-12, HD-ATT-17)."""

import pytest

from tests.games.haunted_destinies.duel import conflict
from tests.games.haunted_destinies.table import Table

OPENER = {"pile": ["ps_opener"]}
WINS, LOSES = (5, 2), (1, 6)
UNDECLARED = {"attacker_down": "ghost"}


def attack(first, second, *others, dice=WINS, **more) -> Table:
    """Seat 0 has attacked seat 1; by default there are four players and seat 2 holds the Opener."""
    return conflict("ATTACK", first, second, *(others or (OPENER, {})), dice=dice, **more)


@pytest.mark.clause("HD-ATT-11", "HD-OPEN-13")
@pytest.mark.parametrize("tokens", [1, 5, 12])
def test_the_attacker_declares_over_a_defender_wounded_to_zero(tokens):
    table = attack({}, {"health": f"1/{tokens}"}).do("OPT_WOUND")
    assert table.health(1) == f"0/{tokens}"
    assert not table.is_ghost(1)
    assert table.asked == (0, "DECLARE")
    assert table.legal == {"BIND", "RITUAL"}, "nothing else: the attacker must declare"


@pytest.mark.clause("HD-ATT-11")
def test_a_defender_with_health_left_does_not_fall():
    assert attack({}, {"health": "2/5"}).do("OPT_WOUND").asked == (0, "CONTINUE")
    assert attack({}, {"health": "1/5", "pile": ["ps_moths"]}).do("OPT_TAKE").asked == (0, "CONTINUE")
    assert attack({}, {"health": "1/5"}).do("PASS").asked == (0, "CONTINUE")


@pytest.mark.clause("HD-ATT-11", "HD-FX-14")
@pytest.mark.parametrize(("reply", "asked"), [("YES", (0, "CONTINUE")), ("NO", (0, "DECLARE"))])
def test_a_waxed_coat_may_prevent_the_fall(reply, asked):
    table = attack({}, {"health": "1/5", "items": ["it_waxed_coat"]}).do("OPT_WOUND")
    assert table.asked == (1, "REACT")
    assert table.do(reply).asked == asked


@pytest.mark.clause("HD-ATT-11")
def test_the_defender_may_fall_in_a_later_round():
    table = attack({}, {"health": "2/5"}, dice=(5, 2, 3, 4)).do("OPT_WOUND", "YES", "OPT_WOUND")
    assert table.asked == (0, "DECLARE")


@pytest.mark.clause("HD-ATT-11", "HD-ATT-15")
def test_the_attack_ends_with_the_fall_but_not_the_turn():
    table = attack({"health": "5/5"}, {"health": "1/5"}, mp=6).do("OPT_WOUND", "BIND")
    assert table.is_ghost(1)
    assert table.health(0) == "2/5"
    assert table.asked == (0, "MAIN"), "no CONTINUE"
    assert "MOVE_E" in table.legal


@pytest.mark.clause("HD-ATT-11", "HD-ATT-15")
def test_equal_dice_do_not_end_the_turn_when_somebody_fell():
    table = attack({"health": "5/5"}, {"health": "1/5"}, dice=(4, 4), mp=6).do("OPT_HAUNTING", "OPT_WOUND")
    assert table.asked == (0, "DECLARE")
    table.do("BIND")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-ATT-12", "HD-OPEN-13")
def test_the_defender_declares_over_an_attacker_wounded_to_zero():
    table = attack({"health": "1/5", "pile": ["ps_moths"]}, {}, dice=LOSES).do("OPT_WOUND")
    assert table.health(0) == "0/5"
    assert not table.is_ghost(0)
    assert table.asked == (1, "DECLARE")
    assert table.legal == {"BIND", "RITUAL"}


@pytest.mark.clause("HD-ATT-12", "HD-OPEN-3", "HD-WIN-1")
def test_the_defender_binds_a_fallen_attacker_who_is_the_opener():
    table = attack({"health": "1/5", "pile": ["ps_opener"]}, {}, {}, {}, dice=LOSES).do("OPT_WOUND", "BIND")
    assert table.is_over
    assert table.reason == "BOUND"
    assert table.returns == [-1, 1, -1, -1]


@pytest.mark.clause("HD-ATT-12", "HD-OPEN-4", "HD-TURN-8")
def test_the_defender_binds_a_fallen_attacker_wrongly():
    table = attack({"health": "1/5"}, {"health": "4/5"}, dice=LOSES, mp=6).do("BIND")
    assert table.is_ghost(0)
    assert table.health(1) == "2/5"
    assert table.asked == (1, "ROLL"), "the turn of the dead attacker is over"


@pytest.mark.clause("HD-ATT-12", "HD-OPEN-6", "HD-OPEN-9")
def test_the_defender_consumes_a_fallen_attacker_by_the_ritual():
    table = attack({"health": "1/5"}, {"pile": ["ps_opener"]}, {}, {}, dice=LOSES).do("RITUAL")
    assert table.table["ritual"]
    assert table.is_ghost(0)
    assert table.health(1) == "7/7"
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-12", "HD-OPEN-11", "HD-OPEN-12")
def test_a_fallen_attacker_spared_by_a_failed_ritual_goes_on_with_the_turn():
    table = attack({"health": "1/5"}, {}, dice=LOSES, mp=6).do("RITUAL")
    assert table.is_ghost(1)
    assert table.health(0) == "5/5"
    assert table.asked == (0, "MAIN"), "the declarer was not the active player"
    assert "MOVE_E" in table.legal


@pytest.mark.clause("HD-ATT-12", "HD-FX-14")
def test_a_waxed_coat_may_prevent_the_attackers_fall():
    table = attack({"health": "1/5", "items": ["it_waxed_coat"]}, {}, dice=LOSES).do("OPT_WOUND")
    assert table.asked == (0, "REACT")
    assert table.do("YES").asked == (1, "CONTINUE")


@pytest.mark.clause("HD-ATT-12", "HD-GHOST-2", "HD-GHOST-9")
def test_with_attacker_down_ghost_the_attacker_dies_undeclared():
    fallen = {"health": "1/5", "pile": ["ps_moths", "ha_recoil"]}
    table = attack(fallen, {"pile": ["ps_medium"]}, dice=LOSES, options=UNDECLARED).do("OPT_WOUND")
    assert table.is_ghost(0)
    assert table.own_gloom(0) == 1
    assert table.asked == (1, "INSERT_AT"), "the one Psyche card passes on, and nobody declares"
    table.do("INSERT 0")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-12", "HD-GHOST-8")
def test_with_attacker_down_ghost_the_opener_card_passes_on():
    fallen = {"health": "1/5", "pile": ["ps_opener", "ps_moths"]}
    table = attack(fallen, {}, {}, {}, dice=LOSES, options=UNDECLARED).do("OPT_WOUND")
    assert not table.is_over
    assert table.pile(1) == ["ps_opener"]
    assert table.is_gone("ps_moths")


@pytest.mark.clause("HD-ATT-11", "HD-ATT-12")
def test_attacker_down_ghost_is_about_attackers_only():
    assert attack({}, {"health": "1/5"}, options=UNDECLARED).do("OPT_WOUND").asked == (0, "DECLARE")


def doubles(first, second, *others, twins="OPT_WOUND", before=(), **more) -> Table:
    """The last roll of the attack is a double, and the attacker takes the wound of the Evil Twins."""
    table = attack(first, second, *others, dice=(*before, 4, 4), **more)
    return table.do("OPT_WOUND", "YES", twins) if before else table.do(twins)


@pytest.mark.clause("HD-ATT-17", "HD-DICE-4")
@pytest.mark.parametrize("before", [(), (6, 1)], ids=["first round", "second round"])
@pytest.mark.parametrize("options", [{}, UNDECLARED], ids=["declare", "ghost"])
def test_an_attacker_killed_by_the_evil_twins_ends_the_attack_without_a_declaration(before, options):
    table = doubles({"health": "1/5", "pile": ["ps_moths"]}, {"health": "5/5"}, before=before, options=options)
    assert table.is_ghost(0)
    assert table.health(1) == ("4/5" if before else "5/5"), "the roll has no result"
    assert table.pile(1) == ["ps_moths"], "an undeclared death passes a card"
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-17", "HD-GHOST-8")
def test_an_opener_killed_by_the_evil_twins_in_an_attack_is_not_bound():
    table = doubles({"health": "1/5", "pile": ["ps_opener"]}, {}, {}, {})
    assert not table.is_over
    assert table.pile(1) == ["ps_opener"]


@pytest.mark.clause("HD-ATT-17", "HD-DICE-7")
def test_both_evils_of_the_twins_kill_without_a_declaration_too():
    table = attack({"health": "1/5"}, {}, dice=(4, 4), options={"evil_twins": "both"})
    assert table.is_ghost(0)
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-17", "HD-FX-14")
def test_an_attacker_saved_from_the_evil_twins_fights_on():
    table = doubles({"health": "1/5", "items": ["it_waxed_coat"]}, {"health": "5/5"})
    assert table.asked == (0, "REACT")
    table.do("YES")
    assert table.asked == (1, "DECLARE"), "1 against 5 loses the round, and the round's wound is another cause"
    assert table.health(0) == "0/5"
