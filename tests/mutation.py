"""Nested plain data (positions, content) with something in it changed, for hypothesis."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st


def values(words: Sequence[str], numbers: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    """Anything at all, with a leaning towards words and numbers that mean something in the place."""
    leaves = st.one_of(
        st.sampled_from(words),
        numbers,
        st.sampled_from([2**31, 2**63, 2**70, -(2**70)]),
        st.booleans(),
        st.none(),
        st.floats(),
        st.text(max_size=8),
    )
    keys = st.sampled_from(words) | st.text(max_size=4)
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner), max_leaves=6)


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The paths of everything inside a nested value."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from places(inner, (*path, key))


def mutate(nested: Any, data: st.DataObject, others: st.SearchStrategy[Any]) -> None:
    """Replace, drop or double something anywhere."""
    path = data.draw(st.sampled_from([place for place in places(nested) if place]))
    holder = nested
    for key in path[:-1]:
        holder = holder[key]
    kind = data.draw(st.sampled_from(["replace", "drop", "double"]))
    if kind == "drop":
        del holder[path[-1]]
    elif kind == "double" and isinstance(holder, list):
        holder.insert(path[-1], copy.deepcopy(holder[path[-1]]))
    else:
        holder[path[-1]] = data.draw(others)
