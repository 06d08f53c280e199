"""Two Roofs, the scenario of docs/scenarios.md, which uses everything that changes a world."""

import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from haunted_env.games.destinies.scenario import library
from tests.games.destinies.table import Table

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
TEXT = "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
DOCUMENT = tomllib.loads(TEXT)
FILE = Path(tempfile.mkdtemp(prefix="two_roofs_")) / "two_roofs.toml"
FILE.write_text(TEXT, encoding="utf-8")
ROOFS = library.find(str(FILE))
HOME = {"lane", "orchard", "ferry", "meadow"}
OPTIONS = {"scenario": str(FILE), "destiny_deal": "own"}


def roofs(node: str | None = "MOVE", *, players: int = 2, top: dict[str, Any] | None = None, **me: Any) -> Table:
    """Seat 0 (the cousin, whose destiny is the witness's) at the start of a turn, all but the island explored."""
    rows = [{"character": "cousin", "tile": "lane", **me}, {"character": "nephew", "tile": "lane"}][:players]
    position = {"options": {**OPTIONS, "players": players}, "explored": sorted(HOME), "players": rows}
    return Table({**position, **({"node": node} if node else {}), **(top or {})})


def at_place(poi: str, *, players: int = 2, top: dict[str, Any] | None = None, **me: Any) -> Table:
    """Seat 0 has just begun to visit a place, where it stands in the file."""
    tile = next(row.tile for row in ROOFS.pois if row.id == poi)
    return roofs("OPTIONS", players=players, top={"visit": poi, **(top or {})}, tile=tile, **me)


def pass_turn(table: Table) -> Table:
    """Stay where one is, and do nothing."""
    return table.do(f"TILE {table.tile(table.decider)}", "DONE")
