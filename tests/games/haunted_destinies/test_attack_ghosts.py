"""Ghosts as defenders (HD-ATT-13, HD-ATT-14 and their part in HD-ATT-15)."""

import pytest

from tests.games.haunted_destinies.duel import conflict, result
from tests.games.haunted_destinies.table import Table

OPENER = {"pile": ["ps_opener"]}
WINS, LOSES = (5, 2), (1, 6)


def attack(first, gloom, *others, dice=WINS, **more) -> Table:
    """Seat 0 has attacked seat 1, a ghost; by default there are four players and seat 2 holds the Opener."""
    return conflict("ATTACK", first, {"ghost": True, "gloom": gloom}, *(others or (OPENER, {})), dice=dice, **more)


@pytest.mark.clause("HD-ATT-13")
def test_a_ghost_that_wins_a_round_must_wound_or_haunt():
    table = attack({"pile": ["ps_moths"], "items": ["it_silver_bell"]}, 3, dice=LOSES)
    assert table.asked == (1, "ATTACK_PENALTY")
    assert table.legal == {"OPT_WOUND", "OPT_HAUNTING"}
    for other in ("OPT_TAKE", "PASS"):
        assert table.refuses(other)


@pytest.mark.clause("HD-ATT-13")
def test_a_winning_ghost_wounds():
    table = attack({"pile": ["ps_moths"]}, 3, dice=LOSES).do("OPT_WOUND")
    assert table.health(0) == "4/5"
    assert table.own_gloom(1) == 3
    assert table.asked == (1, "CONTINUE")


@pytest.mark.clause("HD-ATT-13")
def test_a_winning_ghost_makes_the_attacker_draw():
    table = attack({"pile": ["ps_moths"]}, 3, dice=LOSES, decks={"haunting": ["ha_recoil"]}).do("OPT_HAUNTING")
    assert table.asked == (0, "INSERT_AT"), "the attacker draws; the ghost picks nobody"
    table.do("INSERT 1")
    assert table.pile(0) == ["ps_moths", "ha_recoil"]
    assert table.health(0) == "5/5"
    assert table.asked == (1, "CONTINUE")


@pytest.mark.clause("HD-ATT-13", "HD-ATT-17", "HD-GHOST-2")
@pytest.mark.parametrize("attacker_down", ["declare", "ghost"])
def test_an_attacker_wounded_to_zero_by_a_ghost_dies_at_once_undeclared(attacker_down):
    fallen = {"health": "1/5", "pile": ["ps_moths", "ha_recoil"]}
    table = attack(fallen, 3, dice=LOSES, options={"attacker_down": attacker_down}).do("OPT_WOUND")
    assert table.is_ghost(0)
    assert table.own_gloom(0) == 1
    assert table.asked == (2, "INSERT_AT"), "the Psyche card passes to the next living player"
    table.do("INSERT 0")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-13", "HD-GHOST-8")
def test_an_opener_killed_by_the_ghost_it_attacked_passes_the_card_on():
    table = attack({"health": "1/5", "pile": ["ps_opener"]}, 3, {}, {}, dice=LOSES).do("OPT_WOUND")
    assert not table.is_over
    assert table.pile(2) == ["ps_opener"]


@pytest.mark.clause("HD-ATT-13", "HD-FX-14")
def test_a_waxed_coat_helps_against_the_wound_of_a_ghost():
    table = attack({"health": "1/5", "items": ["it_waxed_coat"]}, 3, dice=LOSES).do("OPT_WOUND")
    assert table.asked == (0, "REACT")
    table.do("YES")
    assert not table.is_ghost(0)
    assert table.asked == (1, "CONTINUE")


@pytest.mark.clause("HD-ATT-14", "HD-GHOST-19")
@pytest.mark.parametrize(("gloom", "choice", "left"), [(3, "OPT_WOUND", 2), (3, "PASS", 3), (1, "OPT_WOUND", 0)])
def test_an_attacker_who_beats_a_ghost_costs_it_one_gloom_at_most(gloom, choice, left):
    table = attack({}, gloom)
    assert table.asked == (0, "ATTACK_PRIZE")
    assert table.legal == {"OPT_WOUND", "PASS"}
    for other in ("OPT_TAKE", "OPT_HAUNTING"):
        assert table.refuses(other)
    table.do(choice)
    assert table.own_gloom(1) == left
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-ATT-14", "HD-ATT-11", "HD-GHOST-14")
def test_a_ghost_without_gloom_plays_on():
    table = attack({}, 0, dice=(5, 2, 1, 3), mp=6).do("OPT_WOUND")
    assert table.own_gloom(1) == 0
    assert table.asked == (0, "CONTINUE"), "it cannot fall, so nobody declares"
    table.do("YES")
    assert result(table, "ATTACK") == 3
    table.do("OPT_WOUND")
    assert table.asked == (1, "CONTINUE"), "and it still has its say"
    table.do("NO")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-ATT-15")
@pytest.mark.parametrize(("dice", "decider"), [((5, 2), 0), ((2, 5), 1)])
@pytest.mark.parametrize("gloom", [0, 12], ids=["the attacker wins", "the ghost wins"])
def test_a_ghost_decides_on_a_higher_dark_die(dice, decider, gloom):
    table = attack({}, gloom, dice=dice).do("OPT_WOUND")
    assert table.asked == (decider, "CONTINUE")
    assert table.legal == {"YES", "NO"}


@pytest.mark.clause("HD-ATT-15", "HD-DICE-2")
def test_equal_dice_end_the_turn_against_a_ghost_too_and_only_the_roller_suffers():
    table = attack({}, 3, dice=(4, 4), mp=6)
    assert table.asked == (0, "EVIL_TWINS")
    table.do("OPT_WOUND", "OPT_WOUND")
    assert (table.health(0), table.own_gloom(1)) == ("4/5", 2)
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-16", "HD-ATT-2")
def test_a_ghost_makes_the_attacker_fight_on_with_the_gloom_of_the_moment():
    table = attack({}, 2, dice=(2, 3, 1, 6)).do("OPT_WOUND")  # 5 + 2 - 2 - 3
    assert table.asked == (1, "CONTINUE")
    table.do("YES")  # 5 + 1 - 1 - 6
    assert result(table, "ATTACK") == -1
    assert table.asked == (1, "ATTACK_PENALTY")
