"""The rows of the content file, and the check of every field (HD-FX-1)."""

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar

from haunted_env.games.haunted_destinies.content import vocabulary as v
from haunted_env.games.haunted_destinies.content.checks import Ops, edges, immediate, standing
from haunted_env.spec.content import Check, boolean, fail, fields, identifier, one_of, show, text, whole

SETS = ("A", "B", "C", "D", "E")  # HD-COMP-3
MAX_ITEMS, MAX_PERSIST = 12, 16  # HD-DEC-1
MAX_COUNT = 120  # cards of a deck, and tiles, are counted in an int8


@dataclass(frozen=True)
class Psyche:
    index: int
    id: str
    set: str
    name: str
    kind: str
    timing: str
    effects: Ops
    text: str
    cost: Ops = ()


@dataclass(frozen=True)
class Search:
    index: int
    id: str
    name: str
    category: str
    count: int
    draw: Ops = ()
    probe: Ops = ()
    item_index: int = -1
    standing: Ops = ()
    reaction: Ops = ()
    turn: Ops = ()
    cost: Ops = ()
    text: str = ""


@dataclass(frozen=True)
class Haunting:
    index: int
    id: str
    name: str
    category: str
    count: int
    probe: Ops = ()
    death: Ops = ()
    persist_index: int = -1
    text: str = ""


@dataclass(frozen=True)
class Tile:
    index: int
    id: str
    name: str
    searchable: bool
    edges: tuple[int, ...]
    cemetery: bool = False
    text: str = ""


@dataclass(frozen=True)
class Marker:
    """The Lantern or the Skull (HD-COMP-7)."""

    id: str
    name: str
    effects: Ops
    text: str = ""


@dataclass(frozen=True)
class Content:
    psyche: tuple[Psyche, ...]
    search: tuple[Search, ...]
    haunting: tuple[Haunting, ...]
    tiles: tuple[Tile, ...]
    lantern: Marker
    skull: Marker


# For people: rows are known by their index and id, and what they do is in their ops.
WORDING = dict.fromkeys((Psyche, Search, Haunting, Tile, Marker), ("name", "text"))

Row = TypeVar("Row", Psyche, Search, Haunting, Tile, Marker)
Numbered = TypeVar("Numbered", Psyche, Search, Haunting, Tile)


def psyche_effects(where: str, value: Any) -> Ops:
    """What is allowed depends on the timing, see `check_psyche`."""
    if type(value) is not list:
        fail(where, f"expected a list of ops, not {show(value)}")
    return tuple(value)


NAMES: dict[str, Check] = {"id": identifier, "name": text, "text": text}
DESIGN: dict[str, Check] = {**NAMES, "index": whole(0, MAX_COUNT), "count": whole(1, MAX_COUNT)}
CHECKS: dict[type, dict[str, Check]] = {
    Psyche: {
        **NAMES,
        "index": whole(0, MAX_COUNT),
        "set": one_of(SETS, "set"),
        "kind": one_of(("opener", "power", "dream"), "kind"),
        "timing": one_of(("none", *v.words(v.Timing)), "timing"),
        "effects": psyche_effects,
        "cost": immediate(),
    },
    Search: {
        **DESIGN,
        "category": one_of(("boon", "clue", "event", "item"), "category"),
        "draw": immediate(),
        "probe": immediate(probe=True),
        "item_index": whole(0, MAX_ITEMS - 1, "at most 12 item designs, HD-FX-15"),
        "standing": standing(v.STANDING),
        "reaction": standing(v.REACTION),
        "turn": immediate(),
        "cost": immediate(),
    },
    Haunting: {
        **DESIGN,
        "category": one_of(("harm", "helper", "win"), "category"),
        "probe": immediate(probe=True, enter_play=True),
        "death": standing(v.DEATH),
        "persist_index": whole(0, MAX_PERSIST - 1, "at most 16 persistent designs, HD-FX-15"),
    },
    Tile: {**NAMES, "index": whole(0, MAX_COUNT), "searchable": boolean, "cemetery": boolean, "edges": edges},
    Marker: {**NAMES, "effects": immediate()},
}


def label(where: str, row: Any) -> str:
    has_id = type(row) is dict and type(row.get("id")) is str
    return f"{where} {show(row['id'])[1:-1]}" if has_id else where


def read_row(kind: type[Row], where: str, row: Any) -> Row:
    if type(row) is not dict:
        fail(where, f"expected a table of fields, not {show(row)}")
    where = label(where, row)
    required = [field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
    checks = CHECKS[kind]
    fields(where, row, required, [name for name in checks if name not in required])
    return kind(**{name: checks[name](f"{where}: {name}", value) for name, value in row.items()})


def read_rows(kind: type[Numbered], document: dict[str, Any], name: str) -> tuple[Numbered, ...]:
    raw = document[name]
    if type(raw) is not list or not raw:
        fail(name, f"expected one or more [[{name}]] rows, not {show(raw)}")
    rows = tuple(read_row(kind, f"{name}[{i}]", row) for i, row in enumerate(raw))
    for i, row in enumerate(rows):
        if row.index != i:
            fail(f"{name}[{i}] {row.id}: index", f"expected {i}, not {row.index}; rows stand in order, counted from 0")
    return rows
