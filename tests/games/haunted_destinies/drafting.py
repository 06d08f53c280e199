"""Drafts: games dealt with chosen hands, played tile by tile."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from haunted_env.games.haunted_destinies.tables import CEMETERY, TILE_EDGES, TILE_IDS, TILE_SEARCHABLE
from tests.games.haunted_destinies.table import SPEC, Table, cell, cell_name

EDGES = {name: TILE_EDGES[i].tolist() for i, name in enumerate(TILE_IDS)}  # N, E, S, W; 0 is X
SEARCHABLE = [name for i, name in enumerate(TILE_IDS) if TILE_SEARCHABLE[i]]
OTHERS = [name for i, name in enumerate(TILE_IDS) if not TILE_SEARCHABLE[i] and i != CEMETERY]
SIDES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
CENTRE = "4,4"


@dataclass
class Placement:
    """One tile or gloom token put on the board, and by whom."""

    seat: int
    at: str
    tile: str | None = None
    moved_pawn: bool = False


@dataclass
class Draft:
    """What happened in the setup of a game, and the table when it was over."""

    table: Table
    holder: int
    tiles: list[Placement] = field(default_factory=list)
    gloom: list[list[Placement]] = field(default_factory=list)  # by turn


def dealt(players: int, holder: int | None = None, **options: Any) -> Table:
    """A dealt game whose Cemetery went to this seat."""
    for seed in range(200):
        table = Table(seed=seed, players=players, **options)
        if holder is None or table.table["holder"] == holder:
            return table
    raise AssertionError(f"no holder {holder} in 200 games")


def hands(table: Table) -> list[list[str]]:
    """The tiles of every seat; "-" is one placed already."""
    return [seat.get("hand", []) for seat in SPEC.positions.write(table.game)["seats"]]


def with_hands(table: Table, wanted: dict[int, list[str]]) -> Table:
    """The same game with these tiles in the hands of these seats; all other tiles are dealt from the rest."""
    position = SPEC.positions.write(table.game)
    named = [tile for tiles in wanted.values() for tile in tiles]
    rest = [tile for tile in SEARCHABLE + OTHERS if tile not in named]
    rest.append(rest.pop(0))  # some tile in the game is always searchable (HD-SETUP-7)
    for seat, entry in enumerate(position["seats"]):
        tiles = list(wanted.get(seat, []))
        while len(tiles) < 6:
            tiles.append(rest.pop())
        entry["hand"] = sorted(tiles, key=TILE_IDS.index)
    return Table(position)


def lay(table: Table, tile: str, at: str) -> Table:
    """The decider places a tile of the own hand (the engine may do part of it unasked, HD-DEC-3)."""
    choose(table, tile)
    return table if table.tile(at) == tile else table.do(f"CELL {at}")


def choose(table: Table, tile: str) -> Table:
    """The decider picks a tile of the own hand, if there is a choice."""
    if table.decision == "SETUP_TILE":
        table.do(f"TILE {hands(table)[table.decider].index(tile)}")
    return table


def cells(table: Table) -> set[str]:
    """The cells offered."""
    return {name.removeprefix("CELL ") for name in table.legal if name.startswith("CELL")}


def neighbours(at: str) -> Iterator[tuple[int, str]]:
    """Directions (0..3) and cells orthogonally beside a cell, inside the grid."""
    row, col = divmod(cell(at), 9)
    for direction, (down, right) in enumerate(SIDES.values()):
        if 0 <= row + down < 9 and 0 <= col + right < 9:
            yield direction, f"{row + down},{col + right}"


def board(table: Table) -> dict[str, str]:
    return {cell_name(i): tile for i in range(81) if (tile := table.tile(cell_name(i)))}


def play(table: Table, seed: int = 0) -> Draft:
    """Play a draft (without auto_forced) to its end with random choices, and keep a record."""
    draft, rng = Draft(table, int(table.table["holder"])), random.Random(seed)
    tile, new_turn = "", True
    while table.decision.startswith("SETUP"):
        seat, decision = table.decider, table.decision
        action = rng.choice(sorted(table.legal))
        if decision == "SETUP_TILE":
            tile = hands(table)[seat][int(action.removeprefix("TILE "))]
        before = int(table.table["pawn"][seat])
        left = int(table.table["gloom_to_place"][seat])
        table.do(action)
        if decision == "SETUP_CELL":
            moved = int(table.table["pawn"][seat]) != before
            draft.tiles.append(Placement(seat, action.removeprefix("CELL "), tile, moved))
        elif decision == "SETUP_GLOOM":
            if new_turn:
                draft.gloom.append([])
            if action != "PASS":
                draft.gloom[-1].append(Placement(seat, action.removeprefix("CELL ")))
            new_turn = not new_turn or left == 1
    return draft
