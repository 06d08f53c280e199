"""Read a scenario file: TOML to `Scenario`, with every fault it has (DS-DATA-1)."""

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from haunted_env.engine.files import read_file
from haunted_env.games.destinies.scenario import schema as s
from haunted_env.games.destinies.scenario.checks import check
from haunted_env.games.destinies.scenario.faults import Faults, told_of
from haunted_env.games.destinies.scenario.rows import HEADER, ROWS
from haunted_env.spec.content import Check, fields, parse


def build(document: dict[str, Any], file_hash: str, made: int = 0, checked: bool = True) -> s.Scenario:
    """A scenario from a parsed document: its rows are read, then what they say of each other is checked.

    made: the key of a generated world; those of the pools have been checked before (DS-GEN-3), and need not be again.
    """
    faults = Faults()
    with faults.collected():
        fields("the file", document, ["scenario"], list(ROWS))
    header: Any = None
    with faults.collected():
        header = HEADER("[scenario]", document.get("scenario", {}))
    found = {name: read_rows(faults, name, document.get(name, [])) for name in ROWS}
    faults.stop()
    for name in ("tile", "poi", "npc", "character"):
        found[name].sort(key=lambda row: row.slot)
    found["item"].sort(key=lambda row: row.no)
    plural = {"destiny": "destinies"}
    parts: dict[str, Any] = {plural.get(name, f"{name}s"): tuple(rows) for name, rows in found.items()}
    parts |= flag_names(found)
    scenario = s.Scenario(header=header, hash=file_hash, made=made, **parts)
    if checked:
        check(scenario)
    return scenario


def read_rows(faults: Faults, name: str, given: Any, readers: Mapping[str, Check] = ROWS) -> list[Any]:
    """The rows of one table that can be read."""
    if type(given) is not list:
        faults.add(name, f"expected tables in double brackets, [[{name}]]")
        return []
    found = []
    for number, row in enumerate(given, 1):
        row_id = row.get("id") if isinstance(row, dict) else None
        with faults.collected():
            found.append(readers[name](f"{name} {row_id if isinstance(row_id, str) else number}", row))
    return found


def flag_names(found: dict[str, list[Any]]) -> dict[str, tuple[str, ...]]:
    """The flags: those that come from before, then the others in the order in which effects of the file set them."""
    effects = [e for row in found["tile"] for e in row.on_explore]
    effects += [e for row in found["option"] for each in row.effect_lists for e in each]
    effects += [e for row in found["event"] for e in row.effects]
    names: dict[str, dict[str, None]] = {"flag": {}, "pflag": {}, "vflag": {}}
    for past in found["past"]:
        names["flag" if past.of == "world" else "pflag"][past.id] = None
    for effect in effects:
        if effect.verb in names:
            names[effect.verb][effect.words[0]] = None
    return {f"{kind}s": tuple(found) for kind, found in names.items()}


def load(path: str | FilePath) -> s.Scenario:
    """The scenario in a file; a ScenarioError names the file, and of every fault the row and what is wrong."""
    with told_of(str(path)):
        return read(read_file(path))  # replays may name it


@functools.lru_cache(maxsize=8)
def read(content: bytes) -> s.Scenario:
    """The scenario in the bytes of a file."""
    return build(parse(content), hashlib.sha256(content).hexdigest())
