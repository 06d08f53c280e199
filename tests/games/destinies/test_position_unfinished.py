"""Unfinished work is checked task by task: what could not arise is refused, and named."""

import copy

import pytest

from haunted_env.games.destinies.actions import Node, Task
from haunted_env.games.destinies.position.tasks import ABOVE, FIELDS
from haunted_env.spec.position import PositionError
from tests.games.destinies.table import SPEC, Table, at, dice, in_finale, visiting


def written(position, *actions):
    """The position after some actions."""
    return copy.deepcopy(SPEC.positions.write(Table(position).do(*actions).game))


def refused(position, path, reason=""):
    with pytest.raises(PositionError) as caught:
        SPEC.positions.read(position)
    assert caught.value.path == path
    assert reason in caught.value.reason


def test_every_task_says_its_fields_and_what_lies_upon_it():
    assert set(FIELDS) == {*Node, *Task}
    assert set(ABOVE) == {*Node, *Task}
    assert set().union(*ABOVE.values()) == {*Node, *Task} - {Task.TURN}


def test_the_option_of_a_task_is_one_that_it_resolves():
    """SCAN_PATH with an option of another kind read the lore of nobody."""
    position = written(dice(visiting("quay_inn"), 3, 3), "OPTION inn_dice")
    position["work"][-1] = {"task": "SCAN_PATH", "a": 60}
    refused(position, "work[2].a", "SCAN_PATH")
    position["work"][-1] = {"task": "TEST_PRE", "a": 10_000}
    refused(position, "work[2].a", "expected a whole number")
    position["work"][-1] = {"task": "TEST_PRE", "b": 3}
    refused(position, "work[2].b", "TEST_PRE has no such field")


def test_tasks_lie_only_upon_those_that_start_them():
    position = written(visiting("quay_inn"))
    position["work"].insert(1, {"task": "TURN", "a": 3})
    refused(position, "work[1].task", "TURN does not lie upon TURN")
    position["work"] = position["work"][2:]
    refused(position, "work[0].task", "expected TURN")


def test_work_belongs_to_whose_turn_it_is():
    position = written(at("VISIT"))
    position["work"][0]["seat"] = 1
    refused(position, "work[0].seat", "expected 0")
    position = written(at("VISIT"))
    position["work"][1]["seat"] = 1
    refused(position, "work[1].seat", "expected 0")
    position = written(at("VISIT"))
    position["players"][0]["defeated"] = True
    refused(position, "active", "defeated")


def test_effects_belong_to_what_started_them():
    position = written(visiting("quay_inn"))
    position["work"].append({"task": "EFFECTS", "a": 0, "b": 4000})
    refused(position, "work[2].a", "not effects")


def test_tests_and_trades_are_in_the_work_as_on_the_table():
    position = written(dice(visiting("quay_inn"), 3, 3), "OPTION inn_dice")
    del position["test"]
    refused(position, "test.testing", "expected 1")
    position = written(visiting("quay_inn"))
    position["turn"]["option"] = "inn_dice"
    refused(position, "turn.option", "nothing is being resolved")


def test_stages_are_for_players_in_a_finale():
    position = written(in_finale("fin_call", node="STAGE"))
    del position["players"][0]["in_finale"]
    refused(position, "work[1].task", "only a player in a finale")
    position = written(in_finale("fin_call", node="STAGE"))
    position["players"][0]["stage"] = 5
    refused(position, "players[0].stage", "expected 1 to")


def test_a_sixth_item_is_an_overflow():
    position = at("VISIT", items=["mastiff"])
    row = position["players"][0]
    row["items"] = [item.id for item in Table(position).scenario.items if item.copies > 1][:6]
    refused(position, "players[0].items", "at most 5")


def test_a_scan_needs_an_item():
    position = written(visiting("gibbet", items=["mastiff"]), "OPTION gibbet_blade")
    assert position["node"] == "SCAN_ITEM"
    del position["players"][0]["items"]
    refused(position, "players[0].items", "to be scanned")


@pytest.mark.parametrize(
    "row",
    [
        {"code": "MOVED", "a": 500},
        {"code": "GAINED", "a": -1},
        {"code": "STAGE", "a": 0, "b": 99},
        {"code": "CHOICE", "a": 0, "b": 99},
        {"code": "END", "a": 17},
    ],
)
def test_happenings_name_what_is_there(row):
    position = written(visiting("quay_inn")) | {"notes": [{"day": 1, "seat": 0, **row}], "n_notes": 1}
    refused(position, "notes[0]", "not there")


def test_the_log_has_rows_of_its_own():
    """Other codes were written beyond the end of the observation."""
    row = {"day": 1, "seat": 0, "code": "ROLL"}
    refused(written(visiting("quay_inn")) | {"log": [row], "n_log": 1}, "log[0].code", "DS-OBS-15")
