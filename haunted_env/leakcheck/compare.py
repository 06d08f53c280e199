"""Where two things differ, by name: arrays, dicts, lists, texts, and objects by their attributes."""

import numbers
import pickle
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from gymnasium import Space

ABSENT = "(absent)"
FIXED = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, Space)
PLAIN = (numbers.Number, np.generic, bytes, type(None), frozenset, set)


class Difference(NamedTuple):
    """`entry` is the name of an array, a list, a text or a value, `at` the first place in it that differs."""

    entry: str
    at: str
    before: Any
    after: Any


def differences(before: Any, after: Any, entry: str = "") -> Iterator[Difference]:
    """The entries that differ, each with the first place that does."""
    return _walk(before, after, entry, set())


def same(before: Any, after: Any) -> bool:
    return next(differences(before, after), None) is None


def entries(thing: Any, entry: str = "") -> Iterator[str]:
    """The names that `differences` gives to what is in dicts."""
    if isinstance(thing, dict) and thing:
        for key, value in thing.items():
            yield from entries(value, _named(entry, key))
    else:
        yield entry


def _named(entry: str, key: Any) -> str:
    """Keys of the outermost dict are names as they are."""
    return f"{entry}[{key!r}]" if entry else str(key)


def _walk(before: Any, after: Any, entry: str, met: set[tuple[int, int]]) -> Iterator[Difference]:
    if before is after or isinstance(before, FIXED):
        return
    if isinstance(before, np.ndarray) and isinstance(after, np.ndarray):
        yield from _arrays(before, after, entry)
    elif type(before) is not type(after):
        yield from _whole(before, after, entry)
    elif isinstance(before, str):
        yield from _texts(before, after, entry)
    elif isinstance(before, PLAIN):
        yield from _whole(before, after, entry)
    elif (id(before), id(after)) not in met:
        met.add((id(before), id(after)))  # things that hold each other are gone through once
        yield from _holders(before, after, entry, met)


def _holders(before: Any, after: Any, entry: str, met: set[tuple[int, int]]) -> Iterator[Difference]:
    if isinstance(before, dict):
        yield from _keys(before, after, entry)
        for key in before:
            if key in after:
                yield from _walk(before[key], after[key], _named(entry, key), met)
    elif isinstance(before, list | tuple):
        yield from _sequences(before, after, entry, met)
    elif hasattr(before, "__dict__"):
        for name, value in vars(before).items():
            yield from _walk(value, vars(after).get(name, ABSENT), f"{entry}.{name}", met)
    elif _outside(before) != _outside(after):
        yield Difference(entry, "", before, after)


def _keys(before: dict[Any, Any], after: dict[Any, Any], entry: str) -> Iterator[Difference]:
    """A dict with other keys is one entry that differs, at the first key that is missing."""
    for key in [*(key for key in before if key not in after), *(key for key in after if key not in before)][:1]:
        yield Difference(entry, f"[{key!r}]", before.get(key, ABSENT), after.get(key, ABSENT))


def _sequences(before: Any, after: Any, entry: str, met: set[tuple[int, int]]) -> Iterator[Difference]:
    """A list of plain values is one entry, like an array."""
    if len(before) != len(after):
        yield Difference(entry, "", before, after)
        return
    plain = all(isinstance(value, (*PLAIN, str)) for value in before)
    for i, pair in enumerate(zip(before, after, strict=True)):
        for found in _walk(*pair, entry if plain else f"{entry}[{i}]", met):
            yield found._replace(at=f"[{i}]") if plain else found
            if plain:
                return


def _arrays(before: np.ndarray, after: np.ndarray, entry: str) -> Iterator[Difference]:
    if before.shape != after.shape or before.dtype != after.dtype:
        yield Difference(entry, "", f"{before.dtype}{before.shape}", f"{after.dtype}{after.shape}")
    elif before.tobytes() != after.tobytes():  # not-a-number is the same as itself
        different = before != after
        if before.dtype.kind in "fc":
            different &= ~(np.isnan(before) & np.isnan(after))
        for place in np.argwhere(different)[:1]:
            at = tuple(place)
            yield Difference(entry, f"[{', '.join(map(str, at))}]", before[at], after[at])


def _texts(before: str, after: str, entry: str) -> Iterator[Difference]:
    if before == after:
        return
    lines, others = before.splitlines(), after.splitlines()
    for i, (mine, theirs) in enumerate(zip(lines, others, strict=False)):
        if mine != theirs:
            yield Difference(entry, f" line {i + 1}" if len(lines) > 1 else "", mine, theirs)
            return
    yield Difference(entry, "", before, after)


def _whole(before: Any, after: Any, entry: str) -> Iterator[Difference]:
    if before is after or before == after:
        return
    if type(before) is not type(after) or before == before or after == after:  # not-a-number is the same as itself
        yield Difference(entry, "", before, after)


def _outside(thing: Any) -> tuple[bytes, str]:
    """What a thing that cannot be looked into says of itself; some say nothing (pictures, windows)."""
    text = str(thing)
    try:
        return pickle.dumps(thing), "" if " at 0x" in text else text
    except Exception:
        return b"", "" if " at 0x" in text else text
