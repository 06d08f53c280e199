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


CAMPAIGN_TEXT = "\n".join(re.findall(r"```toml campaign\n(.*?)```", PAGE, re.DOTALL))
WINTERS = FILE.with_name("two_winters.toml")
WINTERS.write_text(CAMPAIGN_TEXT, encoding="utf-8")


def winters(*changes: tuple[str, str]) -> str:
    """The path of Two Winters, the campaign of docs/scenarios.md, with some texts of its file replaced."""
    text = CAMPAIGN_TEXT
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    path = Path(tempfile.mkdtemp(dir=FILE.parent)) / "two_winters.toml"
    path.write_text(text.replace('"two_roofs.toml"', '"../two_roofs.toml"'), encoding="utf-8")
    return str(path)


def at_the_last_stage(campaign: str = str(WINTERS), **cousin: Any) -> Table:
    """The first winter: the mill is burnt, and seat 1 has one test to pass."""
    rows = [
        {"character": "cousin", "flags": ["deed_fire"], "destiny": "witness", **cousin},
        {"character": "nephew", "in_finale": True, "finale": "fin_house", "stage": 2, "resolve": 2, "destiny": "heir"},
    ]
    position = {
        "options": {"players": 2, "campaign": campaign, "destiny_deal": "own"},
        "explored": sorted(HOME),
        "flags": ["mill_burnt"],
        "looks": {"mill": 1},
        "npcs": {"miller": "fair"},
        "day": 9,
        "fired": ["ev_ebb", "ev_flood", "ev_rain"],
        "active": 1,
        "node": "STAGE",
        "players": rows,
        "force": {"dice": [6, 6]},
    }
    return Table(position)


def come_through(table: Table) -> Table:
    return table.do("OPTION fin_house_2a", "EFFORT 0", "DONE")
