"""Probe (HD-PROBE-1 to HD-PROBE-10)."""

import pytest

from tests.games.haunted_destinies.duel import conflict, in_progress, meeting, result
from tests.games.haunted_destinies.table import Table

OPENER = {"pile": ["ps_opener"]}
WINS, LOSES, TIES = (5, 2), (2, 5), (3, 4)  # dice; TIES at health 5 against 4
TWO = ["ps_kitchen", "ps_medium"]
STOPS = {"auto_forced": False}


def probe(first=None, second=None, *others, dice=WINS, **more) -> Table:
    """Seat 0 has probed seat 1, the only other player here."""
    return conflict("PROBE", first, second, *others, dice=dice, **more)


@pytest.mark.clause("HD-PROBE-1")
@pytest.mark.parametrize(("pawn", "legal"), [("4,4", True), ("4,5", False)])
@pytest.mark.parametrize("ghost", [False, True])
def test_only_a_player_on_the_same_tile_is_probed_living_or_not(pawn, legal, ghost):
    table = meeting({}, {"ghost": ghost, "pawn": pawn})
    assert ("PROBE" in table.legal) == legal
    assert table.refuses("PROBE") == (not legal)


@pytest.mark.clause("HD-PROBE-1", "HD-GHOST-16")
def test_a_ghost_does_not_probe():
    table = meeting({"ghost": True, "gloom": 5}, {})
    assert "HAUNT" in table.legal
    assert table.refuses("PROBE")


@pytest.mark.clause("HD-PROBE-1")
@pytest.mark.parametrize("players", range(3, 7))
def test_the_opponent_is_any_other_player_here(players):
    seats = [{}, {"ghost": True}, OPENER, {}, {"pawn": "4,5"}, {}][:players]
    table = Table({"decision": "MAIN", "board": {"4,5": "ti_inn"}, "seats": seats}).do("PROBE")
    assert table.asked == (0, "TARGET")
    assert table.legal == {f"SEAT {seat}" for seat in range(1, players) if seat != 4}


@pytest.mark.clause("HD-PROBE-1", "HD-TURN-4")
def test_a_probe_is_the_action_of_the_turn():
    assert meeting({}, {}, used={"action": True}).refuses("PROBE")
    table = probe().do("PASS")
    assert table.asked == (0, "MAIN")
    for action in ("PROBE", "ATTACK"):
        assert table.refuses(action)


@pytest.mark.clause("HD-PROBE-2")
@pytest.mark.parametrize(
    ("prober", "opponent", "dice", "expected"),
    [
        ({"health": "5/5"}, {"health": "5/5"}, (6, 1), 5),
        ({"health": "2/5"}, {"health": "7/9"}, (1, 6), -10),
        ({"health": "3/5"}, {"health": "4/5"}, (2, 1), 0),
        ({"up": ["ps_inquisitor"]}, {}, (2, 1), 2),
        ({}, {"up": ["ps_player_of_parts"]}, (3, 1), 1),
        ({"up": ["ps_inquisitor"]}, {"up": ["ps_player_of_parts"]}, (3, 1), 2),
        ({"up": ["ps_player_of_parts"]}, {"up": ["ps_inquisitor"]}, (3, 1), 2),  # each for its own side only
        ({"pile": ["ps_inquisitor"]}, {"pile": ["ps_player_of_parts"]}, (3, 1), 2),  # face down
        ({"up": ["ps_brawler"], "items": ["it_blackthorn"]}, {"up": ["ps_warden"]}, (3, 1), 2),  # attacks only
    ],
)
def test_the_result_compares_health_and_dice_with_modifiers(prober, opponent, dice, expected):
    table = probe(prober, opponent, OPENER, {}, dice=dice)
    assert result(table, "PROBE") == expected


@pytest.mark.clause("HD-PROBE-3")
@pytest.mark.parametrize(("gloom", "expected"), [(0, 8), (4, 4), (9, -1)])
def test_the_gloom_of_a_ghost_stands_in_for_health(gloom, expected):
    table = probe({"health": "5/5"}, {"ghost": True, "gloom": gloom}, dice=(4, 1))
    assert result(table, "PROBE") == expected


@pytest.mark.example("EX-11")
@pytest.mark.clause("HD-PROBE-4", "HD-PROBE-5")
def test_the_winning_prober_may_look_or_haunt_or_pass():
    table = probe({"health": "4/5"}, {"health": "5/5", "pile": TWO}, dice=(5, 2))
    assert table.table["result"] == 2
    assert table.asked == (0, "PROBE_PRIZE")
    assert table.legal == {"OPT_LOOK_OTHER", "OPT_HAUNTING", "PASS"}


@pytest.mark.clause("HD-PROBE-4")
def test_the_winning_prober_looks_at_a_slot_of_their_choice():
    table = probe({}, {"pile": TWO}).do("OPT_LOOK_OTHER")
    assert table.asked == (0, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    table.do("SLOT 1")
    assert table.facts(0, 1) == ["U", "S:ps_medium"]
    assert table.do("FACE_UP").asked == (0, "PICK_DRAWER"), "the look has its reward"
    table.do("SEAT 0")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-PROBE-4", "HD-OBEY-2")
def test_a_haunting_card_found_by_a_probe_is_obeyed():
    table = probe({}, {"pile": ["ha_recoil", "ps_medium"]}).do("OPT_LOOK_OTHER", "SLOT 0")
    assert table.health(0) == "4/5"
    assert table.pile(1) == ["ps_medium"]
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-PROBE-4")
def test_the_winning_prober_makes_the_opponent_draw():
    table = probe({}, {"pile": TWO}, decks={"haunting": ["ha_recoil"]}).do("OPT_HAUNTING")
    assert table.asked == (1, "INSERT_AT")
    table.do("INSERT 1")
    assert table.pile(1) == ["ps_kitchen", "ha_recoil", "ps_medium"]
    assert table.facts(1, 1) == ["U", "G", "U"]
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-PROBE-5")
def test_declining_the_prize_changes_nothing():
    table = probe({"pile": ["ps_moths"]}, {"pile": TWO}).do("PASS")
    assert table.asked == (0, "MAIN")
    assert (table.pile(0), table.pile(1)) == (["ps_moths"], TWO)
    assert table.facts(0, 1) == ["U", "U"]


@pytest.mark.clause("HD-PROBE-6")
def test_the_winning_opponent_must_look_or_haunt():
    table = probe({"pile": TWO}, {"pile": ["ps_moths"]}, dice=LOSES)
    assert table.asked == (1, "PROBE_PENALTY")
    assert table.legal == {"OPT_LOOK_OTHER", "OPT_HAUNTING"}
    assert table.refuses("PASS")
    table.do("OPT_LOOK_OTHER")
    assert table.asked == (1, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    table.do("SLOT 0")
    assert table.asked == (1, "LOOK_OUTCOME")
    assert table.facts(1, 0) == ["S:ps_kitchen", "U"]
    table.do("FACE_DOWN", "SEAT 2")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-PROBE-6")
def test_the_winning_opponent_makes_the_prober_draw():
    table = probe({"pile": TWO}, dice=LOSES, decks={"haunting": ["ha_recoil"]}).do("OPT_HAUNTING")
    assert table.asked == (0, "INSERT_AT")
    table.do("INSERT 2")
    assert table.pile(0) == [*TWO, "ha_recoil"]


@pytest.mark.clause("HD-PROBE-7")
def test_a_result_of_zero_ends_the_turn():
    table = probe({"pile": TWO}, {"health": "4/5", "pile": ["ps_moths"]}, dice=TIES, mp=6)
    assert result(table, "PROBE") == 0
    assert table.asked == (1, "ROLL")


@pytest.mark.example("EX-12")
@pytest.mark.clause("HD-PROBE-2", "HD-PROBE-7")
def test_inquisitor_against_player_of_parts():
    table = probe(
        {"health": "3/5", "up": ["ps_inquisitor"]},
        {"health": "4/5", "up": ["ps_player_of_parts"]},
        OPENER,
        {},
        dice=(4, 3),
    )
    assert result(table, "PROBE") == 0
    assert table.asked == (1, "ROLL")


@pytest.mark.example("EX-13")
@pytest.mark.clause("HD-PROBE-3", "HD-PROBE-6", "HD-PROBE-8", "HD-PROBE-9")
def test_probing_a_ghost():
    lost = probe({"health": "3/5", "pile": TWO}, {"ghost": True, "gloom": 4}, dice=(2, 3))
    assert lost.table["result"] == -2
    assert lost.asked == (1, "PROBE_PENALTY")
    assert lost.legal == {"OPT_LOOK_OTHER", "OPT_HAUNTING"}
    won = probe({"health": "3/5", "pile": TWO}, {"ghost": True, "gloom": 4}, dice=(6, 1))
    assert won.table["result"] == 4
    assert won.asked == (0, "PROBE_PRIZE")
    assert won.legal == {"OPT_WOUND", "PASS"}
    assert won.do("OPT_WOUND").own_gloom(1) == 3


@pytest.mark.clause("HD-PROBE-8", "HD-GHOST-14")
@pytest.mark.parametrize(("gloom", "choice", "left"), [(2, "OPT_WOUND", 1), (0, "OPT_WOUND", 0), (2, "PASS", 2)])
def test_a_ghost_that_loses_a_probe_loses_one_gloom_at_most(gloom, choice, left):
    table = probe({}, {"ghost": True, "gloom": gloom}, decks={"haunting": ["ha_recoil"]})
    for other in ("OPT_HAUNTING", "OPT_LOOK_OTHER"):
        assert table.refuses(other)
    table.do(choice)
    assert table.own_gloom(1) == left
    assert table.is_ghost(1)
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-PROBE-9")
@pytest.mark.parametrize("choice", ["OPT_LOOK_OTHER", "OPT_HAUNTING"])
def test_a_ghost_that_wins_as_the_probed_side_has_both_choices(choice):
    table = probe({"health": "1/5", "pile": TWO}, {"ghost": True, "gloom": 4}, dice=LOSES).do(choice)
    if choice == "OPT_LOOK_OTHER":
        table.do("SLOT 1")
        assert table.asked == (1, "LOOK_OUTCOME")
        assert table.facts(1, 0) == ["U", "S:ps_medium"]
    else:
        assert table.asked == (0, "INSERT_AT"), "the prober draws, living as they are"


@pytest.mark.clause("HD-PROBE-10")
@pytest.mark.parametrize("pile", [[], TWO])
def test_a_look_at_an_empty_pile_is_not_offered(pile):
    look = {"OPT_LOOK_OTHER"} if pile else set()
    won = probe({"pile": ["ps_moths"]}, {"pile": pile}, options=STOPS)
    assert won.legal == {"OPT_HAUNTING", "PASS"} | look
    lost = probe({"pile": pile}, {"pile": ["ps_moths"]}, dice=LOSES, options=STOPS)
    assert lost.legal == {"OPT_HAUNTING"} | look
    haunted = probe({"pile": pile, "health": "1/5"}, {"ghost": True, "gloom": 1}, dice=LOSES, options=STOPS)
    assert haunted.legal == {"OPT_HAUNTING"} | look


@pytest.mark.clause("HD-PROBE-2", "HD-DICE-2", "HD-DICE-3", "HD-DICE-4")
def test_the_evil_twins_come_before_the_result_of_a_probe():
    wounded = probe({"health": "3/5"}, {"health": "2/5"}, dice=(4, 4))
    assert wounded.asked == (0, "EVIL_TWINS")
    wounded.do("OPT_WOUND")
    assert result(wounded, "PROBE") == 0
    assert wounded.asked == (1, "ROLL")
    dead = probe({"health": "1/5"}, {"health": "1/5"}, OPENER, {}, dice=(4, 4)).do("OPT_WOUND")
    assert dead.is_ghost(0)
    assert dead.asked == (1, "ROLL"), "no result, no prize"
    assert dead.health(1) == "1/5"


@pytest.mark.clause("HD-INFO-25")
def test_prize_and_penalty_are_still_part_of_the_probe():
    won = probe({"health": "4/5"}, {"pile": TWO}).do("OPT_LOOK_OTHER")
    assert (won.decision, in_progress(won), won.table["result"]) == ("PICK_SLOT", ("PROBE", 0, 1), 2)
    won.do("SLOT 1", "FACE_UP")
    assert (won.decision, in_progress(won), won.table["result"]) == ("REWARD", ("PROBE", 0, 1), 2)
    lost = probe({"pile": TWO}, dice=LOSES).do("OPT_LOOK_OTHER")
    assert (lost.asked, in_progress(lost), lost.table["result"]) == ((1, "PICK_SLOT"), ("PROBE", 0, 1), -3)
