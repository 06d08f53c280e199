"""Plain data (positions, content, JSON, bytes) with something in it changed: by hypothesis, or at random."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

EDGES = (-(2**15), -127, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 19, 20, 41, 60, 64, 80, 126, 127, 2**15, 2**31)
NAN = float("nan")
DEEP: list[Any] = []
for _ in range(100):  # deeper ones are made of bytes: see damaged()
    DEEP = [DEEP]
STRANGE = (
    *(2**31 - 1, 2**53, 2**63, 2**64, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308, float("inf"), NAN),
    *(None, True, False, "", " ", "0", "ö", "\x00", "\x1b[2J", "<script>", "../../victim", "/etc/passwd", "%s{}"),
    *("x" * 10_000, [], {}, [[]], {"": {}}, [0] * 300, DEEP, {"a": DEEP}),
)


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The paths of everything inside a nested value, itself included."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from places(inner, (*path, key))


def at(nested: Any, path: Sequence[Any]) -> Any:
    for key in path:
        nested = nested[key]
    return nested


# By hypothesis


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


def mutate(
    nested: Any, data: st.DataObject, others: st.SearchStrategy[Any], keys: st.SearchStrategy[str] | None = None
) -> None:
    """Replace, drop, double or copy something anywhere; with `keys`, also add something new to a table."""
    every = [place for place in places(nested) if place]
    path = data.draw(st.sampled_from(every))
    holder, key = at(nested, path[:-1]), path[-1]
    kind = data.draw(st.sampled_from(["replace", "drop", "double", "copy", "add"]))
    if kind == "drop":
        del holder[key]
    elif kind == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif kind == "copy":
        holder[key] = copy.deepcopy(at(nested, data.draw(st.sampled_from(every))))
    elif kind == "add" and isinstance(holder, list):
        holder.insert(key, data.draw(others))
    elif kind == "add" and keys is not None:
        holder[data.draw(keys)] = data.draw(others)
    else:
        holder[key] = data.draw(others)


# At random


class Mutator:
    """Changes nested data in place. What it puts there comes from samples of the same sort, or is strange.

    names: keys that mean something in tables of such data; those of the samples unless given.
    """

    def __init__(
        self, rng: np.random.Generator, samples: Sequence[Any], strange: Sequence[Any], names: Sequence[str] = ()
    ) -> None:
        self.rng, self.samples, self.strange = rng, samples, strange
        inside = [(sample, path) for sample in samples for path in places(sample)]
        self.words = sorted({value for sample, path in inside if isinstance(value := at(sample, path), str)})
        self.names = names or sorted({path[-1] for _, path in inside if path and isinstance(path[-1], str)}) or ("",)

    def any_of(self, choices: Sequence[Any]) -> Any:
        return choices[self.rng.integers(len(choices))]

    def changed(self, nested: Any, most: int = 3) -> Any:
        """A copy with one or more things changed, anywhere."""
        holder = [copy.deepcopy(nested)]
        for _ in range(self.rng.integers(1, most + 1)):
            if holder:
                self.change(holder, 0)
        return holder[0] if holder else None

    def change(self, holder: Any, key: Any) -> None:
        """Change something at or below a key of a table or list."""
        path = self.any_of(list(places(holder[key], (key,))))
        inner, name = at(holder, path[:-1]), path[-1]
        kind = self.rng.integers(6)
        if kind == 0 and len(path) > 1:
            del inner[name]
        elif kind == 1 and isinstance(inner, list):
            inner.insert(name, copy.deepcopy(inner[name]))
        elif kind == 2 and isinstance(inner[name], list):
            inner[name] = [inner[name][i] for i in self.rng.permutation(len(inner[name]))]
        elif kind == 3 and isinstance(inner[name], dict):
            inner[name][self.any_of(self.names)] = copy.deepcopy(self.any_of(self.strange))
        elif kind == 4:
            inner[name] = self._foreign(path)
        elif isinstance(inner[name], str) and self.words and self.rng.random() < 0.7:
            inner[name] = self.any_of(self.words)
        elif isinstance(inner[name], bool):
            inner[name] = not inner[name]
        else:
            inner[name] = copy.deepcopy(self.any_of(self.strange))

    def _foreign(self, path: tuple) -> Any:
        """What another sample has in the same part, anywhere as deep in it."""
        sample = self.any_of(self.samples)
        part = sample.get(path[0], 0) if isinstance(sample, dict) else sample
        found = [place for place in places(part) if len(place) == len(path) - 1] or [()]
        return copy.deepcopy(at(part, self.any_of(found)))


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Bytes with a part lost, doubled, overwritten or put elsewhere, or some bits flipped."""
    found = bytearray(data)
    for _ in range(rng.integers(1, 4)):
        size = len(found)
        start, length = int(rng.integers(size + 1)), int(rng.integers(1, 40))
        kind = rng.integers(6)
        if kind == 0:
            del found[start : start + length]
        elif kind == 1:
            found[start:start] = found[start : start + length]
        elif kind == 2:
            found[start : start + length] = rng.bytes(length)
        elif kind == 3:
            found[start:start] = rng.bytes(int(rng.integers(1, 7)))
        elif kind == 4 and rng.random() < 0.2:
            del found[start:]
        elif kind == 4 and rng.random() < 0.1:
            found[start:start] = b"[" * 20_000
        elif size:
            place = int(rng.integers(size))
            found[place] ^= 1 << int(rng.integers(8))
    return bytes(found)
