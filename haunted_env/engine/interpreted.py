"""Run the engine as plain Python: stand-ins for Numba records with attribute access.

Values come out as Python ints and stores are range-checked by NumPy, so a debugger, a coverage tool and an
overflow all behave as one would hope. Used when `NUMBA_DISABLE_JIT=1`.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np


class Field:
    """An array inside a record; a sub-record where its items are records."""

    __slots__ = ("array",)
    array: np.ndarray

    def __init__(self, array: np.ndarray) -> None:
        object.__setattr__(self, "array", array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        if self.array.dtype.names:
            return Record(self.array[index : index + 1])
        item = self.array[index]
        return Field(item) if isinstance(item, np.ndarray) and item.ndim else item.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value.array if isinstance(value, Field) else value


class Record:
    """One record, given as an array of length one so that scalars can be stored."""

    __slots__ = ("_base", "_parts")

    def __init__(self, base: np.ndarray) -> None:
        object.__setattr__(self, "_base", base)
        object.__setattr__(self, "_parts", {})

    def __getattr__(self, name: str) -> Any:
        part = self._parts.get(name)
        if part is None:
            dtype = self._base.dtype.fields[name][0]
            if dtype.shape:
                part = Field(self._base[name][0])
            elif dtype.names:
                part = Record(self._base[name])
            else:
                return self._base[name].item()
            self._parts[name] = part
        return part

    def __setattr__(self, name: str, value: Any) -> None:
        self._base[name][0] = value


class Games:
    """An array of games as the entry points see it."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.shape = array.shape

    def __getitem__(self, index: int) -> Record:
        return Record(self.array[index : index + 1])


def wrap(function: Callable) -> Callable:
    """Hand the entry point stand-ins in place of arrays."""

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        return function(*(_stand_in(a) if isinstance(a, np.ndarray) else a for a in args))

    return call


def _stand_in(array: np.ndarray) -> Any:
    return Games(array) if array.dtype.names else Field(array)
