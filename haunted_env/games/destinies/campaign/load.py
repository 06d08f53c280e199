"""Read a campaign file and its scenarios, with every fault they have (DS-CAMP-1)."""

import functools
import hashlib
from pathlib import Path
from typing import Any

from haunted_env.engine.files import read_file
from haunted_env.games.destinies.campaign.checks import check
from haunted_env.games.destinies.campaign.rows import HEADER, N_DIGITS, ROWS
from haunted_env.games.destinies.campaign.schema import Campaign, Chapter, Link
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.faults import Faults, ScenarioError, told_of
from haunted_env.games.destinies.scenario.load import read_rows
from haunted_env.games.destinies.scenario.schema import Scenario, replace
from haunted_env.spec.content import fields, parse


def load(path: str | Path) -> Campaign:
    """The campaign in a file; a ScenarioError names the file, and of every fault the row and what is wrong."""
    with told_of(str(path)):
        return read(read_file(path), Path(path).parent)


def read(content: bytes, folder: Path) -> Campaign:
    """The campaign in the bytes of a file; scenarios that are paths lie relative to the folder."""
    _, chapters, _ = read_tables(parse(content))
    return linked(content, tuple(scenario.key for scenario in find_scenarios(chapters, folder)))


def read_tables(document: dict[str, Any]) -> tuple[Any, tuple[Chapter, ...], tuple[Any, ...]]:
    faults = Faults()
    with faults.collected():
        fields("the file", document, ["campaign", "chapter"], ["epilogue"])
    header: Any = None
    with faults.collected():
        header = HEADER("[campaign]", document.get("campaign", {}))
    found = {name: read_rows(faults, name, document.get(name, []), ROWS) for name in ROWS}
    faults.stop()
    return header, tuple(found["chapter"]), tuple(found["epilogue"])


def find_scenarios(chapters: tuple[Chapter, ...], folder: Path) -> tuple[Scenario, ...]:
    """DS-CAMP-10: every scenario is there, sound, and the one the campaign was written for."""
    faults, found = Faults(), []
    for chapter in chapters:
        where = f"chapter {chapter.id}, scenario"
        name = chapter.scenario
        try:
            scenario = library.find(str(folder / name) if Path(name).suffix == ".toml" else name)
        except ScenarioError as error:
            file = f"{error.file}: " if error.file else ""
            faults.found += [f"{where}: {file}{fault}" for fault in error.faults]
            continue
        found.append(scenario)
        if chapter.hash and not scenario.hash.startswith(chapter.hash):
            now = scenario.hash[:N_DIGITS]
            said = f'{name} has changed: it is "{now}" now; play the campaign through, then write this (DS-CAMP-10)'
            faults.add(f"chapter {chapter.id}, hash", said)
    faults.stop()
    return tuple(found)


@functools.lru_cache(maxsize=8)
def linked(content: bytes, keys: tuple[int, ...]) -> Campaign:
    """The campaign with its scenarios (by their keys) as chapters, each with a hash of its own."""
    header, chapters, epilogues = read_tables(parse(content))
    scenarios = tuple(library.known(key) for key in keys)
    version = hashlib.sha256(content + " ".join(scenario.hash for scenario in scenarios).encode()).hexdigest()
    campaign = Campaign(header, chapters, epilogues, version[:N_DIGITS], scenarios)
    check(campaign)
    own = [hashlib.sha256(f"{version} {number}".encode()).hexdigest() for number in range(len(scenarios))]
    made = [replace(scenario, hash=one, made=0) for scenario, one in zip(scenarios, own)]
    chain = tuple(scenario.key for scenario in made)
    made = [
        replace(scenario, link=Link(campaign, number, chain, scenarios[number].hash[:N_DIGITS]))
        for number, scenario in enumerate(made)
    ]
    return replace(campaign, scenarios=tuple(made))
