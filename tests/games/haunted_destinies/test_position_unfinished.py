"""Unfinished work is checked task by task: what could not arise is refused, and named."""

import copy

import pytest

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.games.haunted_destinies.position.tasks import WORK, Asks
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.play import replay
from haunted_env.spec.position import PositionError
from tests.games.haunted_destinies.sampling import SPEC, games_by_decision


def written(decision, task=None):
    """A position at a decision, asked by a task."""
    for game in games_by_decision()[decision]:
        position = to_position(game)
        if task is None or position["stack"][-1]["task"] == task:
            return copy.deepcopy(position)
    raise LookupError(f"no {task} at {decision.name} in the sample")


def refused(position, path, reason=""):
    with pytest.raises(PositionError) as caught:
        from_position(position)
    assert caught.value.path == path
    assert reason in caught.value.reason


def test_every_task_says_what_it_asks_and_waits_for():
    assert set(WORK) == set(Task) - {Task.NONE}
    asked = {step.decision for work in WORK.values() for steps in work.phases.values() for step in steps
             if isinstance(step, Asks)}  # fmt: skip
    assert asked == set(Decision) - {Decision.NONE}


def test_a_turn_is_somebodys():
    """Without its seat the turn asked nobody, for ever."""
    position = written(Decision.MAIN)
    del position["stack"][0]["seat"]
    refused(position, "stack[0].seat")


def test_a_replay_from_such_a_position_is_refused():
    position = written(Decision.MAIN)
    del position["stack"][0]["seat"]
    with pytest.raises(PositionError, match=r"stack\[0\].seat"):
        replay.start(SPEC, position["options"], position=position)


@pytest.mark.parametrize("field", ["seat", "other"])
def test_a_mutual_look_needs_both_players(field):
    for game in games_by_decision()[Decision.PICK_SLOT]:
        position = to_position(game)
        places = [i for i, frame in enumerate(position["stack"]) if frame["task"] == "MUTUAL_LOOK"]
        if places:
            del position["stack"][places[0]][field]
            with pytest.raises(PositionError):
                from_position(position)
            return
    raise LookupError("no mutual look in the sample")


def test_tiles_are_placed_in_the_phase_that_was_asked():
    position = written(Decision.SETUP_CELL)
    position["stack"][0]["phase"] = 1
    refused(position, "asked.decision", "PLACE_TILES asks SETUP_TILE in this phase")
    del position["asked"]
    refused(position, "asked", "waits for a decision")


def test_fields_that_a_task_does_not_use_are_refused():
    position = written(Decision.MAIN)
    position["stack"][0]["card"] = "ps_medium"
    refused(position, "stack[0].card", "TURN has no such field")


def test_fields_are_checked_against_the_task():
    position = written(Decision.SETUP_TILE)
    position["stack"][0]["n"] = 99
    refused(position, "stack[0].n", "from 1 to")


def test_the_decision_is_the_one_that_the_top_task_asks():
    position = written(Decision.EVIL_TWINS)
    position["asked"]["decision"] = "MAIN"
    refused(position, "asked.decision", "EVIL_TWINS asks EVIL_TWINS")
    position = written(Decision.MAIN)
    position["asked"]["seat"] = (position["asked"]["seat"] + 1) % len(position["seats"])
    refused(position, "asked.seat")
    position = written(Decision.EVIL_TWINS)
    position["asked"]["options"] = ["BIND"]
    refused(position, "asked.options")
    del position["asked"]["options"]
    refused(position, "asked.options", "missing")


def test_seats_are_offered_only_where_seats_are_asked_for():
    position = written(Decision.TARGET)
    del position["asked"]["seats"]
    refused(position, "asked.seats", "TARGET offers seats")
    position = written(Decision.MAIN)
    position["asked"]["seats"] = [1]
    refused(position, "asked.seats", "MAIN offers none")


def test_tasks_lie_only_upon_those_that_start_them():
    position = written(Decision.EVIL_TWINS)
    position["stack"].insert(0, position["stack"][0])
    refused(position, "stack[1].task", "TURN does not lie upon TURN")
    position = written(Decision.EVIL_TWINS)
    del position["stack"][0]
    refused(position, "stack", "begins with one of")


def test_effects_belong_to_the_card_below_them():
    position = written(Decision.FX_BRANCH)
    position["stack"][-1]["pc"] = 0 if position["stack"][-1].get("pc") else 1
    refused(position, f"stack[{len(position['stack']) - 1}].pc")


def test_a_card_being_obeyed_is_nowhere_else():
    for game in games_by_decision()[Decision.FX_SEAT]:
        position = to_position(game)
        if any(frame["task"] == "OBEY" for frame in position["stack"]):
            break
    card = next(frame["card"] for frame in position["stack"] if frame["task"] == "OBEY")
    for discards in position.get("discards", {}).values():
        discards.pop(card, None)
    name = "haunting" if card.startswith("ha_") else "search"
    position["decks"][name] += [card] * 20
    with pytest.raises(PositionError, match="only, found at"):
        from_position(position)


def test_the_card_of_a_look_is_the_one_that_lies_there():
    position = written(Decision.LOOK_OUTCOME)
    position["asked"]["face"] = "ha_recoil"
    refused(position, "asked.face")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("action", ("HAUNT", "SEARCH")),
        ("opponent", (0, 1)),
        ("obeyed", ("ha_recoil", "ha_thin_veil")),
        ("react", ("REROLL", "PREVENT_WOUND")),
        ("react_card", ("ps_warden", "ps_medium")),
    ],
)
def test_the_context_of_a_decision_follows_from_the_stack(field, words):
    """Words and observations rely on it: another action than the stack's was written to another block."""
    position = written(Decision.REACT)
    position["context"][field] = words[position["context"].get(field) == words[0]]
    refused(position, f"context.{field}", "expected")


def test_a_context_without_a_decision_is_refused():
    position = written(Decision.MAIN)
    for key in ("asked", "stack"):
        del position[key]
    refused(position | {"context": {"actor": 0}}, "context", "belongs to a decision")


def test_actions_of_a_context_are_those_of_a_turn():
    """ITEM is an action too, whose number does not fit."""
    position = written(Decision.SEARCH_OPTION)
    position["context"]["action"] = "ITEM"
    refused(position, "context.action", "unknown action of a turn")


@pytest.mark.parametrize("event", [{"kind": "BORDER", "amount": 9}, {"kind": "CLAIM", "claim": "LIE"}, {"kind": "END"}])
def test_events_speak_of_what_there_is(event):
    position = written(Decision.MAIN)
    position["events"][-1] = {"actor": 0, **event}
    last = f"events[{len(position['events']) - 1}]"
    if "amount" in event:
        refused(position, f"{last}.amount", "expected a whole number")
    elif "claim" in event:
        refused(position, f"{last}.claim", "unknown public claim")
    else:
        SPEC.words.events(from_position(position), 0)
