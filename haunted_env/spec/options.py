"""The options of a game: what each may be, its default, and sets of values that go by one name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Option:
    """One option of a game: its default (a value, or a function of the options before it) and what it may be."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    meaning: str = ""
    # For options that may be more than a number or one of the values: the value ready for JSON, or a ValueError.
    read: Callable[[Any], Any] | None = None
    # The value from a game's table, where the field of the option's name does not say it.
    written: Callable[[np.void], Any] | None = None
    # What a value of this option means for options listed after it: their values unless they are given themselves.
    sets: Mapping[Any, Mapping[str, Any]] = field(default_factory=dict)

    def check(self, value: Any) -> Any:
        """The value, or a ValueError that names the option and what it may be."""
        if self.read is not None:
            return self.read(value)
        if self.values:
            for allowed in self.values:
                if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                    return allowed
            raise ValueError(f"option {self.name}={value!r}: choose one of {', '.join(map(repr, self.values))}")
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise ValueError(f"option {self.name}={value!r}: expected a whole number{self._range()}")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise ValueError(f"option {self.name}={value!r}: expected a whole number{self._range()}")
        return int(value)

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low} to {self.high}"
        return f" of at least {self.low}" if self.low is not None else ""


def checked(options: Sequence[Option], given: Mapping[str, Any], game: str) -> dict[str, Any]:
    """All options with defaults filled in; unknown names and values are refused."""
    known = {option.name: option for option in options}
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ValueError(f"unknown option {unknown[0]!r} for {game}; there are: {', '.join(known)}")
    found: dict[str, Any] = {}
    chosen: dict[str, Any] = {}
    for name, option in known.items():
        default = option.default(found) if callable(option.default) else option.default
        found[name] = option.check(given.get(name, chosen.get(name, default)))
        if option.sets:  # other values may be lists, which name nothing
            chosen |= option.sets.get(found[name], {})
    return found


def set_table(options: Sequence[Option], option: Option) -> list[tuple[str, ...]]:
    """What the sets of an option say: a heading, then a row for every option that they do not agree on."""
    names = [other.name for other in options if any(other.name in values for values in option.sets.values())]
    resolved = [checked(options, {option.name: value}, "") for value in option.sets]
    rows = [(name, *(str(values[name]) for values in resolved)) for name in names]
    return [(option.name, *map(str, option.sets)), *rows]
