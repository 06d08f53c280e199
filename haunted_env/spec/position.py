"""Reading and writing positions: values that know their path, and words that stand for numbers. Knows no game.

A `Form` describes one table of a position and the record fields behind it, once: writing, reading and the
JSON Schema all come from it.
"""

import difflib
import functools
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol

import numpy as np

from haunted_env.engine import rng
from haunted_env.engine.entries import bind


class PositionError(ValueError):
    """A position that cannot be: the path of the field, and why."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path or 'position'}: {reason}")
        self.path = path
        self.reason = reason


def load_file(path: str | Path) -> dict[str, Any]:
    """The position in a .json or .toml file."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise PositionError(str(path), f"cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise PositionError(str(path), f"not valid {'TOML' if path.suffix == '.toml' else 'JSON'} ({error})") from error


def nearest(word: str, known: Iterable[str]) -> str:
    """The tail of an error message: what was probably meant."""
    close = difflib.get_close_matches(word, list(known), 1)
    return f'; did you mean "{close[0]}"?' if close else ""


def show(value: Any) -> str:
    """A value in an error message."""
    text = json.dumps(value, default=repr) if not isinstance(value, np.generic) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Node:
    """A value inside a position, with its path."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, reason: str) -> NoReturn:
        raise PositionError(self.path, reason)

    def table(self, known: Iterable[str] | None = None) -> dict[str, "Node"]:
        """The entries of a table; keys that are not known are refused."""
        if not isinstance(self.value, Mapping):
            self.fail(f"expected a table, not {show(self.value)}")
        entries = {}
        for key, value in self.value.items():
            name = str(key)
            path = f"{self.path}.{name}" if name.isidentifier() else f"{self.path}[{json.dumps(name)}]"
            entry = Node(value, path.removeprefix("."))
            if name in entries:
                entry.fail("appears twice")
            if known is not None and name not in known:
                entry.fail(f"unknown key{nearest(name, known) or '; there are: ' + ', '.join(known)}")
            entries[name] = entry
        return entries

    def items(self, most: int | None = None, exactly: int | None = None) -> list["Node"]:
        if not isinstance(self.value, list | tuple):
            self.fail(f"expected a list, not {show(self.value)}")
        if exactly is not None and len(self.value) != exactly:
            self.fail(f"expected {exactly} entries, found {len(self.value)}")
        if most is not None and len(self.value) > most:
            self.fail(f"at most {most} entries, found {len(self.value)}")
        return [Node(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def whole(self, low: int, high: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int | np.integer):
            self.fail(f"expected a whole number, not {show(self.value)}")
        if not low <= self.value <= high:
            self.fail(f"expected a whole number from {low} to {high}, not {self.value}")
        return int(self.value)

    def flag(self) -> bool:
        if not isinstance(self.value, bool | np.bool_):
            self.fail(f"expected true or false, not {show(self.value)}")
        return bool(self.value)

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.fail(f"expected a text, not {show(self.value)}")
        return self.value


class Codec(Protocol):
    """How one kind of number is written in a position."""

    def write(self, value: Any) -> Any: ...

    def read(self, node: Node) -> Any: ...

    def schema(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Whole:
    """A number as itself."""

    low: int
    high: int

    def write(self, value: Any) -> int:
        return int(value)

    def read(self, node: Node) -> int:
        return node.whole(self.low, self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Flag:
    """0 and 1 as false and true."""

    def write(self, value: Any) -> bool:
        return bool(value)

    def read(self, node: Node) -> int:
        return int(node.flag())

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Words:
    """Numbers that have names."""

    def __init__(self, what: str, numbers: Mapping[str, int]) -> None:
        self.what = what
        self.name = what.replace(" ", "_")
        self.numbers = dict(numbers)
        self.names = {number: name for name, number in self.numbers.items()}

    def write(self, value: Any) -> str:
        return self.names[int(value)]

    def read(self, node: Node) -> int:
        word = node.text()
        if word not in self.numbers:
            few = f"; there are: {', '.join(self.numbers)}" if len(self.numbers) <= 12 else ""
            node.fail(f'unknown {self.what} "{word}"{nearest(word, self.numbers) or few}')
        return self.numbers[word]

    def schema(self) -> dict[str, Any]:
        return {"$ref": f"#/$defs/{self.name}"}

    def definition(self) -> dict[str, Any]:
        return {"enum": list(self.numbers)}


class Bits:
    """A set of numbers kept as bits, written as a list."""

    def __init__(self, each: Codec, size: int, first: int = 0) -> None:
        self.each = each
        self.size = size
        self.first = first

    def write(self, value: Any) -> list[Any]:
        return [self.each.write(self.first + i) for i in range(self.size) if int(value) >> i & 1]

    def read(self, node: Node) -> int:
        bits = 0
        for item in node.items():
            i = self.each.read(item) - self.first
            if not 0 <= i < self.size:
                item.fail(f"{show(item.value)} cannot be offered here")
            if bits >> i & 1:
                item.fail(f"{show(item.value)} appears twice")
            bits |= 1 << i
        return bits

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.each.schema(), "uniqueItems": True}


@dataclass(frozen=True)
class Entry:
    """One key of a table and the record field it stands for; left out while the field is at its default."""

    key: str
    codec: Codec
    default: int = 0
    field: str = ""


class Form:
    """A table of a position whose keys stand for fields of a record, one by one."""

    def __init__(self, *entries: Entry) -> None:
        self.entries = entries
        self.keys = [entry.key for entry in entries]

    def write(self, record: np.void) -> dict[str, Any]:
        written = {}
        for entry in self.entries:
            value = record[entry.field or entry.key]
            if value != entry.default:
                written[entry.key] = entry.codec.write(value)
        return written

    def read(self, nodes: Mapping[str, Node], record: np.void) -> None:
        """Set every field of the form, to its default where the table says nothing."""
        for entry in self.entries:
            node = nodes.get(entry.key)
            record[entry.field or entry.key] = entry.default if node is None else entry.codec.read(node)

    def schema(self) -> dict[str, Any]:
        return {entry.key: entry.codec.schema() for entry in self.entries}


def object_schema(properties: Mapping[str, Any], required: Sequence[str] = ()) -> dict[str, Any]:
    """The schema of a table with these keys and no others."""
    schema: dict[str, Any] = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


def seeded_rng(seed: int) -> np.ndarray:
    """The generator's state that compiled code sets from a seed."""
    state = np.zeros(4, np.uint32)
    mix = getattr(rng.mix, "py_func", rng.mix)
    bind(getattr(rng.seed_generator, "py_func", rng.seed_generator), {"mix": mix})(state, seed, 0)
    return state


def checked_game(spec: Any, options: dict[str, Any]) -> np.ndarray:
    """An undealt game with these options; a ValueError names what is wrong with them."""
    game: np.ndarray = spec.new_game(spec.check_options(options))
    return game


@functools.cache
def _option_values(spec: Any, name: str) -> dict[int, Any]:
    """What the numbers in the record stand for."""
    option = next(option for option in spec.options if option.name == name)
    return {int(checked_game(spec, {name: value})["table"][name][0]): value for value in option.values}


def options_of(spec: Any, game: np.ndarray) -> dict[str, Any]:
    """All options of a game (an array of one record)."""
    checked: dict[str, Any] = spec.check_options(written_options(spec, game["table"][0]))
    return checked


def written_options(spec: Any, table: np.void) -> dict[str, Any]:
    """The number of players, and every option that is not at its default, or as a set of options has it."""
    written = {"players": int(table["n_seats"])}
    sets = {option.name: _option_value(spec, option, table) for option in spec.options if option.sets}
    usual = spec.check_options({})
    default = spec.check_options(written | sets)
    for option in spec.options:
        name = option.name
        if name == "players":
            continue
        value = _option_value(spec, option, table)
        if value != (usual if name in sets else default)[name]:
            written[name] = value
    return written


def _option_value(spec: Any, option: Any, table: np.void) -> Any:
    if option.written is not None:
        return option.written(table)
    number = int(table[option.name])
    return _option_values(spec, option.name).get(number, number)
