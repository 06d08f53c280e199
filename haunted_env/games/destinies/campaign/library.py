"""Campaigns by name or path, and what the games of a batch in one need."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from haunted_env.engine.files import read_file
from haunted_env.games.destinies.campaign.load import load
from haunted_env.games.destinies.campaign.schema import Campaign
from haunted_env.games.destinies.generator import worlds as generated
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.faults import ScenarioError
from haunted_env.spec.content import ContentError, parse

FOLDER = Path(__file__).parents[1] / "campaigns"
VERSION = re.compile(r"(?P<name>.+)@(?P<version>[0-9a-f]{12})")


def shipped() -> tuple[str, ...]:
    """The names of the campaigns that come with the game."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def find(value: str) -> Campaign:
    """The campaign of this name, or in the file of this path; with @ and its version after it, that version alone
    (DS-CAMP-10)."""
    wanted = VERSION.fullmatch(value)
    name = wanted["name"] if wanted else value
    if name in shipped():
        campaign = load(FOLDER / f"{name}.toml")
    elif Path(name).suffix == ".toml":
        campaign = load(name)
    else:
        known = ", ".join(shipped()) or "none"
        raise ScenarioError(f"campaign {name!r}: not the name of a campaign ({known}) nor the path of a .toml file")
    if wanted and wanted["version"] != campaign.version:
        said = f"this is version {campaign.version}, version {wanted['version']} is asked for"
        raise ScenarioError(f"campaign {name}: {said}: the file or one of its scenarios has changed (DS-CAMP-10)")
    for scenario in campaign.scenarios:
        library.remember(scenario, f"{name}@{campaign.version}")
    return campaign


def is_campaign(name: str) -> bool:
    """Whether a name, or the file of a path, is a campaign and not a scenario."""
    if Path(name).suffix != ".toml":
        return name in shipped()
    try:
        return "campaign" in parse(read_file(name))
    except (OSError, ContentError):
        return False


def versioned(value: str) -> str:
    """The name with the version: what saved games say."""
    return library.name_of(find(value).scenarios[0])


@dataclass(frozen=True)
class Chapters:
    """The worlds of a batch whose games are all played in one campaign: they begin in the first."""

    keys: tuple[int, ...]
    varies = False

    @property
    def key(self) -> int:
        return self.keys[0]

    @property
    def characters(self) -> int:
        """How many there are in the chapter that has the fewest."""
        return min(len(library.known(key).characters) for key in self.keys)

    def of(self, seeds: np.ndarray) -> np.ndarray:
        return np.full(np.shape(seeds), self.keys[0], np.int64)

    def has(self, key: int) -> bool:
        return key in self.keys


def worlds(value: str) -> Chapters:
    """The scenarios of the option `campaign`."""
    return Chapters(tuple(scenario.key for scenario in find(value).scenarios))


def following(key: int) -> tuple[int, ...]:
    """The keys that a game with this key has, has had or will have."""
    link = None if generated.world_of(key) else library.known(key).link
    return (key,) if link is None else link.keys
