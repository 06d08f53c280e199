"""Where two things differ is named; equal things do not differ."""

import copy
import dataclasses

import numpy as np
import pytest

from haunted_env.leakcheck.compare import ABSENT, differences, entries, same

NAN = float("nan")


@dataclasses.dataclass
class Thing:
    cards: list
    other: object = None


def ring():
    thing = Thing([1, 2])
    thing.other = thing
    return thing


THINGS = [
    *(1, 1.5, NAN, "a", b"a", None, True, [1, NAN], (1, "b"), {1, 2}, [], {}),
    *(np.arange(4), np.array([1.0, NAN]), np.float32(2), np.array(["a", "b"]), np.zeros((2, 0))),
    *({"a": {"b": [np.arange(2), {"c": 1}]}}, Thing([1], Thing([2])), ring(), np.random.default_rng(1)),
]


@pytest.mark.parametrize("thing", THINGS, ids=[f"{type(thing).__name__}-{i}" for i, thing in enumerate(THINGS)])
def test_a_copy_does_not_differ(thing):
    assert same(thing, copy.deepcopy(thing))


@pytest.mark.parametrize(
    ("before", "after", "entry", "at"),
    [
        ({"obs": np.array([1, 2, 3])}, {"obs": np.array([1, 5, 6])}, "obs", "[1]"),
        ({"obs": np.zeros((2, 3))}, {"obs": np.eye(3)[:2]}, "obs", "[0, 0]"),
        ({"obs": np.zeros(2, np.int8)}, {"obs": np.zeros(2, np.int16)}, "obs", ""),
        ({"obs": np.zeros(2)}, {"obs": np.zeros(3)}, "obs", ""),
        ({"obs": np.array([NAN])}, {"obs": np.array([0.0])}, "obs", "[0]"),
        ({"info": {"mask": [1, 0, 1]}}, {"info": {"mask": [1, 1, 0]}}, "info['mask']", "[1]"),
        ({"info": {"cards": [{"a": 1}]}}, {"info": {"cards": [{"a": 2}]}}, "info['cards'][0]['a']", ""),
        ({"info": {"legal": {1: 0}}}, {"info": {"legal": {2: 0}}}, "info['legal']", "[1]"),
        ({"info": {}}, {"info": {"hint": 3}}, "info", "['hint']"),
        ({"text": "a\nb\nc"}, {"text": "a\nx\nc"}, "text", " line 2"),
        ({"text": "a"}, {"text": "b"}, "text", ""),
        ({"text": "a\nb"}, {"text": "a"}, "text", ""),
        ({"n": 1}, {"n": 2}, "n", ""),
        ({"n": 1}, {"n": None}, "n", ""),
        ({"n": 0.0}, {"n": NAN}, "n", ""),
        ({"n": [1]}, {"n": [1, 2]}, "n", ""),
        ({"n": (1, "a")}, {"n": (1, "b")}, "n", "[1]"),
        ({"it": Thing([1], Thing([2]))}, {"it": Thing([1], Thing([3]))}, "it.other.cards", "[0]"),
        ({"rng": np.random.default_rng(1)}, {"rng": np.random.default_rng(2)}, "rng", ""),
    ],
)
def test_the_entry_and_the_place_are_named(before, after, entry, at):
    (found,) = differences(before, after)
    assert (found.entry, found.at) == (entry, at)
    (back,) = differences(after, before)
    assert back.entry == entry
    assert not same(before, after)


def test_what_is_missing_is_said_to_be():
    (found,) = differences({"info": {"a": 1}}, {"info": {}})
    assert (found.before, found.after) == (1, ABSENT)


def test_every_entry_that_differs_is_found():
    before, after = {"a": 1, "b": [1, 2], "c": {"d": "x", "e": 0}}, {"a": 2, "b": [2, 1], "c": {"d": "y", "e": 0}}
    assert [found.entry for found in differences(before, after)] == ["a", "b", "c['d']"]


def test_entries_have_the_names_that_differences_have():
    assert list(entries({"a": {"b": 1, "c": [2]}, "d": {}})) == ["a['b']", "a['c']", "d"]
