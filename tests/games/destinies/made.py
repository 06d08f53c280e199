"""Scenario documents made for a test: a sound one with some values changed."""

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.scenario import Scenario, ScenarioError, load
from haunted_env.games.destinies.scenario.load import build
from haunted_env.play.batch import Batch

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


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {toml(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value).lower()


def written(path: Path, document: dict[str, Any]) -> str:
    """The path of a file with this document."""
    path.write_text("\n".join(f"{key} = {toml(value)}" for key, value in document.items()), encoding="utf-8")
    return str(path)


def played_on(path: Path) -> None:
    """Read a scenario file and let random players make some decisions; a ScenarioError says why it cannot be read."""
    scenario = load(path)
    players = min(3, len(scenario.characters))
    batch = Batch(SPEC, 4, {"players": players, "scenario": str(path)}, autoreset=True)
    generators = batch.generators(1)
    batch.deal(np.arange(4))
    for _ in range(60):
        assert batch.masks.any(axis=1).all()
        batch.step_random(generators)
    SPEC.words.text(batch.games[:1], None)
