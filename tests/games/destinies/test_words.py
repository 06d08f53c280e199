"""What a person is told: questions, chances, and what an action would do."""

import itertools

import pytest

from haunted_env.games.destinies.words import chances
from tests.games.destinies.table import SPEC, Table, at, dice, in_finale, visiting

MAIN, EFFORT = (1, 2, 3, 4, 5, 6), ("1", "1", "2", "2", "S", "S")


def mean_of(table):
    """Words of each number of effort dice."""
    first = SPEC.actions.first["EFFORT"]
    return [SPEC.words.describe_action(table.game, first + n) for n in range(table.me("effort") + 1)]


@pytest.mark.parametrize("n_effort", [0, 1, 2, 3])
def test_mean_successes_are_those_of_all_rolls(n_effort):
    markers, more = (5, 8, 11), 1
    rolls = list(itertools.product(MAIN, MAIN, *[EFFORT] * n_effort))
    found = 0
    for one, two, *effort in rolls:
        total = one + two + more + sum(int(face) for face in effort if face != "S")
        found += sum(space <= total for space in markers) + effort.count("S")
    assert chances.successes(MAIN, EFFORT, n_effort, markers, more) == pytest.approx(found / len(rolls))


def test_a_roll_says_what_it_promises():
    table = Table(visiting("drowned_street", effort=1)).do("OPTION street_names")
    plain = chances.successes(MAIN, EFFORT, 0, (7, 9, 11))
    assert mean_of(table)[0] == f"roll with no effort dice ({plain:.1f} successes on average)"
    helped = Table(visiting("drowned_street", effort=1, items=["reading_glass"])).do("OPTION street_names")
    better = chances.successes(MAIN, EFFORT, 0, (7, 9, 11), 1)
    assert f"({better:.1f} successes on average)" in mean_of(helped)[0]
    bonus = Table(visiting("drowned_street", effort=1, items=["pitch_torch"])).do(
        "USE pitch_torch", "OPTION street_names"
    )
    assert f"({plain + 1:.1f} successes on average)" in mean_of(bonus)[0]


def test_a_step_says_how_often_its_space_is_reached():
    table = Table(at(xp=1)).do("SPEND_XP")
    step = SPEC.actions.first["STEP"]
    assert (
        SPEC.words.describe_action(table.game, step)
        == "Intelligence (7 9 11): 7 to 6 (two dice reach it in 72%, now 58%)"
    )


def test_a_place_is_described_on_arrival_only():
    table = Table(at(tile="abbey_rise")).do("TILE abbey_rise", "POI abbey_gate")
    told = SPEC.words.explain_decision(table.game, 0)
    assert "You meet Mother Iselde" in told
    assert "Not within your means: " in told
    later = SPEC.words.explain_decision(table.do("OPTION ask_iselde", "PATH A").game, 0)
    assert "You meet" not in later
    assert later.endswith("You are at Abbey Gate. What do you do?")


def test_what_a_test_needs_is_told_as_far_as_it_is_known():
    table = Table(visiting("drowned_street", items=["plumb_line"])).do("OPTION street_names")
    assert "A stiff test needs 2 to 4 of them." in SPEC.words.explain_decision(table.game, 0)
    assert "You know that it needs 4." in SPEC.words.explain_decision(table.do("USE plumb_line").game, 0)
    rolled = Table(dice(visiting("drowned_street"), 3, 4)).do("OPTION street_names", "EFFORT 0")
    assert "total 7, 1 success (stiff: it needs 2 to 4)." in SPEC.words.explain_decision(rolled.game, 0)


def test_speaking_of_a_path_says_what_is_unknown():
    table = Table(visiting("quay_inn", flags=["deed_names"], revealed={"A": [3]})).do("OPTION ask_nessa")
    path = SPEC.actions.first["PATH"]
    assert SPEC.words.describe_action(table.game, path) == "speak of path A, Call the Drowned Home (2 steps unknown)"


def test_a_finale_warns():
    told = SPEC.words.explain_decision(Table(in_finale("fin_call", node="STAGE")).game, 0)
    assert told.startswith("Your finale, The Climb: ")
    assert told.endswith("Your resolve is 2; at 0 you are defeated. What do you do?")


def test_going_somewhere_new_is_told_once():
    table = Table({"options": {"players": 1}}).do("TILE abbey_rise")
    lines = SPEC.words.events(table.game, 0)[1]
    assert [line for line in lines if "Abbey Rise" in line] == ["Oda explores Abbey Rise."]


def test_the_primer_is_short():
    assert 500 < len(SPEC.words.primer) < 2000
