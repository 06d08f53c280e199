"""Read the flashlights from the content file and check them (GG-LIGHT-1, GG-LIGHT-2, GG-PLACE-6)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from haunted_env.spec import content
from haunted_env.spec.content import check_meta, fail, fields, identifier, show, text

GAME = "ghosts_in_the_graveyard"
N_FLASHLIGHTS = 6  # GG-LIGHT-1
N_SQUARES = 6  # GG-LIGHT-2
N_ROTATIONS = 4  # GG-LIGHT-3
ROWS, COLS = 5, 10  # GG-MAP-1

Square = tuple[int, int]


@dataclass(frozen=True)
class Flashlight:
    """A row of the content file; `squares` are the open squares at rotation 0, in reading order."""

    id: str
    name: str
    squares: tuple[Square, ...]

    def rotated(self, rotation: int) -> tuple[Square, ...]:
        """GG-LIGHT-4: the squares after a number of clockwise quarter turns, shifted to start at row and column 0."""
        squares = list(self.squares)
        for _ in range(rotation):
            squares = [(col, -row) for row, col in squares]
        top, left = min(row for row, _ in squares), min(col for _, col in squares)
        return tuple((row - top, col - left) for row, col in squares)


# What a flashlight is called is for people: rules, positions and actions know it by its number and id.
WORDING: content.Wording = {Flashlight: ("name",)}


def load(path: Path) -> tuple[tuple[Flashlight, ...], str]:
    """The flashlights of a file, and the hash of their rules."""
    return content.load(path, build, WORDING)


def build(document: dict[str, Any]) -> tuple[Flashlight, ...]:
    """Check a parsed document: every row by itself, then all together."""
    fields("content", document, ("flashlight",), ("meta",))
    rows = document["flashlight"]
    if type(rows) is not list or len(rows) != N_FLASHLIGHTS:
        found = len(rows) if type(rows) is list else show(rows)
        fail("flashlight", f"expected {N_FLASHLIGHTS} [[flashlight]] tables (GG-LIGHT-1), found {found}")
    flashlights = tuple(_flashlight(i, row) for i, row in enumerate(rows))
    _check_different(flashlights)
    check_meta(document, GAME)
    return flashlights


def _flashlight(index: int, row: Any) -> Flashlight:
    where = f"flashlight[{index}]"
    if type(row) is not dict:
        fail(where, f"expected a [[flashlight]] table, not {show(row)}")
    fields(where, row, ("id", "name", "picture"))
    name = identifier(f"{where}: id", row["id"])
    where = f"{where} {name}"
    flashlight = Flashlight(name, text(f"{where}: name", row["name"]), _squares(f"{where}: picture", row["picture"]))
    _check_fits(where, flashlight)
    return flashlight


def _squares(where: str, picture: Any) -> tuple[Square, ...]:
    if type(picture) is not list or not picture or not all(type(line) is str for line in picture):
        fail(where, f'expected a list of lines such as "##.", not {show(picture)}')
    if len({len(line) for line in picture}) > 1 or set("".join(picture)) - set("#."):
        fail(where, f'expected lines of equal length made of "#" and ".", not {show(picture)}')
    squares = tuple((r, c) for r, line in enumerate(picture) for c, sign in enumerate(line) if sign == "#")
    if len(squares) != N_SQUARES:
        fail(where, f"expected {N_SQUARES} open squares (GG-LIGHT-2), found {len(squares)}")
    if min(row for row, _ in squares) or min(col for _, col in squares):
        fail(where, "the first row and the first column have no open square; leave them out")
    return squares


def _check_fits(where: str, flashlight: Flashlight) -> None:
    """GG-PLACE-6: it can be placed on every tombstone without hanging off the map."""
    covered: set[Square] = set()
    for rotation in range(N_ROTATIONS):
        squares = flashlight.rotated(rotation)
        height, width = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
        for top in range(ROWS - height + 1):
            for left in range(COLS - width + 1):
                covered.update((top + row, left + col) for row, col in squares)
    missing = sorted({(row, col) for row in range(ROWS) for col in range(COLS)} - covered)
    if missing:
        number = COLS * missing[0][0] + missing[0][1] + 1
        fail(where, f"no placement covers tombstone {number:02} (GG-PLACE-6); make it smaller")


def _check_different(flashlights: tuple[Flashlight, ...]) -> None:
    """GG-LIGHT-1: six different ones; none is another one rotated."""
    for i, one in enumerate(flashlights):
        for j, other in enumerate(flashlights[:i]):
            for field in ("id", "name"):
                if getattr(one, field) == getattr(other, field):
                    fail(f"flashlight[{i}]: {field}", f"{show(getattr(one, field))} is taken by flashlight[{j}]")
            if any(set(one.rotated(rotation)) == set(other.squares) for rotation in range(N_ROTATIONS)):
                fail(f"flashlight[{i}] {one.id}: picture", f"the same shape as flashlight[{j}] {other.id} (GG-LIGHT-1)")
