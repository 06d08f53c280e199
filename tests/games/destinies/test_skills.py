"""Skills and experience (section 9)."""

import itertools

import pytest

from tests.games.destinies.table import Table, at, visiting


def asking(task, skill, n, **me):
    """Seat 0 is asked for steps before the movement of its turn."""
    return {**at(**me), "work": [{"task": "TURN", "a": 1}, {"task": task, "a": skill, "b": n}]}


@pytest.mark.clause("DS-SKILL-1", "DS-INV-8")
@pytest.mark.parametrize(("task", "sign"), [("STEP_GAIN", -1), ("STEP_LOSS", 1)])
def test_a_step_moves_one_marker_one_space(task, sign):
    for k in range(3):
        table = Table(asking(task, 1, 1, dex=[4, 6, 8])).do(f"STEP dex {k}")
        moved = [4, 6, 8]
        moved[k] += sign
        assert table.track("dex") == moved
        assert table.decision == "MOVE"


@pytest.mark.clause("DS-SKILL-2", "DS-COMP-3")
def test_steps_end_at_the_edge_and_at_other_markers():
    assert Table(asking("STEP_GAIN", 1, 1, dex=[2, 5, 6])).names("STEP") == {"dex 1"}
    assert Table(asking("STEP_LOSS", 1, 1, dex=[5, 6, 12])).names("STEP") == {"dex 1"}


@pytest.mark.clause("DS-SKILL-3")
def test_any_distribution_can_be_reached_by_single_steps():
    """Three gain steps on {4, 5, 7}: every set whose sum is 3 less and that lies below, marker by marker."""
    reached = set()

    def walk(markers, left):
        if left == 0:
            reached.add(tuple(sorted(markers)))
            return
        for marker in markers:
            if marker > 2 and marker - 1 not in markers:
                walk(markers - {marker} | {marker - 1}, left - 1)

    walk(frozenset({4, 5, 7}), 3)
    wanted = {
        t for t in itertools.combinations(range(2, 13), 3) if sum(t) == 13 and all(a <= b for a, b in zip(t, (4, 5, 7)))
    }
    assert reached == wanted
    table = Table(asking("STEP_GAIN", 2, 3, pow=[4, 5, 7])).do("STEP pow 2", "STEP pow 0", "STEP pow 1")
    assert tuple(table.track("pow")) in wanted


@pytest.mark.clause("DS-SKILL-4")
def test_losses_are_permanent():
    table = Table(asking("STEP_LOSS", 2, 1)).do("STEP pow 0")
    track = table.track("pow")
    table.do("TILE orren_quay", "DONE", "TILE orren_quay", "DONE")
    assert table.track("pow") == track


@pytest.mark.clause("DS-SKILL-5")
def test_steps_of_any_are_chosen_one_by_one():
    table = Table(asking("STEP_GAIN", 3, 2)).do("STEP int 0")
    assert {name.split()[0] for name in table.names("STEP")} == {"int", "dex", "pow"}
    table.do("STEP pow 2")
    assert (table.track("int"), table.track("pow")) == ([6, 9, 11], [7, 10, 11])


@pytest.mark.clause("DS-SKILL-6")
def test_a_step_must_be_taken_and_the_rest_is_void():
    table = Table(asking("STEP_GAIN", 1, 5, dex=[2, 3, 5]))
    assert table.legal == {"STEP dex 2"}
    table.do("STEP dex 2")
    assert table.decision == "MOVE"


@pytest.mark.clause("DS-XP-2")
def test_two_markers_once_on_two_tracks():
    table = Table(at(xp=2)).do("SPEND_XP", "STEP int 0", "STEP dex 0")
    assert (table.track("int"), table.track("dex"), table.me("xp")) == ([6, 9, 11], [5, 9, 11], 1)


@pytest.mark.clause("DS-XP-3")
def test_spending_needs_a_legal_step():
    low = {"int": [2, 3, 4], "dex": [2, 3, 4]}
    assert "SPEND_XP" not in Table(at(xp=1, **low, pow=[2, 3, 4])).legal
    table = Table(at(xp=1, **low, pow=[2, 3, 5])).do("SPEND_XP", "STEP pow 2")
    assert (table.track("pow"), table.decision) == ([2, 3, 4], "MOVE")  # the second step is void
    assert "SPEND_XP" not in Table(at(xp=0)).legal


@pytest.mark.clause("DS-XP-1")
def test_only_in_ones_own_turn():
    table = Table(visiting("quay_market", others={1: {"xp": 5}}))
    assert table.observation(1).any()
    assert table.decider == 0
