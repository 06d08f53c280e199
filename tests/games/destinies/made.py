"""Scenario documents made for a test: a sound one with some values changed."""

import copy
import tomllib
from pathlib import Path
from typing import Any

from haunted_env.games.destinies.scenario import Scenario, ScenarioError
from haunted_env.games.destinies.scenario.load import build

QUICK = tomllib.loads((Path(__file__).parent / "quick.toml").read_text(encoding="utf-8"))
GONE = object()  # as a value: the key is taken out


def changed(changes: dict[str, Any], document: dict[str, Any] = QUICK) -> dict[str, Any]:
    """A copy with values changed: "option.remember.cost" of the row with that id, "tile.+" one row more."""
    made = copy.deepcopy(document)
    for place, value in changes.items():
        *way, last = place.split(".")
        inside: Any = made
        for word in way:
            inside = inside[word] if isinstance(inside, dict) else find(inside, word)
        if last == "+":
            inside.append(value)
        elif value is GONE:
            del inside[last]
        else:
            inside[last if isinstance(inside, dict) else int(last)] = value
    return made


def find(rows: list[Any], word: str) -> Any:
    """A row by its id or key, or by its number from 0."""
    named = [row for row in rows if isinstance(row, dict) and word in (row.get("id"), row.get("key"))]
    return named[0] if named else rows[int(word)]


def made(changes: dict[str, Any]) -> Scenario:
    return build(changed(changes), "0")


def faults(changes: dict[str, Any]) -> tuple[str, ...]:
    """What is found wrong with a changed scenario."""
    try:
        made(changes)
    except ScenarioError as error:
        return error.faults
    return ()


def interaction(**fields: Any) -> dict[str, Any]:
    """One more option at the hearth."""
    return {"id": "more", "host": "poi:hearth", "kind": "interaction", "text": "More.", "effects": [], **fields}


def trial(passes: int = 2, described: str = "stiff", effects: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    tiers = [
        {"min": 0, "pass": False, "effects": []},
        {"min": passes, "pass": True, "effects": list(effects)},
    ]
    row = {"id": "more", "host": "poi:hearth", "kind": "test", "text": "Try.", "skill": "int", "described": described}
    return {**row, "tiers": tiers, **fields}


def scan(**fields: Any) -> dict[str, Any]:
    row = {"id": "more", "host": "poi:hearth", "kind": "scan_item", "text": "Show something.", "accepts": []}
    return {**row, "wrong": [], **fields}
