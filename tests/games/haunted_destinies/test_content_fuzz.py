"""Fuzzing the content file: whatever is damaged is refused with a message, never with another error."""

import copy
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from haunted_env.games.haunted_destinies import content, tables
from haunted_env.games.haunted_destinies.content import ContentError
from tests.mutation import mutate

FILE = Path(tables.__file__).with_name("content.toml")
DOCUMENT = tomllib.loads(FILE.read_text(encoding="utf-8"))

JUNK = st.one_of(
    st.integers(-3, 40),
    st.integers(),
    st.booleans(),
    st.floats(),
    st.sampled_from(["self", "other", "all_living", "pick_any", "item", "win", "turn", "passive", "A", "", "ö"]),
    st.text(max_size=5),
    st.lists(st.integers(0, 7), max_size=5),
    st.dictionaries(st.sampled_from(["op", "who", "n", "a", "b"]), st.sampled_from([1, "heal", []]), max_size=3),
    st.sampled_from([{"op": "end_turn"}, {"op": "heal", "who": "self", "n": 1}, {"op": "edge_cap", "n": 2}]),
)


def outcome(load: Callable[[], content.Content]) -> content.Content | str:
    """The content, or the message; every other exception fails the test."""
    try:
        return load()
    except ContentError as error:
        return str(error)


@pytest.mark.clause("HD-FX-15")
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_mutated_document_loads_or_is_refused_with_a_message(data):
    document = copy.deepcopy(DOCUMENT)
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(document, data, JUNK)
    loaded = outcome(lambda: content.build(document))
    if isinstance(loaded, str):
        assert ": " in loaded
    else:
        assert Counter(row.set for row in loaded.psyche) == dict.fromkeys("ABCDE", 6)
        assert all(0 <= edge <= 6 for tile in loaded.tiles for edge in tile.edges)


@pytest.mark.clause("HD-FX-15")
@settings(max_examples=150, deadline=None)
@given(st.integers(0, FILE.stat().st_size), st.integers(0, 20), st.binary(max_size=6))
def test_a_file_with_damaged_bytes_loads_or_is_refused_with_a_message(start, removed, inserted):
    data = FILE.read_bytes()
    loaded = outcome(lambda: content.parse(data[:start] + inserted + data[start + removed :]))
    if isinstance(loaded, str):
        assert loaded
    else:
        assert len(loaded.psyche) == 30
