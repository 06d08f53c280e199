"""Rounds of an attack among the living (HD-ATT-1 to HD-ATT-6, HD-ATT-15, HD-ATT-16)."""

import pytest

from tests.games.haunted_destinies.duel import conflict, meeting, result
from tests.games.haunted_destinies.table import Table

OPENER = {"pile": ["ps_opener"]}
WINS, LOSES = (5, 2), (2, 5)
STOPS = {"auto_forced": False}


def attack(first=None, second=None, *others, dice=WINS, **more) -> Table:
    """Seat 0 has attacked seat 1, the only other player here."""
    return conflict("ATTACK", first, second, *others, dice=dice, **more)


@pytest.mark.clause("HD-ATT-1")
@pytest.mark.parametrize(("pawn", "legal"), [("4,4", True), ("4,5", False)])
@pytest.mark.parametrize("ghost", [False, True])
def test_only_a_player_on_the_same_tile_is_attacked_living_or_not(pawn, legal, ghost):
    table = meeting({}, {"ghost": ghost, "pawn": pawn})
    assert ("ATTACK" in table.legal) == legal
    assert table.refuses("ATTACK") == (not legal)


@pytest.mark.clause("HD-ATT-1", "HD-GHOST-16")
def test_a_ghost_does_not_attack():
    table = meeting({"ghost": True, "gloom": 5}, {})
    assert "HAUNT" in table.legal
    assert table.refuses("ATTACK")


@pytest.mark.clause("HD-ATT-1")
@pytest.mark.parametrize("players", range(3, 7))
def test_the_defender_is_any_other_player_here(players):
    seats = [{}, {"ghost": True}, OPENER, {}, {"pawn": "4,5"}, {}][:players]
    table = Table({"decision": "MAIN", "board": {"4,5": "ti_inn"}, "seats": seats}).do("ATTACK")
    assert table.asked == (0, "TARGET")
    assert table.legal == {f"SEAT {seat}" for seat in range(1, players) if seat != 4}


@pytest.mark.clause("HD-ATT-1", "HD-TURN-4")
def test_an_attack_is_the_action_of_the_turn():
    assert meeting({}, {}, used={"action": True}).refuses("ATTACK")
    table = attack().do("PASS", "NO")
    assert table.asked == (0, "MAIN")
    for action in ("ATTACK", "PROBE"):
        assert table.refuses(action)


@pytest.mark.clause("HD-ATT-2")
@pytest.mark.parametrize(
    ("attacker", "defender", "dice", "expected"),
    [
        ({"health": "5/5"}, {"health": "5/5"}, (6, 1), 5),
        ({"health": "2/5"}, {"health": "7/9"}, (1, 6), -10),
        ({"health": "3/5"}, {"health": "4/5"}, (2, 1), 0),
        ({"up": ["ps_brawler"]}, {}, (2, 1), 2),
        ({"up": ["ps_brawler"], "items": ["it_blackthorn", "it_blackthorn"]}, {}, (2, 1), 4),
        ({}, {"up": ["ps_warden"]}, (3, 1), 1),
        ({"items": ["it_blackthorn"]}, {"up": ["ps_warden"]}, (3, 1), 2),
        ({"up": ["ps_warden"]}, {"up": ["ps_brawler"]}, (3, 1), 2),  # each for its own side only
        ({"pile": ["ps_brawler"]}, {"pile": ["ps_warden"]}, (3, 1), 2),  # face down
        ({"up": ["ps_inquisitor"]}, {"up": ["ps_medium"], "items": ["it_silver_bell"]}, (3, 1), 2),
        ({}, {"ghost": True, "gloom": 0}, (3, 1), 7),
        ({}, {"ghost": True, "gloom": 4}, (3, 1), 3),
        ({}, {"ghost": True, "gloom": 9}, (3, 1), -2),
    ],
)
def test_the_result_compares_health_and_dice_with_modifiers(attacker, defender, dice, expected):
    assert result(attack(attacker, defender, dice=dice), "ATTACK") == expected


@pytest.mark.clause("HD-ATT-2", "HD-ATT-16")
def test_each_round_is_a_new_roll_with_the_health_of_the_moment():
    table = attack({"health": "4/5"}, {"health": "5/5"}, dice=(6, 1, 2, 1, 3, 5))
    assert table.table["result"] == 4
    table.do("OPT_WOUND", "YES")  # 4 against 4
    assert table.table["result"] == 1
    table.do("OPT_WOUND", "YES")  # 4 against 3
    assert result(table, "ATTACK") == -1
    assert table.health(0) == "3/5", "the defender, with nothing to take, had to wound"


@pytest.mark.clause("HD-ATT-2", "HD-DICE-3")
@pytest.mark.parametrize(("twins", "expected"), [("OPT_WOUND", 0), ("OPT_HAUNTING", 1)])
def test_the_result_counts_health_after_the_evil_twins(twins, expected):
    table = attack({"health": "5/5"}, {"health": "4/5"}, dice=(4, 4)).do(twins)
    assert result(table, "ATTACK") == expected
    assert table.asked == ((1, "ROLL") if expected == 0 else (0, "ATTACK_PRIZE"))


@pytest.mark.clause("HD-ATT-3", "HD-ATT-4")
def test_the_winning_attacker_may_wound_or_take_or_pass():
    table = attack({}, {"pile": ["ps_medium"]})
    assert table.asked == (0, "ATTACK_PRIZE")
    assert table.legal == {"OPT_WOUND", "OPT_TAKE", "PASS"}


@pytest.mark.clause("HD-ATT-3")
def test_the_winning_attacker_takes_a_card():
    table = attack({}, {"pile": ["ps_medium"]}).do("OPT_TAKE")
    assert (table.pile(0), table.pile(1)) == (["ps_medium"], [])
    assert table.health(1) == "5/5"
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-ATT-4")
def test_declining_the_prize_changes_nothing_and_the_round_is_over():
    table = attack({}, {"pile": ["ps_medium"], "items": ["it_silver_bell"]}).do("PASS")
    assert (table.health(0), table.health(1)) == ("5/5", "5/5")
    assert (table.pile(1), table.items(1)) == (["ps_medium"], ["it_silver_bell"])
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-ATT-5")
@pytest.mark.parametrize("choice", ["OPT_WOUND", "OPT_TAKE"])
def test_the_winning_defender_must_wound_or_take(choice):
    table = attack({"pile": ["ps_medium"]}, {}, dice=LOSES)
    assert table.asked == (1, "ATTACK_PENALTY")
    assert table.legal == {"OPT_WOUND", "OPT_TAKE"}
    assert table.refuses("PASS")
    table.do(choice)
    assert table.health(0) == ("4/5" if choice == "OPT_WOUND" else "5/5")
    assert table.pile(1) == (["ps_medium"] if choice == "OPT_TAKE" else [])
    assert table.health(1) == "5/5"
    assert table.asked == (1, "CONTINUE")


@pytest.mark.clause("HD-ATT-6", "HD-TURN-7")
@pytest.mark.parametrize("dice", [(2, 1), (6, 5)])
def test_a_result_of_zero_ends_attack_and_turn(dice):
    table = attack({"health": "3/5", "pile": ["ps_medium"]}, {"health": "4/5", "pile": ["ps_moths"]}, dice=dice, mp=6)
    assert result(table, "ATTACK") == 0
    assert table.asked == (1, "ROLL"), "neither prize nor CONTINUE"
    assert (table.health(0), table.health(1)) == ("3/5", "4/5")


@pytest.mark.clause("HD-ATT-6")
def test_a_later_round_with_a_result_of_zero_ends_the_turn_too():
    table = attack(dice=(4, 2, 2, 3), mp=6).do("OPT_WOUND", "YES")  # 5 against 4, then 5 + 2 - 4 - 3
    assert table.asked == (1, "ROLL")


@pytest.mark.example("EX-14")
@pytest.mark.clause("HD-ATT-3", "HD-ATT-15")
def test_an_attacker_with_the_higher_die_decides_whether_to_continue():
    table = attack({"health": "5/5"}, {"health": "4/5"}, dice=(6, 2))
    assert table.table["result"] == 5
    table.do("OPT_WOUND")
    assert table.health(1) == "3/5"
    assert table.asked == (0, "CONTINUE")
    assert table.legal == {"YES", "NO"}


@pytest.mark.example("EX-15")
@pytest.mark.clause("HD-ATT-15")
def test_the_defender_decides_on_the_higher_dark_die_although_the_attacker_won():
    table = attack({"health": "5/5"}, {"health": "2/5"}, dice=(3, 4))
    assert table.table["result"] == 2
    table.do("OPT_WOUND")
    assert table.asked == (1, "CONTINUE")


@pytest.mark.example("EX-16")
@pytest.mark.clause("HD-DICE-2", "HD-ATT-15")
def test_equal_dice_bring_the_evil_twins_the_prize_and_the_end_of_the_turn():
    table = attack({"health": "5/5"}, {"health": "3/5"}, dice=(4, 4), mp=6)
    assert table.asked == (0, "EVIL_TWINS")
    table.do("OPT_HAUNTING")
    assert table.table["result"] == 2
    assert table.asked == (0, "ATTACK_PRIZE")
    table.do("OPT_WOUND")
    assert table.health(1) == "2/5"
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-15")
@pytest.mark.parametrize(
    ("health", "dice", "choices", "decider"),
    [
        ("5/5", (5, 2), ["OPT_WOUND"], 0),
        ("5/5", (5, 2), ["PASS"], 0),
        ("5/5", (5, 2), ["OPT_TAKE", "INSERT 0"], 0),
        ("9/9", (2, 5), ["OPT_WOUND"], 1),
        ("9/9", (2, 5), ["PASS"], 1),
        ("2/5", (3, 2), ["OPT_WOUND"], 0),  # lost, but the light die is higher
        ("2/5", (3, 2), ["OPT_TAKE", "INSERT 0"], 0),
        ("5/5", (2, 5), ["OPT_TAKE", "INSERT 0"], 1),
    ],
)
def test_who_continues_depends_on_the_dice_alone(health, dice, choices, decider):
    table = attack({"health": health, "pile": ["ps_medium"]}, {"pile": ["ps_moths"]}, dice=dice).do(*choices)
    assert table.asked == (decider, "CONTINUE")
    assert table.legal == {"YES", "NO"}


@pytest.mark.clause("HD-ATT-15")
@pytest.mark.parametrize("health", ["6/6", "4/5"], ids=["won", "lost"])
def test_equal_dice_end_the_turn_even_where_no_twins_wake(health):
    table = attack({"health": health}, dice=(4, 4), mp=6, options={"evil_twins_scope": "movement", **STOPS})
    table.do("OPT_WOUND")
    assert table.asked == (1, "ROLL")
    twinless = attack({"health": health, "up": ["ps_twinless"]}, {}, OPENER, {}, {}, dice=(4, 4), options=STOPS)
    assert twinless.do("OPT_WOUND").asked == (1, "ROLL")


@pytest.mark.clause("HD-ATT-15", "HD-FX-13")
def test_the_dice_that_count_are_those_of_the_reroll():
    table = attack({"items": ["it_pocket_mirror"]}, {"health": "1/5", "pile": ["ps_moths"]}, dice=(5, 2, 3, 4))
    assert table.asked == (0, "REACT")
    table.do("YES")
    assert table.table["result"] == 3
    table.do("PASS")
    assert table.asked == (1, "CONTINUE")


@pytest.mark.clause("HD-ATT-16")
@pytest.mark.parametrize(("dice", "decider"), [(WINS, 0), (LOSES, 1)])
def test_ending_the_attack_without_a_tie_leaves_the_turn_running(dice, decider):
    table = attack({"pile": ["ps_medium"]}, {"pile": ["ps_moths"]}, dice=dice, mp=6).do("OPT_WOUND")
    assert table.asked == (decider, "CONTINUE")
    table.do("NO")
    assert table.asked == (0, "MAIN")
    assert "MOVE_E" in table.legal
    assert table.refuses("ATTACK")


@pytest.mark.clause("HD-ATT-16")
def test_the_defender_may_make_the_attacker_fight_on():
    table = attack({"health": "5/5"}, {"health": "3/5"}, dice=(3, 4, 1, 6)).do("OPT_WOUND")  # 5 against 2
    assert table.asked == (1, "CONTINUE")
    table.do("YES")
    assert result(table, "ATTACK") == -2
    assert table.health(0) == "4/5"


@pytest.mark.clause("HD-ATT-16", "HD-TURN-6")
def test_nothing_else_is_done_between_rounds():
    table = attack({"items": ["it_silver_bell"]}, {"pile": ["ps_moths"]}, mp=6).do("PASS")
    assert table.legal == {"YES", "NO"}
    for action in ("MOVE_E", "TRADE", "TALK", "END_TURN"):
        assert table.refuses(action)
