"""Read and check `content.toml`: the tiles and the action cards (HH-TILE-1 to HH-TILE-3, HH-CARD-1, HH-CARD-2)."""

import dataclasses
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, TypeVar

from haunted_env.spec import content as core
from haunted_env.spec.content import (
    Check,
    boolean,
    check_meta,
    fail,
    fields,
    identifier,
    one_of,
    show,
    some_of,
    text,
    whole,
)

GAME = "haunting_house"
SIDES = ("N", "E", "S", "W")
N_CELLS = 36  # HH-TILE-1
MAX_SEATS = 6  # HH-SETUP-1
RANDOM_CARDS, PROGRAM_CARDS = 3, 4  # HH-RAND-1, HH-CHOS-1
MAX_CARDS, MAX_STARRED = 16, 7  # removed starred cards are bits of an int8


class Effect(IntEnum):
    """What a card does (section 5)."""

    NOTHING = 0
    MOVE = 1
    SWITCH_PLACES = 2
    SECRET_PASSAGE = 3
    ROTATE = 4
    SWITCH_TILES = 5
    TRAP_DOOR = 6
    MOVE_EXIT = 7


COUNTED = ("move", "rotate")  # effects that need `n`


@dataclass(frozen=True)
class Tiles:
    """All tiles of one kind."""

    kind: str
    openings: tuple[str, ...]
    first: int
    last: int
    trap_doors: tuple[int, ...]


@dataclass(frozen=True)
class Card:
    id: str
    name: str
    starred: bool
    effect: str
    text: str
    n: int = 0


@dataclass(frozen=True)
class Content:
    tiles: tuple[Tiles, ...]
    cards: tuple[Card, ...]


# For people: tiles are known by their numbers, cards by their numbers and ids; what a card does is its effect.
WORDING = {Tiles: ("kind",), Card: ("name", "text")}

Row = TypeVar("Row", Tiles, Card)


def openings(where: str, value: Any) -> tuple[str, ...]:
    return tuple(some_of(SIDES, "side")(where, value))


def numbers(where: str, value: Any) -> tuple[int, ...]:
    if type(value) is not list:
        fail(where, f"expected a list of tile numbers, not {show(value)}")
    if len(set(map(repr, value))) < len(value):
        fail(where, f"a tile is listed twice in {show(value)}; list each once")
    return tuple(whole(1, N_CELLS)(where, number) for number in value)


CHECKS: dict[type, dict[str, Check]] = {
    Tiles: {
        "kind": text,
        "openings": openings,
        "first": whole(1, N_CELLS),
        "last": whole(1, N_CELLS),
        "trap_doors": numbers,
    },
    Card: {
        "id": identifier,
        "name": text,
        "starred": boolean,
        "effect": one_of([effect.name.lower() for effect in Effect], "effect"),
        "text": text,
        "n": whole(1, 2),
    },
}


def load(path: Path) -> tuple[Content, str]:
    """The content of a file, and the hash of its rules."""
    return core.load(path, build, WORDING)


def build(document: dict[str, Any]) -> Content:
    """Check a parsed document: first every row by itself, then all together."""
    fields("content", document, ("tile", "card"), ("meta",))
    content = Content(read_rows(Tiles, document, "tile"), read_rows(Card, document, "card"))
    check_tiles(content.tiles)
    check_cards(content.cards)
    check_meta(document, GAME)
    return content


def read_rows(kind: type[Row], document: dict[str, Any], name: str) -> tuple[Row, ...]:
    raw = document[name]
    if type(raw) is not list or not raw:
        fail(name, f"expected one or more [[{name}]] rows, not {show(raw)}")
    return tuple(read_row(kind, f"{name}[{i}]", row) for i, row in enumerate(raw))


def read_row(kind: type[Row], where: str, row: Any) -> Row:
    if type(row) is not dict:
        fail(where, f"expected a table of fields, not {show(row)}")
    named = row.get("id", row.get("kind"))
    where = f"{where} {named}" if type(named) is str else where
    required = [field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
    checks = CHECKS[kind]
    fields(where, row, required, [name for name in checks if name not in required])
    return kind(**{name: checks[name](f"{where}: {name}", value) for name, value in row.items()})


def check_tiles(rows: tuple[Tiles, ...]) -> None:
    """Every tile from 1 to 36 belongs to one kind, and trap doors outnumber the pawns (HH-TILE-3)."""
    following = 1
    for i, row in enumerate(rows):
        where = f"tile[{i}] {row.kind}"
        if row.first != following:
            fail(f"{where}: first", f"expected {following}, not {row.first}; kinds follow one another without a gap")
        if row.last < row.first:
            fail(f"{where}: last", f"expected at least {row.first}, not {row.last}")
        for number in row.trap_doors:
            if not row.first <= number <= row.last:
                fail(f"{where}: trap_doors", f"{number} is not one of the tiles {row.first} to {row.last}")
        following = row.last + 1
    if following != N_CELLS + 1:
        fail("tile", f"expected {N_CELLS} tiles (HH-TILE-1), found {following - 1}")
    trap_doors = sum(len(row.trap_doors) for row in rows)
    if trap_doors <= MAX_SEATS:
        fail("tile", f"expected more trap doors than the {MAX_SEATS} pawns (HH-TILE-3), found {trap_doors}")


def check_cards(rows: tuple[Card, ...]) -> None:
    """Ordinary cards first, enough of them for a program; every id once; `n` where it is needed."""
    seen: dict[str, int] = {}
    for i, row in enumerate(rows):
        where = f"card[{i}] {row.id}"
        if row.id in seen:
            fail(f"{where}: id", f"is taken by card[{seen[row.id]}]; choose another one")
        seen[row.id] = i
        if (row.effect in COUNTED) != (row.n > 0):
            fail(f"{where}: n", f"needed by the effects {' and '.join(COUNTED)}, and by no other")
        if i and rows[i - 1].starred and not row.starred:
            fail(f"{where}: starred", "ordinary cards come first; move the row up")
    starred = sum(row.starred for row in rows)
    if len(rows) - starred < PROGRAM_CARDS or len(rows) > MAX_CARDS or starred > MAX_STARRED:
        wanted = f"at least {PROGRAM_CARDS} ordinary, at most {MAX_STARRED} starred cards and {MAX_CARDS} in all"
        fail("card", f"expected {wanted}, found {len(rows) - starred} and {starred}")
